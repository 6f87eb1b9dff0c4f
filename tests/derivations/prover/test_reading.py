"""Printed formulas as statements: letters are bound where they are printed, shapes are checked, nothing is guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from notes_settings import ATTENTION, CROSS_ENTROPY, FFN, SOFTMAX

from derivations.formula.parser import FormulaError
from derivations.kernel.language import Language
from derivations.prover.examine import Result, examine
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import statements

PLAIN = Setting(sizes="n m", shapes={"A": "n n", "B": "n m", "x": "n", "y": "n", "q": ""}, positive=frozenset({"q"}),
                masks={"≤": "n n"})  # fmt: skip


def result(setting: Setting, formula: str) -> Result:
    (statement,) = statements(setting, formula)
    return examine(statement).result


@pytest.mark.parametrize(
    "formula, wanted",
    [
        # One letter for several sums, and for a sum inside a sum.
        (r"\sum_{i} x_{i} \sum_{i} y_{i} = \sum_{i} \sum_{j} x_{i} y_{j}", "proved"),
        (r"(\sum_{i} x_{i}) (\sum_{i} y_{i}) = \sum_{i} \sum_{j} x_{i} y_{j}", "proved"),
        (r"(\sum_{i} x_{i})^{2} = \sum_{i} x_{i}^{2}", "refuted"),
        (r"(\sum_{i} x_{i})^{2} = \sum_{i} \sum_{j} x_{i} x_{j}", "proved"),
        (r"\sum_{i} A_{i j} x_{i} = \sum_{i} A_{j i} x_{i}", "refuted"),
        # A row-valued sum under a letter of the same name outside.
        (r"(A B)_{i r} = (\sum_{j} A_{i j} B_{j, :})_{r}", "proved"),
        (r"\sum_{j \leq i} A_{i j} = \sum_{j} 1_{j \leq i} A_{i j}", "proved"),
        (r"\sum_{j \leq i} A_{i j} = \sum_{j} A_{i j}", "refuted"),
        (r"\sqrt{q^{2}} = q", "proved"),
        (r"\frac{q}{q} = 1", "proved"),
        (r"\sum_{j \leq i} 1 = i", "ill-typed"),
        (r"A B = B A", "ill-typed"),
        (r"A + B = A", "ill-typed"),
        (r"A = x", "ill-typed"),
        (r"A_{i j} = z_{i}", "ill-typed"),
        (r"A_{i j} = A_{i j k}", "ill-typed"),
        (r"1_{i = r} B_{i r} = B_{i r}", "ill-typed"),
        (r"\sum_{r = 1}^{m} A_{i r} = 0", "ill-typed"),
    ],
)
def test_what_a_formula_says(formula: str, wanted: str) -> None:
    try:
        found = str(result(PLAIN, formula))
    except IllTyped:
        found = "ill-typed"
    assert found == wanted


@pytest.mark.parametrize("formula", [r"\frac{x_{i}}{x_{i}} = 1", r"\ln e^{x_{i}} + \ln x_{i} = \ln x_{i} + x_{i}"])
def test_what_may_have_no_value_is_not_proved(formula: str) -> None:
    """x/x and ln x, where nobody says that x is positive: no value is not a false value, and no proof."""
    (statement,) = statements(PLAIN, formula)
    finding = examine(statement)
    assert finding.result is Result.UNDECIDED and "may not be positive" in finding.why


def test_the_root_of_a_square_is_refuted_by_a_negative_number() -> None:
    assert result(PLAIN, r"\sqrt{x_{i}^{2}} = x_{i}") is Result.REFUTED


def test_a_mask_with_empty_rows_has_no_softmax() -> None:
    (statement,) = statements(replace(ATTENTION, sparse=frozenset({"J"})), r"\sum_{j} a_{i j} = 1")
    finding = examine(statement)
    assert finding.result is Result.UNDECIDED and "may not be positive" in finding.why


def test_a_gradient_needs_the_node_and_its_consumers() -> None:
    with pytest.raises(IllTyped, match="no node of the forward computation reads R"):
        statements(ATTENTION, r"\bar{R} = \bar{R}")
    with pytest.raises(IllTyped, match="is not declared"):
        statements(ATTENTION, r"\bar{T} = \bar{R}")


def test_a_gradient_sums_over_all_consumers() -> None:
    """Weights shared by two layers: neither branch alone is the gradient."""
    tied = Setting(sizes="n d", shapes={"X": "n d", "W": "d d"}, forward=("Y = X W", "Z = Y W^{T}"))
    assert result(tied, r"\bar{W} = X^{T} \bar{Y} + {\bar{Z}}^{T} Y") is Result.PROVED
    assert result(tied, r"\bar{W} = X^{T} \bar{Y}") is Result.REFUTED
    assert result(tied, r"\bar{W} = X^{T} \bar{Y} + Y^{T} \bar{Z}") is Result.REFUTED


def test_the_statement_is_about_all_shapes_and_admitted_by_the_kernel() -> None:
    (statement,) = statements(CROSS_ENTROPY, r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y}")
    known = Language(statement)
    assert known.sorts == {"d", "N"} and known.free == {"y": "N"}


@pytest.mark.parametrize(
    "lines, why",
    [
        (("Y = Z W", "Z = Y W"), "not declared"),
        (("Y_{i j} = X_{i k}",), "not the same"),
        (("Y = X + W",), "entry by entry"),
        (("X W = Y",), "a name on its left"),
    ],
)
def test_definitions_that_define_nothing(lines: tuple[str, ...], why: str) -> None:
    setting = Setting(sizes="n d", shapes={"X": "n d", "W": "d d"}, forward=lines)
    with pytest.raises(IllTyped, match=why):
        statements(setting, r"X = X")


DOUBLING = (*(f"f_{{{k}}} (x) = f_{{{k + 1}}} (x) + f_{{{k + 1}}} (x)" for k in range(30)), "f_{30} (x) = x")


@pytest.mark.parametrize(
    "declared, formula, why",
    [
        ({"shapes": {"X": "n k"}}, "X = X", "size k, which is not declared"),
        ({"shapes": {"X": "n 1000000"}}, "X = X", "more than 64 parts"),
        ({"shapes": {"X": "n 0"}}, "X = X", "or none"),
        ({"shapes": {"X": "n d"}, "blocks": {"d": "d·2"}}, "X = X", "size d, which is not declared"),
        ({"masks": {"J": "n k"}}, "X = X", "size k"),
        ({"calls": (r"f (x) = f (x)",)}, "f (1) = 1", "does f call itself"),
        ({"calls": DOUBLING}, "f_{0} (1) = 1", "200 times"),
        ({"calls": (r"f (x + 1) = x",)}, "X = X", "a function is defined as"),
        ({"calls": (r"f = x",)}, "X = X", "a function is defined as"),
        ({"calls": (r"f (x) = 2 x",)}, "f (1, 2) = 1", "takes 1 arguments"),
        ({"given": ("x = X",), "shapes": {"X": "n d", "x": ""}}, "X = X", "a number = n × d"),
    ],
)  # fmt: skip
def test_settings_that_mean_nothing_or_too_much(declared: dict[str, Any], formula: str, why: str) -> None:
    setting = Setting(**{"sizes": "n d", "shapes": {"X": "n d"}, **declared})
    with pytest.raises(IllTyped, match=why):
        statements(setting, formula)


def test_what_is_no_formula_is_refused() -> None:
    with pytest.raises(FormulaError):
        statements(SOFTMAX, r"\sum_{j a_{j} = 1")


def test_a_row_goes_with_every_row_but_a_column_does_not() -> None:
    assert result(FFN, r"B - X W_{1} = B - X W_{1}") is Result.PROVED
    with pytest.raises(IllTyped):
        statements(FFN, r"X W_{1} + b_{1}^{T} = B")


def names(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    return [name for piece in part for name in names(piece)]


def test_indices_made_by_the_reader_cannot_be_named_by_a_formula() -> None:
    (statement,) = statements(ATTENTION, r"\bar{A} = \bar{Z} V^{T}")
    assert {name for name in names(statement["left"]) if name.startswith("·")}


def test_an_index_that_stands_above_and_below_a_derivative_is_refused() -> None:
    mixing = Setting(sizes="n d", shapes={"A": "n n", "V": "n d"}, rows={"a": "A", "v": "V", "z": "Z"}, forward=("Z = A V",))
    assert statements(mixing, r"\frac{\partial z_{k r}}{\partial a_{i j}} = δ_{k i} v_{j r}")
    with pytest.raises(IllTyped, match="i stands above and below"):
        statements(mixing, r"\frac{\partial z_{i r}}{\partial a_{i j}} = v_{j r}")
