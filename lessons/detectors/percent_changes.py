"""Changes in words: `from 100 to 80, a 20% reduction`, `0.14 (decay 86%)`, `从 200 降到 50，减少 75%`.

What it does: takes the two values and the percentage or factor that a text says of their change, and tries every usual
meaning: the change by the old value, the new by the old, the old by the new, the difference of two percentages, the factor or
the factor less one. A decay beside a number between 0 and 1 is its complement.

Why it matters: “50% less”, “half” and “twice” are swapped easily, and the percentage is rarely recomputed.

Fires: It went from 124,441,346 parameters to 2,666,528 parameters: almost 100x fewer.
Fires: 显存从 16 GB 降到 4 GB，减少了 85%；体积缩小 10,000 倍（从 350GB 减小到 70MB）。
Fires: After 12 layers 0.14 (decay 68%) of the gradient is left.
Quiet: It went from 124,441,346 parameters to 2,666,528 parameters: almost 50x fewer.
Quiet: Going from 10 to 20 epochs improves accuracy by 5%. From 2 to 3, a 50% increase.
Quiet: from 3 to 2 layers, a 20% reduction in latency; 准确率从 80% 提升到 90%，提升了 10%。
Fires: 从 32 位降到 8 位，模型大小变为原来的 1/5。
Quiet: 显存从 16 GB 压缩到 4 GB，节省 75%；体积缩小高达 10,000 倍（例如从 350GB 减小到 35MB）。
Quiet: 从 1677 万个降到 6.5 万个，减少了 258 倍；从 32 位降到 8 位，大小变为原来的 1/4；从 12 层增加到 24 层，提升了 1.5%。
Quiet: Going from 8 to 16 heads costs 1% more. 从 3 层增加到 6 层，提升了 1%；从 16 GB 增加到 80 GB，提升了 4%。
Quiet: From 2 hours to 20 minutes, 6x faster. We went from 10 to 100 experts, 3x faster. 从 8 张增加到 64 张，提升了 6.9 倍。
Fires: It went from 120 seconds to 40 seconds, 4x faster.
Quiet: An accuracy of 0.9 (decay 20%) is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from derivations.verdict import FigureVerdict, Severity
from lessonproof.patterns import Worded, pattern
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Passage
from lessons.unit_scales import COUNTED_IN, SECONDS, scale_of
from numeric.real import Real
from numeric.written import Written, scan

_DIGITS = r"[0-9][0-9,]*(?:\.[0-9]+)?(?:e[0-9]{1,2})?[KMBTk万亿]?%?"
_UNIT = rf"(?:\s?(?:{COUNTED_IN})(?![A-Za-z]))"
_NOUN = r"(?:\s?(?:个|维|层|位|张|块|次|头|条|元|秒|毫秒|分钟|小时|天|参数|词元|样本|比特){1,3})"
_GROWS = "增加|增大|增长|提高|提升|扩大|扩展|放大|上升"
_SHRINKS = "减少|减小|降低|下降|缩小|缩减|压缩|节省|节约"
_TO = rf"(?:to|到|至|(?:{_GROWS}|{_SHRINKS}|增|升|涨|降|减)[到至为成])"
_ABOUT = r"(?:that\ is|which\ is|i\.e\.|an?|almost|nearly|about|roughly|over|more\ than|less\ than|~|≈|约|近|即|共|整整|相当于)"
_COMPARED = (
    "fewer|less|smaller|lower|more|larger|bigger|higher|faster|slower|reduction|decrease|drop|saving|increase|growth|gain"
)
_CHANGE = Worded(
    rf"""(?:from|从|由)\s?(?P<old>{_DIGITS})(?P<oldunit>{_UNIT})?(?P<noun>{_NOUN})?(?P<words>(?:\s[a-z]{{2,20}}){{0,3}})\s?{_TO}了?\s?
        (?P<new>{_DIGITS})(?P<newunit>{_UNIT})?(?P<newnoun>{_NOUN})?(?P<newwords>(?:\s[a-z]{{2,20}}){{0,3}})\s?[,:;，：；—(（–-]*\s?(?:{_ABOUT}\s?){{0,4}}
        (?P<word>(?:{_GROWS}|{_SHRINKS})了?约?)?\s?(?P<by>[0-9][0-9,]*(?:\.[0-9]+)?)\s?
        (?P<kind>%|x\b|×|-fold|times\b|倍)\s?(?P<after>{_COMPARED})?
        (?=\s*(?:[.,;:!?)（(。，；：！？]|$))  # nothing else is compared
     """,
    ("from", "从", "由"),
    re.VERBOSE,
)
# The same the other way round: 缩小 10,000 倍（从 350GB 减小到 35MB）.
_CHANGE_BEFORE = pattern(
    rf"""(?P<word>(?:{_GROWS}|{_SHRINKS})了?(?:约|近|高达|多达|整整)?)\s?(?P<by>[0-9][0-9,]*(?:\.[0-9]+)?)\s?(?P<kind>%|倍)(?P<after>)
        \s?[（(](?:例如|比如|即|如)?\s?[从由]\s?(?P<old>{_DIGITS})(?P<oldunit>{_UNIT})?(?P<noun>{_NOUN})?\s?{_TO}了?\s?
        (?P<new>{_DIGITS})(?P<newunit>{_UNIT})?(?P<newnoun>{_NOUN})?(?P<words>)(?P<newwords>)\s?[）)]
     """,
    re.VERBOSE,
)
_DECAY = Worded(
    r"""(?P<left>0\.[0-9]+)\s?[(（]\s?(?:a\s)?(?:decay|衰减)
        (?:\sof)?\s?(?:了|约)?\s?(?P<by>[0-9]+(?:\.[0-9]+)?)%""",
    ("decay", "衰减"),
    re.VERBOSE,
)

# 从 64 个减少到 8 个，缓存变为原来的 1/8
_CHANGE_TO = pattern(
    rf"""[从由]\s?(?P<old>{_DIGITS})(?P<oldunit>{_UNIT})?(?P<noun>{_NOUN})?\s?{_TO}了?\s?
        (?P<new>{_DIGITS})(?P<newunit>{_UNIT})?{_NOUN}?\s?[,，(（]?[\u4e00-\u9fff\sA-Za-z]{{0,16}}原来的\s?(?:大?约)?\s?
        (?:1/(?P<part>[0-9]{{1,5}})(?![0-9./])|(?P<half>一半))
     """,
    re.VERBOSE,
)

_SPEEDS = SECONDS.keys() | {"token", "tokens", "samples"}
_BETTER = ("提高", "提升", "上升")

NEAR = 3  # units in the last place
FARTHEST = 2
"""What is not within this factor of the change of a counted amount may be the change of something else."""


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
        if _CHANGE.occurs(passage.text[start:end]):
            for match in _CHANGE_TO.finditer(passage.text, start, end):
                reporter.budget.spend()
                _change_to(reporter, number, match)
            for change in (_CHANGE, _CHANGE_BEFORE):
                for match in change.finditer(passage.text, start, end):
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


def _amount(match: re.Match[str], name: str) -> Written | None:
    """The number counted in its unit."""
    number, unit = _number(match[name]), (match[f"{name}unit"] or "").strip()
    if number is None or not unit:
        return number
    scale = scale_of(unit)
    return replace(number, value=number.value * scale, ulp=number.ulp * scale)


def _change(reporter: Reporter, passage: int, match: re.Match[str]) -> None:
    old, new = _amount(match, "old"), _amount(match, "new")
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
    counted = match["oldunit"] or match["noun"] or (percent and not old.text.endswith("%"))
    if bool(match["oldunit"]) != bool(match["newunit"]):
        return
    if counted and not any(_close(by.value, value, shifted=not percent) for value in values):
        return
    if best is None and (_within(old, new, by, percent) or _of_another(match)):
        return
    reporter.figure(passage, (match.start("by"), end), best or verdicts[0])
    for name in ("old", "new") if best else ():
        reporter.settle(passage, match.span(name), FigureVerdict.EXACT)


def _of_another(match: re.Match[str]) -> bool:
    """Whether the amounts are counted in two units, or what grew or is faster is not what they count: 8 GPUs, 12 层."""
    nouns = (match["noun"] or "").strip(), (match["newnoun"] or "").strip()
    words = match["words"].split()[:1], match["newwords"].split()[:1]
    if (all(nouns) and nouns[0] != nouns[1]) or (all(words) and words[0] != words[1]):
        return True
    if match["after"] in ("faster", "slower"):
        return any(words) and not any(word in _SPEEDS for both in words for word in both)
    return any(nouns) and (match["word"] or "").startswith(_BETTER) and not set(nouns) & SECONDS.keys()


def _change_to(reporter: Reporter, passage: int, match: re.Match[str]) -> None:
    old, new = _amount(match, "old"), _amount(match, "new")
    by = _number(match["part"] or "2")
    if old is None or new is None or by is None or not old.value or not new.value:
        return
    verdict = entry_verdict(by, Real.exactly(old.value / new.value), approximate=True)
    alike = bool(match["oldunit"]) == bool(match["newunit"]) and _close(by.value, old.value / new.value)
    if verdict.holds or (match["part"] and alike):
        reporter.figure(passage, match.span("part" if match["part"] else "half"), verdict)


def _close(printed: Fraction, value: Fraction, *, shifted: bool = True) -> bool:
    """Whether one is meant for the other.   shifted: also where it is off by a power of ten; a percentage of something else
    is as easily: from 3 to 6 layers it is 1% better."""
    factor = max(printed / value, value / printed) if printed and value else 0
    return 0 < factor <= FARTHEST or (shifted and factor in (10, 100, 1000))


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
