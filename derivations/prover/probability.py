"""Finite probability spaces: laws of random tensors, expectations by summation over all outcomes, exact.

The second engine for statements with E: it knows nothing of linearity or independence. Independent variables are independent
because their outcomes are combined in all ways and their probabilities multiplied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from flint import fmpq

from derivations.prover.instances import Evaluation, Instance, Number
from derivations.prover.program import Compiled
from derivations.prover.program import product as times
from lessonproof.records import dataclass

Variable = tuple[str, tuple[int, ...]]  # an entry of a random tensor
Outcome = Mapping[Variable, Fraction]
ALIKE, MIXED = 64, 16  # outcomes of a law at most, of one kind and of two

HALF = Fraction(1, 2)
SIGN: dict[Fraction, Fraction] = {Fraction(-1): HALF, Fraction(1): HALF}
MARGINALS: tuple[dict[Fraction, Fraction], ...] = (
    SIGN,  # mean 0, variance 1
    {Fraction(0): HALF, Fraction(2): HALF},  # mean 1, variance 1
    {Fraction(-2): Fraction(1, 5), HALF: Fraction(4, 5)},  # mean 0, variance 1, not symmetric
    {Fraction(-2): Fraction(1, 8), Fraction(0): Fraction(3, 4), Fraction(2): Fraction(1, 8)},  # mean 0, variance 1
    {Fraction(-2): HALF, Fraction(2): HALF},  # mean 0, variance 4
    {Fraction(0): Fraction(1, 3), Fraction(3): Fraction(2, 3)},
    {Fraction(1): Fraction(1)},
    {Fraction(-3): Fraction(1, 3), Fraction(0): Fraction(2, 3)},  # mean −1, variance 2
)


@dataclass(frozen=True, slots=True)
class Unit:
    """Variables with a joint law, independent of all other units."""

    variables: tuple[Variable, ...]
    outcomes: tuple[tuple[tuple[Fraction, ...], Fraction], ...]  # values, probability

    @staticmethod
    def equally_likely(variables: Sequence[Variable], values: Sequence[Sequence[Fraction]]) -> Unit:
        return Unit(tuple(variables), tuple((tuple(row), Fraction(1, len(values))) for row in values))


@dataclass(frozen=True, slots=True)
class Law:
    units: tuple[Unit, ...]

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        """All outcomes with their probabilities."""
        found: list[tuple[Outcome, Fraction]] = []
        for rows in product(*(unit.outcomes for unit in self.units)):
            values: dict[Variable, Fraction] = {}
            for unit, (row, _) in zip(self.units, rows, strict=True):
                values |= zip(unit.variables, row, strict=True)
            found.append((values, prod((p for _, p in rows), start=Fraction(1))))
        return found

    def size(self) -> int:
        return prod(len(unit.outcomes) for unit in self.units)


@dataclass
class AtOutcome(Evaluation):
    """Values of terms at one outcome; E is the expectation over the whole space."""

    space: Space | None = None

    def expectation(self, body: Compiled, places: Mapping[str, int]) -> Number:
        assert self.space is not None
        return self.space.expectation(body, places)


class Space:
    """One statement at one instance and one law: an evaluation for each outcome, and its probability."""

    def __init__(self, statement: Mapping[str, Any], instance: Instance, law: Law) -> None:
        self.instance, self.law = instance, law
        self.outcomes = [(AtOutcome(statement, moved(instance, values), space=self), p) for values, p in law.outcomes()]
        self.expected: dict[Any, Number] = {}
        self.weights = [fmpq(*p.as_integer_ratio()) for _, p in self.outcomes]

    def expectation(self, body: Compiled, places: Mapping[str, int]) -> Number:
        key = (body.number, *(places[index] for index in sorted(body.indices)))
        if key not in self.expected:
            found = fmpq(0)
            for (evaluation, _), weight in zip(self.outcomes, self.weights, strict=True):
                found = found + times(body.plain(evaluation, places), weight)
            self.expected[key] = found
        return self.expected[key]

    def distribution(self, term: Any, places: Mapping[str, int]) -> dict[Fraction, Fraction]:
        """The values of a rational term with their probabilities, in order."""
        found: dict[Fraction, Fraction] = {}
        for evaluation, p in self.outcomes:
            value = evaluation.value(term, places)
            exact = Fraction(int(value.p), int(value.q))
            found[exact] = found.get(exact, Fraction(0)) + p
        return dict(sorted(found.items()))


def moved(instance: Instance, values: Outcome) -> Instance:
    """The instance with the random entries at one outcome."""
    entries = {name: dict(table) for name, table in instance.entries.items()}
    for (name, at), value in values.items():
        entries[name][at] = value
    return replace(instance, entries=entries)


def laws(statement: Mapping[str, Any], sizes: Mapping[str, int], seed: int) -> Iterator[Law]:
    """Laws that the declared independence allows: of one kind for all variables, then of another for the first tensor."""
    groups = list(groups_of(statement, sizes))
    choices = [[unit for unit in (joint(group, kind, seed) for kind in range(KINDS)) if unit is not None] for group in groups]
    first = [set(groups[0][:1]) & set(group) or groups[0][0][0] == group[0][0] for group in groups]
    for one, other in sorted(product(range(KINDS), repeat=2), key=lambda kinds: kinds[0] != kinds[1]):
        if one == other or not all(first):
            kinds = [min(one if is_first else other, len(of) - 1) for is_first, of in zip(first, choices, strict=True)]
            law = Law(tuple(raised(of[kind], statement["positive"]) for kind, of in zip(kinds, choices, strict=True)))
            if law.size() <= (ALIKE if one == other else MIXED):
                yield law


def raised(unit: Unit, positive: Sequence[str]) -> Unit:
    """The unit with the variables that have to be positive moved up, each by a constant, until their least value is 1."""
    least = [min(row[at] for row, _ in unit.outcomes) for at in range(len(unit.variables))]
    moves = [max(1 - low, Fraction(0)) if name in positive else 0 for low, (name, _) in zip(least, unit.variables, strict=True)]
    if not any(moves):
        return unit
    moved = tuple((tuple(x + by for x, by in zip(row, moves, strict=True)), p) for row, p in unit.outcomes)
    return Unit(unit.variables, moved)


def groups_of(statement: Mapping[str, Any], sizes: Mapping[str, int]) -> Iterator[list[Variable]]:
    """The variables that may depend on each other, a group each. An entry of no family may depend on all."""
    places = {name: list(product(*(range(sizes[sort]) for sort in statement["tensors"][name]))) for name in statement["random"]}
    in_families = {name for names, _ in statement["independent"] for name in names}
    if set(places) - in_families:
        yield [(name, at) for name in places for at in places[name]]
        return
    for names, each in statement["independent"]:
        together = [[(name, at) for name in names] for at in places[names[0]]] if each and names else []
        yield from together if each else [[(name, at) for name in names for at in places[name]]]


def joint(group: Sequence[Variable], kind: int, seed: int) -> Unit | None:
    """A law of variables that may depend on each other; None where this kind is too large."""
    n = len(group)
    if n == 1 and kind < len(MARGINALS):
        return Unit(tuple(group), tuple(((x,), p) for x, p in MARGINALS[kind].items()))
    random = Random(f"{seed} {kind} {n}")
    signs = list(product((Fraction(-1), Fraction(1)), repeat=min(n, 6)))
    match kind:
        case 0:  # equal
            return Unit.equally_likely(group, [[x] * n for x in SIGN])
        case 1:  # any n − 1 of them independent, all n not: their product is 1
            return Unit.equally_likely(group, [row for row in signs if prod(row) == 1]) if n <= 6 else None
        case 2:  # independent
            return Unit.equally_likely(group, signs) if n <= 6 else None
        case 3:  # of opposite signs in turn
            return Unit.equally_likely(group, [[x * (-1) ** k for k in range(n)] for x in SIGN])
        case 4:  # 0 or 2, equal
            return Unit.equally_likely(group, [[x] * n for x in MARGINALS[1]])
        case 5:  # mean 0, variance 1, squares that are not constant, equal
            return Unit(tuple(group), tuple(((x,) * n, p) for x, p in MARGINALS[3].items()))
    rows = [[Fraction(random.randint(-2, 3)) for _ in group] for _ in range(3)]
    return Unit.equally_likely(group, rows)


KINDS = 8


def parity(variables: Sequence[Variable]) -> Law:
    """Signs with product 1, all such rows equally likely: independent as soon as one of them is left out."""
    unit = joint(variables, 1, 0)
    assert unit is not None
    return Law((unit,))


def shown(law: Law, name_shown: Any) -> Iterator[str]:
    """`q_1 ∈ {0 : 1/2, 2 : 1/2}`; several variables as a tuple."""
    for unit in law.units:
        names = [f"{name_shown(name)}{'_' + ' '.join(str(i + 1) for i in at) if at else ''}" for name, at in unit.variables]
        rows = [f"{row[0]} : {p}" if len(row) == 1 else f"({', '.join(map(str, row))}) : {p}" for row, p in unit.outcomes]
        left = names[0] if len(names) == 1 else f"({', '.join(names)})"
        yield f"{left} ∈ {{{', '.join(rows)}}}"
