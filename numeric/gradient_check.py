"""Is a gradient right? Three routes to one derivative that use only the forward computation.

A loss is any function of named matrices written over a field: one layer read off at some weights, or a whole model. It
is run over dual numbers, over power series, and at two neighbouring points; no backward rule takes part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from lessonproof.records import dataclass
from numeric.dual import Dual, Duals
from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.exact_number import ExactNumber
from numeric.fields.field import Field
from numeric.fields.number import Rational, rational
from numeric.matrix import Matrix
from numeric.ring import interval
from numeric.taylor import Taylor

# Matrices by name, and one number computed from them. The function must not look at the field's type.
Loss = Callable[[Field[Any], Mapping[str, Matrix[Any]]], Any]
# Written entries by matrix name: exact, whatever field they are taken to.
Point = Mapping[str, Sequence[Sequence[Rational]]]
# Matrix, row and column, counted from 0.
Entry = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class EnclosedDifference:
    """quotient: contains (L(θ + εe_r) − L(θ − εe_r))/2ε   derivative: contains ∂L/∂θ_r, Taylor's remainder included."""

    quotient: arb
    derivative: arb


def entries(point: Point) -> list[Entry]:
    """Every entry of the point, matrix by matrix, row by row."""
    return [(name, i, j) for name, rows in point.items() for i, row in enumerate(rows) for j in range(len(row))]


def exact_derivatives(loss: Loss, point: Point, field: Exact | None = None) -> dict[Entry, ExactNumber]:
    """∂L/∂(entry) of every entry, exactly: one run over dual numbers over an exact field (a new one unless given)."""
    duals = Duals(field or Exact())
    matrices = {
        name: duals.matrix(
            [
                [duals.variable(duals.field.num(value), (name, i, j)) for j, value in enumerate(row)]
                for i, row in enumerate(rows)
            ]
        )
        for name, rows in point.items()
    }
    result: Dual[ExactNumber] = loss(duals, matrices)
    return {entry: duals.derivative(result, entry) for entry in entries(point)}


def series_derivative(loss: Loss, point: Point, entry: Entry, bits: int = 128) -> arb:
    """∂L/∂(entry), enclosed: the first coefficient of the loss as a power series in the entry's displacement."""
    return _coefficients(loss, point, entry, Fraction(0), 2, bits)[1]


def difference_derivative(
    loss: Loss, point: Point, entry: Entry, epsilon: Fraction = Fraction(1, 10**5), bits: int = 128
) -> EnclosedDifference:
    """The central difference at ±ε, and with −ε²/6 · L‴ over the whole interval added, the derivative itself.

    Raises SignUndecided where a decision of the loss (a ReLU) does not stay the same over [θ_r − ε, θ_r + ε].
    """
    field = Ball(bits)
    with field.working():
        above = loss(field, _over(field, point, entry, lambda value: field.num(value + epsilon)))
        below = loss(field, _over(field, point, entry, lambda value: field.num(value - epsilon)))
        quotient = (above - below) / field.num(2 * epsilon)
        third = _coefficients(loss, point, entry, epsilon, 4, bits)[3]
        return EnclosedDifference(quotient, quotient - field.num(epsilon * epsilon) * third)


def _coefficients(loss: Loss, point: Point, entry: Entry, radius: Fraction, terms: int, bits: int) -> list[arb]:
    series = Taylor(bits, terms)
    with series.working():
        displaced = _over(series, point, entry, lambda value: series.variable(interval(value, radius, bits)))
        return series.coefficients(loss(series, displaced))


def _over(field: Field[Any], point: Point, entry: Entry, displaced: Callable[[Fraction], Any]) -> dict[str, Matrix[Any]]:
    """The point's matrices over the field, with one entry replaced by what `displaced` makes of its value."""
    name, row, column = entry
    changed: dict[str, list[list[Any]]] = {each: [list(entries) for entries in rows] for each, rows in point.items()}
    changed[name][row][column] = displaced(rational(point[name][row][column]))
    return {each: field.matrix(rows) for each, rows in changed.items()}
