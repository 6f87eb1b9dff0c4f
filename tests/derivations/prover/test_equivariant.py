"""Permutation equivariance of attention, of a whole layer and of any number of them; broken by masks and positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.notes.transformer import LAYER
from derivations.prover.equivariant import Equivariant
from derivations.prover.finding import Result
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped

FREE = replace(
    LAYER, masks={}, permutations={"P": "n"},
    forward=tuple(r"A^{(r)} = softmax (S^{(r)})" if line.startswith("A") else line for line in LAYER.forward),
)  # fmt: skip
MASKED = replace(LAYER, permutations={"P": "n"})
CAUSAL = replace(
    MASKED, masks={"≤": "n n"},
    forward=tuple(
        line if not line.startswith("A") else
        r"A_{i j}^{(r)} = \frac{1_{j \leq i} e^{S_{i j}^{(r)}}}{\sum_{l \leq i} e^{S_{i l}^{(r)}}}"
        for line in LAYER.forward
    ),
)  # fmt: skip
POSITIONS = replace(
    FREE, shapes=FREE.shapes | {"p": "n d"},
    forward=tuple(line.replace("N_{i r} = ", "N_{i r} = p_{i r} + ") for line in FREE.forward),
)  # fmt: skip
LAYERS = Equivariant(setting=FREE, formula=r"X \mapsto P X, Y \mapsto P Y", again="Y")

TRUE = {
    "any number of layers": LAYERS,
    "scores and weights on both sides": Equivariant(
        setting=FREE,
        formula=r"X \mapsto P X, S^{(r)} \mapsto P S^{(r)} P^{T}, A^{(r)} \mapsto P A^{(r)} P^{T}, Z^{(r)} \mapsto P Z^{(r)}",
    ),
    "the other way round": Equivariant(setting=FREE, formula=r"X \mapsto P^{T} X, Y \mapsto P^{T} Y", again="Y"),
    "nothing at all": Equivariant(setting=MASKED, formula=r"X \mapsto X, Y \mapsto Y", again="Y"),
    "a linear map is odd": Equivariant(
        setting=Setting(sizes="n d", shapes={"X": "n d", "W": "d d"}, forward=("Y = X W",)),
        formula=r"X \mapsto - X, Y \mapsto - Y", again="Y",
    ),
}  # fmt: skip
FALSE = {
    "a mask": replace(LAYERS, setting=MASKED),
    "the causal mask": replace(LAYERS, setting=CAUSAL),
    "positions": replace(LAYERS, setting=POSITIONS),
    "the inverse": replace(LAYERS, formula=r"X \mapsto P X, Y \mapsto P^{T} Y", again=None),
    "invariance": replace(LAYERS, formula=r"X \mapsto P X, Y \mapsto Y", again=None),
    "scores on one side": Equivariant(setting=FREE, formula=r"X \mapsto P X, S^{(r)} \mapsto P S^{(r)}"),
    "a layer is not odd": replace(LAYERS, formula=r"X \mapsto - X, Y \mapsto - Y"),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved(name: str) -> None:
    finding = TRUE[name].examined()
    assert finding.result is Result.PROVED, finding.why
    assert finding.theorems == ("induction over layers",) and finding.instance is not None


@pytest.mark.parametrize("name", FALSE)
def test_what_breaks_it_is_shown(name: str) -> None:
    finding = FALSE[name].examined()
    assert finding.result is Result.REFUTED and finding.counterexample is not None
    assert "≠" in finding.counterexample.shown()


def test_without_a_positive_epsilon_a_layer_need_not_have_a_value() -> None:
    """The kernel does not admit the root of v + ε: what is said of the layer is neither proved nor refuted."""
    assert LAYERS.hypotheses == ("ε > 0",)
    finding = LAYERS.without("ε > 0").examined()
    assert finding.result is Result.UNDECIDED and "may not be positive" in finding.why
    assert finding.undefined is not None and "ε = " in finding.undefined.shown()


def test_what_is_positive_is_a_hypothesis_and_needed() -> None:
    assert LAYERS.hypotheses == ("ε > 0",)
    finding = LAYERS.without("ε > 0").examined()
    assert finding.result is Result.UNDECIDED and finding.undefined is not None


def test_two_positions_suffice_to_see_the_mask() -> None:
    finding = FALSE["the causal mask"].examined()
    assert finding.counterexample is not None and finding.counterexample.sizes["n"] == 2


@pytest.mark.parametrize(
    "formula", [r"X = P X", r"X \mapsto P X W_{1}, Y \mapsto P Y", r"G \mapsto P G", r"X_{i} \mapsto X_{i}, Y \mapsto P Y"]
)
def test_what_says_nothing_is_refused(formula: str) -> None:
    with pytest.raises(IllTyped):
        replace(LAYERS, formula=formula).examined()
