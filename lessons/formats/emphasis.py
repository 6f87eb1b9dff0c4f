"""Emphasis in Markdown: which `*`, `_` and `~` are markup and which are signs (CommonMark 0.31, 6.2; GFM, 6.5)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from lessonproof.records import dataclass


@dataclass(slots=True)
class DelimiterRun:
    """A run of one sign. `left` of its `length` signs are not markup (yet); the rest is dropped."""

    sign: str
    start: int
    length: int
    opens: bool
    closes: bool
    left: int


def delimiter_run(text: str, start: int, stop: int) -> DelimiterRun:
    """The run text[start:stop], and whether emphasis may begin or end with it: that depends on what stands beside it."""
    sign = text[start]
    before = text[start - 1] if start else " "
    after = text[stop] if stop < len(text) else " "
    left_flanking = not after.isspace() and (not _punctuation(after) or before.isspace() or _punctuation(before))
    right_flanking = not before.isspace() and (not _punctuation(before) or after.isspace() or _punctuation(after))
    if sign == "_":
        opens = left_flanking and (not right_flanking or _punctuation(before))
        closes = right_flanking and (not left_flanking or _punctuation(after))
    else:
        opens, closes = left_flanking, right_flanking
    return DelimiterRun(sign, start, stop - start, opens, closes, stop - start)


def resolve(runs: list[DelimiterRun]) -> None:
    """Pairs the runs, in the order of the text; `left` says afterwards how many signs of each are no markup.

    Each search for an opener ends where an earlier search of the same kind found nothing, so the time is linear.
    """
    openers: list[DelimiterRun] = []
    bottom: dict[tuple[str, bool, int], int] = {}
    for closer in runs:
        while closer.closes and closer.left:
            kind = (closer.sign, closer.opens, closer.length % 3)
            place = len(openers) - 1
            lowest = bottom.get(kind, 0)
            while place >= lowest and not _pair(openers[place], closer):
                place -= 1
            if place < lowest:
                bottom[kind] = len(openers)
                break
            opener = openers[place]
            del openers[place + 1 :]
            for key, height in bottom.items():
                bottom[key] = min(height, place + 1)
            used = 2 if min(opener.left, closer.left) >= 2 else 1
            opener.left -= used
            closer.left -= used
            if not opener.left:
                openers.pop()
                for key, height in bottom.items():
                    bottom[key] = min(height, place)
        if closer.opens and closer.left:
            openers.append(closer)


def _pair(opener: DelimiterRun, closer: DelimiterRun) -> bool:
    if opener.sign != closer.sign:
        return False
    both = opener.closes or closer.opens
    return not (both and (opener.length + closer.length) % 3 == 0 and (opener.length % 3 or closer.length % 3))


@lru_cache(maxsize=4096)
def _punctuation(sign: str) -> bool:
    return (sign.isascii() and not sign.isalnum() and not sign.isspace()) or unicodedata.category(sign)[0] in "PS"
