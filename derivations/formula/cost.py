"""What a value would cost, known before anything is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, Generic

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.formula.value import EvaluationError, Undefined
from numeric.fields.number import T
from numeric.written import Written

MAX_EXPONENT = 400
MAX_TERMS = 100_000  # of the formula multiplied out
MAX_DEGREE = 4_000
MAX_BITS = 20_000  # of a number that is computed to be an exponent


class Costed(Generic[T]):
    """A formula's names and figures, as far as the limits need them.

    figures: what stands for each figure, by its number; those beyond the end of it stay as printed.
    """

    def __init__(self, scope: Mapping[str, Any], figures: Sequence[Fraction | Written | T]) -> None:
        self.scope = scope
        self.figures = figures

    def figure(self, node: tree.Number) -> Fraction | Written | T:
        given = node.figure is not None and node.figure < len(self.figures)
        return self.figures[node.figure] if given else node.written  # type: ignore[index]

    def literal(self, node: Node) -> Fraction | None:
        """The rational number made of figures and of names that the scope knows as rationals; None for all else."""
        match node:
            case tree.Number():
                figure = self.figure(node)
                return figure.value if isinstance(figure, Written) else figure if isinstance(figure, Fraction) else None
            case tree.Symbol(name=name) if name in self.scope:
                known = self.scope[name]
                return Fraction(known) if isinstance(known, (int, Fraction)) else None
            case tree.Negative() | tree.Sum() | tree.Product() | tree.Quotient() | tree.Power():
                parts = [self.literal(child) for child in tree.children(node)]
                return None if None in parts else self._combined(node, [part for part in parts if part is not None])
        return None

    def _combined(self, node: Node, parts: list[Fraction]) -> Fraction | None:
        match node:
            case tree.Negative():
                return -parts[0]
            case tree.Sum():
                value = Fraction(0)
                for part in parts:
                    value = _within(value + part)
            case tree.Product():
                value = Fraction(1)
                for part in parts:
                    value = _within(value * part)
            case tree.Quotient():
                if not parts[1]:
                    raise Undefined("division by zero")
                value = parts[0] / parts[1]
            case _:
                base, exponent = parts
                if abs(exponent) > MAX_EXPONENT:
                    raise EvaluationError(f"an exponent beyond ±{MAX_EXPONENT}")
                if exponent.denominator != 1:
                    return None
                if not base and exponent < 0:
                    raise Undefined("a negative power of zero")
                if _bits(base) * abs(exponent.numerator) > MAX_BITS:
                    raise EvaluationError("too large: a power of a power")
                value = base**exponent.numerator
        return _within(value)

    def afford(self, node: Node) -> None:
        """Raises EvaluationError where the formula is too large to be computed."""
        terms, degree = self.growth(node)
        if terms > MAX_TERMS or degree > MAX_DEGREE:
            raise EvaluationError("too large: multiplied out, the formula has too many terms or too high a degree")

    def growth(self, node: Node) -> tuple[int, int]:
        """How many terms, of what degree, the formula has when multiplied out; each name counts as one term."""
        match node:
            case tree.Number() | tree.Symbol():
                return 1, 1
            case tree.Power(base=base, exponent=exponent) if (q := self.literal(exponent)) is not None:
                if abs(q) > MAX_EXPONENT:
                    raise EvaluationError(f"an exponent beyond ±{MAX_EXPONENT}")
                n = max(1, -(-abs(q.numerator) // q.denominator))
                terms, degree = self.growth(base)
                if terms > MAX_TERMS or degree > MAX_DEGREE:
                    return terms, degree
                # Balls and rationals stay one number; only letters make a power longer.
                numeric = all(not isinstance(part, (tree.Symbol, tree.Call)) for part in tree.walk(base))
                return (1 if numeric else comb(terms + n - 1, n)), degree * n
        additive = isinstance(node, (tree.Sum, tree.Row, tree.Table))
        numbers = isinstance(node, tree.Sum) and all(isinstance(term, tree.Number) for term in node.terms)
        terms, degree = (0, 0) if additive else (1, 0)
        for child in tree.children(node):
            more, higher = self.growth(child)
            terms, degree = (terms + more if additive else terms * more), degree + higher
            if terms > MAX_TERMS or degree > MAX_DEGREE:
                break
        return (1 if numbers else terms), degree


def value_of_figures(node: Node) -> Fraction | None:
    """What `evaluate` makes of nothing but printed numbers, computed as fractions; None for all else and where it raises."""
    figures = Costed[Any]({}, ())
    try:
        value = figures.literal(node)
        if value is not None:
            figures.afford(node)
    except EvaluationError:
        return None
    # `literal` multiplies by every sign, and nothing else is computed of ⊗.
    tensors = (part for part in tree.walk(node) if isinstance(part, tree.Product) and "⊗" in part.operators)
    return value if next(tensors, None) is None else None


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _within(value: Fraction) -> Fraction:
    if _bits(value) > MAX_BITS:
        raise EvaluationError("too large: an exponent")
    return value
