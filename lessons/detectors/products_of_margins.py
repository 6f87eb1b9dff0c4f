"""Tables whose cells are products of what heads their column and of a figure of their row: bytes a parameter × parameters.

What it does: takes the columns that a figure heads (`7B model`, `70B model`) and every column of plain figures before them, and
asks whether each cell is the product of both, in its own thousands (14 GB of 2 × 7B). Where most cells are, and at least four,
the others are wrong.

Why it matters: such tables of memory are filled by head, and a model is added without its rows.

Fires: | bytes | 7B | 70B | ⏎ |-|-|-| ⏎ | 4 | 28 GB | 280 GB | ⏎ | 2 | 14 GB | 150 GB | ⏎ | 1 | 7 GB | 70 GB |
Quiet: | bytes | 7B | 70B | ⏎ |-|-|-| ⏎ | 4 | 28 GB | 280 GB | ⏎ | 2 | 14 GB | 140 GB | ⏎ | 1 | 7 GB | 70 GB |
Quiet: | | bits | 7B | 13B | ⏎ |-|-|-|-| ⏎ | GPTQ | 4 | 5.1 | 4.6 | ⏎ | AWQ | 3 | 6.2 | 5.3 | ⏎ | none | 16 | 5.0 | 4.5 |
"""

from __future__ import annotations

from fractions import Fraction

from derivations.verdict import FigureVerdict
from lessonproof.records import dataclass
from lessons.amounts import Amount, amounts
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.detectors.totals import amount_of
from numeric.real import Real

LEAST = 4  # cells that hold, so that chance has not made them
_THOUSANDS = [Fraction(1000) ** power for power in range(-5, 6)]


@dataclass(frozen=True, slots=True)
class _Cell:
    factor: Amount
    head: Amount
    shown: Amount


def detect(text: Text, reporter: Reporter) -> None:
    """Every table, by each column of factors."""
    for number in text.tables:
        passage = text.passages[number]
        if len(passage.rows) < 3:
            continue
        with reporter.trying(number):
            heads = [_head(text, number, cell) for cell in passage.rows[0]]
            first = next((column for column, head in enumerate(heads) if head is not None), 0)
            for column in range(first):
                reporter.budget.spend(len(passage.rows))
                _judge(reporter, number, list(_cells(text, number, heads, column)))


def _head(text: Text, passage: int, cell: tuple[int, int]) -> Amount | None:
    """The only figure in the head of a column, which is no ordinal but a quantity: it has a power of ten, or stands alone."""
    found = list(amounts(text.passages[passage].text, *cell))
    if len(found) != 1 or not found[0].written.value:
        return None
    return found[0] if found[0].written.text[-1:] in tuple("KMBTk万亿") or amount_of(text, passage, cell) else None


def _cells(text: Text, passage: int, heads: list[Amount | None], column: int) -> list[_Cell]:
    cells = []
    for row in text.passages[passage].rows[1:]:
        factor = amount_of(text, passage, row[column]) if column < len(row) else None
        if factor is None or not factor.written.value:
            continue
        for cell, head in zip(row, heads, strict=False):
            shown = amount_of(text, passage, cell) if head is not None else None
            if head is not None and shown is not None:
                cells.append(_Cell(factor, head, shown))
    return cells


def _judge(reporter: Reporter, passage: int, cells: list[_Cell]) -> None:
    if len({cell.factor.written.value for cell in cells}) < 2 or len({cell.head.written.value for cell in cells}) < 2:
        return
    by_scale = ([_verdict(cell, scale) for cell in cells] for scale in _THOUSANDS)
    verdicts = max(by_scale, key=lambda found: sum(one.holds for one in found))
    right = sum(one.holds for one in verdicts)
    if right < LEAST or 3 * right < 2 * len(cells):
        return
    for cell, verdict in zip(cells, verdicts, strict=True):
        reporter.figure(passage, cell.shown.span, verdict)
        if verdict.holds:
            reporter.settle(passage, cell.factor.span, FigureVerdict.EXACT)


def _verdict(cell: _Cell, scale: Fraction) -> Judgement:
    value = cell.factor.written.value * cell.head.written.value * scale
    if cell.shown.unit not in ("", "%"):
        value /= cell.shown.value / cell.shown.written.value if cell.shown.written.value else 1
    return entry_verdict(cell.shown.written, Real.exactly(value))
