"""An amount said twice: `18.4B（184 亿）`, `262,144 bytes, or 256 KiB`, `65,536 (64K)`, `1/8（12.5%）`, `7200 s, i.e. 2 hours`.

What it does: where a figure is followed at once by the same amount in another notation (万 and 亿 beside K, M and B, a count
of bytes beside GB or GiB, seconds beside hours, a power of ten, a percentage beside a fraction), one of the two must round to
the other.

Why it matters: 亿 and B are a factor of ten apart, and the second of the two figures is written from memory; an author corrects
one and leaves the other.

Fires: 模型共有 18.4B（1840 亿）参数。
Fires: 编码器为 84M(8400000)，缓存为 262,144 Bytes，约为 272kB。
Fires: 每行约占 1/8（12.8%）。
Fires: A context needs $4 · 65536 = 262{,}144$ bytes, or 265 KiB.
Fires: Training takes 480,000 seconds, about 5.7 days.
Fires: 训练需要 480,000 秒，约 5.7 天。
Quiet: 模型共有 18.4B（184 亿）参数，缓存为 262,144 Bytes，约为 262kB，即 256 KiB；词表 65,536 (64K)。
Quiet: 从 12 万（1.5 亿次）起；BERT 有 110M（340M）参数，GPT-3 (175B)，80GB（约 75GB 可用），3 亿，约 2 亿的一半。
Quiet: It needs $262{,}144$ bytes, that is 256 KiB, and 480,000 seconds, i.e. about 5.6 days; 90 minutes, or 1.5 hours.
Quiet: Cards of 40 GB, or 42000 MB with the reserve; models of 10M, or 1B parameters.
Quiet: Save every 60 s, or 1 hour; 24 hours, about 2 days; 1000 ms, or 1 s; 59 min, about 1 hour.
Quiet: 将近 200 亿（19.8B）参数，超过 1 万亿（1.04T）词元，约 100 万（1,048,576）次。
Fires: 将近 200 亿（200B）参数。
Quiet: 占 2/3（67%），Thousand: 1,000 (10³)，第 3/4（80%）题。
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

from derivations.formula.alphabet import SUPERSCRIPTS
from derivations.verdict import FigureVerdict
from lessonproof.patterns import Worded, pattern
from lessonproof.records import dataclass
from lessons.byte_units import BYTES, sizes
from lessons.comparison import Judgement, entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Span
from lessons.unit_scales import CHINESE_POWERS, LETTER_POWERS, SECONDS
from lessons.words import POWERS
from numeric.real import Real
from numeric.written import Written, scan

_ENGLISH = {word: power for word, power in POWERS.items() if word.isascii()}
_POWERS = LETTER_POWERS | CHINESE_POWERS | _ENGLISH | {word.capitalize(): power for word, power in _ENGLISH.items()}
_BINARY = {"K": 2**10, "k": 2**10, "M": 2**20}
_NOUNS = "参数|tokens?|Tokens?|词元|个|次|条|元|样本"
_UNITS = "|".join(sorted((*_POWERS, *BYTES, *SECONDS), key=len, reverse=True))
_DIGITS = r"[0-9]{1,3}(?:(?:,|\{,\})[0-9]{3}){1,8}(?:\.[0-9]{1,12})?|[0-9]{1,16}(?:\.[0-9]{1,12})?"
_RAISED = "".join(SUPERSCRIPTS)


def _amount(name: str) -> str:
    """One amount: a fraction, a percentage, a power, or a number with its unit."""
    upright = r"(?:\\[,;: ]|[~$]|\s){0,3}(?:\\(?:text|mathrm)\s?\{\s?)?"
    return (
        rf"(?:(?P<{name}above>[0-9]{{1,3}})/(?P<{name}below>[0-9]{{1,3}})(?![0-9/.])"
        rf"|(?P<{name}base>10|2)(?:\^\{{?(?P<{name}power>[0-9]{{1,2}})\}}?|(?P<{name}raised>[{_RAISED}]{{1,2}}))"
        rf"|(?P<{name}number>{_DIGITS})(?:(?P<{name}percent>\s?\\?%)|{upright}(?P<{name}unit>{_UNITS})(?![A-Za-z0-9])\}}?)?)"
        rf"(?:\s?(?P<{name}noun>(?:{_NOUNS}){{1,2}}))?"
    )


_ABOUT = r"(?:about|roughly|approximately|around)\s"
_SAID = (
    r"(?:大约为|大约是|大约|约等于|约为|约|即约|即|也就是|相当于|≈|~|="
    rf"|(?:(?:or|that\sis|i\.e\.|which\sis)[,，]?\s)(?:{_ABOUT})?|{_ABOUT})"
)
_SAYING = ("大", "约", "即", "也", "相", *"≈~=", "or", "that", "i.e.", "which", "about", "roughly", "approximately", "around")
"""How each of these begins."""
_APPROXIMATE = pattern(rf"约|大约|相当于|[≈~]|{_ABOUT}")
_OTHER = "or"  # names the same amount or another one
_RESTATED = Worded(
    rf"(?<![A-Za-z0-9_.,^/{{}}*×·]){_amount('a')}"
    rf"(?:\s?[（(]\s?(?P<inside>{_SAID})?\s?{_amount('b')}\s?(?(inside)(?=[）)，,；;])|(?=[）)]))"
    rf"|[，,][ \n]?(?P<after>{_SAID})\s?\$?{_amount('c')}(?![A-Za-z0-9]|\s?[的倍%～~–至到-]|/[0-9]))",
    ("(", "（", *map("".join, product("，,", ("", " ", "\n"), _SAYING))),
)
# What is more or less than a number, 超过 1 万亿（1.04T）, or about a round one, 约 100 万（1,048,576）, is another one.
_BOUNDED = pattern(
    r"(?:近|不到|不足|不超过|超过|超|逾|至多|至少|最多|最少|高达|多达|上|[<>≥≤]"
    r"|nearly|almost|over|under|above|below|than|least|most|up to)\s?\Z",
    re.IGNORECASE,
)
_ROUGHLY = pattern(r"(?:约|大约为|大概|[~≈∼]|about|around|roughly|approximately|some)\s?\Z", re.IGNORECASE)
_ROUND = pattern(r"[1-9]0*")
NEAR = 20
"""What differs by less than this part was meant to be the same; in brackets, half of it."""
MOST_PLACES = 6  # by which a power of ten is mistaken
A_WORD = 14  # signs that a word before an amount may have
DIGITS_ALONE = 4  # of a number without a unit, which would else be any number


@dataclass(frozen=True, slots=True)
class _Amount:
    """scales: what the number may be multiplied by.   kind: what may be compared.   span: of the number."""

    written: Written
    scales: tuple[Fraction, ...]
    kind: str
    unit: str
    span: Span

    @property
    def counted(self) -> bool:
        """A whole number that says what it means without a unit."""
        return not self.unit and self.written.ulp == 1 and len(str(self.written.steps)) >= DIGITS_ALONE


def detect(text: Text, reporter: Reporter) -> None:
    """All passages, one stretch after the other."""
    for number in text.saying(_RESTATED):
        passage = text.passages[number]
        with reporter.trying(number):
            for start, end in passage.stretches():
                for match in _RESTATED.finditer(passage.text, start, end):
                    reporter.budget.spend()
                    _compare(text, reporter, number, match)


def _compare(text: Text, reporter: Reporter, passage: int, match: re.Match[str]) -> None:
    name = "b" if match["after"] is None else "c"
    first, second = _read(match, "a"), _read(match, name)
    said = match["inside"] or match["after"]
    nouns = match["anoun"], match[f"{name}noun"]
    if first is None or second is None or first.kind != second.kind or (all(nouns) and nouns[0] != nouns[1]):
        return
    if first.unit == second.unit or not (first.unit or first.counted) or not (second.unit or second.counted):
        return
    alternative = said is not None and said.startswith(_OTHER)
    if (
        first.kind == "bytes"
        and (said is None or alternative)
        and not {first.unit, second.unit} & {"bytes", "Bytes", "byte", "字节"}
    ):
        return
    if alternative and first.kind not in ("bytes", "time"):
        return
    near = NEAR if match["after"] or first.kind == "share" else NEAR // 2
    before = match.string, max(0, match.start() - A_WORD), match.start()
    about = _ROUND.fullmatch(str(first.written.steps)) and first.written.ulp >= 1 and _ROUGHLY.search(*before)
    rough = bool(about or _BOUNDED.search(*before))
    verdict = _verdict(first, second, said, 0 if rough else near)
    if reporter.is_wrong(passage, second.span) or verdict is None or (not verdict.holds and text.denies(passage, match.span())):
        return
    reporter.figure(passage, second.span, verdict)
    if verdict.holds:
        reporter.settle(passage, first.span, FigureVerdict.EXACT)


def _read(match: re.Match[str], name: str) -> _Amount | None:
    if match[f"{name}above"]:
        below = int(match[f"{name}below"])
        above = scan(match[f"{name}above"])
        if below < 2 or above is None or not 0 < above[0].value < below:
            return None
        return _Amount(above[0], (Fraction(1, below),), "share", "/", match.span(f"{name}above"))
    if match[f"{name}base"]:
        raised = match[f"{name}raised"]
        power = int(match[f"{name}power"] or "".join(SUPERSCRIPTS[sign] for sign in raised))
        base = scan("1")
        assert base is not None
        return _Amount(base[0], (Fraction(int(match[f"{name}base"]) ** power),), "count", "^", match.span(f"{name}base"))
    start = match.start(f"{name}number")
    found = scan(match.string, start)
    if found is None or not found[0].value:
        return None
    written, end = found
    unit = match[f"{name}unit"] or ""
    if match[f"{name}percent"]:
        bare = scan(match[f"{name}number"])
        return _Amount(bare[0], (Fraction(1, 100),), "share", "%", match.span(f"{name}number")) if bare else None
    if unit in BYTES and unit not in _POWERS:  # 7B is a number
        return _Amount(written, tuple(Fraction(size) for size, _ in sizes(unit)), "bytes", unit, (start, end))
    if unit in SECONDS:
        return _Amount(written, (SECONDS[unit],), "time", unit, (start, end))
    inside = end > match.end(f"{name}number")  # 7B and 70亿 are one figure, 70 亿 is one with a word behind it
    power = 1 if inside or not unit else 10 ** _POWERS[unit]
    scales = [Fraction(power)]
    if unit in _BINARY:
        scales.append(Fraction(power * _BINARY[unit], 10 ** _POWERS[unit]))
    return _Amount(written, tuple(scales), "count", unit, (start, end))


def _verdict(first: _Amount, second: _Amount, said: str | None, near: int) -> Judgement | None:
    """The second amount beside the first; None where the two are not meant to be the same."""
    about = said is not None and _APPROXIMATE.search(said) is not None
    """The second amount beside the first; None where the two are not meant to be the same.   near: 0 for another power of ten
    alone."""
    about = said is not None and said not in ("即", "也就是", "=")
    wrong = None
    for mine in first.scales:
        for other in second.scales:
            value = first.written.value * mine / other
            verdict = entry_verdict(second.written, Real.exactly(value), approximate=about)
            if verdict.holds:
                return verdict
            back = entry_verdict(first.written, Real.exactly(second.written.value * other / mine))
            if back.holds:
                return Judgement(FigureVerdict.ROUNDED, back.severity, second.written.text)
            nearby = near and abs(value - second.written.value) * near <= value
            if wrong is None and (nearby or _shifted(first, second, value)):
                wrong = verdict
    return wrong


def _shifted(first: _Amount, second: _Amount, value: Fraction) -> bool:
    """Whether the two have the same digits, and another power of ten: 7B（7 亿）."""
    if first.kind != "count" or "^" in (first.unit, second.unit):
        return False
    factors = (Fraction(*pair) for power in range(1, MOST_PLACES + 1) for pair in ((10**power, 1), (1, 10**power)))
    return any(value * factor == second.written.value for factor in factors)
