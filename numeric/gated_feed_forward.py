"""The gated feed-forward network (SwiGLU and its kin), and its backward pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.activation import ActivationName, activation
from numeric.dropout import dropout, dropout_backward
from numeric.fields.number import T
from numeric.linear import check_linear, linear, linear_backward
from numeric.matrix import Matrix, ShapeMismatch
from numeric.weights import Weights


@dataclass(frozen=True, slots=True)
class GatedFeedForwardRun(Generic[T]):
    """X: (T, d)   G: (T, m) before the activation   B: (T, m) what is gated   C: (T, m) = σ(G) ⊙ B   Y: (T, d)."""

    X: Matrix[T]
    G: Matrix[T]
    B: Matrix[T]
    C: Matrix[T]
    Y: Matrix[T]
    dropout: Matrix[T] | None


@dataclass(frozen=True, slots=True)
class GatedFeedForward(Generic[T]):
    """FFN(x) = (σ(x W_1 + b_1) ⊙ (x W_3 + b_3)) W_2 + b_2; with SiLU it is SwiGLU (Shazeer 2020; letters as in Llama).

    W_1, W_3: (d, m)   W_2: (m, d)   biases optional. Raises ShapeMismatch.
    """

    W_1: Matrix[T]
    W_2: Matrix[T]
    W_3: Matrix[T]
    b_1: Matrix[T] | None = None
    b_2: Matrix[T] | None = None
    b_3: Matrix[T] | None = None
    activation: ActivationName = "silu"

    @classmethod
    def of(cls, weights: Weights[T], d: int, m: int, *, bias: bool, activation: ActivationName) -> GatedFeedForward[T]:
        """The layer with weights asked for by name."""
        W_1, W_2, W_3 = weights("W_1", d, m), weights("W_2", m, d), weights("W_3", d, m)
        if not bias:
            return cls(W_1, W_2, W_3, activation=activation)
        return cls(W_1, W_2, W_3, weights("b_1", 1, m), weights("b_2", 1, d), weights("b_3", 1, m), activation)

    def __post_init__(self) -> None:
        d, m = self.W_1.shape
        check_linear("gated feed-forward", "1", self.W_1, d, self.b_1)
        check_linear("gated feed-forward", "2", self.W_2, m, self.b_2)
        check_linear("gated feed-forward", "3", self.W_3, d, self.b_3)
        if self.W_3.shape[1] != m:
            raise ShapeMismatch("gated feed-forward", "columns of W_1", m, "columns of W_3", self.W_3.shape[1])

    def forward(self, X: Matrix[T], inner_dropout: Matrix[T] | None = None) -> GatedFeedForwardRun[T]:
        """X: (T, d)   inner_dropout: (T, m), applied to σ(G) ⊙ B."""
        G, B = linear(X, self.W_1, self.b_1), linear(X, self.W_3, self.b_3)
        C = dropout(G.map(activation(X.field, self.activation).value).hadamard(B), inner_dropout)
        return GatedFeedForwardRun(X, G, B, C, linear(C, self.W_2, self.b_2), inner_dropout)

    def backward(self, run: GatedFeedForwardRun[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], GatedFeedForward[T]]:
        """Ḡ = C̄ ⊙ B ⊙ σ′(G), B̄ = C̄ ⊙ σ(G). Returns X̄ and the gradients of the parameters."""
        σ = activation(Y_bar.field, self.activation)
        C_bar, W_2, b_2 = linear_backward(run.C, self.W_2, self.b_2, Y_bar)
        C_bar = dropout_backward(C_bar, run.dropout)
        X_G, W_1, b_1 = linear_backward(run.X, self.W_1, self.b_1, C_bar.hadamard(run.B).hadamard(run.G.map(σ.slope)))
        X_B, W_3, b_3 = linear_backward(run.X, self.W_3, self.b_3, C_bar.hadamard(run.G.map(σ.value)))
        return X_G + X_B, replace(self, W_1=W_1, W_2=W_2, W_3=W_3, b_1=b_1, b_2=b_2, b_3=b_3)
