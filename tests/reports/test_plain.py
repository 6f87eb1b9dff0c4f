r"""LaTeX as the lessons export it, on one line of Unicode."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.plain import plain


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"{\bar{W}}_{V} = {\bar{W}}_{O}", "W̄_V = W̄_O"),
        (r"{\bar{S}}_{21} \approx - 0.133562", "S̄₂₁ ≈ −0.133562"),
        (r"\bar{h} = \bar{ℓ} U^{T}", "h̄ = ℓ̄ Uᵀ"),
        (r"S = [\begin{matrix} 0 & - \infty \\ 1 & 0 \end{matrix}]", "S = [0 −∞; 1 0]"),
        (r"\frac{1}{1 + e^{2} + e^{2 a}}", "1/(1 + e² + e^(2 a))"),
        (r"θ_{n e w} = θ_{o l d} - 0.1 \nabla L (θ_{o l d})", "θ_new = θ_old − 0.1 ∇ L (θ_old)"),
        (r"3 \times 10^{- 11}", "3 × 10⁻¹¹"),
        (r"\sqrt{d_{k}} = 1", "√d_k = 1"),
        (r"L = - \ln p_{C}", "L = −ln p_C"),
        ("p_{C,new} > p_C", "p_{C,new} > p_C"),
        ("W̄_V = W̄_O", "W̄_V = W̄_O"),
        ("S̄_21", "S̄₂₁"),
        (r"(0.339660, 0.581626, - 0.921286)", "(0.339660, 0.581626, −0.921286)"),
        ("概率最大的是 B", "概率最大的是 B"),
        (r"$n = 2$ ，", "n = 2 ，"),
        (r"t_{i} \in {1, \dots, N}", "t_i ∈ {1, …, N}"),
        (r"t_{1, \dots, N}", "t_{1,…,N}"),
    ],
)
def test_reads_as_the_lesson_means_it(source: str, shown: str) -> None:
    assert plain(source) == shown


@given(st.text(alphabet="\\{}_^&$-aB1 frc[](),;\x1b\u202e第"))
def test_any_text_can_be_shown(text: str) -> None:
    assert not set(plain(text)) & set("\x1b\u202e")


@pytest.mark.parametrize("source", ["{" * 20_000, "^" * 20_000, "\\frac" * 5_000, "x_" * 20_000, "\\begin{m}" * 5_000])
def test_hostile_formulas_end_and_grow_no_longer(source: str) -> None:
    assert len(plain(source)) <= 3 * len(source)  # every sign may bring a pair of brackets with it
