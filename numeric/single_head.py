"""The worked example's model: one causal attention head, output projection, residual, vocabulary logits (notes §11.1).

No position encoding, normalisation, FFN or bias; the loss is that of the last position only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.attention import attention, attention_backward, causal
from numeric.cross_entropy import cross_entropy, cross_entropy_backward
from numeric.embedding import embedding, embedding_backward
from numeric.fields.field import Field
from numeric.fields.number import Rational, T
from numeric.matrix import Matrix, ShapeMismatch
from numeric.projection import projection, projection_backward

NAMES = ("E", "W_Q", "W_K", "W_V", "W_O", "U")


@dataclass(frozen=True, slots=True)
class Parameters(Generic[T]):
    """E: (N, d)   W_Q, W_K: (d, d_k)   W_V: (d, d_v)   W_O: (d_v, d)   U: (d, N).

    Raises ShapeMismatch where they do not fit.
    """

    E: Matrix[T]
    W_Q: Matrix[T]
    W_K: Matrix[T]
    W_V: Matrix[T]
    W_O: Matrix[T]
    U: Matrix[T]

    def __post_init__(self) -> None:
        d = self.E.shape[1]
        for name, W in (("W_Q", self.W_Q), ("W_K", self.W_K), ("W_V", self.W_V), ("U", self.U)):
            _fits("rows of " + name, W.shape[0], "columns of E", d)
        _fits("columns of W_O", self.W_O.shape[1], "columns of E", d)
        _fits("columns of W_K", self.W_K.shape[1], "columns of W_Q", self.W_Q.shape[1])
        _fits("rows of W_O", self.W_O.shape[0], "columns of W_V", self.W_V.shape[1])
        _fits("columns of U", self.U.shape[1], "rows of E", self.E.shape[0])

    def names(self) -> tuple[str, ...]:
        """The matrices in the order in which the notes give them."""
        return NAMES

    def matrix(self, name: str) -> Matrix[T]:
        """The matrix of that name."""
        if name not in NAMES:
            raise KeyError(f"no parameter matrix {name!r}; there are {', '.join(NAMES)}")
        matrix: Matrix[T] = getattr(self, name)
        return matrix

    def entries(self) -> list[tuple[str, int, int, T]]:
        """(matrix, row, column, value) of every trainable entry, in the order of `names`, rows and columns from 0."""
        return [
            (name, i, j, value)
            for name in NAMES
            for i, row in enumerate(self.matrix(name).rows())
            for j, value in enumerate(row)
        ]

    def replaced(self, **matrices: Matrix[T]) -> Parameters[T]:
        """The same parameters with some matrices exchanged."""
        return replace(self, **matrices)


def parameters(
    field: Field[T],
    *,
    E: Sequence[Sequence[T | Rational]],
    W_Q: Sequence[Sequence[T | Rational]],
    W_K: Sequence[Sequence[T | Rational]],
    W_V: Sequence[Sequence[T | Rational]],
    W_O: Sequence[Sequence[T | Rational]],
    U: Sequence[Sequence[T | Rational]],
) -> Parameters[T]:
    """The parameters with these rows, as matrices over the field."""
    return Parameters(*(field.matrix(rows) for rows in (E, W_Q, W_K, W_V, W_O, U)))


@dataclass(frozen=True, slots=True)
class Forward(Generic[T]):
    """Everything the forward pass computes, in the notes' letters (§11.2, §11.3), for T tokens.

    X: (T, d)   Q, K: (T, d_k)   V: (T, d_v)   S_0: (T, T) scores before the mask   A: (T, T)   Z: (T, d_v)
    R: (T, d)   h: (1, d)   logits: (1, N)   p: (1, N) probabilities   L: the loss in nats
    """

    X: Matrix[T]
    Q: Matrix[T]
    K: Matrix[T]
    V: Matrix[T]
    S_0: Matrix[T]
    A: Matrix[T]
    Z: Matrix[T]
    R: Matrix[T]
    h: Matrix[T]
    logits: Matrix[T]
    p: Matrix[T]
    L: T


@dataclass(frozen=True, slots=True)
class Gradients(Generic[T]):
    """∂L/∂(each quantity), of the quantity's shape: the six trainable matrices, then what lies between (§11.4)."""

    E: Matrix[T]
    W_Q: Matrix[T]
    W_K: Matrix[T]
    W_V: Matrix[T]
    W_O: Matrix[T]
    U: Matrix[T]
    logits: Matrix[T]
    h: Matrix[T]
    R: Matrix[T]
    Z: Matrix[T]
    A: Matrix[T]
    V: Matrix[T]
    S: Matrix[T]
    Q: Matrix[T]
    K: Matrix[T]
    X: Matrix[T]

    def matrix(self, name: str) -> Matrix[T]:
        """The gradient of the parameter matrix of that name."""
        if name not in NAMES:
            raise KeyError(f"no parameter matrix {name!r}; there are {', '.join(NAMES)}")
        matrix: Matrix[T] = getattr(self, name)
        return matrix


