"""A counterexample as an author reads it: his letters with their entries, and both sides of his formula, entry by entry.

A formula for an adjoint states ⟨formula, dV⟩ = Σ_c ⟨bar(c), D_V c⟩ for every dV. With dV = 1 at one entry and 0 elsewhere
the two sides are that entry of the formula and of the true gradient; so both are shown whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from flint import ctx

from derivations.prover.instances import BITS, NOUGHT, Evaluation, HasNoValue, Instance, Number, excludes_zero
from derivations.prover.refutation import Counterexample, all_places
from derivations.prover.witness import name_shown, number_shown
from lessonproof.records import dataclass

Place = tuple[int, ...]
MOST = 64
"""Entries of a side beyond which only the one that differs is shown."""


@dataclass(frozen=True, slots=True)
class Entries:
    """A tensor of an instance: its name as printed, the lengths of its axes, and each entry as it is shown."""

    name: str
    lengths: tuple[int, ...]
    entries: Mapping[Place, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """sizes: letter → size. letters: what is given. indices: letters that are one index, from 1. left, right: the two sides,
    with the same places; a place that a condition beside the formula excludes, or that has no value, is missing in both.
    differ: the places at which they are certainly not equal."""

    sizes: Mapping[str, int]
    letters: tuple[Entries, ...]
    indices: Mapping[str, int]
    functions: Mapping[str, Sequence[Fraction]]
    left: Entries
    right: Entries
    differ: frozenset[Place]


def shown(found: Counterexample, left: str, right: str, fixed: Collection[str] = ()) -> Shown:
    """left, right: what the two sides are called. fixed: letters that are one given index everywhere."""
    statement, instance = found.statement, found.instance
    directions = _directions(statement)
    axes = [(name, sort) for name, sort in statement["free"] if name not in fixed]
    used = _texts([statement[part] for part in ("define", "given", "left", "right")])
    hidden = {*directions, *(f"{name}°" for name in directions)}
    named = {**statement["tensors"], **{mask: sorts for mask, (sorts, _) in statement["masks"].items()}}
    letters = [_entries(name, sorts, instance) for name, sorts in named.items()
               if name in used and name not in hidden and not name.endswith("°")]  # fmt: skip
    letters += [
        Entries(name_shown(name), (len(rows),), {(at,): str(row + 1) for at, row in enumerate(rows)})
        for name, rows in instance.maps.items() if name in used
    ]  # fmt: skip
    sorts = {sort for name in used if name in named for sort in named[name]} | used | {sort for _, sort in statement["free"]}
    indices = {name: found.places[name] + 1 for name, _ in statement["free"] if name in fixed}
    both = dict(_values(found, axes, directions))
    if len(both) > MOST:
        both = dict(_values(found, [], ()))
    if directions:  # a statement about a derivative has the formula on its left
        both = {at: (true, formula) for at, (formula, true) in both.items()}
    lengths = tuple(map(len, map(set, zip(*both, strict=True)))) if both else ()
    one, other = ({at: number_shown(pair[side]) for at, pair in both.items()} for side in (0, 1))
    differ = frozenset(at for at, (a, b) in both.items() if excludes_zero(a - b))
    return Shown(
        {sort: instance.sizes[sort] for sort in statement["sorts"] if sort in sorts}, tuple(letters), indices,
        {name: coefficients for name, coefficients in instance.functions.items() if used & {name, f"{name}′"}},
        Entries(left, lengths, one), Entries(right, lengths, other), differ,
    )  # fmt: skip


def _directions(statement: Mapping[str, Any]) -> tuple[str, ...]:
    """The tensors along which the statement takes its derivative."""
    found: dict[str, None] = {}

    def visit(term: Any) -> None:
        if isinstance(term, list):
            if term[:1] == ["D"]:
                found[term[2]] = None
            for part in term:
                visit(part)

    visit([statement["left"], statement["right"]])
    return tuple(name for name in found if name in statement["tensors"])


def _values(
    found: Counterexample, axes: Sequence[tuple[str, str]], directions: Sequence[str]
) -> Iterator[tuple[Place, tuple[Number, Number]]]:
    """Both sides at each choice of the free indices, and of one entry of the direction, if there is a single one."""
    statement, instance = found.statement, found.instance
    for rows in product(*(range(instance.sizes[sort]) for _, sort in axes)):
        places = {**found.places, **{name: row for (name, _), row in zip(axes, rows, strict=True)}}
        for at, moved in _unit(statement, instance, directions):
            try:
                yield (*rows, *at), _sides(statement, moved, places)
            except HasNoValue:
                continue


def _unit(statement: Mapping[str, Any], instance: Instance, directions: Sequence[str]) -> Iterator[tuple[Place, Instance]]:
    if len(directions) != 1:
        yield (), instance
        return
    (direction,) = directions
    for at in instance.entries[direction]:
        if _may_move(statement, instance, direction, at):
            unit = {other: Fraction(other == at) for other in instance.entries[direction]}
            yield at, replace(instance, entries={**instance.entries, direction: unit})


def _may_move(statement: Mapping[str, Any], instance: Instance, direction: str, at: Place) -> bool:
    """Whether the conditions beside the formula leave this entry of the direction free."""
    free = f"{direction}°"
    if free not in instance.entries:
        return True
    ones = dict.fromkeys(instance.entries[free], Fraction(1))
    evaluation = Evaluation(statement, replace(instance, entries={**instance.entries, free: ones}))
    for scope, left, right in statement["given"]:
        if left[:2] == ["entry", direction]:
            for places in all_places(scope, instance.sizes):
                if tuple(evaluation.index(index, places) for index in left[2]) == at:
                    return bool(evaluation.gap(right, NOUGHT, places) != 0)
    return True


def _sides(statement: Mapping[str, Any], instance: Instance, places: Mapping[str, int]) -> tuple[Number, Number]:
    evaluation = Evaluation(statement, instance)
    with ctx.workprec(BITS):
        left, right = (evaluation.value(statement[side], places) for side in ("left", "right"))
    return left, right


def _entries(name: str, sorts: Sequence[str], instance: Instance) -> Entries:
    entries = {at: str(value) for at, value in instance.entries[name].items()}
    return Entries(name_shown(name), tuple(instance.sizes[sort] for sort in sorts), entries)


def _texts(part: Any) -> set[str]:
    if isinstance(part, str):
        return {part}
    return set().union(*map(_texts, part)) if isinstance(part, (list, tuple)) else set()
