"""One line of Unicode, LaTeX, and reading both back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.formula import tree
from derivations.formula.parser import FormulaError, parse
from derivations.formula.pretty import latex, pretty, printed
from numeric.written import read


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"{\bar{W}}_{V} = {\bar{W}}_{O}", "W̄_V = W̄_O"),
        (r"{\bar{S}}_{21} = a (1.260945 - a 1.260945 - c 0.581626)", "S̄₂₁ = a(1.260945 − a·1.260945 − c·0.581626)"),
        ("d_{k}", "d_k"),
        ("10^{- 5}", "10⁻⁵"),
        (r"3 \times 10^{- 11}", "3×10⁻¹¹"),
        (r"[\begin{matrix} 1 & 0 \\ 0 & 1 \end{matrix}]", "[[1, 0], [0, 1]]"),
        (r"S_{0} = Q K^{T} / \sqrt{d_{k}}", "S₀ = Q Kᵀ/√d_k"),
        (r"\frac{1}{s} [u - mean (u) 1]", "(1/s)(u − mean(u)·1)"),
        (r"θ_{n e w} = θ_{o l d} - 0.1 \nabla L (θ_{o l d})", "θ_new = θ_old − 0.1 ∇L(θ_old)"),
        (r"X^{(0)} \in R^{n \times d}", "X⁽⁰⁾ ∈ R^(n × d)"),
        ("(0, - 0.5)", "(0, −0.5)"),
        ("- (2)", "−(2)"),
        ("a + (- 2)", "a + (−2)"),
        (r"\sum_{r = 1}^{d_{k}} q_{i r} k_{j r}", "∑_{r = 1}^{d_k} q_ir k_jr"),
    ],
)
def test_one_line(text: str, shown: str) -> None:
    functions = frozenset({"L"})
    assert pretty(parse(text, functions)) == shown
    assert parse(shown, functions) == parse(text, functions)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("S̄₂₁ = a/b", r"\bar{S}_{21} = \frac{a}{b}"),
        ("2 ϵ θ + 1", r"2 \epsilon \theta + 1"),
        ("W_Q Kᵀ · 3×10⁻¹¹", r"W_{Q} K^{T} \cdot 3 \times 10^{-11}"),
        ("softmax_row([[1, −0.5]])", r"\mathrm{softmax}_{row}(\begin{bmatrix} 1 & -0.5 \end{bmatrix})"),
    ],
)
def test_latex(text: str, shown: str) -> None:
    assert latex(parse(text)) == shown
    assert parse(shown) == parse(text)


def test_other_figures_in_place_of_the_printed_ones() -> None:
    formula = parse("a = 1.5 + 2 + x_{3}")
    assert pretty(formula, [read("- 0.25"), Fraction(1, 3)]) == "a = −0.25 + 1/3 + x₃"
    assert pretty(formula, ["7"]) == "a = 7 + 2 + x₃"


def test_a_printed_number_as_unicode() -> None:
    assert printed(read(r"- 37{,}000")) == "−37,000"
    assert printed(read("98\\%")) == "98%"
    assert printed(Fraction(-1, 2)) == "−1/2"


NAMES = st.sampled_from(["a", "b_{i}", r"\bar{W}_{Q}", "θ_{new}", "x'", "S₂₁", "K", "T"])
NUMBERS = st.sampled_from(["1", "0.50", "10", "2K", "10^{- 5}", r"3 \times 10^{4}", "98\\%", "37{,}000"])


def combined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pairs = st.tuples(parts, parts)
    return st.one_of(
        pairs.map(lambda p: f"{p[0]} + ({p[1]})"),
        pairs.map(lambda p: f"{p[0]} - {p[1]}"),
        pairs.map(lambda p: f"({p[0]}) {p[1]}"),
        pairs.map(lambda p: rf"({p[0]}) \times ({p[1]})"),
        pairs.map(lambda p: rf"({p[0]}) \cdot {{{p[1]}}}"),
        pairs.map(lambda p: rf"\frac{{{p[0]}}}{{{p[1]}}}"),
        pairs.map(lambda p: f"({p[0]}) / ({p[1]})"),
        pairs.map(lambda p: f"({p[0]})^{{{p[1]}}}"),
        pairs.map(lambda p: rf"\sum_{{r = 1}}^{{{p[0]}}} ({p[1]})"),
        pairs.map(lambda p: f"({p[0]}, {p[1]})"),
        pairs.map(lambda p: rf"\begin{{matrix}} {p[0]} & 1 \\ 0 & {p[1]} \end{{matrix}}"),
        pairs.map(lambda p: rf"\{{{p[0]}, {p[1]}\}}"),
        pairs.map(lambda p: f"max ({p[0]}, {p[1]})"),
        pairs.map(lambda p: rf"p ({p[0]} \mid {p[1]})"),
        pairs.map(lambda p: rf"{{\begin{{cases}} {p[0]}, & j = 1 \\ 0, & {p[1]} \end{{cases}}}}"),
        pairs.map(lambda p: f"({p[0]}) | {p[1]} |"),
        parts.map(lambda p: f"- ({p})"),
        parts.map(lambda p: f"- {p}"),
        parts.map(lambda p: rf"\sqrt{{{p}}}"),
        parts.map(lambda p: rf"\ln ({p})"),
        parts.map(lambda p: f"‖ {p} ‖"),
        parts.map(lambda p: f"({p})^{{T}}"),
        parts.map(lambda p: f"({p})_{{i r}}"),
    )


@given(st.recursive(NAMES | NUMBERS, combined, max_leaves=8))
def test_what_is_shown_reads_back_as_the_same_tree(text: str) -> None:
    try:
        formula = parse(text)
    except FormulaError:
        return
    for shown in (pretty(formula), latex(formula)):
        again = parse(shown)
        assert again == formula, shown
        assert [number.figure for number in tree.figures(again)] == [number.figure for number in tree.figures(formula)]
