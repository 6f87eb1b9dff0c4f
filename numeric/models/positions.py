"""Positions added to embeddings: the same code for fixed waves, a learned table, and none at all."""

from __future__ import annotations

from dataclasses import replace

from numeric.fields.number import T
from numeric.learned_positions import LearnedPositions
from numeric.matrix import Matrix
from numeric.sinusoidal import Sinusoidal

Positions = Sinusoidal | LearnedPositions[T]


def with_positions(X: Matrix[T], positions: Positions[T] | None, start: int = 0) -> Matrix[T]:
    """x_i = e_i + p_i (notes §2.2).   X: (T, d)   start: how many positions come before the first row."""
    if positions is None:
        return X
    if isinstance(positions, Sinusoidal):
        return X + replace(positions, first=positions.first + start).rows(X.field, *X.shape)
    return X + X.field.of_rows(positions.forward(start + X.shape[0]).rows()[start:])


def positions_backward(positions: Positions[T] | None, X_bar: Matrix[T]) -> Positions[T] | None:
    """p̄_i = x̄_i for a learned table; fixed waves are not trained (notes §10.9)."""
    return positions.backward(X_bar) if isinstance(positions, LearnedPositions) else positions
