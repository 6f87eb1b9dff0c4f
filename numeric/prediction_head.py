"""BERT's masked-token head: one more hidden layer between the tower and the output projection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.activation import ActivationName, activation
from numeric.fields.number import T
from numeric.layer_norm import Normalised
from numeric.linear import check_linear, linear, linear_backward
from numeric.matrix import Matrix
from numeric.residual import Norm
from numeric.weights import Weights, under


@dataclass(frozen=True, slots=True)
class PredictionHeadRun(Generic[T]):
    """X: (T, d) hidden rows   B: (T, d) before the activation   normalised: of σ(B); its `Y` is the result, (T, d)."""

    X: Matrix[T]
    B: Matrix[T]
    normalised: Normalised[T]

    @property
    def Y(self) -> Matrix[T]:
        return self.normalised.Y


@dataclass(frozen=True, slots=True)
class PredictionHead(Generic[T]):
    """Y = N(σ(X W + b)), which the output projection then reads (Devlin 2018, §3.1, and the published code).

    W: (d, d)   b: (1, d)   norm: N, of width d. Raises ShapeMismatch.
    """

    W: Matrix[T]
    b: Matrix[T]
    norm: Norm[T]
    activation: ActivationName = "gelu"

    @classmethod
    def of(
        cls, weights: Weights[T], d: int, norm: Callable[[Weights[T]], Norm[T]], activation: ActivationName
    ) -> PredictionHead[T]:
        """The layer with weights asked for by name; norm: makes the normalisation from its weights."""
        return cls(weights("W", d, d), weights("b", 1, d), norm(under(weights, "norm")), activation)

    def __post_init__(self) -> None:
        check_linear("prediction head", "head", self.W, self.W.shape[1], self.b)

    def forward(self, X: Matrix[T]) -> PredictionHeadRun[T]:
        """X: (T, d)."""
        B = linear(X, self.W, self.b)
        return PredictionHeadRun(X, B, self.norm.forward(B.map(activation(X.field, self.activation).value)))

    def backward(self, run: PredictionHeadRun[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], PredictionHead[T]]:
        """B̄ = N̄(Ȳ) ⊙ σ′(B). Returns X̄ and the gradients of the parameters."""
        C_bar, norm = self.norm.backward(run.normalised, Y_bar)
        B_bar = C_bar.hadamard(run.B.map(activation(Y_bar.field, self.activation).slope))
        X_bar, W, b = linear_backward(run.X, self.W, self.b, B_bar)
        assert b is not None
        return X_bar, replace(self, W=W, b=b, norm=norm)
