"""Terms and factors that are plain numbers, in the order in which a claim records them: 2 + 6 = 8 says what 6 + 2 = 8 says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from derivations.formula import tree
from derivations.pieces import numerals, pieces
from lessons.occurrence import Printed


def in_recorded_order(says: tuple[str, ...], functions: frozenset[str], figures: Sequence[Printed]) -> tuple[Printed, ...]:
    """The figures of a place, those that may change places in the order of the claim's own.

    Each takes the hole that records its number; what no hole records fills the holes that are left, in order.
    """
    ordered = list(figures)
    for holes in _commuting(says, functions):
        recorded = _recorded(says)
        waiting = [figures[hole] for hole in holes]
        left: list[int] = []
        for hole in holes:
            same = next((one for one in waiting if one.written.value == recorded[hole].value), None)
            if same is None:
                left.append(hole)
            else:
                waiting.remove(same)
                ordered[hole] = same
        for hole, one in zip(left, waiting, strict=True):
            ordered[hole] = one
    return tuple(ordered)


_recorded = lru_cache(maxsize=1024)(lambda says: tuple(written for piece in says for written in numerals(piece)))


@lru_cache(maxsize=1024)
def _commuting(says: tuple[str, ...], functions: frozenset[str]) -> tuple[tuple[int, ...], ...]:
    """The holes whose figures may change places: plain terms of a sum, plain factors of a product that has a printed value."""
    groups: list[tuple[int, ...]] = []
    for piece in pieces(says, functions):
        for chain in piece.formula.chains if piece.formula else ():
            valued = any(isinstance(side, tree.Number) for side in chain.sides)
            for node in (found for side in chain.sides for found in tree.walk(side)):
                parts: tuple[tree.Node, ...] = ()
                if isinstance(node, tree.Sum):
                    parts = node.terms
                elif isinstance(node, tree.Product) and valued and "⊗" not in node.operators:
                    parts = node.factors
                plain = [part for part in parts if isinstance(part, tree.Number) and part.figure is not None]
                if len(plain) > 1 and all(part.written.value >= 0 for part in plain):
                    groups.append(tuple(piece.first + (part.figure or 0) for part in plain))
    return tuple(groups)
