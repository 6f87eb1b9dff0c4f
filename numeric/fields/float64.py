"""The floating-point numbers of ordinary programs: nothing computed here is certified."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import Rational, rational


class Float64(Field[float]):
    """IEEE double precision on numpy arrays.

    `shifted=False` leaves out the subtraction of the largest score before a softmax, as some programs do.
    """

    name = "float64"

    def __init__(self, shifted: bool = True) -> None:
        self.shifted = shifted

    def num(self, x: Rational) -> float:
        """The double nearest to x."""
        return float(rational(x))

    def element(self, x: float | Rational) -> float:
        return x if isinstance(x, float) else self.num(x)

    def exp(self, x: float) -> float:
        return math.exp(x)

    def log(self, x: float) -> float:
        if not x > 0:
            raise ValueError(f"logarithm of {x}, which is not positive")
        return math.log(x)

    def sqrt(self, x: float) -> float:
        if x < 0:
            raise ValueError(f"square root of {x}, which is negative")
        return math.sqrt(x)

    def erf(self, x: float) -> float:
        return math.erf(x)

    def sin(self, x: float) -> float:
        return math.sin(x)

    def cos(self, x: float) -> float:
        return math.cos(x)

    def pi(self) -> float:
        return math.pi

    def sign(self, x: float) -> int:
        if math.isnan(x):
            raise SignUndecided("a NaN has no sign")
        return (x > 0) - (x < 0)

    def is_finite(self, x: float) -> bool:
        return math.isfinite(x)

    def shift(self, scores: Sequence[float]) -> float:
        return max(scores) if self.shifted else 0.0

    def stored(self, rows: Sequence[Sequence[float]]) -> Any:
        import numpy  # here, so that a program of plain floats does not pay for it

        return numpy.array(rows, dtype=numpy.float64)

    def product(self, left: Any, right: Any) -> Any:
        return left @ right

    def sum(self, left: Any, right: Any) -> Any:
        return left + right

    def difference(self, left: Any, right: Any) -> Any:
        return left - right

    def scaled(self, scalar: float, storage: Any) -> Any:
        return scalar * storage

    def transposed(self, storage: Any) -> Any:
        return storage.T

    def entry(self, storage: Any, row: int, column: int) -> float:
        return float(storage[row, column])

    def rows(self, storage: Any, shape: tuple[int, int]) -> list[list[float]]:
        rows: list[list[float]] = storage.tolist()
        return rows
