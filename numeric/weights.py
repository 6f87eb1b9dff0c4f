"""Where a model's matrices come from: a function that is asked for each one by name and shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Generic, Protocol

from numeric.fields.field import Field
from numeric.fields.number import Rational, T
from numeric.matrix import Matrix, ShapeMismatch


class WeightsMissing(ValueError):
    """A model needs a matrix that was not given, or was given one that it does not have."""


class Weights(Protocol[T]):
    """Called with a parameter's name (as `parameters.named` gives it) and its shape; returns that matrix."""

    def __call__(self, name: str, rows: int, columns: int, /) -> Matrix[T]: ...


class GivenWeights(Generic[T]):
    """Matrices by name: rows of ints, Fractions and decimal texts, which are taken exactly, or matrices of the field.

    Raises WeightsMissing for a name that was not given, ShapeMismatch for one of another shape, NotFinite for a NaN or an
    infinity.
    """

    def __init__(self, field: Field[T], rows: Mapping[str, Matrix[T] | Sequence[Sequence[T | Rational]]]) -> None:
        self._rows = rows
        self._field = field
        self._used: set[str] = set()

    def __call__(self, name: str, rows: int, columns: int, /) -> Matrix[T]:
        if name not in self._rows:
            raise WeightsMissing(f"no weights for {name} ({rows} × {columns}){_nearest(name, self._rows)}")
        self._used.add(name)
        given = self._rows[name]
        if isinstance(given, Matrix):
            matrix = given
            self._field.check_finite(matrix, name)
        else:
            matrix = self._field.matrix(given, name)
        for axis, length, wanted in zip(("rows", "columns"), matrix.shape, (rows, columns), strict=True):
            if length != wanted:
                raise ShapeMismatch("weights", f"{axis} of {name}", length, f"{axis} that the model has there", wanted)
        return matrix

    def check_all_used(self) -> None:
        """WeightsMissing, naming them, where some matrices were given that the model did not ask for."""
        left = [name for name in self._rows if name not in self._used]
        if left:
            raise WeightsMissing(f"the model has no {', '.join(left)}{_nearest(left[0], self._used)}")


class _Under(Generic[T]):
    def __init__(self, weights: Weights[T], prefix: str) -> None:
        self._weights, self._prefix = weights, prefix

    def __call__(self, name: str, rows: int, columns: int, /) -> Matrix[T]:
        return self._weights(f"{self._prefix}.{name}", rows, columns)


def under(weights: Weights[T], prefix: str) -> Weights[T]:
    """The weights of a part of the model, which asks by its own names."""
    return _Under(weights, prefix)


def _nearest(name: str, known: Mapping[str, object] | set[str]) -> str:
    near = get_close_matches(name, list(known), 3)
    return f"; the nearest names are {', '.join(near)}" if near else ""
