"""The keys and values that queries read, kept so that later positions need not compute them again."""

from __future__ import annotations

from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.number import T
from numeric.matrix import Matrix


@dataclass(frozen=True, slots=True)
class KeysValues(Generic[T]):
    """For each group of heads that shares them, K: (S, d_k), after the rotation where there is one, and V: (S, d_v)."""

    K: tuple[Matrix[T], ...]
    V: tuple[Matrix[T], ...]

    @property
    def length(self) -> int:
        """S, the number of positions."""
        return self.K[0].shape[0]

    def followed_by(self, later: KeysValues[T]) -> KeysValues[T]:
        """These positions, then the later ones."""
        return KeysValues(
            tuple(_above(first, second) for first, second in zip(self.K, later.K, strict=True)),
            tuple(_above(first, second) for first, second in zip(self.V, later.V, strict=True)),
        )

    def numbers(self) -> int:
        """How many numbers are kept: S · G · (d_k + d_v), with G groups."""
        return sum(matrix.shape[0] * matrix.shape[1] for matrix in (*self.K, *self.V))


def _above(first: Matrix[T], second: Matrix[T]) -> Matrix[T]:
    return first.field.of_rows(first.rows() + second.rows())
