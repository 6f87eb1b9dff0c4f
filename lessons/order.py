"""What keeps its order when something has been moved."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def longest_rising(values: Sequence[int], *, strictly: bool) -> frozenset[int]:
    """The positions of a longest run of values, taken in order, that never falls (strictly: that always rises).

    n log n steps (the piles of patience sorting).
    """
    find = bisect_left if strictly else bisect_right
    tops: list[int] = []  # the smallest value that ends a run of each length
    ends: list[int] = []  # and its position
    before: list[int] = []
    for position, value in enumerate(values):
        pile = find(tops, value)
        before.append(ends[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [value]
        ends[pile : pile + 1] = [position]
    kept: set[int] = set()
    position = ends[-1] if ends else -1
    while position >= 0:
        kept.add(position)
        position = before[position]
    return frozenset(kept)
