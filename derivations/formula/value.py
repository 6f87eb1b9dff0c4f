"""What a formula may be worth, beside numbers and matrices: −∞, matrices with −∞ in them, or nothing."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeAlias

from derivations.verdict import Message
from lessonproof.records import dataclass
from numeric.fields.number import T
from numeric.matrix import Matrix


class EvaluationError(ValueError):
    """No value here: an unknown name, shapes that do not fit, a notation that is not computed, a limit.

    about: the same as a message, where it is worded in every language.
    """

    def __init__(self, said: str, about: Message | None = None) -> None:
        super().__init__(said)
        self.about = about


class Undefined(EvaluationError):
    """The formula is well formed, but its value does not exist: 1/0, ln 0, the root of a negative number."""


class MinusInfinity:
    """The score that is no number: position not allowed."""

    def __repr__(self) -> str:
        return "−∞"


MINUS_INFINITY: Final = MinusInfinity()


def is_minus_infinity(entry: object) -> bool:
    return entry is MINUS_INFINITY


@dataclass(frozen=True, slots=True)
class Grid(Generic[T]):
    """A matrix some of whose entries are −∞. It can be added to, and that is all that is computed with it."""

    entries: tuple[tuple[T | MinusInfinity, ...], ...]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.entries), len(self.entries[0])

    def rows(self) -> list[list[T | MinusInfinity]]:
        return [list(row) for row in self.entries]


# A number of the field, a Matrix, a Grid or MINUS_INFINITY.
Value: TypeAlias = Any


def shape_of(value: Matrix[Any] | Grid[Any]) -> str:
    return f"{value.shape[0]} × {value.shape[1]}"


def grid_sum(left: Any, right: Any) -> Grid[Any]:
    """Entry by entry, one of them a Grid; −∞ and anything is −∞."""
    if not isinstance(left, (Grid, Matrix)) or not isinstance(right, (Grid, Matrix)) or left.shape != right.shape:
        raise EvaluationError("a sum with −∞ in it needs two matrices of the same shape")
    rows = []
    for pair in zip(left.rows(), right.rows(), strict=True):
        entries = zip(*pair, strict=True)
        rows.append(tuple(MINUS_INFINITY if MINUS_INFINITY is a or MINUS_INFINITY is b else a + b for a, b in entries))
    return Grid(tuple(rows))
