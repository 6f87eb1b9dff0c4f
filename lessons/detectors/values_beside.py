"""An expression and its value in neighbouring cells, or run together by an export: `1.85²⁴ | 2.6e6`.

What it does: in a table, asks of each two neighbouring cells whether the second prints the value of the first; a column
where two rows or more say so is such a column, and the rows that do not are wrong. Where no row does, but all would for another
whole number in place of one name, the value of the name was changed and the column was not. The expression may stand in
brackets at the end of a label: `embeddings (4096 × 320)`. In an export without cell marks, a power that touches the figure
after it is cut where it holds: `120.85¹²0.14` is 12, 0.85¹² and 0.14.

Why it matters: tables of powers print no equality sign that any reader of formulas could find.

Fires: 120.85¹²0.15（12 层）
Fires: | part | size | ⏎ |-|-| ⏎ | attention (4 × 32²) | 4,096 | ⏎ | FFN (2 × 32 × 128) | 8,192 | ⏎ | norm (2 × 32) | 68 |
Fires: | part | formula | number | ⏎ |--|--|--| ⏎ | Q | $4 × 4$ (Q/K) | 16 | ⏎ | F | 4 × 9 (每层) | 36 | ⏎ | V | $9 × 9$ | 82 |
Quiet: 120.85¹²0.14（12 层） and 241.85²⁴2.6e6（24 层）
Quiet: | machine (GPUs) | memory | ⏎ |--|--| ⏎ | one node (2 × 4) | 640 GB | ⏎ | two nodes (2 × 8) | 1,280 GB |
Quiet: | part | formula | number | ⏎ |--|--|--| ⏎ | Q | $4 × 4$ (Q/K) | 16 | ⏎ | F | 4 × 9 (每层) | 36 | ⏎ | V | $9 × 9$ | 81 |
Quiet: x²3 and 10²5 are no rows of a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from derivations.formula import tree
from derivations.formula.alphabet import SUPERSCRIPTS
from derivations.verdict import FigureVerdict, Message
from lessonproof.patterns import Worded, pattern
from lessonproof.records import dataclass
from lessons.comparison import Judgement, NotComputed, Worth, compare
from lessons.detectors.detection import Reporter, Text
from lessons.glued import is_number
from lessons.names import Reading
from lessons.passage import Span
from lessons.printed import Printed, printed_rows
from lessons.relations import Side
from lessons.scope import doubt, of_another_case
from lessons.sign import Role, Sign
from lessons.vocabulary import Meaning
from numeric.rounding import certify
from numeric.written import Written, read, scan

LARGEST_SIZE = 2**20
A_SENTENCE = 200
_ENDS = frozenset({Role.END, Role.BREAK, Role.RELATION})
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_BRACKET = pattern(r"[(（]([^()（）]{3,80})[)）]\s*\Z")
_POWER = Worded(
    rf"(?<![0-9.,A-Za-z])(?P<base>[0-9]{{1,12}}(?:\.[0-9]{{1,12}})?)(?P<exponent>[{_RAISED}]{{1,3}})(?=[0-9])",
    tuple(_RAISED),
)


def detect(text: Text, reporter: Reporter) -> None:
    """Tables by pairs of columns, exports by powers that touch a figure."""
    for number in sorted({*text.tables, *text.saying(_POWER)}):
        passage = text.passages[number]
        with reporter.trying(number):
            if passage.rows:
                for column in range(max(map(len, passage.rows)) - 1):
                    _column(text, reporter, number, column)
            elif passage.run_together:
                for match in _POWER.finditer(passage.text):
                    reporter.budget.spend()
                    _glued(text, reporter, number, match)


@dataclass(frozen=True, slots=True)
class _Pair:
    span: Span
    verdict: Judgement
    operands: tuple[Span, ...]
    expression: tree.Node
    printed: Printed
    reading: Reading


def _column(text: Text, reporter: Reporter, passage: int, column: int) -> None:
    pairs = []
    for row in text.passages[passage].rows:
        reporter.budget.spend()
        if column + 1 == len(row) or column >= len(row):
            continue
        bracket = _BRACKET.search(text.passages[passage].text, *row[column])
        for expression in (row[column], *([bracket.span(1)] if bracket else [])):
            if pair := _pair(text, passage, expression, row[column + 1]):
                pairs.append(pair)
                break
    right = sum(pair.verdict.holds for pair in pairs)
    if right < 2 or 2 * right <= len(pairs):
        if _computed_before(text, reporter, passage, pairs):
            for pair in pairs:
                related = [(one.passage, one.start) for one in pair.reading.definitions]
                reporter.figure(passage, pair.span, pair.verdict, related=related)
        return
    for pair in pairs:
        reporter.figure(passage, pair.span, pair.verdict)
        for span in pair.operands if pair.verdict.holds else ():
            reporter.settle(passage, span, FigureVerdict.EXACT)


def _computed_before(text: Text, reporter: Reporter, passage: int, pairs: list[_Pair]) -> bool:
    """Whether the column follows from another whole number than the one that a name has now, and the name has no other."""
    wrong = [pair for pair in pairs if not pair.verdict.holds]
    names = set.intersection(*(set(pair.reading.names) for pair in wrong)) if len(wrong) > 1 else set()
    if not all(_certain(text, passage, pair) for pair in wrong):
        return False
    for name in sorted(names):
        value = _solved(reporter, wrong[0], name)
        if value is not None and all(_steps(reporter, pair, name, value) == 0 for pair in wrong):
            return True
    return False


def _certain(text: Text, passage: int, pair: _Pair) -> bool:
    """Whether the names of a row certainly have these values: one each in the document, and no other case is announced."""
    before = text.passages[passage - 1].text if passage else ""
    defined = max((one.end for one in pair.reading.definitions if one.passage == passage - 1), default=0)
    header = text.passages[passage].rows[0]
    shown = text.passages[passage].text[header[0][0] : header[-1][1]]
    if of_another_case(before[max(defined, len(before) - A_SENTENCE) :]) or of_another_case(shown):
        return False
    written = pair.printed.written
    return written.ulp == 1 and doubt(text.passages, text.names, pair.reading, passage, pair.span, written) is None


def _solved(reporter: Reporter, pair: _Pair, name: str) -> int | None:
    """The whole number in place of a name for which the row holds, where its expression grows with it."""
    low, high = 1, LARGEST_SIZE
    while low < high:
        middle = (low + high) // 2
        steps = _steps(reporter, pair, name, middle)
        if steps is None:
            return None
        if steps > 0:  # the print is larger than what it should be
            low = middle + 1
        else:
            high = middle
    return low


def _steps(reporter: Reporter, pair: _Pair, name: str, value: int) -> int | None:
    """How far the print is from the expression with a whole number in place of a name, in units of its last place."""
    reporter.budget.spend()
    number = read(str(value))
    meaning = Meaning(tree.Number(number, None, number.value, number.ulp, span=(0, 0)), {})
    try:
        ((real,),) = (worth := Worth(pair.expression, {**pair.reading.names, name: meaning})).entries(worth.vocabulary())
    except (NotComputed, ValueError):
        return None
    return certify(pair.printed.written, real).ulps


def _pair(text: Text, passage: int, left: Span, right: Span) -> _Pair | None:
    """An expression with an operation, and one number, each filling its cell."""
    sides: list[Side] = []
    for cell in (left, right):
        side = Side(without_remark(text.signs(passage, cell)))
        if not side.signs or any(sign.role in _ENDS for sign in side.signs) or side.node is None:
            return None
        if not sides and (isinstance(side.node, tree.Symbol) or printed_rows(side.node, side.text) is not None):
            return None
        sides.append(side)
    expression, number = sides[0].node, sides[1].node
    assert expression is not None and number is not None
    rows = printed_rows(number, sides[1].text)
    if rows is None or len(rows) != 1 or len(rows[0]) != 1:
        return None
    for reading in text.names.readings(expression, passage, left[0]):
        try:
            ((verdict,),) = compare(rows, Worth(expression, reading.names), text.sources, approximate=sides[1].about)
        except NotComputed:
            continue
        operands = tuple((sign.start, sign.end) for sign in sides[0].signs if sign.role is Role.FIGURE)
        return _Pair(sides[1].places(rows[0][0].span), verdict, operands, expression, rows[0][0], reading)
    return None


def without_remark(signs: Sequence[Sign]) -> Sequence[Sign]:
    """The signs of a cell without a remark in brackets at its end: `$1152 \\times 2$ (Block 内)`, `4096 × 8 (Q/K/V)`."""
    if not signs or signs[-1].role is not Role.CLOSE or signs[-1].tex:
        return signs
    depth, at = 0, len(signs)
    while at and (depth or at == len(signs)):
        at -= 1
        depth += (signs[at].role is Role.CLOSE) - (signs[at].role is Role.OPEN)
    words = any(sign.role in (Role.END, Role.BREAK, Role.LABEL) for sign in signs[at + 1 : -1])
    return signs[:at] if at and not depth and not signs[at].tex and (words or signs[at - 1].tex) else signs


def _glued(text: Text, reporter: Reporter, passage: int, match: re.Match[str]) -> None:
    whole = text.passages[passage].text
    found = scan(whole, match.end())
    if found is None or "." not in match["base"] + found[0].text:
        return
    written, end = found
    exponent = int("".join(SUPERSCRIPTS[sign] for sign in match["exponent"]))
    base, start = match["base"], match.start("base")
    cuts = [0, *(cut for cut in range(1, base.find(".") if "." in base else len(base)) if is_number(base[cut:]))]
    verdicts = {cut: verdict for cut in cuts if (verdict := _power(read(base[cut:]), exponent, written)) is not None}
    right = [cut for cut, verdict in verdicts.items() if verdict.holds]
    # The number of layers is often the cell before and the exponent: that decides where nothing else does.
    said = [cut for cut in verdicts if cut and base[:cut] == str(exponent)]
    chosen = right if len(right) == 1 else said if not right else []
    if len(chosen) != 1:
        reporter.skip(passage, (start, end), Message("unread-cells-run-together", {}))
        return
    cut = chosen[0]
    reporter.figure(passage, (match.end(), end), verdicts[cut])
    if verdicts[cut].holds:
        reporter.settle(passage, (start + cut, match.end("base")), FigureVerdict.EXACT)
        reporter.settle(passage, match.span("exponent"), FigureVerdict.EXACT)
        if cut:
            reporter.settle(passage, (start, start + cut), FigureVerdict.EXACT)


def _power(base: Written, exponent: int, printed: Written) -> Judgement | None:
    number = read(str(exponent))
    node = tree.Power(
        tree.Number(base, 0, base.value, base.ulp, span=(0, 1)), tree.Number(number, 1, number.value, number.ulp, span=(1, 2)),
        span=(0, 2),
    )  # fmt: skip
    try:
        ((verdict,),) = compare([[Printed(printed, (0, 1))]], Worth(node, {}), {}, approximate=False)
    except NotComputed:
        return None
    return verdict
