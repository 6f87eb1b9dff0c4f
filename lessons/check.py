"""Documents, claims and verdicts brought together: what `verify` does."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.catalogue import PREFACE, Chapter, Lesson, Selection, UsageError, is_target, lessons, resolve
from derivations.heard import heard_once
from derivations.verdict import ClaimOutcome, FigureOutcome, Finding, LessonRead, Verification
from lessonproof.records import dataclass
from lessons.ahead import decide_ahead
from lessons.chapter import Elsewhere, Progress, Reading, read_chapter
from lessons.findings import once
from lessons.formats.comments import ADDRESS
from lessons.formats.recognition import displayed_otherwise, recognised
from lessons.gathering import SIDECAR, STANDARD_INPUT, is_document, is_path, standard_input
from lessons.gathering import documents as gathered
from lessons.ledger import Ledger, wanted_claims
from lessons.outline import outline
from lessons.source import Source, decoded, read

if TYPE_CHECKING:
    from lessons.course import Recognised
    from lessons.declarations.sidecar import Sidecar
    from lessons.document import Document
    from lessons.memory import Memory
    from lessons.notation import Use

Reader = Callable[[Lesson, Chapter, Source | None], Reading]

# A document given as NAME of which less than this share binds is another lesson.
ANOTHER_LESSON = 0.1


@dataclass(frozen=True, slots=True)
class DocumentGiven:
    """A file that is to be read as a lesson. `name` None: the lesson of the target. `recognised`: "given", "configured"."""

    name: str | None
    path: str
    recognised: str = "given"


def verify(
    targets: Sequence[str],
    documents: Sequence[DocumentGiven],
    *,
    digits: int = 12,
    progress: Progress | None = None,
    contents: Mapping[str, bytes] | None = None,
    claims: Sequence[str] = (),
    memory: Memory | None = None,
) -> Verification:
    """Decide every claim that the targets name, at the places of the documents, and account for every figure there.

    A target that is a file, a folder or a pattern names documents. One that prints at least half of the claims of a shipped
    chapter is that chapter; any other is checked against its own arithmetic. digits: certain digits to show of a value.
    progress: called with what is being checked, how much is done, and how much there is. contents: what is read instead of the
    files at these paths. claims: sidecars, or folders of them, that are not beside their documents. memory: what earlier
    runs of this process have found; the result is the same without it. Raises UsageError for unknown targets, unreadable
    documents, and a document of another lesson.
    """
    contents = contents or {}
    asked = what_is_asked(targets, documents, contents, memory)
    found = Verification((), (), (), (), ())
    if asked.selections:
        found = _of_lessons(asked.selections, asked.documents, digits, progress, contents, memory)
    if asked.others:
        from lessons.surveys import Task, survey_all

        tasks = [Task(document, path, sidecar_of(path, claims)) for document, path in asked.others]
        for one in survey_all(tasks, len(found.figures), progress, memory):
            found = replace(
                found,
                lessons=(*found.lessons, one.lesson, *one.beside),
                claims=found.claims + one.claims,
                figures=found.figures + one.figures,
                findings=found.findings + one.findings,
                unread=found.unread + one.unread,
            )
    return replace(found, targets=tuple(targets))


@dataclass(frozen=True, slots=True)
class Asked:
    """What the targets name: parts of shipped lessons, the documents they are read from, and documents of their own."""

    selections: tuple[Selection, ...]
    documents: tuple[DocumentGiven, ...]
    others: tuple[tuple[Document, str], ...]


def what_is_asked(
    targets: Sequence[str],
    documents: Sequence[DocumentGiven],
    contents: Mapping[str, bytes] | None = None,
    memory: Memory | None = None,
) -> Asked:
    """Which parts and documents the targets name. Raises UsageError for unknown targets and unreadable documents.

    contents: what is read instead of the files at these paths.   memory: what earlier runs of this process have found.
    """
    contents = contents or {}
    reading = memory.reading if memory else read_chapter
    selections: list[Selection] = []
    paths: list[str] = []
    for target in targets:
        if not is_target(target) and is_document(target):
            paths += gathered(target)
        elif not is_target(target) and is_path(target):
            raise UsageError("document-missing", path=target)
        else:
            selections += resolve(target)
    others: list[tuple[Document, str]] = []
    found: list[Recognised] = []
    for path in dict.fromkeys(paths):
        from lessons.document import read as read_any

        content = standard_input() if path == STANDARD_INPUT and path not in contents else contents.get(path)
        read_here = read_any(path) if content is None else read_any(content, path)
        shipped = _shipped(_as_displayed(read_here), path, documents, reading)
        if shipped is None:
            others.append((read_here, path))
        else:
            found.append(shipped)
    if found:
        return _of_files(selections, documents, others, found)
    return Asked(tuple(selections), tuple(documents), tuple(others))


def _of_files(
    selections: Sequence[Selection],
    documents: Sequence[DocumentGiven],
    others: Sequence[tuple[Document, str]],
    found: Sequence[Recognised],
) -> Asked:
    """With the files that print chapters of shipped lessons: each a lesson, or several the parts of one."""
    from lessons.course import parts, preface, within

    rest = list(others)
    files: list[Recognised] = []
    for lesson in dict.fromkeys(one.lesson for one in found):
        here = [one for one in found if one.lesson is lesson]
        if not any(chapter.number == PREFACE for one in here for chapter in one.chapters):
            prefaces = (preface(lesson, path, _as_displayed(document)) for document, path in rest)
            here += [one for one in prefaces if one is not None][:1]
            rest = [one for one in rest if all(one[1] != held.path for held in here)]
        files += parts(here)
    held = [file.lesson for file in files]
    asked = [part for selection in selections for part in within(selection, held)]
    asked += [Selection(file.lesson.name, file.lesson, (chapter,)) for file in files for chapter in file.chapters]
    named = [DocumentGiven(file.lesson.name, file.path, file.how) for file in files]
    kept = [one for one in documents if all(one.name != file.name for file in named)]
    return Asked(tuple(asked), (*kept, *named), tuple(rest))


def notation(targets: Sequence[str], documents: Sequence[DocumentGiven]) -> list[Use]:
    """What the letters of the lessons and documents mean, lesson by lesson in the order of the targets. Raises UsageError."""
    from lessons.notation import of_document, of_lesson

    asked = what_is_asked(targets, documents)
    uses: list[Use] = []
    chapters = chapters_of(asked.selections)
    paths = documents_by_lesson(asked.selections, asked.documents)
    for lesson in dict.fromkeys(lesson for lesson, _, _ in chapters):
        given = paths.get(lesson.name)
        source = lesson_text(given.path) if given else None
        readings = [read_chapter(one, chapter, source) for one, chapter, _ in chapters if one == lesson]
        refuse_other_lessons(readings)
        uses += of_lesson(lesson, readings, given.path if given else lesson.name)
    for document, path in asked.others:
        uses += of_document(document, path)
    return uses


def sidecar_of(path: str, claims: Sequence[str] = ()) -> Sidecar | None:
    """What the author of a document declares in the file beside it, or in one of the configured ones; None without any."""
    if path == STANDARD_INPUT or not (claims or os.path.lexists(os.path.splitext(path)[0] + SIDECAR)):
        return None
    from lessons.declarations import sidecar

    return sidecar.read(path, claims)


def _shipped(source: Source, path: str, documents: Sequence[DocumentGiven], reading: Reader) -> Recognised | None:
    """The shipped lesson that a document is, and its chapters there: because it is configured so, or because of the chapters
    whose headings it has it prints at least half of the claims."""
    from lessons.course import HALF, Recognised

    for given in documents:
        if given.name is not None and _is_same_file(given.path, path):
            configured = lesson_of(given.name)
            return Recognised(path, configured, configured.chapters, given.recognised)
    for lesson in lessons():
        headings = outline(source, lesson.unit)
        readings = [
            reading(lesson, chapter, source) for chapter in lesson.chapters if chapter.encoded and chapter.number in headings
        ]
        printed = [reading for reading in readings if reading.share_bound >= HALF]
        if printed:
            return Recognised(path, lesson, tuple(one.chapter for one in printed))
    return None


def _is_same_file(one: str, other: str) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def _of_lessons(
    selections: Sequence[Selection],
    documents: Sequence[DocumentGiven],
    digits: int,
    progress: Progress | None,
    contents: Mapping[str, bytes],
    memory: Memory | None,
) -> Verification:
    paths = documents_by_lesson(selections, documents)
    read_documents: dict[str, Source] = {
        name: lesson_text(given.path, contents.get(given.path)) for name, given in paths.items()
    }
    addressed = {name: source.as_written for name, source in read_documents.items() if ADDRESS in source.as_written.text}
    if addressed:
        from lessons.declarations.shipped import with_ignored, without_comments

        plain = {name: source for name, source in addressed.items() if read_documents[name] is source}
        read_documents |= {name: without_comments(source) for name, source in plain.items()}
    lessons_read: dict[str, LessonRead] = {}
    claims: list[ClaimOutcome] = []
    figures: list[FigureOutcome] = []
    findings: list[Finding] = []
    reading_of = memory.reading if memory else read_chapter
    chapters = chapters_of(selections)
    elsewhere = _elsewhere([lesson for lesson, _, _ in chapters], read_documents)
    readings = [
        (lesson, reading_of(lesson, chapter, read_documents.get(lesson.name), elsewhere.get(lesson.name, {})), wanted)
        for lesson, chapter, wanted in chapters
    ]
    refuse_other_lessons([reading for _, reading, _ in readings])
    new = [(reading, wanted) for _, reading, wanted in readings if memory is None or memory.is_new(reading)]
    remembering = memory.remembering if memory else nullcontext
    with remembering():
        unsettled = [(reading, wanted_claims(reading, wanted)) for reading, wanted in new]
        decide_ahead(unsettled, digits, progress, again=memory is not None)
    for lesson, reading, wanted in readings:
        with heard_once(), remembering():
            ledger = Ledger(reading, wanted, digits, len(figures))
            found = memory.settled(ledger, progress) if memory else ledger.settle(progress)
        claims += found.claims
        figures += found.figures
        findings += found.findings
        lessons_read[lesson.name] = joined_reading(
            lessons_read.get(lesson.name), lesson_read(reading, wanted, paths.get(lesson.name))
        )
    findings = once(findings)
    for name, source in addressed.items():
        first, last = lessons_read[name].first_line or 1, lessons_read[name].last_line or len(source.line_starts)
        findings = with_ignored(findings, name, source, first, last)
    if not claims:
        raise UsageError("nothing-collected", targets=", ".join(selection.target for selection in selections))
    return Verification((), tuple(lessons_read.values()), tuple(claims), tuple(figures), tuple(findings))


def _elsewhere(here: Sequence[Lesson], sources: Mapping[str, Source]) -> dict[str, Elsewhere]:
    """What stands in the other files of the lessons that have several."""
    if all(lesson.whole is None for lesson in here):
        return {}
    from lessons.course import elsewhere

    return {lesson.name: elsewhere(lesson, sources, here) for lesson in dict.fromkeys(here)}


def lesson_text(path: str, content: bytes | None = None) -> Source:
    """The document at a path as its readers see it."""
    written = read(path) if content is None else decoded(path, content)
    form = recognised(path, written.text)
    if not displayed_otherwise(form):
        return written
    from lessons.document import of_source

    return _as_displayed(of_source(written, form))


def _as_displayed(document: Document) -> Source:
    if not displayed_otherwise(document.format):
        return document.source
    from lessons.displayed import displayed

    return displayed(document)


def companion(target: str, documents: Sequence[DocumentGiven], *, digits: int = 12) -> dict[str, object]:
    """The companion file of a chapter's worked example, from the values that the document gives. Raises UsageError."""
    selections = resolve(target)
    chapters = chapters_of(selections)
    if len(chapters) != 1:
        raise UsageError("one-chapter-only", target=target)
    lesson, chapter, _ = chapters[0]
    given = documents_by_lesson(selections, documents).get(lesson.name)
    reading = read_chapter(lesson, chapter, lesson_text(given.path) if given else None)
    refuse_other_lessons([reading])
    from lessons.companion import companion as companion_of

    return companion_of(reading, digits)


