"""Equations as records of claims: each equation by itself, conditions, hypotheses, known definitions."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from derivations.notes.settings import ATTENTION, FFN, LAYER_NORM, OUTPUT_LAYER
from derivations.prover.finding import Result
from derivations.prover.identity import Identity
from derivations.prover.refutation import Counterexample
from derivations.prover.shaped import IllTyped
from derivations.prover.simplest import simplest
from derivations.prover.statements import statements


def test_each_equation_is_stated_as_the_prover_states_it() -> None:
    formula = r"{\bar{W}}_{2} = C^{T} \bar{Y}, \bar{C} = \bar{Y} W_{2}^{T}, \bar{B} = \bar{C} ⊙ σ^{'} (B),"
    found = Identity(setting=FFN, formula=formula).each()
    shown = [normalize("NFC", one.shown) for one in found]
    assert shown == [normalize("NFC", text) for text in ("W̄₂ = Cᵀ Ȳ", "C̄ = Ȳ W₂ᵀ", "B̄ = C̄ ⊙ σ′(B)")]
    assert [one.statement for one in found] == statements(FFN, formula)


def test_several_equations_are_not_examined_as_one() -> None:
    with pytest.raises(IllTyped, match="2 equations where one is meant"):
        Identity(setting=FFN, formula=r"\bar{C} = \bar{Y} W_{2}^{T}, B = B").examined()


def test_a_condition_restricts_the_entries_it_is_about() -> None:
    """Scores of forbidden positions get no gradient; those of allowed ones do, in general."""
    formula = r"{\bar{S}}_{i j} = 0"
    outside = Identity(setting=ATTENTION, formula=formula, provided=r"j \notin J_{i}")
    inside = Identity(setting=ATTENTION, formula=formula, provided=r"j \in J_{i}")
    assert outside.each()[0].shown == "S̄_ij = 0, j ∉ J_i"
    assert outside.examined().result is Result.PROVED
    assert inside.examined().result is Result.REFUTED
    assert Identity(setting=ATTENTION, formula=formula).examined().result is Result.REFUTED


@pytest.mark.parametrize("formula", ["Q > 0", "Q", "Q = K > 0", r"Q = X W_{Q}, K \neq V"])
def test_nothing_but_equations_is_stated(formula: str) -> None:
    with pytest.raises(IllTyped):
        Identity(setting=ATTENTION, formula=formula).each()


def test_hypotheses_are_those_the_equation_uses() -> None:
    assert Identity(setting=LAYER_NORM, formula=r"mean (\hat{x}) = 0").hypotheses == ("ε > 0",)
    assert Identity(setting=LAYER_NORM, formula=r"mean (x) = μ").hypotheses == ()
    assert Identity(setting=ATTENTION, formula=r"\sum_{j} a_{i j} = 1").hypotheses == ("J_i ≠ ∅",)


def test_without_a_needed_hypothesis_there_is_an_instance_without_a_value() -> None:
    finding = Identity(setting=LAYER_NORM, formula=r"mean (\hat{x}) = 0").without("ε > 0").examined()
    assert finding.result is Result.UNDECIDED
    assert finding.undefined is not None and "ε = " in finding.undefined.shown()


def test_only_the_definitions_that_are_named_are_known() -> None:
    formula = r"L = - ℓ_{y} + \ln \sum_{r} e^{ℓ_{r}}"
    known = Identity(setting=OUTPUT_LAYER, formula=formula, uses=("L", "p"))
    assert known.examined().result is Result.PROVED
    for less in (("L",), ("p",), ()):
        assert Identity(setting=OUTPUT_LAYER, formula=formula, uses=less).examined().result is Result.REFUTED


def test_an_instance_of_the_hypotheses_comes_with_the_proof() -> None:
    finding = Identity(setting=ATTENTION, formula=r"\sum_{j} a_{i j} = 1").examined()
    assert finding.instance is not None and set(finding.instance.sizes.values()) == {2}


def test_the_simplest_counterexample_is_still_one() -> None:
    for setting, formula in ((ATTENTION, r"\bar{X} = \bar{R}"), (FFN, r"\bar{B} = \bar{C}"), (LAYER_NORM, r"\bar{γ} = g")):
        found = Identity(setting=setting, formula=formula).examined().counterexample
        assert isinstance(found, Counterexample)
        simple = simplest(found)
        assert simple.sizes == found.sizes and simple.difference != 0
        entries = [value for name in simple.statement["tensors"] for value in simple.instance.entries[name].values()]
        assert set(entries) <= {0, 1}


def test_a_witness_shows_what_it_is_about_in_the_letters_of_the_lesson() -> None:
    found = Identity(setting=FFN, formula=r"\bar{B} = \bar{C}").examined().counterexample
    assert isinstance(found, Counterexample)
    assert simplest(found).shown() == "n = 1, m = 1, B = (0), C̄ = (1), dB = (1), σ(x) = x²; 1 ≠ 0"
