"""The first-order expansion along a step, and the decrease that follows from it."""

from __future__ import annotations

import pytest

from derivations.kernel.base_theorems import BASE_THEOREMS
from derivations.prover.finding import Result
from derivations.prover.first_order import EXPANSION, SIGN_OF_A_LIMIT, SQUARES, FirstOrder
from derivations.prover.shaped import IllTyped

PRINTED = r"L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (η), g = \nabla L (θ) ."


def test_the_printed_expansion_is_proved() -> None:
    finding = FirstOrder(formula=PRINTED).examined()
    assert finding.result is Result.PROVED and finding.certificate is not None
    assert finding.theorems == (EXPANSION,)


@pytest.mark.parametrize(
    "formula",
    [
        r"L (θ - η g) = L (θ) + η ‖ g ‖^{2} + o (η)",
        r"L (θ - η g) = L (θ) - 2 η ‖ g ‖^{2} + o (η)",
        r"L (θ + η g) = L (θ) - η ‖ g ‖^{2} + o (η)",
        r"L (θ - 2 η g) = L (θ) - η ‖ g ‖^{2} + o (η)",
        r"L (θ - η g) = L (θ) - η + o (η)",
        r"L (θ + η g) < L (θ)",
    ],
)
def test_false_neighbours_are_refuted(formula: str) -> None:
    assert FirstOrder(formula=formula).examined().result is Result.REFUTED


@pytest.mark.parametrize(
    "formula",
    [
        r"L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (η), g = θ",
        r"L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (η), h = \nabla L (θ)",
        r"L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (η), η > 0",
        r"L (θ - η g) = L (θ) - η ‖ g ‖^{2}",
        r"L (θ - η g) = L (θ) + o (η)",
        r"L (θ - η g) = - η ‖ g ‖^{2} + o (η)",
        r"L (θ - η η g) = L (θ) - η ‖ g ‖^{2} + o (η)",
        r"L (θ - g) = L (θ) - ‖ g ‖^{2} + o (η)",
        r"L (η - η g) = L (θ) - η ‖ g ‖^{2} + o (η)",
        r"L (θ - η g) = L (θ) - η ‖ g ‖ + o (η)",
        r"L (θ - η g) = L (θ) - η ‖ g ‖^{3} + o (η)",
        r"L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (θ)",
        r"L (θ - η g) < θ",
        r"L (θ - η g) > L (θ)",
    ],
)
def test_what_is_not_read_does_not_pass(formula: str) -> None:
    with pytest.raises(IllTyped):
        FirstOrder(formula=formula).examined()


def test_small_steps_descend_where_the_gradient_is_not_zero() -> None:
    record = FirstOrder(formula="L (θ - η g) < L (θ)")
    assert record.hypotheses == ("g ≠ 0",)
    finding = record.examined()
    assert finding.result is Result.PROVED and finding.instance is not None
    assert finding.theorems == (EXPANSION, SQUARES, SIGN_OF_A_LIMIT)
    without = record.without("g ≠ 0").examined()
    assert without.result is Result.REFUTED and without.counterexample is not None


def test_the_theorems_it_cites_are_listed() -> None:
    assert {EXPANSION, SQUARES, SIGN_OF_A_LIMIT} <= {theorem.name for theorem in BASE_THEOREMS}


def test_other_letters() -> None:
    formula = r"F (w - t u) = F (w) - t ‖ u ‖^{2} + o (t), u = \nabla F (w)"
    assert FirstOrder(formula=formula, loss="F", at="w", step="t", gradient="u").examined().result is Result.PROVED
