"""Limits of the softmax as chapters 7, 12 and 14 of the notes state them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.kernel.limit import check
from derivations.prover.finding import Result
from derivations.prover.limiting import LIMITS, Limiting
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped

SCALED = Setting(
    sizes="m", shapes={"s": "m", "t": "", "M": ""}, positive=frozenset({"t"}), masks={"J": "m"},
    where=(r"a_{j} = \frac{e^{t s_{j}}}{\sum_{r = 1}^{m} e^{t s_{r}}}",),
)  # fmt: skip
TEMPERATURE = Setting(
    sizes="N", shapes={"ℓ": "N", "T": "", "M": ""}, positive=frozenset({"T"}), masks={"J": "N"},
    where=(r"p_{w} = \frac{e^{ℓ_{w} / T}}{\sum_{r = 1}^{N} e^{ℓ_{r} / T}}",),
)  # fmt: skip
SATURATED = Setting(sizes="m", shapes={"a": "m"})
TIES = {"the largest": r"s_{r} = M, r \in J", "the others": r"s_{r} < M, r \notin J"}
UNIQUE = {"unique maximum": r"s_{r} < s_{y}, r \neq y"}
HOT = {"unique maximum": r"ℓ_{r} < ℓ_{y}, r \neq y"}
ONE_HOT = {"saturated": r"a_{j} \to δ_{j y}"}


def limiting(setting: Setting, formula: str, given: dict[str, str] | None = None) -> Limiting:
    return Limiting(setting=setting, formula=formula, given=given or {})


TRUE = {
    "14.3 large factor": limiting(SCALED, r"\lim_{t \to \infty} a_{j} = δ_{j y}", UNIQUE),
    "14.3 ties": limiting(SCALED, r"\lim_{t \to \infty} a_{j} = \frac{1_{j \in J}}{| J |}", TIES),
    "small factor": limiting(SCALED, r"\lim_{t \to 0} a_{j} = \frac{1}{m}"),
    "12.2 T to 0": limiting(TEMPERATURE, r"p_{w} \to δ_{w y}, T \to 0^{+}", HOT),
    "12.2 T to infinity": limiting(TEMPERATURE, r"p_{w} \to \frac{1}{N}, T \to \infty"),
    "12.2 loss of the maximum": limiting(TEMPERATURE, r"- \ln p_{y} \to 0, T \to 0", HOT),
    "7.3 derivatives": limiting(SATURATED, r"a_{j} (δ_{j k} - a_{k}) \to 0", ONE_HOT),
    "7.3 derivatives of the scaled softmax": limiting(
        replace(SCALED, fixed={"y": "m"}), r"\lim_{t \to \infty} a_{j} (δ_{j k} - a_{k}) = 0", UNIQUE
    ),
    "7.3 ties do not vanish": limiting(
        SCALED,
        r"\lim_{t \to \infty} a_{j} (δ_{j k} - a_{k}) = \frac{1_{j \in J}}{| J |} (δ_{j k} - \frac{1_{k \in J}}{| J |})",
        TIES,
    ),
}  # fmt: skip

FALSE = {
    "no maximum": limiting(SCALED, r"\lim_{t \to \infty} a_{j} = δ_{j y}"),
    "a maximum that may be shared": limiting(SCALED, r"\lim_{t \to \infty} a_{j} = δ_{j y}", {"maximum": r"s_{r} \leq s_{y}"}),
    "each of the ties alone": limiting(SCALED, r"\lim_{t \to \infty} a_{j} = 1_{j \in J}", TIES),
    "the wrong end": limiting(SCALED, r"\lim_{t \to 0} a_{j} = δ_{j y}", UNIQUE),
    "not uniform": limiting(TEMPERATURE, r"p_{w} \to 1, T \to \infty"),
    "uniform at the wrong end": limiting(TEMPERATURE, r"p_{w} \to \frac{1}{N}, T \to 0"),
    "the loss of another token": limiting(replace(TEMPERATURE, fixed={"y": "N"}), r"- \ln p_{w} \to 0, T \to 0", HOT),
    "a wrong sign": limiting(SATURATED, r"a_{j} (δ_{j k} + a_{k}) \to 0", ONE_HOT),
    "not saturated": limiting(SATURATED, r"a_{j} (δ_{j k} - a_{k}) \to 0", {"even": r"a_{j} \to \frac{1}{2}"}),
    "ties do not saturate": limiting(SCALED, r"\lim_{t \to \infty} a_{j} (δ_{j k} - a_{k}) = 0", TIES),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_for_all_shapes_and_values(name: str) -> None:
    found = TRUE[name].examined()
    assert found.result is Result.PROVED and found.theorems == (LIMITS,), found
    assert found.certificate is not None and found.instance is not None
    check(found.statement["parts"][0], found.certificate["parts"][0])


@pytest.mark.parametrize("name", FALSE)
def test_a_false_neighbour_is_refuted(name: str) -> None:
    found = FALSE[name].examined()
    assert found.result is Result.REFUTED and found.counterexample is not None
    assert "lim = " in found.counterexample.shown()


@pytest.mark.parametrize("name", ["14.3 large factor", "14.3 ties", "12.2 T to 0", "12.2 loss of the maximum"])
def test_every_hypothesis_is_needed(name: str) -> None:
    claim = TRUE[name]
    assert claim.given
    assert all(claim.without(hypothesis).examined().result is Result.REFUTED for hypothesis in claim.given)


def test_a_tie_is_the_counterexample_to_a_maximum_that_is_not_unique() -> None:
    counterexample = FALSE["a maximum that may be shared"].examined().counterexample
    assert counterexample is not None  # e^(0 t) / (e^(0 t) + e^(0 t)) = 1/2
    assert counterexample.shown() == "m = 2, s = (0, 0), j = 1, y = 1; lim = 1/2 ≠ 1"


def test_a_letter_that_only_the_hypothesis_has_is_not_one_index() -> None:
    """`ℓ_r < ℓ_y for r ≠ y` for all y would hold for no two numbers, and prove anything."""
    for hypothesis in (*HOT.values(), r"ℓ_{r} \leq ℓ_{y}"):
        with pytest.raises(IllTyped, match="fix one"):
            limiting(TEMPERATURE, r"- \ln p_{w} \to 0, T \to 0", {"maximum": hypothesis}).examined()


def test_that_the_parameter_is_positive_is_no_hypothesis() -> None:
    assert TRUE["14.3 large factor"].hypotheses == ("unique maximum",)
    assert TRUE["14.3 ties"].hypotheses == (*TIES, "J ≠ ∅")


def test_an_infinite_limit_is_said() -> None:
    found = limiting(SCALED, r"\lim_{t \to \infty} t = 1").examined()
    assert found.counterexample is not None and found.counterexample.shown().endswith("lim = ±∞")


def test_a_limit_without_its_law_is_undecided() -> None:
    found = limiting(SCALED, r"\lim_{t \to \infty} t (a_{j} - a_{k}) = 0", {"equal": r"s_{j} = s_{k}"}).examined()
    assert found.result is Result.UNDECIDED


@pytest.mark.parametrize(
    "formula", [r"a_{j} = 0", r"\lim_{t \to 1} a_{j} = 0", r"\lim_{u \to \infty} a_{j} = 0", r"\lim_{s \to \infty} a_{j} = 0"]
)
def test_what_is_no_limit_is_said(formula: str) -> None:
    with pytest.raises(IllTyped):
        limiting(SCALED, formula).examined()
