"""How far a statement can grow when it is multiplied out: what keeps an author's formula from taking all time and memory."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

MOST_MONOMIALS = 20_000
HIGHEST_DEGREE = 200
MOST_NESTED = 10
"""Sums within sums, with the free indices: each multiplies the work of evaluating an instance by a size."""

_BEYOND = 10**9  # larger numbers need not be told apart


def affordable(statement: Mapping[str, Any]) -> bool:
    """Whether both sides, with all definitions put in, stay below MOST_MONOMIALS products of at most HIGHEST_DEGREE factors.

    Both are bounds from above, because nothing is merged; a root, quotient, exp or log counts as one factor of the product.
    """
    known: dict[str, tuple[int, int]] = {}
    for name, _, body in statement["define"]:
        known[name] = _size(body, known)
    sides = [statement["left"], statement["right"], *(side for _, *two in statement["given"] for side in two)]
    sizes = [*known.values(), *(_size(side, known) for side in sides)]
    bodies = [*sides, *(body for *_, body in statement["define"])]
    if len(statement["free"]) + max(map(_nested, bodies)) > MOST_NESTED:
        return False
    return all(monomials <= MOST_MONOMIALS and degree <= HIGHEST_DEGREE for monomials, degree in sizes)


def _nested(term: Any) -> int:
    """The number of sums within each other."""
    if not isinstance(term, list):
        return 0
    return (term[:1] == ["sum"]) + max(map(_nested, term), default=0)


def _size(term: Any, known: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """Monomials and degree, each at least 1."""
    match term:
        case ["entry", str(name), _]:
            return known.get(name, (1, 1))
        case ["plus", parts]:
            sizes = [_size(part, known) for part in parts]
            return _cut(sum(m for m, _ in sizes)), max((d for _, d in sizes), default=1)
        case ["times", parts]:
            monomials, degree = 1, 0
            for m, d in (_size(part, known) for part in parts):
                monomials, degree = _cut(monomials * m), degree + d
            return monomials, _cut(max(degree, 1))
        case ["sum", _, _, body]:
            return _size(body, known)
        case ["power", base, exponent]:
            m, d = _size(base, known)
            times = abs(Fraction(exponent))
            whole = min(max(-(-times.numerator // times.denominator), 1), HIGHEST_DEGREE + 1)
            if times.denominator > 2 and times.denominator > HIGHEST_DEGREE:
                return _BEYOND, _BEYOND
            grown = Fraction(exponent) > 0 and times.denominator == 1
            return _cut(m**whole if grown else 1) if m < _BEYOND else _BEYOND, _cut(d * whole)
        case ["apply", _, argument]:
            m, d = _size(argument, known)
            return (1, d) if m <= MOST_MONOMIALS else (m, d)
        case ["D", _, _, body]:
            m, d = _size(body, known)  # the product rule makes a monomial for each factor
            return _cut(m * d), d
    return 1, 1


def _cut(number: int) -> int:
    return min(number, _BEYOND)
