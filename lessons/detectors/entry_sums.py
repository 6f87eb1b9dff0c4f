"""A row and the sum of its entries, where a line says no more than that: `[7.389, 2.718]`, then `Sum = 10.107`.

What it does: where the line after a row, or what stands right behind the row, says “sum = …” or “sums to …”, adds the entries.
The sum is wrong where no numbers that round to the entries give it, and it is near enough to be meant for them.

Why it matters: softmax by hand divides by that sum, and every weight after it inherits the slip.

Fires: e^ values: [7.389, 0.368, 1.649] ⏎ Sum = 9.460
Fires: The weights [0.66, 0.24, 0.15] sum to 1.00.
Quiet: e^ values: [7.389, 0.368, 1.649] ⏎ Sum = 9.406
Quiet: The weights [0.33, 0.33, 0.33] sum to 1.0, and [0.2, 0.7] sums to 0.90.
Quiet: The squares of [1, 2, 3] sum to 14, and [1, 2, 3] and [4, 5] together have the sum 15.
Quiet: In [1.5, 2.5, 3.5] the first two sum to 4.0. Of [2, 3, 4] the absolute values sum to 9.
"""

from __future__ import annotations

import re
from fractions import Fraction

from derivations.verdict import FigureVerdict
from lessonproof.patterns import Worded, pattern
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Passage
from lessons.vectors import Vector, is_argument, is_operand
from numeric.real import Real
from numeric.written import scan

NEAR = 10
"""A sum is meant to be the one of the row where it is off by less than this part of it."""
_SUM = Worded(r"\b[Ss]ums?\b|总和|之和|合计|和", ("sum", "Sum", "总和", "之和", "合计", "和"))
# Behind a row: `← sums to 1.0`, “ sum to 1”.   On the next line: `Sum = 9.406`, 和 = 1.5.
_BEHIND = pattern(r"[\s←→,，*_$]{0,12}(?:which |that |they |and |all )?sums? to[\s$~≈]*(?=[-−]?[0-9])")
_BELOW = pattern(
    r"[^\n\[\]]{0,60}\n(?:[ \t]*\n)?[ \t>*-]{0,8}(?:Step [0-9]+:? )?(?:[Ss]um|SUM|总和|之和|合计|和)[*_ \t]{0,4}"
    r"(?:=|≈|:|：|is|为|是)[ \t]*[=≈]?[ \t]*(?=[-−]?[0-9])"
)
_ENDS = pattern(r"[ \t*_$]*(?:[.,;。，；✓(（←]|\n|\Z)")
# A row of which something else is added up.
_OTHERWISE = pattern(
    r"square|absolute|norm|product|of (?:its|their)|平方|绝对值|乘积|first|last|two|three|前|后", re.IGNORECASE
)
A_LINE = 60


def detect(text: Text, reporter: Reporter) -> None:
    """Every row of every passage that speaks of a sum."""
    for number in text.saying(_SUM):
        passage = text.passages[number]
        if not _SUM.search(passage.text):
            continue
        with reporter.trying(number):
            for row in text.vectors(number):
                reporter.budget.spend(len(row))
                _row(reporter, number, passage, row)


def _row(reporter: Reporter, number: int, passage: Passage, row: Vector) -> None:
    text = passage.text
    said = _BEHIND.match(text, row.span[1]) or _BELOW.match(text, row.span[1])
    if said is None or is_operand(text, row) or is_argument(text, row):
        return
    before = text[max(0, row.span[0] - A_LINE) : row.span[0]].rpartition("\n")[2]
    if _OTHERWISE.search(before) or _OTHERWISE.search(said[0]):
        return
    found = scan(text, said.end())
    if found is None or not _ENDS.match(text, found[1]):
        return
    written, end = found
    total = sum(row.values, Fraction(0))
    rounded = any(entry.ulp != 1 for entry in row.entries)
    slack = (sum((entry.ulp for entry in row.entries), Fraction(0)) * rounded + written.ulp) / 2
    verdict = entry_verdict(written, Real.exactly(total))
    if not verdict.holds and abs(written.value - total) <= slack:
        verdict = Judgement(FigureVerdict.LOOSE, verdict.severity, written.text)
    elif not verdict.holds and abs(written.value - total) * NEAR > abs(total):
        return
    reporter.figure(number, (said.end(), end), verdict)
    for span in row.spans if verdict.holds else ():
        reporter.settle(number, span, FigureVerdict.EXACT)
