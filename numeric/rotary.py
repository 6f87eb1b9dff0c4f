"""Rotary positions (RoPE): pairs of coordinates of a query or key turned by an angle that grows with the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from lessonproof.records import dataclass
from numeric.fields.number import T
from numeric.frequency import frequency
from numeric.matrix import Matrix, ShapeMismatch


@dataclass(frozen=True, slots=True)
class Rotary:
    """Pair i of row m is turned by the angle m ω_i, ω_i = base^(−2i/d_k) (notes §8.6; Su 2021), so that the product of a
    query at i and a key at j depends on i − j only.

    pairs: "adjacent" joins coordinates 2i and 2i+1 (the paper, Llama's own code); "halves" joins i and i + d_k/2 (many
    ports, with the columns of W_Q and W_K permuted). base: 10000 in the paper.
    """

    base: int = 10000
    pairs: Literal["adjacent", "halves"] = "adjacent"

    def check(self, d_k: int) -> None:
        """ValueError for an odd dimension, which cannot be split into pairs."""
        if d_k % 2:
            raise ValueError(f"rotary positions need an even head dimension; d_k is {d_k}")

    def forward(self, X: Matrix[T], positions: Sequence[int]) -> Matrix[T]:
        """x̃_m = x_m R(m), row by row.   X: (T, d_k)   positions: T integers."""
        return self._turned(X, positions, 1)

    def backward(self, Y_bar: Matrix[T], positions: Sequence[int]) -> Matrix[T]:
        """x̄_m = ȳ_m R(m)ᵀ: the turn back."""
        return self._turned(Y_bar, positions, -1)

    def _turned(self, X: Matrix[T], positions: Sequence[int], direction: int) -> Matrix[T]:
        field, d_k = X.field, X.shape[1]
        self.check(d_k)
        if len(positions) != X.shape[0]:
            raise ShapeMismatch("rotary positions", "positions", len(positions), "rows", X.shape[0])
        half = d_k // 2
        ω = [frequency(field, i, d_k, self.base) for i in range(half)]
        places = [(2 * i, 2 * i + 1) if self.pairs == "adjacent" else (i, i + half) for i in range(half)]
        rows = []
        for position, x in zip(positions, X.rows(), strict=True):
            turned = list(x)
            for (first, second), each in zip(places, ω, strict=True):
                c, s = field.cos(position * each), direction * field.sin(position * each)
                turned[first] = x[first] * c - x[second] * s
                turned[second] = x[first] * s + x[second] * c
            rows.append(turned)
        return field.of_rows(rows)
