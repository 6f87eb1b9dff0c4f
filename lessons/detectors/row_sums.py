"""Three rows in a row of which one is the sum or difference of the others: x, the sublayer's output, x + output.

What it does: takes every three neighbouring rows of equal length and asks whether the third is the first plus or minus the
second, or, of two neighbours, whether the second is the first minus its mean. Where all entries but one say so, the last
one is wrong.

Why it matters: residual tables print the sum without a sign between the cells, and one edited entry is easily overlooked.

Fires: x [1.0, 0.5, 0.2, 0.8] | output [0.3, 0.1, 0.2, 0.4] | together [1.3, 0.6, 0.5, 1.2]
Quiet: [1.0, 0.5, 0.2, 0.8] then [0.3, 0.1, 0.2, 0.4] and last [0.2, 0.7, 0.1, 0.9]
Quiet: one-hot rows [1, 0, 0] and [0, 1, 0] and [0, 0, 1]
"""

from __future__ import annotations

from fractions import Fraction

from derivations.formula import tree
from derivations.verdict import FigureVerdict
from lessons.detectors.detection import Reporter, Text
from lessons.vectors import Vector, agreement, row_node

# Short rows of whole numbers agree by chance too often to call one of them wrong.
LONG_ENOUGH = 4
# So many digits of a row agree by chance only rarely.
DIGITS = 3


def detect(text: Text, reporter: Reporter) -> None:
    """All neighbouring rows of every passage."""
    for passage in text.may_hold_vectors:
        with reporter.trying(passage):
            _passage(reporter, passage, text.vectors(passage))


def _passage(reporter: Reporter, passage: int, rows: list[Vector]) -> None:
    for number in range(1, len(rows)):
        reporter.budget.spend(len(rows[number]))
        if number > 1 and len({len(row) for row in rows[number - 2 : number + 1]}) == 1:
            _sum(reporter, passage, rows[number - 2], rows[number - 1], rows[number])
        if len(rows[number - 1]) == len(rows[number]) > 2:
            _centred(reporter, passage, rows[number - 1], rows[number])


def _sum(reporter: Reporter, passage: int, first: Vector, second: Vector, third: Vector) -> None:
    trivial = [not a or not b for a, b in zip(first.values, second.values, strict=True)]
    for minus in (False, True):
        values = zip(first.values, second.values, third.entries, strict=True)
        if sum(abs((a - b if minus else a + b) - c.value) <= c.ulp for a, b, c in values) < 2:
            continue
        shifted = _numbered(row_node(second), len(first))
        term: tree.Node = tree.Negative(shifted, span=second.span) if minus else shifted
        node = tree.Sum((row_node(first), term), span=(first.span[0], second.span[1]))
        found = agreement(third, node, trivial)
        if found is None:
            continue
        certain = third.decimals or len(third) >= LONG_ENOUGH
        if found.whole or (found.meant(DIGITS) and certain):
            for span, verdict in zip(third.spans, found.verdicts, strict=True):
                reporter.figure(passage, span, verdict)
            for row in (first, second) if found.whole else ():
                for span in row.spans:
                    reporter.settle(passage, span, FigureVerdict.EXACT)
            return


def _centred(reporter: Reporter, passage: int, first: Vector, second: Vector) -> None:
    if not sum(first.values) or len(set(first.values)) == 1:
        return
    average = sum(first.values, Fraction(0)) / len(first)
    near = (abs(a - average - c.value) <= c.ulp for a, c in zip(first.values, second.entries, strict=True))
    if sum(near) < 2:
        return
    row = row_node(first)
    mean = tree.Call("mean", (_numbered(row, len(first)),), span=first.span)
    items = tuple(tree.Sum((item, tree.Negative(mean, span=first.span)), span=item.span) for item in row.items)
    found = agreement(second, tree.Row(items, span=first.span))
    if found is not None and (found.whole or (found.meant(DIGITS) and second.decimals > 1)):
        for span, verdict in zip(second.spans, found.verdicts, strict=True):
            reporter.figure(passage, span, verdict)


def _numbered(row: tree.Row, first: int) -> tree.Row:
    """The row with its figures counted from `first`."""
    items = [
        tree.Number(item.written, first + number, item.value, item.ulp, span=item.span)
        for number, item in enumerate(row.items)
        if isinstance(item, tree.Number)
    ]
    return tree.Row(tuple(items), span=row.span)