def refuse_other_lessons(readings: Sequence[Reading]) -> None:
    """Raises UsageError where a document prints less than a tenth of what is asked for of its lesson."""
    for name in dict.fromkeys(reading.lesson.name for reading in readings):
        here = [reading for reading in readings if reading.lesson.name == name and reading.document is not None]
        claims = sum(len(reading.claims) for reading in here)
        if here and sum(reading.share_bound * len(reading.claims) for reading in here) < ANOTHER_LESSON * claims:
            document = here[0].document
            assert document is not None
            chapters = ", ".join(reading.chapter.number for reading in here)
            raise UsageError("another-lesson", path=document.path, lesson=name, chapter=chapters)


def chapters_of(selections: Sequence[Selection]) -> list[tuple[Lesson, Chapter, list[Selection]]]:
    """The encoded chapters that the selections touch, each once, in lesson order, with the selections that touch it."""
    found: dict[tuple[str, str], tuple[Lesson, Chapter, list[Selection]]] = {}
    for selection in selections:
        for chapter in selection.chapters:
            if chapter.encoded:
                entry = found.setdefault((selection.lesson.name, chapter.number), (selection.lesson, chapter, []))
                entry[2].append(selection)
    order = {lesson.name: position for position, lesson in enumerate(lessons())}
    return sorted(found.values(), key=lambda entry: (order[(entry[0].whole or entry[0]).name], int(entry[1].number)))


