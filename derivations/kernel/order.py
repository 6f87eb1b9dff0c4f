"""left > right or left ≥ right, for all shapes and all values: a difference rewritten by equations and read by sign rules.

A statement is {"of", "where", "assume"} of `assumptions` with "relation", ">" or "≥", and "left", "right". A certificate:

    {"statement": digest, "term": T, "equation": certificate that left − right = T, "signs": tree for T}

A tree says why a term is positive or not negative:

    ["seen"]                          `signs` sees it, or it is 0 or 1
    ["parts", [tree…]]                of a sum or product: each part is
    ["sum", tree], ["power", tree]    what is summed, or raised to a natural power, is
    ["masked", k, [tree…]]            a sum of products whose factor k is a mask with a one; the other factors are
    ["E", tree]                       what the expectation is of is, for every outcome
    ["exp", tree], ["log", tree]      exp u − exp v, log u − log v: u − v is
    ["tangent"]                       u − 1 − log u
    ["assumed", number, [index…]]     left − right of an assumption whose guards are conditions of the statement, or that times
                                      its guards
    ["equal", T, certificate, tree]   it equals T, which is
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derivations.kernel import signs
from derivations.kernel.assumptions import Premises, Scope
from derivations.kernel.check import digest
from derivations.kernel.language import Rejected, Term, demand, frozen, natural, rational
from derivations.kernel.placement import less
from derivations.kernel.untrusted import untrusted

FIELDS = {"of", "where", "assume", "relation", "left", "right"}


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the inequality holds wherever the statement's conditions and assumptions do."""
    demand(set(statement) == FIELDS and statement["relation"] in (">", "≥"), "no statement of order")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    premises = Premises(statement)
    term = frozen(certificate["term"])
    premises.equal(premises.free, less(frozen(statement["left"]), frozen(statement["right"])), term, certificate["equation"])
    strict = is_positive(premises, term, certificate["signs"], premises.free)
    demand(strict or statement["relation"] == "≥", "not negative, but perhaps zero")


def is_positive(premises: Premises, term: Term, tree: Any, scope: Scope) -> bool:
    """Rejects unless the tree shows that an admitted term is not negative; True if it shows more, that the term is positive."""
    strict: Sequence[bool]
    match frozen(tree), term:
        case ("seen",), _:
            nonnegative = premises.is_zero_or_one(term) or signs.nonnegative(premises.known, term)
            demand(nonnegative, "a sign that is not seen")
            return signs.positive(premises.known, term)
        case ("parts", trees), ("plus" | "times" as head, parts):
            strict = [is_positive(premises, part, one, scope) for part, one in zip(parts, trees, strict=True)]
            return any(strict) if head == "plus" else all(strict)
        case ("sum", one), ("sum", index, sort, body):
            return is_positive(premises, body, one, premises.inside(scope, index, sort))
        case ("masked", int(at), trees), ("sum", index, sort, ("times", parts)):
            ones: Term = ("sum", index, sort, ("times", (parts[at],)))
            demand(premises.is_zero_or_one(parts[at]) and signs.positive(premises.known, ones), "a mask that may be empty")
            scope = premises.inside(scope, index, sort)
            rest = (*parts[:at], *parts[at + 1 :])
            strict = [is_positive(premises, part, one, scope) for part, one in zip(rest, trees, strict=True)]
            return all(strict)
        case ("power", one), ("power", base, exponent):
            demand(natural(rational(exponent)), "a power that is not natural")
            return is_positive(premises, base, one, scope)
        case ("E", one), ("E", body):
            return is_positive(premises, body, one, scope)
        case ("exp" | "log" as function, one), ("plus", (("apply", f, u), ("times", (("number", "-1"), ("apply", g, v))))):
            demand(f == g == function, "no difference of this function")
            return is_positive(premises, less(u, v), one, scope)
        case ("tangent",), ("plus", (u, ("number", "-1"), ("times", (("number", "-1"), ("apply", "log", v))))):
            demand(u == v, "no tangent of the logarithm")
            return False
        case ("assumed", number, indices), _:
            guards, is_strict, difference = premises.instance(number, indices, scope)
            if term == ("times", (*guards, difference)):
                return is_strict and not guards
            demand(term == difference and set(guards) <= set(premises.where), "not what is assumed")
            return is_strict
        case ("equal", other, certificate, one), _:
            premises.equal(scope, term, other, certificate)
            return is_positive(premises, other, one, scope)
    raise Rejected("no sign rule for this")
