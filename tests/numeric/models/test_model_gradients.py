"""The gradients of every parameter of every model, against derivatives of the forward computation alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from numeric.dual import Duals
from numeric.fields import Ball
from numeric.gradient_check import difference_derivative, entries, series_derivative
from numeric.parameters import named
from tests.numeric.models.small_models import MODELS, Small

models = pytest.mark.parametrize("small", MODELS.values(), ids=MODELS.keys())
BITS = 256


@models
def test_every_entry_agrees_with_dual_numbers_over_balls(small: Small) -> None:
    field = Ball(BITS)
    duals = Duals(field)
    with field.working():
        point = {
            name: duals.matrix(
                [[duals.variable(field.num(value), (name, i, j)) for j, value in enumerate(row)] for i, row in enumerate(rows)]
            )
            for name, rows in small.rows().items()
        }
        loss = small.loss(duals, point)
        gradients = dict(named(small.gradients(field)))
        assert gradients.keys() == point.keys()
        for name, i, j in entries(small.rows()):
            gradient, derivative = gradients[name][i, j], duals.derivative(loss, (name, i, j))
            assert gradient.overlaps(derivative), (name, i, j)
            assert gradient.rad() < arb(2) ** -80, (name, i, j)
            assert derivative.rad() < arb(2) ** -80, (name, i, j)


@models
def test_an_entry_of_every_matrix_agrees_with_a_series_or_an_enclosed_difference(small: Small) -> None:
    """In turn, matrix by matrix: both are slow, and the dual numbers above have been over all of them."""
    field = Ball(BITS)
    rows = small.rows()
    gradients = dict(named(small.gradients(field)))
    for turn, (name, matrix) in enumerate(rows.items()):
        place = (name, len(matrix) - 1, len(matrix[0]) // 2)
        if turn % 2:
            derivative = series_derivative(small.loss, rows, place, BITS)
        else:
            derivative = difference_derivative(small.loss, rows, place, Fraction(1, 10**25), BITS).derivative
        assert derivative.overlaps(gradients[name][place[1], place[2]]), place
        assert derivative.rad() < arb(10) ** -20, place
