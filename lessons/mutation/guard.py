"""A chapter as a guard sees it: verified once, and again for each change, as far as the change reaches.

What is compared are findings, each by its rule, how grave it is, whose it is, its place in the unchanged document and what
should be printed there. A claim for all shapes is decided anew only where a change reaches it: where its own figures, or
values that it is about, are others. Elsewhere it says the same of both documents, and what it says is left out of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derivations.catalogue import Selection
from derivations.claim import Claim, Label
from derivations.decide import Decision, about_values, decide
from derivations.figures import Bench, FigureDecision
from derivations.values import Values
from derivations.verdict import Evidence, FigureVerdict, Finding, Severity, Verdict
from lessons.chapter import Reading
from lessons.flat import Occurrence
from lessons.ledger import Ledger, Settled
from lessons.mutation.mutant import Mutant
from lessons.mutation.rereading import Rereader
from lessons.source import Source
from numeric.written import Written

GRAVE = frozenset({Severity.ERROR, Severity.WARNING})
"""What catches a mutant: findings an author would print an erratum for, or mend a sentence."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A grave finding, apart from its wording: two documents have the same fault where all of this agrees."""

    rule: str
    severity: Severity
    claim: str | None
    offset: int | None  # in the unchanged document
    repair: str | None


def faults(findings: Sequence[Finding], document: Source, mutant: Mutant | None = None) -> frozenset[Fault]:
    """The grave findings of a document; with `mutant`, of the one that it makes of an unchanged document."""
    found = set()
    for finding in findings:
        if finding.severity not in GRAVE:
            continue
        offset = None
        if finding.places:
            offset = document.line_starts[finding.places[0].line - 1] + finding.places[0].column - 1
            offset = mutant.original(offset) if mutant else offset
        found.add(Fault(finding.rule, finding.severity, finding.claim, offset, finding.repair))
    return frozenset(found)


Prints = dict[str, set[tuple[str, ...]]]
"""Claim by claim, what its holes hold at the places that print it."""


class Guard:
    """One chapter of a lesson in a document, and what its changes bring about."""

    def __init__(self, reading: Reading, wanted: Sequence[Selection], digits: int) -> None:
        self.reading = reading
        self.wanted = wanted
        self.digits = digits
        self.rereader = Rereader(reading)
        self.prints = _prints(reading)
        self.costly = frozenset(claim.id for claim in reading.claims if claim.setting or claim.proves or claim.fails)
        self.about_values = frozenset(
            claim.id for claim in reading.claims if claim.id in self.costly and about_values(claim, reading.values.functions)
        )
        self._faults: dict[frozenset[str], frozenset[Fault]] = {}

    def new_faults(self, mutant: Mutant, changed: Source) -> tuple[frozenset[Fault], Settled]:
        """The grave findings of the changed document that the unchanged one does not have, and the chapter as settled there.

        Claims whose decision takes a search are looked at last, and only where nothing else has told.
        """
        reading = self.rereader.read(mutant, changed)
        if reading.values.givens == self.reading.values.givens:
            reading = replace(reading, values=self.reading.values)  # with what has been decided over them
        reached = self._reached(reading)
        for claims in dict.fromkeys((frozenset[str](), reached)):
            settled = self._settled(reading, claims)
            new = faults(settled.findings, changed, mutant) - self._known(claims)
            if new:
                break
        return new, settled

    def _known(self, claims: frozenset[str]) -> frozenset[Fault]:
        if claims not in self._faults:
            assert self.reading.document is not None
            self._faults[claims] = faults(self._settled(self.reading, claims).findings, self.reading.document)
        return self._faults[claims]

    def _reached(self, reading: Reading) -> frozenset[str]:
        """The costly claims of which the changed document says something else, or that are about other values."""
        before, now = self.prints, _prints(reading)
        reached = {name for name in self.costly if not now[name] <= before[name]}
        if reading.values is not self.reading.values:
            reached |= self.about_values
        return frozenset(reached)

    def _settled(self, reading: Reading, decided: frozenset[str]) -> Settled:
        """The chapter with these of the costly claims decided, and the others taken to hold."""

        def deciding(
            claim: Claim, printed: Sequence[Written], recorded: Sequence[Written], values: Values, digits: int
        ) -> Decision:
            if claim.id in self.costly and claim.id not in decided:
                return _held(Bench(claim, tuple(printed), tuple(recorded), values, digits))
            return decide(claim, printed, recorded, values, digits)

        return Ledger(reading, self.wanted, self.digits, 0, deciding).settle(None)


def _held(bench: Bench) -> Decision:
    """A claim taken to hold: what is no label and no hypothesis of it is right."""
    for index, reading in (bench.claim.reads or {}).items():
        if isinstance(reading, Label):
            bench.decided[index] = FigureDecision(FigureVerdict.STRUCTURAL)
    for piece in bench.pieces:
        if piece.text in bench.claim.assumes:
            bench.assumed(piece)
    right = FigureDecision(FigureVerdict.EXACT)
    figures = tuple(bench.decided.get(index, right) for index in range(len(bench.printed)))
    return Decision(Verdict.PROVED, None, Evidence("none", "none"), None, (), (), figures)


def _prints(reading: Reading) -> Prints:
    def at(claim: Claim, place: Occurrence | None) -> tuple[str, ...]:
        return tuple(figure.text for figure in reading.printed(claim, place))

    return {claim.id: {at(claim, place) for place in reading.bound[claim.id].occurrences or (None,)} for claim in reading.claims}
