"""What the checkers of order, limits and matrices share: conditions, factors that are 0 or 1, assumed inequalities.

The statements of these families hold, beside what they claim,

    "of": the declarations of an equation, or of an equation of expectations: its fields without left and right
    "where": [term…]   the claim is made where each of these, which are 0 or 1, is 1, such as 1 − δ(i, j) for i ≠ j
    "assume": [[[[index, sort]…], [guard…], ">" or "≥", left, right], …]   for all values of these indices at which each guard
          is 1, a term that is 0 or 1. The free indices of the statement may be mentioned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from derivations.kernel import expectation
from derivations.kernel.check import check
from derivations.kernel.language import Language, Term, demand, frozen
from derivations.kernel.placement import less, placed

Scope = Mapping[str, str]


class Assumption(NamedTuple):
    own: dict[str, str]
    guards: tuple[Term, ...]
    strict: bool
    left: Term
    right: Term


class Premises:
    """The declarations, conditions and assumptions of one statement."""

    def __init__(self, statement: Mapping[str, Any]) -> None:
        self.of: dict[str, Any] = statement["of"]
        plain = {name: value for name, value in self.of.items() if name not in expectation.FIELDS}
        self.known = Language({**plain, "given": [], "left": ["number", "0"], "right": ["number", "0"]})
        self.free = self.known.free
        self.where = frozen(statement["where"])
        demand(all(map(self.is_zero_or_one, self.where)), "a condition that may be neither 0 nor 1")
        self.assumed = [self.assumption(*parts) for parts in frozen(statement["assume"])]

    def assumption(self, own: Any, guards: Any, relation: str, left: Term, right: Term) -> Assumption:
        demand(relation in (">", "≥"), "an assumption is neither > nor ≥")
        scope = self.known.scope(own)
        demand(not set(scope) & set(self.free), "an index of an assumption is free in the statement")
        demand(all(self.is_zero_or_one(guard) for guard in guards), "a guard that may be neither 0 nor 1")
        return Assumption(scope, guards, relation == ">", left, right)

    def is_zero_or_one(self, term: Term) -> bool:
        match term:
            case ("delta", _, _) | ("number", "0" | "1"):
                return True
            case ("entry", name, _):
                return name in self.known.masks
            case ("times", parts):
                return all(map(self.is_zero_or_one, parts))
            case ("plus", (("number", "1"), ("times", (("number", "-1"), of)))):
                return self.is_zero_or_one(of)
        return False

    def instance(self, number: Any, indices: Any, scope: Scope) -> tuple[tuple[Term, ...], bool, Term]:
        """Guards, strictness, and left − right of an assumption at these indices."""
        demand(type(number) is int and 0 <= number < len(self.assumed), "no such assumption")
        own, guards, strict, left, right = self.assumed[number]
        demand(list(own.values()) == [self.known.sort(index, scope) for index in indices], "an index of another sort")
        names = dict(zip(own, indices, strict=True))
        return tuple(placed(guard, names) for guard in guards), strict, placed(less(left, right), names)

    def equation(self, scope: Scope, left: Term, right: Term) -> dict[str, Any]:
        """The statement that left = right where the conditions hold, for all values of the indices in scope."""
        one, other = (("times", (*self.where, side)) if self.where else side for side in (left, right))
        return {**self.of, "free": [list(pair) for pair in scope.items()], "left": one, "right": other}

    def equal(self, scope: Scope, left: Term, right: Term, certificate: Any) -> None:
        checker = expectation.check if "random" in self.of else check
        checker(self.equation(scope, left, right), certificate)

    def inside(self, scope: Scope, index: Any, sort: str) -> Scope:
        """The scope under a sum. A name that is taken would change what the conditions mean."""
        demand(isinstance(index, str) and index not in scope, "a bound index has a name that is taken")
        return {**scope, index: sort}
