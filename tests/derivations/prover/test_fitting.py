"""Instances of hypotheses that give no entry outright: symmetric and orthogonal matrices, weights that sum to one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations.answer import Outcome, answers
from derivations.prover.identity import Identity
from derivations.prover.instances import Instance
from derivations.prover.question import question
from derivations.prover.refutation import satisfying

SIZES = (1, 2, 3)


def instances(hypothesis: str, **declared: object) -> list[Instance]:
    setting = question({"given": hypothesis, "claim": "y = y", "shapes": ["W: n n", "p: n", "y: n"], **declared}).setting
    [equation] = Identity(setting=setting, formula=r"y_{i} = \sum_{j} W_{i j} p_{j}").each()
    found = [satisfying(equation.statement, {"n": size}, seed) for size in SIZES for seed in range(3)]
    assert all(one is not None for one in found)
    return [one for one in found if one is not None]


def test_entries_are_solved_for() -> None:
    for found in instances("W = W^{T}"):
        assert all(value == found.entries["W"][j, i] for (i, j), value in found.entries["W"].items())
    for found in instances(r"\sum_{i} p_{i} = 1"):
        assert sum(found.entries["p"].values()) == 1


def test_positive_entries_are_scaled() -> None:
    for found in instances(r"\sum_{j} W_{i j} = 1", positive="W"):
        size = found.sizes["n"]
        assert all(sum(found.entries["W"][i, j] for j in range(size)) == 1 for i in range(size))
        assert all(value > 0 for value in found.entries["W"].values())


def test_rotations_and_projections() -> None:
    for found in instances(r"\sum_{k} W_{k i} W_{k j} = δ_{i j}"):
        w, rows = found.entries["W"], range(found.sizes["n"])
        assert all(sum(w[k, i] * w[k, j] for k in rows) == Fraction(i == j) for i in rows for j in rows)
    for found in instances(r"\sum_{k} W_{i k} W_{k j} = W_{i j}"):
        w, rows = found.entries["W"], range(found.sizes["n"])
        assert all(sum(w[i, k] * w[k, j] for k in rows) == w[i, j] for i in rows for j in rows)


@pytest.mark.parametrize(
    ("given", "claim", "outcome"),
    [
        ("W = W^{T}", r"\sum_{i} \sum_{j} p_{i} W_{i j} y_{j} = \sum_{i} \sum_{j} y_{i} W_{i j} p_{j}", Outcome.PROVED),
        ("W = W^{T}", r"\sum_{i} \sum_{j} p_{i} W_{i j} y_{j} = \sum_{i} \sum_{j} p_{i} W_{i j} p_{j}", Outcome.REFUTED),
        ("W = W^{T}", "W_{i j} W_{i j} = W_{j i} W_{i j}", Outcome.PROVED),
        ("W^{T} = - W", r"\sum_{i} \sum_{j} p_{i} W_{i j} p_{j} = 0", Outcome.PROVED),
        ("W^{T} = - W", r"\sum_{i} \sum_{j} p_{i} W_{i j} y_{j} = 0", Outcome.REFUTED),
        (r"\sum_{k} W_{k i} W_{k j} = δ_{i j}", r"\sum_{k} W_{k i} W_{k i} = 1", Outcome.PROVED),
        (r"\sum_{k} W_{k i} W_{k j} = δ_{i j}", r"W_{i j} = W_{j i}", Outcome.REFUTED),
        (r"\sum_{k} W_{k i} W_{k j} = δ_{i j}",
         r"\sum_{k} (\sum_{i} W_{k i} p_{i}) (\sum_{j} W_{k j} y_{j}) = \sum_{i} p_{i} y_{i}", Outcome.PROVED),
        (r"\sum_{i} p_{i} = 1", r"\sum_{i} p_{i} (y_{i} - \sum_{j} p_{j} y_{j}) = 0", Outcome.PROVED),
        (r"\sum_{i} p_{i} = 1", r"\sum_{i} p_{i} y_{i} = \sum_{i} y_{i}", Outcome.REFUTED),
    ],
)  # fmt: skip
def test_what_follows_from_such_a_hypothesis(given: str, claim: str, outcome: Outcome) -> None:
    [answer] = answers(question({"shapes": ["W: n n", "p: n", "y: n"], "given": given, "claim": claim}))
    assert answer.outcome is outcome
    if outcome is Outcome.PROVED:
        assert [each.needed for each in answer.hypotheses] == [True]
