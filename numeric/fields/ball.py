"""Balls that contain the number: flint's arb. Rigorous, and the fastest of the fields beyond double precision."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from flint import arb, arb_mat, ctx, fmpq

from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import Rational, rational

# flint multiplies matrices of fewer rows than this entry by entry; beyond about 40 rows it scales whole blocks, and the
# width of one row's enclosure then depends on its neighbours.
STRIP = 16


class Ball(Field[arb]):
    """Enclosures at a working precision of `bits`. Every result contains the true value, whatever the precision.

    flint's precision is one global setting: run a computation inside `with field.working():` (the model does so
    itself), else its balls are still right but as wide as the setting in force. Comparisons of balls answer False when
    undecided.

    `row_by_row=True` multiplies matrices in strips of a few rows. Then each row's enclosure depends on that row alone,
    whatever stands above or below it; large products cost two to five times as much.
    """

    name = "ball"

    def __init__(self, bits: int = 128, *, row_by_row: bool = False) -> None:
        if bits < 2:
            raise ValueError(f"{bits} bits of precision; at least 2")
        self.bits = bits
        self.row_by_row = row_by_row

    def working(self) -> AbstractContextManager[None]:
        return ctx.workprec(self.bits)

    def num(self, x: Rational) -> arb:
        """A ball around x; exact for integers."""
        if type(x) is int:
            return arb(x)
        exact = rational(x)
        with self.working():
            return arb(fmpq(exact.numerator, exact.denominator))

    def exp(self, x: arb) -> arb:
        return x.exp()

    def log(self, x: arb) -> arb:
        """ln x; ValueError where x is certainly not positive, no information (a NaN ball) where that is open."""
        if x <= 0:
            raise ValueError(f"logarithm of {x}, which is not positive")
        return x.log()

    def sqrt(self, x: arb) -> arb:
        """√x; ValueError where x is certainly negative, no information (a NaN ball) where that is open."""
        if x < 0:
            raise ValueError(f"square root of {x}, which is negative")
        return x.sqrt()

    def root_of_squares(self, x: arb) -> arb:
        """√x of a number known to be nonnegative although its ball may reach below zero."""
        return x.sqrt() if x >= 0 else arb(0).union(x.abs_upper().sqrt())

    def erf(self, x: arb) -> arb:
        return x.erf()

    def sin(self, x: arb) -> arb:
        return x.sin()

    def cos(self, x: arb) -> arb:
        return x.cos()

    def pi(self) -> arb:
        return arb.pi()

    def sign(self, x: arb) -> int:
        if x > 0 or x < 0:
            return 1 if x > 0 else -1
        if x.is_zero():
            return 0
        raise SignUndecided(f"the sign of {x} is not certain at {self.bits} bits")

    def shift(self, scores: Sequence[arb]) -> arb:
        """The largest midpoint: an exact number, so no width is added, and midpoints compare exactly."""
        largest = scores[0].mid()
        for score in scores[1:]:
            midpoint = score.mid()
            if midpoint > largest:
                largest = midpoint
        return largest

    def stored(self, rows: Sequence[Sequence[arb]]) -> Any:
        return arb_mat(rows)

    def product(self, left: Any, right: Any) -> Any:
        if self.row_by_row and left.nrows() > STRIP:
            rows = self.rows(left, (left.nrows(), left.ncols()))
            strips = [arb_mat(rows[start : start + STRIP]) * right for start in range(0, len(rows), STRIP)]
            return arb_mat([entries for strip in strips for entries in strip.tolist()])
        return left * right

    def sum(self, left: Any, right: Any) -> Any:
        return left + right

    def difference(self, left: Any, right: Any) -> Any:
        return left - right

    def scaled(self, scalar: arb, storage: Any) -> Any:
        return storage * scalar

    def transposed(self, storage: Any) -> Any:
        return storage.transpose()

    def entry(self, storage: Any, row: int, column: int) -> arb:
        entry: arb = storage[row, column]
        return entry

    def rows(self, storage: Any, shape: tuple[int, int]) -> list[list[arb]]:
        entries: list[arb] = storage.entries()
        width = shape[1]
        return [entries[start : start + width] for start in range(0, len(entries), width)]
