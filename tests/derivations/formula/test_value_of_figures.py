"""What is computed as fractions is what the exact field makes of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.formula.cost import value_of_figures
from derivations.formula.evaluate import EvaluationError, evaluate
from derivations.formula.parser import parse
from numeric.fields.exact import Exact

numbers = st.sampled_from(["0", "1", "2", "7", "12", "0.5", "1.25", "3.0", "1,024"])
expressions = st.recursive(
    numbers,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-×·/⊙⊗"), inner).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
        st.tuples(inner, st.sampled_from(["0", "1", "2", "3", "-1", "-2", "0.5"])).map(
            lambda parts: f"({parts[0]})^{{{parts[1]}}}"
        ),
        inner.map(lambda part: f"(-{part})"),
    ),
    max_leaves=8,
)


def same(text: str) -> bool:
    """Whether the fraction, if there is one, is the exact value; where that does not exist there is none."""
    node = parse(text).chains[0].sides[0]
    quick = value_of_figures(node)
    try:
        exact = evaluate(node, {}, Exact())
    except EvaluationError:
        return quick is None
    return quick is None or exact.rational() == quick  # type: ignore[union-attr]


@settings(max_examples=300, deadline=None)
@given(expressions)
def test_the_fraction_is_the_exact_value(text: str) -> None:
    assert same(text)


@pytest.mark.parametrize(
    "text", ["120 × 768", "(3 + 4 + 5) / 3", "2^{10} - 1", "0.5 · 12", r"\frac{7}{12}", "2^{-3}", "-3 + 1.5"]
)
def test_figures_alone_are_computed_as_fractions(text: str) -> None:
    assert value_of_figures(parse(text).chains[0].sides[0]) is not None and same(text)


@pytest.mark.parametrize(
    "text", ["1/0", "0^{-1}", "2 ⊗ 3", "2^{500}", "2^{0.5}", r"\sqrt{4}", "x + 1", "e", "[1, 2]", "7^{400^{2}}"]
)
def test_all_else_is_left_to_the_fields(text: str) -> None:
    assert value_of_figures(parse(text).chains[0].sides[0]) is None and same(text)


def test_sums_of_many_fractions_stay_small() -> None:
    terms = " + ".join(f"1/{n}^{{350}}" for n in range(2, 200))
    assert value_of_figures(parse(terms).chains[0].sides[0]) is None
