"""En dashes that stand for a minus: of `(0.34, –0.92)`, `$p – (0, 0, 1)$`. A range, 5–10 or A–B, is none."""

from __future__ import annotations

import re

from lessonproof.patterns import pattern

DASH, MINUS = "–", "−"
LONGEST_FORMULA = 2000  # signs

# Where a sign may stand, and a number follows: after a bracket, comma, cell, relation, `^`, an opening `$`, or a word for
# “is about”.
_SIGN_STANDS = r"[(（\[{,，&=≈<>≤≥^|\t为是约]|\\approx|\\\\|(?:^|(?<=[\s(（，。：、为是约]))\$"
_BEFORE_A_NUMBER = pattern(rf"((?:{_SIGN_STANDS})[ \t]*){DASH}(?=[ \t]?\.?[0-9])", re.MULTILINE)
_MATHEMATICS = pattern(
    rf"\$\$?[^$]{{1,{LONGEST_FORMULA}}}?\$|\\\[(?s:.){{1,{LONGEST_FORMULA}}}?\\\]|\\\((?s:.){{1,{LONGEST_FORMULA}}}?\\\)"
)
# A line that is nothing but a formula, as exports print them without `$`: a relation, and no words but commands.
_RELATION = pattern(r"[=≈<>≤≥]|\\approx|\\frac")
_WORDS = pattern(r"(?<![\\A-Za-z{])[A-Za-z]{3,}|[\u3400-\u9fff]")
_WITHIN = pattern(rf"(?<![0-9]){DASH}|{DASH}(?![0-9])")  # what stands between two digits is a range


def with_minus_signs(text: str) -> str:
    """The text with a minus for each en dash that is one. One sign stands for one, so that no place moves."""
    if DASH not in text:
        return text
    text = _BEFORE_A_NUMBER.sub(rf"\1{MINUS}", text)
    text = _MATHEMATICS.sub(lambda formula: _WITHIN.sub(MINUS, formula[0]), text)
    return "".join(_line(line) if DASH in line else line for line in text.splitlines(keepends=True))


def _line(line: str) -> str:
    return _WITHIN.sub(MINUS, line) if _RELATION.search(line) and not _WORDS.search(line) else line
