"""Words that stand for signs: times, is about, fifty-six, 乘以, 约为, 三成."""

from __future__ import annotations

import re

from lessonproof.patterns import pattern
from lessons.sign import POWER_OF_TEN, Role, Sign

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen"
)
_NUMERALS = {word: value for value, word in enumerate(_ONES.split())}
_BY_TEN = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(_BY_TEN.split(), 2)}
POWERS = {
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "百": 2, "千": 3, "万": 4, "亿": 8,
    "百万": 6, "千万": 7, "百亿": 10, "千亿": 11, "万亿": 12,
}  # fmt: skip
_CHINESE = dict(zip("零〇一二三四五六七八九两", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2), strict=True))
_SIGN_OF = {"times": "×", "divide": "÷", "plus": "+", "minus": "-"}

_ADVERB = r"about|approximately|roughly|around|approx\."
_EXACT_ADVERB = r"exactly|just|only|precisely|indeed"
_ONE_OF = "|".join(sorted(_NUMERALS, key=len, reverse=True))
# Longer phrases come first; what a phrase stands for is told by the group.
PHRASE = pattern(
    rf"""(?P<approximate>(?:is|are|equals?|gives?|makes?|takes?|needs?|comes\ to|rounds\ to)\ (?:{_ADVERB})(?![A-Za-z])
                        |rounds\ to\b|约等于|大约是|大约为|大概是|大概为|近似等于|近似为|约为|约合|大约|约(?=\s*[0-9≈]))
      |(?P<equal>(?:is|are|equals?|equal\ to|gives?|makes?|yields?|takes?|needs?|requires?|occup(?:y|ies)|totals?|comes\ to)
                 (?:\ (?:{_EXACT_ADVERB}))?(?![A-Za-z])|等于|得到|共计|也就是|结果(?:是|为)|(?<![A-Za-z])(?:得|即)(?=\s*[0-9]))
      |(?P<about>(?:{_ADVERB}|About|Roughly|Around|Approximately)(?![A-Za-z]))
      |(?P<times>(?:times|multiplied\ by)(?![A-Za-z])|乘以|乘)
      |(?P<divide>divided\ by\b|除以)
      |(?P<plus>plus\b|加上|加)
      |(?P<minus>minus\b|减去|减)
      |(?P<square>squared\b|的平方)
      |(?P<exponent>的立方|的\s?[0-9]{{1,4}}\s?次[方幂])
      |(?P<root>根号(?=\s*[0-9]))
      |(?P<hundredths>百分之[零一二三四五六七八九十]+)
      |(?P<percent>percent\b|per\ cent\b)
      |(?P<power>(?:hundred|thousand|million|billion|trillion)\b|(?:万亿|[百千]?[万亿]|[百千])(?![一-鿿]?[0-9]))
      |(?P<numeral>(?:(?:{"|".join(_TENS)})(?:-(?:{_ONE_OF}))?|{_ONE_OF})(?![A-Za-z])|[零〇一二三四五六七八九十百两]+成?(?![一-鿿]))
    """,
    re.VERBOSE,
)


def sign_of(phrase: re.Match[str], base: int, spaced: bool, last: Sign | None) -> Sign:
    """What a match of PHRASE stands for after the sign before it; offsets count from `base`.

    “Squared”, “percent” and “million” belong to a figure; alone they are words like any other.
    """
    start, end = base + phrase.start(), base + phrase.end()
    after_figure = last is not None and last.role in (Role.FIGURE, Role.CLOSE)
    match phrase.lastgroup:
        case "approximate":
            return Sign(Role.RELATION, "≈", start, end, spaced, worded=True, said=phrase[0])
        case "equal":
            return Sign(Role.RELATION, "=", start, end, spaced, worded=True, said=phrase[0])
        case "about":
            return Sign(Role.ABOUT, "", start, end, spaced)
        case "square" if after_figure:
            return Sign(Role.PART, "^2", start, end, spaced)
        case "exponent" if after_figure or (last is not None and last.role is Role.PART):
            digits = "".join(sign for sign in phrase[0] if sign.isascii() and sign.isdigit())
            return Sign(Role.PART, f"^{digits or 3}", start, end, spaced)
        case "root":
            return Sign(Role.OPERATOR, "√", start, end, spaced)
        case "percent" if after_figure:
            return Sign(Role.PART, "%", start, end, spaced)
        case "power" if after_figure:
            return Sign(Role.PART, f"{POWER_OF_TEN}{POWERS[phrase[0]]}", start, end, spaced)
        case "numeral" | "hundredths" if (number := in_digits(phrase[0])) is not None:
            return Sign(Role.FIGURE, number, start, end, spaced, worded=True)
        case "times" | "divide" | "plus" | "minus":
            return Sign(Role.OPERATOR, _SIGN_OF[phrase.lastgroup], start, end, spaced, worded=True)
    return Sign(Role.END, "", start, end, spaced)


def in_digits(words: str) -> str | None:
    """`fifty-six` and 五十六 as 56, 三成 and 百分之三十 as 30%; None for words that are no number below a thousand."""
    tens, _, ones = words.partition("-")
    if tens in _TENS or tens in _NUMERALS:
        return str(_TENS.get(tens, 0) + _NUMERALS.get(ones or tens, 0))
    digits = words.removesuffix("成").removeprefix("百分之")
    if len(digits) > 6 or not digits:
        return None
    total, current = 0, 0
    for letter in digits:
        if letter in "十百":
            total += (current or 1) * (10 if letter == "十" else 100)
            current = 0
        elif current:
            return None
        else:
            current = _CHINESE[letter]
    total += current
    if words.startswith("百分之"):
        return f"{total}%"
    return f"{10 * total}%" if words.endswith("成") else str(total)


_TIME = pattern(r"[sh](?=\s*(?:[=≈≃≅~,;.)]|\Z|\n)|\s{3})")


def is_time(text: str, at: int, before: list[Sign]) -> bool:
    """Whether a lone letter is a unit of time: `5,040 s = 1.4 h`, behind a figure that is all of its side."""
    if not before or before[-1].role is not Role.FIGURE or _TIME.match(text, at) is None:
        return False
    return len(before) == 1 or before[-2].role in (Role.RELATION, Role.ABOUT, Role.END)
