"""Scores and the weights that softmax makes of them, in words or as rows `exp(s)/Σ = a`.

What it does: where a line that speaks of softmax prints a row of scores and then a row of weights, computes the weights.
Where lines print `exp(s)/Σ = a`, Σ is the sum over those lines.

Why it matters: weights are often cut instead of rounded, or taken from an earlier version of the scores.

Fires: The softmax of the scores [2.1, 0.3, 0.1, 0.8, 0.2] is [0.52, 0.09, 0.07, 0.14, 0.08].
Fires: exp(0.42)/Σ = 0.355, exp(0.35)/Σ = 0.313, exp(0.30)/Σ = 0.315
Quiet: The softmax of the scores [2.1, 0.3, 0.1, 0.8, 0.2] is [0.58, 0.10, 0.08, 0.16, 0.09].
Quiet: softmax([2.1, 0.9]/2) = softmax([1.05, 0.45]), and 0.5 · [2, 0] has the softmax [0.73, 0.27].
Quiet: A softmax layer maps features [0.2, 0.9] and biases [0.1, 0.4].
"""

from __future__ import annotations

import itertools
import re
from fractions import Fraction

from derivations.formula import tree
from derivations.verdict import FigureVerdict, Message
from lessonproof.patterns import Worded, pattern
from lessonproof.records import dataclass
from lessons.comparison import Judgement, NotComputed, Worth, compare
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Span
from lessons.printed import Printed
from lessons.vectors import Vector, agreement, is_argument, is_operand, row_node
from numeric.written import NotWritten, Written, read

NEAR = Fraction(3, 20)
FARTHEST = 80  # characters between the word and the scores, and between the scores and the weights
_WORD = Worded(r"softmax", ("softmax",), re.IGNORECASE)
_ARROW = pattern(r"softmax|→|->|=|≈|\bis\b|\bare\b|gives?|becomes?|得|为|变成", re.IGNORECASE)
_SHARE = Worded(
    r"(?:exp\s?[(（]\s?(?P<score>[-−]?[0-9]++(?:\.[0-9]++)?)\s?[)）]|e\^\{?(?P<power>[-−]?[0-9]++(?:\.[0-9]++)?)\}?)"
    r"\s?/\s?(?:Σ|∑|\\Sigma|sum|Z)\s?[=≈]\s?(?P<weight>[01](?:\.[0-9]++)?)(?P<more>\.[0-9]++)?",
    ("exp", "e^"),
)
# So many digits of a row agree by chance only rarely.
DIGITS = 3


def detect(text: Text, reporter: Reporter) -> None:
    """All passages that speak of softmax or of exponentials."""
    for number in text.saying(_WORD, _SHARE):
        with reporter.trying(number):
            for first, second in itertools.pairwise(text.vectors(number)):
                reporter.budget.spend(len(second))
                if len(first) == len(second) and _said(text.passages[number].text, first, second):
                    _weights(reporter, number, first, second)
            _shares(text, reporter, number)


def _said(text: str, scores: Vector, weights: Vector) -> bool:
    """Whether the text says that the second row is the softmax of the first."""
    if not all(0 <= value <= 1 for value in weights.values) or weights.span[0] - scores.span[1] > FARTHEST:
        return False
    if is_operand(text, scores) or is_operand(text, weights) or is_argument(text, weights):
        return False
    between = text[scores.span[1] : weights.span[0]]
    before = text[max(0, scores.span[0] - FARTHEST) : scores.span[0]].rpartition("\n")[2]
    if any(mark in between for mark in "。;；") or ". " in between:
        return False
    return bool(_WORD.search(between) or (_WORD.search(before) and _ARROW.search(between)))


def _weights(reporter: Reporter, passage: int, scores: Vector, weights: Vector) -> None:
    found = agreement(weights, tree.Call("softmax", (row_node(scores),), span=scores.span))
    if found is None:
        return
    near = all(
        verdict.holds or (verdict.real is not None and abs(entry.value - _about(verdict)) <= NEAR)
        for entry, verdict in zip(weights.entries, found.verdicts, strict=True)
    )
    if found.whole or found.meant(DIGITS) or near:
        for span, verdict in zip(weights.spans, found.verdicts, strict=True):
            reporter.figure(passage, span, verdict)


def _about(verdict: Judgement) -> Fraction:
    """The right print of an entry, as a number."""
    try:
        return read(verdict.expected or "2").value
    except NotWritten:
        return Fraction(2)


@dataclass(frozen=True, slots=True)
class _Share:
    score: Written
    place: Span
    weight: Written
    span: Span


def _shares(text: Text, reporter: Reporter, passage: int) -> None:
    """`exp(s)/Σ = a`, line after line. Two cells that an export runs together, 0.3550.355, print the weight twice."""
    whole = text.passages[passage]
    shares = []
    for match in _SHARE.finditer(whole.text):
        reporter.budget.spend()
        group = "score" if match["score"] else "power"
        weight, end = match["weight"], match.end("weight")
        if match["more"]:
            weight = _halved(weight + match["more"])
            if not weight or not whole.run_together:
                return
            end = match.start("weight") + len(weight)
        shares.append(_Share(read(match[group]), match.span(group), read(weight), (match.start("weight"), end)))
    if len(shares) < 2:
        return
    numbers = [tree.Number(one.score, None, one.score.value, one.score.ulp, span=one.place) for one in shares]
    node = tree.Call("softmax", (tree.Row(tuple(numbers), span=(0, 0)),), span=(0, 0))
    try:
        (verdicts,) = compare([[Printed(one.weight, one.span) for one in shares]], Worth(node, {}), {}, approximate=False)
    except NotComputed:
        return
    right = sum(verdict.holds for verdict in verdicts)
    if 2 * right <= len(shares):
        reporter.skip(passage, (shares[0].place[0], shares[-1].span[1]), Message("unread-sum-of-lines", {}))
        return
    for one, verdict in zip(shares, verdicts, strict=True):
        reporter.figure(passage, one.span, verdict)
        reporter.settle(passage, one.place, FigureVerdict.EXACT)


def _halved(run: str) -> str:
    """`0.3550.355` is `0.355` twice; nothing where the halves differ."""
    half = len(run) // 2
    return run[:half] if run[:half] == run[half:] else ""
