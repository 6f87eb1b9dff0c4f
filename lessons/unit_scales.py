"""What a unit behind a figure multiplies it by: 万 and 亿 that stand apart from it, units of bytes and of time."""

from __future__ import annotations

from fractions import Fraction

from lessons.byte_units import BYTES
from lessons.words import POWERS

CHINESE_POWERS = {word: power for word, power in POWERS.items() if not word.isascii()}
"""What 万, 亿 and the like are powers of ten of."""

LETTER_POWERS = {"K": 3, "k": 3, "M": 6, "B": 9, "T": 12}
"""The same of the letters behind a figure."""

SECONDS: dict[str, Fraction] = {
    name: Fraction(seconds)
    for seconds, names in (
        (Fraction(1, 1000), "ms millisecond milliseconds 毫秒"), (1, "s sec secs second seconds 秒"),
        (60, "min mins minute minutes 分钟"), (3600, "h hr hrs hour hours 小时"), (86_400, "day days 天"),
        (604_800, "week weeks 周"),
    )
    for name in names.split()
}  # fmt: skip
"""How many seconds a unit of time has. Months and years have no fixed number of days."""

COUNTED_IN = "|".join(sorted((*BYTES, *CHINESE_POWERS), key=len, reverse=True))
"""For a pattern: bytes and Chinese powers, the longest first."""


def scale_of(unit: str) -> int:
    """How many a unit of `COUNTED_IN` counts; one where there is none."""
    return BYTES.get(unit) or (10 ** CHINESE_POWERS[unit] if unit else 1)
