"""A worked example that cites another chapter's: its own given values beside letters whose values that chapter makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from derivations.catalogue import Chapter, Lesson
from derivations.example import ExampleImpossible, Rows, Scope, WorkedExample
from derivations.given_values import GivenValues
from derivations.pieces import given_values, recorded
from derivations.scope import LazyScope
from lessonproof.records import dataclass
from numeric.fields.field import Field


@dataclass(frozen=True, kw_only=True)
class CitingValues(GivenValues):
    """`GivenValues` with the letters `cites` of the worked example of chapter `of`.

    They are worth what that chapter makes of the values that the document prints there, handed over among the givens under the
    names of `cited`; without a document, of those that its claims record. `functions` names those that are cited as well.
    """

    lesson: Lesson
    of: str
    cites: tuple[str, ...]

    def cited(self, givens: Mapping[str, Rows]) -> dict[str, Rows]:
        """The values that chapter `of` is given, under names that no value of this chapter has."""
        return {_named(self.of, name): rows for name, rows in givens.items()}

    def scope(self, field: Field[Any], givens: Mapping[str, Rows]) -> Scope:
        own = super().scope(field, givens)
        assert isinstance(own, LazyScope)
        chapter, example = self._cited_example()
        values: dict[str, Rows] = {}
        for claim in chapter.claims():
            if claim.fixes:
                values |= given_values(claim, recorded(claim), example.functions)
        cited = example.scope(field, _Printed(values, givens, self.of))
        return own.extended({name: partial(cited.__getitem__, name) for name in self.cites})

    def _cited_example(self) -> tuple[Chapter, WorkedExample]:
        chapter = self.lesson.chapter(self.of)
        example = chapter.example() if chapter else None
        if chapter is None or example is None:
            raise ExampleImpossible(f"chapter {self.of} has no worked example")
        return chapter, example


class _Printed(Mapping[str, Rows]):
    """The given values of a chapter, printed where they are handed over; each is looked up when it is asked for."""

    def __init__(self, recorded: Mapping[str, Rows], givens: Mapping[str, Rows], of: str) -> None:
        self._recorded = recorded
        self._givens = givens
        self._of = of

    def __getitem__(self, name: str) -> Rows:
        recorded = self._recorded[name]
        return self._givens.get(_named(self._of, name), recorded)

    def __iter__(self) -> Iterator[str]:
        return iter(self._recorded)

    def __len__(self) -> int:
        return len(self._recorded)


def _named(chapter: str, name: str) -> str:
    return f"{chapter}:{name}"
