"""Three steps of every optimizer, on whole models, against PyTorch's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from flint import arb

from numeric.fields import Ball, Field, Float64
from numeric.parameters import named
from numeric.training.adam import AdamStep, adam
from numeric.training.gradient_descent import DescentStep, gradient_descent
from tests.oracle.double_precision import Tape
from tests.oracle.pairs import PAIRS, Pair

STEPS = 3


@dataclass(frozen=True)
class Optimizer:
    """step: model, gradients, the step before -> the step   theirs: parameters -> PyTorch's
    epsilon: what Adam adds to √v̂, None for descent."""

    step: Callable[[Any, Any, Any], Any]
    theirs: Callable[[Any], torch.optim.Optimizer]
    epsilon: float | None = None

    def tolerance(self, place: str) -> float:
        """10⁻¹², but where Adam meets a bias of keys.

        A softmax does not see what is added to all its scores, so the gradient of b_K is exactly zero, and what a program
        finds is rounding noise of at most about 10⁻¹⁵. Adam divides it by √v̂ + ε >= ε, and walks η times that.
        """
        if self.epsilon is not None and ".b_K[" in place:
            return STEPS * 0.03125 * 1e-15 / self.epsilon
        return 1e-12


def descent(**settings: Any) -> Callable[[Any, Any, Any], DescentStep[Any]]:
    def step(model: Any, gradients: Any, before: DescentStep[Any] | None) -> DescentStep[Any]:
        return gradient_descent(model, gradients, "0.03125", velocity=before.velocity if before else None, **settings)

    return step


def adaptive(**settings: Any) -> Callable[[Any, Any, Any], AdamStep[Any]]:
    def step(model: Any, gradients: Any, before: AdamStep[Any] | None) -> AdamStep[Any]:
        return adam(model, gradients, "0.03125", before=before, **settings)

    return step


# Settings that are doubles, with powers that are: 1 − βᵗ is then as exact in PyTorch as it is here.
BINARY: dict[str, Any] = {"beta_1": "0.875", "beta_2": "0.984375", "epsilon": "0.00000095367431640625"}
THEIR_BINARY: dict[str, Any] = {"lr": 0.03125, "betas": (0.875, 0.984375), "eps": 2.0**-20}

OPTIMIZERS = {
    "descent": Optimizer(descent(), lambda θ: torch.optim.SGD(θ, 0.03125)),
    "momentum": Optimizer(descent(momentum="0.9"), lambda θ: torch.optim.SGD(θ, 0.03125, momentum=0.9)),
    "Nesterov": Optimizer(
        descent(momentum="0.9", nesterov=True), lambda θ: torch.optim.SGD(θ, 0.03125, momentum=0.9, nesterov=True)
    ),
    "Adam": Optimizer(adaptive(), lambda θ: torch.optim.Adam(θ, 0.03125), 1e-8),
    "Adam of the paper": Optimizer(
        adaptive(beta_2="0.98", epsilon="1e-9"), lambda θ: torch.optim.Adam(θ, 0.03125, betas=(0.9, 0.98), eps=1e-9), 1e-9
    ),
    "AdamW": Optimizer(adaptive(decay="0.01"), lambda θ: torch.optim.AdamW(θ, 0.03125, weight_decay=0.01), 1e-8),
    "Adam, binary": Optimizer(adaptive(**BINARY), lambda θ: torch.optim.Adam(θ, **THEIR_BINARY), 2.0**-20),
    "AdamW, binary": Optimizer(
        adaptive(decay="0.25", **BINARY), lambda θ: torch.optim.AdamW(θ, weight_decay=0.25, **THEIR_BINARY), 2.0**-20
    ),
}


def ours(pair: Pair, optimizer: Optimizer, field: Field[Any], steps: int) -> dict[str, Any]:
    """Every entry of the parameters after the steps, the gradients taken anew before each."""
    model, step = pair.model(field), None
    for _ in range(steps):
        step = optimizer.step(model, pair.gradients(model)[0], step)
        model = step.parameters
    return entries({name: matrix.rows() for name, matrix in named(model)})


def theirs(pair: Pair, optimizer: Optimizer, steps: int) -> dict[str, float]:
    witness = pair.loaded()
    running = optimizer.theirs(witness.places.parameters())
    for _ in range(steps):
        running.zero_grad()
        pair.their_loss(witness.outputs()).backward()  # type: ignore[no-untyped-call]
        running.step()
    return entries(witness.places.values())


def entries(matrices: dict[str, list[list[Any]]]) -> dict[str, Any]:
    return {f"{n}[{i},{j}]": x for n, rows in matrices.items() for i, row in enumerate(rows) for j, x in enumerate(row)}


@pytest.mark.parametrize("optimizer", OPTIMIZERS.values(), ids=OPTIMIZERS.keys())
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_updates_agree_to_twelve_digits(pair: Pair, optimizer: Optimizer) -> None:
    mine, reference = ours(pair, optimizer, Float64(), STEPS), theirs(pair, optimizer, STEPS)
    assert mine.keys() == reference.keys()
    for place, x in mine.items():
        assert abs(x - reference[place]) < optimizer.tolerance(place), place


def test_a_bias_of_keys_has_exactly_no_gradient() -> None:
    """As the tolerance above says: the enclosures hold zero and next to nothing else."""
    pair, field = PAIRS["pre-norm causal decoder"], Ball(200)
    gradients = pair.ours(field).gradients
    biases = [entry for name, rows in gradients.items() if name.endswith(".b_K") for entry in rows[0]]
    assert len(biases) == 16
    assert all(entry.contains(0) and entry.rad() < 1e-40 for entry in biases)


@pytest.mark.parametrize("name", ["momentum", "Nesterov", "Adam, binary", "AdamW, binary"])
def test_updates_lie_within_their_own_rounding_error_of_the_enclosure(name: str) -> None:
    pair, optimizer, tape, field = PAIRS["pre-norm causal decoder"], OPTIMIZERS[name], Tape(), Ball(200)
    recorded, enclosures = ours(pair, optimizer, tape, 2), ours(pair, optimizer, field, 2)
    bounds = dict(zip(recorded, tape.errors(list(recorded.values())), strict=True))
    assert max(bounds.values()) < 1e-8
    with field.working():
        for place, x in theirs(pair, optimizer, 2).items():
            assert enclosures[place].rad() < 1e-20, place
            assert abs(enclosures[place] - x).upper() <= arb(float(bounds[place])) + 1e-20, place
