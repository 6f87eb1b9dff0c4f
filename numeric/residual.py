"""A residual connection around a sublayer, with its normalisation before or after, and the backward pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, Protocol, TypeVar

from lessonproof.records import dataclass
from numeric.dropout import dropout, dropout_backward
from numeric.fields.number import T
from numeric.layer_norm import LayerNorm, Normalised
from numeric.matrix import Matrix
from numeric.rms_norm import RMSNorm

Norm = LayerNorm[T] | RMSNorm[T]
Order = Literal["pre", "post"]


class SublayerRun(Protocol[T]):
    """What a sublayer computed; its result is Y."""

    @property
    def Y(self) -> Matrix[T]: ...


Run = TypeVar("Run")
Gradients = TypeVar("Gradients")


@dataclass(frozen=True, slots=True)
class ResidualRun(Generic[T, Run]):
    """inner: the sublayer's run   normalised: that of the normalisation, None without one   Y: (T, d)."""

    inner: Run
    normalised: Normalised[T] | None
    Y: Matrix[T]
    dropout: Matrix[T] | None


_Inner = TypeVar("_Inner", bound=SublayerRun)  # type: ignore[type-arg]


def residual(
    X: Matrix[T],
    norm: Norm[T] | None,
    order: Order,
    sublayer: Callable[[Matrix[T]], _Inner],
    mask: Matrix[T] | None = None,
) -> ResidualRun[T, _Inner]:
    """pre: Y = X + D ⊙ F(N(X)) (notes §8.5)   post: Y = N(X + D ⊙ F(X)) (Vaswani 2017, §3.1; lesson 2, card 4).

    norm: None leaves the normalisation out   sublayer: F   mask: D, None without dropout.
    """
    if order == "pre":
        normalised = None if norm is None else norm.forward(X)
        inner = sublayer(X if normalised is None else normalised.Y)
        return ResidualRun(inner, normalised, X + dropout(inner.Y, mask), mask)
    inner = sublayer(X)
    added = X + dropout(inner.Y, mask)
    normalised = None if norm is None else norm.forward(added)
    return ResidualRun(inner, normalised, added if normalised is None else normalised.Y, mask)


def residual_backward(
    run: ResidualRun[T, Run],
    norm: Norm[T] | None,
    order: Order,
    Y_bar: Matrix[T],
    sublayer_backward: Callable[[Matrix[T]], tuple[Matrix[T], Gradients]],
) -> tuple[Matrix[T], Norm[T] | None, Gradients]:
    """pre: X̄ = Ȳ + N̄(F̄(D ⊙ Ȳ))   post: X̄ = S̄ + F̄(D ⊙ S̄) with S̄ = N̄(Ȳ), the gradient of the sum (notes §8.3, §10.8).

    sublayer_backward: gradient of F's result -> gradient of its input, and F's gradients.
    Returns X̄, the gradients of the normalisation, and those of the sublayer.
    """
    norm_bar: Norm[T] | None = None
    if order == "pre":
        inner_bar, gradients = sublayer_backward(dropout_backward(Y_bar, run.dropout))
        if norm is not None and run.normalised is not None:
            inner_bar, norm_bar = norm.backward(run.normalised, inner_bar)
        return Y_bar + inner_bar, norm_bar, gradients
    if norm is not None and run.normalised is not None:
        Y_bar, norm_bar = norm.backward(run.normalised, Y_bar)
    inner_bar, gradients = sublayer_backward(dropout_backward(Y_bar, run.dropout))
    return Y_bar + inner_bar, norm_bar, gradients
