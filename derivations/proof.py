"""What a claim says for all shapes: each formula as the document prints it, decided by the kernel and a second engine.

A piece of the claim that reads as one of its records (`Claim.proves`) is that record's statement; every other formula of a
claim with a `setting` is read in that setting. What is shown is what is decided, and it comes from the printed text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, TypeVar

from derivations.claim import Claim, Step
from derivations.formula.cursor import FormulaError
from derivations.formula.pretty import pretty
from derivations.pieces import formula
from derivations.prover.engines import any_witness
from derivations.prover.finding import Finding, Provable, Result
from derivations.prover.identity import Identity
from derivations.prover.refutation import Counterexample
from derivations.prover.shaped import IllTyped
from derivations.prover.simplest import simplest
from derivations.statement import Answer
from derivations.verdict import HypothesisOutcome, Message
from lessonproof.records import dataclass

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement for all shapes. `finding` is None where it could not be stated; `why` says so, or what refutes it."""

    shown: str
    record: Provable
    finding: Finding | None
    why: Message | None = None
    hypotheses: tuple[str, ...] = ()  # of a statement that is proved

    @property
    def holds(self) -> bool | None:
        result = self.finding.result if self.finding else Result.UNDECIDED
        return {Result.PROVED: True, Result.REFUTED: False, Result.UNDECIDED: None}[result]

    @property
    def counterexample(self) -> str | None:
        found = self.finding.counterexample if self.finding else None
        return found.shown() if found else None


def of_text(claim: Claim, text: str, printed: str | None = None) -> list[Provable]:
    """The records that decide what `text` says; none where the claim decides it otherwise.

    printed: what the document prints where the claim says `text`.
    """
    own = [record for record in claim.proves if record.formula == text]
    if own:
        return [_reading(record, printed or text) for record in own]
    if claim.setting is None:
        return []
    return [Identity(setting=claim.setting, formula=printed or text)]


_memory: ContextVar[dict[tuple[str, ...], Any] | None] = ContextVar("_memory", default=None)


@contextmanager
def remembering(kept: dict[tuple[str, ...], Any] | None = None) -> Iterator[None]:
    """Within: what has been decided of a record is not decided again. For whoever asks the same of many edited texts.

    kept: what was decided within an earlier `remembering`, and where what is decided now is put.
    """
    before = _memory.get()
    token = _memory.set(kept if kept is not None else {} if before is None else before)
    try:
        yield
    finally:
        _memory.reset(token)


def _remembered(find: Callable[[], Found], *question: str) -> Found:
    memory = _memory.get()
    if memory is None:
        return find()
    if question not in memory:
        memory[question] = find()
    found: Found = memory[question]
    return found


def decided(record: Provable) -> list[Statement]:
    """The statements of a record: one for each equation of a printed formula, else one."""
    return _remembered(lambda: _statements(record), "decided", repr(record))


def _statements(record: Provable) -> list[Statement]:
    try:
        parts = _parts(record)
    except (IllTyped, FormulaError) as error:
        return [_not_stated(record, error)]
    return [_decided(part) for part in parts]


def refusal(claim: Claim, text: str) -> str | None:
    """Why a false neighbour of the claim is refused: a counterexample, or shapes that do not go together; None if it is not.

    Where no setting reads it, the records of the claim do, and it is refused if one of them refutes it.
    """
    records = of_text(claim, text) or [_reading(record, text) for record in claim.proves]
    found = [statement for record in records for statement in decided(record)]
    counterexample = next((one.counterexample for one in found if one.counterexample), None)
    if counterexample is not None:
        return counterexample
    reasons = [str(one.why.values["reason"]) for one in found if one.why is not None and one.why.key == "not-stated"]
    return "; ".join(reasons) if reasons and len(reasons) == len(found) else None


def failure(record: Provable, printed: str | None) -> tuple[Answer, str, str | None]:
    """Whether a statement fails in general, how it is shown, and the counterexample; of several equations one has to fail."""
    statements = decided(_reading(record, printed) if printed else record)
    statement = next((one for one in statements if one.counterexample), statements[0])
    finding = statement.finding
    if finding is None or finding.result is Result.UNDECIDED:
        return Answer(None, why=statement.why), statement.shown, None
    if finding.counterexample is None:
        return Answer(False, why=Message("holds-after-all", {"formula": statement.shown})), statement.shown, None
    enclosed = getattr(finding.counterexample, "enclosed", False)
    return Answer(True, certified=enclosed), statement.shown, finding.counterexample.shown()


