"""The value of a printed formula in a number field, with hard limits on what it may cost."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Any

from derivations.formula import tree
from derivations.formula.cost import Costed
from derivations.formula.tree import Node
from derivations.formula.value import (
    MINUS_INFINITY,
    EvaluationError,
    Grid,
    MinusInfinity,
    Undefined,
    Value,
    grid_sum,
    is_minus_infinity,
    shape_of,
)
from derivations.verdict import Message, Text
from numeric.fields.field import Field
from numeric.fields.number import T
from numeric.matrix import Matrix, ShapeMismatch
from numeric.written import Written

__all__ = ["MINUS_INFINITY", "EvaluationError", "Grid", "Undefined", "Value", "evaluate", "is_minus_infinity"]

MAX_IDENTITY = 64
MAX_FACTORIAL = 100


def evaluate(
    node: Node,
    scope: Mapping[str, Any],
    field: Field[T],
    figures: Sequence[Fraction | Written | T] | None = None,
    *,
    broadcast: bool = False,
) -> Value:
    """The value of one side of a formula: a number of the field, a Matrix, or a Grid where an entry is −∞.

    scope: canonical names → numbers of the field, ints, Fractions, Matrices, Grids, or functions of such values.
    figures: what stands for each figure, by its number, in place of the printed one; figures beyond its end stay.
    Names with digits below that the scope lacks are entries of a matrix that it has: A_21 and bar(S)_21, h_1 of a row
    h; X_2 is row 2.
    broadcast: a number added to a row is added to each of its entries, as authors write x − μ.
    `e` is Euler's number and I_n the identity unless in scope. Juxtaposition and × are the matrix product for matrices;
    `·` between two rows is their scalar product; a product of a row and a column stays a 1 × 1 matrix.
    Raises Undefined where the value does not exist, else EvaluationError.
    """
    if isinstance(node, tree.Formula) and len(node.chains) == 1:
        node = node.chains[0]
    if isinstance(node, tree.Chain) and not node.relations:
        node = node.sides[0]
    evaluation = _Evaluation(scope, field, figures or (), broadcast)
    try:
        with field.working():
            evaluation.afford(node)
            return evaluation.value(node)
    except ShapeMismatch as error:
        raise EvaluationError(str(error)) from error
    except ZeroDivisionError as error:
        raise EvaluationError(f"a division that is not proved possible: {error}") from error
    except (OverflowError, RecursionError) as error:
        raise EvaluationError(f"too large: {error}") from error


class _Evaluation(Costed[T]):
    def __init__(
        self, scope: Mapping[str, Any], field: Field[T], figures: Sequence[Fraction | Written | T], broadcast: bool
    ) -> None:
        super().__init__(scope, figures)
        self.field = field
        self.broadcast = broadcast

    def value(self, node: Node) -> Any:
        match node:
            case tree.Number():
                figure = self.figure(node)
                exact = figure.value if isinstance(figure, Written) else figure
                return self.field.num(exact) if isinstance(exact, Fraction) else exact
            case tree.Symbol():
                return self.named(node.name)
            case tree.Negative(of=tree.Infinity()):
                return MINUS_INFINITY
            case tree.Negative(of=of):
                return -self.finite(of)
            case tree.Sum(terms=terms):
                return self.sum(terms)
            case tree.Product(factors=factors, operators=operators):
                product = self.finite(factors[0])
                for operator, factor in zip(operators, factors[1:], strict=True):
                    product = self.multiplied(product, operator, self.finite(factor))
                return product
            case tree.Quotient(numerator=numerator, denominator=denominator):
                return self.divided(self.finite(numerator), self.finite(denominator))
            case tree.Power(base=base, exponent=exponent):
                return self.power(base, exponent)
            case tree.Transpose(of=of):
                return self.matrix(of, "a transpose").T
            case tree.Subscripted(of=of, index=index):
                return self.entry(self.value(of), index, index)
            case tree.Call():
                return self.call(node)
            case tree.Row(items=items):
                return self.table((items,))
            case tree.Table(rows=rows):
                return self.table(rows)
        what = _WORDS.get(type(node))
        about = Message("unread-not-computed", {"what": what}) if what else None
        raise EvaluationError(f"{what.en if what else type(node).__name__}: this is not computed", about)

    def finite(self, node: Node) -> Any:
        """A number or matrix without −∞."""
        value = self.value(node)
        if isinstance(value, (Grid, MinusInfinity)):
            raise EvaluationError("nothing but a sum is computed with −∞")
        return value

    def scalar(self, node: Node, where: str) -> Any:
        value = self.finite(node)
        if isinstance(value, Matrix):
            raise EvaluationError(f"{where} must be a number, not a {shape_of(value)} matrix")
        return value

    def matrix(self, node: Node, what: str) -> Matrix[T]:
        value = self.finite(node)
        if not isinstance(value, Matrix):
            raise EvaluationError(f"{what} of a number")
        return value

    def named(self, name: str) -> Any:
        if name in self.scope:
            value = self.scope[name]
            if isinstance(value, (int, Fraction)):
                return self.field.num(value)
            if callable(value):
                about = Message("unread-no-argument", {"name": name})
                raise EvaluationError(f"{name} is a function: its argument is missing", about)
            return value
        if name == "e":
            return self.field.exp(self.field.num(1))
        identity = re.fullmatch(r"I_([1-9][0-9]?)", name)
        if identity and int(identity[1]) <= MAX_IDENTITY:
            return self.field.identity(int(identity[1]))
        whole, _, index = name.rpartition("_")
        if whole in self.scope and isinstance(self.scope[whole], (Matrix, Grid)):
            return self.entry(self.scope[whole], index, name)
        about = Message("unread-unknown-name", {"name": name})
        raise EvaluationError(f"unknown name {name}{_nearest(name, (*self.scope, 'e'))}", about)

    def entry(self, whole: Any, index: str, name: str) -> Any:
        """`_21` is row 2, column 1; `_2` is row 2, or entry 2 of a single row or column."""
        numerals = re.fullmatch(r"([1-9])([1-9])?|([1-9][0-9]?),([1-9][0-9]?)", index)
        if not isinstance(whole, (Matrix, Grid)) or not numerals:
            raise EvaluationError(f"{name}: no entry of a matrix")
        first = int(numerals[1] or numerals[3])
        second = int(numerals[2] or numerals[4] or 0)
        rows, columns = whole.shape
        if not second and rows != 1 and columns != 1:
            if first > rows:
                raise EvaluationError(f"{name}: a {shape_of(whole)} matrix has no row {first}")
            return whole.row(first - 1) if isinstance(whole, Matrix) else Grid((whole.entries[first - 1],))
        i, j = (first, second) if second else (1, first) if rows == 1 else (first, 1)
        if i > rows or j > columns:
            raise EvaluationError(f"{name}: a {shape_of(whole)} matrix has no entry ({i}, {j})")
        return whole[i - 1, j - 1] if isinstance(whole, Matrix) else whole.entries[i - 1][j - 1]

    def sum(self, terms: tuple[Node, ...]) -> Any:
        total = self.value(terms[0])
        for term in terms[1:]:
            other = self.value(term)
            if isinstance(total, Grid) or isinstance(other, Grid):
                total = grid_sum(total, other)
            elif isinstance(total, MinusInfinity) or isinstance(other, MinusInfinity):
                total = MINUS_INFINITY
            elif isinstance(total, Matrix) is not isinstance(other, Matrix):
                matrix, number = (total, other) if isinstance(total, Matrix) else (other, total)
                if self.broadcast and matrix.shape[0] == 1:
                    total = self.field.of_rows([[entry + number for entry in matrix.rows()[0]]])
                    continue
                shape = shape_of(matrix)
                raise EvaluationError(f"the sum of a number and a {shape} matrix")
            else:
                total = total + other
        return total

    def multiplied(self, left: Any, operator: str, right: Any) -> Any:
        matrices = isinstance(left, Matrix), isinstance(right, Matrix)
        if operator == "⊗":
            raise EvaluationError("⊗: this is not computed")
        if matrices == (False, False):
            return left * right
        if operator == "⊙" and matrices == (True, True):
            for axis, mine, other in zip(("rows", "columns"), left.shape, right.shape, strict=True):
                if mine != other:
                    sides = f"{axis} of the left", f"{axis} of the right"
                    raise ShapeMismatch("elementwise product", sides[0], mine, sides[1], other)
            rows = zip(left.rows(), right.rows(), strict=True)
            return self.field.of_rows([[a * b for a, b in zip(*pair, strict=True)] for pair in rows])
        if matrices == (True, True):
            if operator == "·" and left.shape == right.shape and left.shape[0] == 1:
                return self.field.total([a * b for a, b in zip(left.rows()[0], right.rows()[0], strict=True)])
            return left @ right
        scalar, matrix = (right, left) if matrices[0] else (left, right)
        return matrix.__rmul__(scalar)

    def divided(self, over: Any, under: Any) -> Any:
        if isinstance(under, Matrix):
            raise EvaluationError(f"division by a {shape_of(under)} matrix")
        if _is_zero(under):
            raise Undefined("division by zero")
        return over.map(lambda entry: entry / under) if isinstance(over, Matrix) else over / under

    def power(self, base: Node, exponent: Node) -> Any:
        q = self.literal(exponent)
        if isinstance(base, tree.Symbol) and base.name == "e" and "e" not in self.scope:
            return self.field.exp(self.scalar(exponent, "an exponent"))
        value = self.finite(base)
        if isinstance(value, Matrix):
            if q is None or q.denominator != 1 or not 1 <= q <= MAX_IDENTITY:
                raise EvaluationError(f"a power of a matrix: only exponents 1 to {MAX_IDENTITY} are computed")
            power = value
            for _ in range(q.numerator - 1):
                power = power @ value
            return power
        if q is not None and q.denominator in (1, 2):
            if q < 0 and _is_zero(value):
                raise Undefined("a negative power of zero")
            return whole_power(value if q.denominator == 1 else self.applied(self.field.sqrt, value), q.numerator)
        return self.field.exp(self.scalar(exponent, "an exponent") * self.applied(self.field.log, value))

    def call(self, node: tree.Call) -> Any:
        name = node.function
        both = f"{name}()"  # a letter that is a value too, like the loss L and L(θ)
        if both in self.scope or name in self.scope:
            function = self.scope[both if both in self.scope else name]
            if not callable(function):
                raise EvaluationError(f"{name} is no function here: write a product as {name} · (…)")
            return function(*(self.value(argument) for argument in node.arguments))
        if name == "factorial":
            return self.field.num(self.factorial(node))
        functions: dict[str, Callable[[Any], Any]] = {
            "sqrt": self.field.sqrt, "exp": self.field.exp, "ln": self.field.log, "log": self.field.log, "abs": abs,
            "sin": self.field.sin, "cos": self.field.cos,
        }  # fmt: skip
        if name not in functions:
            raise EvaluationError(
                f"unknown function {name}{_nearest(name, (*self.scope, *functions))}",
                Message("unread-unknown-function", {"name": name}),
            )
        if len(node.arguments) != 1:
            raise EvaluationError(f"{name} takes one argument, not {len(node.arguments)}")
        return self.applied(functions[name], self.scalar(node.arguments[0], f"the argument of {name}"))

    def factorial(self, node: tree.Call) -> int:
        """Of a numeral: 0!, 1!, 2!, … up to MAX_FACTORIAL!."""
        of = self.literal(node.arguments[0])
        if of is None or of.denominator != 1 or not 0 <= of <= MAX_FACTORIAL:
            raise EvaluationError(f"a factorial: only those of numerals from 0 to {MAX_FACTORIAL} are computed")
        return math.factorial(of.numerator)

    def applied(self, function: Callable[[T], T], value: T) -> T:
        """A logarithm or root: Undefined where the argument is certainly outside its domain."""
        if function == self.field.log and _is_zero(value):
            raise Undefined("the logarithm of zero")
        try:
            return function(value)
        except ValueError as error:
            # The exact field has proved it; a ball says only "not certainly positive" unless all of it is negative.
            undecided = isinstance(error, ZeroDivisionError)  # the exact field could not tell the sign
            certain = not undecided and (hasattr(value, "enclosure") or bool(value < 0))  # type: ignore[operator]
            raise (Undefined if certain else EvaluationError)(str(error)) from error

    def table(self, rows: tuple[tuple[Node, ...], ...]) -> Matrix[T] | Grid[T]:
        entries = []
        for row in rows:
            entries.append([self.value(cell) for cell in row])
            for entry in entries[-1]:
                if isinstance(entry, (Matrix, Grid)):
                    raise EvaluationError(f"an entry of a matrix must be a number, not a {shape_of(entry)} matrix")
        if any(isinstance(entry, MinusInfinity) for row in entries for entry in row):
            return Grid(tuple(map(tuple, entries)))
        return self.field.of_rows(entries)


_WORDS = {
    tree.Infinity: Text("∞", "∞"), tree.Dots: Text("an ellipsis", "省略号"), tree.Set: Text("a set", "集合"),
    tree.Fold: Text("a sum or product over an index", "按下标的求和或连乘"), tree.Given: Text("a condition", "条件"),
    tree.Superscripted: Text("a superscript that is a label", "作标号的上标"), tree.Indicator: Text("an indicator", "示性函数"),
    tree.Cases: Text("a distinction of cases", "分情形的式子"), tree.Quantity: Text("a quantity with a unit", "带单位的量"),
    tree.Chain: Text("a relation (evaluate its sides)", "关系式（应分别计算各边）"),
    tree.Formula: Text("several formulas (evaluate their sides)", "多个式子（应分别计算各边）"),
}  # fmt: skip


@lru_cache(maxsize=512)
def _nearest(name: str, known: tuple[str, ...]) -> str:
    """What is said behind an unknown name. A document asks for the same ones again and again."""
    near = get_close_matches(name, known, n=3)
    return f": nearest are {', '.join(near)}" if near else ""


def _is_zero(value: Any) -> bool:
    """Certainly zero. False says nothing for an exact number or a ball."""
    return bool(value.is_zero()) if hasattr(value, "is_zero") else bool(value == 0)


def whole_power(value: Any, exponent: int) -> Any:
    """A power with an integer exponent, by products: `**` of an enclosure that contains 0 encloses nothing."""
    if exponent < 2:
        return value**exponent
    power = value
    for bit in bin(exponent)[3:]:
        power = power * power * value if bit == "1" else power * power
    return power
