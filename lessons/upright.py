"""Words that TeX sets upright behind a figure: what it counts, its unit or its power of ten: `2.05\\,\\text{M}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derivations.formula import alphabet
from lessonproof.patterns import pattern
from lessons.byte_units import BYTES, STORED
from lessons.sign import FUNCTIONS, POWER_OF_TEN, Role, Sign
from lessons.unit_scales import LETTER_POWERS
from lessons.words import POWERS

_SENTENCE = (
    "and or with for where when then so if as to in at by of the an from on that which but because since while than per we it "
    "this these those"
)
JOINING = frozenset(_SENTENCE.split())
"""Words that join parts of a sentence: they count nothing."""
_COUNTS = "[个层头块张次秒天年元步维位词条]|小时|分钟|参数|样本|词元|字节|比特"
UPRIGHT = pattern(
    r"\\(?:text|textrm|mathrm|mbox|operatorname)\s*\{[\s~]*(?P<words>[A-Za-z]{1,24}(?:[\s~]+[A-Za-z]{1,24}){0,3}"
    rf"|(?:[万亿]{{1,2}}\s?)?(?:{_COUNTS}){{1,3}}|[万亿]{{1,2}})[\s~]*\}}"
)
_COUNTED_IN_CHINESE = pattern("(?P<power>[万亿]{1,2})?(?P<noun>.*)")
_APPLIED = pattern(r"[\s~]*(?:[(\[_^]|\\left)")
_NO_LABELS = frozenset({"mod", "div", "not", "is", "are", "else", "otherwise", "resp"})


def counting(word: re.Match[str], last: Sign) -> Iterator[Sign]:
    """The signs of upright words behind a figure; none where they may be a name or a function."""
    words, start, end = word["words"].split(), word.start(), word.end()
    if last.role not in (Role.FIGURE, Role.CLOSE) or last.text == "}" or _APPLIED.match(word.string, end):
        return
    first = words[0]
    if not first.isascii():
        yield from _upright_chinese("".join(words), last, start, end)
    elif len(words) == 1 and first in LETTER_POWERS.keys() | POWERS.keys() and last.role is Role.FIGURE:
        power = LETTER_POWERS.get(first) or POWERS[first]
        yield Sign(Role.PART, f"{POWER_OF_TEN}{power}", start, end, True, tex=True)
    elif len(words) == 1 and (first in BYTES or first in STORED):
        yield Sign(Role.UNIT, first, start, end, True, tex=True)
    elif not any(len(one) < 2 or one in JOINING | _NO_LABELS | FUNCTIONS | alphabet.FUNCTIONS for one in words):
        for one in words:
            yield Sign(Role.LABEL, one, start, end, True, tex=True)


def _upright_chinese(words: str, last: Sign, start: int, end: int) -> Iterator[Sign]:
    """What a figure counts in Chinese: 字节, 亿参数, 万."""
    counted = _COUNTED_IN_CHINESE.fullmatch(words)
    power, noun = (counted["power"], counted["noun"]) if counted else (None, words)
    if power is not None:
        if power not in POWERS or last.role is not Role.FIGURE:
            return
        yield Sign(Role.PART, f"{POWER_OF_TEN}{POWERS[power]}", start, end, True, tex=True)
    if noun:
        yield Sign(Role.UNIT if noun in BYTES else Role.LABEL, noun, start, end, True, tex=True)
