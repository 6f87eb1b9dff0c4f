"""A worked example that cites another chapter's: its own given values beside letters whose values that chapter makes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from derivations.catalogue import Lesson
from derivations.example import ExampleImpossible, Rows, Scope
from derivations.given_values import GivenValues
from derivations.pieces import given_values, recorded
from derivations.scope import LazyScope
from lessonproof.records import dataclass
from numeric.fields.field import Field


@dataclass(frozen=True, kw_only=True)
class CitingValues(GivenValues):
    """`GivenValues` with the letters `cites` of the worked example of chapter `of`, at the values that its claims record.

    A document that gives that chapter other values is held against them there; what is cited here are the recorded ones.
    `functions` names those that are cited as well.
    """

    lesson: Lesson
    of: str
    cites: tuple[str, ...]

    def scope(self, field: Field[Any], givens: Mapping[str, Rows]) -> Scope:
        own = super().scope(field, givens)
        assert isinstance(own, LazyScope)
        chapter = self.lesson.chapter(self.of)
        example = chapter.example() if chapter else None
        if chapter is None or example is None:
            raise ExampleImpossible(f"chapter {self.of} has no worked example")
        values: dict[str, Rows] = {}
        for claim in chapter.claims():
            if claim.fixes:
                values |= given_values(claim, recorded(claim), example.functions)
        cited = example.scope(field, values)
        return own.extended({name: partial(cited.__getitem__, name) for name in self.cites})
