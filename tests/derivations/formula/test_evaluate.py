"""Values of printed formulas: exact, enclosed, over matrices; and what has no value, by name."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from derivations.formula.evaluate import (
    MINUS_INFINITY,
    EvaluationError,
    Grid,
    Undefined,
    evaluate,
    is_minus_infinity,
)
from derivations.formula.parser import parse
from numeric.fields import Ball, Exact, Field, Float64, Mpf
from numeric.matrix import Matrix
from numeric.written import read


def value(text: str, scope: dict[str, Any] | None = None, field: Field[Any] | None = None, **options: Any) -> Any:
    return evaluate(parse(text, frozenset({"L"})), scope or {}, field or Exact(), **options)


def rationals(matrix: Matrix[Any]) -> list[list[Fraction]]:
    return [[entry.rational() for entry in row] for row in matrix.rows()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 1.5", "3"),
        ("1 / 3 + 1 / 6", "1/2"),
        ("2 a - a^{3} / 4", "2"),
        ("- 2^{2}", "-4"),
        ("2^{- 2}", "1/4"),
        ("2^3^2", "512"),
        ("10^{- 5} a", "1/50000"),
        ("1.05M ÷ 2.1M", "1/2"),
        ("√(9/4)", "3/2"),
        ("10000^0.5", "100"),
        ("4^{3/2}", "8"),
        ("n^{n}", "27"),
        (r"\ln e^{5}", "5"),
        (r"\ln 8 / \ln 2", "3"),
        ("e^{a} / e^{1} / e", "1"),
        ("exp(0)", "1"),
        (r"\frac{e}{e + 1} + \frac{1}{e + 1}", "1"),
        ("(e + 1)^{2} - e^{2} - 2 e", "1"),
    ],
)
def test_exact_values(text: str, expected: str) -> None:
    field = Exact()
    assert value(text, {"a": field.num(2), "n": 3}, field).rational() == Fraction(expected)


def test_the_same_formula_over_every_field() -> None:
    text, expected = "1 / (1 + e^{- x})", 1 / (1 + math.exp(-0.5))
    assert value(text, {"x": Fraction(1, 2)}, Float64()) == pytest.approx(expected, rel=1e-15)
    assert float(value(text, {"x": Fraction(1, 2)}, Mpf(30))) == pytest.approx(expected, rel=1e-15)
    exact = value(text, {"x": Fraction(1, 2)}).enclosure(200)
    assert value(text, {"x": Fraction(1, 2)}, Ball(200)).overlaps(exact)
    assert exact.rad() < arb(2) ** -190


def test_matrices() -> None:
    field = Exact()
    scope = {"X": field.matrix([[1, 2], [3, 4]]), "w": field.matrix([[1], [1]]), "v": field.matrix([[1, 2]])}
    assert rationals(value("X w", scope, field)) == [[3], [7]]
    assert rationals(value("X^{T}", scope, field)) == [[1, 3], [2, 4]]
    assert rationals(value("X^{2} - 2 X", scope, field)) == [[5, 6], [9, 14]]
    assert rationals(value("X / 2 + X 0.5", scope, field)) == [[1, 2], [3, 4]]
    assert rationals(value("X ⊙ X", scope, field)) == [[1, 4], [9, 16]]
    assert rationals(value("- v X", scope, field)) == [[-7, -10]]
    assert rationals(value("v v^{T}", scope, field)) == [[5]]
    assert value("v · v", scope, field).rational() == 5
    assert rationals(value("X I_{2}", scope, field)) == [[1, 2], [3, 4]]
    assert rationals(value("(1, 2 + 3)", scope, field)) == [[1, 5]]
    assert rationals(value(r"[\begin{matrix} 1 & 0 \\ - 1 & 2 \end{matrix}]", scope, field)) == [[1, 0], [-1, 2]]


def test_names_with_digits_below_are_entries() -> None:
    field = Exact()
    scope = {
        "bar(S)": field.matrix([[1, 2], [3, 4], [5, 6]]),
        "h": field.matrix([[7, 8]]),
        "p_1": field.num(9),
        "p": field.matrix([[0, 0]]),
    }
    assert value(r"{\bar{S}}_{21}", scope, field).rational() == 3
    assert value(r"{\bar{S}}_{3, 2}", scope, field).rational() == 6
    assert rationals(value(r"{\bar{S}}_{2}", scope, field)) == [[3, 4]]
    assert value("h_{2}", scope, field).rational() == 8
    assert value("p_{1}", scope, field).rational() == 9
    assert value("(h^{T} h)_{12}", scope, field).rational() == 56
    for text in (r"{\bar{S}}_{41}", r"{\bar{S}}_{13}", r"{\bar{S}}_{4}", "h_{3}", "(1 + 1)_{1}"):
        with pytest.raises(EvaluationError):
            value(text, scope, field)


def test_minus_infinity_makes_a_grid() -> None:
    field = Exact()
    masked = value(r"[\begin{matrix} 0 & - \infty \\ 1 & 0 \end{matrix}]", field=field)
    assert isinstance(masked, Grid)
    assert masked.shape == (2, 2)
    assert [[is_minus_infinity(entry) for entry in row] for row in masked.rows()] == [[False, True], [False, False]]
    scope = {"M": masked, "S": field.matrix([[5, 6], [7, 8]])}
    total = value("S + M", scope, field)
    assert [[None if is_minus_infinity(x) else x.rational() for x in row] for row in total.rows()] == [
        [5, None],
        [8, 8],
    ]
    assert value("M_{12}", scope, field) is MINUS_INFINITY
    assert value("M_{1}", scope, field).shape == (1, 2)
    for text in ("2 M", "M^{T}", "M + 1", "- M", "M M"):
        with pytest.raises(EvaluationError):
            value(text, scope, field)


def test_the_figures_of_the_document_replace_the_printed_ones() -> None:
    formula = parse("a 1.5 - 2.5")
    field = Exact()
    scope = {"a": field.num(2)}
    assert evaluate(formula, scope, field, [Fraction(1), read("− 0.5")]).rational() == Fraction(5, 2)
    assert evaluate(formula, scope, field, [field.num(4)]).rational() == Fraction(11, 2)
    assert evaluate(parse("2^{3}"), {}, field, [Fraction(2), Fraction(5)]).rational() == 32


def test_functions_of_the_scope() -> None:
    field = Exact()
    scope: dict[str, Any] = {
        "row": lambda m, i: m.row(int(i.rational()) - 1),
        "L": lambda x: x * x,
        "E": field.matrix([[1, 2], [3, 4]]),
        "t_2": 2,
    }
    assert rationals(value("row(E, t_{2})", scope, field)) == [[3, 4]]
    assert value("L (3) - L (1)", scope, field).rational() == 8


def test_e_may_be_taken_by_the_lesson() -> None:
    field = Exact()
    assert value("e^{2}", {"e": field.num(3)}, field).rational() == 9


@pytest.mark.parametrize(
    "text",
    ["1 / 0", "1 / (a - 2)", "a^{2} / (a - 1 - 1)", r"\ln (a - 2)", r"\ln (1 - a)", "√(1 - a)", "0^{- 1}", "1^{1/0}"],
)
def test_undefined_is_said(text: str) -> None:
    for field in (Exact(), Ball(128), Float64()):
        with pytest.raises(Undefined):
            value(text, {"a": field.num(2)}, field)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bet + 1", "unknown name bet: nearest are beta"),
        ("sofmax(a)", "unknown name sofmax"),
        ("max(a, 1)", "unknown function max"),
        ("row(a)", "unknown function row"),
        ("f + 1", "f is a function"),
        ("L (1)", "L is no function here"),
        (r"\sum_{r = 1}^{3} a", "a sum or product over an index"),
        ("a, \\dots", "several formulas"),
        ("1 + … + 3", "an ellipsis"),
        ("a = 2", "a relation"),
        ("{1, 2}", "a set"),
        ("1_{a = 2}", "an indicator"),
        ("X^{(0)}", "a superscript that is a label"),
        ("3 倍", "a quantity with a unit"),
        ("(1, 2) + 1", "the sum of a number and a 1 × 2 matrix"),
        ("(1, 2) (3, 4)", "columns of the left"),
        ("(1, 2) + (1, 2, 3)", "columns of the left"),
        ("1 / (1, 2)", "division by a 1 × 2 matrix"),
        ("2^{(1, 2) a}", "an exponent must be a number"),
        ("((1, 2), 3)", "an entry of a matrix must be a number"),
        ("a^{T}", "a transpose of a number"),
        ("(1, 2)^{2}", "columns of the left"),
        ("ln(1, 2)", "one argument"),
    ],
)
def test_what_is_not_computed_is_said_by_name(text: str, message: str) -> None:
    field = Exact()
    with pytest.raises(EvaluationError, match=message.replace("(", r"\(")):
        value(text, {"a": field.num(2), "beta": 1, "f": lambda x: x, "L": field.num(1)}, field)


@pytest.mark.parametrize(
    "text",
    [
        "9^{9^{9^9}}",
        "9^{401}",
        "((9^{400})^{400})^{400}",
        "2^{3^{400}}",
        "e^{9^{9^{9}}}",
        "(1 + a + e + e^{e})^{400}",
        "a^{400} " * 20,
        "(1 + a) " * 40,
    ],
)
def test_sizes_beyond_the_limits_are_refused_before_they_are_computed(text: str) -> None:
    field = Exact()
    with pytest.raises(EvaluationError):
        value(text, {"a": field.exp(field.exp(field.num(1)))}, field)
    assert len(field.generators) <= 2


def test_the_absolute_value_is_exact_where_the_number_is() -> None:
    field = Exact()
    scope = {"a": field.exp(field.num(1)) - field.num(3)}
    assert (evaluate(parse("|a| + a"), scope, field)).is_zero()  # type: ignore[union-attr]
