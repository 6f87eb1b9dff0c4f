"""A document without claims: what it prints is checked against its own arithmetic, and every figure is accounted for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.verdict import (
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    LessonRead,
    Place,
    SectionTitle,
    Severity,
    Text,
    Unread,
)
from lessonproof.records import dataclass
from lessons.block import NOT_SHOWN, Block, BlockKind, Figure
from lessons.detectors import detect
from lessons.detectors.detection import Detection, Found, failure
from lessons.document import Document
from lessons.formats.comments import ADDRESS
from lessons.made_up import made_up, may_suppose
from lessons.passage import Passage, passages

if TYPE_CHECKING:
    from lessons.declarations.sidecar import Sidecar

# Where several detectors have looked at one figure, the gravest counts, then the tightest.
_RANK = (
    FigureVerdict.WRONG, FigureVerdict.TRUNCATED, FigureVerdict.UNDECIDED, FigureVerdict.LOOSE, FigureVerdict.EXACT,
    FigureVerdict.ROUNDED, FigureVerdict.BOUND, FigureVerdict.GIVEN,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Survey:
    """One document, read and checked.

    claims: what its author declares figures to be worth.   beside: the sidecar that says so.
    """

    lesson: LessonRead
    figures: tuple[FigureOutcome, ...]
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    claims: tuple[ClaimOutcome, ...] = ()
    beside: tuple[LessonRead, ...] = ()


def survey(document: Document, name: str, first: int = 0, sidecar: Sidecar | None = None) -> Survey:
    """Check a document that is no lesson of ours.

    name: what it is called.   first: how many figures the run has before it.   sidecar: what its author declares beside it.

    Nothing of the document is executed or followed, and every detector has a budget of steps.
    """
    if sidecar is not None and sidecar.declarations.conventions.decimal_separator == ",":
        from lessons.declarations.separator import quoting_points, with_commas, with_points

        return with_commas(_Surveying(with_points(document), name, first, quoting_points(sidecar, document)).survey())
    return _Surveying(document, name, first, sidecar).survey()


def failed(document: Document, name: str, error: Exception) -> Survey:
    """What is known of a document whose check ended in an error of ours: that it did."""
    source = document.source
    last = document.place(max(0, len(source.text.rstrip()) - 1)).line
    read = LessonRead(name, name, source.sha256, "document", (), 1, last, document.format.value, source.written)
    finding = Finding("check-failed", Severity.ERROR, name, "", (document.place(0),), None, None, failure("survey", error))
    return Survey(read, (), (finding,), ())


class _Surveying:
    def __init__(self, document: Document, name: str, first: int, sidecar: Sidecar | None) -> None:
        self.document = document
        self.sidecar = sidecar
        self.name = name
        self.first = first
        headings = [block for block in document.blocks if block.kind is BlockKind.HEADING and block.runs]
        self.starts = [block.runs[0].excerpt.start for block in headings]
        self.titles = [_title(block) for block in headings]

    def survey(self) -> Survey:
        if self.sidecar is not None or ADDRESS in self.document.source.text:
            return self.with_declarations()
        read = passages(self.document)
        return self.surveyed(read, detect(read))

    def with_declarations(self) -> Survey:
        """With what the author declares in a sidecar or in comments."""
        from lessons.declarations.applied import applied
        from lessons.declarations.declared import Declared

        declared = Declared(self.document, self.name, self.sidecar)
        with declared.in_force():
            read = passages(self.document)
            names = declared.names(read)
            found = self.surveyed(read, detect(read, names))
            declared.check(names)
            changed = applied(declared, names, read, found.figures, found.findings, found.lesson, self.section, self.first)
        return replace(
            found,
            figures=changed.figures,
            findings=(*in_order(changed.findings), *changed.at_sidecar),
            claims=changed.claims,
            beside=changed.beside,
        )

    def surveyed(self, read: Sequence[Passage], detection: Detection) -> Survey:
        figures, number_at = self.figures(read, detection)
        findings = [
            Finding(
                found.rule, found.severity, self.name, self.section(found.place), (found.place, *found.related), None,
                number_at.get(found.place), found.message, self.repair(found, number_at, figures), formula=found.formula,
            )
            for found in detection.findings
        ]  # fmt: skip
        findings += [
            Finding(note.message.key, Severity.NOTE, self.name, self.section(place), (place,), None, None, note.message)
            for note in self.document.notes
            for place in (self.document.place(note.offset),)
        ]
        unread = {
            (one.place.line, one.place.column, one.reason.key, one.text): Unread(
                self.name, self.section(one.place), one.place, one.text, one.reason
            )
            for one in detection.not_understood
        }
        return Survey(
            self.lesson(),
            tuple(figures),
            in_order(findings),
            tuple(one for _, one in sorted(unread.items())),
        )

    def lesson(self) -> LessonRead:
        source = self.document.source
        sections = tuple(
            SectionTitle(title, Text(title, title), self.document.place(start))
            for title, start in zip(self.titles, self.starts, strict=True)
        )
        last = self.document.place(max(0, len(source.text.rstrip()) - 1)).line
        form = self.document.format.value
        return LessonRead(self.name, self.name, source.sha256, "document", sections, 1, last, form, source.written)

    def figures(self, read: Sequence[Passage], detection: Detection) -> tuple[list[FigureOutcome], dict[Place, int]]:
        """Every figure of the text, in order, with what the detectors made of it; and its number by its place."""
        settled: dict[Place, FigureVerdict] = {}
        for one in detection.settled:
            place = read[one.passage].places(one.span[0])
            settled[place] = min(settled.get(place, one.verdict), one.verdict, key=_rank)
        expected = {found.place: found for found in detection.findings}
        outcomes: list[FigureOutcome] = []
        number_at: dict[Place, int] = {}
        suppose = may_suppose("\n".join(passage.text for passage in read))
        stretches: dict[int, tuple[tuple[int, int], ...]] = {}  # of each block, what it calls made up
        for block, figure in self.printed():
            start = figure.excerpt.start
            place = self.document.place(start)
            verdict = settled.get(place)
            if verdict is None and block.kind is BlockKind.HEADING:
                verdict = FigureVerdict.STRUCTURAL
            elif verdict is None:
                if suppose and id(block) not in stretches:
                    stretches = {id(block): made_up(block)}
                supposed = suppose and any(first <= start < last for first, last in stretches[id(block)])
                verdict = FigureVerdict.ILLUSTRATIVE if supposed else FigureVerdict.UNACCOUNTED
            found = expected.get(place)
            right = figure.written.text if verdict in (FigureVerdict.EXACT, FigureVerdict.ROUNDED) else None
            number_at[place] = self.first + len(outcomes)
            outcomes.append(
                FigureOutcome(
                    figure.written.text, self.name, self.section_at(start), place, (), "", None,
                    _certain(found, figure.written.text) if found else right, found.ulps if found else 0, verdict,
                    found.message if found else None,
                    self.document.place(figure.excerpt.stop),
                )
            )  # fmt: skip
        return outcomes, number_at

    def repair(self, found: Found, number_at: Mapping[Place, int], figures: Sequence[FigureOutcome]) -> str | None:
        """What should stand in place of the figure of a finding, or of all that is printed where it is about no one figure."""
        number = number_at.get(found.place)
        return found.expected if number is None else _in_its_place(found, figures[number - self.first].printed)

    def printed(self) -> list[tuple[Block, Figure]]:
        return [(block, figure) for block in self.document.blocks if block.kind not in NOT_SHOWN for figure in block.figures()]

    def section(self, place: Place) -> str:
        """The title of the heading above a place; "" before the first."""
        return self.section_at(self.document.source.line_starts[place.line - 1] + place.column - 1)

    def section_at(self, offset: int) -> str:
        number = bisect_right(self.starts, offset)
        return self.titles[number - 1] if number else ""


def _in_its_place(found: Found, figure: str) -> str | None:
    """The right print of the figure alone, where a detector speaks of it with its word: 7.0 where 7.1 million should be 7.0
    million; and with its unit, where a detector speaks of it without. None where that cannot be told."""
    if found.expected is None or found.printed == figure:
        return found.expected
    if found.printed.startswith(figure):
        word = found.printed[len(figure) :]
        return found.expected[: -len(word)] if found.expected.endswith(word) else None
    return found.expected + figure[len(found.printed) :] if figure.startswith(found.printed) else None


def _certain(found: Found, figure: str) -> str | None:
    """What certainly should stand in place of a figure; None for a total: one of its amounts may be the mistake."""
    return None if found.rule == "total-wrong" else _in_its_place(found, figure)


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """By their places in the document."""
    return tuple(sorted(findings, key=lambda finding: (finding.places[0].line, finding.places[0].column, finding.rule)))


def _title(block: Block) -> str:
    return " ".join("".join(run.text for run in block.runs).split())


def _rank(verdict: FigureVerdict) -> int:
    return _RANK.index(verdict) if verdict in _RANK else len(_RANK)
