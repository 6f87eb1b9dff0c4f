"""How large the sizes have to be before a false polynomial identity shows itself.

A statement is polynomial where its sides are made of entries, numbers, sizes, δ, sums and products. Multiplied out, with δ
and sums over nothing done away with, left − right is Σ_g c_g(N) M_g. Here M_g is a contraction: a graph g whose vertices are
the bound indices, each in at least one edge, and the free ones, with a tensor at each edge; no two g are isomorphic (an
isomorphism keeps sorts, tensors, their axes, and free indices). c_g is a polynomial in the sizes N; its degree in N_s is at
most the number of sizes s that are factors and of sums over s that are done away with, divisions by sizes being cleared.

Claim. Let K_s be the largest number of indices of sort s in a monomial, and let N_s ≥ K_s for all s. If left = right for all
values of the tensors at the sizes N, then c_g(N) = 0 for all g.
Proof. Give the free indices distinct values. Suppose some c_g(N) ≠ 0, and take one of these g with the most vertices. Since
N_s ≥ K_s, its vertices can be given distinct values; let m be the product of the entries at its edges. A contraction h has
the term m only if its vertices can be given values φ such that its edges become those of m. As every bound index is in an
edge, φ is then onto the vertices of g. If c_h(N) ≠ 0, then h has no more vertices than g, so that φ is one to one, an
isomorphism, and h = g. So the coefficient of m in left − right is c_g(N) times the number of automorphisms of g, and is not
0. But a polynomial that vanishes for all rational values of its variables, or for all positive ones, has no coefficient that
is not 0; nor has one that vanishes for all values 0 and 1 of variables that stand in it to the power 1 at most, as the
entries of a mask do. (With δ between free indices: distinct values settle the g without δ, then the values with one
coincidence those with that δ, and so on.)

Consequence. If left = right at the degree + 1 sizes N_s = K_s, K_s + 1, … of each sort, then every c_g vanishes there, hence
everywhere, and left = right for all sizes at which K_s ≤ N_s; and every false identity (some c_g ≠ 0) is false at one of
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

Statement = Mapping[str, Any]
Term = Any


class Bound(NamedTuple):
    """For each sort K, and how many sizes from K on suffice."""

    least: Mapping[str, int]
    grid: Mapping[str, int]


class _NotPolynomial(Exception):
    """A root, an exponential, an index function, a hypothesis, or a mask with rows that may not be empty."""


class _Slots(NamedTuple):
    indices: Counter[str]  # bound indices of a monomial, at most
    degree: Counter[str]  # factors that are sizes, at most


def bound(statement: Statement) -> Bound | None:
    """None where the statement is no polynomial identity."""
    definitions = {name: body for name, _, body in statement["define"]}
    masks = {name for name, (_, axes) in statement["masks"].items() if axes or name in ("≤", "<")}

    def slots(term: Term) -> _Slots:
        match term:
            case ["number", _]:
                return _Slots(Counter(), Counter())
            case ["size", sort]:
                return _Slots(Counter(), Counter([sort]))
            case ["power", ["size", sort], exponent] if Fraction(exponent).denominator == 1:
                return _Slots(Counter(), Counter({sort: abs(int(Fraction(exponent)))}))
            case ["entry", name, indices] if name not in masks and all(isinstance(index, str) for index in indices):
                return slots(definitions[name]) if name in definitions else _Slots(Counter(), Counter())
            case ["delta", str(), str()]:
                return _Slots(Counter(), Counter())
            case ["plus", parts]:
                return _most([slots(part) for part in parts])
            case ["times", parts]:
                return _together([slots(part) for part in parts])
            case ["sum", _, sort, body]:
                inner = slots(body)
                return _Slots(inner.indices + Counter([sort]), inner.degree)
            case ["power", base, exponent] if Fraction(exponent).denominator == 1 and Fraction(exponent) >= 0:
                return _together([slots(base)] * int(Fraction(exponent)))
            case ["D", _, _, body]:
                return slots(body)
        raise _NotPolynomial

    try:
        if statement["given"]:
            raise _NotPolynomial
        indices, degree = _most([slots(statement["left"]), slots(statement["right"])])
    except _NotPolynomial:
        return None
    free = Counter(sort for _, sort in statement["free"])
    sorts = statement["sorts"]
    return Bound(
        {sort: max(1, free[sort] + indices[sort]) for sort in sorts},
        {sort: indices[sort] + 2 * degree[sort] + 1 for sort in sorts},  # 2: divisions by sizes are cleared
    )


def _most(parts: Sequence[_Slots]) -> _Slots:
    indices, degree = Counter[str](), Counter[str]()
    for part in parts:
        indices |= part.indices
        degree |= part.degree
    return _Slots(indices, degree)


def _together(parts: Sequence[_Slots]) -> _Slots:
    indices, degree = Counter[str](), Counter[str]()
    for part in parts:
        indices += part.indices
        degree += part.degree
    return _Slots(indices, degree)


def cost(statement: Statement, sizes: Mapping[str, int]) -> int:
    """About how many entries are looked at to evaluate both sides at all values of the free indices."""
    definitions = {name: (parameters, body) for name, parameters, body in statement["define"]}
    known: dict[str, int] = {}

    def of(term: Term) -> int:
        match term:
            case ["entry", name, _] if name in definitions and name not in known:
                parameters, body = definitions[name]
                known[name] = 1  # every entry of a definition is evaluated once
                entries = 1
                for _, sort in parameters:
                    entries *= sizes[sort]
                return entries * of(body)
            case ["plus" | "times", parts]:
                return sum(map(of, parts)) or 1
            case ["sum", _, sort, body]:
                return sizes[sort] * of(body)
            case ["power" | "apply" | "D", *_, inner] if isinstance(inner, list):
                return of(inner)
            case ["power", base, exponent]:
                return of(base) * max(1, abs(int(Fraction(exponent))))
        return 1

    total = of(statement["left"]) + of(statement["right"])
    for _, sort in statement["free"]:
        total *= sizes[sort]
    return total
