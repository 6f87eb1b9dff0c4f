"""Certified prints: against exact rounding of rationals by another route, and where nothing can be certain."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from numeric.certified import Certified, Decimals, Digits, Form, certified
from numeric.real import Real

RATIONALS = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6)


def only_balls(value: Fraction) -> Real:
    """The number as enclosures that never become exact, as those of a computation are."""
    return Real.of_ball(lambda bits: arb(value.numerator) / arb(value.denominator) + arb(0, arb(2) ** (20 - bits)))


@given(RATIONALS, st.integers(0, 8))
def test_decimals_are_those_of_the_decimal_module(value: Fraction, decimals: int) -> None:
    """A scaled integer rounded by hand: half away from zero."""
    scaled = abs(value) * 10**decimals
    steps = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    right = Decimal(steps).scaleb(-decimals) * (-1 if value < 0 else 1)
    found = certified(Real.exactly(value), Decimals(decimals))
    assert Decimal(found.printed) == right
    if found.verdict == "exact":
        assert Fraction(found.printed) == value and not ("." in found.printed and found.printed.endswith("0"))
    else:
        assert Fraction(found.printed) != value and len(found.printed.partition(".")[2]) == decimals


@given(RATIONALS.filter(lambda value: value != 0), st.integers(1, 12))
def test_digits_are_those_of_the_decimal_module(value: Fraction, digits: int) -> None:
    context = Context(prec=digits, rounding=ROUND_HALF_UP)
    right = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    found = certified(Real.exactly(value), Digits(digits))
    assert Decimal(found.printed.replace("×10", "E").translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))) == right


@given(RATIONALS, st.integers(0, 8))
def test_balls_give_the_same_print_or_say_that_it_is_a_tie(value: Fraction, decimals: int) -> None:
    exact = certified(Real.exactly(value), Decimals(decimals))
    enclosed = certified(only_balls(value), Decimals(decimals), 256)
    if exact.verdict == "tie":
        assert (enclosed.printed, enclosed.verdict, enclosed.cause) == ("", "undecided", "tie")
    else:
        assert enclosed.verdict == "rounded"
        assert Decimal(enclosed.printed) == Decimal(exact.printed)


PI = Real.of_ball(lambda bits: arb.pi())


@pytest.mark.parametrize(
    ("value", "form", "printed", "verdict"),
    [
        (PI, Decimals(4), "3.1416", "rounded"),
        (PI, Digits(3), "3.14", "rounded"),
        (PI, Decimals(0), "3", "rounded"),
        (Real.exactly(Fraction(1, 2)), Decimals(6), "0.5", "exact"),
        (Real.exactly(Fraction(1, 2)), Decimals(0), "1", "tie"),
        (Real.exactly(Fraction(-1, 2)), Decimals(0), "-1", "tie"),
        (Real.exactly(Fraction(5, 2)), Decimals(0), "3", "tie"),
        (Real.exactly(0), Digits(5), "0", "exact"),
        (Real.exactly(0), Decimals(5), "0", "exact"),
        (Real.exactly(Fraction(-1, 10**9)), Decimals(6), "0.000000", "rounded"),
        (Real.exactly(Fraction(9996, 1000)), Digits(3), "10.0", "rounded"),
        (Real.exactly(Fraction(99996, 10)), Digits(3), "10000", "rounded"),
        (Real.exactly(123456), Digits(3), "123000", "rounded"),
        (Real.exactly(123000), Digits(3), "123000", "exact"),
        (Real.exactly(Fraction(1, 10**12)), Digits(3), "1×10⁻¹²", "exact"),
        (Real.exactly(Fraction(2, 3 * 10**12)), Digits(3), "6.67×10⁻¹³", "rounded"),
        (Real.exactly(10**25), Digits(3), "1×10²⁵", "exact"),
        (Real.of_ball(lambda bits: arb(0)), Digits(4), "0", "exact"),
    ],
)
def test_prints(value: Real, form: Form, printed: str, verdict: str) -> None:
    found = certified(value, form)
    assert (found.printed, found.verdict) == (printed, verdict)


def test_a_number_that_may_be_zero_has_decimals_but_no_digits() -> None:
    hidden_zero = Real.of_ball(lambda bits: arb(2).sqrt() * arb(2).sqrt() - 2)
    assert certified(hidden_zero, Decimals(6)).printed == "0.000000"
    assert certified(hidden_zero, Digits(6), 512) == Certified("", "undecided", hidden_zero, 512, "zero")


def test_what_has_no_finite_enclosure_is_unbounded() -> None:
    nothing = Real.of_ball(lambda bits: arb.nan())
    tower = Real.of_ball(lambda bits: arb(10000).exp())
    for form in (Decimals(3), Digits(3)):
        for value in (nothing, tower):
            found = certified(value, form, 256)
            assert (found.verdict, found.cause) == ("undecided", "unbounded")


@pytest.mark.parametrize("power", [-73, -20, -3, 2, 40, 60])
def test_small_and_large_numbers_have_the_digits_of_mpmath(power: int) -> None:
    import mpmath

    context = mpmath.ctx_mp.MPContext()
    context.dps = 60
    printed = certified(Real.of_ball(lambda bits: arb(power).exp()), Digits(9)).printed
    mantissa, _, exponent = printed.partition("×10")
    read = context.mpf(mantissa) * context.mpf(10) ** int(exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
    assert abs(read / context.exp(power) - 1) < 5e-9
    assert ("×" in printed) == (power in (-73, -20, 60))


def test_precision_rises_as_far_as_the_places_need() -> None:
    found = certified(PI, Digits(1000))
    assert found.bits > 3322 and found.printed.startswith("3.14159265358979") and len(found.printed) == 1001
    import mpmath

    context = mpmath.ctx_mp.MPContext()
    context.dps = 1010
    assert found.printed == context.nstr(+context.pi, 1000)


def test_midpoint_and_radius_enclose_the_number() -> None:
    third = certified(Real.exactly(Fraction(1, 3)), Decimals(6))
    midpoint, radius = third.mpf(30)
    assert 0 < radius < 10**-30
    sign, mantissa, exponent, _ = midpoint._mpf_
    exact = (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent
    below, above = exact - Fraction(str(radius)) * 2, exact + Fraction(str(radius)) * 2
    assert below < Fraction(1, 3) < above
    with ctx.workprec(256):
        assert certified(PI, Decimals(6)).enclosure().contains(arb.pi())


@pytest.mark.parametrize("make", [lambda: Decimals(-1), lambda: Decimals(1001), lambda: Digits(0), lambda: Digits(1001)])
def test_places_have_limits(make: object) -> None:
    with pytest.raises(ValueError, match="a number prints with"):
        make()  # type: ignore[operator]
