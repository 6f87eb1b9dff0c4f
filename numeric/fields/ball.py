"""Balls that contain the number: flint's arb. Rigorous, and the fastest of the fields beyond double precision."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from flint import arb, arb_mat, ctx, fmpq, fmpz_mat

from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import Rational, rational
from numeric.fields.whole import FEWEST, Whole
from numeric.matrix import Matrix

# flint multiplies matrices of fewer rows than this entry by entry; beyond about 40 rows it scales whole blocks, and the
# width of one row's enclosure then depends on its neighbours.
STRIP = 16
# Bits beyond the working precision that a row keeps when it is multiplied by integers.
GUARD = 16


class Ball(Field[arb]):
    """Enclosures at a working precision of `bits`. Every result contains the true value, whatever the precision.

    flint's precision is one global setting: run a computation inside `with field.working():` (the model does so
    itself), else its balls are still right but as wide as the setting in force. Comparisons of balls answer False when
    undecided.

    `row_by_row=True` multiplies matrices in strips of a few rows. Then each row's enclosure depends on that row alone,
    whatever stands above or below it; large products cost two to five times as much.

    Large matrices of written weights are kept as integers over one denominator (`Whole`): exact, eight bytes an entry,
    and multiplied several times faster. Each row of such a product depends on that row alone.
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

    def unit_ball(self) -> arb:
        """Every number from −1 to 1."""
        return arb(0, 1)

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

    def is_finite(self, x: arb) -> bool:
        """False also for a ball so wide that it excludes nothing."""
        return bool(x.is_finite())

    def shift(self, scores: Sequence[arb]) -> arb:
        """The largest midpoint: an exact number, so no width is added, and midpoints compare exactly."""
        largest = scores[0].mid()
        for score in scores[1:]:
            midpoint = score.mid()
            if midpoint > largest:
                largest = midpoint
        return largest

    def matrix(self, rows: Sequence[Sequence[arb | Rational]], name: str = "the matrix") -> Matrix[arb]:
        whole = Whole.of(rows) if rows and len(rows) * len(rows[0]) >= FEWEST else None
        return super().matrix(rows, name) if whole is None else Matrix(self, whole, whole.shape)

    def matrix_over(self, denominator: int, rows: Any) -> Matrix[arb]:
        whole = Whole.over(denominator, rows)
        return super().matrix_over(denominator, rows) if whole is None else Matrix(self, whole, whole.shape)

    def check_finite(self, matrix: Matrix[arb], name: str) -> None:
        if not isinstance(matrix.storage, Whole):
            super().check_finite(matrix, name)

    def stored(self, rows: Sequence[Sequence[arb]]) -> Any:
        return arb_mat(rows)

    def product(self, left: Any, right: Any) -> Any:
        if type(left) is Whole:
            left = self._balls(left)
        if type(right) is Whole:
            entries = self.rows(left, (left.nrows(), left.ncols()))
            if all(entry.is_finite() for row in entries for entry in row):
                return self._times_whole(entries, right)
            right = self._balls(right)
        if self.row_by_row and left.nrows() > STRIP:
            rows = self.rows(left, (left.nrows(), left.ncols()))
            strips = [arb_mat(rows[start : start + STRIP]) * right for start in range(0, len(rows), STRIP)]
            return arb_mat([entries for strip in strips for entries in strip.tolist()])
        return left * right

    def sum(self, left: Any, right: Any) -> Any:
        return self._balls(left) + self._balls(right)

    def difference(self, left: Any, right: Any) -> Any:
        return self._balls(left) - self._balls(right)

    def scaled(self, scalar: arb, storage: Any) -> Any:
        return self._balls(storage) * scalar

    def transposed(self, storage: Any) -> Any:
        return storage.transposed() if isinstance(storage, Whole) else storage.transpose()

    def entry(self, storage: Any, row: int, column: int) -> arb:
        if isinstance(storage, Whole):
            return self.num(storage.entry(row, column))
        entry: arb = storage[row, column]
        return entry

    def rows(self, storage: Any, shape: tuple[int, int]) -> list[list[arb]]:
        entries: list[arb] = (self._balls(storage) if type(storage) is Whole else storage).entries()
        width = shape[1]
        return [entries[start : start + width] for start in range(0, len(entries), width)]

    def _balls(self, storage: Any) -> Any:
        if not isinstance(storage, Whole):
            return storage
        with self.working():
            return arb_mat(fmpz_mat(storage.rows())) / storage.denominator

    def _times_whole(self, rows: list[list[arb]], whole: Whole) -> Any:
        """Each row is integers times a unit, to within an error; errors add up to at most that times a column's size."""
        fixed = [self._fixed(row) for row in rows]
        products = whole.after([integers for integers, _, _ in fixed], self.bits + GUARD)
        sizes = arb_mat([whole.column_sizes()])
        result = []
        for integers, (_, unit, error) in zip(products, fixed, strict=True):
            row = arb_mat(fmpz_mat([integers])) * (unit / whole.denominator)
            result.append((row if error.is_zero() else row + sizes * (error / whole.denominator)).entries())
        return arb_mat(result)

    def _fixed(self, row: list[arb]) -> tuple[list[int], arb, arb]:
        """Integers below 2^(bits + GUARD) in size, their unit, and a ball around 0 with all differences of entry and
        integer · unit."""
        parts = [entry.mid().man_exp() for entry in row]
        top = max((exponent + mantissa.bit_length() for mantissa, exponent in parts if mantissa), default=0)
        lowest = top - (self.bits + GUARD)
        integers = [int(m << (e - lowest)) if e >= lowest else int(m >> (lowest - e)) for m, e in parts]
        unit = arb(2) ** lowest
        error = max(entry.rad() for entry in row)
        if any(e < lowest for m, e in parts if m):
            error = error + unit
        return integers, unit, arb(0, error.abs_upper())
