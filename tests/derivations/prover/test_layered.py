"""The gradient of the whole model for every number of layers: proved from the printed formulas, false ones refuted."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from derivations.kernel.check import Rejected, digest
from derivations.kernel.layers import check
from derivations.notes.transformer import GRADIENT, LAYER_BACKWARD, TIED_GRADIENT
from derivations.prover.finding import Result
from derivations.prover.layered import Layered, Part
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.unrolled import Unrolled, refute

LAYER_ALONE = Layered(formula=LAYER_BACKWARD, layer=GRADIENT.layer)


def changed(model: Layered, one: str, other: str) -> Layered:
    assert one in LAYER_BACKWARD
    return replace(model, formula=LAYER_BACKWARD.replace(one, other))


@pytest.mark.parametrize("model", [GRADIENT, TIED_GRADIENT], ids=["untied", "tied"])
def test_the_whole_model_for_every_number_of_layers(model: Layered) -> None:
    finding = model.examined()
    assert finding.result is Result.PROVED and finding.certificate is not None and finding.instance is not None
    assert finding.theorems == ("elementary derivatives", "induction over layers")
    check(finding.statement, finding.certificate)
    assert finding.statement["repeated"] == [1, 3]  # attention and FFN are two links of the layer
    moved = copy.deepcopy(finding.certificate)
    moved["links"][1], moved["links"][2] = moved["links"][2], moved["links"][1]
    with pytest.raises(Rejected):
        check(finding.statement, moved)


def test_all_parameters_are_in_the_sum() -> None:
    """X and 12 parameters of a layer move: what is not gained is carried."""
    statement = LAYER_ALONE.statement()
    gained = {name for link in statement["links"] for name in link["tensors"] if f"d{name}" in link["tensors"]}
    assert gained == {"X", "T", *("W_Q", "W_K", "W_V", "W_O", "W_1", "b_1", "W_2", "b_2", "γ", "β", "γ′", "β′")}


WRONG = {
    "no residual": (r"{\bar{T}}_{i, :} = {\bar{Y}}_{i, :} + ", r"{\bar{T}}_{i, :} = "),
    "a branch is lost": (r" + {\bar{K}}^{(r)} {W_{K}^{(r)}}^{T}", ""),
    "a root": (r"{\bar{S}}^{(r)} K^{(r)} / \sqrt{d_{k}}", r"{\bar{S}}^{(r)} K^{(r)} / d_{k}"),
    "a sign": (r"\bar{M} = \bar{B} W_{1}^{T}", r"\bar{M} = - \bar{B} W_{1}^{T}"),
    "a norm without its rows": (
        r"{\bar{γ}}_{r} = \sum_{i} {\bar{N}}_{i r} \hat{X}_{i r}", r"{\bar{γ}}_{r} = \sum_{i} {\bar{N}}_{i r}"
    ),
    "weights are left out": (r"A_{i l}^{(r)} {\bar{A}}_{i l}^{(r)}", r"{\bar{A}}_{i l}^{(r)}"),
    "a mean over positions": (
        r"{\bar{b}}_{2, r} = \sum_{i} {\bar{Y}}_{i r}", r"{\bar{b}}_{2, r} = \frac{1}{n} \sum_{i} {\bar{Y}}_{i r}"
    ),
    "no slope": (r"\bar{C} ⊙ σ^{'} (B)", r"\bar{C}"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_formula_is_refuted_by_the_model_written_out(name: str) -> None:
    finding = changed(GRADIENT, *WRONG[name]).examined()
    assert finding.result is Result.REFUTED and finding.counterexample is not None
    assert ";" in finding.counterexample.shown()


def test_what_is_shown_names_the_loss_and_every_parameter() -> None:
    layer = "W₂, b₂, W₁, b₁, γ′, β′, W_O, W_Q, W_K, W_V, γ, β"
    assert LAYER_ALONE.shown == f"⟨Y\u0304, dY⟩ = Σ_θ ⟨θ̄, dθ⟩   (θ = X, {layer})"
    assert GRADIENT.shown == f"dL = Σ_θ ⟨θ̄, dθ⟩   (θ = E, P, {layer}, U, b)"
    assert TIED_GRADIENT.shown == f"dL = Σ_θ ⟨θ̄, dθ⟩   (θ = E, P, {layer}, b)"


def test_what_is_handed_back_is_part_of_the_claim() -> None:
    """Of a layer alone the input is carried: its adjoint is what the layer below, if there is one, goes on with."""
    wrong = changed(LAYER_ALONE, r"{\bar{X}}_{i, :} = {\bar{T}}_{i, :} + ", r"{\bar{X}}_{i, :} = ")
    statement = wrong.statement()
    assert refute(statement) is not None
    assert Unrolled(statement, 2).order == [0, 1, 0, 1]


def test_a_formula_is_missing_or_there_twice() -> None:
    with pytest.raises(IllTyped, match="no formula for the adjoint of C"):
        changed(LAYER_ALONE, r"\bar{C} = \bar{Y} W_{2}^{T}, ", "").statement()
    with pytest.raises(IllTyped, match=r"two formulas for bar\(C\)"):
        changed(LAYER_ALONE, r"\bar{C} = ", r"\bar{C} = \bar{Y} W_{2}^{T}, \bar{C} = ").statement()


def test_what_is_positive_or_never_empty_is_a_hypothesis() -> None:
    assert GRADIENT.hypotheses == ("ε > 0", "J_i ≠ ∅", "I ≠ ∅")
    for hypothesis in GRADIENT.hypotheses:
        finding = GRADIENT.without(hypothesis).examined()
        assert finding.result is Result.UNDECIDED and "may not be positive" in finding.why
        assert finding.undefined is not None  # a division by zero somewhere


def test_shared_parameters_are_not_cut_apart() -> None:
    """Y = (X W) W with one W: the formula for its adjoint has both uses, so that both are in one link."""
    setting = Setting(sizes="n d", shapes={"X": "n d", "W": "d d"}, forward=("H = X W", "Y = H W"))
    right = r"\bar{W} = X^{T} \bar{H} + H^{T} \bar{Y}, \bar{H} = \bar{Y} W^{T}, \bar{X} = \bar{H} W^{T}"
    model = Layered(formula=right, layer=Part(setting=setting, enters="X", leaves="Y"))
    assert len(model.statement()["links"]) == 1
    assert model.examined().result is Result.PROVED
    for wrong in (r"\bar{W} = X^{T} \bar{H}, ", r"\bar{W} = X^{T} \bar{H} + X^{T} \bar{Y}, "):
        less = replace(model, formula=wrong + right.partition(", ")[2])
        assert less.examined().result is Result.REFUTED


def test_a_certificate_is_for_one_model() -> None:
    finding = LAYER_ALONE.examined()
    assert finding.certificate is not None
    other = changed(LAYER_ALONE, *WRONG["a sign"]).statement()
    with pytest.raises(Rejected, match="another statement"):
        check(other, finding.certificate)
    with pytest.raises(Rejected):
        check(other, {**finding.certificate, "statement": digest(other)})


def test_a_statement_is_written_once_for_a_record_and_anew_for_another() -> None:
    """Also where two records differ only in what a setting presupposes."""
    other = GRADIENT.without(GRADIENT.hypotheses[0])
    assert replace(GRADIENT).statement() is GRADIENT.statement()
    assert other.statement() != GRADIENT.statement()
