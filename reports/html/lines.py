"""Plain text as the author wrote it, line by line, with its marks in place and a button beside the line for each statement."""

from __future__ import annotations

from derivations.verdict import LessonRead
from reports.html.element import Element, element
from reports.html.marks import Marks
from reports.html.section import Section, before, sections
from reports.sentences import Language

CHUNK = 24
"""How many lines browsers lay out together: in a large lesson, what is far from the window waits."""


def lines(lesson: LessonRead, marks: Marks, language: Language) -> list[Section]:
    """The verified lines of a document, section by section."""
    source = marks.source
    first = lesson.first_line or 1
    last = min(lesson.last_line or len(source.line_starts), len(source.line_starts))
    starting = {section.line: section for section in sections(lesson, language)}
    found: list[Section] = []
    waiting: list[Element] = []
    for number in range(first, last + 1):
        if number in starting:
            _close(found, waiting)
            found.append(starting[number])
            # Readers who go from heading to heading find it whether or not the lines below are laid out.
            found[-1].body.append(_line(number, starting[number], marks))
            continue
        if not found:
            found.append(before(language))
        waiting.append(_line(number, None, marks))
        if len(waiting) == CHUNK:
            _close(found, waiting)
    _close(found, waiting)
    return [section for section in found if section.body]


def _close(found: list[Section], waiting: list[Element]) -> None:
    if found and waiting:
        found[-1].body.append(element("div", *waiting, class_="chunk"))
    waiting.clear()


def _line(number: int, heading: Section | None, marks: Marks) -> Element:
    start, stop = marks.source.line(number)
    text = marks.source.written[start:stop].rstrip("\r\n")
    tag = "div" if heading is None else f"h{heading.level + 1}"
    # Two places where a line begins are the same heading's: the chips of its own offset are its.
    chips = marks.chips(start, max(stop, start + 1))
    blank = not text.strip()
    return element(
        tag,
        element("span", str(number), class_="no", aria_hidden="true"),
        element("span", *marks.marked(text, start), class_="t"),
        chips,
        class_="l blank" if blank and chips is None else "l",
        id=f"L{number}",
    )
