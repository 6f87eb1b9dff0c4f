"""Every six-decimal figure of chapter 11 is the correct rounding, in three arithmetics that share only the model."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import pytest
from flint import arb, fmpz

from numeric.fields import Ball, Exact, Float64, Mpf
from tests.numeric.worked_example import PRINTED, Chapter, chapter

HALF = Fraction(1, 2)
FIGURES = [pytest.param(text, place, id=f"{i}:{text}") for i, (text, place) in enumerate(PRINTED)]


@pytest.fixture(scope="module")
def runs() -> dict[str, Chapter]:
    balls = {f"ball{bits}": chapter(Ball(bits)) for bits in (64, 96, 128, 160)}
    return {**balls, "mpf": chapter(Mpf(50)), "exact": chapter(Exact()), "float64": chapter(Float64())}


def millionths(printed: str) -> int:
    return int(printed.replace(".", ""))


def rounded(ball: arb) -> fmpz | None:
    """The one integer of millionths that every number of the ball rounds to."""
    return (ball * 10**6 + arb(1) / 2).floor().unique_fmpz()


def exactly(value: Any) -> Fraction:
    """The binary number that an mpf is, without rounding."""
    sign, mantissa, exponent, _ = value._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


@pytest.mark.parametrize(("printed", "place"), FIGURES)
@pytest.mark.parametrize("bits", [64, 96, 128])
def test_balls_round_to_the_printed_figure(printed: str, place: Any, bits: int, runs: dict[str, Chapter]) -> None:
    assert rounded(place(runs[f"ball{bits}"])) == millionths(printed)


@pytest.mark.parametrize(("printed", "place"), FIGURES)
def test_fifty_digits_of_mpmath_round_to_the_printed_figure(printed: str, place: Any, runs: dict[str, Chapter]) -> None:
    assert floor(exactly(place(runs["mpf"])) * 10**6 + HALF) == millionths(printed)


@pytest.mark.parametrize(("printed", "place"), FIGURES)
@pytest.mark.parametrize("bits", [64, 96, 128])
def test_enclosed_exact_numbers_round_to_the_printed_figure(
    printed: str, place: Any, bits: int, runs: dict[str, Chapter]
) -> None:
    assert rounded(place(runs["exact"]).enclosure(bits)) == millionths(printed)


@pytest.mark.parametrize(("printed", "place"), FIGURES)
def test_the_three_arithmetics_give_one_number(printed: str, place: Any, runs: dict[str, Chapter]) -> None:
    exact = place(runs["exact"])
    for bits in (64, 96, 128):
        assert place(runs[f"ball{bits}"]).overlaps(exact.enclosure(bits))
    # 50 digits are 169 bits: rounding errors of the same operations stay inside balls of 160 bits.
    sign, mantissa, exponent, _ = place(runs["mpf"])._mpf_
    assert place(runs["ball160"]).contains(arb(((-1) ** sign * int(mantissa), exponent)))


@pytest.mark.parametrize(("printed", "place"), FIGURES)
def test_doubles_run_the_same_model(printed: str, place: Any, runs: dict[str, Chapter]) -> None:
    assert f"{place(runs['float64']):.6f}" == printed


def test_one_millionth_off_is_another_number(runs: dict[str, Chapter]) -> None:
    for printed, place in PRINTED:
        ball = place(runs["ball64"])
        for wrong in (millionths(printed) - 1, millionths(printed) + 1):
            assert rounded(ball) != wrong
