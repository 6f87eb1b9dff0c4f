"""Worked examples that need no model of their own: values that a lesson gives, and letters that its formulas define."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

from derivations.example import ExampleImpossible, Route, Rows, Scope
from derivations.formula.evaluate import evaluate
from derivations.pieces import side
from derivations.scope import LazyScope
from lessonproof.records import dataclass
from numeric.fields.field import Field
from numeric.matrix import Matrix
from numeric.softmax import softmax

_FUNCTIONS = frozenset({"softmax", "softmax_row"})


@dataclass(frozen=True, kw_only=True)
class GivenValues:
    """A worked example (`derivations/example.py`) without gradients.

    givens: the names that claims of the chapter fix, numbers or matrices; the document prints their values.
    letters: name → formula in the lesson's notation, from givens and other letters: {"S": "Q K^{T}"}.
    column_letters: rows whose entries the lesson calls by letters, as in every example.
    Formulas may say `softmax (s)` and `softmax_{row} (S)`, of each row; of a number it raises ExampleImpossible.
    """

    givens: tuple[str, ...]
    letters: Mapping[str, str] = field(default_factory=dict)
    column_letters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    functions: frozenset[str] = _FUNCTIONS

    def scope(self, field: Field[Any], givens: Mapping[str, Rows]) -> Scope:
        def letter(text: str) -> Any:
            return evaluate(side(text, self.functions), letters, field)

        def of_rows(scores: Any) -> Matrix[Any]:
            return field.of_rows([softmax(field, row) for row in _matrix(scores).rows()])

        letters = LazyScope(
            {name: partial(_given, field, givens[name]) for name in self.givens}
            | {name: partial(letter, text) for name, text in self.letters.items()}
            | {name: partial(_itself, of_rows) for name in _FUNCTIONS}
        )
        return letters

    def instances(self, letter: str, givens: Mapping[str, Rows]) -> int:
        """No letter runs."""
        return 0

    def instance(self, scope: Scope, letter: str, number: int) -> Scope:
        raise ExampleImpossible(f"{letter} is no running letter")

    def places(self, givens: Mapping[str, Rows]) -> Sequence[tuple[str, int, int]]:
        """There are no parameters to differentiate by."""
        return ()

    def routes(self, givens: Mapping[str, Rows]) -> Sequence[Route]:
        return ()

    def programs(self, name: str, givens: Mapping[str, Rows]) -> Mapping[str, float]:
        return {}

    def companion(self) -> Mapping[str, Mapping[str, str]]:
        """What was given and what follows from it."""
        return {"given": {name: name for name in self.givens}, "letters": dict(self.letters)}


def _given(field: Field[Any], rows: Rows) -> Any:
    """A number where the lesson gives one, else the matrix."""
    return field.num(rows[0][0]) if len(rows) == len(rows[0]) == 1 else field.matrix(rows)


def _itself(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _matrix(value: Any) -> Matrix[Any]:
    if not isinstance(value, Matrix):
        raise ExampleImpossible(f"{value} is no matrix")
    return value
