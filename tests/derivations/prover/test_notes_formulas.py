"""Chapters 6–10 of the notes as printed: each formula proved for all shapes, its false neighbours refuted or ill-typed."""

from __future__ import annotations

import pytest
from notes_settings import ATTENTION, CROSS_ENTROPY, EMBEDDING, FFN, LAYER_NORM, SOFTMAX

from derivations.kernel.check import check
from derivations.prover.examine import Result, examine
from derivations.prover.refutation import refute_at
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import statements

TRUE = {
    "softmax sums to 1": (SOFTMAX, r"\sum_{j} a_{j} = 1"),
    "softmax ratio": (SOFTMAX, r"\frac{a_{j}}{a_{k}} = e^{s_{j} - s_{k}}"),
    "softmax shift": (SOFTMAX, r"\frac{e^{s_{j} + c}}{\sum_{r = 1}^{m} e^{s_{r} + c}} = a_{j}"),
    "softmax Jacobian": (SOFTMAX, r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} - a_{k})"),
    "masked row sum": (ATTENTION, r"\sum_{j} a_{i j} = 1"),
    "masked row sum over the allowed": (ATTENTION, r"\sum_{j \in J_{i}} a_{i j} = 1"),
    "bilinear form": (ATTENTION, r"q_{i} k_{j}^{T} = x_{i} W_{Q} W_{K}^{T} x_{j}^{T} ."),
    "mixing": (ATTENTION, r"(A V)_{i r} = \sum_{j = 1}^{n} a_{i j} V_{j r} ."),
    "loss": (CROSS_ENTROPY, r"L = - \ln p_{y}"),
    "logits": (CROSS_ENTROPY, r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y} ."),
    "output layer": (CROSS_ENTROPY, r"\bar{U} = h^{T} \bar{ℓ}, \bar{h} = \bar{ℓ} U^{T}, \bar{b} = \bar{ℓ} ."),
    "output entry": (CROSS_ENTROPY, r"{\bar{U}}_{r j} = h_{r} {\bar{ℓ}}_{j}"),
    "W_O and Z": (ATTENTION, r"{\bar{W}}_{O} = Z^{T} \bar{R}, \bar{Z} = \bar{R} W_{O}^{T} ."),
    "A and V": (ATTENTION, r"\bar{A} = \bar{Z} V^{T}, \bar{V} = A^{T} \bar{Z} ."),
    "entry of A": (ATTENTION, r"{\bar{A}}_{i j} = {\bar{z}}_{i} \cdot v_{j}"),
    "masked S": (
        ATTENTION,
        r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}), j \in J_{i} .",
    ),
    "Q and K": (ATTENTION, r"\bar{Q} = \bar{S} K / \sqrt{d_{k}}, \bar{K} = {\bar{S}}^{T} Q / \sqrt{d_{k}} ."),
    "projections": (
        ATTENTION, r"{\bar{W}}_{Q} = X^{T} \bar{Q}, {\bar{W}}_{K} = X^{T} \bar{K}, {\bar{W}}_{V} = X^{T} \bar{V} ."
    ),
    "X": (ATTENTION, r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T} ."),
    "FFN, second map": (FFN, r"{\bar{W}}_{2} = C^{T} \bar{Y}, \bar{C} = \bar{Y} W_{2}^{T}, \bar{B} = \bar{C} ⊙ σ^{'} (B),"),
    "FFN, first map": (FFN, r"{\bar{W}}_{1} = X^{T} \bar{B}, \bar{X} = \bar{B} W_{1}^{T} ."),
    "FFN, biases": (FFN, r"{\bar{b}}_{1, r} = \sum_{i} {\bar{B}}_{i r}, {\bar{b}}_{2, r} = \sum_{i} {\bar{Y}}_{i r}"),
    "LayerNorm x": (LAYER_NORM, r"\bar{x} = \frac{1}{s} [u - mean (u) 1 - \hat{x} mean (u ⊙ \hat{x})] ."),
    "LayerNorm γ and β": (LAYER_NORM, r"\bar{γ} = g ⊙ \hat{x}, \bar{β} = g"),
    "LayerNorm mean": (LAYER_NORM, r"mean (\hat{x}) = 0"),
    "LayerNorm square": (LAYER_NORM, r"mean (\hat{x} ⊙ \hat{x}) = \frac{v}{v + ε}"),
    "LayerNorm deficit": (LAYER_NORM, r"1 - mean (\hat{x} ⊙ \hat{x}) = \frac{ε}{v + ε}"),
    "lookup": (EMBEDDING, r"E_{t_{i}, r} = \sum_{w} 1_{w = t_{i}} E_{w r}"),
    "scatter-add": (EMBEDDING, r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :} ."),
    "positions": (EMBEDDING, r"\bar{P} = \bar{X}"),
}  # fmt: skip

