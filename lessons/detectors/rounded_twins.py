"""A number and its rounding side by side: `85,054,464, about 85.1M`, `7,087,872（约 709 万）`.

What it does: takes a whole number of four digits or more and the number that a comma or a bracket and a word such as “about”
put beside it. One that rounds it is right. One that does not, and is within a hundredth of it, is a wrong rounding; any other
is another number.

Why it matters: the long number is corrected, and the short one beside it stays.

Fires: In all 85,054,464 parameters, about 85.2M.
Fires: 共 85,054,464 个参数，约 8506 万。
Quiet: In all 85,054,464 parameters (about 85.1M, or roughly 85 million), about 7,090,000 a block; 共 85,054,464，约 8505 万。
Quiet: It has 12,288 columns, about 3 times more. It reads 524,288 bytes, about 512 KiB, or 4,096 tokens, about 4,200 words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from derivations.verdict import FigureVerdict
from lessonproof.patterns import Worded, pattern
from lessons.amounts import Amount, amounts
from lessons.byte_units import BYTES, scales
from lessons.comparison import entry_verdict
from lessons.detectors.detection import Reporter, Text
from lessons.passage import Passage, Span
from lessons.words import POWERS
from numeric.real import Real
from numeric.written import Written, scan

NEAR = 100
DIGITS_OF_A_TWIN = 3
LONG = 1000
FARTHEST = 60  # characters before the comma in which the number stands
_ABOUT = Worded(
    r"\$?\s*[,，(（]\s*(?:or\s|that is,?\s|i\.e\.,?\s|也就是|即)?"
    r"(?:about|approximately|roughly|around|circa|~|≈|\$?\\approx|约为?|大约)\s*\$?\s*(?=[0-9])",
    ("about", "approx", "roughly", "around", "circa", "~", "≈", "约"),
    re.IGNORECASE,
)
_COUNTED = pattern(r"[\s$]*(?:[A-Za-z-]{1,16}\s*){0,3}[\u4e00-\u9fff]{0,6}\s*")
_POWER = pattern(rf"[\s~]?(?P<word>{'|'.join(sorted(POWERS, key=len, reverse=True))})(?![A-Za-z])")
_UNIT = pattern(r"[\s~$]*([A-Za-z]{1,16}|字节|倍|%|‰)")
_COMPARED = frozenset(["times", "fold", "percent", "per", "more", "less", "fewer", "x", "倍", "%", "‰"])


def detect(text: Text, reporter: Reporter) -> None:
    """All passages that say “about” of a number."""
    for number in text.saying(_ABOUT):
        with reporter.trying(number):
            for about in _ABOUT.finditer(text.passages[number].text):
                reporter.budget.spend()
                _beside(text, reporter, number, about)


def _beside(text: Text, reporter: Reporter, number: int, about: re.Match[str]) -> None:
    passage = text.passages[number]
    exact, twin = _before(passage, about.start()), _twin(passage, about.end())
    if exact is None or twin is None or len(str(abs(twin[0].steps))) >= len(str(abs(exact.written.steps))):
        return
    written, span, unit = twin
    counted = {exact.unit} & BYTES.keys(), {unit} & BYTES.keys()
    if unit in _COMPARED or len(counted[0]) != len(counted[1]):
        return
    verdicts = [
        entry_verdict(written, Real.exactly(exact.written.value * scale), approximate=True)
        for scale, _ in scales(tuple(counted[0]), tuple(counted[1]))
    ]
    right = next((one for one in verdicts if one.holds), None)
    if right is not None:
        reporter.settle(number, span, right.figure)
        return
    size = Fraction(BYTES.get(exact.unit, 1), BYTES.get(unit, 1)) * exact.written.value
    near = abs(written.value - size) * NEAR <= size and len(str(abs(written.steps))) >= DIGITS_OF_A_TWIN
    if near and verdicts and verdicts[0].figure is not FigureVerdict.UNDECIDED and not text.denies(number, span):
        reporter.figure(number, span, verdicts[0], related=[(number, exact.span[0])])


def _before(passage: Passage, end: int) -> Amount | None:
    """The whole number that stands before a comma, with what it counts between them."""
    found: Iterator[Amount] = amounts(passage.text, max(0, end - FARTHEST), end)
    last = next(reversed(list(found)), None)
    if last is None or last.written.ulp != 1 or abs(last.written.value) < LONG:
        return None
    return last if _COUNTED.fullmatch(passage.text, last.span[1], end) else None


def _twin(passage: Passage, start: int) -> tuple[Written, Span, str] | None:
    """The number behind “about” in which its power of ten is counted, where its figure stands, and what it counts."""
    found = scan(passage.text, start)
    if found is None:
        return None
    written, end = found
    span = start, end
    if power := _POWER.match(passage.text, end):
        factor = 10 ** POWERS[power["word"]]
        written = Written(written.text, written.value * factor, written.ulp * factor, written.decimals)
        end = power.end()
    unit = _UNIT.match(passage.text, end)
    return written, span, unit[1] if unit else ""
