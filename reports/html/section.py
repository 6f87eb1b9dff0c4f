"""The parts into which a page divides a document: each begins at a heading of the author's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from derivations.verdict import FigureOutcome, LessonRead
from lessonproof.records import dataclass
from reports.html.element import Element
from reports.neutral import neutral
from reports.sentences import Language, say, spoken


@dataclass(slots=True)
class Section:
    """`number` is how records name it: "11.3", or the heading of a document without claims; "" before the first."""

    number: str
    title: str
    line: int | None
    level: int  # 1 of a chapter, 2 of a section
    body: list[Element] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        return f"L{self.line}" if self.line is not None else f"part-{self.number}"


def sections(lesson: LessonRead, language: Language) -> list[Section]:
    """The headings in the order of the document; without a document, in the order of the lesson."""
    found: list[Section] = []
    placed = [title for title in lesson.sections if title.place is not None or lesson.text is None]
    for title in sorted(placed, key=lambda one: (one.place.line, one.place.column) if one.place else (0, 0)):
        words = spoken(title.title, language)
        name = words if words == neutral(title.number) or lesson.recognised == "document" else f"{title.number} {words}"
        level = 2 if "." in title.number and lesson.recognised != "document" else 1
        found.append(Section(title.number, name, title.place.line if title.place else None, level))
    return found


def before(language: Language) -> Section:
    """What stands before the first heading."""
    return Section("", say(language, "coverage.before"), None, 1)


def figures_of(section: Section, figures: Sequence[FigureOutcome]) -> list[FigureOutcome]:
    return [figure for figure in figures if figure.section == section.number]
