"""The untrusted search for certificates of order: a difference is rewritten until its sign can be read off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from derivations.kernel import signs
from derivations.kernel.assumptions import Premises
from derivations.kernel.check import digest
from derivations.kernel.language import Rejected, frozen
from derivations.kernel.order import check
from derivations.kernel.placement import MINUS, less
from derivations.prover import moment_search, search
from derivations.prover.order_rewriting import rewritings

Json = Any
Term = Any
Scope = Mapping[str, str]
DEPTH = 6  # of rewritings inside rewritings
FORMS = 400  # of terms, looked at in one search


def certificate(statement: Mapping[str, Json], *, through: Sequence[Term] = ()) -> Json | None:
    """A certificate that the kernel accepts, or None. `through`: terms to try as the difference of the sides.

    Raises Rejected where a side is not admitted, such as a division by what may be 0.
    """
    proofs = Proofs(statement)
    left, right = frozen(statement["left"]), frozen(statement["right"])
    for side in (left, right):
        proofs.admit(side)
    difference, free = less(left, right), proofs.premises.free
    bare = [left] if right == ("number", "0") else []
    for term in (*map(frozen, through), *bare, difference):
        tree = proofs.deepening(term, free, statement["relation"] == ">")
        equation = proofs.equal(free, difference, term) if tree else None
        if equation is not None:
            found = {"statement": digest(statement), "term": term, "equation": equation, "signs": tree}
            check(statement, found)
            return found
    return None


class Proofs:
    """Trees for terms under the premises of one statement."""

    def __init__(self, statement: Mapping[str, Json]) -> None:
        self.premises = Premises(statement)
        self.known = self.premises.known
        self.is_random = "random" in self.premises.of
        self.open: list[tuple[Term, bool]] = []
        self.failed: set[tuple[Term, bool, int]] = set()
        self.forms = 0

    def admit(self, term: Term) -> None:
        if not self.is_random:
            self.known.admit(term, self.premises.free)

    def equal(self, scope: Scope, left: Term, right: Term) -> Json | None:
        statement = self.premises.equation(scope, left, right)
        try:
            return (moment_search if self.is_random else search).certificate(statement)
        except Rejected:
            return None

    def deepening(self, term: Term, scope: Scope, strict: bool) -> Json | None:
        """The tree with the fewest rewritings inside rewritings that was found."""
        for depth in range(1, DEPTH + 1):
            self.failed = set()
            if (found := self.tree(term, scope, strict, depth)) is not None:
                return found
        return None

    def tree(self, term: Term, scope: Scope, strict: bool, depth: int = DEPTH) -> Json | None:
        """A tree that shows a term positive (strict) or not negative, None where none was found."""
        if (term, strict) in self.open or (term, strict, depth) in self.failed:
            return None
        self.open.append((term, strict))
        found = self.plain(term, scope, strict, depth)
        if found is None and depth and not self.is_random:
            found = self.rewritten(term, scope, strict, depth - 1)
        self.open.pop()
        if found is None:
            self.failed.add((term, strict, depth))
        return found

    def rewritten(self, term: Term, scope: Scope, strict: bool, depth: int) -> Json | None:
        for other in rewritings(self.premises, self.equal, term, scope):
            self.forms += 1
            if self.forms > FORMS:
                return None
            tree = self.plain(other, scope, strict, depth)
            if tree is not None and (found := self.equal(scope, term, other)) is not None:
                return ["equal", other, found, tree]
        return None

    def plain(self, term: Term, scope: Scope, strict: bool, depth: int) -> Json | None:
        """By the rule for the outermost operation."""
        if signs.positive(self.known, term):
            return ["seen"]
        if not strict and (self.premises.is_zero_or_one(term) or signs.nonnegative(self.known, term)):
            return ["seen"]
        if (assumed := self.assumed(term, scope, strict)) is not None:
            return assumed
        within = max(depth - 1, 0)
        match term:
            case ("plus", (("apply", f, u), ("times", (("number", "-1"), ("apply", g, v))))) if f == g and f in ("exp", "log"):
                inner = self.tree(less(u, v), scope, strict, within) if depth else None
                return inner and [f, inner]
            case ("plus", (u, one, ("times", (("number", "-1"), ("apply", "log", v))))) if u == v and not strict:
                return self.tangent(term, u, one, scope)
            case ("plus", parts):
                return self.plus(parts, scope, strict, within)
            case ("times", parts):
                trees = [self.tree(part, scope, strict, within) for part in parts]
                return ["parts", trees] if None not in trees else None
            case ("sum", index, sort, ("times", parts)) if strict and (mask := self.mask(index, sort, parts)) is not None:
                rest = (*parts[:mask], *parts[mask + 1 :])
                trees = [self.tree(part, {**scope, index: sort}, strict, within) for part in rest]
                return ["masked", mask, trees] if None not in trees else None
            case ("sum", index, sort, body) if index not in scope:
                inner = self.tree(body, {**scope, index: sort}, strict, within)
                return inner and ["sum", inner]
            case ("E", body):
                inner = self.tree(body, scope, strict, within)
                return inner and ["E", inner]
        return None

    def plus(self, parts: Sequence[Term], scope: Scope, strict: bool, depth: int) -> Json | None:
        """Every part is not negative, and one is positive if need be."""
        trees, found = [], not strict
        for part in parts:
            tree = None if found else self.tree(part, scope, True, depth)
            found = found or tree is not None
            tree = tree or self.tree(part, scope, False, depth)
            if tree is None:
                return None
            trees.append(tree)
        return ["parts", trees] if found else None

    def mask(self, index: str, sort: str, parts: Sequence[Term]) -> int | None:
        """Which factor of a sum of products is a mask that has a one."""
        for at, part in enumerate(parts):
            if self.premises.is_zero_or_one(part) and signs.positive(self.known, ("sum", index, sort, ("times", (part,)))):
                return at
        return None

    def tangent(self, term: Term, u: Term, one: Term, scope: Scope) -> Json | None:
        """u − 1 − log u, however its 1 is written."""
        if one == MINUS:
            return ["tangent"]
        other = ("plus", (u, MINUS, ("times", (MINUS, ("apply", "log", u)))))
        found = self.equal(scope, term, other)
        return found and ["equal", other, found, ["tangent"]]

    def assumed(self, term: Term, scope: Scope, strict: bool) -> Json | None:
        for number, assumption in enumerate(self.premises.assumed):
            for at in self.places(list(assumption.own.values()), scope):
                guards, is_strict, difference = self.premises.instance(number, at, scope)
                holds = term == difference and set(guards) <= set(self.premises.where)
                if (holds and is_strict >= strict) or (term == ("times", (*guards, difference)) and not strict):
                    return ["assumed", number, list(at)]
        return None

    def places(self, sorts: Sequence[str], scope: Scope) -> Iterator[tuple[str, ...]]:
        yield from product(*([index for index in scope if scope[index] == sort] for sort in sorts))
