"""Weights that must sum to 1: what a text calls a softmax or a probability distribution.

What it does: adds the entries of a row that follows such a word, and asks whether numbers that round to them can sum to 1.

Why it matters: a slip in one entry leaves a row that looks right and sums to 1.03.

Fires: softmax = (0.0351, 0.2595, 0.7354)
Quiet: softmax = (0.0351, 0.2595, 0.7054), rounded weights (0.333, 0.333, 0.333)
Quiet: the top-3 probabilities (0.50, 0.30, 0.15), dropout probabilities (0.5, 0.6)
"""

from __future__ import annotations

import re
from fractions import Fraction

from derivations.verdict import FigureVerdict, Message, Severity
from lessonproof.patterns import pattern
from lessons.detectors.detection import Reporter, Text
from lessons.vectors import Vector

CLOSEST = 40  # characters between the word and the row
_SOFTMAX = pattern(r"softmax[^0-9\[\]()（）。；;]{0,30}$", re.IGNORECASE)
_DISTRIBUTION = pattern(
    r"(?:distribution|probabilities|attention weights|概率分布|概率为|注意力权重)[^0-9\[\]()（）。；;]{0,20}$"
)
_PART = pattern(r"top|first|largest|dropout|independent|marginal|前|最大", re.IGNORECASE)


def detect(text: Text, reporter: Reporter) -> None:
    """All rows of every passage."""
    for number in text.may_hold_vectors:
        for row in text.vectors(number):
            reporter.budget.spend(len(row))
            before = text.passages[number].text[max(0, row.span[0] - CLOSEST) : row.span[0]]
            if _PART.search(before) or not all(0 <= value <= 1 for value in row.values):
                continue
            if _SOFTMAX.search(before):
                _sums(reporter, number, row, Fraction(3, 20))
            elif _DISTRIBUTION.search(before) and len(row) > 2:
                _sums(reporter, number, row, Fraction(1, 20))


def _sums(reporter: Reporter, passage: int, row: Vector, near: Fraction) -> None:
    total = sum(row.values, Fraction(0))
    slack = sum((entry.ulp for entry in row.entries), Fraction(0)) / 2
    if abs(total - 1) <= slack:
        for span in row.spans:
            reporter.settle(passage, span, FigureVerdict.ROUNDED)
    elif abs(total - 1) <= near:
        shown = f"{float(total):.{row.decimals}f}"
        reporter.find("shares-sum", Severity.ERROR, passage, row.span, Message("arithmetic-shares", {"total": shown}))
