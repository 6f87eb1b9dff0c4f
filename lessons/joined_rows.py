"""Rows of a table whose cells an export has run together: `Encoder161 × 6 = 6` is Encoder | 1 | 6 | 1 × 6 = 6.

Where the cells part is not guessed from the document: a claim says which cells the row has (`Encoder␟1␟6␟1 × 6 = 6`), and every
figure takes as many digits as the claim records for it. A figure that has become longer or shorter is not found, which is
reported; it is never read as another number.
"""

from __future__ import annotations

import re
from functools import lru_cache

from derivations.formula.tokens import tokens
from derivations.pieces import JOINT, printed_tokens
from lessonproof.records import dataclass
from numeric.written import Written

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_BLANK = r"[ \t\u00a0\u2009\u202f\u3000]*+"
_JOINT = r"[ \t\u00a0\u3000|&]*+"
# Before the row: nothing that its first cell could be the end of.
_BEGINS = r"(?<![0-9A-Za-z.])"
_ENDS = r"(?![0-9A-Za-z]|\.[0-9])"


@dataclass(frozen=True, slots=True)
class JoinedRow:
    """What a row looks like in a document, and how many figures each of its cells has."""

    pattern: re.Pattern[str]
    figures: tuple[int, ...]

    def at(self, text: str, start: int) -> tuple[int, list[tuple[Written, int, int]]] | None:
        """Where the row that starts here ends, and its figures with their offsets; None where none does."""
        matched = self.pattern.match(text, start)
        if matched is None:
            return None
        found: list[tuple[Written, int, int]] = []
        for cell, count in enumerate(self.figures, 1):
            begins = matched.start(cell)
            here = [token for token in tokens(matched[cell]) if token.written is not None]
            if len(here) != count:
                return None
            for token in here:
                assert token.written is not None
                found.append((token.written, begins + token.start, begins + token.end))
        return matched.end(), found


@lru_cache(maxsize=1024)
def joined_row(piece: str, labels: frozenset[int] = frozenset()) -> JoinedRow | None:
    """The row that a claim's piece describes; None for a piece without joints. labels: its figures that stand as they are."""
    if JOINT not in piece:
        return None
    patterns: list[str] = []
    figures: list[int] = []
    for cell in piece.split(JOINT):
        printed = [token for token in printed_tokens(cell) if token.written is not None]
        numbers = range(sum(figures), sum(figures) + len(printed))
        any_digit = [token for number, token in zip(numbers, printed, strict=True) if number not in labels]
        patterns.append(f"({_cell(cell, {offset for token in any_digit for offset in range(token.start, token.end)})})")
        figures.append(len(printed))
    return JoinedRow(re.compile(_BEGINS + _JOINT.join(patterns) + _ENDS), tuple(figures))


def _cell(cell: str, figure_at: set[int]) -> str:
    """A cell of the claim as a pattern: our own text, a digit of a figure for any digit, white space for any or none."""
    signs: list[str] = []
    for offset, sign in enumerate(cell):
        if sign.isspace():
            signs.append(_BLANK)
        elif offset in figure_at and sign in "0123456789":
            signs.append("[0-9]")
        elif offset in figure_at and sign in _SUPERSCRIPTS:
            signs.append(f"[{_SUPERSCRIPTS}]")
        elif sign in "-−":
            signs.append("[-−]")
        else:
            signs.append(re.escape(sign))
    return "".join(signs)
