"""BERT's pooler: one vector for the whole text, read off its first position."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.activation import Tanh
from numeric.fields.number import T
from numeric.linear import check_linear, linear, linear_backward
from numeric.matrix import Matrix
from numeric.weights import Weights


@dataclass(frozen=True, slots=True)
class PoolerRun(Generic[T]):
    """H: (T, d) hidden rows   B: (1, d) before tanh   Y: (1, d)."""

    H: Matrix[T]
    B: Matrix[T]
    Y: Matrix[T]


@dataclass(frozen=True, slots=True)
class Pooler(Generic[T]):
    """y = tanh(h_1 W + b) of the first position, where BERT writes [CLS] (Devlin 2018).   W: (d, d)   b: (1, d)."""

    W: Matrix[T]
    b: Matrix[T]

    @classmethod
    def of(cls, weights: Weights[T], d: int) -> Pooler[T]:
        """The layer with weights asked for by name."""
        return cls(weights("W", d, d), weights("b", 1, d))

    def __post_init__(self) -> None:
        check_linear("pooler", "pool", self.W, self.W.shape[1], self.b)

    def forward(self, H: Matrix[T]) -> PoolerRun[T]:
        """H: (T, d)."""
        B = linear(H.row(0), self.W, self.b)
        return PoolerRun(H, B, B.map(Tanh(H.field).value))

    def backward(self, run: PoolerRun[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], Pooler[T]]:
        """b̄ = ȳ ⊙ (1 − y²). Returns H̄: (T, d), exactly zero beyond the first row, and the gradients of the parameters."""
        B_bar = Y_bar.hadamard(run.B.map(Tanh(Y_bar.field).slope))
        h_bar, W, b = linear_backward(run.H.row(0), self.W, self.b, B_bar)
        assert b is not None
        length, d = run.H.shape
        zero = Y_bar.field.num(0)
        return Y_bar.field.of_rows([*h_bar.rows(), *[[zero] * d] * (length - 1)]), replace(self, W=W, b=b)
