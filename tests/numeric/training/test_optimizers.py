"""Steps of gradient descent, momentum, Adam and AdamW against their sums written out, and what a step guarantees."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from numeric.fields import Ball, Exact, Float64, SignUndecided
from numeric.matrix import Matrix
from numeric.parameters import mapped, named
from numeric.sequence_loss import sequence_loss
from numeric.training.adam import AdamStep, adam
from numeric.training.gradient_descent import DescentStep, gradient_descent
from numeric.training.warm_up import warm_up
from tests.numeric.models.small_models import MODELS


@dataclass(frozen=True)
class Pair:
    W: Matrix[Any]
    b: Matrix[Any] | None = None


GRADIENTS = [Fraction(3, 2), Fraction(-1, 3), Fraction(2)]


def test_momentum_is_a_geometric_sum() -> None:
    field = Exact()
    θ, step = Pair(field.matrix([[1]])), None
    for g in GRADIENTS:
        velocity = None if step is None else step.velocity
        step = gradient_descent(θ, Pair(field.matrix([[g]])), "1/10", momentum="1/2", velocity=velocity)
        θ = step.parameters
    v = [sum(Fraction(1, 2) ** (t - i) * GRADIENTS[i] for i in range(t + 1)) for t in range(3)]
    assert isinstance(step, DescentStep)
    assert step.velocity.W[0, 0] == v[2]
    assert θ.W[0, 0] == 1 - sum(v) / 10


def test_nesterov_looks_ahead_along_the_velocity() -> None:
    """Two steps by hand, η = 1/10, μ = 1/2: v = 3/2, step 9/4; then v = 5/12, step −1/3 + 5/24 = −1/8."""
    field = Exact()
    first = gradient_descent(Pair(field.matrix([[1]])), Pair(field.matrix([["3/2"]])), "1/10", momentum="1/2", nesterov=True)
    assert (first.velocity.W[0, 0], first.parameters.W[0, 0]) == (Fraction(3, 2), 1 - Fraction(9, 40))
    second = gradient_descent(
        first.parameters,
        Pair(field.matrix([["-1/3"]])),
        "1/10",
        momentum="1/2",
        velocity=first.velocity,
        nesterov=True,
    )
    assert second.velocity.W[0, 0] == Fraction(5, 12)
    assert second.parameters.W[0, 0] == 1 - Fraction(9, 40) + Fraction(1, 80)


def test_nesterov_without_momentum_is_plain_descent() -> None:
    field = Exact()
    θ, g = Pair(field.matrix([[1, 2]])), Pair(field.matrix([[3, "1/2"]]))
    plain, ahead = gradient_descent(θ, g, "0.1"), gradient_descent(θ, g, "0.1", nesterov=True)
    assert plain.parameters.W.rows() == ahead.parameters.W.rows()


def test_without_momentum_a_step_is_minus_eta_times_the_gradient() -> None:
    field = Exact()
    step = gradient_descent(Pair(field.matrix([[1, 2]])), Pair(field.matrix([[3, "1/2"]])), "0.1")
    assert step.parameters.W.rows()[0] == [Fraction(7, 10), Fraction(39, 20)]


def test_adam_is_its_sums() -> None:
    field = Exact()
    θ, step = Pair(field.matrix([["1/3"]])), None
    β1, β2 = Fraction(9, 10), Fraction(98, 100)
    for g in GRADIENTS:
        step = adam(θ, Pair(field.matrix([[g]])), "1/100", before=step, beta_2="0.98", epsilon="1e-9")
        θ = step.parameters
    assert isinstance(step, AdamStep) and step.t == 3
    m = sum((1 - β1) * β1 ** (2 - i) * g for i, g in enumerate(GRADIENTS))
    v = sum((1 - β2) * β2 ** (2 - i) * g * g for i, g in enumerate(GRADIENTS))
    assert (step.m.W[0, 0], step.v.W[0, 0]) == (m, v)
    assert step.m_hat.W[0, 0] == m / (1 - β1**3)
    assert step.v_hat.W[0, 0] == v / (1 - β2**3)
    root = field.sqrt(field.num(v / (1 - β2**3)))
    assert step.update.W[0, 0] * (root + field.num("1e-9")) == field.num(m / (1 - β1**3))


def test_the_first_step_of_adam_has_the_size_of_eta() -> None:
    """m̂ = g and v̂ = g², so the update is g/(|g| + ε)."""
    field = Exact()
    step = adam(Pair(field.matrix([[0, 0]])), Pair(field.matrix([[5, "-1/7"]])), "1/10", epsilon=0)
    assert step.update.W.rows()[0] == [1, -1]
    assert step.parameters.W.rows()[0] == [Fraction(-1, 10), Fraction(1, 10)]


def test_decay_of_adamw_is_apart_from_the_moments() -> None:
    field = Exact()
    θ, g = Pair(field.matrix([[4, 2]])), Pair(field.matrix([[1, 0]]))
    plain, decayed = adam(θ, g, "1/10"), adam(θ, g, "1/10", decay="1/2")
    assert plain.v.W.rows() == decayed.v.W.rows()
    for x, y, weight in zip(plain.parameters.W.rows()[0], decayed.parameters.W.rows()[0], (4, 2), strict=True):
        assert x - y == field.num(Fraction(weight, 20))
    assert plain.parameters.W[0, 1] == 2  # a gradient of exactly zero moves nothing


def test_a_zero_that_balls_do_not_see_still_has_an_enclosure() -> None:
    field = Ball(128)
    with field.working():
        about_zero = field.of_rows([[field.num("1/3") * 3 - 1]])
        step = adam(Pair(field.matrix([[1]])), Pair(about_zero), "1/10")
        assert step.parameters.W[0, 0].contains(1)
        assert step.parameters.W[0, 0].rad() < 1e-20
        with pytest.raises(SignUndecided):
            adam(Pair(field.matrix([[1]])), Pair(about_zero), "1/10", epsilon=0)
    with pytest.raises(ValueError, match="a gradient that has always been zero"):
        adam(Pair(field.matrix([[1]])), Pair(field.matrix([[0]])), "1/10", epsilon=0)


@pytest.mark.parametrize("setting", [{"beta_1": 1}, {"beta_2": "-0.1"}, {"epsilon": "-1e-8"}])
def test_settings_of_adam_that_make_no_sense(setting: dict[str, Any]) -> None:
    field = Exact()
    with pytest.raises(ValueError, match="Adam needs"):
        adam(Pair(field.matrix([[1]])), Pair(field.matrix([[1]])), 1, **setting)


def test_what_is_left_out_must_be_left_out_of_both() -> None:
    field = Exact()
    one = field.matrix([[1]])
    with pytest.raises(TypeError, match="left out of the other"):
        gradient_descent(Pair(one, one), Pair(one), 1)


@pytest.mark.parametrize("name", MODELS)
def test_a_small_step_certainly_lowers_the_loss(name: str) -> None:
    small, field = MODELS[name], Ball(128)
    θ, gradients = small.model(field), small.gradients(field)
    losses = []
    for model in (
        θ,
        gradient_descent(θ, gradients, "1/1000").parameters,
        adam(θ, gradients, warm_up(field, 1, 4, 100)).parameters,
    ):
        assert type(model) is type(θ)
        with field.working():
            losses.append(sequence_loss(small.run(model).logits, small.targets).L)
    before, descended, adapted = losses
    assert descended < before
    assert adapted < before


def test_two_steps_keep_every_name_and_shape() -> None:
    small, field = MODELS["llama"], Float64()
    θ, gradients = small.model(field), small.gradients(field)
    first = adam(θ, gradients, "0.01")
    second = adam(first.parameters, gradients, "0.01", before=first, decay="0.1")
    assert [(n, m.shape) for n, m in named(second.parameters)] == [(n, m.shape) for n, m in named(θ)]
    assert second.parameters.tower.layers[0].self_attention.heads == 2
    assert mapped(lambda m: m, θ).causal


def test_warm_up_of_the_paper() -> None:
    field = Exact()
    assert warm_up(field, 4000, 512) == 1 / field.sqrt(field.num(512 * 4000))
    assert warm_up(field, 2000, 512) * 2 == warm_up(field, 4000, 512)
    assert warm_up(field, 16000, 512) * 2 == warm_up(field, 4000, 512)
    assert warm_up(field, 1, 512) * 4000 == warm_up(field, 4000, 512)
    for step in (3999, 4001):
        assert field.sign(warm_up(field, 4000, 512) - warm_up(field, step, 512)) == 1
    with pytest.raises(ValueError, match="at least 1"):
        warm_up(field, 0, 512)
