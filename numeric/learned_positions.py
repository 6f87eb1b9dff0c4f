"""Learned positions: a table of trainable vectors, one a position, added to the embeddings."""

from __future__ import annotations

from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.number import T
from numeric.matrix import Matrix, ShapeMismatch


@dataclass(frozen=True, slots=True)
class LearnedPositions(Generic[T]):
    """p_i = row i of P (notes §2.2, §10.9; GPT-2 and BERT).   P: (longest, d)."""

    P: Matrix[T]

    def forward(self, length: int) -> Matrix[T]:
        """The first `length` rows. ShapeMismatch where the table is shorter than the sequence."""
        if length > self.P.shape[0]:
            raise ShapeMismatch("learned positions", "length of the sequence", length, "rows of P", self.P.shape[0])
        return self.P.field.of_rows(self.P.rows()[:length])

    def backward(self, X_bar: Matrix[T]) -> LearnedPositions[T]:
        """P̄: row i is x̄_i, exactly zero beyond the sequence."""
        field, (longest, d) = X_bar.field, self.P.shape
        unused = [[field.num(0)] * d for _ in range(longest - X_bar.shape[0])]
        return LearnedPositions(field.of_rows(X_bar.rows() + unused))
