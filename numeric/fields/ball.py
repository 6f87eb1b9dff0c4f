"""Balls that contain the number: flint's arb. Rigorous, and the fastest of the fields beyond double precision."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from flint import arb, arb_mat, ctx, fmpq

from numeric.fields.field import Field
from numeric.fields.number import Rational, rational


class Ball(Field[arb]):
    """Enclosures at a working precision of `bits`. Every result contains the true value, whatever the precision.

    flint's precision is one global setting: run a computation inside `with field.working():` (the model does so
    itself), else its balls are still right but as wide as the setting in force. Comparisons of balls answer False when
    undecided.
    """

    name = "ball"

    def __init__(self, bits: int = 128) -> None:
        if bits < 2:
            raise ValueError(f"{bits} bits of precision; at least 2")
        self.bits = bits

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
        if not x > 0:
            raise ValueError(f"logarithm of {x}, which is not certainly positive")
        return x.log()

    def sqrt(self, x: arb) -> arb:
        if not x >= 0:
            raise ValueError(f"square root of {x}, which is not certainly nonnegative")
        return x.sqrt()

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