def forward(field: Field[T], parameters: Parameters[T], tokens: Sequence[int], target: int) -> Forward[T]:
    """The forward pass (notes §11.2, §11.3): look-up, projections, causal attention, residual, logits, loss.

    tokens: ids of the input, from 1 to N.   target: the id of the right next token.
    Raises TokenOutOfRange for an id that the vocabulary does not have.
    """
    θ = parameters
    with field.working():
        X = embedding(θ.E, tokens)
        Q, K, V = projection(X, θ.W_Q), projection(X, θ.W_K), projection(X, θ.W_V)
        head = attention(Q, K, V, causal(len(tokens)))
        R = X + projection(head.Z, θ.W_O)
        h = R.row(len(tokens) - 1)
        logits = projection(h, θ.U)
        p, L = cross_entropy(logits, target)
        return Forward(X, Q, K, V, head.S_0, head.A, head.Z, R, h, logits, p, L)


def backward(
    field: Field[T], parameters: Parameters[T], tokens: Sequence[int], target: int, forward: Forward[T]
) -> Gradients[T]:
    """All gradients of the loss (notes §10.3–§10.9), at the parameters that `forward` was computed from."""
    θ, f = parameters, forward
    with field.working():
        logits = cross_entropy_backward(f.p, target)
        h, U = projection_backward(f.h, θ.U, logits)
        # Only the last position is scored, so every other row of R̄ is exactly zero.
        zero = field.num(0)
        R = field.of_rows([[zero] * h.shape[1]] * (len(tokens) - 1) + h.rows())
        Z, W_O = projection_backward(f.Z, θ.W_O, R)
        head = attention_backward(f.Q, f.K, f.V, causal(len(tokens)), f.A, Z)
        X_Q, W_Q = projection_backward(f.X, θ.W_Q, head.Q)
        X_K, W_K = projection_backward(f.X, θ.W_K, head.K)
        X_V, W_V = projection_backward(f.X, θ.W_V, head.V)
        X = R + X_Q + X_K + X_V
        E = embedding_backward(X, tokens, θ.E.shape[0])
        return Gradients(E, W_Q, W_K, W_V, W_O, U, logits, h, R, Z, head.A, head.V, head.S, head.Q, head.K, X)


def update(field: Field[T], parameters: Parameters[T], gradients: Gradients[T], eta: T) -> Parameters[T]:
    """One step of gradient descent, θ_new = θ − η ∇L(θ), of all matrices at once (notes §11.6)."""
    with field.working():
        return Parameters(*(parameters.matrix(name) - gradients.matrix(name).scaled(eta) for name in NAMES))


def _fits(left: str, left_length: int, right: str, right_length: int) -> None:
    if left_length != right_length:
        raise ShapeMismatch("parameters", left, left_length, right, right_length)
