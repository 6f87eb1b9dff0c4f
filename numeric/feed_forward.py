"""The position-wise feed-forward network, and its backward pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.activation import ActivationName, activation
from numeric.dropout import dropout, dropout_backward
from numeric.fields.number import T
from numeric.linear import check_linear, linear, linear_backward
from numeric.matrix import Matrix
from numeric.weights import Weights


@dataclass(frozen=True, slots=True)
class FeedForwardRun(Generic[T]):
    """X: (T, d)   B: (T, m) before the activation   C: (T, m) = σ(B), with dropout D ⊙ σ(B)   Y: (T, d)."""

    X: Matrix[T]
    B: Matrix[T]
    C: Matrix[T]
    Y: Matrix[T]
    dropout: Matrix[T] | None


@dataclass(frozen=True, slots=True)
class FeedForward(Generic[T]):
    """FFN(x) = σ(x W_1 + b_1) W_2 + b_2, the same at every position (notes §8.2; Vaswani 2017, §3.3).

    W_1: (d, m)   W_2: (m, d)   b_1: (1, m)   b_2: (1, d), each bias optional. Raises ShapeMismatch.
    """

    W_1: Matrix[T]
    W_2: Matrix[T]
    b_1: Matrix[T] | None = None
    b_2: Matrix[T] | None = None
    activation: ActivationName = "relu"

    @classmethod
    def of(cls, weights: Weights[T], d: int, m: int, *, bias: bool, activation: ActivationName) -> FeedForward[T]:
        """The layer with weights asked for by name."""
        W_1, W_2 = weights("W_1", d, m), weights("W_2", m, d)
        b_1, b_2 = (weights("b_1", 1, m), weights("b_2", 1, d)) if bias else (None, None)
        return cls(W_1, W_2, b_1, b_2, activation)

    def __post_init__(self) -> None:
        check_linear("feed-forward", "1", self.W_1, self.W_1.shape[0], self.b_1)
        check_linear("feed-forward", "2", self.W_2, self.W_1.shape[1], self.b_2)

    def forward(self, X: Matrix[T], inner_dropout: Matrix[T] | None = None) -> FeedForwardRun[T]:
        """X: (T, d)   inner_dropout: (T, m), applied to σ(B)."""
        B = linear(X, self.W_1, self.b_1)
        C = dropout(B.map(activation(X.field, self.activation).value), inner_dropout)
        return FeedForwardRun(X, B, C, linear(C, self.W_2, self.b_2), inner_dropout)

    def backward(self, run: FeedForwardRun[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], FeedForward[T]]:
        """B̄ = C̄ ⊙ σ′(B) between two linear layers (notes §10.8). Returns X̄ and the gradients of the parameters."""
        C_bar, W_2, b_2 = linear_backward(run.C, self.W_2, self.b_2, Y_bar)
        slopes = run.B.map(activation(Y_bar.field, self.activation).slope)
        B_bar = dropout_backward(C_bar, run.dropout).hadamard(slopes)
        X_bar, W_1, b_1 = linear_backward(run.X, self.W_1, self.b_1, B_bar)
        return X_bar, replace(self, W_1=W_1, W_2=W_2, b_1=b_1, b_2=b_2)
