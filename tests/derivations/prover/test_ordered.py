"""Signs and order as chapters 5–9 of the notes state them: proved under their hypotheses, refuted without them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from notes_settings import ATTENTION, CROSS_ENTROPY, LAYER_NORM, SOFTMAX

from derivations.kernel.order import check
from derivations.prover.finding import Result
from derivations.prover.ordered import INCREASING, POSITIVE, Ordered
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped

BOUNDED = replace(ATTENTION, shapes={**ATTENTION.shapes, "c": "d_v", "b": "d_v"})
SAME = replace(ATTENTION, forward=("B = W_{Q} W_{Q}^{T}",))
ROWS = Setting(sizes="d_k", shapes={"q": "d_k", "k": "d_k"})
LOSSES = Setting(sizes="N", shapes={"p": "", "π": ""}, positive=frozenset({"p", "π"}))
TARGETS = Setting(sizes="N", shapes={"p": "N", "r": "N"}, positive=frozenset({"p", "r"}))
RANDOM = Setting(sizes="n", shapes={"Z": "", "ξ": "n"})


def ordered(setting: Setting, formula: str, through: str = "", random: str = "", **given: str) -> Ordered:
    return Ordered(setting=setting, formula=formula, given=given, through=through, random=random)


TRUE = {
    "6.2 positive": ordered(SOFTMAX, r"a_{j} > 0"),
    "6.2 between 0 and 1": ordered(SOFTMAX, r"0 \leq a_{j} \leq 1"),
    "6.2 below 1": ordered(SOFTMAX, r"a_{j} < 1", another=r"k \neq j"),
    "6.2 the larger score": ordered(SOFTMAX, r"a_{j} > a_{k}", larger=r"s_{j} > s_{k}"),
    "6.2 and back": ordered(SOFTMAX, r"s_{j} > s_{k}", larger=r"a_{j} > a_{k}"),
    "6.3 between its bounds": ordered(BOUNDED, r"b_{r} \leq (A V)_{i r} \leq c_{r}", bounds=r"b_{r} \leq V_{j r} \leq c_{r}"),
    "6.3 strictly": ordered(BOUNDED, r"b_{r} < (A V)_{i r}", bounds=r"b_{r} < V_{j r}"),
    "5.2 square form": ordered(SAME, r"x_{i} B x_{i}^{T} \geq 0"),
    "6.1 Cauchy": ordered(
        ROWS, r"(q \cdot k)^{2} \leq (q \cdot q) (k \cdot k)",
        through=r"\frac{1}{2} \sum_{r} \sum_{s} (q_{r} k_{s} - q_{s} k_{r})^{2}",
    ),
    "7.2 variance": ordered(RANDOM, r"Var (Z) \geq 0", random="Z"),
    "7.2 second moment": ordered(RANDOM, r"E [Z^{2}] \geq (E Z)^{2}", through=r"Var (Z)", random="Z"),
    "7.3 slope of the softmax": ordered(SOFTMAX, r"a_{j} (1 - a_{j}) > 0", another=r"k \neq j"),
    "7.3 slope at most 1/4": ordered(SOFTMAX, r"a_{j} (1 - a_{j}) \leq \frac{1}{4}", through=r"(\frac{1}{2} - a_{j})^{2}"),
    "7.4 allowed": ordered(ATTENTION, r"a_{i j} > 0", allowed=r"j \in J_{i}"),
    "7.4 masked": ordered(ATTENTION, r"0 \leq a_{i j} \leq 1"),
    "8.4 v": ordered(LAYER_NORM, r"v \geq 0"),
    "8.4 ε": ordered(LAYER_NORM, r"v + ε > 0"),
    "8.4 mean square below 1": ordered(LAYER_NORM, r"mean (\hat{x} ⊙ \hat{x}) < 1"),
    "9.1 below 1": ordered(CROSS_ENTROPY, r"p_{y} < 1", another=r"w \neq y"),
    "9.2 loss": ordered(CROSS_ENTROPY, r"L \geq 0"),
    "9.2 loss, strictly": ordered(CROSS_ENTROPY, r"L > 0", another=r"w \neq y"),
    "9.2 falls strictly": ordered(LOSSES, r"- \ln p < - \ln π", higher=r"p > π"),
    "9.2 relative entropy": ordered(
        TARGETS, r"\sum_{w} p_{w} \ln (p_{w} / r_{w}) \geq 0",
        through=r"\sum_{w} p_{w} (r_{w} / p_{w} - 1 - \ln (r_{w} / p_{w}))",
        p=r"\sum_{w} p_{w} = 1", r=r"\sum_{w} r_{w} = 1",
    ),
}  # fmt: skip

FALSE = [
    ordered(SOFTMAX, r"a_{j} < 0"),
    ordered(SOFTMAX, r"a_{j} < 1"),
    ordered(SOFTMAX, r"a_{j} > a_{k}"),
    ordered(SOFTMAX, r"a_{j} > a_{k}", larger=r"s_{j} \geq s_{k}"),
    ordered(SOFTMAX, r"a_{j} > a_{k}", larger=r"s_{j} < s_{k}"),
    ordered(SOFTMAX, r"a_{j} > s_{j}"),
    ordered(SOFTMAX, r"a_{j} (1 - a_{j}) \leq \frac{1}{5}"),
    ordered(SOFTMAX, r"a_{j} (1 - a_{j}) < \frac{1}{4}"),
    ordered(BOUNDED, r"(A V)_{i r} \leq b_{r}", bounds=r"b_{r} \leq V_{j r}"),
    ordered(ROWS, r"q \cdot k \geq 0"),
    ordered(ROWS, r"(q \cdot k)^{2} < (q \cdot q) (k \cdot k)"),
    ordered(ROWS, r"(q \cdot k)^{2} \leq q \cdot q"),
    ordered(RANDOM, r"Var (Z) > 0", random="Z"),
    ordered(RANDOM, r"E Z \geq 0", random="Z"),
    ordered(RANDOM, r"E [Z^{2}] \leq (E Z)^{2}", random="Z"),
    ordered(ATTENTION, r"a_{i j} > 0"),
    ordered(LAYER_NORM, r"v > 0"),
    ordered(LAYER_NORM, r"mean (\hat{x} ⊙ \hat{x}) \geq 1"),
    ordered(CROSS_ENTROPY, r"p_{y} < 1"),
    ordered(CROSS_ENTROPY, r"L > 0"),
    ordered(CROSS_ENTROPY, r"L \leq 1"),
    ordered(LOSSES, r"- \ln p < - \ln π"),
    ordered(LOSSES, r"- \ln p > - \ln π", higher=r"p > π"),
]


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_for_all_shapes_and_values(name: str) -> None:
    found = TRUE[name].examined()
    assert found.result is Result.PROVED, found
    assert found.certificate is not None and found.instance is not None
    for statement, certificate in zip(found.statement["parts"], found.certificate["parts"], strict=True):
        check(statement, certificate)


@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: f"{claim.formula} {dict(claim.given)}")
def test_a_false_neighbour_is_refuted(claim: Ordered) -> None:
    found = claim.examined()
    assert found.result is Result.REFUTED and found.counterexample is not None
    assert found.counterexample.shown().rpartition("; ")[2]


@pytest.mark.parametrize(
    "name, hypothesis",
    [(name, hypothesis) for name, claim in TRUE.items() for hypothesis in claim.given],
)
def test_every_given_hypothesis_is_needed(name: str, hypothesis: str) -> None:
    assert TRUE[name].without(hypothesis).examined().result is Result.REFUTED


def test_declared_hypotheses_are_named_and_dropped() -> None:
    claim = TRUE["8.4 mean square below 1"]
    assert claim.hypotheses == ("ε > 0",)
    assert TRUE["7.4 masked"].hypotheses == ("J_i ≠ ∅",)
    assert claim.without("ε > 0").examined().result is not Result.PROVED


def test_a_row_without_allowed_positions_has_no_weights() -> None:
    found = TRUE["7.4 masked"].without("J_i ≠ ∅").examined()
    assert found.result is Result.UNDECIDED and found.undefined is not None
    assert "J = (0), i = 1" in found.undefined.shown()  # the first row is empty


def test_theorems_are_cited_where_they_are_used() -> None:
    assert TRUE["6.2 positive"].examined().theorems == ()
    assert TRUE["6.2 the larger score"].examined().theorems == (INCREASING,)
    assert TRUE["9.2 relative entropy"].examined().theorems == (INCREASING,)
    assert TRUE["7.2 variance"].examined().theorems == (POSITIVE,)


def test_the_counterexample_is_shown_in_the_letters_of_the_lesson() -> None:
    found = ordered(SOFTMAX, r"a_{j} < 1").examined()
    assert found.counterexample is not None and found.counterexample.sizes == {"m": 1}
    assert found.counterexample.shown() == "m = 1, s = (0), j = 1; 1 = 1"  # e⁰/e⁰ = 1


def test_a_figure_in_the_formula_decides() -> None:
    claim = TRUE["7.3 slope at most 1/4"]
    assert replace(claim, formula=r"a_{j} (1 - a_{j}) \leq \frac{1}{3}").examined().result is not Result.REFUTED
    assert replace(claim, formula=r"a_{j} (1 - a_{j}) \leq \frac{6}{25}").examined().result is Result.REFUTED


@pytest.mark.parametrize("formula", [r"a_{j} = 1", r"a_{j}", r"a_{j} \to 1", r"s > 0", r"b_{j} > 0"])
def test_what_is_no_inequality_of_numbers_is_said(formula: str) -> None:
    with pytest.raises(IllTyped):
        ordered(SOFTMAX, formula).examined()


def test_a_hypothesis_that_is_none_is_said() -> None:
    with pytest.raises(IllTyped, match="a hypothesis is"):
        ordered(SOFTMAX, r"a_{j} > 0", odd=r"s_{j} \to 0").examined()


def test_a_condition_may_stand_beside_the_formula() -> None:
    assert ordered(ATTENTION, r"a_{i j} > 0, j \in J_{i}").examined().result is Result.PROVED
    assert ordered(SOFTMAX, r"a_{j} < 1, k \neq j").examined().result is Result.PROVED


def test_an_expectation_needs_something_random() -> None:
    with pytest.raises(IllTyped, match="no letter is said to be random"):
        ordered(RANDOM, r"Var (Z) \geq 0").examined()
    with pytest.raises(IllTyped, match="W is not declared"):
        ordered(RANDOM, r"Var (Z) \geq 0", random="Z W").examined()


def test_a_division_by_what_may_be_zero_is_not_proved() -> None:
    found = ordered(ROWS, r"\frac{(q \cdot k)^{2}}{q \cdot q} \geq 0").examined()
    assert found.result is Result.UNDECIDED and "may not be positive" in found.why
