"""The routes to a derivative that take no backward rule: what they enclose, and what they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx

from numeric.activation import activation
from numeric.fields import Ball, Field, SignUndecided
from numeric.gradient_check import difference_derivative, entries, exact_derivatives, series_derivative
from numeric.matrix import Matrix
from numeric.taylor import Taylor

M = Mapping[str, Matrix[Any]]
POINT: dict[str, Any] = {"A": [["1/2", 2]], "b": [["1/3"]]}


def loss(field: Field[Any], m: M) -> Any:
    """e^{a₁} a₂³ + sin(b) erf(a₁)/√a₂ − ln a₂, with the entry a₂ read twice."""
    (a, c), b = m["A"].rows()[0], m["b"][0, 0]
    return field.exp(a) * c * c * c + field.sin(b) * field.erf(a) / field.sqrt(c) - field.log(c)


def test_the_routes_enclose_the_exact_derivative() -> None:
    exact = exact_derivatives(loss, POINT)
    assert list(exact) == entries(POINT) == [("A", 0, 0), ("A", 0, 1), ("b", 0, 0)]
    for entry, derivative in exact.items():
        tight = derivative.enclosure(400)
        assert series_derivative(loss, POINT, entry, 200).contains(tight)
        difference = difference_derivative(loss, POINT, entry, Fraction(1, 10**6), 200)
        assert difference.derivative.contains(tight)
        with ctx.workprec(200):
            assert difference.derivative.rad() < arb(10) ** -15
            # The quotient alone is off by ε²/6 · L‴, which is enclosed apart.
            assert not difference.quotient.contains(tight)
            assert abs(difference.quotient - tight) < arb(10) ** -10


def test_a_derivative_in_closed_form() -> None:
    exact = exact_derivatives(loss, POINT)
    field = exact["b", 0, 0].field
    half = field.num("1/2")
    assert exact["b", 0, 0] == field.cos(field.num("1/3")) * field.erf(half) / field.sqrt(field.num(2))


def relu_loss(field: Field[Any], m: M) -> Any:
    return activation(field, "relu").value(m["A"][0, 0]) * 3


@pytest.mark.parametrize(("at", "slope"), [("1/10", 3), ("-1/10", 0)])
def test_away_from_its_corner_a_relu_is_linear(at: str, slope: int) -> None:
    point = {"A": [[at]]}
    assert series_derivative(relu_loss, point, ("A", 0, 0)).contains(slope)
    assert difference_derivative(relu_loss, point, ("A", 0, 0)).derivative.contains(slope)


def test_at_its_corner_a_relu_has_no_derivative() -> None:
    for at in ("0", "1/1000000"):
        with pytest.raises(SignUndecided):
            difference_derivative(relu_loss, {"A": [[at]]}, ("A", 0, 0), Fraction(1, 10**5))
    with pytest.raises(SignUndecided, match="changes its sign at the point"):
        series_derivative(relu_loss, {"A": [["0"]]}, ("A", 0, 0))


def test_a_series_run_leaves_the_settings_of_flint_alone() -> None:
    before = ctx.prec, ctx.cap
    series_derivative(loss, POINT, ("A", 0, 1), 333)
    with pytest.raises(SignUndecided):
        series_derivative(lambda field, m: field.log(m["A"][0, 0]), {"A": [[-1]]}, ("A", 0, 0))
    assert (ctx.prec, ctx.cap) == before


def test_constants_of_a_series_stay_balls() -> None:
    series = Taylor(128, 3)
    with series.working():
        assert isinstance(series.sqrt(series.num(2)), arb)
        t = series.variable(Ball(128).num(2))
        # √(2 + t) = √2 (1 + t/4 − t²/32 + …)
        root = [c / series.sqrt(series.num(2)) for c in series.coefficients(series.sqrt(t))]
        assert root[0].contains(1)
        assert (root[1] * 4).contains(1)
        assert (root[2] * 32).contains(-1)
        assert [c.is_zero() for c in series.coefficients(arb(1))] == [False, True, True]