FALSE = {
    "softmax sums to 1": [
        r"\sum_{j} a_{j} = m",
        r"\sum_{j} a_{j} = 2",
    ],
    "softmax ratio": [
        r"\frac{a_{j}}{a_{k}} = e^{s_{k} - s_{j}}",
        r"\frac{a_{j}}{a_{k}} = e^{s_{j}}",
        r"\frac{a_{j}}{a_{k}} = s_{j} - s_{k}",
    ],
    "softmax shift": [
        r"\frac{e^{s_{j} + c}}{\sum_{r = 1}^{m} e^{s_{r}}} = a_{j}",
        r"\frac{e^{c s_{j}}}{\sum_{r = 1}^{m} e^{c s_{r}}} = a_{j}",
    ],
    "softmax Jacobian": [
        r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} + a_{k})",
        r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} - a_{j})",
        r"\frac{\partial a_{j}}{\partial s_{k}} = δ_{j k} - a_{k}",
        r"\frac{\partial a_{j}}{\partial s_{k}} = - a_{j} a_{k}",
        r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (1 - a_{k})",
    ],
    "masked row sum": [
        r"\sum_{i} a_{i j} = 1",
        r"\sum_{j} e^{S_{i j}} = 1",
    ],
    "bilinear form": [
        r"q_{i} k_{j}^{T} = x_{j} W_{Q} W_{K}^{T} x_{i}^{T}",
        r"q_{i} k_{j}^{T} = x_{i} x_{j}^{T}",
    ],
    "mixing": [
        r"(A V)_{i r} = \sum_{j = 1}^{n} a_{j i} V_{j r}",
        r"(A V)_{i r} = \sum_{j = 1}^{n} a_{i j} V_{i r}",
    ],
    "loss": [
        r"L = \ln p_{y}",
        r"L = - p_{y}",
        r"L = - ℓ_{y}",
    ],
    "logits": [
        r"{\bar{ℓ}}_{j} = 1_{j = y} - p_{j}",
        r"{\bar{ℓ}}_{j} = p_{j} + 1_{j = y}",
        r"{\bar{ℓ}}_{j} = p_{j}",
        r"{\bar{ℓ}}_{j} = p_{j} - 1",
        r"{\bar{ℓ}}_{j} = p_{y} - 1_{j = y}",
        r"{\bar{ℓ}}_{j} = 2 (p_{j} - 1_{j = y})",
    ],
    "output layer": [
        r"\bar{U} = \bar{ℓ}^{T} h",
        r"\bar{h} = \bar{ℓ} U",
        r"\bar{b} = - \bar{ℓ}",
        r"\bar{b} = b ⊙ \bar{ℓ}",
        r"\bar{U} = 2 h^{T} \bar{ℓ}",
    ],
    "output entry": [
        r"{\bar{U}}_{r j} = h_{r}",
        r"{\bar{U}}_{r j} = U_{r j} {\bar{ℓ}}_{j}",
    ],
    "W_O and Z": [
        r"{\bar{W}}_{O} = \bar{R}^{T} Z",
        r"{\bar{W}}_{O} = - Z^{T} \bar{R}",
        r"\bar{Z} = \bar{R} W_{O}",
        r"\bar{Z} = Z",
    ],
    "A and V": [
        r"\bar{A} = \bar{Z} V",
        r"\bar{A} = V \bar{Z}^{T}",
        r"\bar{V} = A \bar{Z}",
        r"\bar{V} = A^{T} V",
        r"\bar{A} = A ⊙ (\bar{Z} V^{T})",
    ],
    "entry of A": [
        r"{\bar{A}}_{i j} = {\bar{z}}_{j} \cdot v_{i}",
        r"{\bar{A}}_{i j} = z_{i} \cdot v_{j}",
    ],
    "masked S": [
        r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} + \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}), j \in J_{i} .",
        r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} {\bar{A}}_{i r}), j \in J_{i} .",
        r"{\bar{S}}_{i j} = {\bar{A}}_{i j} - \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}, j \in J_{i} .",
        r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} a_{r i} {\bar{A}}_{r i}), j \in J_{i} .",
        r"{\bar{S}}_{i j} = a_{j i} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}), j \in J_{i} .",
        r"{\bar{S}}_{i j} = a_{i j} {\bar{A}}_{i j}",
    ],
    "Q and K": [
        r"\bar{Q} = \bar{S} K",
        r"\bar{Q} = \bar{S} K / d_{k}",
        r"\bar{Q} = \bar{S} K \sqrt{d_{k}}",
        r"\bar{Q} = {\bar{S}}^{T} K / \sqrt{d_{k}}",
        r"\bar{K} = \bar{S} Q / \sqrt{d_{k}}",
        r"\bar{K} = {\bar{S}}^{T} K / \sqrt{d_{k}}",
        r"\bar{Q} = - \bar{S} K / \sqrt{d_{k}}",
    ],
    "projections": [
        r"{\bar{W}}_{Q} = X^{T} \bar{K}",
        r"{\bar{W}}_{K} = \bar{K}^{T} X",
        r"{\bar{W}}_{V} = X \bar{V}",
        r"{\bar{W}}_{V} = - X^{T} \bar{V}",
    ],
    "X": [
        r"\bar{X} = \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T} .",
        r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} .",
        r"\bar{X} = \bar{R} + \bar{Q} W_{K}^{T} + \bar{K} W_{Q}^{T} + \bar{V} W_{V}^{T} .",
        r"\bar{X} = \bar{R} + \bar{Q} W_{Q} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T} .",
        r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} - \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T} .",
        r"\bar{X} = 2 \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T} .",
    ],
    "FFN, second map": [
        r"\bar{B} = \bar{C} ⊙ σ (B)",
        r"\bar{B} = \bar{C}",
        r"\bar{B} = \bar{C} ⊙ σ^{'} (C)",
        r"{\bar{W}}_{2} = B^{T} \bar{Y}",
        r"\bar{C} = \bar{Y} W_{2}",
    ],
    "FFN, first map": [
        r"\bar{X} = \bar{B} W_{2}",
        r"{\bar{W}}_{1} = \bar{B}^{T} X",
        r"\bar{X} = \bar{B} W_{1}^{T} + \bar{Y}",
    ],
    "FFN, biases": [
        r"{\bar{b}}_{1, r} = \sum_{i} B_{i r}",
        r"{\bar{b}}_{2, r} = \frac{1}{n} \sum_{i} {\bar{Y}}_{i r}",
    ],
    "LayerNorm x": [
        r"\bar{x} = \frac{1}{s} [u - mean (u) 1]",
        r"\bar{x} = \frac{1}{s} [u - \hat{x} mean (u ⊙ \hat{x})]",
        r"\bar{x} = \frac{1}{s} u",
        r"\bar{x} = \frac{1}{s} [u - mean (u) 1 + \hat{x} mean (u ⊙ \hat{x})]",
        r"\bar{x} = \frac{1}{v + ε} [u - mean (u) 1 - \hat{x} mean (u ⊙ \hat{x})]",
        r"\bar{x} = \frac{1}{s} [g - mean (g) 1 - \hat{x} mean (g ⊙ \hat{x})]",
        r"\bar{x} = \frac{1}{s} [u - mean (u) 1 - \hat{x} mean (g ⊙ \hat{x})]",
    ],
    "LayerNorm γ and β": [
        r"\bar{γ} = g",
        r"\bar{γ} = u ⊙ \hat{x}",
        r"\bar{β} = u",
    ],
    "LayerNorm square": [
        r"mean (\hat{x} ⊙ \hat{x}) = 1",
        r"mean (\hat{x} ⊙ \hat{x}) = \frac{ε}{v + ε}",
    ],
    "lookup": [
        r"E_{t_{i}, r} = \sum_{w} E_{w r}",
        r"E_{t_{i}, r} = \sum_{w} 1_{w = t_{i}} E_{w r} E_{w r}",
    ],
    "scatter-add": [
        r"{\bar{E}}_{w, :} = \sum_{i} {\bar{X}}_{i, :}",
        r"{\bar{E}}_{w, :} = E_{w, :}",
        r"{\bar{E}}_{w, :} = - \sum_{i : t_{i} = w} {\bar{X}}_{i, :}",
    ],
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_for_all_shapes(name: str) -> None:
    setting, formula = TRUE[name]
    for statement in statements(setting, formula):
        finding = examine(statement)
        assert finding.result is Result.PROVED, finding
        assert finding.certificate is not None
        check(statement, finding.certificate)


