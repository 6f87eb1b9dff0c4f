"""The little that a scalar formula needs: numbers with exp and log. Every field is one, and so are the rings here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Protocol

from flint import arb, arb_series, ctx

from numeric.fields.ball import Ball
from numeric.fields.number import Rational, T


class Ring(Protocol[T]):
    """Scalars with exp and log."""

    def num(self, x: Rational) -> T: ...
    def exp(self, x: T) -> T: ...
    def log(self, x: T) -> T: ...
    def sqrt(self, x: T) -> T: ...


class Series:
    """Power series in one variable t with balls as coefficients, cut after t^(terms−1): Taylor's formula, enclosed.

    `variable(base)` is base + t. With an interval as base, coefficient k of f(base + t) contains f⁽ᵏ⁾(ξ)/k! for every ξ
    in it. Constants are balls. Compute inside `with series.working():`.
    """

    def __init__(self, bits: int, terms: int) -> None:
        self.bits = bits
        self.terms = terms
        self._ball = Ball(bits)

    @contextmanager
    def working(self) -> Iterator[None]:
        cap = ctx.cap
        with ctx.workprec(self.bits):
            ctx.cap = self.terms
            try:
                yield
            finally:
                ctx.cap = cap

    def variable(self, base: arb) -> Any:
        return arb_series([base, 1], prec=self.terms)

    def num(self, x: Rational) -> Any:
        return self._ball.num(x)

    def exp(self, x: Any) -> Any:
        return x.exp()

    def log(self, x: Any) -> Any:
        return x.log()

    def sqrt(self, x: Any) -> Any:
        return x.sqrt()


def interval(centre: Fraction, radius: Fraction, bits: int) -> arb:
    """A ball that contains [centre − radius, centre + radius]."""
    ball = Ball(bits)
    with ball.working():
        return ball.num(centre - radius).union(ball.num(centre + radius))