def documents_by_lesson(selections: Sequence[Selection], documents: Sequence[DocumentGiven]) -> dict[str, DocumentGiven]:
    """Which document is which lesson. One that the user gives goes before one that is configured."""
    names = list(dict.fromkeys(selection.lesson.name for selection in selections))
    chosen: dict[str, DocumentGiven] = {}
    for document in sorted(documents, key=lambda one: one.recognised == "given"):
        if document.name is None:
            if len(names) > 1:
                raise UsageError("document-without-lesson", path=document.path, lessons=", ".join(names))
            name = names[0]
        else:
            name = document.name if document.name in names else lesson_of(document.name).name
        if document.recognised == "given" and name not in names:
            raise UsageError("document-unused", path=document.path, lesson=name, lessons=", ".join(names))
        if document.recognised == "given" and name in chosen and chosen[name].recognised == "given":
            raise UsageError("two-documents", lesson=name, first=chosen[name].path, second=document.path)
        chosen[name] = document
    return {name: document for name, document in chosen.items() if name in names}


def lesson_of(name: str) -> Lesson:
    """The lesson of this name or alias. Raises UsageError."""
    for lesson in lessons():
        if name in (lesson.name, *lesson.aliases):
            return lesson
    raise UsageError("unknown-lesson", name=name, known=", ".join(lesson.name for lesson in lessons()))


def lesson_read(reading: Reading, wanted: Sequence[Selection], given: DocumentGiven | None) -> LessonRead:
    sections = {selection.section for selection in wanted if selection.claim is None}
    sections |= {selection.claim.partition(".")[2].rpartition(".")[0] for selection in wanted if selection.claim}
    titles = (
        reading.titles(None)
        if None in sections
        else tuple(dict.fromkeys(title for section in sorted(filter(None, sections)) for title in reading.titles(section)))
    )
    part_of = reading.lesson.whole.name if reading.lesson.whole else None
    if reading.document is None or given is None:
        return LessonRead(reading.lesson.name, None, None, "recorded", titles, part_of=part_of)
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
        part_of=part_of,
        text=reading.document.as_written.written,
    )


def joined_reading(before: LessonRead | None, now: LessonRead) -> LessonRead:
    if before is None:
        return now
    lines = [line for line in (before.first_line, now.first_line) if line is not None]
    ends = [line for line in (before.last_line, now.last_line) if line is not None]
    return replace(
        before, sections=before.sections + now.sections, first_line=min(lines, default=None), last_line=max(ends, default=None)
    )
