"""Would the guard notice? What `mutate` does: each printed figure changed by one unit of its last place, up and down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derivations.catalogue import Selection, UsageError
from derivations.citing_values import CitingValues
from derivations.claim import OfTheDocument
from derivations.heard import heard_once
from derivations.proof import remembering
from derivations.verdict import (
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    LessonRead,
    Message,
    Severity,
    Verdict,
)
from lessons.chapter import Progress, Reading, read_chapter
from lessons.check import (
    DocumentGiven,
    chapters_of,
    documents_by_lesson,
    joined_reading,
    lesson_read,
    refuse_other_lessons,
    sidecar_of,
    what_is_asked,
)
from lessons.document import Document, of_source
from lessons.mutation.guard import Fault, Guard, faults
from lessons.mutation.mutant import Mutant, mutants
from lessons.mutation.outcome import Change, Mutation, Reason
from lessons.mutation.readable import Readable
from lessons.mutation.rereading import heading_touched
from lessons.read_before import many_editions
from lessons.source import Source
from lessons.survey import survey
from numeric.written import read as written

_DIGITS = 12
_OTHER_THAN_RECORDED = frozenset({"given-changed", "bound-changed"})
_DECLARED = {
    FigureVerdict.STRUCTURAL: Reason.LABEL,
    FigureVerdict.ILLUSTRATIVE: Reason.ILLUSTRATIVE,
    FigureVerdict.EXTERNAL: Reason.EXTERNAL,
    FigureVerdict.UNACCOUNTED: Reason.UNACCOUNTED,
    FigureVerdict.WRONG: Reason.KNOWN,
    FigureVerdict.TRUNCATED: Reason.KNOWN,
    FigureVerdict.UNDECIDED: Reason.KNOWN,
}
_OF_CLAIM = {
    Verdict.ILLUSTRATIVE: Reason.ILLUSTRATIVE,
    Verdict.EXTERNAL: Reason.EXTERNAL,
    Verdict.REFUTED: Reason.KNOWN,
    Verdict.UNDECIDED: Reason.KNOWN,
}


def mutate(
    targets: Sequence[str],
    documents: Sequence[DocumentGiven],
    *,
    progress: Progress | None = None,
    claims: Sequence[str] = (),
) -> Mutation:
    """Change each figure of the documents in turn, and see whether anything grave is found that was not found before.

    The targets and documents are those of `verify`. Raises UsageError as it does, and where a lesson has no document.
    """
    asked = what_is_asked(targets, documents)
    with remembering(), heard_once():
        changed = _Changing(progress, claims)
        changed.lessons(asked.selections, asked.documents)
        for document, path in asked.others:
            with many_editions():
                changed.document(document, path)
    if not changed.read:
        raise UsageError("nothing-collected", targets=", ".join(targets))
    return Mutation(tuple(targets), tuple(changed.read.values()), tuple(changed.changes), tuple(changed.unspelled))


class _Changing:
    """What has been changed so far."""

    def __init__(self, progress: Progress | None, claims: Sequence[str]) -> None:
        self.progress = progress
        self.beside = claims
        self.read: dict[str, LessonRead] = {}
        self.changes: list[Change] = []
        self.unspelled: list[FigureOutcome] = []

    def lessons(self, selections: Sequence[Selection], documents: Sequence[DocumentGiven]) -> None:
        given = documents_by_lesson(selections, documents)
        for name in dict.fromkeys(selection.lesson.name for selection in selections):
            if name not in given:
                raise UsageError("mutate-without-document", lesson=name)
        read = {name: Readable(one.path) for name, one in given.items()}
        sources = {name: one.text for name, one in read.items()}
        parts = [
            (read_chapter(lesson, chapter, sources[lesson.name]), wanted) for lesson, chapter, wanted in chapters_of(selections)
        ]
        refuse_other_lessons([reading for reading, _ in parts])
        guards = [Guard(reading, wanted, _DIGITS, read[reading.lesson.name].ignored) for reading, wanted in parts]
        for guard, (reading, wanted) in zip(guards, parts, strict=True):
            name = reading.lesson.name
            here = lesson_read(reading, wanted, given[name])
            self.read[name] = joined_reading(self.read.get(name), here)
            together = [guard, *(one for one in guards if one is not guard and one.reading.lesson.name == name)]
            self._chapter(read[name], together)

    def _chapter(self, document: Readable, guards: Sequence[Guard]) -> None:
        """Every figure of the first guard's chapter; the other guards are those of the lesson's other chapters."""
        own, source = guards[0], document.text
        settled = own.unchanged
        for mutant in self._each(own.reading.chapter.number, source, settled.figures, document):
            changed = mutant.of(source)
            found, reading = own.new_faults(mutant, changed)
            for other in guards[1:] if not found else ():
                if heading_touched(source, changed, mutant) or _looks_at(other.reading, mutant):
                    found, _ = other.new_faults(mutant, changed)
                if found:
                    break
            figure = settled.figures[mutant.figure]
            claims = [claim for claim in settled.claims if claim.id in figure.claims]
            after = reading.figures if reading else []
            noted = reading is not None and _noted(reading.findings, changed, mutant)
            self._add(mutant, document.in_file(figure), found, claims, _at(after, changed, mutant), noted)

    def document(self, document: Document, path: str) -> None:
        """A document without claims, checked against its own arithmetic."""
        source = document.source
        beside = sidecar_of(path, self.beside)
        before = survey(document, path, sidecar=beside)
        self.read[path] = before.lesson
        known = faults(before.findings, source)
        figures = [figure for figure in before.figures if figure.lesson == path]
        for mutant in self._each(path, source, figures):
            changed = mutant.of(source)
            after = survey(of_source(changed, document.format), path, sidecar=beside)
            found = faults(after.findings, changed, mutant) - known
            figure = figures[mutant.figure]
            claims = [claim for claim in before.claims if claim.id in figure.claims]
            self._add(mutant, figure, found, claims, _at(after.figures, changed, mutant))

    def _each(
        self, step: str, source: Source, figures: Sequence[FigureOutcome], document: Readable | None = None
    ) -> Iterator[Mutant]:
        every = [one for one in mutants(source, figures) if document is None or document.is_verbatim(one.start, one.stop)]
        spelled = {mutant.figure for mutant in every}
        unspelled = [figure for number, figure in enumerate(figures) if number not in spelled and figure.place]
        self.unspelled += [document.in_file(figure) for figure in unspelled] if document else unspelled
        for number, mutant in enumerate(every):
            if self.progress is not None:
                self.progress(step, number, len(every))
            yield mutant

    def _add(
        self,
        mutant: Mutant,
        figure: FigureOutcome,
        found: frozenset[Fault],
        claims: Sequence[ClaimOutcome],
        after: FigureOutcome | None,
        noted: bool = False,
    ) -> None:
        if not found:
            reason, proof = _reason(figure, claims, mutant, after)
            self.changes.append(Change(figure, mutant.printed, None, None, False, reason, proof, noted))
            return
        # The finding at the figure itself tells most, an error more than a warning.
        first = min(found, key=lambda one: (one.offset != mutant.start, one.severity is not Severity.ERROR, *_order(one)))
        by_error = any(one.severity is Severity.ERROR for one in found)
        self.changes.append(Change(figure, mutant.printed, first.rule, first.claim, by_error, None))


def _order(fault: Fault) -> tuple[int, str, str, str]:
    return fault.offset or 0, fault.rule, fault.claim or "", fault.repair or ""


def _at(figures: Sequence[FigureOutcome], changed: Source, mutant: Mutant) -> FigureOutcome | None:
    place = changed.place(mutant.start)
    return next((figure for figure in figures if figure.place == place), None)


def _noted(findings: Sequence[Finding], changed: Source, mutant: Mutant) -> bool:
    """Whether it is said of the changed figure that it is not the recorded one."""
    place = changed.place(mutant.start)
    return any(finding.rule in _OTHER_THAN_RECORDED and finding.places[:1] == (place,) for finding in findings)


def _looks_at(reading: Reading, mutant: Mutant) -> bool:
    """Whether a chapter says something of another part of the document, in which the change lies: what it promises there,
    how long its list is, what it quotes from there."""
    for claim in reading.claims:
        numbers = [number for number, _ in claim.promises]
        numbers += [one.section for one in (claim.reads or {}).values() if isinstance(one, OfTheDocument)]
        if any(_lies_in(reading, number, mutant) for number in numbers):
            return True
    # What its own example is computed from may be given there.
    example = reading.chapter.example()
    return isinstance(example, CitingValues) and _lies_in(reading, example.of, mutant)


def _lies_in(reading: Reading, number: str, mutant: Mutant) -> bool:
    heading = reading.headings.get(number)
    return heading is not None and heading.start <= mutant.start < heading.end


def _reason(
    figure: FigureOutcome, claims: Sequence[ClaimOutcome], mutant: Mutant, after: FigureOutcome | None
) -> tuple[Reason, Message | None]:
    """Why a change went by, and where it is still right, why."""
    verdicts = [claim.verdict for claim in claims]
    declared = _DECLARED.get(figure.verdict) or next((_OF_CLAIM[one] for one in verdicts if one in _OF_CLAIM), None)
    if declared is not None:
        return declared, None
    if figure.verdict is FigureVerdict.GIVEN:
        return Reason.GIVEN, None
    if after is not None and after.verdict is FigureVerdict.BOUND:
        return Reason.BOUND, Message("mutate.proof.bound", {"value": after.value or "?", "says": mutant.printed})
    if after is not None and after.verdict is FigureVerdict.ROUNDED:
        number = written(after.printed)
        ends = [number.reprinted(10 * number.steps + half, number.decimals + 1) for half in (-5, 5)]
        values = {"value": after.value or "?", "low": ends[0], "high": ends[1]}
        return Reason.ROUNDED, Message("mutate.proof.rounded", values)
    return Reason.UNCHECKED, None
