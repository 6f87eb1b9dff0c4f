"""Powers, exp, log, sin, cos and smooth functions of a polynomial in normal form.

For positive a and b: (a b)^r = a^r b^r, exp(a + b) = exp(a) exp(b), exp(c a) = exp(a)^c, log(a^r b) = r log a + log b,
exp(log a) = a and log(exp a) = a. What is positive is known from `signs`; a number splits into prime powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any, Protocol

from derivations.kernel import angles, signs
from derivations.kernel.language import Language, demand, short
from derivations.kernel.monomials import Factor, Index, Monomial, Polynomial, Raw, height, mentions, packed


class Form(Protocol):
    """What of the normal form is needed here."""

    known: Language
    settled: dict[Factor, Polynomial]
    signs: dict[Any, bool]

    def settle(self, raws: Iterable[Raw]) -> Polynomial: ...
    def expand(self, term: Any, scope: Mapping[Any, Index]) -> list[Raw]: ...
    def multiplied(self, sums: Iterable[list[Raw]]) -> list[Raw]: ...
    def times(self, one: Raw, other: Raw) -> Raw: ...
    def merged(self, pairs: Iterable[tuple[Factor, Fraction]]) -> dict[Factor, Fraction]: ...
    def lifted(self, monomial: Monomial, coefficient: Fraction) -> Raw: ...


def resolved(form: Form, factor: Factor, exponent: Fraction) -> list[Raw]:
    _, operation, term, scope = factor
    if factor not in form.settled:
        form.settled[factor] = form.settle(form.expand(term, dict(scope)))
    polynomial = form.settled[factor]
    if operation == "exp":
        pairs = [(exponential(monomial), c * exponent) for monomial, c in polynomial.items()]
    elif operation == "power":
        pairs = [(part, e * exponent) for part, e in split(form, polynomial)]
    elif operation == "log":
        return form.multiplied(
            [raw for part, e in split(form, polynomial) for raw in logarithm(form, part, e)] for _ in range(int(exponent))
        )
    elif operation in ("sin", "cos"):
        return form.multiplied(angles.expanded(form, operation, polynomial) for _ in range(int(exponent)))
    else:
        pairs = [(("apply", operation, packed(polynomial)), exponent)]
    return [Raw(Fraction(1), {}, form.merged(pairs))]


def exponential(monomial: Monomial) -> Factor:
    match monomial:
        case ((), ((("log", factor), 1),)):
            return factor
    return ("exp", monomial)


def logarithm(form: Form, factor: Factor, exponent: Fraction) -> list[Raw]:
    if factor[0] == "exp":
        return [form.lifted(factor[1], exponent)]
    return [Raw(exponent, {}, {("log", factor): Fraction(1)})]


def split(form: Form, polynomial: Polynomial) -> list[tuple[Factor, Fraction]]:
    """A positive polynomial as a product of powers of positive factors: numbers, common factors, and what remains."""
    demand(polynomial, "a power or logarithm of zero")
    common = {}
    outside = [positive_outside(form, monomial) for monomial in polynomial]
    for factor in dict.fromkeys(factor for pairs in outside for factor in pairs):
        if least := min(pairs.get(factor, Fraction(0)) for pairs in outside):
            common[factor] = least
    divided: Polynomial = {}
    for (bound, factors), c in polynomial.items():
        left = form.merged([*factors, *((factor, -least) for factor, least in common.items())])
        divided[bound, tuple(sorted(left.items()))] = c
    if any(height(factor) for factor in common):  # bound indices are numbered above those inside factors that are gone
        divided = form.settle([form.lifted(monomial, c) for monomial, c in divided.items()])
    below = reduce(lambda one, c: short(Fraction(lcm(one.numerator, c.denominator))), divided.values(), Fraction(1))
    number = gcd(*(c.numerator for c in divided.values())) / below
    rest = packed({monomial: c / number for monomial, c in divided.items()})
    pairs = [(("number", prime), e) for prime, e in primes(number)] + list(common.items())
    if rest != ((((), ()), Fraction(1)),):
        demand(rest != ((((), ()), Fraction(-1)),), "a power or logarithm of a negative number")
        pairs.append((("sum", rest), Fraction(1)))
    return pairs


def positive_outside(form: Form, monomial: Monomial) -> dict[Factor, Fraction]:
    """The positive factors of a monomial that do not mention its bound indices."""
    bound, factors = monomial
    return {
        factor: e for factor, e in factors
        if is_positive(form, factor) and not any(mentions(factor, index) for index, _ in bound)
    }  # fmt: skip


def is_positive(form: Form, factor: Factor) -> bool:
    if factor[0] != "entry":
        return factor[0] in ("size", "number", "exp", "sum")
    if factor[1] not in form.signs:
        form.signs[factor[1]] = signs.positive(form.known, factor)
    return form.signs[factor[1]]


def primes(number: Fraction) -> list[tuple[Fraction, Fraction]]:
    """A positive number as a product of powers; a part without prime factors below 1,000 stays whole."""
    found: dict[int, int] = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        for divisor in range(2, min(part, 999) + 1):
            while part > 1 and part % divisor == 0:
                part //= divisor
                found[divisor] = found.get(divisor, 0) + sign
        if part > 1:
            found[part] = found.get(part, 0) + sign
    return [(Fraction(prime), Fraction(exponent)) for prime, exponent in found.items()]
