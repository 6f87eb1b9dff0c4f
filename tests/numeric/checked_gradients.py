"""Gradients of a layer by its backward rule against derivatives that only its forward rule takes part in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb

from numeric.fields import Ball, Exact, Field
from numeric.gradient_check import (
    Loss,
    Point,
    difference_derivative,
    entries,
    exact_derivatives,
    series_derivative,
)
from numeric.matrix import Matrix

Gradients = Callable[[Field[Any], Mapping[str, Matrix[Any]]], Mapping[str, Matrix[Any]]]


def upstream(field: Field[Any], shape: tuple[int, int]) -> Matrix[Any]:
    """A gradient Ȳ without symmetries, no two entries alike."""
    return field.matrix(
        [[Fraction((-1) ** (i + j) * (3 * i + 2 * j + 1), j + 2) for j in range(shape[1])] for i in range(shape[0])]
    )


def weighed(Y: Matrix[Any]) -> Any:
    """Σ Ȳ_ij Y_ij: the loss whose gradient with respect to Y is `upstream`."""
    field = Y.field
    return field.total([entry for row in Y.hadamard(upstream(field, Y.shape)).rows() for entry in row])


def agree_exactly(loss: Loss, gradients: Gradients, point: Point) -> None:
    """Every entry's gradient is proved equal to its derivative by dual numbers, in the exact field."""
    field = Exact()
    by_duals = exact_derivatives(loss, point, field)
    by_rules = gradients(field, {name: field.matrix(rows) for name, rows in point.items()})
    assert by_rules.keys() == point.keys()
    for name, i, j in entries(point):
        assert by_rules[name][i, j] == by_duals[name, i, j], (name, i, j)


def agree_in_balls(loss: Loss, gradients: Gradients, point: Point, bits: int = 128) -> None:
    """Every entry's enclosure overlaps the series' coefficient and lies in the enclosed central difference."""
    field = Ball(bits)
    with field.working():
        by_rules = gradients(field, {name: field.matrix(rows) for name, rows in point.items()})
        assert by_rules.keys() == point.keys()
        for entry in entries(point):
            name, i, j = entry
            gradient = by_rules[name][i, j]
            assert gradient.rad() < arb(2) ** (40 - bits), entry
            assert gradient.overlaps(series_derivative(loss, point, entry, bits)), entry
            difference = difference_derivative(loss, point, entry, Fraction(1, 10**10), bits)
            assert difference.derivative.overlaps(gradient), entry
            assert difference.derivative.rad() < arb(10) ** -15, entry
