"""An instance changed until it satisfies the hypotheses: where no hypothesis gives an entry outright, one is solved for.

`S_ij = S_ji` and `Σ_j p_j = 1` are affine in each entry: an entry is chosen and computed, and where a tensor is positive, what
is summed is scaled. `Σ_k W_ki W_kj = δ_ij` is not: rational rotations satisfy it, and projections `Σ_k P_ik P_kj = P_ij`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from flint import fmpq

from derivations.prover.instances import Evaluation, HasNoValue, Instance, Place

Statement = Mapping[str, Any]
Values = dict[str, dict[Place, Fraction]]
ROUNDS = 3
MOST = 2_000
"""Entries of the tensors of a hypothesis, times its places."""


def fitted(statement: Statement, instance: Instance, names: Sequence[str], random: Random) -> Instance | None:
    """An instance that satisfies the hypotheses and differs from this one in these tensors; None where none is found."""
    for start in _starts(statement, instance, names, random):
        if found := _Fitting(statement, start, names, random).fitted():
            return found
    return None


class _Fitting:
    def __init__(self, statement: Statement, instance: Instance, names: Sequence[str], random: Random) -> None:
        self.statement, self.instance, self.names, self.random = statement, instance, names, random
        self.values: Values = {name: dict(instance.entries[name]) for name in names}

    def fitted(self) -> Instance | None:
        entries = sum(map(len, self.values.values()))
        for _ in range(ROUNDS):
            holds = True
            for scope, left, right in self.statement["given"]:
                places = list(product(*(range(self.instance.sizes[sort]) for _, sort in scope)))
                for rows in places if len(places) * entries <= MOST else ():
                    at = dict(zip([index for index, _ in scope], rows, strict=True))
                    gap = self.gap(left, right, at)
                    if gap is None or (gap and not self.solved(left, right, at)):
                        return None
                    holds = holds and not gap
                if len(places) * entries > MOST:
                    return None
            if holds:
                return self.now()
        return None

    def now(self) -> Instance:
        return replace(self.instance, entries={**self.instance.entries, **self.values})

    def gap(self, left: Any, right: Any, places: Mapping[str, int]) -> Fraction | None:
        """left − right where that is a rational number."""
        try:
            value = Evaluation(self.statement, self.now()).gap(left, right, places)
        except HasNoValue:
            return None
        return Fraction(int(value.p), int(value.q)) if isinstance(value, fmpq) else None

    def solved(self, left: Any, right: Any, places: Mapping[str, int]) -> bool:
        """Whether a change of one entry, or of the scale of positive ones, closed the gap."""
        for name in self.names:
            before = self.values[name]
            there = self.gap(left, right, places)
            involved = []
            for at in before:
                self.values[name] = {**before, at: before[at] + 1}
                if self.gap(left, right, places) != there:
                    involved.append(at)
            self.values[name] = before
            if not involved:
                continue
            changes: list[Callable[[Fraction], dict[Place, Fraction]]]
            if name in self.statement["positive"]:
                changes = [lambda by, of=before, at=involved: {**of, **{one: of[one] * by for one in at}}]  # type: ignore[misc]
            else:
                self.random.shuffle(involved)
                changes = [lambda to, of=before, at=one: {**of, at: to} for one in involved]  # type: ignore[misc]
            for change in changes:
                if self.closed(name, change, left, right, places):
                    return True
            self.values[name] = before
        return False

    def closed(
        self, name: str, change: Callable[[Fraction], dict[Place, Fraction]], left: Any, right: Any, places: Mapping[str, int]
    ) -> bool:
        """Whether the gap, affine in what is changed, is closed by a value that is allowed."""
        gaps = []
        for value in (0, 1, 2):
            self.values[name] = change(Fraction(value))
            gaps.append(self.gap(left, right, places))
        zero, one, two = gaps
        if zero is None or one is None or two is None or zero == one or two - one != one - zero:
            return False
        self.values[name] = change(zero / (zero - one))
        return name not in self.statement["positive"] or all(value > 0 for value in self.values[name].values())


def _starts(statement: Statement, instance: Instance, names: Sequence[str], random: Random) -> Iterator[Instance]:
    yield instance
    shapes = {name: statement["tensors"][name] for name in names if name not in statement["positive"]}
    square = [name for name, sorts in shapes.items() if len(sorts) == 2 and sorts[0] == sorts[1]]
    lists = [name for name, sorts in shapes.items() if len(sorts) == 1]
    for matrix in (_rotation, _projection) if square or lists else ():
        entries = dict(instance.entries)
        for name in square:
            entries[name] = matrix(instance.sizes[shapes[name][0]], random)
        for name in lists:
            rows = _rotation(instance.sizes[shapes[name][0]], random)
            entries[name] = {(at,): rows[0, at] for at in range(instance.sizes[shapes[name][0]])}
        yield replace(instance, entries=entries)


def _rotation(size: int, random: Random) -> dict[Place, Fraction]:
    """A permutation with signs, turned by 3/5 and 4/5 in planes of two axes."""
    order = random.sample(range(size), size)
    rows = [[Fraction((order[i] == j) * random.choice((1, -1))) for j in range(size)] for i in range(size)]
    cos, sin = Fraction(3, 5), Fraction(4, 5)
    for k in range(size - 1):
        one, other = rows[k], rows[k + 1]
        rows[k] = [cos * a - sin * b for a, b in zip(one, other, strict=True)]
        rows[k + 1] = [sin * a + cos * b for a, b in zip(one, other, strict=True)]
    return {(i, j): rows[i][j] for i in range(size) for j in range(size)}


def _projection(size: int, random: Random) -> dict[Place, Fraction]:
    """On the line of the first axis turned, or on nothing where the size is 1 every other time."""
    turned = _rotation(size, random)
    kept = random.randint(1, max(1, size - 1))
    return {
        (i, j): sum((turned[k, i] * turned[k, j] for k in range(kept)), Fraction(0)) for i in range(size) for j in range(size)
    }
