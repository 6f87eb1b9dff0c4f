"""Documents, claims and verdicts brought together: what `verify` does."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from derivations.catalogue import Chapter, Lesson, Selection, UsageError, lessons, resolve
from derivations.verdict import ClaimOutcome, FigureOutcome, Finding, LessonRead, Verification
from lessons.chapter import Progress, Reading, read_chapter
from lessons.companion import companion as companion_of
from lessons.ledger import Ledger
from lessons.source import Document, read

# A document given as NAME of which less than this share binds is another lesson.
ANOTHER_LESSON = 0.1


@dataclass(frozen=True, slots=True)
class DocumentGiven:
    """A file that is to be read as a lesson. `name` None: the lesson of the target. `recognised`: "given", "configured"."""

    name: str | None
    path: str
    recognised: str = "given"


def verify(
    targets: Sequence[str], documents: Sequence[DocumentGiven], *, digits: int = 12, progress: Progress | None = None
) -> Verification:
    """Decide every claim that the targets name, at the places of the documents, and account for every figure there.

    digits: certain digits to show of a value. progress: called with a claim's id, how many are done, and how many there are.
    Raises UsageError for unknown targets, unreadable documents, and a document of another lesson.
    """
    selections = [selection for target in targets for selection in _parts(target)]
    paths = _documents_by_lesson(selections, documents)
    read_documents: dict[str, Document] = {name: read(given.path) for name, given in paths.items()}
    lessons_read: dict[str, LessonRead] = {}
    claims: list[ClaimOutcome] = []
    figures: list[FigureOutcome] = []
    findings: list[Finding] = []
    for lesson, chapter, wanted in _chapters(selections):
        document = read_documents.get(lesson.name)
        reading = _read(lesson, chapter, document)
        found = Ledger(reading, wanted, digits, len(figures)).settle(progress)
        claims += found.claims
        figures += found.figures
        findings += found.findings
        lessons_read[lesson.name] = _joined(
            lessons_read.get(lesson.name), _lesson_read(reading, wanted, paths.get(lesson.name))
        )
    if not claims:
        raise UsageError("nothing-collected", targets=", ".join(targets))
    return Verification(tuple(targets), tuple(lessons_read.values()), tuple(claims), tuple(figures), tuple(findings))


def companion(target: str, documents: Sequence[DocumentGiven], *, digits: int = 12) -> dict[str, object]:
    """The companion file of a chapter's worked example, from the values that the document gives. Raises UsageError."""
    selections = resolve(target)
    chapters = _chapters(selections)
    if len(chapters) != 1:
        raise UsageError("one-chapter-only", target=target)
    lesson, chapter, _ = chapters[0]
    given = _documents_by_lesson(selections, documents).get(lesson.name)
    return companion_of(_read(lesson, chapter, read(given.path) if given else None), digits)


def _parts(target: str) -> tuple[Selection, ...]:
    """What a target names. A file is no target yet: it has to be said which lesson it is."""
    try:
        return resolve(target)
    except UsageError as error:
        if error.message.key == "unknown-target" and os.path.isfile(target):
            raise UsageError("target-is-file", path=target) from None
        raise


def _read(lesson: Lesson, chapter: Chapter, document: Document | None) -> Reading:
    """The chapter as the document prints it. Raises UsageError where the document is another lesson."""
    reading = read_chapter(lesson, chapter, document)
    if document is not None and reading.share_bound < ANOTHER_LESSON:
        raise UsageError("another-lesson", path=document.path, lesson=lesson.name, chapter=chapter.number)
    return reading


def _chapters(selections: Sequence[Selection]) -> list[tuple[Lesson, Chapter, list[Selection]]]:
    """The encoded chapters that the selections touch, each once, in lesson order, with the selections that touch it."""
    found: dict[tuple[str, str], tuple[Lesson, Chapter, list[Selection]]] = {}
    for selection in selections:
        for chapter in selection.chapters:
            if chapter.encoded:
                entry = found.setdefault((selection.lesson.name, chapter.number), (selection.lesson, chapter, []))
                entry[2].append(selection)
    order = {lesson.name: position for position, lesson in enumerate(lessons())}
    return sorted(found.values(), key=lambda entry: (order[entry[0].name], int(entry[1].number)))


def _documents_by_lesson(selections: Sequence[Selection], documents: Sequence[DocumentGiven]) -> dict[str, DocumentGiven]:
    """Which document is which lesson. One that the user gives goes before one that is configured."""
    names = list(dict.fromkeys(selection.lesson.name for selection in selections))
    chosen: dict[str, DocumentGiven] = {}
    for document in sorted(documents, key=lambda one: one.recognised == "given"):
        if document.name is None:
            if len(names) > 1:
                raise UsageError("document-without-lesson", path=document.path, lessons=", ".join(names))
            name = names[0]
        else:
            name = resolve_lesson(document.name)
        if document.recognised == "given" and name not in names:
            raise UsageError("document-unused", path=document.path, lesson=name, lessons=", ".join(names))
        if document.recognised == "given" and name in chosen and chosen[name].recognised == "given":
            raise UsageError("two-documents", lesson=name, first=chosen[name].path, second=document.path)
        chosen[name] = document
    return {name: document for name, document in chosen.items() if name in names}


def resolve_lesson(name: str) -> str:
    """The proper name of a lesson or of one of its aliases. Raises UsageError."""
    for lesson in lessons():
        if name in (lesson.name, *lesson.aliases):
            return lesson.name
    raise UsageError("unknown-lesson", name=name, known=", ".join(lesson.name for lesson in lessons()))


def _lesson_read(reading: Reading, wanted: Sequence[Selection], given: DocumentGiven | None) -> LessonRead:
    sections = {selection.section for selection in wanted if selection.claim is None}
    sections |= {".".join(selection.claim.split(".")[1:3]) for selection in wanted if selection.claim}
    titles = (
        reading.titles(None)
        if None in sections
        else tuple(dict.fromkeys(title for section in sorted(filter(None, sections)) for title in reading.titles(section)))
    )
    if reading.document is None or given is None:
        return LessonRead(reading.lesson.name, None, None, "recorded", titles)
    stretches = [reading.stretch(section) for section in sections]
    first = min(start for start, _ in stretches)
    last = max(end for _, end in stretches)
    return LessonRead(
        reading.lesson.name,
        given.path,
        reading.document.sha256,
        given.recognised,
        titles,
        reading.document.place(first).line,
        reading.document.place(max(first, last - 1)).line,
    )


def _joined(before: LessonRead | None, now: LessonRead) -> LessonRead:
    if before is None:
        return now
    lines = [line for line in (before.first_line, now.first_line) if line is not None]
    ends = [line for line in (before.last_line, now.last_line) if line is not None]
    return replace(
        before, sections=before.sections + now.sections, first_line=min(lines, default=None), last_line=max(ends, default=None)
    )
