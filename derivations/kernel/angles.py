"""sin and cos of a polynomial in normal form, by the addition theorems; sin² = 1 − cos².

A base theorem: sin(a ± b) = sin a cos b ± cos a sin b, cos(a ± b) = cos a cos b ∓ sin a sin b, sin 0 = 0, cos 0 = 1. What is
left are sines and cosines of monomials with a coefficient 1/q, used p times for p/q; an angle that asks for many of them
stays whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from derivations.kernel.monomials import Factor, Polynomial, Raw, packed

USES = 8  # a sum of so many angles has 128 terms


class Form(Protocol):
    """What of the normal form is needed here."""

    def multiplied(self, sums: Iterable[list[Raw]]) -> list[Raw]: ...
    def times(self, one: Raw, other: Raw) -> Raw: ...


def expanded(form: Form, function: str, angle: Polynomial) -> list[Raw]:
    """sin or cos of the sum of the terms of the polynomial."""
    if sum(abs(coefficient.numerator) for coefficient in angle.values()) > USES:
        return [_of(function, angle)]
    cosine, sine = [_number(1)], list[Raw]()
    for monomial, coefficient in angle.items():
        sign = 1 if coefficient > 0 else -1
        c, s = ([_of(name, {monomial: Fraction(1, coefficient.denominator)})] for name in ("cos", "sin"))
        for _ in range(abs(coefficient.numerator)):
            cosine, sine = (
                form.multiplied([cosine, c]) + form.multiplied([[_number(-sign)], sine, s]),
                form.multiplied([sine, c]) + form.multiplied([[_number(sign)], cosine, s]),
            )
    return cosine if function == "cos" else sine


def squared(form: Form, factor: Factor, exponent: Fraction) -> list[Raw]:
    """sin^e as sin^(e−2) (1 − cos²)."""
    rest = Raw(Fraction(1), {}, {factor: exponent - 2} if exponent > 2 else {})
    cosine = Raw(Fraction(-1), {}, {("apply", "cos", factor[2]): Fraction(2)})
    return [rest, form.times(rest, cosine)]


def _of(function: str, angle: Polynomial) -> Raw:
    return Raw(Fraction(1), {}, {("apply", function, packed(angle)): Fraction(1)})


def _number(value: int) -> Raw:
    return Raw(Fraction(value), {}, {})
