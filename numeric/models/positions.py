"""Positions added to embeddings: the same code for fixed waves, a learned table, and none at all."""

from __future__ import annotations

from numeric.fields.number import T
from numeric.learned_positions import LearnedPositions
from numeric.matrix import Matrix
from numeric.sinusoidal import Sinusoidal

Positions = Sinusoidal | LearnedPositions[T]


def with_positions(X: Matrix[T], positions: Positions[T] | None) -> Matrix[T]:
    """x_i = e_i + p_i (notes §2.2), from the first position on.   X: (T, d)."""
    if positions is None:
        return X
    if isinstance(positions, Sinusoidal):
        return X + positions.rows(X.field, *X.shape)
    return X + positions.forward(X.shape[0])


def positions_backward(positions: Positions[T] | None, X_bar: Matrix[T]) -> Positions[T] | None:
    """p̄_i = x̄_i for a learned table; fixed waves are not trained (notes §10.9)."""
    return positions.backward(X_bar) if isinstance(positions, LearnedPositions) else positions
