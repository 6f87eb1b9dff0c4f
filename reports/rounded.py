"""Exact numbers as printed: correctly rounded in the style of an example, and scaled to a unit that fits."""

from __future__ import annotations

from fractions import Fraction

from numeric.real import Real
from numeric.rounding import certify
from numeric.written import read

DECIMAL = ("", "k", "M", "G", "T", "P", "E", "Z", "Y")
BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi")


def rounded(value: Fraction | int, like: str) -> str:
    """`value` in the style of `like`: "0.00%" gives percent with two decimals, "1,000.0" groups thousands. A tie goes away
    from zero."""
    return certify(read(like), Real.exactly(value)).expected


def percent(share: Fraction) -> str:
    """With two decimals; what would round to nothing or to all and is neither is said to be below or above."""
    shown = rounded(share, "0.00%")
    if shown == "0.00%" and share:
        return "<0.01%"
    return ">99.99%" if shown == "100.00%" and share != 1 else shown


def scaled(value: Fraction | int, unit: str, prefixes: tuple[str, ...] = DECIMAL) -> str:
    """`value` ≥ 0 with two decimals in the largest multiple of the unit that it reaches: `252.18 MB`, `240.50 MiB`.

    A whole number of units below the first multiple has no decimals: `312 B`.
    """
    step = 1024 if prefixes is BINARY else 1000
    power = 0
    while power + 1 < len(prefixes) and value >= step ** (power + 1):
        power += 1
    if power == 0 and Fraction(value).denominator == 1:
        return f"{int(value):,} {unit}"
    return f"{rounded(Fraction(value) / step**power, '1,000.00')} {prefixes[power]}{unit}"
