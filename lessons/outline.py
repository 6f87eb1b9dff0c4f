"""Chapters and sections of a plain-text export: where each begins and ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from derivations.catalogue import PREFACE, chapter_number
from lessons.order import longest_rising
from lessons.source import Document

_BLANK = r"[ \t\u00a0\u3000]"
_CHAPTER = re.compile(
    rf"(?:{_BLANK}|\#)*(?:第{_BLANK}*)([0-9]{{1,3}}|[一二三四五六七八九十]{{1,3}}){_BLANK}*章{_BLANK}*[：:]?{_BLANK}*([^\r\n]*)"
)
_SECTION = re.compile(rf"(?:{_BLANK}|\#)*+§?{_BLANK}*([0-9]{{1,3}})\.([0-9]{{1,3}}){_BLANK}+([^\r\n]*)")
_ORDINARY_ENDS = "。！？；.!?;"


@dataclass(frozen=True, slots=True)
class Heading:
    """A chapter ("11"), a section ("11.3"), or the preface ("0"), which has no line of its own: the offsets of its heading line,
    of the ends of its number and of its title, and of the end of its text."""

    number: str
    title: str
    start: int
    number_end: int
    title_end: int
    end: int


def outline(document: Document) -> dict[str, Heading]:
    """Headings by number, in document order.

    A line is a section heading only inside its own chapter and in the order of most others there, so that a paragraph that
    happens to begin with a number is none. Of two headings with the same number the first counts. What stands before the first
    chapter is the preface.
    """
    found: list[_Line] = []
    sections: list[_Line] = []
    chapter: str | None = None
    seen: set[str] = set()
    for line_number in range(1, len(document.line_starts) + 1):
        start, end = document.line(line_number)
        line = document.text[start:end]
        if matched := _CHAPTER.match(line):
            title, number = matched[2].strip(), chapter_number(matched[1])
            if not title.endswith(tuple(_ORDINARY_ENDS)) and number not in seen:
                found += [*_in_order(sections), _Line(number, title, start, start + matched.end(1), _end(start, line))]
                chapter, sections = number, []
                seen.add(number)
        elif (matched := _SECTION.match(line)) and matched[1] == chapter:
            title = matched[3].strip()
            if title and not title.endswith(tuple(_ORDINARY_ENDS)):
                number = f"{chapter}.{int(matched[2])}"
                sections.append(_Line(number, title, start, start + matched.end(2), _end(start, line)))
    found += _in_order(sections)
    headings: dict[str, Heading] = {}
    chapter_end = section_end = len(document.text)
    for line_found in reversed(found):
        is_section = "." in line_found.number
        headings[line_found.number] = Heading(*line_found, section_end if is_section else chapter_end)
        section_end = line_found.start
        chapter_end = chapter_end if is_section else line_found.start
    if chapter_end < len(document.text) and document.text[:chapter_end].strip():
        headings.setdefault(PREFACE, Heading(PREFACE, "", 0, 0, 0, chapter_end))
    return dict(reversed(headings.items()))


class _Line(NamedTuple):
    """A line that may be a heading: number, title, and the offsets where it starts and where number and title end."""

    number: str
    title: str
    start: int
    number_end: int
    title_end: int


def _end(start: int, line: str) -> int:
    return start + len(line.rstrip())


def _in_order(sections: list[_Line]) -> list[_Line]:
    kept = longest_rising([int(line.number.partition(".")[2]) for line in sections], strictly=True)
    return [line for position, line in enumerate(sections) if position in kept]
