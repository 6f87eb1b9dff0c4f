"""The untrusted search for certificates about matrices: an entry, as it is written or expanded, read as Σ_k left · right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from derivations.kernel import hull, rank, semidefinite
from derivations.kernel.check import digest
from derivations.kernel.language import frozen
from derivations.kernel.monomials import Factor, Index, Monomial, Polynomial, mentions
from derivations.kernel.normal_form import NormalForm
from derivations.kernel.placement import ONE, ZERO, placed
from derivations.prover.order_rewriting import factors_of, own_names, with_own_names
from derivations.prover.order_search import Proofs
from derivations.prover.ordering import Ordering
from derivations.prover.search import index_of, monomial_of

Json = Any
Term = Any
Scope = Mapping[str, str]
UNFOLDINGS = 8  # of the point of a hull


def rank_certificate(statement: Mapping[str, Json]) -> Json | None:
    """One product for each monomial of the expanded entry, at a size that is still free."""
    proofs = Proofs(statement)
    (i, rows), (j, columns), entry = frozen(statement["matrix"])
    scope = {**proofs.premises.free, i: rows, j: columns}
    proofs.known.admit(entry, scope)
    products: list[tuple[str, Term, Term] | None] = [None] * len(statement["at most"])
    for monomial, c in expanded(proofs, entry, scope).items():
        found = next(((at, one) for at, size in enumerate(statement["at most"]) if products[at] is None
                      for one in factored(monomial, c, size, i, j)), None)  # fmt: skip
        if found is None:
            return None
        products[found[0]] = found[1]
    parts = [one or ("·", ZERO, ZERO) for one in products]
    terms = [("times", (left, right)) for _, left, right in parts]
    summed = [term if size == "1" else ("sum", k, size, term)
              for (k, _, _), size, term in zip(parts, statement["at most"], terms, strict=True)]  # fmt: skip
    equation = proofs.equal(scope, entry, ("plus", tuple(map(frozen, summed))))
    return checked(rank.check, statement, products=parts, equation=equation)


def semidefinite_certificate(statement: Mapping[str, Json], *, through: Sequence[Term] = ()) -> Json | None:
    """through: terms Σ_k w_k g_ik g_jk to try for the entry."""
    proofs = Proofs(statement)
    (i, rows), (j, _), entry = frozen(statement["matrix"])
    scope = {**proofs.premises.free, i: rows, j: rows}
    proofs.known.admit(entry, scope)
    for (k, sort), weight, factor in (*written(map(frozen, through), i, j), *squared(expanded(proofs, entry, scope), i, j)):
        signs = proofs.deepening(weight, {**proofs.premises.free, k: sort}, strict=False)
        total = ("sum", k, sort, ("times", (weight, factor, placed(factor, {i: j}))))
        equation = proofs.equal(scope, entry, total) if signs else None
        if equation is not None:
            return checked(
                semidefinite.check, statement, over=[k, sort], weight=weight, factor=factor, signs=signs, equation=equation
            )
    return None


def hull_certificate(statement: Mapping[str, Json]) -> Json | None:
    """The point, unfolded until it is Σ_j weight · candidate."""
    proofs, made = Proofs(statement), own_names("s")
    point, among, candidate = (frozen(statement[name]) for name in ("point", "among", "candidates"))
    (r, coordinates), (j, sort) = statement["along"], statement["over"]
    free = proofs.premises.free
    proofs.known.admit(point, {**free, r: coordinates})
    for _ in range(UNFOLDINGS):
        match point:
            case ("sum", index, over, body) if over == sort:
                parts = list(factors_of(placed(body, {index: j})))
                if candidate in parts:
                    parts.remove(candidate)
                    weight: Term = ("times", tuple(parts))
                    signs = proofs.deepening(weight, {**free, j: sort}, strict=False)
                    total = proofs.equal(free, ("sum", j, sort, ("times", (among, weight))), ONE)
                    sum_of = ("sum", j, sort, ("times", (among, weight, candidate)))
                    equation = proofs.equal({**free, r: coordinates}, frozen(statement["point"]), sum_of)
                    return checked(hull.check, statement, weight=weight, signs=signs, total=total, equation=equation)
                return None
            case ("entry", name, indices) if name in proofs.known.definitions:
                parameters, body = proofs.known.definitions[name]
                point = placed(with_own_names(body, {}, made), dict(zip(parameters, indices, strict=True)))
            case ("times" | "plus", (one,)):
                point = one
            case _:
                return None
    return None


def checked(check: Any, statement: Mapping[str, Json], **parts: Json) -> Json | None:
    """The certificate, where every part of it was found."""
    if None in parts.values():
        return None
    found = {"statement": digest(statement), **parts}
    check(statement, found)
    return found


def expanded(proofs: Proofs, entry: Term, scope: Scope) -> Polynomial:
    form = NormalForm(proofs.known, proofs.known.definitions, Ordering(proofs.known))
    return form.settle(form.expand(entry, {index: ("v", index) for index in scope}))


def factored(monomial: Monomial, c: Fraction, size: str, i: str, j: str) -> Iterator[tuple[str, Term, Term]]:
    """k, left and right with monomial = Σ_k left · right, left without j and right without i; for the size "1" without k."""
    bound, factors = monomial
    for k in [("·", "")] if size == "1" else [index for index, sort in bound if sort == size]:
        inner = [pair for pair in bound if pair[0] != k]
        left, right = reached(factors, inner, ("v", i)), reached(factors, inner, ("v", j))
        if not set(left) & set(right):
            rest = [factor for factor, _ in factors if factor not in left]
            name = "·" if size == "1" else index_of(k)
            yield name, part(factors, inner, left, c), part(factors, inner, rest, Fraction(1))


def squared(polynomial: Polynomial, i: str, j: str) -> Iterator[tuple[tuple[str, str], Term, Term]]:
    """k with its sort, w_k and g_ik, from a single monomial: w is what neither i nor j reaches."""
    for (bound, factors), c in polynomial.items() if len(polynomial) == 1 else ():
        for k, sort in bound:
            inner = [pair for pair in bound if pair[0] != k]
            left, right = reached(factors, inner, ("v", i)), reached(factors, inner, ("v", j))
            rest = [factor for factor, _ in factors if factor not in left and factor not in right]
            yield (index_of(k), sort), frozen(part(factors, inner, rest, c)), frozen(part(factors, inner, left, Fraction(1)))


def reached(factors: Sequence[tuple[Factor, Fraction]], inner: Sequence[tuple[Index, str]], start: Index) -> list[Factor]:
    """The factors that hang together with an index by the bound indices between them."""
    indices, found = [start], list[Factor]()
    while indices:
        index = indices.pop()
        for factor in (factor for factor, _ in factors if factor not in found and mentions(factor, index)):
            found.append(factor)
            indices += [other for other, _ in inner if mentions(factor, other)]
    return found


def part(factors: Sequence[Any], inner: Sequence[Any], chosen: Sequence[Factor], c: Fraction) -> Term:
    """Σ over the bound indices of the chosen factors of their product."""
    own = tuple(pair for pair in inner if any(mentions(factor, pair[0]) for factor in chosen))
    return monomial_of((own, tuple((factor, e) for factor, e in factors if factor in chosen)), c)


def written(terms: Iterator[Term], i: str, j: str) -> Iterator[tuple[tuple[str, str], Term, Term]]:
    """k, w_k and g_ik from terms that are written as Σ_k."""
    for term in terms:
        match term:
            case ("sum", k, sort, body):
                parts = list(factors_of(body))
                weight = tuple(one for one in parts if not mentions(one, i) and not mentions(one, j))
                yield (k, sort), ("times", weight), ("times", tuple(one for one in parts if mentions(one, i)))
