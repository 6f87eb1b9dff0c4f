"""The trained block: its forward passes in plain floats from the formulas, its gradients as difference quotients."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pytest

from lessons.model_file import read_model
from numeric.computation import CertifiedQuantity, Computation
from tests.numeric.models.plain_transformer import Vector, attend, layer_norm, network, plus, relu, times

Floats = dict[str, list[list[float]]]


@pytest.fixture(scope="module")
def run() -> list[CertifiedQuantity]:
    file = read_model("pre-norm-block")
    return Computation(file.experiment.quantities).certified(file.form)


def floats(run: list[CertifiedQuantity], stage: str) -> Floats:
    """The parameters, or their gradients, or the updated ones, as the nearest doubles."""
    return {
        each.quantity.name: [[float(entry.enclosure().mid()) for entry in row if entry] for row in each.rows]
        for each in run
        if each.quantity.stage[0] == stage and each.quantity.name
    }


def logits(w: Mapping[str, Any]) -> list[Vector]:
    """T = X + MHA(LN(X)), X' = T + FFN(LN(T)), Λ = LN_f(X') U for the tokens 1, 2, 3."""
    at = "tower.layers.1."
    X = [list(w["E"][token]) for token in range(3)]
    normed = [layer_norm(w, at + "norm_self", x) for x in X]
    Z = attend(w, at + "self_attention", normed, normed, lambda i, j: j <= i, 2, 2)
    T = [plus(x, z) for x, z in zip(X, Z, strict=True)]
    Y = [plus(t, network(w, at + "feed_forward", relu, layer_norm(w, at + "norm_ffn", t))) for t in T]
    return [times(layer_norm(w, "tower.final_norm", y), w["U"]) for y in Y]


def loss(w: Mapping[str, Any]) -> float:
    """The mean of −ln p of the targets 2, 3, 4."""
    losses = [math.log(math.fsum(math.exp(x - row[i + 1]) for x in row)) for i, row in enumerate(logits(w))]
    return math.fsum(losses) / 3


def losses(run: list[CertifiedQuantity]) -> list[float]:
    return [float(each.rows[0][0].enclosure().mid()) for each in run if each.quantity.letters == "L" and each.rows[0][0]]


def test_both_losses(run: list[CertifiedQuantity]) -> None:
    before, after = losses(run)
    assert before == pytest.approx(loss(floats(run, "weights")), abs=1e-13)
    assert after == pytest.approx(loss(floats(run, "updated")), abs=1e-13)
    assert after < before


def test_every_gradient_is_its_difference_quotient(run: list[CertifiedQuantity]) -> None:
    """Truncation and rounding together stay below 10⁻⁸ at ε = 10⁻⁵; the entries are of size 10⁻³ to 10⁻¹."""
    point, gradients, step = floats(run, "weights"), floats(run, "gradients"), 1e-5
    assert gradients.keys() == point.keys()
    for name, rows in point.items():
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                moved = []
                for sign in (1, -1):
                    row[j] = value + sign * step
                    moved.append(loss(point))
                row[j] = value
                assert (moved[0] - moved[1]) / (2 * step) == pytest.approx(gradients[name][i][j], abs=1e-8), (name, i, j)


def test_the_update_is_a_tenth_of_the_gradient(run: list[CertifiedQuantity]) -> None:
    old, gradients, new = floats(run, "weights"), floats(run, "gradients"), floats(run, "updated")
    for name, rows in new.items():
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                assert value == pytest.approx(old[name][i][j] - gradients[name][i][j] / 10, abs=1e-15)


def test_nothing_is_open_and_no_relu_stands_at_a_kink(run: list[CertifiedQuantity]) -> None:
    verdicts = {entry.verdict for each in run for row in each.rows for entry in row if entry}
    assert verdicts == {"exact", "rounded"}
