"""Printed numbers: value, ulp, style, and what is refused."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.written import MAX_DIGITS, MAX_EXPONENT, NotWritten, Written, read, scan

READ = {
    "0.4": ("0.4", "0.1"),
    "1.00": ("1", "0.01"),
    "007": ("7", "1"),
    "98%": ("0.98", "0.01"),
    "98.5\\%": ("0.985", "0.001"),
    "98 \\%": ("0.98", "0.01"),
    "3‰": ("0.003", "0.001"),
    "1.05M": ("1050000", "1e4"),
    "6.74B": ("6.74e9", "1e7"),
    "32K": ("32000", "1000"),
    "1.5T": ("1.5e12", "1e11"),
    "3万": ("30000", "1e4"),
    "1.2亿": ("1.2e8", "1e7"),
    "1.5万亿": ("1.5e12", "1e11"),
    "2.6e6": ("2.6e6", "1e5"),
    "2.6E-5": ("2.6e-5", "1e-6"),
    "3e+2": ("300", "100"),
    "37,000": ("37000", "1"),
    "37{,}000.5": ("37000.5", "0.1"),
    "37\\,000": ("37000", "1"),
    "37\u202f000": ("37000", "1"),
    "1\u00a0234\u00a0567": ("1234567", "1"),
    "3 \\times 10^{- 11}": ("3e-11", "1e-11"),
    "3\\times10^{-11}": ("3e-11", "1e-11"),
    "2.5 \\cdot 10^{3}": ("2500", "100"),
    "3×10⁻¹¹": ("3e-11", "1e-11"),
    "3 × 10^-11": ("3e-11", "1e-11"),
    "10^{- 5}": ("1e-5", "1e-5"),
    "10⁻¹¹": ("1e-11", "1e-11"),
    "− 0.921286": ("-0.921286", "1e-6"),
    "- 0.133562": ("-0.133562", "1e-6"),
    "－1.5": ("-1.5", "0.1"),
    "+2": ("2", "1"),
    "-0.00": ("0", "0.01"),
    "-10^{-5}": ("-1e-5", "1e-5"),
}


@pytest.mark.parametrize("text", READ)
def test_a_printed_number_states_its_value_and_its_precision(text: str) -> None:
    value, ulp = READ[text]
    number = read(text)
    assert (number.text, number.value, number.ulp) == (text, Fraction(value), Fraction(ulp))
    assert number.steps * number.ulp == number.value


@pytest.mark.parametrize(
    ("text", "longest"),
    [
        ("1,2", "1"),
        ("12,34", "12"),
        ("0,100", "0"),
        ("1,2345", "1"),
        ("1,234,5", "1"),
        ("1,234, 5", "1,234"),
        ("37 000", "37"),
        ("3Mx", "3"),
        ("3M2", "3"),
        ("2K^{T}", "2"),
        ("2K_{1}", "2"),
        ("2K²", "2"),
        ("2K\u0304", "2"),
        ("1.05M参数", "1.05M"),
        ("3.15M100%", "3.15"),
        ("98%97%", "98%"),
        ("5.", "5"),
        ("2.6e6。", "2.6e6"),
        ("2.6e6.", "2.6e6"),
        ("2e", "2"),
        ("2e - 5", "2"),
        ("0.42exp(0.42)", "0.42"),
        ("2e5x", "2"),
        ("10^n", "10"),
        ("10^{n}", "10"),
        ("10^2.5", "10"),
        ("10^{-5 + 1}", "10"),
        ("10^2^3", "10"),
        ("5^{2}", "5"),
        ("3 × 105^2", "3"),
        ("3 \\times 10^{n}", "3"),
        ("3 \\times 10", "3"),
        ("5 \\times 10^{4} \\times 2", "5 \\times 10^{4}"),
        ("３", None),
        ("٣", None),
        ("x", None),
        ("", None),
        (".5", ".5"),
        ("-5", None),
    ],
)
def test_scan_takes_the_longest_number_at_the_start(text: str, longest: str | None) -> None:
    found = scan(text)
    assert (found and found[0].text) == longest
    if found:
        assert found[1] == len(found[0].text)


def test_scan_begins_exactly_where_it_is_told() -> None:
    text = "p = 0.339660, 2"
    assert scan(text, 3) is None
    assert scan(text, 4) == (read("0.339660"), 12)


@pytest.mark.parametrize(("text", "start", "longest"), [
    ("2^3 × 10^2", 2, "3"),
    ("x_2 \\times 10^{3}", 2, "2"),
    ("x_10^2", 2, "10"),
    ("1/2 × 10^5", 2, "2"),
    ("100 ÷ 2 × 10³", 6, "2"),
    ("1 / 10^{5}", 4, "10^{5}"),
    ("2^{3 × 10^2}", 3, "3 × 10^2"),
])  # fmt: skip
def test_an_exponent_or_divisor_keeps_its_distance_from_a_power_of_ten(text: str, start: int, longest: str) -> None:
    found = scan(text, start)
    assert found is not None
    assert found[0].text == longest


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no digit"),
        ("abc", "no digit"),
        ("12,34", "',34' is left over"),
        ("1.5 ", "left over"),
        ("1.2.3", "second decimal point"),
        ("1" * (MAX_DIGITS + 1), "more than 400 digits"),
        (f"1e{MAX_EXPONENT + 1}", "exponent beyond"),
        ("10^{999999}", "exponent beyond"),
    ],
)
def test_a_refusal_says_why(text: str, reason: str) -> None:
    with pytest.raises(NotWritten, match=reason):
        read(text)


def test_the_limits_themselves_are_allowed() -> None:
    assert read("9" * MAX_DIGITS).value == 10**MAX_DIGITS - 1
    assert read(f"1e-{MAX_EXPONENT}").ulp == Fraction(1, 10**MAX_EXPONENT)
    assert read("1e" + "0" * 5000 + "5").value == 10**5


@pytest.mark.parametrize("text", [
    "1" * 100_000,
    "0." + "1" * 100_000,
    "1e999999999",
    "1e" + "9" * 100_000,
    "10^{" + "9" * 100_000 + "}",
    "10" + "⁹" * 100_000,
    "3 \\times 10^{- 999999}",
    "1.2.3",
])  # fmt: skip
def test_hostile_numbers_are_refused_before_any_integer_is_made_of_them(text: str) -> None:
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)  # the least that Python allows: int() of a longer run of digits raises
    try:
        assert scan(text) is None
    finally:
        sys.set_int_max_str_digits(limit)


@pytest.mark.parametrize("text", ["1,234" + ",234" * 5_000, "1" + " " * 20_000, "10^" * 7_000, "1" * 20_000])
def test_scanning_from_every_offset_ends(text: str) -> None:
    """A number's own text is bounded, so that reading on from its middle never costs more than its length."""
    for start in range(len(text)):
        found = scan(text, start)
        assert found is None or found[1] - start <= 4 * MAX_DIGITS + 20


