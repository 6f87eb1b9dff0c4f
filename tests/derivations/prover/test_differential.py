"""Equations of differentials: proved from the definitions, false neighbours refuted, hypotheses found."""

from __future__ import annotations

import pytest
from flint import fmpq

from derivations.notes.settings import ATTENTION, FFN, LAYER_NORM, OUTPUT_LAYER
from derivations.prover.differential import Differential
from derivations.prover.finding import Result
from derivations.prover.refutation import Counterexample
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped

TRUE = [
    (LAYER_NORM, r"d μ = mean (d x)", ("x",)),
    (LAYER_NORM, r"d v = 2 mean ((x - μ) ⊙ d x)", ("x",)),
    (LAYER_NORM, r"d s = d v / (2 s)", ("x",)),
    (LAYER_NORM, r"d \hat{x} = (d x - d μ 1) / s - \hat{x} d s / s", ("x",)),
    (OUTPUT_LAYER, r"d ℓ = d h U + h d U + d b", ("h", "U", "b")),
    (OUTPUT_LAYER, r"d L = \sum_{j} (p_{j} - 1_{j = y}) d ℓ_{j}", ("ℓ",)),
    (ATTENTION, r"d S = (d Q K^{T} + Q (d K)^{T}) / \sqrt{d_{k}}", ("Q", "K")),
    (ATTENTION, r"d a_{i j} = a_{i j} (d S_{i j} - \sum_{r \in J_{i}} a_{i r} d S_{i r})", ("S",)),
    (FFN, r"d C = σ^{'} (B) ⊙ d B", ("B",)),
]
FALSE = [
    (LAYER_NORM, r"d μ = 2 mean (d x)", ("x",)),
    (LAYER_NORM, r"d v = 2 mean (x ⊙ d x)", ("x",)),
    (LAYER_NORM, r"d v = mean ((x - μ) ⊙ d x)", ("x",)),
    (LAYER_NORM, r"d s = d v / s", ("x",)),
    (LAYER_NORM, r"d \hat{x} = (d x - d μ 1) / s", ("x",)),
    (OUTPUT_LAYER, r"d ℓ = d h U + h d U", ("h", "U", "b")),
    (OUTPUT_LAYER, r"d L = \sum_{j} p_{j} d ℓ_{j}", ("ℓ",)),
    (ATTENTION, r"d S = d Q K^{T} / \sqrt{d_{k}}", ("Q", "K")),
    (ATTENTION, r"d a_{i j} = a_{i j} d S_{i j}", ("S",)),
    (FFN, r"d C = σ (B) ⊙ d B", ("B",)),
]


@pytest.mark.parametrize("setting, formula, of", TRUE)
def test_printed_differentials_are_proved(setting: Setting, formula: str, of: tuple[str, ...]) -> None:
    finding = Differential(setting=setting, formula=formula, of=of).examined()
    assert finding.result is Result.PROVED
    assert finding.theorems == ("elementary derivatives",)


@pytest.mark.parametrize("setting, formula, of", FALSE)
def test_false_neighbours_are_refuted(setting: Setting, formula: str, of: tuple[str, ...]) -> None:
    assert Differential(setting=setting, formula=formula, of=of).examined().result is Result.REFUTED


def test_what_moves_is_moved_alone() -> None:
    """With X held, the change of Q = X W_Q lacks d X W_Q; the same formula is false where X moves as well."""
    formula = "d Q = X d W_{Q}"
    assert Differential(setting=ATTENTION, formula=formula, of=("W_Q",)).examined().result is Result.PROVED
    assert Differential(setting=ATTENTION, formula=formula, of=("X", "W_Q")).examined().result is Result.REFUTED


def test_a_counterexample_has_the_value_of_a_hand_calculation() -> None:
    """x = x₁ alone: v = 0 for every x₁, so d v = 0, and 2 mean(x dx) = 2 x₁ dx₁."""
    found = Differential(setting=LAYER_NORM, formula=r"d v = 2 mean (x ⊙ d x)", of=("x",)).examined().counterexample
    assert isinstance(found, Counterexample) and found.sizes["d"] == 1
    x, change = (found.instance.entries[name][0,] for name in ("x", "dx"))
    product = 2 * x * change
    assert found.difference == -fmpq(product.numerator, product.denominator)


def test_hypotheses_are_those_that_the_differential_uses() -> None:
    record = Differential(setting=LAYER_NORM, formula=r"d s = d v / (2 s)", of=("x",))
    assert record.hypotheses == ("ε > 0",)
    finding = record.without("ε > 0").examined()
    assert finding.result is Result.UNDECIDED and finding.undefined is not None
    assert Differential(setting=LAYER_NORM, formula=r"d μ = mean (d x)", of=("x",)).hypotheses == ()
    assert Differential(setting=ATTENTION, formula=TRUE[7][1], of=("S",)).hypotheses == ("J_i ≠ ∅",)


@pytest.mark.parametrize("formula", [r"d μ > 0", r"d μ = mean (d x), d v = 0", r"d q = 0", r"d x"])
def test_what_is_no_equation_of_differentials_is_refused(formula: str) -> None:
    with pytest.raises(IllTyped):
        Differential(setting=LAYER_NORM, formula=formula, of=("x",)).examined()


def test_a_size_d_before_a_number_is_no_differential() -> None:
    """In LayerNorm d is also a size: d 2 is twice it."""
    record = Differential(
        setting=LAYER_NORM, formula=r"\sum_{r = 1}^{d} (d x_{r} + 2) = \sum_{r = 1}^{d} d x_{r} + d 2", of=("x",)
    )
    assert record.examined().result is Result.PROVED
