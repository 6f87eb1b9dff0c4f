"""What may become a number, and what must never."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from numeric.dual import Duals
from numeric.fields import Ball, Exact, Field, Float64, Mpf, NotFinite, Shadow, rational
from numeric.weights import GivenWeights

FIELDS: list[Field[Any]] = [Float64(), Mpf(50), Ball(128), Exact(), Shadow(128)]
fields = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)


@fields
@pytest.mark.parametrize("refused", [0.1, 1.0, float("nan"), True, False, None, 1j])
def test_only_written_numbers_become_numbers(field: Field[Any], refused: Any) -> None:
    with pytest.raises(TypeError):
        field.num(refused)


@pytest.mark.parametrize("field", FIELDS[1:], ids=lambda field: field.name)
def test_no_double_enters_a_matrix_or_scales_one(field: Field[Any]) -> None:
    with pytest.raises(TypeError, match="is a float"):
        field.matrix([[0.1]])
    with pytest.raises(TypeError, match="is a float"):
        0.1 * field.identity(2)


@pytest.mark.parametrize(
    ("field", "entry"),
    [
        (Float64(), math.nan),
        (Float64(), -math.inf),
        (Mpf(30), Mpf(30).context.nan),
        (Mpf(30), Mpf(30).context.inf),
        (Ball(64), arb.nan()),
        (Ball(64), arb.pos_inf()),
        (Ball(64), arb(1) / arb(0)),
    ],
    ids=lambda value: value.name if isinstance(value, Field) else str(value),
)
def test_what_is_no_finite_number_is_no_weight(field: Field[Any], entry: Any) -> None:
    rows = [[1, "1/2"], [3, entry]]
    with pytest.raises(NotFinite, match=r"entry \(1, 1\) of the matrix is .*; a number is needed there"):
        field.matrix(rows)
    with pytest.raises(NotFinite, match=r"entry \(1, 1\) of W_Q is "):
        GivenWeights(field, {"W_Q": rows})("W_Q", 2, 2)
    with pytest.raises(NotFinite, match=r"entry \(0, 0\) of U is "):
        GivenWeights(field, {"U": field.of_rows([[entry]])})("U", 1, 1)
    with pytest.raises(NotFinite, match=r"entry \(0, 0\) of the matrix"):
        duals = Duals(field)
        duals.matrix([[duals.constant(entry)]])


def test_exact_numbers_do_not_mix_with_doubles() -> None:
    with pytest.raises(TypeError):
        Exact().num(1) + 0.5
    with pytest.raises(TypeError):
        Exact().num(1) * True


@pytest.mark.parametrize(
    "text",
    ["", "1_0", "１", "٣", "0x10", "nan", "inf", "1e", "1.2.3", " 1", "1/0x2", "--1", "1e401", "9" * 401, "1/2/3", "+"],
)
def test_text_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"decimal number|exponent"):
        rational(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("-2e-3", Fraction(-1, 500)),
        ("−1/3", Fraction(-1, 3)),
        (".5", Fraction(1, 2)),
        ("7.", Fraction(7)),
    ],
)
def test_decimal_text_is_exact(text: str, value: Fraction) -> None:
    assert rational(text) == value
    assert Exact().num(text).rational() == value


@given(st.fractions())
def test_a_ball_contains_the_fraction_it_is_made_of(x: Fraction) -> None:
    for bits in (2, 24, 128):
        assert (Ball(bits).num(x) * x.denominator - x.numerator).contains(0)


@given(st.fractions(min_value=-(2**60), max_value=2**60))
def test_a_double_is_the_nearest_one(x: Fraction) -> None:
    assert Float64().num(x) == x.numerator / x.denominator


@fields
def test_functions_undo_each_other(field: Field[Any]) -> None:
    with field.working():
        four = field.num(4)
        assert field.sqrt(four) == 2
        assert abs_below(field.log(field.exp(four)) - four)
        assert field.exp(field.num(0)) == 1
        assert field.log(field.num(1)) == 0


def abs_below(difference: Any) -> bool:
    """Zero as far as the field can tell: exactly, enclosed, or to within its own rounding."""
    if isinstance(difference, arb):
        return difference.contains(0)
    return bool(difference == 0 or abs(difference) < 1e-12)


@fields
def test_logarithms_and_roots_of_negative_numbers_are_errors(field: Field[Any]) -> None:
    for x in (0, -1):
        with pytest.raises(ValueError, match=r"logarithm of .*, which is not .*positive"):
            field.log(field.num(x))
    with pytest.raises(ValueError, match=r"square root of -1\S*, which is (not .*non)?negative"):
        field.sqrt(field.num(-1))


def test_mpf_leaves_the_shared_precision_of_mpmath_alone() -> None:
    import mpmath

    before = mpmath.mp.dps
    field = Mpf(80)
    assert str(field.exp(field.num(1)))[:82].count("") > 80
    assert mpmath.mp.dps == before


def test_a_ball_computation_leaves_the_precision_of_flint_alone() -> None:
    before = ctx.prec
    with Ball(333).working():
        assert ctx.prec == 333
    assert ctx.prec == before


def test_the_enclosing_fields_load_no_heavy_library() -> None:
    program = (
        "import sys, numeric.gradient_routes, numeric.single_head\n"
        "from numeric.fields import Ball, Exact\n"
        "Exact(), Ball()\n"
        "print([name for name in ('numpy', 'mpmath', 'sympy', 'rich') if name in sys.modules])"
    )
    root = Path(__file__).resolve().parents[2]
    result = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
