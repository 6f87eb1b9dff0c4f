"""What the names and functions of a document's arithmetic mean, under the conventions that authors use without saying so.

`log` is natural, binary or decimal; a sine takes radians or degrees; LayerNorm has one of a few ε. A figure is wrong only
where no convention makes it right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from flint import arb

from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError, evaluate
from derivations.scope import LazyScope
from derivations.values import EXACT, Values
from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.field import Field
from numeric.matrix import Matrix
from numeric.written import Written

LARGEST_FACTORIAL = 1000
WIDEST = 4096


@dataclass(frozen=True, slots=True)
class Convention:
    """log: the base, 0 for Euler's number.   degrees: of sine, cosine, tangent.   epsilon: of LayerNorm.

    sample: LayerNorm divides by d − 1.
    """

    log: int = 0
    degrees: bool = False
    epsilon: Fraction = Fraction(0)
    sample: bool = False


PLAIN = Convention()
_ANGLES = frozenset({"sin", "cos", "tan"})
_NORMS = frozenset({"LayerNorm", "LN", "layer_norm"})


def conventions(node: tree.Node) -> list[Convention]:
    """The conventions that make a difference for an expression, the usual one first."""
    called = {part.function for part in tree.walk(node) if isinstance(part, tree.Call)}
    found = [PLAIN]
    if "log" in called:
        found += [replace(PLAIN, log=2), replace(PLAIN, log=10)]
    if called & _ANGLES:
        found.append(replace(PLAIN, degrees=True))
    if called & _NORMS:
        found += [replace(PLAIN, epsilon=Fraction(1, 10**places)) for places in (5, 6, 3)]
        found.append(replace(PLAIN, sample=True))
    return found


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name stands for: an expression over the names before it. rounded: its figures are roundings."""

    node: tree.Node
    names: Mapping[str, Meaning]
    rounded: bool = False
    depth: int = 1


class Vocabulary(Values):
    """The letters and functions of one expression over the exact field and over balls.

    boxes: figures that are roundings stand for all numbers that round to them; then only balls are computed.
    """

    def __init__(self, names: Mapping[str, Meaning], convention: Convention = PLAIN, boxes: bool = False) -> None:
        super().__init__(None, {})
        self.names = names
        self.convention = convention
        self.boxes = boxes

    def over(self, bits: int) -> tuple[Field[Any], Mapping[str, Any]]:  # type: ignore[override]
        if bits not in self._scopes:
            field: Field[Any] = Exact() if bits == EXACT else Ball(bits)
            self._scopes[bits] = (field, self._scope(self.names, field))  # type: ignore[assignment]
        return self._scopes[bits]

    def _scope(self, names: Mapping[str, Meaning], field: Field[Any]) -> LazyScope:
        recipes: dict[str, Callable[[], Any]] = {
            name: (lambda function=function: function) for name, function in functions(field, self.convention).items()
        }
        recipes |= dict.fromkeys(("π", "pi"), field.pi)
        recipes |= {name: (lambda meaning=meaning: self._meant(meaning, field)) for name, meaning in names.items()}
        return LazyScope(recipes)

    def _meant(self, meaning: Meaning, field: Field[Any]) -> Any:
        exact = _integer(meaning.node)
        if exact is not None:
            return exact
        figures: list[Any] = []
        if self.boxes and meaning.rounded:
            if not isinstance(field, Ball):
                raise EvaluationError("a rounding is known by its box only")
            figures = boxed(meaning.node, field.bits, every=True)
        return evaluate(meaning.node, self._scope(meaning.names, field), field, figures)


def _integer(node: tree.Node) -> Fraction | None:
    """A name for a plain number stays a rational: exponents and counts need one."""
    if isinstance(node, tree.Negative) and isinstance(node.of, tree.Number):
        return -node.of.value
    return node.value if isinstance(node, tree.Number) else None


def boxed(node: tree.Node, bits: int, *, every: bool = False) -> list[arb | Fraction]:
    """For each figure all numbers that round to it; the figure itself where it stands for nothing else.

    every: the figures are declared roundings, however short they are. Exponents are counts and stay as they are.
    """
    exponents = {id(number) for part in tree.walk(node) if isinstance(part, tree.Power) for number in tree.walk(part.exponent)}
    return [
        number.value
        if id(number) in exponents or number.ulp == 1 or not (every or may_be_rounded(number.written))
        else box(number.value, number.ulp, bits)
        for number in tree.figures(node)
    ]


def box(value: Fraction, ulp: Fraction, bits: int) -> arb:
    """All numbers that round to a printed one."""
    ball = Ball(bits)
    return arb(ball.num(value), (ball.num(ulp) / 2).abs_upper())


def may_be_rounded(written: Written) -> bool:
    """Whether a printed operand may stand for more digits: 18.94M and 0.355 may, 512 and 0.85 are taken to be chosen."""
    significant = len(str(abs(written.steps)))
    return written.ulp != 1 and significant >= 3


