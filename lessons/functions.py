"""The functions of printed arithmetic under the conventions that authors use without saying so.

`log` is natural, binary or decimal; a sine takes radians or degrees; LayerNorm has one of a few ε. A figure is wrong only
where no convention makes it right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb

from derivations.formula import tree
from derivations.formula.evaluate import MINUS_INFINITY, EvaluationError, Grid, Undefined, is_minus_infinity
from lessonproof.records import dataclass
from lessons.conventions import in_force
from numeric.fields.field import Field
from numeric.matrix import Matrix

LARGEST_FACTORIAL = 1000
WIDEST = 4096
LOGARITHMS = (2, 3, 4, 5, 8, 10, 16)
LEAST_DEGREES = 15


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
    """The conventions that make a difference for an expression, the usual one first; of those that the author declares, only
    the declared ones."""
    called = {part.function for part in tree.walk(node) if isinstance(part, tree.Call)}
    declared = in_force()
    plain = PLAIN
    if "log" in called and declared.log is not None:
        declared.consulted.add("logarithm")
        plain = replace(plain, log=declared.log)
    if called & _NORMS:
        if declared.epsilon is not None:
            declared.consulted.add("epsilon")
            plain = replace(plain, epsilon=declared.epsilon)
        if declared.sample is not None:
            declared.consulted.add("sample-variance")
            plain = replace(plain, sample=declared.sample)
    found = [plain]
    if not called:
        return found
    if "log" in called and declared.log is None:
        found += [replace(plain, log=2), replace(plain, log=10)]
    if any(_in_degrees(part) for part in tree.walk(node)):
        found.append(replace(plain, degrees=True))
    if called & _NORMS and declared.epsilon is None:
        found += [replace(plain, epsilon=Fraction(1, 10**places)) for places in (5, 6, 3)]
    if called & _NORMS and declared.sample is None:
        found.append(replace(plain, sample=True))
    return found


def _in_degrees(part: tree.Node) -> bool:
    """Whether a sine may be one of degrees: sin(30), not sin(0.01)."""
    if not isinstance(part, tree.Call) or part.function not in _ANGLES:
        return False
    return any(isinstance(number, tree.Number) and number.value >= LEAST_DEGREES for number in tree.walk(part))


def functions(field: Field[Any], convention: Convention) -> dict[str, Callable[..., Any]]:
    """The functions of printed arithmetic over a field; each raises EvaluationError or ValueError where it has no value."""

    def row(arguments: tuple[Any, ...]) -> list[Any]:
        entries = open_row(arguments)
        if any(is_minus_infinity(entry) for entry in entries):
            raise EvaluationError("this is not computed with −∞")
        return entries

    def open_row(arguments: tuple[Any, ...]) -> list[Any]:
        """Entries of which some may be −∞."""
        if len(arguments) == 1 and isinstance(arguments[0], Grid):
            arguments = tuple(entry for line in arguments[0].rows() for entry in line) if arguments[0].shape[0] == 1 else ()
        if not arguments:
            raise EvaluationError("a row is wanted here, not a matrix")
        if len(arguments) == 1 and isinstance(arguments[0], Matrix):
            if arguments[0].shape[0] != 1:
                raise EvaluationError("a row is wanted here, not a matrix")
            return arguments[0].rows()[0]
        if any(isinstance(entry, (Matrix, Grid)) for entry in arguments):
            raise EvaluationError("a row of numbers is wanted here")
        return list(arguments)

    def number(value: Any) -> Any:
        if isinstance(value, (Matrix, Grid)):
            raise EvaluationError("a number is wanted here, not a matrix")
        if is_minus_infinity(value):
            raise EvaluationError("this is not computed with −∞")
        return value

    def entrywise(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda value: value.map(function) if isinstance(value, Matrix) else function(number(value))

    def exp(x: Any) -> Any:
        """Of −∞ it is 0: the weight of a position that is masked."""
        return field.num(0) if is_minus_infinity(x) else field.exp(number(x))

    def angle(x: Any) -> Any:
        return x * field.pi() / field.num(180) if convention.degrees else x

    def softmax(*scores: Any) -> Any:
        powers = [exp(score) for score in open_row(scores)]
        if all(is_minus_infinity(score) for score in open_row(scores)):
            raise Undefined("softmax of nothing but −∞")
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
        return field.num(math.factorial(_count(n, LARGEST_FACTORIAL)))

    def binomial(n: Any, k: Any) -> Any:
        return field.num(math.comb(_count(n, LARGEST_FACTORIAL), _count(k, LARGEST_FACTORIAL)))

    def whole(up: int) -> Callable[[Any], Any]:
        """The whole number below, or above."""

        def taken(x: Any) -> Any:
            number(x)
            exact = x.rational() if hasattr(x, "rational") else None
            if isinstance(x, arb):
                enclosed = (x.ceil() if up else x.floor()).unique_fmpz()
                exact = None if enclosed is None else Fraction(int(enclosed))
            if not isinstance(exact, Fraction):
                raise EvaluationError("between which whole numbers this lies is not certain")
            return field.num(math.ceil(exact) if up else math.floor(exact))

        return taken

    def log(base: int) -> Callable[[Any], Any]:
        return lambda x: field.log(number(x)) / field.log(field.num(base)) if base else field.log(number(x))

    def extreme(sign: int) -> Callable[..., Any]:
        def chosen(*arguments: Any) -> Any:
            entries = open_row(arguments)
            if any(is_minus_infinity(entry) for entry in entries):
                entries = [entry for entry in entries if not is_minus_infinity(entry)]
                if sign < 0 or not entries:
                    return MINUS_INFINITY
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
        "softmax": softmax, "exp": exp, "LayerNorm": layer_norm, "LN": layer_norm, "layer_norm": layer_norm,
        "factorial": factorial, "binom": binomial, "floor": whole(0), "ceil": whole(1),
        **{f"log{base}": log(base) for base in LOGARITHMS},
        "log": log(convention.log), "max": extreme(1),
        "min": extreme(-1), "relu": entrywise(relu), "ReLU": entrywise(relu), "sigmoid": entrywise(sigmoid),
        "tanh": entrywise(tanh), "mean": mean, "sum": lambda *entries: field.total(row(entries)), "norm": norm,
        "reshape": reshape, "sin": lambda x: field.sin(angle(number(x))), "cos": lambda x: field.cos(angle(number(x))),
        "tan": lambda x: field.sin(angle(number(x))) / field.cos(angle(number(x))),
    }  # fmt: skip


def _count(value: Any, most: int) -> int:
    """A small natural number that a number of the field certainly is."""
    if isinstance(value, (Matrix, Grid)):
        raise EvaluationError("a number is wanted here, not a matrix")
    exact = value.rational() if hasattr(value, "rational") else None
    if isinstance(value, arb) and value.is_exact() and abs(value) <= most and (held := value.unique_fmpz()) is not None:
        exact = Fraction(int(held))
    if not isinstance(exact, Fraction) or exact.denominator != 1 or not 0 <= exact <= most:
        raise EvaluationError(f"a natural number up to {most} is wanted here")
    return exact.numerator
