"""The expressions of an author: read by the parser of printed formulas, computed under its limits, never executed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb

from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.evaluate import EvaluationError
from derivations.formula.parser import parse
from derivations.values import Expression as Evaluated
from lessons.comparison import NotComputed, Worth
from lessons.conventions import in_force
from lessons.declarations.record import Expression
from lessons.functions import Convention, conventions
from lessons.names import DEEPEST
from lessons.sign import FUNCTIONS
from lessons.unfolding import unfolded
from lessons.vocabulary import Meaning, Vocabulary
from numeric.fields.field import Field
from numeric.matrix import Matrix
from numeric.written import Written

LONGEST = 2_000
MOST_BITS = 1_400
"""Of the numerator and denominator of a value: about 400 digits, the most that a printed figure has."""
COUNTS = frozenset({"linear", "attention", "feed_forward", "floor", "ceil"})
"""Functions that only declarations use: parameter counts, whose biases are a matter of convention, and whole parts."""


class NotRead(ValueError):
    """A text that is no expression; the message says why."""


def read(text: str) -> Expression:
    """One expression, without relations. Raises NotRead."""
    if len(text) > LONGEST:
        raise NotRead(f"longer than {LONGEST} characters")
    try:
        chains = parse(text, FUNCTIONS | COUNTS).chains
    except FormulaError as error:
        raise NotRead(str(error)) from None
    if len(chains) != 1 or chains[0].relations:
        raise NotRead("one expression is wanted, without a relation sign")
    return Expression(text, tree.mapped(chains[0].sides[0], _chosen))


def read_name(text: str) -> str:
    """A symbol in the parser's spelling: `\\eta` is η. Raises NotRead."""
    node = read(text).node
    if not isinstance(node, tree.Symbol):
        raise NotRead("this is no single symbol")
    return node.name


def symbols_in(node: tree.Node) -> set[str]:
    """The symbols that an expression uses."""
    return {part.name for part in tree.walk(node) if isinstance(part, tree.Symbol)}


def may_mean(symbol: str) -> tuple[str, ...]:
    """The names of which a symbol may be: itself, else of h_1 the row h. The first that has a value counts."""
    return (symbol, symbol.rpartition("_")[0]) if "_" in symbol else (symbol,)


def names_in(node: tree.Node) -> set[str]:
    """The symbols that an expression uses, and of h_1 also h."""
    return {name for symbol in symbols_in(node) for name in may_mean(symbol)}


def worth(expression: Expression, names: Mapping[str, Meaning]) -> Worth:
    """The expression, to be held against printed numbers."""
    used = names_in(expression.node)
    known = {name: one for name, one in names.items() if name in used}
    return _Declared(unfolded(expression.node, {name: one.node for name, one in known.items()}), known)


def meaning(expression: Expression, names: Mapping[str, Meaning]) -> Meaning:
    """What a symbol stands for that is declared to be this. A rational number is computed once. Raises NotComputed."""
    value = worth(expression, names)
    vocabulary = value.vocabulary()
    rows = value.entries(vocabulary)
    if len(rows) == len(rows[0]) == 1:
        exact = Evaluated(vocabulary, value.node).exact()
        rational = exact[0][0].rational() if exact is not None and hasattr(exact[0][0], "rational") else None
        if rational is not None:
            if max(rational.numerator.bit_length(), rational.denominator.bit_length()) > MOST_BITS:
                raise NotComputed("a number of more than 400 digits")
            return Meaning(
                tree.Number(_exact(expression.text, rational), None, rational, Fraction(1), span=value.node.span), {}
            )
    depth = 1 + max((one.depth for one in value.names.values()), default=0)
    if depth > DEEPEST:
        raise NotComputed(f"symbols that refer to symbols, more than {DEEPEST} deep")
    return Meaning(value.node, value.names, depth=depth)


def _exact(text: str, value: Fraction) -> Written:
    """A number that stands for nothing but itself, however many decimals it has."""
    return Written(text, value, Fraction(1), 0)


def _chosen(part: tree.Node) -> tree.Node:
    """A figure of a declaration is no rounding of anything."""
    if not isinstance(part, tree.Number):
        return part
    return tree.Number(_exact(part.written.text, part.value), None, part.value, Fraction(1), span=part.span)


class _Declared(Worth):
    """With the parameter counts."""

    def vocabulary(self, convention: Convention | None = None, *, boxes: bool = False) -> Vocabulary:
        return _Counting(self.names, convention or conventions(self.node)[0], boxes)


class _Counting(Vocabulary):
    def _more(self, field: Field[Any]) -> Mapping[str, Callable[[], Any]]:
        return {name: partial(_itself, function) for name, function in _counts(field).items()}


def _itself(value: Any) -> Any:
    return value


def _counts(field: Field[Any]) -> dict[str, Callable[..., Any]]:
    """Parameters of a layer: linear(in, out); attention(d), four projections of width d; feed_forward(d, hidden).

    Beside them floor(x) and ceil(x).
    """

    def biases() -> bool:
        declared = in_force()
        declared.consulted.add("biases")
        if declared.biases is None:
            raise EvaluationError("whether biases count is not declared: set conventions.biases")
        return declared.biases

    def linear(rows: Any, columns: Any) -> Any:
        if isinstance(rows, Matrix) or isinstance(columns, Matrix):
            raise EvaluationError("a number is wanted here, not a matrix")
        return rows * columns + columns if biases() else rows * columns

    def floor(value: Any) -> Any:
        if isinstance(value, arb):
            whole = value.floor().unique_fmpz()
            if whole is not None:
                return field.num(Fraction(int(whole)))
        elif hasattr(value, "rational") and (rational := value.rational()) is not None:
            return field.num(Fraction(math.floor(rational)))
        raise EvaluationError("a whole part that is not certain")

    return {
        "floor": floor,
        "ceil": lambda value: -floor(-value),
        "linear": linear,
        "attention": lambda width: field.num(4) * linear(width, width),
        "feed_forward": lambda width, hidden: linear(width, hidden) + linear(hidden, width),
    }
