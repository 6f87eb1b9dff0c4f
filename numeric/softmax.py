"""Softmax of one list of scores, and its backward rule."""

from __future__ import annotations

from collections.abc import Sequence

from numeric.fields.field import Field
from numeric.fields.number import T


def softmax(field: Field[T], scores: Sequence[T]) -> list[T]:
    """p_i = e^{s_i} / Σ_r e^{s_r} (notes §7.2): positive, with sum 1. Scores are logits; at least one.

    A single score has probability exactly 1, whatever it is.
    """
    if len(scores) == 1:
        return [field.num(1)]
    shift = field.shift(scores)
    exponentials = [field.exp(score - shift) for score in scores]
    total = field.total(exponentials)
    return [exponential / total for exponential in exponentials]


def softmax_backward(field: Field[T], p: Sequence[T], p_bar: Sequence[T]) -> list[T]:
    """s̄_i = p_i (p̄_i − Σ_r p_r p̄_r) (notes §10.6): from the gradients of the probabilities to those of the scores."""
    mean = field.total([weight * gradient for weight, gradient in zip(p, p_bar, strict=True)])
    return [weight * (gradient - mean) for weight, gradient in zip(p, p_bar, strict=True)]
