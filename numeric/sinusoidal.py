"""Sinusoidal positions: fixed waves of many frequencies, added to the embeddings."""

from __future__ import annotations

from lessonproof.records import dataclass
from numeric.fields.field import Field
from numeric.fields.number import T
from numeric.frequency import frequency
from numeric.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Sinusoidal:
    """PE(pos, 2i) = sin(pos · ω_i), PE(pos, 2i+1) = cos(pos · ω_i), ω_i = base^(−2i/d) (Vaswani 2017, §3.5; lesson 2,
    card 5). Not trained: its backward pass is the identity.

    first: the number of the first position: 0 in the paper's code, 1 in the lesson's tables.
    """

    first: int = 0
    base: int = 10000

    def rows(self, field: Field[T], length: int, d: int) -> Matrix[T]:
        """P: (length, d), for the positions first, …, first + length − 1."""
        ω = [frequency(field, i, d, self.base) for i in range((d + 1) // 2)]
        return field.of_rows(
            [
                [field.cos(pos * ω[r // 2]) if r % 2 else field.sin(pos * ω[r // 2]) for r in range(d)]
                for pos in range(self.first, self.first + length)
            ]
        )
