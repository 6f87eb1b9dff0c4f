"""One amount as a multiple or a share of another: `3072 是 768 的 4 倍`, `131,072 个，占 16,777,216 个的 0.78%`.

What it does: takes two amounts and what a sentence says the first is of the second (倍, %, 成, 一半, 1/8, 四分之一), and
divides. What is farther off than twice the right value, and not by a power of ten, is said of something else.

Why it matters: such a ratio is worked out once, in the head, and neither of the two amounts that it depends on warns when it is
changed.

Fires: FFN 的中间维度 3072 是 768 的 5 倍。
Fires: 共省掉 38,597,376 个参数，约占总量 124,439,808 的 41%。
Fires: 2 GB 是 16 GB 的 1/9，64 维是 512 维的四分之一。
Fires: 共训练 9,175,040 个参数，占 32 亿的 2.9%。
Quiet: FFN 的中间维度 3072 是 768 的 4 倍，64 维是 512 维的八分之一，2 GB 是 16 GB 的 1/8，6 层是 12 层的一半。
Quiet: 共省掉 38,597,376 个参数，约占总量 124,439,808 的 31%；第 3 章是第 2 章的 5 倍，误差在 2 个任务上是 7 的 90%。
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from derivations.verdict import FigureVerdict
from lessonproof.patterns import Worded
from lessonproof.records import dataclass
from lessons.byte_units import BYTES
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Span
from lessons.unit_scales import COUNTED_IN, scale_of
from lessons.words import in_digits
from numeric.real import Real
from numeric.written import Written, read, scan

_NUMBER = r"[0-9]{1,3}(?:,[0-9]{3}){1,6}(?:\.[0-9]{1,9})?|[0-9]{1,15}(?:\.[0-9]{1,9})?"
_NOUN = r"(?:个|维|层|位|张|块|次|头|条|元|秒|天|参数|字节|词元|样本|tokens?){0,3}"
_ONES = "一二两三四五六七八九十"


def _amount(name: str) -> str:
    return rf"(?P<{name}>{_NUMBER})[KMBT万亿]?(?![0-9])(?:\s?(?P<{name}unit>{COUNTED_IN})(?![A-Za-z]))?\s?{_NOUN}\s?"


_MULTIPLE = Worded(
    rf"""(?<![A-Za-z0-9_.,^/*×·+=第-])(?<!第\s){_amount("first")}
        (?:(?:恰好?|正好|大?约|仅仅?|只|刚好)?(?:是|为|等于|相当于)
          |[，,]?\s?(?:大?约|仅仅?|只)?占(?:了|到)?(?:总量|总数|总参数量?|全部|整个|模型|参数|的|\s){{0,3}})
        \s?{_amount("second")}的\s?(?P<about>大?约|近|将近|不到)?\s?
        (?:(?P<number>[0-9]{{1,6}}(?:\.[0-9]{{1,6}})?)\s?(?P<kind>[倍%成])
          |1/(?P<part>[0-9]{{1,5}})(?![0-9./])
          |(?P<half>一半)
          |(?P<below>[{_ONES}]{{1,3}})分之(?P<above>[{_ONES}])
          |(?P<times>[{_ONES}])倍)
     """,
    ("的",),
    re.VERBOSE,
)
DIGITS = 2  # of a ratio, which are not another's by chance
FARTHEST = 2
"""What is not within this factor of the right value is said of something else."""


@dataclass(frozen=True, slots=True)
class _Said:
    """written: what is printed.   value: what should be.   span: of it."""

    written: Written
    value: Fraction
    span: Span


def detect(text: Text, reporter: Reporter) -> None:
    """All passages, one stretch after the other."""
    for number in text.saying(_MULTIPLE):
        passage = text.passages[number]
        with reporter.trying(number):
            for start, end in passage.stretches():
                for match in _MULTIPLE.finditer(passage.text, start, end):
                    reporter.budget.spend()
                    _compare(text, reporter, number, match)


def _compare(text: Text, reporter: Reporter, passage: int, match: re.Match[str]) -> None:
    first, second = _value(match, "first"), _value(match, "second")
    if first is None or second is None or bool(match["firstunit"] in BYTES) != bool(match["secondunit"] in BYTES):
        return
    said = _said(match, first / second)
    if said is None:
        return
    verdict = entry_verdict(said.written, Real.exactly(said.value), approximate=True)
    if verdict.holds:
        for name in ("first", "second"):
            reporter.settle(passage, match.span(name), FigureVerdict.EXACT)
    elif match["about"] == "不到" or _of_another(said) or text.denies(passage, match.span()):
        return
    if match["number"] or match["part"]:
        reporter.figure(passage, said.span, verdict)
    elif not verdict.holds:
        reporter.figure(passage, said.span, _in_words(verdict, text.printed(passage, said.span)))


def _in_words(verdict: Judgement, printed: str) -> Judgement:
    """What should stand there, for a ratio that is written in words."""
    expected = f"1/{verdict.expected}" if "分之" in printed or printed == "一半" else f"{verdict.expected} 倍"
    return replace(verdict, expected=expected, note=None)


def _value(match: re.Match[str], name: str) -> Fraction | None:
    found = scan(match.string, match.start(name))
    unit = match[f"{name}unit"]
    if found is None or not found[0].value:
        return None
    return found[0].value * scale_of(unit or "")


def _said(match: re.Match[str], ratio: Fraction) -> _Said | None:
    if match["number"]:
        factor = {"倍": 1, "%": 100, "成": 10}[match["kind"]]
        return _Said(read(match["number"]), ratio * factor, match.span("number"))
    if match["part"]:
        return _Said(read(match["part"]), 1 / ratio, match.span("part"))
    if match["half"]:
        return _Said(read("2"), 1 / ratio, match.span("half"))
    if match["times"]:
        times = in_digits(match["times"])
        return _Said(read(times), ratio, (match.start("times"), match.end("times") + 1)) if times else None
    above, below = in_digits(match["above"]), in_digits(match["below"])
    if above is None or below is None or int(above) >= int(below):
        return None
    return _Said(read(below), int(above) / ratio, (match.start("below"), match.end("above")))


def _of_another(said: _Said) -> bool:
    printed = said.written.value
    if not printed:
        return True
    factor = max(printed / said.value, said.value / printed)
    return factor > FARTHEST and not _shifted(said)


def _shifted(said: _Said) -> bool:
    """Whether the same digits stand there with the point elsewhere: 2.9 for 0.29. One digit agrees by chance."""
    tens = [Fraction(10) ** power for power in (-3, -2, -1, 1, 2, 3)]
    if len(str(abs(said.written.steps))) < DIGITS:
        return any(said.value * ten == said.written.value for ten in tens)
    return any(entry_verdict(said.written, Real.exactly(said.value * ten)).holds for ten in tens)
