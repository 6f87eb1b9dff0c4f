"""A text taken from a document, each character of which knows where in the document it stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

Piece = tuple[int, int, int]
"""Where a piece begins in the excerpt's text, and where it starts and stops in the document. As long here as there: character
by character; otherwise all of it stands for what the document writes there (`&alpha;` for α, `\\u03b1` in a notebook)."""

_BEYOND = 1 << 62


class Excerpt(NamedTuple):
    """`text`, and the offsets of the document it comes from; without `pieces`, character by character."""

    text: str
    start: int
    stop: int
    pieces: tuple[Piece, ...] = ()

    def at(self, offset: int) -> int:
        """Where the document writes the character at `offset`; for the end of the text, where the last character ends."""
        if not self.pieces:
            return self.start + offset
        if offset >= len(self.text):
            return self.stop
        (begins, start, stop), length = self._piece(offset)
        return start + offset - begins if length == stop - start else start

    def after(self, offset: int) -> int:
        """Where, in the document, the character before `offset` ends; for 0, where the text starts."""
        if not self.pieces:
            return self.start + offset
        if offset <= 0:
            return self.start
        (begins, start, stop), length = self._piece(offset - 1)
        return start + offset - begins if length == stop - start else stop

    def _piece(self, offset: int) -> tuple[Piece, int]:
        """The piece around a character, and its length in the text."""
        number = bisect_right(self.pieces, (offset, _BEYOND, _BEYOND)) - 1
        piece = self.pieces[number]
        following = self.pieces[number + 1][0] if number + 1 < len(self.pieces) else len(self.text)
        return piece, following - piece[0]

    def slice(self, first: int, last: int) -> Excerpt:
        """text[first:last] with its places. Needs 0 ≤ first ≤ last ≤ len(text)."""
        if not self.pieces:
            return Excerpt(self.text[first:last], self.start + first, self.start + last)
        if first >= last:
            return Excerpt("", self.at(first), self.at(first))
        number = bisect_right(self.pieces, (first, _BEYOND, _BEYOND)) - 1
        kept: list[Piece] = []
        while number < len(self.pieces) and self.pieces[number][0] < last:
            begins, start, stop = self.pieces[number]
            number += 1
            ends = self.pieces[number][0] if number < len(self.pieces) else len(self.text)
            if ends - begins == stop - start:
                cut_left, cut_right = max(0, first - begins), max(0, ends - last)
                start, stop = start + cut_left, stop - cut_right
            kept.append((max(begins, first) - first, start, stop))
        return _excerpt(self.text[first:last], kept)

    def strip(self) -> Excerpt:
        """Without the white space at its ends."""
        text = self.text
        first = len(text) - len(text.lstrip())
        last = len(text.rstrip())
        return self if first == 0 and last == len(text) else self.slice(first, max(first, last))

    def standing_for(self, first: int, last: int, text: str) -> Excerpt:
        """`text` in place of what text[first:last] writes: the character of an entity, the sign of a command."""
        start, stop = self.at(first), self.after(last) if last > first else self.at(first)
        return Excerpt(text, start, stop, ((0, start, stop),) if text and len(text) != stop - start else ())


def whole(text: str) -> Excerpt:
    """All of a document's text."""
    return Excerpt(text, 0, len(text))


def joined(parts: Iterable[Excerpt]) -> Excerpt:
    """The parts one after the other."""
    kept = [part for part in parts if part.text]
    if len(kept) == 1:
        return kept[0]
    if not kept:
        return Excerpt("", 0, 0)
    pieces: list[Piece] = []
    length = 0
    for part in kept:
        if part.pieces:
            pieces += [(begins + length, start, stop) for begins, start, stop in part.pieces]
        elif pieces and pieces[-1][2] == part.start and length - pieces[-1][0] == part.start - pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], pieces[-1][1], part.stop)
        else:
            pieces.append((length, part.start, part.stop))
        length += len(part.text)
    return _excerpt("".join(part.text for part in kept), pieces)


def _excerpt(text: str, pieces: list[Piece]) -> Excerpt:
    start, stop = pieces[0][1], pieces[-1][2]
    contiguous = len(pieces) == 1 and stop - start == len(text)
    return Excerpt(text, start, stop, () if contiguous else tuple(pieces))
