"""Expectations of polynomials in random tensors: an equation of moments becomes an ordinary equation, which the core checks.

A statement has the fields of an equation and

    "random": [tensor…]                     real random variables; everything else is constant
    "independent": [[[tensor…], each], …]   families that are independent of each other, all together; where `each` is true,
                                            the tuples of their entries at different indices are independent as well

and its terms may hold ["E", term], a polynomial in random entries. The translation applies two theorems: E is linear, and E
of a product of independent factors is the product of their expectations (`moments`). What remains, an expectation of entries
that may depend on each other, becomes a tensor. Every moment that occurs is taken to exist.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from derivations.kernel.check import check as check_equation
from derivations.kernel.check import digest
from derivations.kernel.language import Language, Rejected, Term, demand, frozen, natural, rational
from derivations.kernel.moments import Families
from derivations.kernel.monomials import mentions
from derivations.kernel.placement import placed
from derivations.kernel.untrusted import untrusted

FIELDS = {"random", "independent"}
PRODUCTS = 5_000  # in one expectation


class Product(NamedTuple):
    """Σ over the bound indices of constant factors times random entries."""

    bound: tuple[tuple[str, str], ...] = ()
    fixed: tuple[Term, ...] = ()
    entries: tuple[Term, ...] = ()


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the equation holds for all joint laws that the declarations and hypotheses allow."""
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    check_equation(translated(statement), certificate["equation"])


def translated(statement: Mapping[str, Any]) -> dict[str, Any]:
    """The equation of moments. Its new tensors are the moments."""
    translation = Translation(statement)
    left, right = (translation.without_e(frozen(statement[side]), translation.known.free) for side in ("left", "right"))
    given = [
        [own, *(translation.without_e(side, translation.known.scope(own)) for side in sides)]
        for own, *sides in frozen(statement["given"])
    ]
    plain = {name: value for name, value in statement.items() if name not in FIELDS}
    tensors = {**statement["tensors"], **{name: list(sorts) for name, sorts in translation.families.moments.items()}}
    return {**plain, "tensors": tensors, "given": given, "left": left, "right": right}


class Translation:
    def __init__(self, statement: Mapping[str, Any]) -> None:
        plain = {name: value for name, value in statement.items() if name not in FIELDS}
        self.known = Language({**plain, "given": [], "left": ["number", "0"], "right": ["number", "0"]})
        self.random = frozenset(statement["random"])
        demand(self.random <= set(statement["tensors"]), "random names what is no tensor")
        self.families = Families(self.known, self.random, statement["independent"])
        self.varying = set(self.random)  # and what is defined by them
        for name, (_, body) in self.known.definitions.items():
            self.varying |= {name for of in self.varying if mentions(body, of)}
        self.made = 0
        self.prefix = "·" * (1 + max(map(len, re.findall("·*", json.dumps(statement, ensure_ascii=False)))))

    def without_e(self, term: Term, scope: Mapping[str, str]) -> Term:
        """The term with every E replaced, the innermost first."""
        match term:
            case ("E", body):
                inner = self.without_e(body, scope)
                self.known.admit(inner, scope)
                return ("plus", tuple(self.expected(one, scope) for one in self.products(inner)))
            case ("plus" | "times", tuple(parts)):
                return (term[0], tuple(self.without_e(part, scope) for part in parts))
            case ("sum", index, sort, body):
                return ("sum", index, sort, self.without_e(body, {**scope, index: sort}))
            case ("power", base, exponent):
                return ("power", self.without_e(base, scope), exponent)
            case ("apply", function, argument):
                return ("apply", function, self.without_e(argument, scope))
        demand(term[0] != "D", "a derivative among expectations")
        return term

    def products(self, term: Term) -> list[Product]:
        """A polynomial in the random entries as a sum of products."""
        if not any(mentions(term, name) for name in self.varying):
            return [Product(fixed=(term,))]
        match term:
            case ("entry", name, _) if name in self.random:
                return [Product(entries=(term,))]
            case ("entry", name, indices) if name in self.varying:
                parameters, body = self.known.definitions[name]
                return self.products(placed(body, dict(zip(parameters, indices, strict=True))))
            case ("plus", parts):
                return [one for part in parts for one in self.products(part)]
            case ("times", parts):
                return multiplied(self.products(part) for part in parts)
            case ("sum", index, sort, body):
                self.made += 1
                name = f"{self.prefix}{self.made}"
                inner = self.products(placed(body, {index: name}))
                return [one._replace(bound=((name, sort), *one.bound)) for one in inner]
            case ("power", base, exponent) if natural(rational(exponent)):
                return multiplied(self.products(base) for _ in range(int(rational(exponent))))
        raise Rejected("an expectation of what is no polynomial in the random entries")

    def expected(self, of: Product, scope: Mapping[str, str]) -> Term:
        cases = self.families.cases(of.entries, {**scope, **dict(of.bound)})
        term: Term = ("plus", tuple(("times", (*of.fixed, *case)) for case in cases))
        for index, sort in reversed(of.bound):
            term = ("sum", index, sort, term)
        return term


def multiplied(sums: Iterable[list[Product]]) -> list[Product]:
    found = [Product()]
    for products in sums:
        demand(len(found) * len(products) <= PRODUCTS, "an expectation of too many products")
        found = [Product(*(a + b for a, b in zip(one, other, strict=True))) for one in found for other in products]
    return found
