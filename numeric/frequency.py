"""The frequencies of sinusoidal and rotary positions."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpz

from numeric.fields.field import Field
from numeric.fields.number import T


def frequency(field: Field[T], i: int, d: int, base: int) -> T:
    """ω_i = base^(−2i/d), i from 0 (Vaswani 2017, §3.5). Rational where the root is: 10000^(−2/4) is exactly 1/100."""
    if base < 1:
        raise ValueError(f"positions need a base of at least 1, not {base}")
    power = Fraction(2 * i, d)
    root = fmpz(base).root(power.denominator)
    if root**power.denominator == base:
        return field.num(Fraction(1, int(root) ** power.numerator))
    return field.exp(field.num(-power) * field.log(field.num(base)))
