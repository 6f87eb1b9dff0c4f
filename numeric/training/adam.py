"""Adam and AdamW, with the values between gradient and update that a lesson prints."""

from __future__ import annotations

from typing import Any, Generic

from lessonproof.records import dataclass
from numeric.fields.field import Field
from numeric.fields.number import Rational, T, rational
from numeric.matrix import Matrix
from numeric.parameters import Model, field_of, mapped


@dataclass(frozen=True, slots=True)
class AdamStep(Generic[Model]):
    """Step t: m, v the moments, m_hat, v_hat corrected for their start at zero, update = m̂/(√v̂ + ε) (+ λ θ), and the
    parameters after the step. Each is a tree of the model's class. The next step starts from this one."""

    t: int
    m: Model
    v: Model
    m_hat: Model
    v_hat: Model
    update: Model
    parameters: Model


def adam(
    parameters: Model,
    gradients: Model,
    eta: Any,
    *,
    before: AdamStep[Model] | None = None,
    beta_1: Rational = "0.9",
    beta_2: Rational = "0.999",
    epsilon: Rational = "1e-8",
    decay: Rational = 0,
) -> AdamStep[Model]:
    """m = β₁ m + (1 − β₁) g, v = β₂ v + (1 − β₂) g², m̂ = m/(1 − β₁ᵗ), v̂ = v/(1 − β₂ᵗ),
    θ_new = θ − η (m̂/(√v̂ + ε) + λ θ) (Kingma & Ba 2015; with λ > 0 AdamW, Loshchilov & Hutter 2019).

    eta: written exactly, or a number of the field   before: the step before, None at the first   decay: λ.
    The Transformer's paper takes β₂ = 0.98, ε = 10⁻⁹ (§5.3). A gradient that is exactly zero moves nothing (λ = 0).
    ValueError unless 0 <= β < 1 and ε >= 0, and where ε = 0 and a √v̂ is zero; SignUndecided where balls cannot tell.
    """
    β1, β2, ε = rational(beta_1), rational(beta_2), rational(epsilon)
    if not (0 <= β1 < 1 and 0 <= β2 < 1 and ε >= 0):
        raise ValueError(f"Adam needs 0 <= β < 1 and ε >= 0, not β₁ = {beta_1}, β₂ = {beta_2}, ε = {epsilon}")
    field = field_of(parameters)
    t = before.t + 1 if before else 1
    with field.working():
        η, λ = field.element(eta), field.num(decay)
        m = mapped(lambda g: g.scaled(1 - β1), gradients)
        v = mapped(lambda g: g.hadamard(g).scaled(1 - β2), gradients)
        if before is not None:
            m = mapped(lambda old, new: old.scaled(β1) + new, before.m, m)
            v = mapped(lambda old, new: old.scaled(β2) + new, before.v, v)
        m_hat = mapped(lambda each: each.scaled(1 / (1 - β1**t)), m)
        v_hat = mapped(lambda each: each.scaled(1 / (1 - β2**t)), v)
        update = mapped(lambda up, down: _quotient(field, up, down, field.num(ε)), m_hat, v_hat)
        if rational(decay):
            update = mapped(lambda step, θ: step + θ.scaled(λ), update, parameters)
        after = mapped(lambda θ, step: θ - step.scaled(η), parameters, update)
        return AdamStep(t, m, v, m_hat, v_hat, update, after)


def _quotient(field: Field[T], m_hat: Matrix[T], v_hat: Matrix[T], ε: T) -> Matrix[T]:
    """m̂/(√v̂ + ε), entry by entry."""

    def entry(m: T, v: T) -> T:
        # v̂ is a sum of squares, also where its ball reaches below zero.
        below = field.root_of_squares(v) + ε
        if field.sign(below) <= 0:
            raise ValueError("Adam divides by √v̂ + ε = 0: a gradient that has always been zero, and ε = 0")
        return m / below

    pairs = zip(m_hat.rows(), v_hat.rows(), strict=True)
    return field.of_rows([[entry(m, v) for m, v in zip(*pair, strict=True)] for pair in pairs])
