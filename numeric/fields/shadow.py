"""Balls with an exact shadow: what is rational stays a rational number, and only the rest is enclosed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from flint import arb, fmpq, fmpq_mat

from lessonproof.records import dataclass
from numeric.fields.ball import Ball
from numeric.fields.field import Field
from numeric.fields.number import Rational, rational

# A product of matrices adds up the lengths of its entries; beyond this many bits the ball alone goes on.
LONGEST_EXACT = 4096


@dataclass(frozen=True, slots=True)
class Shadowed:
    """A matrix's balls, and the exact entries of those rows that are known to be rational, else None.

    exact: an fmpq_mat of the same shape, to be read in the rows that `known` names only.
    """

    balls: Any
    exact: Any | None
    known: frozenset[int]


class Shadow(Field[Any]):
    """Numbers are fmpq as long as they are known to be rational, and arb from there on, as in `Ball`.

    So a value that is zero by the structure of the weights is proved to be zero where a ball would only contain zero:
    a ReLU reads the sign of an exact number, equal sums are equal, and the softmax of equal rational scores is exactly
    even. What has been through an exponential or a root is a ball, unless it is 0 or comes out rational (e⁰, √4).
    In a matrix a row is exact as a whole or not at all. Compute inside `with field.working():`.
    """

    name = "shadow"

    def __init__(self, bits: int = 128, *, row_by_row: bool = False) -> None:
        self.bits = bits
        self._ball = Ball(bits, row_by_row=row_by_row)

    def working(self) -> AbstractContextManager[None]:
        return self._ball.working()

    def num(self, x: Rational) -> fmpq:
        exact = rational(x)
        return fmpq(exact.numerator, exact.denominator)

    def enclosure(self, x: Any) -> arb:
        """The number as a ball."""
        return arb(x)

    def exp(self, x: Any) -> Any:
        return fmpq(1) if _is_zero(x) else arb(x).exp()

    def log(self, x: Any) -> Any:
        return fmpq(0) if x == 1 else self._ball.log(arb(x))

    def sqrt(self, x: Any) -> Any:
        if isinstance(x, fmpq) and x >= 0:
            above, below = x.numerator.isqrt(), x.denominator.isqrt()
            if above * above == x.numerator and below * below == x.denominator:
                return fmpq(above, below)
        return self._ball.sqrt(arb(x))

    def root_of_squares(self, x: Any) -> Any:
        return self.sqrt(x) if isinstance(x, fmpq) else self._ball.root_of_squares(x)

    def erf(self, x: Any) -> Any:
        return fmpq(0) if _is_zero(x) else arb(x).erf()

    def sin(self, x: Any) -> Any:
        return fmpq(0) if _is_zero(x) else arb(x).sin()

    def cos(self, x: Any) -> Any:
        return fmpq(1) if _is_zero(x) else arb(x).cos()

    def pi(self) -> arb:
        return arb.pi()

    def sign(self, x: Any) -> int:
        return int(x > 0) - int(x < 0) if isinstance(x, fmpq) else self._ball.sign(x)

    def is_finite(self, x: Any) -> bool:
        return isinstance(x, fmpq) or self._ball.is_finite(x)

    def shift(self, scores: Sequence[Any]) -> Any:
        """The largest score where all are rational, so that equal ones become equal exponentials; else as in `Ball`."""
        if all(isinstance(score, fmpq) for score in scores):
            return max(scores)
        return self._ball.shift([arb(score) for score in scores])

    def stored(self, rows: Sequence[Sequence[Any]]) -> Shadowed:
        known = frozenset(i for i, row in enumerate(rows) if all(isinstance(x, fmpq) or x.is_zero() for x in row))
        nothing = [0] * len(rows[0])
        # An arb that is exactly zero has no radius and is as good as a rational.
        exact_rows = [[x if isinstance(x, fmpq) else 0 for x in row] if i in known else nothing for i, row in enumerate(rows)]
        exact = fmpq_mat(exact_rows) if known else None
        with self.working():  # matrices of weights are made outside of any computation
            return Shadowed(self._ball.stored(rows), exact, known)

    def product(self, left: Shadowed, right: Shadowed) -> Shadowed:
        balls = self._ball.product(left.balls, right.balls)
        if left.exact is not None and right.exact is not None and len(right.known) == right.exact.nrows():
            exact = left.exact * right.exact
            if max(entry.height_bits() for entry in exact.entries()) <= LONGEST_EXACT:
                return Shadowed(balls, exact, left.known)
        return Shadowed(balls, None, frozenset())

    def sum(self, left: Shadowed, right: Shadowed) -> Shadowed:
        known = left.known & right.known
        exact = left.exact + right.exact if known and left.exact is not None else None
        return Shadowed(left.balls + right.balls, exact, known)

    def difference(self, left: Shadowed, right: Shadowed) -> Shadowed:
        known = left.known & right.known
        exact = left.exact - right.exact if known and left.exact is not None else None
        return Shadowed(left.balls - right.balls, exact, known)

    def scaled(self, scalar: Any, storage: Shadowed) -> Shadowed:
        balls = self._ball.scaled(arb(scalar), storage.balls)
        if storage.exact is None:
            return Shadowed(balls, None, frozenset())
        if isinstance(scalar, fmpq):
            return Shadowed(balls, storage.exact * scalar, storage.known)
        # An irrational multiple of 0 is 0: entry by entry, which only the exact rows show.
        return self.stored([[scalar * entry for entry in row] for row in self.rows(storage, _shape(storage))])

    def transposed(self, storage: Shadowed) -> Shadowed:
        exact = storage.exact
        if exact is None or len(storage.known) < exact.nrows():
            return Shadowed(storage.balls.transpose(), None, frozenset())
        return Shadowed(storage.balls.transpose(), exact.transpose(), frozenset(range(exact.ncols())))

    def entry(self, storage: Shadowed, row: int, column: int) -> Any:
        return storage.exact[row, column] if storage.exact is not None and row in storage.known else storage.balls[row, column]

    def rows(self, storage: Shadowed, shape: tuple[int, int]) -> list[list[Any]]:
        rows: list[list[Any]] = self._ball.rows(storage.balls, shape)
        if storage.exact is not None:
            exact = storage.exact.tolist()
            for i in storage.known:
                rows[i] = exact[i]
        return rows


def _shape(storage: Shadowed) -> tuple[int, int]:
    return storage.balls.nrows(), storage.balls.ncols()


def _is_zero(x: Any) -> bool:
    return x == 0 if isinstance(x, fmpq) else bool(x.is_zero())
