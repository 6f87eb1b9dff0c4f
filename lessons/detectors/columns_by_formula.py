"""A table whose heads are letters and formulas of these letters: `n | n² | 2 n d`.

What it does: where the head of a column is an expression over the letters that head other columns (`r(d_in + d_out)` beside
`d_in` and `d_out`), computes it in each row from the cells of that row; letters that head no column mean what the text says.
Columns of which most rows agree, and at least two, are such columns; the rows that do not agree are wrong.

Why it matters: the head says how every cell was made, and a row that was copied keeps the value of the row above.

Fires: | n | $n^2$ | ⏎ |--|--| ⏎ | 3 | 9 | ⏎ | 4 | 16 | ⏎ | 5 | 24 |
Fires: $r = 8$: ⏎  ⏎ | W | $a$ | $b$ | $r(a + b)$ | ⏎ |-|-|-|-| ⏎ | Q | 6 | 6 | 96 | ⏎ | K | 6 | 2 | 96 | ⏎ | O | 3 | 6 | 72 |
Fires: | $x$ | $y = e^x$ | ⏎ |--|--| ⏎ | 0 | 1 | ⏎ | 1 | 2.718 | ⏎ | 2 | 7.398 |
Quiet: | n | $n^2$ | ⏎ |--|--| ⏎ | 3 | 9 | ⏎ | 4 | 16 | ⏎ | 5 | 25 | ⏎ | total | 50 |
Quiet: | $x$ | $x^2$ | ⏎ |--|--| ⏎ | 0.333 | 0.111 | ⏎ | 0.667 | 0.444 | ⏎ | 0.167 | 0.028 |
Quiet: | $n$ | $n^2$ | time | ⏎ |--|--|--| ⏎ | 10 | 0.3 s | 1 | ⏎ | 20 | 1.1 s | 2 | ⏎ | 30 | 2.6 s | 3 |
"""

from __future__ import annotations

from derivations.formula import tree
from derivations.verdict import FigureVerdict
from lessonproof.records import dataclass
from lessons.comparison import Judgement, NotComputed, Worth, compare
from lessons.detectors.detection import Reporter, Text
from lessons.detectors.values_beside import without_remark
from lessons.names import Reading
from lessons.passage import Span
from lessons.printed import Printed, printed_rows
from lessons.relations import Side
from lessons.sign import Role, Sign
from lessons.vocabulary import Meaning, may_be_rounded

LEAST = 2  # rows that hold, so that chance has not made them


@dataclass(frozen=True, slots=True)
class _Cell:
    """The one number of a cell.   span: in the passage."""

    printed: Printed
    span: Span
    about: bool

    @property
    def meaning(self) -> Meaning:
        """What the letter that heads the column stands for in this row: a printed figure, which may be a rounding."""
        written = self.printed.written
        number = tree.Number(written, 0, written.value, written.ulp, span=(0, 0))
        return Meaning(number, {}, rounded=may_be_rounded(written))


@dataclass(frozen=True, slots=True)
class _Judged:
    cell: _Cell
    operands: tuple[Span, ...]
    verdict: Judgement


def detect(text: Text, reporter: Reporter) -> None:
    """Every table, by its heads."""
    for number in text.tables:
        passage = text.passages[number]
        if len(passage.rows) <= LEAST:
            continue
        with reporter.trying(number):
            heads = [_head(text, number, cell) for cell in passage.rows[0]]
            letters = {head.name: column for column, head in enumerate(heads) if isinstance(head, tree.Symbol)}
            for column, head in enumerate(heads):
                if head is not None and not isinstance(head, tree.Symbol) and letters.keys() & _symbols(head):
                    _column(text, reporter, number, column, head, letters)


def _head(text: Text, passage: int, cell: Span) -> tree.Node | None:
    """The letter or the formula that heads a column; of `y = x²` what stands behind the sign."""
    signs = list(without_remark(text.signs(passage, cell)))
    relations = [at for at, sign in enumerate(signs) if sign.role is Role.RELATION]
    signs = signs[relations[-1] + 1 :] if relations else signs
    return Side(signs).node if _is_formula(signs) else None


def _is_formula(signs: list[Sign]) -> bool:
    return bool(signs) and not any(sign.role in (Role.END, Role.BREAK) for sign in signs)


def _symbols(node: tree.Node) -> set[str]:
    return {part.name for part in tree.walk(node) if isinstance(part, tree.Symbol)}


def _cell(text: Text, passage: int, span: Span) -> _Cell | None:
    signs = list(without_remark(text.signs(passage, span)))
    side = Side(signs)
    if not _is_formula(signs) or (node := side.node) is None:
        return None
    rows = printed_rows(node, side.text)
    if rows is None or len(rows) != 1 or len(rows[0]) != 1:
        return None
    return _Cell(rows[0][0], side.places(rows[0][0].span), side.about)


def _column(text: Text, reporter: Reporter, passage: int, column: int, head: tree.Node, letters: dict[str, int]) -> None:
    """Judge a column by the reading of the other letters that most of its rows confirm."""
    rows = text.passages[passage].rows
    used = {name: at for name, at in letters.items() if at != column and name in _symbols(head)}
    if not used:
        return
    best: list[_Judged] = []
    for reading in text.names.readings(head, passage, rows[0][column][0]):
        reporter.budget.spend(len(rows))
        judged = [one for row in rows[1:] if (one := _judge(text, passage, row, column, head, used, reading)) is not None]
        best = max(best, judged, key=_right)
    if _right(best) < LEAST or 2 * _right(best) <= len(best):
        return
    for one in best:
        reporter.figure(passage, one.cell.span, one.verdict)
        for span in one.operands if one.verdict.holds else ():
            reporter.settle(passage, span, FigureVerdict.EXACT)


def _right(judged: list[_Judged]) -> int:
    return sum(one.verdict.holds for one in judged)


def _judge(
    text: Text, passage: int, row: tuple[Span, ...], column: int, head: tree.Node, used: dict[str, int], reading: Reading
) -> _Judged | None:
    if max(column, *used.values()) >= len(row):
        return None
    shown = _cell(text, passage, row[column])
    cells = {name: _cell(text, passage, row[at]) for name, at in used.items()}
    operands = {name: cell for name, cell in cells.items() if cell is not None}
    if shown is None or len(operands) < len(cells):
        return None
    names = {**reading.names, **{name: cell.meaning for name, cell in operands.items()}}
    try:
        ((verdict,),) = compare([[shown.printed]], Worth(head, names), text.sources, approximate=shown.about)
    except NotComputed:
        return None
    return _Judged(shown, tuple(cell.span for cell in operands.values()), verdict)
