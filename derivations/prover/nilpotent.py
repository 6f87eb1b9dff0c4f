"""Numbers with nilpotent parts, one ε with ε² = 0 for each derivative around: derivatives without rules of differentiation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import factorial
from typing import Any

from flint import arb, fmpq

Number = Any  # fmpq or arb
Nilpotent = dict[frozenset[int], Number]  # the coefficient of each product of ε's; what is not there is 0

NOTHING: frozenset[int] = frozenset()
ZERO, ONE = fmpq(0), fmpq(1)


class HasNoValue(ArithmeticError):
    """A division by zero, or a logarithm or root of what is not positive, at this instance."""


def real(value: Number) -> Nilpotent:
    """A number without nilpotent parts."""
    return {} if type(value) is fmpq and value == 0 else {NOTHING: value}


def cleaned(number: Nilpotent) -> Nilpotent:
    return {levels: value for levels, value in number.items() if not (type(value) is fmpq and value == 0)}


def total(numbers: Iterable[Nilpotent]) -> Nilpotent:
    found: Nilpotent = {}
    for number in numbers:
        for levels, value in number.items():
            found[levels] = found[levels] + value if levels in found else value
    return cleaned(found)


def times(one: Nilpotent, other: Nilpotent) -> Nilpotent:
    found: Nilpotent = {}
    for levels, value in one.items():
        for more, factor in other.items():
            if not levels & more:
                key = levels | more
                found[key] = found[key] + value * factor if key in found else value * factor
    return cleaned(found)


def expanded(argument: Nilpotent, derivative: Callable[[int], Number]) -> Nilpotent:
    """Taylor's formula, which ends: f(a + n) = Σ_k f⁽ᵏ⁾(a) nᵏ / k!."""
    rest = {levels: value for levels, value in argument.items() if levels}
    found: Nilpotent = {NOTHING: derivative(0)}
    term: Nilpotent = {NOTHING: ONE}
    order = 0
    while rest:
        order += 1
        term = {levels: value / order for levels, value in times(term, rest).items()}
        if not term:
            break
        slope = derivative(order)
        found = total([found, {levels: value * slope for levels, value in term.items()}])
    return cleaned(found)


def power(base: Nilpotent, exponent: Fraction) -> Nilpotent:
    """Raises HasNoValue."""
    if exponent.denominator == 1 and exponent >= 0:
        found: Nilpotent = {NOTHING: ONE}
        for _ in range(int(exponent)):
            found = times(found, base)
        return found
    value = base.get(NOTHING, ZERO)
    there = real_power(value, exponent)
    if value == 0:
        if base:
            raise HasNoValue("the derivative of a root of zero")
        return real(there)

    def derivative(order: int) -> Number:
        factor = ONE
        for k in range(order):
            factor *= fmpq(*(exponent - k).as_integer_ratio())
        return factor * rational_power(value, exponent - order)

    return expanded(base, derivative)


def real_power(value: Number, exponent: Fraction) -> Number:
    """Raises HasNoValue. 0^r is 0 for r > 0: a root of zero has a value, and no derivative."""
    if exponent > 0 and type(value) is fmpq and value == 0:
        return ZERO
    whole = exponent.denominator == 1
    if not (value > 0 or (whole and (exponent >= 0 or value < 0))):
        raise HasNoValue("a power of zero, or a root of what is negative")
    return rational_power(value, exponent) if exponent else ONE


def rational_power(value: Number, exponent: Fraction) -> Number:
    if exponent.denominator == 1:
        return value ** int(exponent)
    if isinstance(value, fmpq) and exponent.denominator == 2:
        top, bottom = value.p.isqrt(), value.q.isqrt()
        if top * top == value.p and bottom * bottom == value.q:
            return fmpq(top, bottom) ** exponent.numerator
    return arb(value) ** arb(fmpq(*exponent.as_integer_ratio()))


def exp(value: Number) -> Number:
    return ONE if value == 0 else arb(value).exp()


def log(value: Number) -> Number:
    """Raises HasNoValue."""
    if not value > 0:
        raise HasNoValue("a logarithm of what is not positive")
    return ZERO if value == 1 else arb(value).log()


def derivatives(function: str, at: Number) -> Callable[[int], Number]:
    """The derivatives of exp, log, sin or cos at a number, by their order. Raises HasNoValue."""
    if function == "exp":
        value = exp(at)
        return lambda _: value
    if function == "log":
        first = log(at)
        return lambda order: -((-1) ** order) * factorial(order - 1) / at**order if order else first
    sine, cosine = (ZERO, ONE) if at == 0 else arb(at).sin_cos()
    turn = [sine, cosine, -sine, -cosine]  # sin, sin′, sin″, …
    return lambda order: turn[(order + (function == "cos")) % 4]
