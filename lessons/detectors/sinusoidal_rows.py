"""Rows of the sinusoidal position encoding: `pos = 2, d = 4: [0.909, -0.416, 0.020, 1.000]`.

What it does: in a passage that speaks of position encoding, computes for each row of an even number of entries between −1
and 1 the encoding of the position that is named before it, or of the first positions where none is, and of any row that is
certainly one of them checks the other entries.

Why it matters: such rows are copied from programs with other roundings, and digits get lost.

Fires: The position encoding for pos = 2 with d = 4 is [0.909, -0.4016, 0.02, 0.9908].
Quiet: The position encoding for pos = 2 with d = 4 is [0.909, -0.416, 0.02, 0.9998].
Quiet: A learned position encoding is [0.2, 0.9, 0.4, 0.1].
"""

from __future__ import annotations

import re
from fractions import Fraction

from derivations.formula import tree
from lessonproof.patterns import Worded, pattern
from lessons.detectors.detection import Reporter, Text
from lessons.vectors import Agreement, Vector, agreement
from numeric.written import Written

FIRST_POSITIONS = 10
LARGEST = 10**6
_SUBJECT = Worded(
    r"\bPE\b|positional? encoding|position encoding|sinusoid|位置编码",
    ("pe", " encoding", "sinusoid", "位置编码"),
    re.IGNORECASE,
)
_POSITION = pattern(r"(?:pos(?:ition)?\s*=?\s*|PE\(\s*|位置\s*)([0-9]{1,6})(?![0-9.])")
# So many digits of a row agree by chance only rarely.
DIGITS = 4


def detect(text: Text, reporter: Reporter) -> None:
    """All passages that speak of position encoding."""
    for number in text.saying(_SUBJECT):
        passage = text.passages[number]
        if not _SUBJECT.search(passage.text):
            continue
        with reporter.trying(number):
            named = [(match.start(), int(match[1])) for match in _POSITION.finditer(passage.text)]
            for row in text.vectors(number):
                if len(row) % 2 == 0 and len(row) >= 4 and row.decimals > 1 and all(abs(value) <= 1 for value in row.values):
                    before = [position for start, position in named if row.span[0] - 80 <= start < row.span[0]]
                    _row(reporter, number, row, before[-1:])


def _row(reporter: Reporter, passage: int, row: Vector, named: list[int]) -> None:
    trivial = [abs(value) in (0, 1) for value in row.values]
    for position in named or range(FIRST_POSITIONS):
        reporter.budget.spend(len(row))
        found = agreement(row, _encoding(position, len(row)), trivial)
        if found is not None and (found.whole or found.meant(DIGITS) or (bool(named) and _half(found))):
            for span, verdict in zip(row.spans, found.verdicts, strict=True):
                reporter.figure(passage, span, verdict)
            return


def _half(found: Agreement) -> bool:
    return found.telling >= 2 and 2 * found.holding >= len(found.verdicts)


def _encoding(position: int, width: int) -> tree.Node:
    """PE(pos, 2i) = sin(pos/10000^(2i/d)), PE(pos, 2i + 1) = cos(pos/10000^(2i/d)), as a row of expressions."""
    items = []
    for r in range(width):
        power = tree.Power(_number(Fraction(10_000)), _number(Fraction(r // 2 * 2, width)), span=(0, 0))
        angle = tree.Quotient(_number(Fraction(position)), power, span=(0, 0))
        items.append(tree.Call("cos" if r % 2 else "sin", (angle,), span=(0, 0)))
    return tree.Row(tuple(items), span=(0, 0))


def _number(value: Fraction) -> tree.Node:
    return tree.Number(Written(str(value), value, Fraction(1), 0), None, value, Fraction(1), span=(0, 0))
