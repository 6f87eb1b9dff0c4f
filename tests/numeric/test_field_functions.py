"""erf, sine, cosine, π and signs over every field: exact relations are true, and every value lies in its ball."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from numeric.fields import Ball, Exact, Float64, Mpf
from numeric.fields.field import SignUndecided

ANGLES = [Fraction(0), Fraction(1), Fraction(-1), Fraction(2, 3), Fraction(-7, 5), Fraction(3)]


@pytest.mark.parametrize("x", ANGLES)
@pytest.mark.parametrize("name", ["erf", "sin", "cos"])
def test_values_lie_in_the_ball_of_the_same_function(name: str, x: Fraction) -> None:
    ball, exact = Ball(128), Exact()
    with ball.working():
        enclosure = getattr(ball, name)(ball.num(x))
    assert enclosure.overlaps(getattr(exact, name)(exact.num(x)).enclosure(128))
    for field in (Float64(), Mpf(20)):
        value: Any = getattr(field, name)(field.num(x))
        with ball.working():
            assert abs(enclosure - ball.num(Fraction(float(value)))) < ball.num("1e-14")


@pytest.mark.parametrize("x", ANGLES)
@pytest.mark.parametrize("y", ANGLES)
def test_addition_theorems_are_exact(x: Fraction, y: Fraction) -> None:
    field = Exact()
    a, b = field.num(x), field.num(y)
    assert field.cos(a) ** 2 + field.sin(a) ** 2 == field.num(1)
    assert field.cos(-a) == field.cos(a) and field.sin(-a) == -field.sin(a)
    difference = field.sin(2 * a) - 2 * field.sin(a) * field.cos(a)
    assert difference.is_zero()
    # Where the sum is no integer combination of known angles the field need not see the theorem, but must not deny it.
    theorem = field.sin(a + b) - field.sin(a) * field.cos(b) - field.cos(a) * field.sin(b)
    assert theorem.enclosure(128).contains(0)


def test_erf_is_odd_and_pi_is_one_number() -> None:
    field = Exact()
    x = field.num("1/3")
    assert field.erf(-x) == -field.erf(x) and field.erf(field.num(0)).is_zero()
    assert field.pi() == field.pi() and field.sign(field.pi() - 3) == 1


def test_signs_are_certain_or_not_given() -> None:
    exact, ball = Exact(), Ball(64)
    assert exact.sign(exact.cos(exact.num(3))) == -1  # a cosine is not positive because it is a generator
    assert exact.sign(exact.cos(exact.num(3)) + exact.sin(exact.num(3))) == -1
    with ball.working():
        assert [ball.sign(ball.num(x)) for x in (-2, 0, 5)] == [-1, 0, 1]
        with pytest.raises(SignUndecided):
            ball.sign(ball.num("1/3") * 3 - 1)


def test_a_root_of_squares_is_never_refused() -> None:
    ball = Ball(64)
    with ball.working():
        about_zero = ball.num("1/3") * 3 - 1
        assert ball.root_of_squares(about_zero * about_zero).contains(0)
        assert (ball.root_of_squares(ball.num(9)) - 3).contains(0)
