"""Expectation and variance as sections 7.1 and 7.2 of the notes state them, with every hypothesis audited."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from derivations.kernel.expectation import check
from derivations.kernel.language import Rejected
from derivations.prover import moment_search
from derivations.prover.expected import Expected
from derivations.prover.finding import Result
from derivations.prover.instances import Instance
from derivations.prover.ordered import POSITIVE, Ordered
from derivations.prover.probability import SIGN, Law, Space, Unit
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.trials import at_laws

SCORE = Setting(sizes="d_k", shapes={"q": "d_k", "k": "d_k"}, where=(r"Y_{r} = q_{r} k_{r}",))
SCALARS = Setting(sizes="n", shapes={"X": "", "Y": "", "Z": "", "c": "", "ξ": "n"})
MOMENTS = {"zero mean": r"E q_{r} = 0, E k_{r} = 0", "unit variance": r"Var (q_{r}) = 1, Var (k_{r}) = 1"}
ALL = r"q_{r}, k_{r}"
SUM = r"Var (\sum_{r = 1}^{d_{k}} Y_{r}) = d_{k}"
FOURTH = r"E [(q \cdot k)^{4}] = 3 d_{k} (d_{k} - 1) + \sum_{r} E q_{r}^{4} E k_{r}^{4}"


def score(formula: str, given: dict[str, str] = MOMENTS, independent: str = ALL) -> Expected:
    return Expected(setting=SCORE, formula=formula, given=given, random="q k", independent=independent)


def scalars(formula: str, given: dict[str, str] | None = None, independent: str = "") -> Expected:
    return Expected(setting=SCALARS, formula=formula, given=given or {}, random="X Y Z ξ", independent=independent)


TRUE = {
    "7.1 mean": score(r"E Y_{r} = E q_{r} E k_{r} = 0", {"zero mean": MOMENTS["zero mean"]}),
    "7.1 second moment": score(r"E Y_{r}^{2} = E q_{r}^{2} E k_{r}^{2} = 1."),
    "7.1 variance of a product": score(r"Var (Y_{r}) = 1"),
    "7.1 variance of the score": score(SUM),
    "7.1 as printed": score(rf"{SUM}, SD (q \cdot k) = \sqrt{{d_{{k}}}} ."),
    "7.1 scaled": score(r"Var (q \cdot k / \sqrt{d_{k}}) = 1"),
    "7.1 scaled by d_k": score(r"Var (q \cdot k / d_{k}) = \frac{1}{d_{k}}"),
    "7.1 constant factor": scalars(r"Var (c Z) = c^{2} Var (Z)"),
    "7.1 fourth moment": score(FOURTH),
    "uncorrelated products suffice": score(
        SUM,
        {"zero mean": r"E Y_{r} = 0", "unit variance": r"Var (Y_{r}) = 1", "uncorrelated": r"E (Y_{r} Y_{s}) = 0, r \neq s"},
        "",
    ),
    "independent products suffice": score(
        SUM, {"zero mean": r"E Y_{r} = 0", "unit variance": r"Var (Y_{r}) = 1"}, r"(q_{r}, k_{r})"
    ),
    "7.2 definition": scalars(r"Var (Z) = E [(Z - E Z)^{2}] = E [Z^{2}] - (E Z)^{2} ."),
    "7.2 mean of a sum": scalars(r"E (X + Y) = 0", {"zero mean": r"E X = 0, E Y = 0"}),
    "7.2 without independence": scalars(r"Var (X + Y) = E [(X + Y)^{2}] .", {"zero mean": r"E X = 0, E Y = 0"}),
    "7.2 expanded": scalars(r"E [(X + Y)^{2}] = E [X^{2}] + 2 E [X Y] + E [Y^{2}]"),
    "7.2 general": scalars(r"Var (X + Y) = Var (X) + Var (Y) + 2 Cov (X, Y) ."),
    "7.2 uncorrelated": scalars(r"Var (X + Y) = Var (X) + Var (Y)", {"uncorrelated": r"Cov (X, Y) = 0"}),
    "7.2 independent": scalars(r"Var (X + Y) = Var (X) + Var (Y)", independent="X, Y"),
    "7.2 covariance of independent": scalars(r"Cov (X, Y) = 0", independent="X, Y"),
    "sums of any length": scalars(r"Var (\sum_{i} ξ_{i}) = \sum_{i} \sum_{j} Cov (ξ_{i}, ξ_{j})"),
    "independent sums": scalars(r"Var (\sum_{i} ξ_{i}) = \sum_{i} Var (ξ_{i})", independent=r"ξ_{i}"),
    "mean of n": scalars(
        r"Var (\frac{1}{n} \sum_{i} ξ_{i}) = \frac{1}{n}", {"unit variance": r"Var (ξ_{i}) = 1"}, independent=r"ξ_{i}"
    ),
}  # fmt: skip

FALSE = [
    score(r"Var (\sum_{r = 1}^{d_{k}} Y_{r}) = d_{k}^{2}"),
    score(r"Var (\sum_{r = 1}^{d_{k}} Y_{r}) = 1"),
    score(r"SD (q \cdot k) = d_{k}"),
    score(r"SD (q \cdot k) = - \sqrt{d_{k}}"),
    score(r"Var (q \cdot k / d_{k}) = 1"),
    score(r"E [(q \cdot k)^{4}] = 3 d_{k}^{2}"),
    score(SUM, independent="q, k"),
    score(SUM, independent=r"(q_{r}, k_{r})"),
    score(SUM, {"unit second moment": r"E q_{r}^{2} = 1, E k_{r}^{2} = 1"}),
    scalars(r"Var (c Z) = c Var (Z)"),
    scalars(r"Var (X + Y) = Var (X) + Var (Y)"),
    scalars(r"Var (X + Y) = Var (X) + Var (Y) + Cov (X, Y)"),
    scalars(r"Var (X + Y) = E [(X + Y)^{2}]"),
    scalars(r"Var (Z) = E [Z^{2}] + (E Z)^{2}"),
    scalars(r"E (X Y) = E X E Y"),
    scalars(r"E (X Y) = E X E Y", {"zero mean": r"E X = 0, E Y = 0"}),
    scalars(r"Var (\sum_{i} ξ_{i}) = \sum_{i} Var (ξ_{i})"),
    scalars(r"E Z^{4} = (E Z^{2})^{2}"),
]


@pytest.mark.parametrize("name", TRUE)
def test_it_is_proved_for_all_laws(name: str) -> None:
    found = TRUE[name].examined()
    assert found.result is Result.PROVED and POSITIVE in found.theorems, found
    assert found.certificate is not None and found.instance is not None
    check(found.statement["parts"][0], found.certificate["parts"][0])


@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: f"{claim.formula} {claim.independent}")
def test_a_false_neighbour_is_refuted(claim: Expected) -> None:
    found = claim.examined()
    assert found.result is Result.REFUTED and found.counterexample is not None


@pytest.mark.parametrize("name", [name for name, claim in TRUE.items() if claim.hypotheses and "suffice" not in name])
def test_every_hypothesis_is_needed(name: str) -> None:
    claim = TRUE[name]
    results = {hypothesis: claim.without(hypothesis).examined().result for hypothesis in claim.hypotheses}
    assert set(results.values()) == {Result.REFUTED}, results


def test_variables_that_are_not_centred_are_shown() -> None:
    """q and k in {0, 2}: mean 1, variance 1; E (q k)² − (E q k)² = 2 · 2 − 1 = 3."""
    counterexample = score(SUM).without("zero mean").examined().counterexample
    assert counterexample is not None
    assert counterexample.shown() == "d_k = 1, q_1 ∈ {0 : 1/2, 2 : 1/2}, k_1 ∈ {0 : 1/2, 2 : 1/2}; 3 ≠ 1"


def space(variables: list[tuple[str, tuple[int, ...]]], marginals: list[dict[Fraction, Fraction]]) -> Space:
    """Independent variables with these laws, as the random entries of the score."""
    size = 1 + max(at[0] for _, at in variables)
    units = [Unit((v,), tuple(((x,), p) for x, p in law.items())) for v, law in zip(variables, marginals, strict=True)]
    entries = {name: {(row,): Fraction(0) for row in range(size)} for name in ("q", "k")}
    statement = next(score(SUM).statements())
    return Space(statement, Instance({"d_k": size}, entries, {}, {}), Law(tuple(units)))


def test_zero_or_two_gives_variance_four_at_two() -> None:
    """q ∈ {0, 2} and k = ±1: E q² E k² = 2 for each of d_k = 2 products with mean 0, so Var = 4, not 2."""
    shifted = {Fraction(0): Fraction(1, 2), Fraction(2): Fraction(1, 2)}
    variables = [(name, (row,)) for name in ("q", "k") for row in range(2)]
    at = space(variables, [shifted, shifted, SIGN, SIGN]).outcomes[0][0]
    statement = next(score(SUM).statements())
    assert at.gap(statement["left"], ["number", "4"], {}) == 0


@pytest.mark.parametrize("d_k", [1, 2, 3])
def test_the_fourth_moment_of_signs(d_k: int) -> None:
    """E (q · k)⁴ over all signs is 3 d_k² − 2 d_k: the formula with E q⁴ = 1. The sum goes over all 4^d_k rows."""
    rows = list(product((-1, 1), repeat=2 * d_k))
    mean = Fraction(sum(sum(row[r] * row[d_k + r] for r in range(d_k)) ** 4 for row in rows), len(rows))
    assert mean == 3 * d_k**2 - 2 * d_k
    statement = next(score(FOURTH).statements())
    variables = [(name, (row,)) for name in ("q", "k") for row in range(d_k)]
    at = space(variables, [SIGN] * (2 * d_k)).outcomes[0][0]
    assert at.gap(statement["left"], ["number", str(mean)], {}) == 0


def test_the_distribution_of_four_signs() -> None:
    """7.2: (1, 4, 6, 4, 1) / 16 at −4, −2, 0, 2, 4; mean 0, second moment 4."""
    four = space([("q", (row,)) for row in range(4)], [SIGN] * 4)
    total = ["sum", "r", "d_k", ["entry", "q", ["r"]]]
    found = four.distribution(total, {})
    assert found == {Fraction(2 * ones - 4): Fraction(comb(4, ones), 16) for ones in range(5)}
    assert sum(x * p for x, p in found.items()) == 0
    assert sum(x * x * p for x, p in found.items()) == 4
    assert four.distribution(["power", total, "2"], {}) == {Fraction(0): Fraction(6, 16), Fraction(4): Fraction(8, 16),
                                                            Fraction(16): Fraction(2, 16)}  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "given", "independent"),
    [
        (r"Var (Z) \geq 0", {}, ""),
        (r"Var (Z) = 1", {"odd": r"Z > 0"}, ""),
        (r"Var (Z) = 1", {}, "c, Z"),
        (r"Var (Z) = 1", {}, r"ξ_{i} = Z"),
        (r"Var (Z) = ξ", {}, ""),
    ],
)
def test_what_is_not_read_is_said(formula: str, given: dict[str, str], independent: str) -> None:
    with pytest.raises(IllTyped):
        scalars(formula, given, independent).examined()


def test_an_expectation_of_no_polynomial_is_not_proved() -> None:
    found = scalars(r"E e^{Z} = e^{E Z}").examined()
    assert found.result is Result.REFUTED
    [statement] = found.statement["parts"]
    with pytest.raises(Rejected, match="no polynomial"):
        moment_search.certificate(statement)


def test_a_figure_in_the_formula_decides() -> None:
    claim = TRUE["7.2 general"]
    assert replace(claim, formula=claim.formula.replace("2 Cov", "3 Cov")).examined().result is Result.REFUTED


@pytest.mark.parametrize("formula", ["E q_{r} > 0", r"E (q_{r} k_{r}^{2}) \geq 0", r"E (q_{r} + 1) > 0"])
def test_what_is_random_and_positive_is_positive_at_every_outcome(formula: str) -> None:
    """The declared sign of a random letter, and a hypothesis about it, hold almost surely, not at one outcome."""
    shapes = {"q": "d", "k": "d"}
    declared = Ordered(setting=Setting(sizes="d", shapes=shapes, positive=frozenset({"q"})), formula=formula, random="q k")
    said = Ordered(setting=Setting(sizes="d", shapes=shapes), formula=formula, random="q k", given={"sign": "q_{r} > 0"})
    without = said.without("sign").examined()
    assert declared.examined().result is Result.PROVED
    assert said.examined().result is not Result.REFUTED
    assert without.result is Result.REFUTED


def test_an_equation_between_random_letters_holds_at_every_outcome() -> None:
    statement = {
        "sorts": [], "tensors": {"q": []}, "positive": [], "masks": {}, "maps": {}, "functions": [], "define": [], "free": [],
        "given": [[[], ["entry", "q", []], ["number", "-1"]]], "random": ["q"], "independent": [],
        "left": ["number", "0"], "right": ["number", "0"],
    }  # fmt: skip
    for evaluation in at_laws(statement, Instance({}, {"q": {(): Fraction(0)}}, {}, {})):
        assert all(one.entry("q", ()) == -1 for one, _ in evaluation.space.outcomes)
