"""How far a program in double precision can be from the true value: condition numbers times counted roundings.

A model is run once over the field `Tape`, which writes down every operation with its derivatives. Backwards along the tape
one finds the condition of every result y with respect to every operation v, |∂y/∂v|; and an operation is charged with the
error that a program may make there, δ_v. To first order the result is off by at most Σ_v |∂y/∂v| δ_v; terms of second
order, about 10⁻²⁶ here, are left out.

δ_v is counted for every program that computes the formulas of our layers and that

- adds the terms of a sum in any order, in blocks, with or without fused multiply-add: at most as many roundings as there
  are terms, of something that is at most the sum of their sizes;
- applies a common factor before or after an addition, x r − μ r for (x − μ) r: so an addition is charged with the sizes
  of its operands and not of its result;
- rounds up to four times where the formula has one operation (a division as a product with the reciprocal, the root of
  d_k in two factors), and whose exp, log, sqrt, erf, sin and cos are within two units in the last place;
- rounds the given rational weights to doubles, once each.

No constant here is fitted to anything that PyTorch returned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

from numeric.fields import Field, Rational, SignUndecided, rational

ROUNDING = 2.0**-53  # of the size of what is rounded
U = 4 * ROUNDING  # four roundings; or two units in the last place, of which one is at most 2⁻⁵² of the size


class Number:
    """A number on the tape: its value, and the line it stands in."""

    __slots__ = ("line", "tape", "value")

    def __init__(self, tape: Tape, value: float, operands: Sequence[tuple[Number, float]], error: float) -> None:
        self.tape = tape
        self.value = value
        self.line = len(tape.lines)
        tape.lines.append(([(operand.line, slope) for operand, slope in operands], error))

    def _with(self, other: Any) -> Number:
        return other if isinstance(other, Number) else self.tape.exactly(other)

    def __add__(self, other: Any) -> Number:
        b = self._with(other)
        size = abs(self.value) + abs(b.value)
        return Number(self.tape, self.value + b.value, [(self, 1.0), (b, 1.0)], U * size)

    def __sub__(self, other: Any) -> Number:
        b = self._with(other)
        size = abs(self.value) + abs(b.value)
        return Number(self.tape, self.value - b.value, [(self, 1.0), (b, -1.0)], U * size)

    def __mul__(self, other: Any) -> Number:
        b = self._with(other)
        value = self.value * b.value
        return Number(self.tape, value, [(self, b.value), (b, self.value)], U * abs(value))

    def __truediv__(self, other: Any) -> Number:
        b = self._with(other)
        value = self.value / b.value
        return Number(self.tape, value, [(self, 1 / b.value), (b, -value / b.value)], U * abs(value))

    def __neg__(self) -> Number:
        return Number(self.tape, -self.value, [(self, -1.0)], 0.0)

    def __rsub__(self, other: Any) -> Number:
        return self._with(other) - self

    def __rtruediv__(self, other: Any) -> Number:
        return self._with(other) / self

    def __pow__(self, exponent: int) -> Number:
        power = self.tape.exactly(1)
        for _ in range(exponent):
            power = power * self
        return power

    __radd__ = __add__
    __rmul__ = __mul__


class Tape(Field[Number]):
    """Numbers that remember how they came about. One tape for one run."""

    name = "tape"

    def __init__(self) -> None:
        # For each operation the lines of its operands with the derivatives, and the error charged to it.
        self.lines: list[tuple[list[tuple[int, float]], float]] = []

    def exactly(self, x: int) -> Number:
        return Number(self, float(x), [], 0.0)

    def num(self, x: Rational) -> Number:
        exact = rational(x)
        return Number(self, float(exact), [], 0.0 if float(exact) == exact else ROUNDING * abs(float(exact)))

    def total(self, terms: Sequence[Number]) -> Number:
        value, size = math.fsum(term.value for term in terms), math.fsum(abs(term.value) for term in terms)
        return Number(self, value, [(term, 1.0) for term in terms], U * (len(terms) - 1) * size)

    def product(self, left: Any, right: Any) -> Any:
        columns = list(zip(*right, strict=True))
        return [[self._dot(row, column) for column in columns] for row in left]

    def _dot(self, row: Sequence[Number], column: Sequence[Number]) -> Number:
        products = [a.value * b.value for a, b in zip(row, column, strict=True)]
        slopes = [(a, b.value) for a, b in zip(row, column, strict=True)] + [
            (b, a.value) for a, b in zip(row, column, strict=True)
        ]
        return Number(self, math.fsum(products), slopes, U * len(row) * math.fsum(map(abs, products)))

    def _function(self, x: Number, value: float, slope: float) -> Number:
        return Number(self, value, [(x, slope)], U * abs(value))

    def exp(self, x: Number) -> Number:
        value = math.exp(x.value)
        return self._function(x, value, value)

    def log(self, x: Number) -> Number:
        return self._function(x, math.log(x.value), 1 / x.value)

    def sqrt(self, x: Number) -> Number:
        root = math.sqrt(x.value)
        return self._function(x, root, 0.5 / root)

    def root_of_squares(self, x: Number) -> Number:
        """Of a moment that is zero, by a gradient that is always zero, nothing comes."""
        return self.sqrt(x) if x.value else self.exactly(0)

    def erf(self, x: Number) -> Number:
        return self._function(x, math.erf(x.value), 2 / math.sqrt(math.pi) * math.exp(-x.value * x.value))

    def sin(self, x: Number) -> Number:
        return self._function(x, math.sin(x.value), math.cos(x.value))

    def cos(self, x: Number) -> Number:
        return self._function(x, math.cos(x.value), -math.sin(x.value))

    def pi(self) -> Number:
        return Number(self, math.pi, [], ROUNDING * math.pi)

    def sign(self, x: Number) -> int:
        """SignUndecided where rounding errors might turn it, so that a ReLU would do something else."""
        if 0 < abs(x.value) < 1e-9:
            raise SignUndecided(f"{x.value} is too near to zero for a program in double precision")
        return (x.value > 0) - (x.value < 0)

    def shift(self, scores: Sequence[Number]) -> Number:
        return max(scores, key=lambda score: score.value)

    def errors(self, results: Sequence[Number]) -> NDArray[numpy.float64]:
        """Σ_v |∂y/∂v| δ_v for each y of the results."""
        conditions: dict[int, NDArray[numpy.float64]] = {}
        for column, result in enumerate(results):
            row = conditions.setdefault(result.line, numpy.zeros(len(results)))
            row[column] += 1.0
        errors = numpy.zeros(len(results))
        for line in range(len(self.lines) - 1, -1, -1):
            row = conditions.pop(line, None)
            if row is not None:
                operands, error = self.lines[line]
                errors += numpy.abs(row) * error
                for operand, slope in operands:
                    if operand in conditions:
                        conditions[operand] += slope * row
                    else:
                        conditions[operand] = slope * row
        return errors
