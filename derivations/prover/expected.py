"""Equations of expectations, variances and covariances, for all joint laws that the hypotheses allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from derivations.prover.finding import Finding
from derivations.prover.hypotheses import Hypothetical
from derivations.prover.ordered import POSITIVE
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.formula.tree import Node
    from derivations.prover.conjunction import Part
    from derivations.prover.premises import Premises

INDEPENDENCE = "independence"
PRODUCTS = "expectation of independent factors"


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected(Hypothetical):
    """`Var (\\sum_{r = 1}^{d_{k}} Y_{r}) = d_{k}`, `Var (X + Y) = Var (X) + Var (Y) + 2 Cov (X, Y)`, `SD (q \\cdot k) = 8`.

    random: the letters that are random, `q k`. Variance 1 is said as `Var (q_{r}) = 1`, not as `E q_{r}^{2} = 1`.
    independent: what is independent, all together: `q_{r}, k_{r}` every entry of both, `q, k` the two vectors (their entries
    may depend on each other), `(q_{r}, k_{r})` the pairs. It is the hypothesis `independence`; without it any law is allowed.
    """

    random: str
    independent: str = ""

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return (*super().hypotheses, *((INDEPENDENCE,) if self.independent else ()))

    def without(self, hypothesis: str) -> Self:
        if hypothesis == INDEPENDENCE and self.independent:
            return replace(self, independent="")
        return super().without(hypothesis)

    def examined(self) -> Finding:
        """Raises IllTyped, FormulaError, EnginesDisagree."""
        from derivations.prover.conjunction import examined

        one, *others = self.statements()
        of = {name: value for name, value in one.items() if name not in ("left", "right")}
        terms = [statement[side] for statement in (one, *others) for side in ("left", "right")]
        return examined(list(self._parts()), {"of": of, "where": [], "assume": []}, terms)

    def _equations(self) -> Iterator[tuple[Node, Node, bool]]:
        """The two sides of each equation, and whether the left one is a standard deviation, of which the variance is meant."""
        from derivations.formula import tree
        from derivations.prover.premises import parsed
        from derivations.prover.shaped import IllTyped

        for chain in parsed(self.setting, self.formula):
            if not chain.relations or set(chain.relations) != {"="}:
                raise IllTyped(f"an equation is expected: {self.formula}")
            for left, right in zip(chain.sides, chain.sides[1:], strict=False):
                if isinstance(left, tree.Call) and left.function == "SD":
                    yield replace(left, function="Var"), right, True
                else:
                    yield left, right, False

    def statements(self, deviations: bool = False) -> Iterator[dict[str, Any]]:
        """The equations; with `deviations` instead, for each SD = x, that x ≥ 0: with Var = x² it is the root."""
        from derivations.prover.premises import Premises
        from derivations.prover.shaped import IllTyped

        for left, right, deviation in self._equations():
            premises = Premises(self.setting, (left, right), tuple(self.given.values()))
            if premises.where or list(premises.inequalities()):
                raise IllTyped("the hypotheses of an expectation are equations")
            value = premises.term(right)
            sides = [premises.term(left), ["power", value, "2"] if deviation else value]
            of, where, assume, terms = premises.declared([*sides, value], random=self.random.split())
            of["independent"] = self._families(premises, of)
            if not deviations:
                yield {**of, "left": terms[0], "right": terms[1]}
            elif deviation:
                zero = ["number", "0"]
                yield {"of": of, "where": where, "assume": assume, "relation": "≥", "left": terms[2], "right": zero}

    def _families(self, premises: Premises, of: dict[str, Any]) -> list[Any]:
        """Each family with the tensors that the statement has."""
        from derivations.formula import tree
        from derivations.prover.premises import parsed
        from derivations.prover.shaped import IllTyped

        found = []
        for chain in parsed(self.setting, self.independent) if self.independent else ():
            side = chain.sides[0]
            members = side.items if isinstance(side, tree.Row) else (side,)
            named = [premises.reading.named(one.name) for one in members if isinstance(one, tree.Symbol)]
            known = [one for one in named if one is not None and one[0] in self.random.split()]
            if chain.relations or not known or len(known) != len(members):
                raise IllTyped(f"independent is what is not random: {self.independent}")
            each = any(letters for _, letters in known)
            if each and not all(len(letters) == len(premises.reading.shapes[name]) for name, letters in known):
                raise IllTyped(f"entries with all their indices, or whole letters: {self.independent}")
            names = [name for name, _ in known if name in of["random"]]
            found += [[names, each]] if names else []
        return found

    def _parts(self) -> Iterator[Part]:
        from derivations.kernel import expectation, order
        from derivations.prover import moment_refutation, moment_search, order_refutation, order_search
        from derivations.prover.conjunction import Part

        for statement in self.statements():
            theorems = (POSITIVE, PRODUCTS) if statement["independent"] else (POSITIVE,)
            search, check, refute = moment_search.certificate, expectation.check, moment_refutation.refute
            yield Part("expectation", statement, search, check, refute, theorems)
        for statement in self.statements(deviations=True):
            yield Part("order", statement, order_search.certificate, order.check, order_refutation.refute)

    def _terms(self) -> list[Any]:
        parts = ("define", "given", "left", "right")
        return [[statement[part] for part in parts] for statement in self.statements()]
