"""A column of percentages beside a column of counts: each is the share of its row.

What it does: in a table, divides each whole number of a column by the total of the column, printed or summed, and compares the
percentage in the same row. Columns of which most rows agree, and at least two, are such columns; the rows that do not agree
are wrong. Percentages in whole numbers that add up to 100 only when one of them is bent are left alone.

Why it matters: a count is corrected and its share stays.

Fires: | part | count | share | ⏎ |--|--|--| ⏎ | a | 30 | 30.0% | ⏎ | b | 50 | 52.0% | ⏎ | c | 20 | 20.0% |
Quiet: | part | count | share | ⏎ |--|--|--| ⏎ | a | 30 | 30.0% | ⏎ | b | 50 | 50.0% | ⏎ | c | 20 | 20.0% |
Quiet: | part | count | faster | ⏎ |--|--|--| ⏎ | a | 30 | 30.0% | ⏎ | b | 50 | 52.0% | ⏎ | c | 20 | 21.0% |
"""

from __future__ import annotations

from fractions import Fraction

from derivations.verdict import FigureVerdict
from lessons.amounts import Amount
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.detectors.totals import LABEL, amount_of
from numeric.real import Real

BENT = 1  # units in the last place by which authors bend a rounded share, so that the printed ones sum to 100%


def detect(text: Text, reporter: Reporter) -> None:
    """Tables, by each pair of columns."""
    for number in text.tables:
        rows = text.passages[number].rows
        width = max(map(len, rows))
        columns = [_column(text, number, column) for column in range(1, width)]
        for shares in columns:
            for counts in columns:
                if shares is not counts:
                    reporter.budget.spend(len(rows))
                    _compare(text, reporter, number, counts, shares)


def _column(text: Text, passage: int, column: int) -> list[Amount | None]:
    """The amount in each row, None where a cell holds anything else."""
    rows = text.passages[passage].rows
    return [amount_of(text, passage, row[column]) if column < len(row) else None for row in rows]


def _compare(text: Text, reporter: Reporter, passage: int, counts: list[Amount | None], shares: list[Amount | None]) -> None:
    whole = text.passages[passage]
    pairs: list[tuple[Amount, Amount]] = []
    total: Amount | None = None
    for row, count, share in zip(whole.rows, counts, shares, strict=True):
        if count is None or count.unit or count.written.ulp != 1 or count.written.text.endswith("%"):
            if pairs:
                break
            continue
        if row and LABEL.fullmatch(whole.text, *row[0]):
            total = count
            break
        if share is None or share.kind != "%":
            return
        pairs.append((count, share))
    value = sum((count.value for count, _ in pairs), Fraction(0))
    if len(pairs) < 2 or value == 0 or (total is not None and total.value != value):
        return
    judged = [entry_verdict(share.written, Real.exactly(_share(count, share, value))) for count, share in pairs]
    right = sum(one.holds for one in judged)
    if right < 2 or 2 * right <= len(pairs):
        return
    for (_, share), one in zip(pairs, judged, strict=True):
        if one.holds or not _bent(one):
            reporter.figure(passage, share.span, one)
    for count, _ in pairs:
        reporter.settle(passage, count.span, FigureVerdict.EXACT)


def _share(count: Amount, share: Amount, total: Fraction) -> Fraction:
    """The share, as the figure writes it: with its sign it is a hundredth, without it a number of percent."""
    return count.value / total * (1 if share.written.text.endswith("%") else 100)


def _bent(verdict: Judgement) -> bool:
    return abs(verdict.ulps) <= BENT
