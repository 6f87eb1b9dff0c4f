"""Rank, semidefiniteness and convex hulls as chapters 5 and 6 of the notes state them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from notes_settings import ATTENTION, FFN

from derivations.kernel import hull, rank, semidefinite
from derivations.prover.finding import Result
from derivations.prover.matrices import RANK, InHull, Rank, Semidefinite
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped

JACOBIAN = Setting(
    sizes="m", shapes={"s": "m", "x": "m"},
    where=(r"a_{j} = \frac{e^{s_{j}}}{\sum_{r = 1}^{m} e^{s_{r}}}", r"G_{j k} = a_{j} (δ_{j k} - a_{k})"),
)  # fmt: skip
SHIFTED = replace(ATTENTION, forward=(*ATTENTION.forward, "M = 2 Z"))
CHECKS = {Rank: rank.check, Semidefinite: semidefinite.check, InHull: hull.check}
SPREAD = r"\sum_{k} a_{k} (δ_{i k} - a_{i}) (δ_{j k} - a_{j})"
SAME = {"W_Q = W_K": r"W_{Q} = W_{K}"}
Claim = Rank | Semidefinite | InHull

TRUE: dict[str, Claim] = {
    "5.2 rank": Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T}) \leq d_{k}"),
    "5.2 rank of the scores": Rank(setting=ATTENTION, formula=r"rank (S) \leq d_{k}"),
    "rank of a sum": Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T} + W_{V} W_{O}) \leq d_{k} + d_{v}"),
    "rank of an outer product": Rank(setting=FFN, formula=r"rank (b_{1}^{T} b_{1}) \leq 1"),
    "5.2 semidefinite": Semidefinite(setting=ATTENTION, formula=r"W_{Q} W_{Q}^{T}"),
    "5.2 semidefinite, by hypothesis": Semidefinite(setting=ATTENTION, formula=r"W_{Q} W_{K}^{T}", given=SAME),
    "Gram matrix": Semidefinite(setting=ATTENTION, formula=r"X X^{T}"),
    "7.3 Jacobian": Semidefinite(setting=JACOBIAN, formula="G", through=SPREAD),
    "6.3 hull": InHull(setting=ATTENTION, formula=r"z_{i} \in conv (v_{j})"),
    "6.3 hull of the allowed": InHull(setting=ATTENTION, formula=r"z_{i} \in conv (v_{j}), j \in J_{i}"),
}
FALSE: dict[str, Claim] = {
    "smaller rank": Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T}) \leq 1"),
    "another size": Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T}) \leq n"),
    "rank of the first alone": Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T} + W_{V} W_{O}) \leq d_{k}"),
    "two matrices": Semidefinite(setting=ATTENTION, formula=r"W_{Q} W_{K}^{T}"),
    "a negative": Semidefinite(setting=JACOBIAN, formula="- G"),
    "symmetric but not semidefinite": Semidefinite(setting=ATTENTION, formula=r"W_{Q} W_{K}^{T} + W_{K} W_{Q}^{T}"),
    "6.3 not the scaled": InHull(setting=SHIFTED, formula=r"M_{i, :} \in conv (v_{j})"),
    "6.3 not after the residual": InHull(setting=replace(SHIFTED, forward=(*SHIFTED.forward, "N = Z + V")),
                                         formula=r"N_{i, :} \in conv (v_{j})"),
    "only the forbidden": InHull(setting=ATTENTION, formula=r"z_{i} \in conv (v_{j}), j \notin J_{i}"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_for_all_shapes_and_values(name: str) -> None:
    claim = TRUE[name]
    found = claim.examined()
    assert found.result is Result.PROVED and found.instance is not None, found
    assert found.certificate is not None
    CHECKS[type(claim)](found.statement["parts"][0], found.certificate["parts"][0])
    assert found.theorems == ((RANK,) if isinstance(claim, Rank) else ())


@pytest.mark.parametrize("name", FALSE)
def test_a_false_neighbour_is_refuted(name: str) -> None:
    found = FALSE[name].examined()
    assert found.result is Result.REFUTED and found.counterexample is not None


def test_equal_matrices_are_needed() -> None:
    claim = TRUE["5.2 semidefinite, by hypothesis"]
    assert claim.hypotheses == ("W_Q = W_K",)
    assert claim.without("W_Q = W_K").examined().result is Result.REFUTED


def test_a_rank_is_refuted_by_a_matrix_of_that_rank() -> None:
    """At d_k = 2 a product of two 2 × 2 matrices with non-zero determinants has rank 2."""
    counterexample = FALSE["smaller rank"].examined().counterexample
    assert counterexample is not None and counterexample.sizes["d"] == counterexample.sizes["d_k"] == 2
    assert counterexample.shown().endswith("rank = 2 > 1")


@pytest.mark.parametrize(
    "claim",
    [
        Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T}) = d_{k}"),
        Rank(setting=ATTENTION, formula=r"rank (q_{i}) \leq d_{k}"),
        Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T}) \leq \sqrt{d_{k}}"),
        Semidefinite(setting=ATTENTION, formula=r"W_{Q}"),
        Semidefinite(setting=ATTENTION, formula=r"W_{Q} \geq 0"),
        InHull(setting=ATTENTION, formula=r"z_{i} \in conv (x_{j})"),
        InHull(setting=ATTENTION, formula=r"z_{i} = v_{j}"),
        InHull(setting=ATTENTION, formula=r"z_{i} \in conv (v_{i})"),
    ],
    ids=lambda claim: claim.formula,
)
def test_what_is_not_read_is_said(claim: Claim) -> None:
    with pytest.raises(IllTyped):
        claim.examined()
