"""What a worked example of a lesson must offer: its values under the lesson's letters, over any field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from lessonproof.records import dataclass
from numeric.fields.field import Field

Rows = tuple[tuple[Fraction, ...], ...]
"""The exact entries of a given matrix, row by row; a given scalar is 1 × 1."""

Scope = Mapping[str, Any]
"""The lesson's letters (as `derivations/formula` spells them) to their values over one field."""


class ExampleImpossible(ValueError):
    """The given values do not make a model: shapes that do not fit, a token that the vocabulary does not have."""


@dataclass(frozen=True, slots=True)
class Route:
    """One independent way to the same numbers: the entries (matrix, row, column, from 1) on which it agrees with the
    others, and those of which it cannot say."""

    name: str
    agrees: frozenset[tuple[str, int, int]]
    unsure: frozenset[tuple[str, int, int]] = frozenset()


class WorkedExample(Protocol):
    """Everything is computed from `givens`, which the document prints; nothing is stored."""

    @property
    def givens(self) -> tuple[str, ...]:
        """The names of the values that the lesson chooses."""

    @property
    def column_letters(self) -> Mapping[str, tuple[str, ...]]:
        """Row vectors whose entries the lesson calls by letters: p to A, B, C."""

    @property
    def functions(self) -> frozenset[str]:
        """The names that stand for functions in this example, for the parser."""

    def scope(self, field: Field[Any], givens: Mapping[str, Rows]) -> Scope:
        """The values of all letters over `field`. Raises ExampleImpossible."""

    def instances(self, letter: str, givens: Mapping[str, Rows]) -> int:
        """How many values a running letter has (r in e_r: one for each parameter entry)."""

    def instance(self, scope: Scope, letter: str, number: int) -> Scope:
        """The letters with a running letter at its value `number`, counted from 0."""

    def places(self, givens: Mapping[str, Rows]) -> Sequence[tuple[str, int, int]]:
        """(matrix, row, column) of every parameter entry, from 1."""

    def routes(self, givens: Mapping[str, Rows]) -> Sequence[Route]:
        """Independent ways to the gradients."""

    def programs(self, name: str, givens: Mapping[str, Rows]) -> Mapping[str, float]:
        """What a floating-point program prints for a quantity, by the order of its operations."""

    def companion(self) -> Mapping[str, Mapping[str, str]]:
        """What the companion file holds, part by part: names to expressions in the lesson's letters."""
