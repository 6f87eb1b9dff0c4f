"""An order of the bound indices of a monomial that does not depend on their names.

Colours are refined by the factors in which an index stands; where that leaves several of one colour, each is tried in turn
and the smallest monomial wins. Indices that can be swapped without changing the monomial are tried once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from derivations.kernel.language import Language
from derivations.kernel.monomials import Factor, Index, mentions
from derivations.kernel.normal_form import NormalForm

Pairs = Sequence[tuple[Factor, Fraction]]
Colours = dict[Index, int]


class Ordering:
    """Chooses orders for the normal form of one statement and keeps them, in the order they were asked for."""

    def __init__(self, known: Language) -> None:
        self.inner = NormalForm(known, (), self.choose)
        self.chosen: list[list[int]] = []

    def __call__(self, bound: Sequence[tuple[Index, str]], factors: Pairs, names: Mapping[Index, Index]) -> Sequence[int]:
        order = self.choose(bound, factors, names)
        self.chosen.append(order)
        return order

    def choose(self, bound: Sequence[tuple[Index, str]], factors: Pairs, names: Mapping[Index, Index]) -> list[int]:
        ranks = sorted({sort for _, sort in bound})
        colours = {index: ranks.index(sort) for index, sort in bound}
        outer = {old: new for old, new in names.items() if old not in colours}
        beside = {index: [pair for pair in factors if mentions(pair[0], index)] for index in colours}
        colours = self.refined(colours, factors, outer, beside)
        place = {index: at for at, (index, _) in enumerate(bound)}
        return [place[index] for index in sorted(colours, key=lambda index: colours[index])]

    def refined(self, colours: Colours, factors: Pairs, names: Mapping[Index, Index], beside: Mapping[Index, Pairs]) -> Colours:
        """Colours that tell all indices apart."""
        colours = self.stable(colours, names, beside)
        if len(set(colours.values())) == len(colours):
            return colours
        shared = min(colour for colour in colours.values() if list(colours.values()).count(colour) > 1)
        candidates = [index for index, colour in colours.items() if colour == shared]
        tried: list[Index] = []
        best: tuple[object, Colours] | None = None
        for index in candidates:
            if any(self.interchangeable(index, other, factors) for other in tried):
                continue
            tried.append(index)
            split = {at: 2 * colour + (at != index) if colour == shared else 2 * colour for at, colour in colours.items()}
            found = self.refined(split, factors, names, beside)
            key = self.key(factors, {**names, **{at: ("c", colour) for at, colour in found.items()}})
            if best is None or key < best[0]:  # type: ignore[operator]  # tuples of like parts
                best = key, found
        assert best is not None
        return best[1]

    def stable(self, colours: Colours, names: Mapping[Index, Index], beside: Mapping[Index, Pairs]) -> Colours:
        """Colours refined by the factors beside each index until that tells no more of them apart."""
        while len(set(colours.values())) < len(colours):
            painted = {**names, **{index: ("c", colour) for index, colour in colours.items()}}
            keys = {
                index: (colour, self.key(beside[index], {**painted, index: ("c", -1)})) for index, colour in colours.items()
            }
            ranks = sorted(set(keys.values()))
            finer = {index: ranks.index(key) for index, key in keys.items()}
            if len(ranks) == len(set(colours.values())):
                return finer
            colours = finer
        return colours

    def key(self, factors: Pairs, names: Mapping[Index, Index]) -> tuple[tuple[Factor, Fraction], ...]:
        return tuple(sorted((self.inner.moved(factor, names), exponent) for factor, exponent in factors))

    def interchangeable(self, one: Index, other: Index, factors: Pairs) -> bool:
        return self.key(factors, {one: other, other: one}) == self.key(factors, {})
