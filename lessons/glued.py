"""Figures of table cells that an export has run together: `（3 个词）63 × 6 = 18` is 3 and 6 and 3 × 6 = 18.

A cut is taken only where it makes a chain hold, and only if no other cut does; a cut may pass inside digits, never inside a
word. Where nothing fits, the chain stays as it is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lessons.passage import Passage
from lessons.relations import Chain, Side
from lessons.sign import Role, Sign
from numeric.written import NotWritten, read

LONGEST = 16
_DIGITS = frozenset("0123456789")
_CLEAN_BEFORE = frozenset(" \t\r\n，。；：、,;:(（[【「“\"'")


def is_number(text: str) -> bool:
    """Whether a text can be the print of one cell: a number without a leading zero."""
    if len(text) > 1 and text[0] == "0" and text[1] in _DIGITS:
        return False
    try:
        read(text)
    except NotWritten:
        return False
    return True


def run_before(passage: Passage, chain: Chain) -> str:
    """The digits, points and commas that stand right before the chain's first figure and run into it, with it."""
    first = chain.sides[0].signs[0]
    if first.role is not Role.FIGURE or first.worded or first.tex:
        return ""
    start = first.start
    while start > 0 and first.start - start < LONGEST and passage.text[start - 1] in "0123456789.,":
        start -= 1
    return passage.text[start : first.end]


def may_be_glued(passage: Passage, chain: Chain) -> bool:
    """Whether the chain's first figure touches what stands before it, or is cut off from digits before it."""
    first = chain.sides[0].signs[0]
    run = run_before(passage, chain)
    start = first.end - len(run)
    touches = bool(run) and start > 0 and passage.text[start - 1] not in _CLEAN_BEFORE
    return touches or len(run) > first.end - first.start


def first_figures(passage: Passage, chain: Chain) -> Iterator[Chain]:
    """The chain with each figure that its first one may end in, when that runs into the cell before."""
    run = run_before(passage, chain)
    side = chain.sides[0]
    first = side.signs[0]
    for cut in range(1, len(run)):
        rest = run[cut:]
        if run[cut - 1] in _DIGITS and run[cut] in _DIGITS and "." not in run[:cut] and is_number(rest):
            sign = first._replace(text=rest, start=first.end - len(rest))
            yield replace(chain, sides=[Side([sign, *side.signs[1:]], side.continued), *chain.sides[1:]])


def halves(chain: Chain) -> Iterator[tuple[Chain, Chain]]:
    """The chain as two: a later side begins with the figure that ends one cell and the figure that begins the next."""
    for number, side in enumerate(chain.sides[1:], start=1):
        first = side.signs[0]
        if first.role is not Role.FIGURE or first.tex or len(side.signs) < 2 or len(first.text) > LONGEST:
            continue
        for cut in range(1, len(first.text)):
            before, after = first.text[:cut], first.text[cut:]
            if before[-1] in _DIGITS and after[0] in _DIGITS and is_number(before) and is_number(after):
                middle = first.start + cut
                yield (
                    _before(chain, number, first._replace(text=before, end=middle)),
                    _after(chain, number, first._replace(text=after, start=middle)),
                )


def _before(chain: Chain, number: int, figure: Sign) -> Chain:
    sides = [*chain.sides[:number], Side([figure])]
    return replace(chain, sides=sides, relations=chain.relations[:number], right_open=False, ends=[])


def _after(chain: Chain, number: int, figure: Sign) -> Chain:
    side = chain.sides[number]
    sides = [Side([figure, *side.signs[1:]], side.continued), *chain.sides[number + 1 :]]
    return replace(chain, sides=sides, relations=chain.relations[number:], left_open=False, starts=[])


def last_figures(chain: Chain) -> Iterator[Chain]:
    """The chain with each whole number that its last one may begin with."""
    last = chain.sides[-1]
    figure = last.signs[0]
    if len(last.signs) > 1 or figure.role is not Role.FIGURE or figure.tex or not set(figure.text) <= _DIGITS:
        return
    for cut in range(1, len(figure.text)):
        if is_number(figure.text[:cut]):
            sign = figure._replace(text=figure.text[:cut], end=figure.start + cut)
            yield replace(chain, sides=[*chain.sides[:-1], Side([sign])])
