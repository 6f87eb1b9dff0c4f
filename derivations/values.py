"""The value of an expression of a lesson: exactly, where the exact field reaches, and enclosed to any precision."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from derivations.asked import Givens, ask, kept
from derivations.example import ExampleImpossible, Route, Rows, Scope, WorkedExample
from derivations.formula.evaluate import EvaluationError, Grid, evaluate
from derivations.formula.tree import Node
from derivations.scope import LazyScope
from lessonproof.records import dataclass
from numeric.fields.ball import Ball
from numeric.fields.exact import Exact
from numeric.fields.field import Field
from numeric.matrix import Matrix
from numeric.real import Real
from numeric.written import Written

EXACT = 0
"""In place of a precision in bits: the exact field."""

Entries = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A printed operand that stands for the unrounded value it was printed from."""

    source: Node


@dataclass(frozen=True, slots=True)
class AnyRounding:
    """A printed operand that stands for some real number, not known, that rounds to it."""

    printed: Written

    def over(self, field: Field[Any]) -> Any:
        if not isinstance(field, Ball):
            raise EvaluationError("known only as a rounding")
        with field.working():
            return field.num(self.printed.value) + field.num(self.printed.ulp / 2) * field.unit_ball()


Figure = Written | Fraction | Standing | AnyRounding


class Values:
    """All letters of a worked example over the exact field and over balls, each pass made once a precision."""

    broadcast = False
    """Whether a number may be added to a row: no claim of ours says so."""

    def __init__(self, example: WorkedExample | None, givens: Mapping[str, Rows]) -> None:
        self.example = example
        self.givens = Givens(givens)
        self.functions: frozenset[str] = example.functions if example else frozenset()
        self.decisions: dict[tuple[object, ...], Any] = {}  # what has been decided over these values, for an edited text
        self.needs: dict[tuple[object, ...], frozenset[str]] = {}  # and which of them that needed, where it is known
        self._edition: Values | None = None
        self._scopes: dict[int, tuple[tuple[Field[Any], Scope], frozenset[str]]] = {}
        self._routes: dict[None, tuple[tuple[Route, ...], frozenset[str]]] = {}

    @property
    def edition(self) -> Values | None:
        """The recorded values, where the document gives others."""
        ask(self.givens)
        return self._edition

    @edition.setter
    def edition(self, recorded: Values) -> None:
        self._edition = recorded

    def over(self, bits: int) -> tuple[Field[Any], Scope]:
        """The field and the letters at a working precision, or over the exact field."""
        return kept(self._scopes, bits, lambda: self._over(bits))

    def _over(self, bits: int) -> tuple[Field[Any], Scope]:
        field: Field[Any] = Exact() if bits == EXACT else Ball(bits)
        return field, self.example.scope(field, self.givens) if self.example else LazyScope({})

    def entries(self, node: Node, figures: Sequence[Figure], bits: int) -> Entries:
        """The value of an expression as rows of entries; a scalar is 1 × 1. Raises EvaluationError."""
        field, scope = self.over(bits)
        printed = [self._standing(figure, field, bits) for figure in figures]
        try:
            with field.working():
                value = evaluate(node, scope, field, printed, broadcast=self.broadcast)
        except (EvaluationError, ExampleImpossible):
            raise
        except (ValueError, ArithmeticError) as error:  # a pass of the example that this field cannot carry out
            raise EvaluationError(str(error)) from error
        if isinstance(value, Grid):
            return value.entries
        return tuple(tuple(row) for row in value.rows()) if isinstance(value, Matrix) else ((value,),)

    def _standing(self, figure: Figure, field: Field[Any], bits: int) -> Any:
        if isinstance(figure, AnyRounding):
            return figure.over(field)
        return self.entries(figure.source, (), bits)[0][0] if isinstance(figure, Standing) else figure

    @property
    def routes(self) -> tuple[Route, ...]:
        """The independent ways to the example's gradients, walked once."""
        return kept(self._routes, None, lambda: tuple(self.example.routes(self.givens)) if self.example else ())

    def elsewhere(self, instead: Mapping[str, Rows]) -> Values:
        """The same example from other given values."""
        return Values(self.example, {**self.givens, **instead})

    def instances(self, letter: str) -> list[Values]:
        """One for each value of a running letter, e.g. the 24 values of r in e_r."""
        if self.example is None:
            return []
        count = self.example.instances(letter, self.givens)
        return [_Instance(self, letter, number) for number in range(count)]


class _Instance(Values):
    """The letters of an example with one running letter held at one of its values."""

    def __init__(self, of: Values, letter: str, number: int) -> None:
        super().__init__(of.example, of.givens)
        self._of, self._letter, self._number = of, letter, number

    def _over(self, bits: int) -> tuple[Field[Any], Scope]:
        field, scope = self._of.over(bits)
        assert self.example is not None
        return field, self.example.instance(scope, self._letter, self._number)


class Expression:
    """An expression with the document's figures in it: its shape, and each entry as a `Real`."""

    def __init__(self, values: Values, node: Node, figures: Sequence[Figure] = ()) -> None:
        self.values = values
        self.node = node
        self.figures = tuple(figures)
        self._entries: dict[int, Entries] = {}

    def at(self, bits: int) -> Entries:
        if bits not in self._entries:
            self._entries[bits] = self.values.entries(self.node, self.figures, bits)
        return self._entries[bits]

    def exact(self) -> Entries | None:
        """The entries in the exact field; None where something in it is known by enclosures only."""
        try:
            return self.at(EXACT)
        except EvaluationError:
            return None

    @property
    def shape(self) -> tuple[int, int]:
        entries = self.at(64)
        return len(entries), len(entries[0])

    def real(self, i: int, j: int) -> Real:
        """Entry (i, j), counted from 0."""

        def equals(q: Fraction) -> bool | None:
            exact = self.exact()
            if exact is None:
                return None
            return True if (exact[i][j] - self.values.over(EXACT)[0].num(q)).is_zero() else None

        return Real(enclosure=lambda bits: self.at(bits)[i][j], equals=equals)


_KEPT: OrderedDict[tuple[int, tuple[tuple[str, Rows], ...]], Values] = OrderedDict()
_MOST_KEPT = 4


def values_of(example: WorkedExample | None, givens: Mapping[str, Rows]) -> Values:
    """The values of an example at these givens; those last asked for are kept, for whoever checks an edited text again."""
    key = (id(example), tuple(sorted(givens.items())))
    if key not in _KEPT:
        _KEPT[key] = Values(example, givens)
        if len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(key)
    return _KEPT[key]
