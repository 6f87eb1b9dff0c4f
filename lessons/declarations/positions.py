"""From a place of the file to the passage that stands there or comes next, and the offset in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from derivations.verdict import Place
from lessons.passage import Passage


class Positions:
    """Needs passages in the order of the document."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.starts = [_key(passage.places(0)) for passage in passages]

    def at(self, place: Place) -> tuple[int, int]:
        """The passage, by number, and the offset of its first sign that stands at the place or after it."""
        number = bisect_right(self.starts, _key(place)) - 1
        if number < 0:
            return 0, 0
        passage = self.passages[number]
        offset = bisect_left(range(len(passage.text)), _key(place), key=lambda at: _key(passage.places(at)))
        return (number, offset) if offset < len(passage.text) else (number + 1, 0)


def _key(place: Place) -> tuple[int, int]:
    return place.line, place.column
