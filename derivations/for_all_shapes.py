"""The part of a claim that is about all shapes: what it prints and means, what it says fails, and its hypotheses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property

from derivations.claim import Claim, Stated, Step, Unstated
from derivations.figures import Bench
from derivations.pieces import Piece, filled, numerals
from derivations.proof import Statement, audit, decided, failure, of_text, step_answer
from derivations.prover.finding import Provable
from derivations.statement import Answer, all_hold
from derivations.verdict import HypothesisOutcome, Line, Message
from lessonproof.records import dataclass
from numeric.written import Written


@dataclass
class ForAllShapes:
    """What has been found so far, in the words of a decision: statements, answers, lines, the first counterexample."""

    claim: Claim
    bench: Bench
    statements: list[Statement] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    counterexample: str | None = None

    def __post_init__(self) -> None:
        """A hypothesis that the claim prints is taken as it is printed here."""
        printed = {piece.text: self._printed(piece) for piece in self.bench.pieces if piece.text in self.claim.assumes}
        if printed:
            self.claim = replace(self.claim, proves=tuple(_under(record, printed) for record in self.claim.proves))

    def decides(self, text: str) -> bool:
        """Whether what the claim says here is about all shapes, or is said to fail for some."""
        return bool(of_text(self.claim, text)) or self._fails(text)

    def piece(self, piece: Piece) -> None:
        """A printed formula. Its figures are right where it is proved, else the one is wrong whose change mends it."""
        if self._fails(piece.text):
            return
        held = all_hold([Answer(one.holds) for one in self.text(piece.text, self._printed(piece))])

        def proved(figures: Sequence[Written]) -> bool:
            records = of_text(self.claim, piece.text, filled(piece.text, figures))
            return all(statement.holds for record in records for statement in decided(record))

        self.bench.in_statement(piece.indices, held, proved)

    def text(self, text: str, printed: str | None = None) -> list[Statement]:
        """The statements of what the claim says or means, each a line."""
        found = [statement for record in of_text(self.claim, text, printed) for statement in decided(record)]
        self.statements += found
        for statement in found:
            self.answers.append(Answer(statement.holds, why=statement.why))
            self.lines.append(Line(statement.shown, "", (), statement.holds))
            self.counterexample = self.counterexample or statement.counterexample
        return found

    def in_words(self) -> None:
        """The figures that stand for numerals of a statement."""
        for index, reading in (self.claim.reads or {}).items():
            if isinstance(reading, Stated):
                self._in_words(index, reading)

    def rest(self) -> None:
        """The records that are neither printed nor meant nor a step, and what is said to fail."""
        elsewhere = {*self.claim.says, *self.claim.means, *(step.formula for step in self.claim.derivation)}
        for formula in dict.fromkeys(record.formula for record in self.claim.proves):  # records may share it
            if formula not in elsewhere:
                self.text(formula)
        for record in self.claim.fails:
            piece = next((piece for piece in self.bench.pieces if piece.text == record.formula), None)
            answer, shown, counterexample = failure(record, self._printed(piece) if piece else None)
            self.answers.append(answer)
            against = f"   ({counterexample})" if counterexample else ""
            self.lines.append(Line(f"¬ ({shown}){against}", "", (), answer.holds))
            if piece is not None:
                self.bench.in_statement(piece.indices, answer.holds, lambda _: False)

    def _in_words(self, index: int, reading: Stated) -> None:
        """A figure that stands for a numeral of a statement: the statement is decided with the printed figure in it."""
        figures = list(numerals(reading.formula))

        def proved(printed: Sequence[Written]) -> bool | None:
            figures[reading.number] = printed[0]
            text = filled(reading.formula, figures)
            records = of_text(self.claim, reading.formula, text)
            answers = [Answer(one.holds) for record in records for one in decided(record)]
            return all_hold(answers) if answers else None

        self.bench.in_statement([index], proved([self.bench.printed[index]]), lambda printed: proved(printed) is True)

    def step(self, step: Step) -> Answer:
        return step_answer(self.claim, step)

    @cached_property
    def hypotheses(self) -> tuple[HypothesisOutcome, ...]:
        """Each hypothesis, dropped and tried again; to be asked for when everything has been stated."""
        return audit(self.statements)

    @property
    def missing(self) -> Unstated | None:
        """A hypothesis that the statements need and the lesson does not state, first one that no fair reading supplies."""
        needed = {hypothesis.name for hypothesis in self.hypotheses if hypothesis.needed}
        missing = [one for one in self.claim.unstated if one.hypothesis in needed]
        return min(missing, key=lambda one: one.fair is not None, default=None)

    def condition(self, one: Unstated) -> Message:
        """What the statements need and the lesson does not say, with the instance that shows the need."""
        witness = next(hypothesis.witness for hypothesis in self.hypotheses if hypothesis.name == one.hypothesis)
        values: dict[str, object] = {"hypothesis": one.hypothesis, "witness": witness, "repair": one.repair}
        if one.fair is None:
            return Message("needs-hypothesis", values)
        return Message("needs-hypothesis-fairly-read", {**values, "fair": one.fair})

    @property
    def instance(self) -> str:
        """An exact instance for each set of hypotheses that a statement has."""
        found: dict[tuple[str, ...], str] = {}
        for statement in self.statements:
            instance = statement.finding.instance if statement.finding else None
            if instance is not None and statement.hypotheses and statement.hypotheses not in found:
                found[statement.hypotheses] = instance.shown()
        return " · ".join(found.values())

    @property
    def theorems(self) -> tuple[str, ...]:
        cited = (name for one in self.statements if one.finding for name in one.finding.theorems)
        return tuple(dict.fromkeys(cited))

    def _fails(self, text: str) -> bool:
        """Whether a text is one that the lesson says to fail, and that no record of `proves` states."""
        stated = any(record.formula == text for record in self.claim.proves)
        return not stated and any(record.formula == text for record in self.claim.fails)

    def _printed(self, piece: Piece) -> str:
        return filled(piece.text, piece.of(self.bench.printed))


def _under(record: Provable, printed: Mapping[str, str]) -> Provable:
    """A record with those of its hypotheses that the claim prints, as they are printed."""
    given: Mapping[str, str] = getattr(record, "given", {})
    if not printed.keys() & given.values():
        return record
    return replace(record, given={name: printed.get(text, text) for name, text in given.items()})
