"""Monomials, their factors and their indices: what the normal form is made of.

Indices: ("v", name) is free, ("#", n) a bound index not yet in order, ("b", height, k) one in order, ("at", t, index). The
height of a monomial is above that of every monomial inside its factors, so no renaming captures. Factors:

    entry, delta, size · ("number", q) with q > 0 · ("exp", monomial) · ("sum", polynomial), positive and no product
    ("log", factor) · ("apply", σ, polynomial) · ("later", operation, term, indices), not yet expanded
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

Index = Any
Factor = Any
Monomial = Any  # (((bound index, sort)…), ((factor, exponent)…)), sorted
Polynomial = dict[Monomial, Fraction]


class Raw(NamedTuple):
    """A monomial on its way to the normal form."""

    coefficient: Fraction
    bound: dict[Index, str]
    factors: dict[Factor, Fraction]


def mentions(part: Any, index: Index) -> bool:
    if part == index:
        return True
    if isinstance(part, tuple):
        for piece in part:
            if mentions(piece, index):
                return True
    return False


def height(part: Any) -> int:
    if not isinstance(part, tuple):
        return 0
    return int(part[1]) if part[:1] == ("b",) else max(map(height, part), default=0)


def indexed(index: Index, names: Mapping[Any, Index]) -> Index:
    """The index with its variables replaced. `names` has them all (a scope) or those to replace (a renaming)."""
    return applied(index[1], indexed(index[2], names)) if index[0] == "at" else names.get(index, index)


def applied(function: str, index: Index) -> Index:
    """The function at the index; only bijections have an inverse, so that π⁻¹(π(a)) = a."""
    return index[2] if index[0] == "at" and index[1] == inverse(function) else ("at", function, index)


def inverse(function: str) -> str:
    return function.removesuffix("⁻¹") if function.endswith("⁻¹") else function + "⁻¹"


def packed(polynomial: Polynomial) -> Any:
    """The polynomial as part of a factor."""
    return tuple(sorted((monomial, c) for monomial, c in polynomial.items() if c))
