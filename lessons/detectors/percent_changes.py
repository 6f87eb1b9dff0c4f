"""Changes in words: `from 100 to 80, a 20% reduction`, `0.14 (decay 86%)`, `从 200 降到 50，减少 75%`.

What it does: takes the two values and the percentage or factor that a text says of their change, and tries every usual
meaning: the change by the old value, the new by the old, the old by the new, the difference of two percentages, the factor or
the factor less one. A decay beside a number between 0 and 1 is its complement.

Why it matters: “50% less”, “half” and “twice” are swapped easily, and the percentage is rarely recomputed.

Fires: It went from 124,441,346 parameters to 2,666,528 parameters: almost 100x fewer.
Fires: After 12 layers 0.14 (decay 68%) of the gradient is left.
Quiet: It went from 124,441,346 parameters to 2,666,528 parameters: almost 50x fewer.
Quiet: Going from 10 to 20 epochs improves accuracy by 5%. From 2 to 3, a 50% increase.
Quiet: from 3 to 2 layers, a 20% reduction in latency; 准确率从 80% 提升到 90%，提升了 10%。
Quiet: An accuracy of 0.9 (decay 20%) is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.verdict import FigureVerdict, Severity
from lessonproof.patterns import Worded
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Passage
from numeric.real import Real
from numeric.written import Written, scan

_DIGITS = r"[0-9][0-9,]*(?:\.[0-9]+)?(?:e[0-9]{1,2})?[KMBTk万亿]?%?"
_TO = r"(?:to|到|至|(?:增加?|升|涨|降低?|减少?|下降)[到至])"
_ABOUT = r"(?:that\ is|which\ is|i\.e\.|an?|almost|nearly|about|roughly|over|more\ than|less\ than|~|≈|约|近|即|共|相当于)"
_COMPARED = (
    "fewer|less|smaller|lower|more|larger|bigger|higher|faster|slower|reduction|decrease|drop|saving|increase|growth|gain"
)
_CHANGE = Worded(
    rf"""(?:from|从|由)\s?(?P<old>{_DIGITS})(?:\s[a-z]{{2,20}}){{0,3}}\s?{_TO}\s?
        (?P<new>{_DIGITS})(?:\s[a-z]{{2,20}}){{0,3}}\s?[,:;，：；—(（–-]*\s?(?:{_ABOUT}\s?){{0,4}}
        (?P<word>(?:减少|增加|降低|下降|提高|提升|缩小|扩大)了?约?)?\s?(?P<by>[0-9]+(?:\.[0-9]+)?)\s?
        (?P<kind>%|x\b|×|-fold|times\b|倍)\s?(?P<after>{_COMPARED})?
        (?=\s*(?:[.,;:!?)（(。，；：！？]|$))  # nothing else is compared
     """,
    ("from", "从", "由"),
    re.VERBOSE,
)
_DECAY = Worded(
    r"""(?P<left>0\.[0-9]+)\s?[(（]\s?(?:a\s)?(?:decay|衰减)
        (?:\sof)?\s?(?:了|约)?\s?(?P<by>[0-9]+(?:\.[0-9]+)?)%""",
    ("decay", "衰减"),
    re.VERBOSE,
)

NEAR = 3  # units in the last place


def detect(text: Text, reporter: Reporter) -> None:
    """All passages that speak of a change, line by line."""
    for number in text.saying(_CHANGE, _DECAY):
        with reporter.trying(number):
            _passage(reporter, number, text.passages[number])


def _passage(reporter: Reporter, number: int, passage: Passage) -> None:
    decays = []
    for start, end in passage.lines():
        for match in _DECAY.finditer(passage.text, start, end):
            reporter.budget.spend()
            decays.append(match)
        for match in _CHANGE.finditer(passage.text, start, end):
            reporter.budget.spend()
            _change(reporter, number, match)
    _decays(reporter, number, decays)


def _number(text: str) -> Written | None:
    found = scan(text.rstrip(","))
    return found[0] if found and found[1] == len(text.rstrip(",")) else None


def _decays(reporter: Reporter, passage: int, matches: list[re.Match[str]]) -> None:
    """A decay is the complement where another of the passage is, or where the digits are nearly those of the complement."""
    found = [(match, verdict) for match in matches if (verdict := _decay(match)) is not None]
    complements = sum(verdict.holds for _, verdict in found)
    for match, verdict in found:
        near = verdict.note is not None or abs(verdict.ulps) <= NEAR
        if verdict.holds or complements or near:
            reporter.figure(passage, (match.start("by"), match.end("by") + 1), verdict)
        if verdict.holds:
            reporter.settle(passage, match.span("left"), FigureVerdict.EXACT)


def _decay(match: re.Match[str]) -> Judgement | None:
    left, by = _number(match["left"]), _number(match["by"] + "%")
    if left is None or by is None:
        return None
    verdict = entry_verdict(by, Real.exactly(1 - left.value))
    if not verdict.holds and abs(1 - left.value - by.value) <= (left.ulp + by.ulp) / 2:
        return replace(verdict, severity=Severity.WARNING)
    return verdict


def _change(reporter: Reporter, passage: int, match: re.Match[str]) -> None:
    old, new = _number(match["old"]), _number(match["new"])
    percent = match["kind"] == "%"
    by = _number(match["by"] + ("%" if percent else ""))
    if old is None or new is None or by is None or not old.value or not new.value or not (match["after"] or match["word"]):
        return
    values = list(_meanings(old.value, new.value, percent))
    if percent and old.text.endswith("%") and new.text.endswith("%"):
        values.append(abs(new.value - old.value))
    verdicts = [entry_verdict(by, Real.exactly(value), approximate=True) for value in values]
    end = match.end("by") + (1 if percent else 0)
    best = next((verdict for verdict in verdicts if verdict.holds), None)
    if best is None and _within(old, new, by, percent):
        return
    reporter.figure(passage, (match.start("by"), end), best or verdicts[0])
    for name in ("old", "new") if best else ():
        reporter.settle(passage, match.span(name), FigureVerdict.EXACT)


def _meanings(old: Fraction, new: Fraction, percent: bool) -> Iterator[Fraction]:
    yield abs(new - old) / old if percent else max(old / new, new / old)
    yield abs(new - old) / new if percent else max(old / new, new / old) - 1
    yield new / old
    yield old / new


def _within(old: Written, new: Written, by: Written, percent: bool) -> bool:
    """Whether values that round to the printed ones would do."""
    corners = [
        (old.value + a * old.ulp / 2, new.value + b * new.ulp / 2)
        for a in (-1, 1) for b in (-1, 1)
        if old.ulp != 1 or new.ulp != 1
    ]  # fmt: skip
    if any(first <= 0 or second <= 0 for first, second in corners):
        return True
    ranges = zip(*(_meanings(*corner, percent) for corner in corners), strict=True) if corners else []
    return any(min(values) - by.ulp / 2 <= by.value <= max(values) + by.ulp / 2 for values in ranges)
