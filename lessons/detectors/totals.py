"""Totals: the last row of a column, or “total” after a list of amounts.

What it does: adds the amounts above a row that is called total, or those listed before the word in a paragraph, all of one
kind. A total is wrong where no numbers that round to the amounts give it, and it is close to the sum or smaller than a part.
Whole numbers that count things are exact; whole seconds, gigabytes or percent may be roundings, and a total that only their
rounding saves is checked loosely and not called right. Farther from the sum, a row of a table is asked about as well, unless
the table shows a selection, its rows contain each other, or its column is a mean or a rate. 100% as the total of shares is
exactly 1, whatever it is rounded to.

Why it matters: a row is added to a table, or an entry corrected, and the total stays.

Fires: The parts take 140 GB, 560 GB and 20.9 TB. Total ~16.5TB
Quiet: The parts take 140 GB, 560 GB and 20.9 TB. Total ~21.6TB
Quiet: It costs 3 GB, 4 GB and 5 GB a step; the total of 3,000 steps is another matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from derivations.verdict import FigureVerdict, Message, Severity
from lessonproof.patterns import Worded, pattern
from lessons.amounts import Amount, amounts
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Span

NEAR = Fraction(1, 20)
FAR = 2  # a total that is more than so many times the sum, or less than that part of it, is a total of something else
FARTHEST = 200  # characters before a table in which it may be called a selection
_TOTAL = Worded(
    r"\b[Tt]otal(?:s|ling)?\b|\bTOTAL\b|\bin total\b|\b[Ss]um\b|合计|总计|总共|共计",
    ("total", "Total", "TOTAL", "sum", "Sum", "合计", "总计", "总共", "共计"),
)
_IS = pattern(r"[\s:：,，]*(?:[a-z]{2,12}\s+){0,2}(?:is|are|of|about|memory|约|为|是|≈|~|=|~=|:|：|\s){0,4}\s*")
LABEL = pattern(r"\s*\**\s*(?:[Tt]otal|TOTAL|[Ss]um|(?:单层|每层|全部)?(?:合计|总计|共计|小计|总和)|∑|Σ)\**\s*")

_MORE = pattern(r"includ|with|overhead|plus|across|包括|含|另")
_NO_SUM = pattern(
    r"mean|average|avg|median|rate|ratio|\bper\b|/|each|accuracy|score|perplexity|bleu|loss|speed|max|min|best|temperature|cumul"
    r"|均|率|比|每|最|速|分数|得分|损失|累计|单",
    re.IGNORECASE,
)
"""In the head of a column that does not add up."""
_SELECTION = pattern(
    r"\b(?:main|selected|largest|biggest|top|some|examples?|excerpt|of which|thereof|incl)|\.\.\.|…|⋮"
    r"|主要|部分|选|其中|例|最大|前|包括|略|└|├",
    re.IGNORECASE,
)
"""Where rows are left out, or are parts of each other."""
_MEASURED = pattern(
    r"[(（%$€¥]|\b(?:[mnµu]?s|secs?|seconds?|min|minutes?|hours?|h|days?|time|[kmgtpb]|[kmgtp]i?b|[kmgt]?flops?|size|memory|cost"
    r"|thousands?|millions?|billions?|about|approx\w*|rounded|usd|kg|km|cm|mm|[km]?wh?|points?)\b"
    r"|秒|分钟|小时|天|时间|大小|内存|显存|成本|费用|元|约|万|亿|占",
    re.IGNORECASE,
)
"""In the head of a column, or behind an amount: what is measured, so that a whole number may be a rounding."""
_SUFFIX = pattern(r"[A-Za-z万亿]*$")
FARTHER = 30  # characters after a total in which it may be said to hold more than the list


def detect(text: Text, reporter: Reporter) -> None:
    """Tables by their columns, paragraphs by their words."""
    for number in sorted({*text.tables, *text.saying(_TOTAL)}):
        if text.passages[number].rows:
            _columns(text, reporter, number)
        else:
            _paragraph(text, reporter, number)


def _columns(text: Text, reporter: Reporter, passage: int) -> None:
    whole = text.passages[passage]
    for column in range(1, max(map(len, whole.rows))):
        parts: list[Amount] = []
        if column < len(whole.rows[0]) and _NO_SUM.search(whole.text, *whole.rows[0][column]):
            continue
        for row in whole.rows:
            cell = amount_of(text, passage, row[column]) if column < len(row) else None
            if LABEL.fullmatch(whole.text, *row[0]):
                if cell is not None and len(parts) > 1 and len({one.kind for one in (*parts, cell)}) == 1:
                    reporter.budget.spend(len(parts))
                    whole_column = _is_whole(text, passage, column, (*parts, cell))
                    head = whole.text[slice(*whole.rows[0][column])] if column < len(whole.rows[0]) else ""
                    counts = not _MEASURED.search(head)
                    _compare(reporter, passage, parts, cell, whole_column=whole_column, counts=counts)
                break
            if cell is not None:
                parts.append(cell)
            elif parts:
                break  # a cell that is no number: what it adds is not known


def _is_whole(text: Text, passage: int, column: int, figures: Sequence[Amount]) -> bool:
    """Whether nothing says that a column has another total than the sum of what is shown of it."""
    whole = text.passages[passage]
    before = text.passages[passage - 1].text[-FARTHEST:] if passage else ""
    labels = [whole.text[slice(*row[0])] for row in whole.rows[1:] if row]  # 部分 heads a column of parts
    head = whole.text[slice(*whole.rows[0][column])] if column < len(whole.rows[0]) else ""
    alike = len({_SUFFIX.findall(one.written.text)[0] for one in figures}) == 1
    return alike and not any(map(_SELECTION.search, (before, head, *labels)))


def amount_of(text: Text, passage: int, cell: Span) -> Amount | None:
    """The one figure of a cell; None where it holds anything else."""
    whole = text.passages[passage].text
    found = list(amounts(whole, *cell))
    if len(found) != 1:
        return None
    rest = whole[cell[0] : found[0].span[0]] + whole[found[0].span[1] : cell[1]]
    return found[0] if rest.replace(found[0].unit, "").strip(" \t*_$~≈|") == "" else None


def _paragraph(text: Text, reporter: Reporter, passage: int) -> None:
    """The nearest list of amounts before the word, whose amounts commas and “and” join."""
    whole = text.passages[passage].text
    for word in _TOTAL.finditer(whole):
        reporter.budget.spend()
        lead = _IS.match(whole, word.end())
        total = next(amounts(whole, lead.end(), min(len(whole), lead.end() + 60)), None) if lead else None
        if total is None or lead is None or total.span[0] != lead.end() or not total.unit:
            continue
        if _MORE.search(whole, total.span[1], min(len(whole), total.span[1] + FARTHER)):
            continue
        parts = _listed(list(amounts(whole, max(0, word.start() - 400), word.start())), whole, total.kind)
        if len(parts) > 1:
            _compare(reporter, passage, parts, total)


def _listed(found: list[Amount], text: str, kind: str) -> list[Amount]:
    parts: list[Amount] = []
    for amount in reversed(found):
        between = text[amount.span[1] : parts[-1].span[0]] if parts else ""
        joined = (
            re.fullmatch(r"\s*[A-Za-z]*\s*(?:[,，、;；+]|\band\b|,\s*and|和|与|加上)\s*(?:[a-z]+\s+){0,3}", between)
            if parts
            else True
        )
        if not joined or amount.kind != kind:
            break
        parts.append(amount)
    return parts[::-1]


def _compare(
    reporter: Reporter, passage: int, parts: list[Amount], total: Amount, *, whole_column: bool = False, counts: bool = True
) -> None:
    """counts: whether whole numbers without a unit of measure count things here, and are exact."""
    if any(reporter.is_wrong(passage, part.span) for part in parts):
        return  # the part is to blame, and is told
    value = sum((part.value for part in parts), Fraction(0))
    all_of_it = total.kind == "%" and total.value == 1
    slack = (sum((part.ulp for part in parts), Fraction(0)) + (0 if all_of_it else total.ulp)) / 2
    if counts and all(one.ulp == 1 and not _MEASURED.search(one.unit) for one in (*parts, total)):
        slack = Fraction(0)
    if abs(value - total.value) <= slack:
        verdict = FigureVerdict.ROUNDED if value == total.value else FigureVerdict.LOOSE
        for amount in (*parts, total):
            reporter.settle(passage, amount.span, verdict)
        return
    severity = Severity.ERROR
    if abs(value - total.value) > NEAR * value and total.value >= max(part.value for part in parts):
        if not whole_column or all_of_it or not value < FAR * total.value < FAR * FAR * value:
            return
        one_part_off = any(abs(abs(value - total.value) - part.value) <= slack for part in parts)
        severity = Severity.ERROR if one_part_off else Severity.WARNING
    formula = " + ".join(part.written.text for part in parts)
    if all_of_it:
        decimals = len(str(1 / (100 * min(part.ulp for part in parts)))) - 1
        shown = Message("arithmetic-shares", {"total": f"{float(100 * value):.{decimals}f}%"})
        reporter.find("shares-sum", severity, passage, total.span, shown, formula=formula)
        return
    if severity is Severity.ERROR:
        reporter.settle(passage, total.span, FigureVerdict.WRONG)
    steps = round(value / total.ulp)
    expected = total.written.reprinted(steps)
    values = {"printed": total.written.text, "expected": expected}
    reporter.find(
        "total-wrong", severity, passage, total.span, Message("arithmetic-total", values),
        expected=expected, ulps=total.written.steps - steps, formula=formula,
    )  # fmt: skip
