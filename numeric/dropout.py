"""Dropout with the mask given: nothing here is random, so that a training step can be printed and repeated."""

from __future__ import annotations

from collections.abc import Sequence

from numeric.fields.field import Field
from numeric.fields.number import Rational, T, rational
from numeric.matrix import Matrix


def dropout_mask(field: Field[T], kept: Sequence[Sequence[bool]], rate: Rational) -> Matrix[T]:
    """The matrix D that dropout multiplies by: 1/(1 − rate) where an entry is kept, exactly 0 where it is dropped.

    ValueError unless 0 <= rate < 1.
    """
    exact = rational(rate)
    if not 0 <= exact < 1:
        raise ValueError(f"a dropout rate of {rate}; it must be at least 0 and less than 1")
    return field.matrix([[1 / (1 - exact) if keep else 0 for keep in row] for row in kept])


def dropout(X: Matrix[T], D: Matrix[T] | None) -> Matrix[T]:
    """Y = D ⊙ X (Vaswani 2017, §5.4); X itself where there is no mask.   X, D: (T, d)."""
    return X if D is None else X.hadamard(D)


def dropout_backward(Y_bar: Matrix[T], D: Matrix[T] | None) -> Matrix[T]:
    """X̄ = D ⊙ Ȳ."""
    return Y_bar if D is None else Y_bar.hadamard(D)
