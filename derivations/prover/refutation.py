"""Counterexamples: a statement is evaluated at small sizes, all equal and all distinct, in order of size.

An instance that satisfies the hypotheses and at which the sides differ refutes the statement: rationals that differ, or balls
that are apart. That nothing is found proves nothing. Equal sizes hide transposes, unequal ones hide nothing but shapes, so
both are tried; sizes 2, 3, 5 are no squares, so that a root of a size cannot pass for a number.

A thorough search visits all of these sizes and finds a smallest counterexample. Whether there is one is seen at few instances:
a false polynomial identity is false for almost all values of its entries at all sizes from some on (`sizes`), so that one
instance of distinct sizes says nearly as much as many; what may be particular about sizes 1 and 2, about masks with an empty
row and about causal ones, is looked at beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from operator import le, lt
from random import Random
from typing import Any

from flint import fmpq

from derivations.prover import witness
from derivations.prover.definitions import tensors, texts
from derivations.prover.instances import NOUGHT, Evaluation, HasNoValue, Instance, Number, excludes_zero
from derivations.prover.setting import NEXT, ORDINAL
from derivations.prover.sizes import bound, cost
from lessonproof.records import dataclass

Statement = Mapping[str, Any]
SEEDS = 3
AFFORDABLE = 100_000  # entries looked at for one evaluation at sizes beyond 3
DISTINCT = (2, 3, 1, 4, 5, 6, 7, 8)
LARGER = (3, 2, 4, 5)  # of so many sorts, all beyond 1, at little cost
RELATIONS = {"≤": le, "<": lt}  # masks that are relations between two positions: [i, j] for j ≤ i


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The instance, the values of the free indices (from 0), and left − right there: a rational, or a ball without 0."""

    statement: Statement
    instance: Instance
    places: Mapping[str, int]
    difference: Number

    @property
    def sizes(self) -> Mapping[str, int]:
        return self.instance.sizes

    @property
    def enclosed(self) -> bool:
        """Whether the sides were told apart by enclosures, not by rational numbers."""
        return not isinstance(self.difference, fmpq)

    def shown(self) -> str:
        return witness.shown(self.statement, self.instance, self.places)


def refute(statement: Statement, *, thorough: bool = True) -> Counterexample | None:
    """A counterexample of sizes as small as were found, or None. Not thorough: one of any sizes, at few instances."""
    if not thorough:
        return next((found for instance in few(statement) if (found := differs(statement, instance))), None)
    for sizes in sizes_that_matter(statement):
        if found := refute_at(statement, sizes):
            return smallest(statement, found)
    return None


def few(statement: Statement) -> Iterator[Instance]:
    """An instance of sizes 1, one of sizes 2 and one of distinct sizes, where there are such."""
    used = sorts_used(statement)
    looked_at = ((1, dict.fromkeys(used, 1)), (2, dict.fromkeys(used, 2)), (0, distinct(used)))
    for seed, sizes in looked_at[0 if used else 2 :]:
        whole = {**dict.fromkeys(statement["sorts"], 1), **sizes}
        drawn = (satisfying(statement, whole, (seed + more) % SEEDS) for more in range(SEEDS))
        instance = next((one for one in drawn if one is not None), None)
        if instance is not None:
            yield instance


def distinct(sorts: Sequence[str]) -> dict[str, int]:
    return dict(zip(sorts, DISTINCT if len(sorts) > len(LARGER) else LARGER, strict=False))


def sorts_used(statement: Statement) -> list[str]:
    """The sorts that the statement mentions."""
    said = texts([statement[part] for part in ("define", "given", "free", "left", "right")])
    shapes = [*statement["tensors"].values(), *statement["maps"].values()]
    said |= texts([*shapes, *(mask for name, mask in statement["masks"].items() if name in said)])
    return [sort for sort in statement["sorts"] if sort in said]


def sizes_that_matter(statement: Statement) -> Iterator[dict[str, int]]:
    """Sizes in order of those sorts that the statement mentions; the others are 1."""
    for sizes in sizes_in_order(sorts_used(statement)):
        yield {**dict.fromkeys(statement["sorts"], 1), **sizes}
    yield from larger(statement)


