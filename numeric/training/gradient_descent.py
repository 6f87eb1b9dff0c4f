"""Gradient descent, with momentum, Nesterov's or plain, or without."""

from __future__ import annotations

from typing import Any, Generic

from lessonproof.records import dataclass
from numeric.fields.number import Rational
from numeric.parameters import Model, field_of, mapped


@dataclass(frozen=True, slots=True)
class DescentStep(Generic[Model]):
    """velocity: v, the gradients themselves without momentum   parameters: θ after the step."""

    velocity: Model
    parameters: Model


def gradient_descent(
    parameters: Model,
    gradients: Model,
    eta: Any,
    *,
    momentum: Rational = 0,
    velocity: Model | None = None,
    nesterov: bool = False,
) -> DescentStep[Model]:
    """v_new = μ v + g (g at the first step), θ_new = θ − η v_new, of all matrices at once (notes §10.1; Polyak 1964).

    eta: written exactly, or a number of the field   momentum: μ   velocity: that of the step before, None at the first.
    nesterov: θ_new = θ − η (g + μ v_new) instead, the gradient as if one were already further along the velocity
    (Nesterov 1983, in the form of Sutskever 2013 that programs use).
    """
    field = field_of(parameters)
    with field.working():
        η, μ = field.element(eta), field.num(momentum)
        v_new = gradients if velocity is None else mapped(lambda v, g: v.scaled(μ) + g, velocity, gradients)
        along = mapped(lambda g, v: g + v.scaled(μ), gradients, v_new) if nesterov else v_new
        return DescentStep(v_new, mapped(lambda θ, step: θ - step.scaled(η), parameters, along))
