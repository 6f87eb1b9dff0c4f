"""Inequalities: signs, order, bounds, and monotonicity, for all shapes and all values that the hypotheses allow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.hypotheses import Hypothetical, terms_of
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.prover.conjunction import Part

INCREASING = "exp and log are increasing"
POSITIVE = "expectation is linear and positive"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ordered(Hypothetical):
    """`0 \\leq a_{j} \\leq 1`, `a_{j} > a_{k}` under `s_{j} > s_{k}`, `L \\geq 0`, `Var (Z) \\geq 0`.

    through: an expression that equals the difference of the sides and shows its sign, for what the search does not find.
    random: the letters that are random, where the formula has E, Var or Cov.
    """

    through: str = ""
    random: str = ""

    def examined(self) -> Finding:
        """Raises IllTyped, FormulaError, EnginesDisagree."""
        from derivations.prover.conjunction import examined
        from derivations.prover.shaped import IllTyped

        parts = list(self._parts())
        if not parts:
            raise IllTyped(f"an inequality is expected: {self.formula}")
        terms = [part.statement[side] for part in parts for side in ("left", "right")]
        return examined(parts, parts[0].statement, terms)

    def statements(self) -> Iterator[tuple[dict[str, Any], list[Any]]]:
        """Each inequality of the formula with the terms to try for its difference."""
        from derivations.prover.premises import ORDER, Premises, conditions, parsed
        from derivations.prover.shaped import IllTyped

        chains = parsed(self.setting, self.formula)
        beside = conditions(self.setting, chains)
        hint = [chain.sides[0] for chain in parsed(self.setting, self.through)] if self.through else []
        for chain in (chain for chain in chains if chain not in beside):
            if not chain.relations or not set(chain.relations) <= set(ORDER):
                raise IllTyped(f"an inequality is expected: {self.formula}")
            for left, right, relation in zip(chain.sides, chain.sides[1:], chain.relations, strict=False):
                premises = Premises(self.setting, (left, right, *hint), tuple(self.given.values()), beside)
                sides = (right, left) if ORDER[relation] else (left, right)
                terms = [premises.term(side) for side in (*sides, *hint)]
                of, where, assume, terms = premises.declared(terms, random=self.random.split())
                strict = ">" if relation in "<>" else "≥"
                record = {"of": of, "where": where, "assume": assume, "relation": strict, "left": terms[0], "right": terms[1]}
                yield record, terms[2:]

    def _parts(self) -> Iterator[Part]:
        from derivations.kernel.order import check
        from derivations.prover.conjunction import Part
        from derivations.prover.order_refutation import refute
        from derivations.prover.order_search import certificate

        for statement, hints in self.statements():
            yield Part("order", statement, partial(certificate, through=hints), check, refute, cited=cited)

    def _terms(self) -> list[Any]:
        return [terms_of(statement) for statement, _ in self.statements()]


def cited(certificate: Any) -> tuple[str, ...]:
    """The theorems behind the sign rules of a certificate."""
    used = set(rules(certificate["signs"]))
    return (*((INCREASING,) if used & {"exp", "log", "tangent"} else ()), *((POSITIVE,) if "E" in used else ()))


def rules(tree: Any) -> Iterator[str]:
    """The names of the rules of a sign tree."""
    yield tree[0]
    match tree[0]:
        case "parts":
            for one in tree[1]:
                yield from rules(one)
        case "sum" | "power" | "E" | "exp" | "log":
            yield from rules(tree[1])
        case "equal":
            yield from rules(tree[3])
