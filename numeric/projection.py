"""Linear projection without bias: Q = X W_Q and its kin."""

from __future__ import annotations

from numeric.fields.number import T
from numeric.matrix import Matrix


def projection(X: Matrix[T], W: Matrix[T]) -> Matrix[T]:
    """Y = X W (notes §10.7, ℓ = h U of §10.4).   X: (T, d)   W: (d, m)   Returns Y: (T, m)."""
    return X @ W


def projection_backward(X: Matrix[T], W: Matrix[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], Matrix[T]]:
    """X̄ = Ȳ Wᵀ, W̄ = Xᵀ Ȳ (notes §10.4, §10.7).   Ȳ: (T, m)   Returns X̄: (T, d) and W̄: (d, m)."""
    return Y_bar @ W.T, X.T @ Y_bar
