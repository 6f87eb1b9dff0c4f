"""Power series with enclosed coefficients as a field: any layer run over it yields its own derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, arb_series

from numeric.fields.field import Field, SignUndecided
from numeric.ring import Series


class Taylor(Series, Field[Any]):
    """The series of `ring.Series`, with the functions and matrices of a field; constants stay plain balls.

    A sign is that of the constant term. Where the base point is an interval, it must hold for the whole interval, else
    SignUndecided: a ReLU that changes sides within it has no Taylor formula there.
    """

    name = "series"

    def log(self, x: Any) -> Any:
        self._positive(x, "logarithm")
        return x.log()

    def sqrt(self, x: Any) -> Any:
        if isinstance(x, arb) and x.is_zero():
            return x
        self._positive(x, "square root")
        return x.sqrt()

    def erf(self, x: Any) -> Any:
        return x.erf()

    def sin(self, x: Any) -> Any:
        return x.sin()

    def cos(self, x: Any) -> Any:
        return x.cos()

    def pi(self) -> Any:
        return arb.pi()

    def sign(self, x: Any) -> int:
        constant = constant_term(x)
        if constant.is_zero() and isinstance(x, arb_series) and len(x.coeffs()) > 1:
            raise SignUndecided(f"{x} changes its sign at the point")
        return self._ball.sign(constant)

    def shift(self, scores: Sequence[Any]) -> Any:
        return self._ball.shift([constant_term(score) for score in scores])

    def coefficients(self, x: Any) -> list[arb]:
        """The coefficients of t⁰, …, t^(terms−1)."""
        return [x[k] for k in range(self.terms)] if isinstance(x, arb_series) else [x] + [arb(0)] * (self.terms - 1)

    def _positive(self, x: Any, function: str) -> None:
        if not constant_term(x) > 0:
            raise SignUndecided(f"{function} of {x}, which is not certainly positive")


def constant_term(x: Any) -> arb:
    """f(base) of a series in t, or the constant itself."""
    return x[0] if isinstance(x, arb_series) else x
