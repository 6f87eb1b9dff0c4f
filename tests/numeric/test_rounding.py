"""Certified rounding: a wrong "rounded" is the one answer that must never come."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numeric.real import Real
from numeric.rounding import TIES, TRUNCATE, Slip, certify, rounded_by
from numeric.written import Written, read


def e() -> arb:
    return arb(1).exp()


def probability_of_b(bits: int) -> arb:
    """p_B of the notes, 11.3: e² / (e² + x² + 1), x = exp(e / (e + 1))."""
    x = (e() / (e() + 1)).exp()
    return e() ** 2 / (e() ** 2 + x**2 + 1)


root_of_five = Real.of_ball(lambda bits: arb(5).sqrt())
attention_weight = Real.of_ball(lambda bits: e() / (e() + 1))
quarter_in_disguise = Real.of_ball(lambda bits: arb(5).sqrt() ** 2 / 20)
seven_in_disguise = Real.of_ball(lambda bits: arb(7).sqrt() ** 2)


def exactly(text: str) -> Real:
    return Real.exactly(Fraction(text))


def enclosed(value: Fraction) -> Real:
    return Real.of_ball(Real.exactly(value).enclosure)


# ------------------------------------------------------------------------------------------------ known answers


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("2.24", root_of_five),
        ("0.731059", attention_weight),
        ("0.581626", Real.of_ball(probability_of_b)),
        ("1607", exactly("1607.2")),
        ("1.05M", exactly("1048576")),
        ("98%", exactly("0.9797")),
        ("2.6e6", exactly("2571000")),
        ("−0.673514", exactly("-0.6735142")),
        ("- 0.133562", exactly("-0.133562319959")),
        ("3 \\times 10^{- 11}", exactly("2.8e-11")),
        ("0.00", exactly("-0.004")),
        ("37,000", exactly("37000.4")),
        ("1.000", exactly("0.9996")),
        ("2.0", Real.of_ball(lambda bits: arb(2).sqrt() ** 2)),
    ],
)
def test_a_correct_rounding_is_certified(printed: str, value: Real) -> None:
    rounding = certify(read(printed), value)
    assert (rounding.verdict, rounding.expected, rounding.ulps, rounding.modes) == ("rounded", printed, 0, ())


@pytest.mark.parametrize(
    ("printed", "value"),
    [("0.40", "2/5"), ("0", "0"), ("-0.0", "0"), ("−3", "-3"), ("98%", "0.98"), ("1.05M", "1050000")],
)
def test_an_equal_number_is_exact(printed: str, value: str) -> None:
    rounding = certify(read(printed), exactly(value))
    assert (rounding.verdict, rounding.bits) == ("exact", 0)


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("0.66", "2/3", "0.67"),
        ("−0.66", "-2/3", "−0.67"),
        ("0.00", "0.007", "0.01"),
        ("0.00", "-0.007", "-0.01"),
        ("0.999999", "0.9999996", "1.000000"),
        ("9.99M", "9996000", "10.00M"),
        ("999,999", "999999.9", "1,000,000"),
        ("1607", "1607.8", "1608"),
        ("97%", "0.979", "98%"),
    ],
)
def test_cut_instead_of_rounded(printed: str, value: str, expected: str) -> None:
    rounding = certify(read(printed), exactly(value))
    away = 1 if Fraction(value) > 0 else -1
    assert (rounding.verdict, rounding.expected, rounding.ulps) == ("truncated", expected, -away)


@pytest.mark.parametrize(
    ("printed", "value", "expected", "ulps", "slip"),
    [
        ("0.581662", Real.of_ball(probability_of_b), "0.581626", 36, Slip("transposed-digits")),
        ("1.45", exactly("1.4449"), "1.44", 1, Slip("double-rounding")),
        ("-1.45", exactly("-1.44449"), "-1.44", -1, Slip("double-rounding")),
        ("1.45", exactly("1.4399"), "1.44", 1, None),
        ("1", exactly("-1"), "-1", 2, Slip("sign")),
        ("− 0.133562", exactly("0.133562319959"), "0.133562", -267124, Slip("sign")),
        ("12.5", exactly("0.125"), "0.1", 124, Slip("factor", Fraction(100))),
        ("1.266", exactly("2.5321"), "2.532", -1266, Slip("factor", Fraction(1, 2))),
        ("0.7", exactly("0.07"), "0.1", 6, None),
        ("0.68", exactly("2/3"), "0.67", 1, None),
        ("0.01", exactly("0.1"), "0.10", -9, None),
        ("-0.21", exactly("0.12"), "0.12", -33, None),
        ("0.2135", exactly("0.1243"), "0.1243", 892, None),
        ("0.2143", exactly("0.1243"), "0.1243", 900, Slip("transposed-digits")),
        ("-0.7", exactly("-0.25"), "-0.3", -4, None),
        ("9", exactly("10.2"), "10", -1, None),
    ],
)
def test_wrong_comes_with_the_right_print_its_distance_and_the_likely_slip(
    printed: str, value: Real, expected: str, ulps: int, slip: Slip | None
) -> None:
    rounding = certify(read(printed), value)
    assert (rounding.verdict, rounding.expected, rounding.ulps, rounding.slip) == ("wrong", expected, ulps, slip)


# ------------------------------------------------------------------------------------------------ integers


@pytest.mark.parametrize(
    ("printed", "value", "expected"),
    [
        ("3", "3.2", "3.2"),
        ("2", "2.9", "2.9"),
        ("10", "9.96", "9.96"),
        ("0", "1/3000", "0.0003"),
        ("- 1", "-1.5", "- 1.5"),
    ],
)
def test_below_ten_an_integer_must_be_exact(printed: str, value: str, expected: str) -> None:
    for real in (exactly(value), enclosed(Fraction(value))):
        rounding = certify(read(printed), real)
        assert (rounding.verdict, rounding.expected) == ("wrong", expected)
        assert certify(read(rounding.expected), real).verdict in ("exact", "rounded")


def test_a_suffix_or_power_of_ten_makes_an_integer_a_rounding() -> None:
    assert certify(read("3K"), exactly("3400")).verdict == "rounded"
    assert certify(read("3%"), exactly("0.034")).verdict == "rounded"
    assert certify(read("8×10⁻¹²"), exactly("8.387e-12")).verdict == "rounded"


def test_an_integer_that_only_enclosures_show_is_not_called_exact() -> None:
    assert certify(read("7"), seven_in_disguise, cap=256).verdict == "undecided"
    assert certify(read("7.00"), seven_in_disguise, cap=256).verdict == "rounded"
    assert certify(read("8"), seven_in_disguise, cap=256).verdict == "wrong"
    proved = Real(seven_in_disguise.enclosure, None, lambda value: value == 7)
    assert certify(read("7"), proved).verdict == "exact"


def test_ten_itself_decides_whether_an_integer_may_be_rounded() -> None:
    ten_in_disguise = Real.of_ball(lambda bits: arb(10).sqrt() ** 2)
    assert certify(read("10"), ten_in_disguise, cap=256).verdict == "undecided"
    assert certify(read("10"), exactly("10")).verdict == "exact"
    assert certify(read("10"), exactly("10.01")).verdict == "rounded"
    assert certify(read("10"), exactly("9.99")).verdict == "wrong"
    assert certify(read("-10"), exactly("-9.7")).verdict == "wrong"
    assert certify(read("-10"), exactly("-10.3")).verdict == "rounded"


# ------------------------------------------------------------------------------------------------ ties


@pytest.mark.parametrize(
    ("printed", "value", "modes"),
    [
        ("0.2", "0.25", ("half-even",)),
        ("0.3", "0.25", ("half-up", "half-away-from-zero")),
        ("0.4", "0.35", ("half-even", "half-up", "half-away-from-zero")),
        ("-0.2", "-0.25", ("half-even", "half-up")),
        ("-0.3", "-0.25", ("half-away-from-zero",)),
        ("-0.3", "-0.35", ("half-up",)),
        ("0.0", "0.05", ("half-even",)),
        ("12", "12.5", ("half-even",)),
    ],
)
def test_a_tie_names_the_modes_that_agree(printed: str, value: str, modes: tuple[str, ...]) -> None:
    rounding = certify(read(printed), exactly(value))
    assert (rounding.verdict, rounding.modes, rounding.expected) == ("rounded", modes, printed)


def test_a_tie_that_no_mode_in_use_rounds_so_is_a_cut() -> None:
    rounding = certify(read("0.3"), exactly("0.35"))
    assert (rounding.verdict, rounding.expected, rounding.modes) == ("truncated", "0.4", ())


@pytest.mark.parametrize("printed", ["0.2", "0.3"])
def test_a_tie_that_is_not_proved_ends_undecided(printed: str) -> None:
    rounding = certify(read(printed), quarter_in_disguise, cap=256)
    assert (rounding.verdict, rounding.expected, rounding.modes, rounding.bits) == ("undecided", "", (), 256)


def test_far_from_an_unproved_tie_a_number_is_wrong_all_the_same() -> None:
    rounding = certify(read("0.4"), quarter_in_disguise, cap=256)
    assert (rounding.verdict, rounding.expected) == ("wrong", "")


def test_a_proved_tie_is_decided_and_a_disproved_one_waits_for_the_digits() -> None:
    proved = Real(quarter_in_disguise.enclosure, None, lambda value: value == Fraction(1, 4))
    assert certify(read("0.2"), proved).modes == ("half-even",)
    near = Fraction(1, 4) + Fraction(1, 10**60)
    rounding = certify(read("0.2"), Real(enclosed(near).enclosure, None, lambda value: False))
    assert (rounding.verdict, rounding.expected) == ("truncated", "0.3")
    assert rounding.bits > 64


def test_a_near_tie_is_decided_by_precision_and_never_guessed() -> None:
    near = enclosed(Fraction(1, 4) - Fraction(1, 10**60))
    assert certify(read("0.2"), near, cap=128).verdict == "undecided"
    assert certify(read("0.2"), near).verdict == "rounded"
    assert certify(read("0.3"), near).verdict == "wrong"


def test_a_cut_is_claimed_only_where_it_is_certain() -> None:
    assert certify(read("0.24"), quarter_in_disguise, cap=256).verdict == "wrong"
    below = enclosed(Fraction(1, 4) - Fraction(1, 10**60))
    assert certify(read("0.24"), below).verdict == "truncated"


@pytest.mark.parametrize("value", [
    Real.of_ball(lambda bits: arb("nan")),
    Real.of_ball(lambda bits: arb("inf")),
    Real.of_ball(lambda bits: arb(2000).exp().exp()),
    Real.of_ball(lambda bits: arb((1, 10**6))),
    Real.of_ball(lambda bits: arb(0, 10)),
    Real.exactly(10**2000),
])  # fmt: skip
def test_what_is_not_enclosed_or_beyond_all_size_is_undecided(value: Real) -> None:
    assert certify(read("0.5"), value, cap=256).verdict == "undecided"


# ------------------------------------------------------------------------------------------------ properties

values = st.fractions(min_value=-(10**5), max_value=10**5, max_denominator=10**12) | st.decimals(
    min_value=-100, max_value=100, places=4
).map(Fraction)


def quantized(value: Fraction, decimals: int, rounding: str) -> str:
    """Rounding by the decimal module, an implementation that shares nothing with ours."""
    with localcontext(prec=200):
        # Division is inexact, but no quotient with such a denominator comes within 10⁻¹⁰⁰ of a tie without being one.
        quotient = Decimal(value.numerator) / Decimal(value.denominator)
        return f"{quotient.quantize(Decimal(1).scaleb(-decimals), rounding=rounding):f}"


@settings(max_examples=200, deadline=None)
@given(values, st.integers(1, 15), st.sampled_from([ROUND_HALF_UP, ROUND_DOWN]))
def test_agrees_with_exact_rounding(value: Fraction, decimals: int, mode: str) -> None:
    printed = read(quantized(value, decimals, mode))
    right = read(quantized(value, decimals, ROUND_HALF_UP))
    rounding = certify(printed, Real.exactly(value))
    tie = (2 * value / printed.ulp).denominator == 1 and (value / printed.ulp).denominator == 2
    if printed.value == value:
        assert rounding.verdict == "exact"
    elif printed.value == right.value:
        assert rounding.verdict == "rounded"
    else:
        assert rounding.verdict == ("rounded" if rounding.modes else "truncated")
    assert bool(rounding.modes) == (tie and rounding.verdict == "rounded")
    if not rounding.modes:
        assert read(rounding.expected).value == right.value
        # The enclosure says the same as the exact value, or, where that is a multiple of half an ulp, less.
        alone = certify(printed, enclosed(value), cap=256)
        if not tie:
            assert alone.verdict == rounding.verdict or (alone.verdict, rounding.verdict) == ("rounded", "exact")
            assert (alone.expected, alone.ulps) == (rounding.expected, rounding.ulps)


@settings(max_examples=150, deadline=None)
@given(values, st.integers(1, 15), st.sampled_from([1, -1]))
def test_one_ulp_off_is_always_caught(value: Fraction, decimals: int, ulps: int) -> None:
    right = read(quantized(value, decimals, ROUND_HALF_UP))
    assume((value / right.ulp).denominator != 2)
    wrong = read(right.reprinted(right.steps + ulps))
    for real in (Real.exactly(value), enclosed(value)):
        rounding = certify(wrong, real)
        assert rounding.verdict in ("wrong", "truncated")
        assert rounding.ulps == ulps
        assert read(rounding.expected).value == right.value


@settings(max_examples=150, deadline=None)
@given(values, st.integers(0, 6), st.integers(-5000, 5000))
def test_the_expected_print_is_right(value: Fraction, decimals: int, steps: int) -> None:
    printed: Written = read("0" if decimals == 0 else "0." + "0" * decimals)
    rounding = certify(read(printed.reprinted(steps)), Real.exactly(value))
    assert certify(read(rounding.expected), Real.exactly(value)).verdict in ("exact", "rounded")


@settings(max_examples=40, deadline=None)
@given(values, st.integers(1, 15))
def test_no_verdict_but_undecided_is_ever_wrong_at_low_precision(value: Fraction, decimals: int) -> None:
    """A ball far too wide for the question: whatever it decides, exact arithmetic confirms."""
    printed = read(quantized(value, decimals, ROUND_HALF_UP))
    loose = Real.of_ball(lambda bits: Real.exactly(value).ball(bits) + arb(0, abs(float(printed.ulp)) / 3))
    for steps in range(printed.steps - 2, printed.steps + 3):
        text = read(printed.reprinted(steps))
        coarse, exact = certify(text, loose, cap=128), certify(text, Real.exactly(value))
        if coarse.verdict == "rounded":
            assert exact.verdict in ("rounded", "exact")
        elif coarse.verdict == "wrong":
            assert exact.verdict in ("wrong", "truncated")
        elif coarse.verdict != "undecided":
            assert coarse.verdict == exact.verdict
        if coarse.expected and not exact.modes:
            assert coarse.expected == exact.expected


# A rule that is in force.


@pytest.mark.parametrize(
    ("rule", "printed", "verdict", "expected"),
    [
        (None, "0.13", "rounded", "0.13"),
        (None, "0.12", "rounded", "0.12"),
        ("half-even", "0.13", "wrong", "0.12"),
        ("half-even", "0.12", "rounded", "0.12"),
        ("half-up", "0.12", "wrong", "0.13"),
        ("half-away-from-zero", "0.13", "rounded", "0.13"),
        ("truncate", "0.12", "rounded", "0.12"),
    ],
)
def test_a_tie_is_printed_as_the_rule_in_force_says(rule: str | None, printed: str, verdict: str, expected: str) -> None:
    with rounded_by(rule):
        found = certify(read(printed), Real.exactly(Fraction(1, 8)))
    assert (found.verdict, found.expected) == (verdict, expected)


def test_figures_may_be_cut_only_where_that_is_in_force() -> None:
    two_thirds = Real.exactly(Fraction(2, 3))
    assert certify(read("0.66"), two_thirds).verdict == "truncated"
    with rounded_by("truncate"):
        assert certify(read("0.66"), two_thirds).verdict == "rounded"
        assert certify(read("0.65"), two_thirds).verdict == "wrong"
    assert certify(read("0.66"), two_thirds).verdict == "truncated"


def test_the_settings_name_the_rules_that_there_are() -> None:
    from lessons.settings import ROUNDINGS

    assert (*TIES, TRUNCATE) == ROUNDINGS
