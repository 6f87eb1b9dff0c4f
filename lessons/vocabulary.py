"""What the names of a document's arithmetic stand for, and what its printed operands may stand for."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any

from flint import arb

from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError, evaluate
from derivations.scope import LazyScope
from derivations.values import EXACT, Values
from lessonproof.records import dataclass
from lessons.functions import PLAIN, Convention, functions
from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.field import Field
from numeric.written import Written


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

    broadcast = True

    def __init__(self, names: Mapping[str, Meaning], convention: Convention = PLAIN, boxes: bool = False) -> None:
        super().__init__(None, {})
        self.names = names
        self.convention = convention
        self.boxes = boxes

    def _over(self, bits: int) -> tuple[Field[Any], Mapping[str, Any]]:
        field: Field[Any] = Exact() if bits == EXACT else Ball(bits)
        return field, self._scope(self.names, field)

    def _scope(self, names: Mapping[str, Meaning], field: Field[Any]) -> LazyScope:
        meant: dict[str, Callable[[], Any]] = {name: partial(self._meant, one, field) for name, one in names.items()}
        known: list[Any] = [meant, self._more(field), {"π": field.pi, "pi": field.pi}, _Functions(field, self.convention)]
        return LazyScope(ChainMap(*known))

    def _more(self, field: Field[Any]) -> Mapping[str, Callable[[], Any]]:
        """Recipes of functions that only some expressions may use; a name of the expression comes before them."""
        return {}

    def _meant(self, meaning: Meaning, field: Field[Any]) -> Any:
        figures: list[Any] = []
        if self.boxes and meaning.rounded:
            if not isinstance(field, Ball):
                raise EvaluationError("a rounding is known by its box only")
            figures = boxed(meaning.node, field.bits, every=True)
        elif (number := _number(meaning.node)) is not None:
            return number
        return evaluate(meaning.node, self._scope(meaning.names, field), field, figures, broadcast=True)


class _Functions(Mapping[str, Callable[[], Any]]):
    """Recipes of the functions over a field, which are made when the first of them is asked for."""

    def __init__(self, field: Field[Any], convention: Convention) -> None:
        self._field, self._convention = field, convention

    def __getitem__(self, name: str) -> Callable[[], Any]:
        if name not in _function_names():
            raise KeyError(name)
        return lambda: self._made[name]

    @cached_property
    def _made(self) -> dict[str, Callable[..., Any]]:
        return functions(self._field, self._convention)

    def __iter__(self) -> Iterator[str]:
        return iter(_function_names())

    def __len__(self) -> int:
        return len(_function_names())


@cache
def _function_names() -> frozenset[str]:
    return frozenset(functions(Exact(), PLAIN))


def _number(node: tree.Node) -> Fraction | None:
    """A name for a plain number stays a rational: exponents and counts need one."""
    if isinstance(node, tree.Negative) and isinstance(node.of, tree.Number):
        return -node.of.value
    return node.value if isinstance(node, tree.Number) else None


def boxed(node: tree.Node, bits: int, *, every: bool = False) -> list[arb | Fraction]:
    """For each figure all numbers that round to it; the figure itself where it stands for nothing else.

    every: the figures are declared roundings, however short they are. Exponents are counts and stay as they are, but for those
    of e: e^{-1.1059} is a function of a figure like any other.
    """
    powers = [part for part in tree.walk(node) if isinstance(part, tree.Power)]
    counts = [part.exponent for part in powers if not (isinstance(part.base, tree.Symbol) and part.base.name == "e")]
    exponents = {id(number) for exponent in counts for number in tree.walk(exponent)}
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
