"""Chapters and sections, or cards, of a plain-text export: where each begins and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from derivations.catalogue import PREFACE, chapter_number
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.order import longest_rising
from lessons.source import Source

_BLANK = r"[ \t\u00a0\u3000]"
# What makes a line a heading in Markdown and in LaTeX. A line that is none of these may be one all the same.
_MARK = rf"(?:{_BLANK}|\#|\*\*|__|\\(?:part|chapter|(?:sub){{0,2}}section|(?:sub)?paragraph)\*?{_BLANK}*\{{)*+"
_CHAPTER = pattern(
    rf"{_MARK}第{_BLANK}*([0-9]{{1,3}}|[一二三四五六七八九十]{{1,3}}){_BLANK}*章{_BLANK}*[：:、]?{_BLANK}*([^\r\n]*)"
)
_SECTION = pattern(
    rf"{_MARK}(?:§|第)?{_BLANK}*([0-9]{{1,3}})\.([0-9]{{1,3}})(?:{_BLANK}*节)?(?:[：:、]{_BLANK}*|\.?{_BLANK}+)([^\r\n]*)"
)
_AFTER_TITLE = pattern(rf"(?:{_BLANK}|\#|\*\*|__|\\label\{{[^{{}}\r\n]*\}})+$")
_CARD = pattern(rf"{_BLANK}*([1-9][0-9]?){_BLANK}*[\r\n]*$")
_STEP = pattern(rf"{_BLANK}*Step{_BLANK}*([0-9]{{1,2}})[：:]([^\r\n]*)")
_ORDINARY_ENDS = "。！？；.!?;"


@dataclass(frozen=True, slots=True)
class Heading:
    """A chapter or card ("11"), a section ("11.3"), or the preface ("0"), which has no line of its own: the offsets of its
    heading line, of the ends of its number and of its title, and of the end of its text."""

    number: str
    title: str
    start: int
    number_end: int
    title_end: int
    end: int

    def moved(self, by: int) -> Heading:
        """The same so many characters further on."""
        ends = (one + by for one in (self.start, self.number_end, self.title_end, self.end))
        return Heading(self.number, self.title, *ends)


@lru_cache(maxsize=4)
def outline(document: Source, unit: str = "chapter") -> Mapping[str, Heading]:
    """Headings by number, in document order, of a lesson in chapters or in cards; before the first is the preface."""
    found = _cards(document) if unit == "card" else _chapters(document)
    headings: dict[str, Heading] = {}
    chapter_end = section_end = len(document.text)
    for line_found in reversed(found):
        is_section = "." in line_found.number
        headings[line_found.number] = Heading(*line_found, section_end if is_section else chapter_end)
        section_end = line_found.start
        chapter_end = chapter_end if is_section else line_found.start
    if chapter_end < len(document.text) and document.text[:chapter_end].strip():
        headings.setdefault(PREFACE, Heading(PREFACE, "", 0, 0, 0, chapter_end))
    return MappingProxyType(dict(reversed(headings.items())))


@lru_cache(maxsize=4)
def headed_again(document: Source) -> Mapping[str, int]:
    """Chapters whose heading, number and title, stands a second time with text after it: number → where it does."""
    titles: dict[str, str] = {}
    again: dict[str, int] = {}
    headed: tuple[str, int] | None = None  # a second heading that no text has followed yet
    for start, line in _lines(document):
        if matched := _CHAPTER.match(line):
            number, title = chapter_number(matched[1]), "".join(_title(line, matched.start(2)).split())
            headed = (number, start) if title and titles.get(number) == title else None
            titles.setdefault(number, title)
        elif headed is not None and line.strip():
            again.setdefault(*headed)
            headed = None
    return MappingProxyType(again)


def gaps(headings: Mapping[str, Heading], chapter: str) -> list[tuple[int, Heading]]:
    """The numbers that the sections of a chapter leave out, 1 and 3 of 2, 4, each with the section after it."""
    found: list[tuple[int, Heading]] = []
    next_one = 1
    for name, heading in headings.items():
        above, _, number = name.partition(".")
        if above == chapter and number:
            found += [(missing, heading) for missing in range(next_one, int(number))]
            next_one = int(number) + 1
    return found


def may_head(line: str) -> bool:
    """Whether a line may be the heading of anything: a change elsewhere leaves the outline as it is."""
    return any(pattern.match(line) for pattern in (_CHAPTER, _SECTION, _CARD, _STEP))


def _chapters(document: Source) -> list[_Line]:
    """The lines that head chapters and sections.

    A line is a section heading only inside its own chapter and in the order of most others there, so that a paragraph that
    happens to begin with a number is none. Of two headings with the same number the first counts.
    """
    found: list[_Line] = []
    sections: list[_Line] = []
    chapter: str | None = None
    seen: set[str] = set()
    for start, line in _lines(document):
        if matched := _CHAPTER.match(line):
            title, number = _title(line, matched.start(2)), chapter_number(matched[1])
            if not title.endswith(tuple(_ORDINARY_ENDS)) and number not in seen:
                found += [*_in_order(sections), _Line(number, title, start, start + matched.end(1), _end(start, line))]
                chapter, sections = number, []
                seen.add(number)
        elif (matched := _SECTION.match(line)) and matched[1] == chapter:
            title = _title(line, matched.start(3))
            if title and not title.endswith(tuple(_ORDINARY_ENDS)):
                number = f"{chapter}.{int(matched[2])}"
                sections.append(_Line(number, title, start, start + matched.end(2), _end(start, line)))
    return [*found, *_in_order(sections)]


def _title(line: str, start: int) -> str:
    """The title that begins there, without the marks of the heading: up to the brace that closes `\\section{…}`."""
    depth = line.count("{", 0, start) - line.count("}", 0, start)
    end = len(line)
    for place in range(start, len(line)) if depth > 0 else ():
        depth += (line[place] == "{") - (line[place] == "}")
        if depth == 0:
            end = place
            break
    return _AFTER_TITLE.sub("", line[start:end].rstrip()).strip()


def _cards(document: Source) -> list[_Line]:
    """An exported card begins with a line that is only its number, 1, 2, …, each once; its steps are its sections.

    A file of later cards alone begins with the number of the first of them.
    """
    found: list[_Line] = []
    steps: list[_Line] = []
    first = _CARD.match(next((line for _, line in _lines(document) if line.strip()), ""))
    cards = int(first[1]) - 1 if first else 0
    for start, line in _lines(document):
        if (matched := _CARD.match(line)) and int(matched[1]) == cards + 1:
            cards += 1
            found += [*_in_order(steps), _Line(matched[1], "", start, start + matched.end(1), _end(start, line))]
            steps = []
        elif cards and (matched := _STEP.match(line)):
            steps.append(_Line(f"{cards}.{matched[1]}", matched[2].strip(), start, start + matched.end(1), _end(start, line)))
    return [*found, *_in_order(steps)]


def _lines(document: Source) -> Iterator[tuple[int, str]]:
    """Each line with the offset where it begins."""
    for number in range(1, len(document.line_starts) + 1):
        start, end = document.line(number)
        yield start, document.text[start:end]


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
