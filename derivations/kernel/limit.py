"""The limit of a term as a positive parameter tends to ∞ or to 0 from above, for all shapes and all values.

A statement is {"of", "where", "assume"} of `assumptions` with

    "parameter": t, a positive number among the tensors   "to": "∞" or "0"   "left": term   "right": its limit, free of t
    "tends": [[T, [index…], term]…]   tensors that depend on t: each entry has this limit

Everything else is constant. The certificate rewrites the left side as a term R whose limit follows by the limit laws:

    {"statement": digest, "term": R, "equation": certificate that left = R, "limit": certificate that lim R = right,
     "gaps": [gap…], "positive": [tree…]}

Sums, products and natural powers of limits are taken as such, exp is continuous, and t⁻¹ → 0 (t → 0 if t tends to 0). Other
powers and logarithms need a positive limit, shown by the next tree of `order`. An exponential exp(−t g) (exp(−g t⁻¹) if t
tends to 0) with a constant g ≥ 0 tends to [g = 0]: a gap {"zero": z, "assumed": number, "at": [index…], "equation": …} names a
term z that is 0 or 1, an equation z g = 0, and an assumption g > 0 with no guard but 1 − z and conditions of the statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derivations.kernel import signs
from derivations.kernel.assumptions import Premises, Scope
from derivations.kernel.check import digest
from derivations.kernel.language import Rejected, Term, demand, frozen, natural, rational
from derivations.kernel.monomials import mentions
from derivations.kernel.order import is_positive
from derivations.kernel.placement import ZERO, complement, placed
from derivations.kernel.untrusted import untrusted

FIELDS = {"of", "where", "assume", "parameter", "to", "tends", "left", "right"}
MINUS_ONE: Term = ("number", "-1")


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the limit exists and is the right side, for all sizes and values that the statement allows."""
    demand(set(statement) == FIELDS and statement["to"] in ("∞", "0"), "no statement of a limit")
    demand("random" not in statement["of"], "a limit of random tensors")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    limits = Limits(statement, certificate)
    premises, left, right, term = limits.premises, *map(frozen, (statement["left"], statement["right"], certificate["term"]))
    demand(limits.is_constant(right), "a limit that depends on the parameter")
    premises.equal(premises.free, left, term, certificate["equation"])
    premises.equal(premises.free, limits.of(term, premises.free), right, certificate["limit"])


class Limits:
    def __init__(self, statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
        self.premises = Premises(statement)
        known, t = self.premises.known, statement["parameter"]
        demand(known.shapes.get(t) == () and t in known.positive, "the parameter is no positive number")
        self.to_infinity = statement["to"] == "∞"
        self.parameter: Term = ("entry", t, ())
        self.small: Term = ("power", self.parameter, "-1") if self.to_infinity else self.parameter
        self.large: Term = self.parameter if self.to_infinity else ("power", self.parameter, "-1")
        self.tends = {name: (tuple(indices), term) for name, indices, term in frozen(statement["tends"])}
        demand(set(self.tends) <= set(statement["of"]["tensors"]) - {t}, "what tends somewhere is no tensor")
        self.moving = self.depending({t, *self.tends})
        given = frozen(statement["of"]["given"])
        demand(not any(mentions(given, name) for name in self.depending({t})), "a hypothesis about the parameter")
        fixed = (self.premises.where, [one[1:] for one in self.premises.assumed], list(self.tends.values()))
        demand(self.is_constant(frozen(fixed)), "a condition or an assumption that depends on the parameter")
        for name, (indices, term) in self.tends.items():
            own = known.scope(tuple(zip(indices, known.shapes[name], strict=True)))
            demand(not set(own) & set(self.premises.free), "an index of what tends to a limit is free in the statement")
            known.admit(term, {**own, **self.premises.free})
        self.gaps: Iterator[Any] = iter(certificate["gaps"])
        self.positive: Iterator[Any] = iter(certificate["positive"])

    def depending(self, names: set[str]) -> set[str]:
        """These tensors and those defined by them."""
        for name, (_, body) in self.premises.known.definitions.items():
            names = names | {name for of in names if mentions(body, of)}
        return names

    def is_constant(self, term: Term) -> bool:
        return not any(mentions(term, name) for name in self.moving)

    def of(self, term: Term, scope: Scope) -> Term:
        """The limit of an admitted term."""
        if self.is_constant(term):
            return term
        if term == self.small:
            return ZERO
        match term:
            case ("entry", name, indices) if name in self.tends:
                own, limit = self.tends[name]
                return placed(limit, dict(zip(own, indices, strict=True)))
            case ("plus" | "times", parts):
                return (term[0], tuple(self.of(part, scope) for part in parts))
            case ("sum", index, sort, body):
                return ("sum", index, sort, self.of(body, self.premises.inside(scope, index, sort)))
            case ("power", base, exponent):
                limit = self.of(base, scope)
                return ("power", limit if natural(rational(exponent)) else self.positive_limit(limit, scope), exponent)
            case ("apply", "log", argument):
                return ("apply", "log", self.positive_limit(self.of(argument, scope), scope))
            case ("apply", "exp", ("times", (minus, large, gap))) if (minus, large) == (MINUS_ONE, self.large):
                return self.zero(gap, scope)
            case ("apply", "exp", argument):
                return ("apply", "exp", self.of(argument, scope))
        raise Rejected("no limit law for this")

    def positive_limit(self, limit: Term, scope: Scope) -> Term:
        tree = next(self.positive, None)
        demand(tree is not None and is_positive(self.premises, limit, tree, scope), "a limit that may not be positive")
        match frozen(tree):  # as the core sees it: a power stands only over what `signs` sees to be positive
            case ("equal", other, _, _) if not signs.positive(self.premises.known, limit):
                limit = other
        return limit

    def zero(self, gap: Term, scope: Scope) -> Term:
        """The limit of exp(−large · gap): 1 where the gap is 0, else 0."""
        named: Mapping[str, Any] = next(self.gaps, {})
        demand(named, "an exponential whose gap is not named")
        zero = frozen(named["zero"])
        demand(self.premises.is_zero_or_one(zero), "a term for [g = 0] that may be something else")
        guards, strict, difference = self.premises.instance(named["assumed"], frozen(named["at"]), scope)
        demand(strict and difference == gap, "an assumption of something else than g > 0")
        demand(set(guards) <= {complement(zero), *self.premises.where}, "an assumption under other conditions")
        self.premises.equal(scope, ("times", (zero, gap)), ZERO, named["equation"])
        return zero