def functions(field: Field[Any], convention: Convention) -> dict[str, Callable[..., Any]]:
    """The functions of printed arithmetic over a field; each raises EvaluationError or ValueError where it has no value."""

    def row(arguments: tuple[Any, ...]) -> list[Any]:
        if len(arguments) == 1 and isinstance(arguments[0], Matrix):
            if arguments[0].shape[0] != 1:
                raise EvaluationError("a row is wanted here, not a matrix")
            return arguments[0].rows()[0]
        if any(not hasattr(entry, "__float__") and isinstance(entry, Matrix) for entry in arguments):
            raise EvaluationError("a row of numbers is wanted here")
        return list(arguments)

    def number(value: Any) -> Any:
        if isinstance(value, Matrix):
            raise EvaluationError("a number is wanted here, not a matrix")
        return value

    def entrywise(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda value: value.map(function) if isinstance(value, Matrix) else function(value)

    def angle(x: Any) -> Any:
        return x * field.pi() / field.num(180) if convention.degrees else x

    def softmax(*scores: Any) -> Any:
        powers = [field.exp(score) for score in row(scores)]
        total = field.total(powers)
        return field.of_rows([[power / total for power in powers]])

    def layer_norm(*entries: Any) -> Any:
        x = row(entries)
        if len(x) < 2:
            raise EvaluationError("LayerNorm of one number")
        mean = field.total(x) / field.num(len(x))
        centred = [entry - mean for entry in x]
        square = field.total([entry * entry for entry in centred]) / field.num(len(x) - convention.sample)
        root = field.sqrt(square + field.num(convention.epsilon))
        return field.of_rows([[entry / root for entry in centred]])

    def factorial(n: Any) -> Any:
        count = _count(n, LARGEST_FACTORIAL)
        product = 1
        for factor in range(2, count + 1):
            product *= factor
        return field.num(product)

    def binomial(n: Any, k: Any) -> Any:
        return field.num(comb(_count(n, LARGEST_FACTORIAL), _count(k, LARGEST_FACTORIAL)))

    def log(base: int) -> Callable[[Any], Any]:
        return lambda x: field.log(number(x)) / field.log(field.num(base)) if base else field.log(number(x))

    def extreme(sign: int) -> Callable[..., Any]:
        def chosen(*arguments: Any) -> Any:
            entries = row(arguments)
            best = entries[0]
            for entry in entries[1:]:
                if field.sign(entry - best) == sign:
                    best = entry
            return best

        return chosen

    def relu(x: Any) -> Any:
        return x if field.sign(x) > 0 else field.num(0)

    def sigmoid(x: Any) -> Any:
        return field.num(1) / (field.num(1) + field.exp(-x))

    def tanh(x: Any) -> Any:
        power = field.exp(x + x)
        return (power - field.num(1)) / (power + field.num(1))

    def mean(*arguments: Any) -> Any:
        entries = row(arguments)
        return field.total(entries) / field.num(len(entries))

    def norm(*arguments: Any) -> Any:
        return field.root_of_squares(field.total([entry * entry for entry in row(arguments)]))

    def reshape(matrix: Any, shape: Any) -> Any:
        if not isinstance(matrix, Matrix) or not isinstance(shape, Matrix) or shape.shape != (1, 2):
            raise EvaluationError("reshape takes a matrix and its new shape")
        rows, columns = (_count(entry, WIDEST) for entry in shape.rows()[0])
        entries = [entry for line in matrix.rows() for entry in line]
        if rows * columns != len(entries):
            raise EvaluationError(f"{len(entries)} entries do not make a {rows} × {columns} matrix")
        return field.of_rows([entries[i * columns : (i + 1) * columns] for i in range(rows)])

    return {
        "softmax": softmax, "LayerNorm": layer_norm, "LN": layer_norm, "layer_norm": layer_norm, "factorial": factorial,
        "binom": binomial, "log": log(convention.log), "log2": log(2), "log10": log(10), "max": extreme(1),
        "min": extreme(-1), "relu": entrywise(relu), "ReLU": entrywise(relu), "sigmoid": entrywise(sigmoid),
        "tanh": entrywise(tanh), "mean": mean, "sum": lambda *entries: field.total(row(entries)), "norm": norm,
        "reshape": reshape, "sin": lambda x: field.sin(angle(number(x))), "cos": lambda x: field.cos(angle(number(x))),
        "tan": lambda x: field.sin(angle(number(x))) / field.cos(angle(number(x))),
    }  # fmt: skip


def _count(value: Any, most: int) -> int:
    """A small natural number that a number of the field certainly is."""
    if isinstance(value, Matrix):
        raise EvaluationError("a number is wanted here, not a matrix")
    exact = value.rational() if hasattr(value, "rational") else None
    if exact is None and isinstance(value, arb) and value.is_exact() and value.is_integer() and abs(value) <= most:
        exact = Fraction(int(value.unique_fmpz()))
    if exact is None or exact.denominator != 1 or not 0 <= exact <= most:
        raise EvaluationError(f"a natural number up to {most} is wanted here")
    return exact.numerator
