"""Numbers that are formulas: two are the same object only where they are the same operations on the same operands.

Where a run and another one end in the same formula, they agree in exact arithmetic, roots of norms and all: whatever
values the weights take, as long as the signs that ReLUs read stay what they are at the point where they are read off.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from numeric.fields import Ball, Field
from numeric.fields.number import Rational, rational
from numeric.matrix import Matrix

Key = tuple[Any, ...]


class Formula:
    """One node: an operation on other nodes, an atom, or a rational number.   value: a ball around it at the point."""

    __slots__ = ("field", "key", "value")

    def __init__(self, field: Formulas, key: Key, value: arb) -> None:
        self.field, self.key, self.value = field, key, value

    def _with(self, name: str, left: Any, right: Any) -> Formula:
        return self.field.operation(name, self.field.element(left), self.field.element(right))

    def __add__(self, other: Any) -> Formula:
        return self._with("+", self, other)

    def __radd__(self, other: Any) -> Formula:
        return self._with("+", other, self)

    def __sub__(self, other: Any) -> Formula:
        return self._with("-", self, other)

    def __rsub__(self, other: Any) -> Formula:
        return self._with("-", other, self)

    def __mul__(self, other: Any) -> Formula:
        return self._with("*", self, other)

    def __rmul__(self, other: Any) -> Formula:
        return self._with("*", other, self)

    def __truediv__(self, other: Any) -> Formula:
        return self._with("/", self, other)

    def __rtruediv__(self, other: Any) -> Formula:
        return self._with("/", other, self)

    def __neg__(self) -> Formula:
        return self._with("-", 0, self)

    def __pow__(self, exponent: int) -> Formula:
        power = self
        for _ in range(exponent - 1):
            power = power * self
        return power


_VALUES = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sqrt": lambda x: x.sqrt(),
    "erf": lambda x: x.erf(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
}


class Formulas(Field[Formula]):
    """The field of them. No rule of arithmetic is known to it, not even a + b = b + a."""

    name = "formulas"

    def __init__(self) -> None:
        self._ball = Ball(128)
        self._nodes: dict[Key, Formula] = {}

    def working(self) -> Any:
        return self._ball.working()

    def _node(self, key: Key, value: Any) -> Formula:
        if key not in self._nodes:
            with self.working():
                self._nodes[key] = Formula(self, key, value())
        return self._nodes[key]

    def operation(self, name: str, *operands: Formula) -> Formula:
        return self._node((name, *map(id, operands)), lambda: _VALUES[name](*(operand.value for operand in operands)))

    def num(self, x: Rational) -> Formula:
        return self._node((rational(x),), lambda: self._ball.num(rational(x)))

    def atom(self, name: str, i: int, j: int, value: Fraction) -> Formula:
        return self._node((name, i, j), lambda: self._ball.num(value))

    def exp(self, x: Formula) -> Formula:
        return self.operation("exp", x)

    def log(self, x: Formula) -> Formula:
        return self.operation("log", x)

    def sqrt(self, x: Formula) -> Formula:
        return self.operation("sqrt", x)

    def erf(self, x: Formula) -> Formula:
        return self.operation("erf", x)

    def sin(self, x: Formula) -> Formula:
        return self.operation("sin", x)

    def cos(self, x: Formula) -> Formula:
        return self.operation("cos", x)

    def pi(self) -> Formula:
        return self._node(("pi",), arb.pi)

    def sign(self, x: Formula) -> int:
        return self._ball.sign(x.value)

    def shift(self, scores: Sequence[Formula]) -> Formula:
        return scores[0]

    def weights(self, rows: dict[str, list[list[Fraction]]]) -> Any:
        """Weights that are atoms; their rows are the point at which signs are read off."""

        def weights(name: str, m: int, n: int, /) -> Matrix[Formula]:
            return self.of_rows([[self.atom(name, i, j, rows[name][i][j]) for j in range(n)] for i in range(m)])

        return weights