def step_answer(claim: Claim, step: Step) -> Answer:
    """Whether a line of a derivation is proved, from the definitions that it names where it names some."""
    for record in of_text(claim, step.formula):
        for statement in decided(_from(record, step.uses)):
            if statement.holds is not True:
                return Answer(statement.holds, why=statement.why)
    return Answer(True)


def idle_reasons(claim: Claim, step: Step) -> tuple[str, ...]:
    """The definitions that a line of a derivation names and does not need: it is proved without them as well."""
    names = step.uses or ()
    less = {name: tuple(other for other in names if other != name) for name in names}
    return tuple(
        name
        for name, rest in less.items()
        if all(one.holds for record in of_text(claim, step.formula) for one in decided(_from(record, rest)))
    )


def _from(record: Provable, names: tuple[str, ...] | None) -> Provable:
    return replace(record, uses=names) if isinstance(record, Identity) and names is not None else record


def audit(statements: Sequence[Statement]) -> tuple[HypothesisOutcome, ...]:
    """Each hypothesis of the proved statements dropped: still proved, or an instance that shows the need, or not known.

    A hypothesis that several statements share is needed where one of them needs it.
    """
    found: dict[str, HypothesisOutcome] = {}
    for statement in statements:
        if statement.holds is True:
            for name in statement.hypotheses:
                before = found.get(name)
                if before is None or before.needed is not True:
                    now = _needed(statement.record, name)
                    found[name] = now if before is None or now.needed is True or before.needed is False else before
    return tuple(found.values())


def _needed(record: Provable, name: str) -> HypothesisOutcome:
    return _remembered(lambda: _without(record, name), "without", name, repr(record))


def _without(record: Provable, name: str) -> HypothesisOutcome:
    less = record.without(name)
    with any_witness():
        finding = less.examined()
    if finding.result is Result.UNDECIDED and finding.undefined is None:
        finding = less.examined()
    if finding.result is Result.PROVED:
        return HypothesisOutcome(name, False, "")
    against = finding.counterexample or finding.undefined
    if isinstance(against, Counterexample):
        against = simplest(against)
    if against is None:
        return HypothesisOutcome(name, None, "")
    return HypothesisOutcome(name, True, against.shown(), undefined=finding.counterexample is None)


def _parts(record: Provable) -> Sequence[Provable]:
    parts: Sequence[Provable] = record.each() if isinstance(record, Identity) else (record,)
    if not parts:
        raise IllTyped("it states no equation")
    return parts


def _reading(record: Provable, text: str) -> Provable:
    return replace(record, formula=text)


def _decided(record: Provable) -> Statement:
    try:
        finding = record.examined()
        shown = shown_of(record)
    except (IllTyped, FormulaError) as error:
        return _not_stated(record, error)
    if isinstance(finding.counterexample, Counterexample):
        finding = replace(finding, counterexample=simplest(finding.counterexample))
    if finding.counterexample is not None:
        values = {"formula": shown, "witness": finding.counterexample.shown()}
        return Statement(shown, record, finding, Message("refuted-at", values))
    if finding.result is Result.PROVED:
        hypotheses = record.hypotheses
        if hypotheses and finding.instance is None:
            return Statement(shown, record, None, Message("hypotheses-contradict", {"formula": shown}))
        return Statement(shown, record, finding, hypotheses=hypotheses)
    if finding.undefined is not None:
        values = {"formula": shown, "witness": finding.undefined.shown()}
        return Statement(shown, record, finding, Message("without-value-at", values))
    return Statement(shown, record, finding, Message("not-proved", {"formula": shown, "reason": finding.why or "—"}))


def _not_stated(record: Provable, error: Exception) -> Statement:
    return Statement(record.formula, record, None, Message("not-stated", {"says": record.formula, "reason": str(error)}))


def shown_of(record: Provable) -> str:
    """The statement in one line of Unicode; as it is written where it is no formula of ours."""
    shown: str | None = getattr(record, "shown", None)
    if shown is not None:
        return shown
    functions: frozenset[str] = getattr(getattr(record, "setting", None), "functions", frozenset())
    try:
        return pretty(formula(record.formula, functions | {"mean"}))
    except FormulaError:
        return record.formula
