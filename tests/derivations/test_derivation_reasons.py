"""Every line of every derivation holds with its reason and fails without it.

The reason of a line ties a letter to others: a definition, or the values of the chapter's example. Without it that letter may
be anything. For all shapes: its definition is not known, or it moves by itself; then nothing proves the line. In an example: it
has other values, and then the line is false. Lines that speak of no such letter are computation alone, and are few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from derivations.catalogue import Chapter, Lesson, lessons
from derivations.claim import Claim, Step
from derivations.example import ExampleImpossible, Rows
from derivations.formula.evaluate import EvaluationError
from derivations.formula.tree import Chain
from derivations.pieces import formula, given_values, recorded
from derivations.proof import decided, of_text
from derivations.prover.differential import Differential
from derivations.prover.finding import Provable
from derivations.prover.identity import Identity
from derivations.statement import holds
from derivations.values import Values, values_of
from numeric.matrix import Matrix

COMPUTATION = {
    "notes.4.2.positions-of-a-layer-at-once",
    "notes.6.2.larger-scores-weigh-more",  # for any score s₁
    "notes.10.1.first-order-expansion",  # the scalar product is linear
    "notes.10.1.finite-steps-need-not-descend",
    "notes.10.3.logits-share-parameters",
    "notes.14.3.large-steps-and-other-samples",
}
"""Claims with lines that are computation: with numbers, or with letters that may be anything."""

LINES = [
    pytest.param(chapter, claim, step, id=f"{claim.id}:{number}")
    for lesson in lessons()
    for chapter in lesson.chapters
    if chapter.encoded
    for claim in chapter.claims()
    for number, step in enumerate(claim.derivation, 1)
]


@cache
def values(chapter: Chapter) -> Values:
    example = chapter.example()
    givens: dict[str, Rows] = {}
    for claim in chapter.claims():
        if claim.fixes:
            givens.update(given_values(claim, recorded(claim), example.functions if example else frozenset()))
    return values_of(example, givens)


class Read(Mapping[str, Any]):
    """Letters to values, which notes the letters that are asked for; one may have another value."""

    def __init__(self, scope: Mapping[str, Any], instead: Mapping[str, Any]) -> None:
        self.scope, self.instead = scope, instead
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return self.instead[name] if name in self.instead else self.scope[name]

    def __contains__(self, name: object) -> bool:
        return name in self.scope

    def __iter__(self) -> Iterator[str]:
        return iter(self.scope)

    def __len__(self) -> int:
        return len(self.scope)


class Without(Values):
    """The values of an example, but one letter is not what its definition makes it."""

    def __init__(self, of: Values, letter: str | None = None, change: Callable[[Any, Any], Any] | None = None) -> None:
        super().__init__(of.example, of.givens)
        self.of, self.letter, self.change = of, letter, change
        self.read: set[str] = set()

    def over(self, bits: int) -> tuple[Any, Mapping[str, Any]]:
        field, scope = self.of.over(bits)
        instead = {}
        if self.letter is not None and self.change is not None:
            with field.working():
                instead = {self.letter: self.change(scope[self.letter], field)}
        reading = Read(scope, instead)
        reading.asked = self.read
        return field, reading


def moved(value: Any, field: Any) -> Any:
    """Other entries, each moved by an amount of its own."""
    if isinstance(value, Matrix):
        amounts = [[Fraction(1, 7 + 3 * i + 5 * j) for j in range(value.shape[1])] for i in range(value.shape[0])]
        return value + field.matrix([[field.num(amount) for amount in row] for row in amounts])
    if isinstance(value, int):
        return value + 1
    return (field.num(value) if isinstance(value, Fraction) else value) + field.num(Fraction(1, 7))


def longer(value: Any, field: Any) -> Any:
    """A row and a column more."""
    rows = [[*row, field.num(1)] for row in value.rows()] if isinstance(value, Matrix) else [[value]]
    return field.matrix([*rows, rows[0]])


def is_true(chain: Chain, here: Values) -> bool:
    """A letter that its reader cannot take, such as a row of another length, makes no line true."""
    try:
        return holds(chain, here).holds is True
    except (EvaluationError, ExampleImpossible, ValueError, TypeError):
        return False


def without_reasons(record: Provable, step: Step) -> Iterator[Provable]:
    """The statement with each letter in turn that the reason ties to others left free."""
    if isinstance(record, Identity):
        uses = record.uses if step.uses is None else step.uses
        yield from (replace(record, uses=tuple(other for other in uses or () if other != name)) for name in uses or ())
        if uses is None and "partial" in record.formula:  # the derivative of a letter that is not defined is 0
            yield replace(
                record, setting=replace(record.setting, where=tuple(f"{line} + n t" for line in record.setting.where))
            )
        elif uses is None:
            yield replace(record, uses=())
    elif isinstance(record, Differential):
        left = re.match(r"d (\\hat\{(\w)\}|(\w))", record.formula)
        assert left is not None
        letter = f"hat({left[2]})" if left[2] else left[3]
        yield replace(record, of=(*record.of, record.setting.rows.get(letter, letter)))


def proved(record: Provable) -> bool:
    return all(one.holds is True for one in decided(record))


@pytest.mark.parametrize(("chapter", "claim", "step"), LINES)
def test_a_line_fails_without_its_reason(chapter: Chapter, claim: Claim, step: Step) -> None:
    records = of_text(claim, step.formula)
    for record in records:
        record = replace(record, uses=step.uses) if isinstance(record, Identity) and step.uses is not None else record
        assert proved(record)
        freed = list(without_reasons(record, step))
        if claim.id in COMPUTATION or step.uses == ():
            assert all(proved(one) for one in freed)  # nothing but computation is behind it
            continue
        assert freed, "no reason was found"
        for one in freed:
            assert not proved(one), one
    if records:
        return
    example = values(chapter)
    for chain in formula(step.formula, example.functions).chains:
        assert is_true(chain, example)
        reading = Without(example)
        reading.entries(chain.sides[0], (), 64)
        letters = {name for name in reading.read if not callable(example.over(64)[1][name])}
        assert bool(letters) is not (claim.id in COMPUTATION) or claim.id == "notes.6.2.larger-scores-weigh-more"
        for letter in letters:
            changes = (moved,) if claim.id in COMPUTATION else (moved, longer)
            is_free = all(is_true(chain, Without(example, letter, change)) for change in changes)
            assert is_free is (claim.id in COMPUTATION), letter


def test_every_derivation_is_looked_at() -> None:
    assert len(LINES) == sum(
        len(claim.derivation) for lesson in lessons() for chapter in of(lesson) for claim in chapter.claims()
    )  # fmt: skip
    assert len({parameter.id.rpartition(":")[0] for parameter in LINES}) > 40


def of(lesson: Lesson) -> list[Chapter]:
    return [chapter for chapter in lesson.chapters if chapter.encoded]