@pytest.mark.parametrize(
    "setting, formula", [(TRUE[name][0], formula) for name, formulas in FALSE.items() for formula in formulas]
)
def test_a_false_neighbour_is_refuted_or_has_no_shape(setting: Setting, formula: str) -> None:
    try:
        (statement,) = statements(setting, formula)
    except IllTyped:
        return
    finding = examine(statement)
    assert finding.result is Result.REFUTED and finding.certificate is None
    # The counterexample is not an accident of sizes: distinct ones and equal ones refute as well.
    sorts = statement["sorts"]
    assert refute_at(statement, dict(zip(sorts, (3, 2, 4, 5), strict=False))) or len(sorts) == 1
    assert refute_at(statement, dict.fromkeys(sorts, 3))


def test_equal_sizes_hide_a_wrong_size() -> None:
    (statement,) = statements(ATTENTION, r"\bar{Q} = \bar{S} K / \sqrt{d_{v}}")
    assert refute_at(statement, dict.fromkeys(statement["sorts"], 3)) is None
    finding = examine(statement)
    assert finding.result is Result.REFUTED and finding.counterexample is not None
    sizes = finding.counterexample.sizes  # the smallest there are: one of the two sizes is 1, the other 2
    assert sizes["n"] == sizes["d"] == 1 and {sizes["d_k"], sizes["d_v"]} == {1, 2}


def test_every_formula_has_false_neighbours() -> None:
    without = set(TRUE) - set(FALSE)
    assert without == {"masked row sum over the allowed", "LayerNorm mean", "LayerNorm deficit", "positions"}
    assert set(FALSE) <= set(TRUE)
