"""What a layer may ask of a number field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import reduce
from operator import add, index
from typing import Any, Generic

from numeric.fields.number import Rational, T
from numeric.matrix import Matrix, ShapeMismatch


class SignUndecided(ZeroDivisionError, ValueError):
    """A number cannot be told from zero, nor proved to be zero: no sign, no division by it, no logarithm of it.

    Over balls more bits may decide it; where the number is zero without being seen to be so, no precision will.
    """


class NotFinite(ValueError):
    """A NaN or an infinity where a number is needed."""


class Field(ABC, Generic[T]):
    """Numbers of type T and the storage of their matrices.

    The model is written once over this class. A new field defines the abstract methods; the storage methods below
    keep a matrix as a list of rows and serve every field whose numbers add and multiply; fields with a faster storage
    of their own override them.
    """

    name: str

    @abstractmethod
    def num(self, x: Rational) -> T:
        """The number x: an int, a Fraction, or the text of a decimal or ratio. TypeError for floats and bools."""

    @abstractmethod
    def exp(self, x: T) -> T: ...

    @abstractmethod
    def log(self, x: T) -> T:
        """The natural logarithm. An error where x is not positive."""

    @abstractmethod
    def sqrt(self, x: T) -> T: ...

    @abstractmethod
    def erf(self, x: T) -> T:
        """2/√π ∫₀ˣ e^{−t²} dt."""

    @abstractmethod
    def sin(self, x: T) -> T:
        """The sine of an angle in radians."""

    @abstractmethod
    def cos(self, x: T) -> T:
        """The cosine of an angle in radians."""

    @abstractmethod
    def pi(self) -> T: ...

    @abstractmethod
    def sign(self, x: T) -> int:
        """−1 or 1 where that is certain, 0 where x is exactly zero. SignUndecided for everything else: never a guess."""

    def step(self, x: T) -> T:
        """1 where x > 0, else 0: the slope of ReLU, which at exactly 0 is a convention. SignUndecided as for `sign`."""
        return self.num(1 if self.sign(x) > 0 else 0)

    def is_finite(self, x: T) -> bool:
        """False for a NaN or an infinity, in fields that have such things."""
        return True

    def root_of_squares(self, x: T) -> T:
        """√x of a number that is nonnegative by its construction, say a sum of squares, also where it may be zero."""
        return self.sqrt(x)

    @abstractmethod
    def shift(self, scores: Sequence[T]) -> T:
        """A number to subtract from all scores before a softmax. Mathematically any will do (notes §7.2)."""

    def working(self) -> AbstractContextManager[None]:
        """The setting a computation in this field must run in (the working precision, where it is global)."""
        return nullcontext()

    def total(self, terms: Sequence[T]) -> T:
        """The sum, from left to right; 0 of nothing."""
        return reduce(add, terms) if terms else self.num(0)

    def element(self, x: T | Rational) -> T:
        """x itself where it is a number of the field, else `num(x)`. TypeError for floats and bools."""
        # A float must not slip in as "already a number". A bool is an int, and num refuses it.
        if isinstance(x, float):
            raise TypeError(f"{x!r} is a float; write an int, a Fraction or a decimal string")
        return self.num(x) if isinstance(x, (int, Fraction, str)) else x

    def matrix(self, rows: Sequence[Sequence[T | Rational]], name: str = "the matrix") -> Matrix[T]:
        """The matrix with these rows; ints, Fractions and texts go through `num`.

        ShapeMismatch for ragged rows, NotFinite for an entry that is a NaN or an infinity.
        """
        if not rows or not rows[0]:
            raise ValueError("a matrix needs at least one row and one column")
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise ShapeMismatch("matrix", "length of row 0", len(rows[0]), f"length of row {i}", len(row))
        made = self.of_rows([[self.element(entry) for entry in row] for row in rows])
        if not {type(entry) for row in rows for entry in row} <= {int, Fraction, str}:  # what is written is finite
            self.check_finite(made, name)
        return made

    def matrix_over(self, denominator: int, rows: Any) -> Matrix[T]:
        """rows / denominator: weights written with one number of decimals.   rows: of ints, or an integer array of numpy.

        ValueError unless the denominator is positive; TypeError for entries that are no integers.
        """
        if denominator < 1:
            raise ValueError(f"a denominator of {denominator}; it must be positive")
        return self.matrix([[Fraction(index(entry), denominator) for entry in row] for row in rows])

    def check_finite(self, matrix: Matrix[T], name: str) -> None:
        """NotFinite for the first entry that is a NaN or an infinity; `name` is what the error calls the matrix."""
        for i, row in enumerate(matrix.rows()):
            for j, entry in enumerate(row):
                if not self.is_finite(entry):
                    raise NotFinite(f"entry ({i}, {j}) of {name} is {entry}; a number is needed there")

    def identity(self, n: int) -> Matrix[T]:
        return self.matrix([[int(i == j) for j in range(n)] for i in range(n)])

    def zeros(self, m: int, n: int) -> Matrix[T]:
        return self.matrix([[0] * n for _ in range(m)])

    def of_rows(self, rows: Sequence[Sequence[T]]) -> Matrix[T]:
        """The matrix of these numbers of the field: `matrix` without conversion or checks, for the layers."""
        return Matrix(self, self.stored(rows), (len(rows), len(rows[0])))

    # Storage. Shapes have been checked by Matrix.
    def stored(self, rows: Sequence[Sequence[T]]) -> Any:
        return rows

    def product(self, left: Any, right: Any) -> Any:
        columns = list(zip(*right, strict=True))
        return [[self.total([a * b for a, b in zip(row, column, strict=True)]) for column in columns] for row in left]

    def sum(self, left: Any, right: Any) -> Any:
        return [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(left, right, strict=True)]

    def difference(self, left: Any, right: Any) -> Any:
        return [[a - b for a, b in zip(*pair, strict=True)] for pair in zip(left, right, strict=True)]

    def scaled(self, scalar: T, storage: Any) -> Any:
        return [[scalar * a for a in row] for row in storage]

    def transposed(self, storage: Any) -> Any:
        return [list(column) for column in zip(*storage, strict=True)]

    def entry(self, storage: Any, row: int, column: int) -> T:
        entry: T = storage[row][column]
        return entry

    def rows(self, storage: Any, shape: tuple[int, int]) -> list[list[T]]:
        return [list(row) for row in storage]
