"""The sections of a document, each with all that stands under its heading."""

from __future__ import annotations

from bisect import bisect_right

from lessonproof.patterns import pattern
from lessons.block import Block, BlockKind
from lessons.declarations.record import Extent
from lessons.document import Document

_NUMBER = pattern(
    r"^(?:[0-9]+(?:\.[0-9]+)*[.:：、]?|第\s*[0-9]+\s*[章节课讲][：:]?|(?:chapter|section|lesson|card|§)\s*[0-9.]+[:.]?)\s*"
)
MOST_COMPARED = 500


class Sections:
    """All headings in order. The section of a heading ends where the next one of its level or a higher one begins."""

    def __init__(self, document: Document) -> None:
        headings = [block for block in document.blocks if block.kind is BlockKind.HEADING and block.runs]
        self.starts = [block.runs[0].excerpt.start for block in headings]
        self.titles = [title(block) for block in headings]
        self.levels = [block.level for block in headings]
        self.end = len(document.source.text)
        self.numbers = [block.number.text if block.number else "" for block in headings]

    def around(self, offset: int) -> Extent:
        """The innermost section around a place; before the first heading, all up to it."""
        number = bisect_right(self.starts, offset) - 1
        if number < 0:
            return 0, self.starts[0] if self.starts else self.end
        return self.extent(number)

    def at(self, start: int) -> Extent:
        """The section whose heading begins there."""
        return self.extent(self.starts.index(start))

    def extent(self, number: int) -> Extent:
        level = self.levels[number]
        following = next((other for other in range(number + 1, len(self.starts)) if self.levels[other] <= level), None)
        return self.starts[number], self.end if following is None else self.starts[following]

    def named(self, name: str) -> list[Extent]:
        """The sections of this title, with or without its number, or of this number."""
        wanted = _plain(name)
        exact = [n for n, words in enumerate(self.titles) if wanted in (_plain(words), self.numbers[n])]
        found = exact or [n for n, words in enumerate(self.titles) if wanted == _plain(_NUMBER.sub("", words.lower()))]
        return [self.extent(number) for number in found]

    def nearest(self, name: str) -> str:
        """The title that is most like a name that no section has; "" where there is no heading."""
        import difflib

        return next(iter(difflib.get_close_matches(name, self.titles[:MOST_COMPARED], n=1, cutoff=0.0)), "")


def title(block: Block) -> str:
    """A heading's text on one line."""
    return " ".join("".join(run.text for run in block.runs).split())


def _plain(words: str) -> str:
    return " ".join(words.lower().split()).rstrip(":：.。")
