"""Matrices over a field, in the field's own storage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic

from numeric.fields.number import Rational
from numeric.fields.number import T as Scalar  # the class below has a T of its own: the transpose

if TYPE_CHECKING:
    from numeric.fields.field import Field


class ShapeMismatch(ValueError):
    """Two lengths that must agree do not. Names the operation, both axes and both lengths."""

    def __init__(self, operation: str, left: str, left_length: int, right: str, right_length: int) -> None:
        super().__init__(f"{operation}: {left} is {left_length}, but {right} is {right_length}")
        self.operation = operation
        self.lengths = (left_length, right_length)


class Matrix(Generic[Scalar]):
    """An m × n matrix, never changed after it is made. `shape` is (m, n); indices count from 0.

    Made by `field.matrix(rows)`. Products, sums and transposes are those of the storage (numpy, mpmath, arb_mat), so an
    enclosure in gives an enclosure out. Raises ShapeMismatch where two lengths do not fit.
    """

    __slots__ = ("field", "shape", "storage")
    __array_ufunc__ = None  # else a numpy scalar on the left takes the matrix for an array of objects
    __hash__ = None  # type: ignore[assignment]  # there is no `==` either: over enclosures it would answer wrongly

    def __init__(self, field: Field[Scalar], storage: Any, shape: tuple[int, int]) -> None:
        self.field = field
        self.storage = storage
        self.shape = shape

    def __matmul__(self, other: Matrix[Scalar]) -> Matrix[Scalar]:
        if self.shape[1] != other.shape[0]:
            left, right = "columns of the left", "rows of the right"
            raise ShapeMismatch("matrix product", left, self.shape[1], right, other.shape[0])
        return Matrix(self.field, self.field.product(self.storage, other.storage), (self.shape[0], other.shape[1]))

    def __add__(self, other: Matrix[Scalar]) -> Matrix[Scalar]:
        self._same_shape("matrix sum", other)
        return Matrix(self.field, self.field.sum(self.storage, other.storage), self.shape)

    def __sub__(self, other: Matrix[Scalar]) -> Matrix[Scalar]:
        self._same_shape("matrix difference", other)
        return Matrix(self.field, self.field.difference(self.storage, other.storage), self.shape)

    def __neg__(self) -> Matrix[Scalar]:
        return self.scaled(-1)

    def __rmul__(self, scalar: Scalar | Rational) -> Matrix[Scalar]:
        return self.scaled(scalar)

    def scaled(self, scalar: Scalar | Rational) -> Matrix[Scalar]:
        """scalar · A, as `scalar * A`. TypeError for a float, except over float64."""
        return Matrix(self.field, self.field.scaled(self.field.element(scalar), self.storage), self.shape)

    @property
    def T(self) -> Matrix[Scalar]:
        """The transpose, n × m."""
        return Matrix(self.field, self.field.transposed(self.storage), (self.shape[1], self.shape[0]))

    def __getitem__(self, index: tuple[int, int]) -> Scalar:
        (row, column), (m, n) = index, self.shape
        if not (0 <= row < m and 0 <= column < n):
            raise IndexError(f"entry ({row}, {column}) of a {m} × {n} matrix; indices count from 0")
        return self.field.entry(self.storage, row, column)

    def rows(self) -> list[list[Scalar]]:
        """All entries, row by row."""
        return self.field.rows(self.storage, self.shape)

    def row(self, i: int) -> Matrix[Scalar]:
        """Row i (from 0) as a 1 × n matrix."""
        if not 0 <= i < self.shape[0]:
            raise IndexError(f"row {i} of a {self.shape[0]} × {self.shape[1]} matrix; rows count from 0")
        return self.field.of_rows([[self.field.entry(self.storage, i, j) for j in range(self.shape[1])]])

    def columns(self, start: int, stop: int) -> Matrix[Scalar]:
        """Columns start, …, stop − 1 (from 0) as an m × (stop − start) matrix; at least one."""
        if not 0 <= start < stop <= self.shape[1]:
            raise IndexError(f"columns {start} to {stop} of a {self.shape[0]} × {self.shape[1]} matrix")
        return self.field.of_rows([row[start:stop] for row in self.rows()])

    def column_sums(self) -> Matrix[Scalar]:
        """The sum of all rows, 1 × n."""
        return self.field.of_rows([[self.field.num(1)] * self.shape[0]]) @ self

    def hadamard(self, other: Matrix[Scalar]) -> Matrix[Scalar]:
        """A ⊙ B, entry by entry."""
        self._same_shape("Hadamard product", other)
        pairs = zip(self.rows(), other.rows(), strict=True)
        return self.field.of_rows([[a * b for a, b in zip(*pair, strict=True)] for pair in pairs])

    def map(self, function: Callable[[Scalar], Scalar]) -> Matrix[Scalar]:
        """The matrix of function(entry)."""
        return self.field.of_rows([[function(entry) for entry in row] for row in self.rows()])

    def __repr__(self) -> str:
        return f"{self.field.name} matrix {self.rows()!r}"

    @staticmethod
    def beside(matrices: Sequence[Matrix[Scalar]]) -> Matrix[Scalar]:
        """Concat(A, B, …): the matrices side by side; at least one, all of as many rows."""
        for other in matrices[1:]:
            if other.shape[0] != matrices[0].shape[0]:
                raise ShapeMismatch("concatenation", "rows of the first", matrices[0].shape[0], "rows", other.shape[0])
        blocks = zip(*(matrix.rows() for matrix in matrices), strict=True)
        return matrices[0].field.of_rows([[entry for row in block for entry in row] for block in blocks])

    def _same_shape(self, operation: str, other: Matrix[Scalar]) -> None:
        for axis, mine, other_length in zip(("rows", "columns"), self.shape, other.shape, strict=True):
            if mine != other_length:
                raise ShapeMismatch(operation, f"{axis} of the left", mine, f"{axis} of the right", other_length)
