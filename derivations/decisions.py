"""What a claim was decided to be, and the decisions of a run, kept with the values over which they were made."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.claim import Bound, Claim, Value
from derivations.pieces import pieces
from derivations.values import Values
from derivations.verdict import Evidence, FigureVerdict, HypothesisOutcome, Line, Message, StepOutcome, Verdict
from lessonproof.records import dataclass
from numeric.rounding import rule_in_force
from numeric.written import Written

RIGHT = frozenset({FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.BOUND, FigureVerdict.GIVEN, FigureVerdict.LOOSE})


@dataclass(frozen=True, slots=True)
class FigureDecision:
    """What became of one figure of a claim. `expected` and `ulps` as in `FigureOutcome`."""

    verdict: FigureVerdict
    name: str = ""
    value: str | None = None
    expected: str | None = None
    ulps: int = 0
    note: Message | None = None


def is_right(decision: FigureDecision) -> bool | None:
    """Whether the page may print the figure so; None where that is undecided."""
    return None if decision.verdict is FigureVerdict.UNDECIDED else decision.verdict in RIGHT


@dataclass(frozen=True, slots=True)
class Restated:
    """A stretch of a claim's piece, by the piece's number, that is false at the document's values, and what is true there."""

    piece: int
    span: tuple[int, int]
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A claim decided, apart from where it stands. `figures` follow the claim's holes in reading order."""

    verdict: Verdict
    message: Message | None
    evidence: Evidence
    counterexample: str | None
    steps: tuple[StepOutcome, ...]
    lines: tuple[Line, ...]
    figures: tuple[FigureDecision, ...]
    hypotheses: tuple[HypothesisOutcome, ...] = ()
    fair: bool = False  # the condition that the lesson does not state goes without saying on a fair reading
    instead: tuple[str, ...] | None = None  # the pieces in the wording that is right, where the printed one is false
    restated: tuple[Restated, ...] = ()


def decided_before(claim: Claim, printed: Sequence[Written], values: Values, count: int, decision: Decision) -> None:
    """What `decide` answers from now on: a decision of this run, made in another process over the same values."""
    values.decisions[key(claim, printed, count)] = decision


def is_decided(claim: Claim, printed: Sequence[Written], values: Values, count: int) -> bool:
    """Whether `decide` knows its answer already."""
    return key(claim, printed, count) in values.decisions


def key(claim: Claim, printed: Sequence[Written], count: int) -> tuple[object, ...]:
    """What a decision depends on beside the values: nothing else about claim, document and rule of rounding."""
    return (claim.id, claim.says, claim.means, tuple(written.text for written in printed), count, rule_in_force())


def about_values(claim: Claim, functions: frozenset[str]) -> bool:
    """Whether deciding the claim may ask for a value of the worked example; False only where it certainly does not."""
    if claim.elsewhere or claim.routes or claim.for_each or claim.condition or claim.wordings:
        return True
    if any(isinstance(reading, Value | Bound) for reading in (claim.reads or {}).values()):
        return True
    names = functions | (claim.setting.functions | {"mean"} if claim.setting else frozenset())
    printed = [piece.text for piece in pieces(claim.says, names) if piece.formula and piece.text not in claim.assumes]
    about_all_shapes = {record.formula for record in (*claim.proves, *claim.fails)}
    texts = [*printed, *claim.meant, *(step.formula for step in claim.derivation)]
    return not all(text in about_all_shapes or claim.setting for text in texts)