def larger(statement: Statement) -> Iterator[dict[str, int]]:
    """Sizes from 4 on, up to those at which a false polynomial identity shows itself, as long as they are affordable.

    Beyond the number of slots, sizes of which the coefficients are polynomials: one sort at a time, then all at once.
    """
    needed = bound(statement)
    if needed is None:
        return
    for size in range(4, 1 + max(needed.least.values(), default=0)):
        sizes = {sort: min(size, least) for sort, least in needed.least.items()}
        if cost(statement, sizes) > AFFORDABLE:
            return
        yield sizes
    used = sorts_used(statement)
    steps = max((needed.grid[sort] for sort in used), default=1)
    for step, moved in product(range(1, steps), [*([sort] for sort in used), used][-1 if len(used) < 2 else 0 :]):
        sizes = {sort: least + (step if sort in moved else 0) for sort, least in needed.least.items()}
        if cost(statement, sizes) <= AFFORDABLE:
            yield sizes


def refute_at(statement: Statement, sizes: Mapping[str, int]) -> Counterexample | None:
    """A counterexample of these sizes."""
    for seed in range(SEEDS):
        instance = satisfying(statement, sizes, seed)
        if instance is not None and (found := differs(statement, instance)):
            return found
    return None


def differs(statement: Statement, instance: Instance) -> Counterexample | None:
    evaluation = Evaluation(statement, instance)
    for places in all_places(statement["free"], instance.sizes):
        try:
            difference = evaluation.difference(places)
        except HasNoValue:
            continue
        if excludes_zero(difference):
            return Counterexample(statement, instance, places, difference)
    return None


def all_places(scope: Sequence[Sequence[str]], sizes: Mapping[str, int]) -> Iterator[dict[str, int]]:
    names = [index for index, _ in scope]
    for rows in product(*(range(sizes[sort]) for _, sort in scope)):
        yield dict(zip(names, rows, strict=True))


def sizes_in_order(sorts: Sequence[str]) -> Iterator[dict[str, int]]:
    """All 1, all 2, distinct (each sort once small, once large), all 3."""
    for size in (1, 2):
        yield dict.fromkeys(sorts, size)
    for turn in range(len(sorts) if len(sorts) > 1 else 0):
        turned = [*sorts[turn:], *sorts[:turn]]
        yield dict(zip(turned, DISTINCT, strict=False))
    yield dict.fromkeys(sorts, 3)


def smallest(statement: Statement, found: Counterexample) -> Counterexample:
    """A counterexample from which no size can be taken down by one without losing it."""
    sizes, again = dict(found.sizes), True
    while again:
        again = False
        for sort in sorted(sizes, key=lambda sort: -sizes[sort]):
            less = {**sizes, sort: sizes[sort] - 1}
            if less[sort] and (smaller := refute_at(statement, less)):
                sizes, found, again = less, smaller, True
                break
    return found


