"""Independence: the expectation of a product of random entries as products of moments.

Families are independent of each other, all together; in a family that is independent entry by entry, so are the tuples of its
tensors at different indices. An entry in no family is independent of nothing. Which indices are the same is decided by cases,
a sum over their partitions: E q_r q_s = δ_rs E q_r² + (1 − δ_rs) E q_r E q_s.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from derivations.kernel.language import Language, Term, demand
from derivations.kernel.placement import complement

PLACES = 7  # that may coincide in one product; 877 partitions
CASES = 2_000  # in one statement


class Families:
    """The families of one statement, and the moments that were asked for: new tensors, with their sorts."""

    def __init__(self, known: Language, random: Any, independent: Any) -> None:
        self.known = known
        self.number: dict[str, int] = {}
        self.each: list[bool] = []
        self.moments: dict[str, tuple[str, ...]] = {}
        self.looked_at = 0
        for names, each in independent:
            demand(set(random) >= set(names) and isinstance(each, bool), "a family of what is not random")
            demand(not set(names) & set(self.number), "a tensor in two families")
            demand(not each or len({known.shapes[name] for name in names}) == 1, "entry by entry, but of several shapes")
            self.number.update(dict.fromkeys(names, len(self.each)))
            self.each.append(each)

    def cases(self, entries: Sequence[Term], scope: Mapping[str, str]) -> Iterator[list[Term]]:
        """Products whose sum is the expectation of the product of the entries, one for each way their indices may coincide."""
        numbers = [self.number.get(name, -1) for _, name, _ in entries]
        families = {n: [e for e, number in zip(entries, numbers, strict=True) if number == n] for n in sorted(set(numbers))}
        if -1 in families:
            families = {-1: list(entries)}
        each = [entries for number, entries in families.items() if number >= 0 and self.each[number]]
        whole = [self.moment(entries, scope) for number, entries in families.items() if number < 0 or not self.each[number]]
        sorts = {at: tuple(self.known.sort(index, scope) for index in at) for entries in each for _, _, at in entries}
        demand(len(sorts) <= PLACES, "an expectation of too many entries")
        alike = [[at for at in sorts if sorts[at] == shape] for shape in dict.fromkeys(sorts.values())]
        for chosen in product(*(list(partitions(places)) for places in alike)):
            self.looked_at += 1
            demand(self.looked_at <= CASES, "expectations of too many cases")
            found = list(whole)
            for blocks in chosen:
                found += [equal(block[0], at) for block in blocks for at in block[1:]]
                found += [complement(equal(one[0], other[0])) for one, other in combinations(blocks, 2)]
                for block, entries in product(blocks, each):
                    same = [("entry", name, block[0]) for _, name, at in entries if at in block]
                    found += [self.moment(same, scope, at=block[0])] if same else []
            yield found

    def moment(self, entries: Sequence[Term], scope: Mapping[str, str], at: tuple[Term, ...] | None = None) -> Term:
        """E of the product as a tensor; `at`: at the one place of all entries."""
        entries = sorted(entries, key=json.dumps)
        kind = "each" if at is not None else "joint"
        indices = at if at is not None else tuple(index for _, _, places in entries for index in places)
        name = json.dumps(["E", kind, [name for _, name, _ in entries]], ensure_ascii=False)  # no two moments have one name
        sorts = tuple(self.known.sort(index, scope) for index in indices)
        if name not in self.moments:
            self.known.declare({name: sorts})
            self.moments[name] = sorts
        return ("entry", name, indices)


def order(moment: str) -> int:
    """How many entries the moment of this name is an expectation of; 0 where the name is of something else."""
    if not moment.startswith('["E", '):
        return 0
    return len(json.loads(moment)[2])


def partitions(places: Sequence[Any]) -> Iterator[list[list[Any]]]:
    if not places:
        yield []
        return
    for blocks in partitions(places[1:]):
        yield [[places[0]], *blocks]
        for number, block in enumerate(blocks):
            yield [*blocks[:number], [places[0], *block], *blocks[number + 1 :]]


def equal(one: tuple[Term, ...], other: tuple[Term, ...]) -> Term:
    return ("times", tuple(("delta", a, b) for a, b in zip(one, other, strict=True)))
