"""Real numbers known by enclosures: comparison, certain digits, and the way to mpmath."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.real import Real, Side, as_mpf, compare, digits, places
from numeric.written import read

root_of_five = Real.of_ball(lambda bits: arb(5).sqrt())
five_in_disguise = Real.of_ball(lambda bits: arb(5).sqrt() ** 2)
nothing = Real.of_ball(lambda bits: arb("nan"))
tower = Real.of_ball(lambda bits: arb(2000).exp().exp())

rationals = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**9)


def enclosed(value: Fraction) -> Real:
    """The same number with its exact value forgotten."""
    return Real.of_ball(Real.exactly(value).enclosure)


def test_an_enclosure_is_computed_at_the_precision_asked_for_and_leaves_flint_as_it_was() -> None:
    before = ctx.prec
    assert root_of_five.ball(1000).rel_accuracy_bits() > 990
    assert ctx.prec == before


@pytest.mark.parametrize("value", [Real.exactly(3), enclosed(Fraction(3))])
def test_an_integer_is_on_its_place_when_that_is_proved(value: Real) -> None:
    assert [(place.integer, place.side) for place in places(value, Fraction(1), 64)] == [(3, Side.ON)]


def test_an_integer_that_is_not_proved_stays_around_its_place() -> None:
    found = list(places(five_in_disguise, Fraction(1), 256))
    assert {(place.integer, place.side) for place in found} == {(5, Side.AROUND)}
    assert [place.bits for place in found] == [64, 128, 256]


def test_equality_is_asked_only_once() -> None:
    questions: list[Fraction] = []

    def equals(value: Fraction) -> bool | None:
        questions.append(value)
        return None

    list(places(Real(five_in_disguise.enclosure, None, equals), Fraction(1), 1024))
    assert questions == [Fraction(5)]


@pytest.mark.parametrize("value", [nothing, tower, Real.exactly(2**6000)])
def test_what_is_unknown_or_beyond_all_size_has_no_place(value: Real) -> None:
    assert list(places(value, Fraction(1), 256)) == []


@settings(max_examples=100, deadline=None)
@given(rationals, rationals)
def test_comparison_agrees_with_the_rationals(left: Fraction, right: Fraction) -> None:
    order = (left > right) - (left < right)
    assert compare(Real.exactly(left), Real.exactly(right)) == order
    if order:
        assert compare(enclosed(left), Real.exactly(right)) == order
        assert compare(Real.exactly(left), enclosed(right)) == order


def test_equal_only_where_it_is_proved() -> None:
    five = Real.exactly(5)
    proved = Real(five_in_disguise.enclosure, None, lambda value: value == 5)
    assert compare(five_in_disguise, five, cap=128) is None
    assert compare(five, five_in_disguise, cap=128) is None
    assert compare(proved, five) == compare(five, proved) == 0
    assert compare(nothing, five, cap=128) is None
    assert compare(root_of_five, five) == -1


def test_a_proof_of_difference_lets_the_precision_rise() -> None:
    near = Fraction(1, 3) + Fraction(1, 10**100)
    assert compare(Real(enclosed(near).enclosure, None, near.__eq__), Real.exactly(Fraction(1, 3))) == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 10**6).filter(lambda n: isqrt(n) ** 2 != n), st.integers(1, 60))
def test_digits_are_those_of_the_integer_square_root(n: int, count: int) -> None:
    whole = len(str(isqrt(n)))
    decimals = max(count - whole, 0)
    expected = str(isqrt(n * 10 ** (2 * decimals)))
    expected = expected[:whole] + ("." + expected[whole:] if decimals else "") + "…"
    assert digits(Real.of_ball(lambda bits: arb(n).sqrt()), count) == expected
    assert digits(Real.of_ball(lambda bits: -arb(n).sqrt()), count) == "-" + expected


@pytest.mark.parametrize(
    ("value", "count", "expected"),
    [
        (Fraction(0), 3, "0"),
        (Fraction(1, 4), 12, "0.25"),
        (Fraction(-5, 2), 1, "-2…"),
        (Fraction(1234567), 3, "1234567"),
        (Fraction("1607.2"), 3, "1607…"),
        (Fraction("1607.2"), 5, "1607.2"),
        (Fraction(1, 3), 5, "0.33333…"),
        (Fraction(-2, 3), 5, "-0.66666…"),
        (Fraction(1, 2) + Fraction(1, 10**9), 5, "0.50000…"),
        (Fraction(10**20), 2, "100000000000000000000"),
        (Fraction(10**30), 3, "1×10³⁰"),
        (Fraction(2 * 10**30, 3), 3, "6.66…×10²⁹"),
        (Fraction(-1, 3 * 10**9), 4, "-3.333…×10⁻¹⁰"),
        (Fraction(999999, 10**6), 3, "0.999…"),
    ],
)
def test_digits_are_cut_and_never_rounded(value: Fraction, count: int, expected: str) -> None:
    assert digits(Real.exactly(value), count) == expected


@settings(max_examples=80, deadline=None)
@given(rationals.filter(bool), st.integers(1, 40))
def test_digits_enclose_the_number(value: Fraction, count: int) -> None:
    printed = digits(Real.exactly(value), count)
    if "×" in printed:
        return
    number = Fraction(printed.rstrip("…"))
    if printed.endswith("…"):
        last = Fraction(1, 10 ** len(printed.rstrip("…").partition(".")[2]))
        assert abs(number) < abs(value) < abs(number) + last
    else:
        assert number == value


def test_what_is_not_known_is_not_printed_as_known() -> None:
    assert digits(Real.of_ball(lambda bits: arb(5).sqrt() ** 2 - 5), 5).startswith("0 ± 10⁻")
    assert digits(Real.of_ball(lambda bits: arb(0)), 5) == "0"
    assert digits(nothing, 5) == "0 ± ?"
    assert digits(tower, 5) == "|x| > 10¹²⁵⁰"
    assert digits(Real.of_ball(lambda bits: (-arb(2000).exp()).exp()), 5) == "|x| < 10⁻¹²⁵⁰"


def test_the_uncertainty_printed_holds_and_is_small() -> None:
    never_sharp = Real.of_ball(lambda bits: five_in_disguise.ball(min(bits, 200)))
    middle, plus_minus, power = digits(never_sharp, 5).split()
    assert (middle, plus_minus) == ("5", "±")
    radius = read(power).value
    distance = abs(never_sharp.ball(4096) - 5).upper()
    assert Real.exactly(radius).ball(64) > distance > Real.exactly(radius / 1000).ball(64)


@pytest.mark.parametrize("count", [0, -1, 4001])
def test_an_impossible_number_of_digits_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="significant digits"):
        digits(root_of_five, count)


@settings(max_examples=50, deadline=None)
@given(rationals, st.integers(1, 60))
def test_mpf_and_radius_contain_the_number(value: Fraction, count: int) -> None:
    middle, radius = (_exact(part) for part in as_mpf(Real.exactly(value), count))
    assert abs(value - middle) <= radius <= abs(middle) / 10**count


def test_mpf_makes_up_for_digits_that_cancel() -> None:
    small = Real.of_ball(lambda bits: arb(10**80 + 1).sqrt() - 10**40)
    middle, radius = (_exact(part) for part in as_mpf(small, 20))
    assert abs(middle - Fraction(1, 2 * 10**40)) < Fraction(1, 10**100)
    assert radius <= abs(middle) / 10**20


def test_mpf_of_the_unknown_has_an_infinite_radius() -> None:
    middle, radius = as_mpf(nothing, 10)
    assert middle != middle
    assert radius == float("inf")


def _exact(number: Any) -> Fraction:
    """The value of an mpf, which is a signed mantissa times a power of two."""
    sign, mantissa, exponent, _ = number._mpf_
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if sign else size


def test_exponents_beyond_all_memory_have_places_too() -> None:
    """flint ends the process when asked for the integer part of such a number."""
    tiny = Real.of_ball(lambda bits: (-(arb(10) ** 600)).exp())
    *_, last = places(tiny, Fraction(10**6), 256)
    assert last.integer == 0
    *_, near_one = places(Real.of_ball(lambda bits: 1 - (-(arb(10) ** 600)).exp()), Fraction(10**6), 256)
    assert near_one.integer in (10**6, 10**6 - 1)
