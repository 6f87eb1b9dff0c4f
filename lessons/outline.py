"""Chapters and sections of a plain-text export: where each begins and ends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lessons.source import Document

_CHAPTER = re.compile(r"[ \t#]*第[ \t]*([0-9]{1,3})[ \t]*章[ \t]*[：:]?[ \t]*([^\r\n]*)")
_SECTION = re.compile(r"[ \t#]*([0-9]{1,3})\.([0-9]{1,3})[ \t]+([^\r\n]*)")
_ORDINARY_ENDS = "。！？；.!?;"


@dataclass(frozen=True, slots=True)
class Heading:
    """A chapter ("11") or section ("11.3"): the offsets of its heading line, of the ends of its number and of its title, and
    of the end of its text."""

    number: str
    title: str
    start: int
    number_end: int
    title_end: int
    end: int


def outline(document: Document) -> dict[str, Heading]:
    """Headings by number, in document order.

    A line is a section heading only inside its own chapter and after smaller numbers, so that a paragraph that happens to
    begin with a number is none. Of two headings with the same number the first counts.
    """
    found: list[tuple[str, str, int, int, int]] = []
    chapter, section = None, 0
    seen: set[str] = set()
    for number in range(1, len(document.line_starts) + 1):
        start, end = document.line(number)
        line = document.text[start:end]
        if matched := _CHAPTER.match(line):
            title = matched[2].strip()
            if not title.endswith(tuple(_ORDINARY_ENDS)) and matched[1] not in seen:
                chapter, section = matched[1], 0
                seen.add(chapter)
                found.append((chapter, title, start, start + matched.end(1), start + len(line.rstrip())))
        elif (matched := _SECTION.match(line)) and matched[1] == chapter and int(matched[2]) > section:
            title = matched[3].strip()
            if title and not title.endswith(tuple(_ORDINARY_ENDS)):
                section = int(matched[2])
                found.append((f"{chapter}.{section}", title, start, start + matched.end(2), start + len(line.rstrip())))
    headings: dict[str, Heading] = {}
    for position, (number_text, title, start, number_end, title_end) in enumerate(found):
        closing = (later_start for later, _, later_start, *_ in found[position + 1 :] if "." not in later or "." in number_text)
        headings[number_text] = Heading(number_text, title, start, number_end, title_end, next(closing, len(document.text)))
    return headings