@pytest.mark.parametrize(
    ("text", "steps", "expected"),
    [
        ("0.999996", 1_000_000, "1.000000"),
        ("9.99M", 1000, "10.00M"),
        ("999,999", 1_000_000, "1,000,000"),
        ("37{,}000", 1_234_567, "1{,}234{,}567"),
        ("1,000", 999, "999"),
        ("9999", 10_000, "10000"),
        ("007", 8, "008"),
        ("− 0.921286", 921286, "0.921286"),
        ("− 0.921286", -5, "− 0.000005"),
        ("0.5", -4, "-0.4"),
        ("+ 0.5", 6, "+ 0.6"),
        ("+ 0.5", -6, "- 0.6"),
        ("-0.00", 0, "-0.00"),
        ("-0.01", 0, "0.00"),
        ("98\\%", 97, "97\\%"),
        ("2.6e6", 27, "2.7e6"),
        ("3 \\times 10^{- 11}", 4, "4 \\times 10^{- 11}"),
        ("10^{- 5}", 2, "2 \\times 10^{- 5}"),
        ("10⁻⁵", -2, "-2×10⁻⁵"),
        ("5", -3, "-3"),
    ],
)
def test_another_number_prints_in_the_same_style(text: str, steps: int, expected: str) -> None:
    assert read(text).reprinted(steps) == expected


def test_another_number_of_decimals_counts_in_its_own_last_place() -> None:
    assert read("− 3").reprinted(-325, decimals=2) == "− 3.25"
    assert read("2").reprinted(2, decimals=1) == "0.2"


@st.composite
def printed_numbers(draw: st.DrawFn) -> str:
    sign = draw(st.sampled_from(["", "", "-", "−", "- ", "− ", "+", "－"]))
    separator = draw(st.sampled_from(["", "", ",", "{,}", "\u202f", "\\,"]))
    whole = f"{draw(st.integers(0, 10**9)):,}".replace(",", separator)
    fraction = draw(st.sampled_from(["", "."]))
    if fraction:
        fraction += draw(st.text("0123456789", min_size=1, max_size=12))
    scales = ["", "%", "\\%", "K", "M", "万", "亿", "e6", "E-5", "×10⁻¹¹", " \\times 10^{- 11}", " × 10^4"]
    return sign + whole + fraction + draw(st.sampled_from(scales))


@settings(max_examples=150, deadline=None)
@given(printed_numbers(), st.integers(-(10**12), 10**12))
def test_every_number_printed_in_a_style_reads_back(text: str, steps: int) -> None:
    number = read(text)
    assert number.reprinted(number.steps) == text
    other = read(number.reprinted(steps))
    assert (other.steps, other.ulp, other.decimals) == (steps, number.ulp, number.decimals)
    # Back from the other print: the style has survived, but for a sign or a separator that the print had no use for.
    if number.steps * steps > 0 and min(abs(number.steps), abs(steps)) >= 10 ** (3 + number.decimals):
        assert other.reprinted(number.steps) == text


@settings(max_examples=200, deadline=None)
@given(st.text("0123456789.,eEM%×^{}⁻¹- \\", max_size=20))
def test_scan_never_fails_and_what_it_finds_reads_alone(text: str) -> None:
    found = scan(text)
    if found is not None:
        number, end = found
        assert isinstance(number, Written)
        assert number.text == text[:end]
        assert read(number.text) == number