def satisfying(statement: Statement, sizes: Mapping[str, int], seed: int) -> Instance | None:
    """An instance of small numbers that satisfies the declarations and hypotheses, None where none was found.

    A hypothesis T[…] = term, or term = T[…], is satisfied by computing T, where the term does not depend on T and no hypothesis
    before it does. Those of few tensors come first. For what is not satisfied then, entries are solved for (`fitting`).
    """
    random = Random(f"{seed} {sorted(sizes.items())}")
    entries: dict[str, Mapping[tuple[int, ...], Fraction]] = {}
    for name, sorts in statement["tensors"].items():
        least = 1 if name in statement["positive"] else -3
        entries[name] = {at: _ratio(random.randint(least, 4), random.choice((1, 1, 2, 3))) for at in _all(sorts, sizes)}
        if name.startswith(ORDINAL):
            entries[name] = {at: Fraction(at[0] + 1) for at in _all(sorts, sizes)}
    for name, (sorts, axes) in statement["masks"].items():
        if name in RELATIONS:
            entries[name] = {(i, j): Fraction(RELATIONS[name](j, i)) for i, j in _all(sorts, sizes)}
        else:
            entries[name] = _mask(sorts, axes, sizes, random, causal=seed == 0)
            if seed == 1 and not axes:
                entries[name] = {at: value * (at[:1] != (0,)) for at, value in entries[name].items()}  # a row may be empty
    maps: dict[str, list[int]] = {}
    for name, (source, target, *bijective) in statement["maps"].items():
        rows = range(sizes[target])
        maps[name] = random.sample(rows, len(rows)) if bijective else [random.choice(rows) for _ in range(sizes[source])]
    for name in (name for name in maps if name.removesuffix(NEXT) in maps and name.endswith(NEXT)):
        maps[name] = [*maps[name.removesuffix(NEXT)][1:], maps[name][-1]]
    functions = {name: [Fraction(random.randint(-3, 3)) for _ in range(3)] + [Fraction(1)] for name in statement["functions"]}
    instance = Instance(sizes, entries, maps, functions)
    settled, holds = set[str](), True
    for scope, left, right in sorted(statement["given"], key=lambda one: len(_depends_on(statement, one[1:]))):
        evaluation = Evaluation(statement, instance)
        computed = _is_solved(statement, left, right, settled)
        if not computed and _is_solved(statement, right, left, settled):
            left, right, computed = right, left, True
        settled |= _depends_on(statement, [left, right])
        values: dict[tuple[int, ...], Fraction] = {}
        for places in all_places(scope, sizes):
            try:
                value = evaluation.gap(right if computed else left, NOUGHT if computed else right, places)
            except HasNoValue:
                return None
            if computed:
                if not isinstance(value, fmpq) or (value <= 0 and left[1] in statement["positive"]):
                    return None  # the hypothesis needs a number that is not rational, or not the positive one it has to be
                at, number = tuple(evaluation.index(index, places) for index in left[2]), Fraction(int(value.p), int(value.q))
                if values.setdefault(at, number) != number:
                    return None  # one entry at two places of the hypothesis
            elif not isinstance(value, fmpq) or value != 0:
                holds = False
        if computed:
            entries[left[1]] = {**entries[left[1]], **values}
    if holds:
        return instance
    from derivations.prover.fitting import fitted

    said = set[str]().union(*(_depends_on(statement, equation[1:]) for equation in statement["given"]))
    return fitted(statement, instance, [name for name in statement["tensors"] if name in said], random)


def _is_solved(statement: Statement, one: Any, other: Any, settled: set[str]) -> bool:
    """Whether one side is an entry of a tensor that is still to be chosen, and on which the other side does not depend."""
    is_free = one[0] == "entry" and one[1] in statement["tensors"] and one[1] not in settled
    return is_free and one[1] not in _depends_on(statement, other)


def _depends_on(statement: Statement, term: Any) -> set[str]:
    """The tensors in a term, in the definitions that it uses, and so on."""
    bodies = {name: body for name, _, body in statement["define"]}
    found, waiting = set[str](), [term]
    while waiting:
        for name in set(tensors(waiting.pop())) - found:
            found.add(name)
            waiting += [bodies[name]] if name in bodies else []
    return found


@cache
def _ratio(number: int, by: int) -> Fraction:
    return Fraction(number, by)


def _all(sorts: Sequence[str], sizes: Mapping[str, int]) -> Iterator[tuple[int, ...]]:
    return product(*(range(sizes[sort]) for sort in sorts))


def _mask(
    sorts: Sequence[str], axes: Sequence[int], sizes: Mapping[str, int], random: Random, *, causal: bool
) -> dict[tuple[int, ...], Fraction]:
    """Zeros and ones, with a one along each axis that has to have one; the causal mask where that is one and asked for."""
    if causal and len(sorts) == 2 and sorts[0] == sorts[1]:
        return {(i, j): Fraction(j <= i) for i, j in _all(sorts, sizes)}
    mask = {at: Fraction(random.randint(0, 1)) for at in _all(sorts, sizes)}
    for axis in axes:
        for at in list(mask):
            line = [(*at[:axis], row, *at[axis + 1 :]) for row in range(sizes[sorts[axis]])]
            if not any(mask[other] for other in line):
                mask[random.choice(line)] = Fraction(1)
    return mask
