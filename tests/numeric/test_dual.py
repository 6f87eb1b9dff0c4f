"""Derivatives by the rules, exactly and enclosed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from numeric.dual import Duals, derivative
from numeric.fields import Ball, Exact

Function = Callable[[Any, Any], Any]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda r, x: 3 * x + 1 - x * 2, lambda f, x: f.num(1)),
        (lambda r, x: 1 - x, lambda f, x: f.num(-1)),
        (lambda r, x: -(x**3), lambda f, x: -3 * x**2),
        (lambda r, x: x**0 + 5, lambda f, x: f.num(0)),
        (lambda r, x: 2 / x, lambda f, x: -2 / x**2),
        (lambda r, x: x**-2, lambda f, x: -2 / x**3),
        (lambda r, x: (x + 1) / (x * x), lambda f, x: -1 / x**2 - 2 / x**3),
        (lambda r, x: r.exp(x * x), lambda f, x: 2 * x * f.exp(x * x)),
        (lambda r, x: r.log(1 + r.exp(x)), lambda f, x: f.exp(x) / (1 + f.exp(x))),
        (lambda r, x: r.sqrt(x + 2), lambda f, x: 1 / (2 * f.sqrt(x + 2))),
        (lambda r, x: r.num("0.5") * x / 4, lambda f, x: f.num("1/8")),
        (lambda r, x: r.sin(x * x), lambda f, x: 2 * x * f.cos(x * x)),
        (lambda r, x: r.cos(3 * x) + r.pi() * x, lambda f, x: f.pi() - 3 * f.sin(3 * x)),
        (lambda r, x: r.erf(x), lambda f, x: 2 * f.exp(-(x * x)) / f.sqrt(f.pi())),
    ],
)
def test_rules(function: Function, expected: Function) -> None:
    field = Exact()
    at = field.num(Fraction(2, 3))
    duals = Duals(field)
    found = derivative(lambda x: function(duals, x), duals, at)
    assert found == expected(field, at)
    ball = Ball(96)
    with ball.working():
        enclosed = derivative(lambda x: function(Duals(ball), x), Duals(ball), ball.num(Fraction(2, 3)))
    assert enclosed.overlaps(found.enclosure(128))
