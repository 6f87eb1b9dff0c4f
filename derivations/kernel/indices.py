"""Equations between indices: δ, and index functions that are bijections.

Σ_a δ(a, u) f(a) = f(u), where u is not made of a; δ(a, a) = 1; δ(a, u) f(a) = δ(a, u) f(u) for a free a. For a bijection π
moreover δ(π(u), v) = δ(u, π⁻¹(v)), δ(π(u), π(v)) = δ(u, v) and Σ_a f(π(a)) = Σ_a f(a).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

from derivations.kernel.language import Language
from derivations.kernel.monomials import Factor, Index, Raw, applied, inverse, mentions


class Form(Protocol):
    """What of the normal form is needed here."""

    known: Language

    def merged(self, pairs: Iterable[tuple[Factor, Fraction]]) -> dict[Factor, Fraction]: ...
    def renamed(self, factors: Mapping[Factor, Fraction], names: Mapping[Index, Index]) -> dict[Factor, Fraction]: ...


def contracted(form: Form, raw: Raw, delta: Factor) -> Raw | None:
    """The monomial without this δ or with a simpler one, None where it stays."""
    one, other = sorted(delta[1:])
    rest = {factor: exponent for factor, exponent in raw.factors.items() if factor != delta}
    if one == other:
        return raw._replace(factors=rest)
    for index, to in (_solved(form, other, one), _solved(form, one, other)):
        if index in raw.bound and not mentions(to, index):
            bound = {at: sort for at, sort in raw.bound.items() if at != index}
            return raw._replace(bound=bound, factors=form.renamed(rest, {index: to}))
    if one[0] == other[0] == "at" and one[1] == other[1] and _is_bijection(form, one[1]):
        simpler = ("delta", *sorted((one[2], other[2])))
        return raw._replace(factors=form.merged([*rest.items(), (simpler, Fraction(1))]))
    for index, to in ((other, one), (one, other)):
        if index[0] != "at" and index not in raw.bound and not mentions(to, index):
            if not mentions(tuple(rest), index):
                return None
            return raw._replace(factors=form.merged([*form.renamed(rest, {index: to}).items(), (delta, Fraction(1))]))
    return None


def reindexed(form: Form, raw: Raw) -> Raw | None:
    """The monomial where a bound index that stands only as π(a), for one bijection π, is a itself."""
    for index in raw.bound if form.known.bijections else ():
        around = set(_around(tuple(raw.factors), index, None))
        function = next(iter(around), None)
        if len(around) == 1 and function is not None and _is_bijection(form, function):
            return raw._replace(factors=form.renamed(raw.factors, {index: applied(inverse(function), index)}))
    return None


def _is_bijection(form: Form, function: str) -> bool:
    return function in form.known.bijections or inverse(function) in form.known.bijections


def _solved(form: Form, index: Index, to: Index) -> tuple[Index, Index]:
    """π(ρ(a)) = u as a = ρ⁻¹(π⁻¹(u))."""
    while index[0] == "at" and _is_bijection(form, index[1]):
        index, to = index[2], applied(inverse(index[1]), to)
    return index, to


def _around(part: Any, index: Index, function: str | None) -> Iterator[str | None]:
    """The index function around each place where the index stands, None where there is none."""
    if part == index:
        yield function
    elif isinstance(part, tuple):
        inner = part[1] if part[:1] == ("at",) else None
        for piece in part:
            yield from _around(piece, index, inner)
