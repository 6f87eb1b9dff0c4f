"""A long figure that is one unit in its last place away from one that is printed elsewhere.

What it does: takes figures of five significant digits or more, three of them decimals, and compares each that stands once
with those that stand elsewhere.

Why it matters: a value that is carried through a chapter is retyped again and again.

Fires: First 0.581626 is found. Then 0.581626 is used. At last 0.581627 is quoted.
Quiet: First 0.581626 is found, at last 0.592627. The steps are 0.00001, 0.00002.
Quiet: The readings 1.00001, 1.00002, 1.00003 rise.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from derivations.verdict import Message, Severity
from lessonproof.patterns import pattern
from lessons.amounts import Amount, amounts
from lessons.detectors.detection import Reporter, Text

SHORTEST = 5
DECIMALS = 3  # 2021.1 is a version
# Among more figures than this, neighbours by chance are likelier than slips.
MOST = 400

# Figures so close together, in characters, are a list.
LISTED = 12
_DECIMALS = pattern(rf"\.[0-9]{{{DECIMALS}}}")

Where = tuple[int, Amount]


def detect(text: Text, reporter: Reporter) -> None:
    """All long figures of the document; the order of lines decides nothing."""
    found: dict[tuple[Fraction, Fraction], list[Where]] = defaultdict(list)
    for number, passage in enumerate(text.passages):
        for span in passage.lines() if _DECIMALS.search(passage.text) else ():
            if not _DECIMALS.search(passage.text, *span):
                continue
            for amount in amounts(passage.text, *span):
                if amount.written.decimals >= DECIMALS and len(str(abs(amount.written.steps))) >= SHORTEST:
                    found[amount.written.value, amount.written.ulp].append((number, amount))
    if len(found) > MOST:
        return
    for (value, ulp), places in found.items():
        others = [other for step in (-ulp, ulp) for other in found.get((value + step, ulp), [])]
        if len(places) > 1 or not others or not any(len(found[one[1].written.value, ulp]) > 1 for one in others):
            continue
        where, amount = places[0]
        if any(other[0] == where and abs(other[1].span[0] - amount.span[0]) < LISTED for other in others):
            continue
        right = max(others, key=lambda one: len(found[one[1].written.value, ulp]))[1].written.text
        related = [(other[0], other[1].span[0]) for other in others]
        lines = ", ".join(str(text.place(*place).line) for place in related)
        message = Message("arithmetic-near-figure", {"printed": amount.written.text, "other": right, "lines": lines})
        reporter.find("near-figure", Severity.WARNING, where, amount.span, message, expected=right, related=related)
