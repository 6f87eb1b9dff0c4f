"""A shipped lesson in several files: which file holds which chapters, each file read as a part of the lesson."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from derivations.catalogue import PREFACE, Chapter, Lesson, Selection, UsageError
from lessonproof.records import dataclass
from lessons.chapter import Elsewhere, read_chapter
from lessons.outline import outline
from lessons.source import Source

# A chapter of which a file prints at least this share is that chapter, without being named so.
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file, and the chapters of a shipped lesson that it prints. how: "given", "configured" or by its "bindings"."""

    path: str
    lesson: Lesson
    chapters: tuple[Chapter, ...]
    how: str = "bindings"


def parts(found: Sequence[Recognised]) -> list[Recognised]:
    """The files of one lesson as parts of it; a single one is the lesson itself.

    Findings name their lesson, so each part is a lesson to them, called by its first chapter. Raises UsageError where two files
    print the same chapter: one of them would go unread without a word.
    """
    if len(found) == 1:
        return list(found)
    holders: dict[str, Recognised] = {}
    for one in found:
        for chapter in one.chapters:
            other = holders.setdefault(chapter.number, one)
            if other is not one:
                raise UsageError("two-documents", lesson=one.lesson.name, first=other.path, second=one.path)
    return [replace(one, lesson=one.lesson.part([chapter.number for chapter in one.chapters])) for one in found]


def preface(lesson: Lesson, path: str, source: Source) -> Recognised | None:
    """What stands before the first chapter of a lesson in several files, in a file without headings; None if it does not."""
    chapter = lesson.chapter(PREFACE)
    if chapter is None or not chapter.encoded or outline(source, lesson.unit):
        return None
    return Recognised(path, lesson, (chapter,)) if read_chapter(lesson, chapter, source).share_bound >= HALF else None


def within(selection: Selection, of: Iterable[Lesson]) -> Iterator[Selection]:
    """What a target names, each chapter as a chapter of the part that holds it."""
    left = list(selection.chapters)
    for part in of:
        if part.whole is selection.lesson and (here := tuple(one for one in left if part.chapter(one.number))):
            yield replace(selection, lesson=part, chapters=here)
            left = [one for one in left if one not in here]
    if left:
        yield replace(selection, chapters=tuple(left))


def elsewhere(lesson: Lesson, sources: Mapping[str, Source], of: Iterable[Lesson]) -> Elsewhere:
    """The chapters and sections that stand in the other files of a lesson."""
    others = [part for part in of if part.whole is not None and part.whole is lesson.whole and part.name != lesson.name]
    return {
        number: (sources[part.name], heading)
        for part in others
        if part.name in sources
        for number, heading in outline(sources[part.name], part.unit).items()
        if part.chapter(number.partition(".")[0])
    }
