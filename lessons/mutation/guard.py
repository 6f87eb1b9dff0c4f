"""A chapter as a guard sees it: verified once, and again for each change, as far as the change reaches.

What is compared are findings, each by its rule, how grave it is, whose it is, its place in the unchanged document and what
should be printed there. A claim for all shapes is decided anew only where a change reaches it: where its own figures, or
values that it is about, are others. Elsewhere it says the same of both documents, and what it says is left out of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from derivations.catalogue import Selection
from derivations.claim import Claim, Label, OfTheDocument
from derivations.decide import decide, decide_figures
from derivations.decisions import Decision, FigureDecision, about_values
from derivations.figures import Bench
from derivations.pieces import recorded
from derivations.values import Values
from derivations.verdict import Evidence, FigureVerdict, Finding, Severity, Verdict
from lessonproof.records import dataclass
from lessons.chapter import Reading, as_printed
from lessons.ledger import Ledger, Settled
from lessons.memory import carry_over
from lessons.mutation.mutant import Mutant
from lessons.mutation.rereading import Rereader
from lessons.occurrence import Occurrence
from lessons.source import Source
from numeric.written import Written

_WRONG = frozenset({FigureVerdict.WRONG, FigureVerdict.TRUNCATED})
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

    def __init__(
        self, reading: Reading, wanted: Sequence[Selection], digits: int, ignored: Callable[[str, int], bool] | None = None
    ) -> None:
        """ignored: whether the author ignores what a rule finds at an offset of the unchanged document."""
        self.reading = reading
        self.wanted = wanted
        self.digits = digits
        self.ignored = ignored or (lambda rule, offset: False)
        self.rereader = Rereader(reading)
        self.prints = _prints(reading)
        self.costly = frozenset(claim.id for claim in reading.claims if claim.setting or claim.proves or claim.fails)
        self.about_values = frozenset(
            claim.id for claim in reading.claims if claim.id in self.costly and about_values(claim, reading.values.functions)
        )
        self.cheap = frozenset(claim.id for claim in reading.claims) - self.costly
        self._last_witness: str | None = None
        self._faults: dict[frozenset[str], frozenset[Fault]] = {}

    def new_faults(self, mutant: Mutant, changed: Source) -> tuple[frozenset[Fault], Settled | None]:
        """Grave findings of the changed document that the unchanged one does not have: all, or enough of them to show that
        there are some. With the chapter as settled there, where it was settled.

        What costs least is looked at first.
        """
        reading = self.rereader.read(mutant, changed)
        if reading.values.givens == self.reading.values.givens:
            reading = replace(reading, values=self.reading.values)  # with what has been decided over them
        else:
            carry_over(reading.chapter, self.reading.values, reading.values)
        now = _prints(reading)
        if told := self._told(reading, now, mutant):
            return frozenset({told}), None
        new, settled = frozenset[Fault](), None
        for claims in self._looks(reading, now):
            settled = self._settled(reading, claims)
            new = faults(settled.findings, changed, mutant) - self._known(claims) - self._known(self.cheap)
            new = frozenset(fault for fault in new if fault.offset is None or not self.ignored(fault.rule, fault.offset))
            if new:
                break
        return new, settled

    def _told(self, reading: Reading, now: Prints, mutant: Mutant) -> Fault | None:
        """A figure that is wrong now and was not before, of a claim that is easily decided: one is enough.

        Such a figure is a finding at its place, whatever else is found.
        """
        others = reading.values is not self.reading.values
        known = {(fault.offset, fault.rule, fault.repair) for fault in self._known(self.cheap)}
        prints_it = [claim for claim in reading.claims if now[claim.id] != self.prints[claim.id]]
        last = [claim for claim in reading.claims if claim.id == self._last_witness]
        for claim in (*prints_it, *last, *reading.claims) if others else prints_it:
            if claim.id not in self.cheap:
                continue
            for place in reading.bound[claim.id].occurrences:
                printed = as_printed(claim, place), reading.printed(claim, place), recorded(claim)
                for number, figure in enumerate(decide_figures(*printed, reading.values, self.digits)):
                    impossible = figure.note is not None and figure.note.key == "example-impossible"
                    if figure.verdict not in _WRONG or not figure.expected or impossible:
                        continue
                    offset = mutant.original(place.figures[number].start)
                    rule = f"figure-{figure.verdict.value}"
                    if (offset, rule, figure.expected) not in known and not self.ignored(rule, offset):
                        self._last_witness = claim.id
                        return Fault(rule, Severity.ERROR, claim.id, offset, figure.expected)
        return None

    def _looks(self, reading: Reading, now: Prints) -> Iterator[frozenset[str]]:
        """The claims to decide, all others being taken to hold: fewer first, at last all that the change may reach."""
        reached = {name for name in self.costly if not now[name] <= self.prints[name]}
        if reading.values is not self.reading.values:
            yield self.cheap | reached | self.about_values  # what is proved of these for all shapes is remembered
            return
        yield self.cheap
        if reached:
            yield self.cheap | reached

    @cached_property
    def unchanged(self) -> Settled:
        """The chapter of the unchanged document, with every claim decided that needs no search."""
        return self._settled(self.reading, self.cheap)

    def _known(self, claims: frozenset[str]) -> frozenset[Fault]:
        if claims not in self._faults:
            assert self.reading.document is not None
            settled = self.unchanged if claims == self.cheap else self._settled(self.reading, claims)
            self._faults[claims] = faults(settled.findings, self.reading.document)
        return self._faults[claims]

    def _settled(self, reading: Reading, decided: frozenset[str]) -> Settled:
        """The chapter with these of its claims decided, and the others taken to hold."""
        known = self.prints  # what is not among them is a formula that no claim knows

        def deciding(
            claim: Claim, printed: Sequence[Written], recorded: Sequence[Written], values: Values, digits: int
        ) -> Decision:
            if claim.id in known and claim.id not in decided:
                return _held(Bench(claim, tuple(printed), tuple(recorded), values, digits))
            return decide(claim, printed, recorded, values, digits)

        return Ledger(reading, self.wanted, self.digits, 0, deciding).settle(None)


def _held(bench: Bench) -> Decision:
    """A claim taken to hold: what is no label and no hypothesis of it is right."""
    for index, reading in (bench.claim.reads or {}).items():
        if isinstance(reading, Label):
            bench.decided[index] = FigureDecision(FigureVerdict.STRUCTURAL)
        elif isinstance(reading, OfTheDocument):
            bench.decided[index] = FigureDecision(FigureVerdict.STRUCTURAL, reading.name, bench.printed[index].text)
    for piece in bench.pieces:
        if piece.text in bench.claim.assumes:
            bench.assumed(piece)
    right = FigureDecision(FigureVerdict.EXACT)
    figures = tuple(bench.decided.get(index, right) for index in range(len(bench.printed)))
    return Decision(Verdict.PROVED, None, Evidence("none", "none"), None, (), (), figures)


def _prints(reading: Reading) -> Prints:
    def at(claim: Claim, place: Occurrence | None) -> tuple[str, ...]:
        return tuple(figure.text for figure in reading.printed(claim, place))

    return {
        claim.id: {at(claim, place) for place in reading.bound[claim.id].occurrences or (None,)} for claim in reading.claims
    }
