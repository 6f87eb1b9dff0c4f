"""mpmath's floating-point numbers of any precision: the public arithmetic, accurate but not certified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import Rational, rational


class Mpf(Field[Any]):
    """`digits` significant decimal digits, on mpmath.matrix, in a context of its own: `mpmath.mp` stays as it is."""

    name = "mpf"

    def __init__(self, digits: int = 50) -> None:
        import mpmath

        if digits < 1:
            raise ValueError(f"{digits} digits of precision; at least 1")
        self.digits = digits
        self.context: Any = mpmath.ctx_mp.MPContext()
        self.context.dps = digits

    def num(self, x: Rational) -> Any:
        """The mpf nearest to x."""
        exact = rational(x)
        return self.context.fdiv(exact.numerator, exact.denominator)

    def exp(self, x: Any) -> Any:
        return self.context.exp(x)

    def log(self, x: Any) -> Any:
        if not x > 0:
            raise ValueError(f"logarithm of {x}, which is not positive")
        return self.context.log(x)

    def sqrt(self, x: Any) -> Any:
        if x < 0:
            raise ValueError(f"square root of {x}, which is negative")
        return self.context.sqrt(x)

    def erf(self, x: Any) -> Any:
        return self.context.erf(x)

    def sin(self, x: Any) -> Any:
        return self.context.sin(x)

    def cos(self, x: Any) -> Any:
        return self.context.cos(x)

    def pi(self) -> Any:
        return +self.context.pi

    def sign(self, x: Any) -> int:
        if self.context.isnan(x):
            raise SignUndecided("a NaN has no sign")
        return int(self.context.sign(x))

    def is_finite(self, x: Any) -> bool:
        return bool(self.context.isfinite(x))

    def shift(self, scores: Sequence[Any]) -> Any:
        return max(scores)

    def stored(self, rows: Sequence[Sequence[Any]]) -> Any:
        return self.context.matrix([list(row) for row in rows])

    def product(self, left: Any, right: Any) -> Any:
        return left * right

    def sum(self, left: Any, right: Any) -> Any:
        return left + right

    def difference(self, left: Any, right: Any) -> Any:
        return left - right

    def scaled(self, scalar: Any, storage: Any) -> Any:
        return storage * scalar

    def transposed(self, storage: Any) -> Any:
        return storage.T

    def entry(self, storage: Any, row: int, column: int) -> Any:
        return storage[row, column]

    def rows(self, storage: Any, shape: tuple[int, int]) -> list[list[Any]]:
        rows: list[list[Any]] = storage.tolist()
        return rows
