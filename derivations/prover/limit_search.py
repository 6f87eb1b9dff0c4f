"""The untrusted search for certificates of limits: exponentials are brought over their largest, and the limit laws applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derivations.kernel import signs
from derivations.kernel.assumptions import Assumption
from derivations.kernel.check import digest
from derivations.kernel.language import Rejected, demand, frozen
from derivations.kernel.limit import MINUS_ONE, Limits, check
from derivations.kernel.normal_form import NormalForm
from derivations.kernel.placement import ZERO, complement, less, placed
from derivations.prover.order_rewriting import own_names, with_own_names
from derivations.prover.order_search import Proofs
from derivations.prover.ordering import Ordering
from derivations.prover.search import term_of

Json = Any
Term = Any
Scope = Mapping[str, str]


def certificate(statement: Mapping[str, Json]) -> Json | None:
    """A certificate that the kernel accepts, or None. Raises Rejected where the left side is not admitted."""
    left, right = frozen(statement["left"]), frozen(statement["right"])
    laws = Laws(statement)
    free = laws.premises.free
    laws.premises.known.admit(left, free)
    for term in laws.forms(left):
        laws.found, laws.trees = [], []
        try:
            limit = laws.of(term, free)
        except Rejected:
            continue
        first, last = (laws.proofs.equal(free, *sides) for sides in ((left, term), (limit, right)))
        if first is not None and last is not None:
            whole = {
                "statement": digest(statement), "term": term, "equation": first, "limit": last,
                "gaps": laws.found, "positive": laws.trees,
            }  # fmt: skip
            check(statement, whole)
            return whole
    return None


class Laws(Limits):
    """The limit laws of the kernel, with the gaps and the signs of limits found instead of read."""

    def __init__(self, statement: Mapping[str, Json]) -> None:
        super().__init__(statement, {"gaps": [], "positive": []})
        self.proofs = Proofs(statement)
        self.made = own_names("s")
        self.found: list[Json] = []
        self.trees: list[Json] = []

    # --- forms of the left side

    def forms(self, term: Term) -> Iterator[Term]:
        """As it is; with definitions unfolded; with exponentials over that of the larger side of an assumption."""
        yield term
        unfolded = with_own_names(self.unfolded(term), {}, self.made)
        yield unfolded
        for assumption in self.premises.assumed:
            if assumption.strict:
                yield self.shifted(unfolded, self.premises.free, assumption)

    def unfolded(self, term: Term) -> Term:
        match term:
            case ("entry", name, indices) if name in self.moving and name in self.premises.known.definitions:
                parameters, body = self.premises.known.definitions[name]
                own = with_own_names(body, {}, self.made)
                return self.unfolded(placed(own, dict(zip(parameters, indices, strict=True))))
            case ("plus" | "times", parts):
                return (term[0], tuple(map(self.unfolded, parts)))
            case ("sum", index, sort, body):
                return ("sum", index, sort, self.unfolded(body))
            case ("power", base, exponent):
                return ("power", self.unfolded(base), exponent)
            case ("apply", function, argument):
                return ("apply", function, self.unfolded(argument))
        return term

    def shifted(self, term: Term, scope: Scope, over: Assumption) -> Term:
        """exp(large · right) becomes exp(−large (left − right)), here and there alike."""
        match term:
            case ("apply", "exp", argument):
                for at in self.proofs.places(list(over.own.values()), scope):
                    names = dict(zip(over.own, at, strict=True))
                    if self.is_same(argument, ("times", (self.large, placed(over.right, names))), scope):
                        gap = placed(less(over.left, over.right), names)
                        return ("apply", "exp", ("times", (MINUS_ONE, self.large, gap)))
            case ("apply", function, argument):
                return ("apply", function, self.shifted(argument, scope, over))
            case ("plus" | "times", parts):
                return (term[0], tuple(self.shifted(part, scope, over) for part in parts))
            case ("sum", index, sort, body):
                return ("sum", index, sort, self.shifted(body, {**scope, index: sort}, over))
            case ("power", base, exponent):
                return ("power", self.shifted(base, scope, over), exponent)
        return term

    def is_same(self, one: Term, other: Term, scope: Scope) -> bool:
        form, names = self.form(), {index: ("v", index) for index in scope}
        return not form.settle(form.expand(less(one, other), names))

    def form(self) -> NormalForm:
        known = self.premises.known
        return NormalForm(known, known.definitions, Ordering(known))

    # --- what the kernel reads from the certificate

    def positive_limit(self, limit: Term, scope: Scope) -> Term:
        tree: Json = ["seen"]
        if not signs.positive(self.premises.known, limit):
            form = self.form()
            other = frozen(term_of(form.settle(form.expand(limit, {index: ("v", index) for index in scope}))))
            demand(signs.positive(self.premises.known, other), "a limit that is not seen to be positive")
            equation = self.proofs.equal(scope, limit, other)
            demand(equation is not None, "a limit that is not seen to be what it is")
            tree, limit = ["equal", other, equation, ["seen"]], other
        self.trees.append(tree)
        return limit

    def zero(self, gap: Term, scope: Scope) -> Term:
        for number, assumption in enumerate(self.premises.assumed):
            for at in self.proofs.places(list(assumption.own.values()), scope):
                guards, strict, difference = self.premises.instance(number, at, scope)
                rest = [guard for guard in guards if guard not in self.premises.where]
                zero = ZERO if not rest else rest[0][1][1][1][1] if len(rest) == 1 and rest[0][0] == "plus" else None
                if not strict or difference != gap or zero is None or (rest and complement(zero) != rest[0]):
                    continue
                equation = self.proofs.equal(scope, ("times", (zero, gap)), ZERO)
                if equation is not None:
                    self.found.append({"zero": zero, "assumed": number, "at": at, "equation": equation})
                    return zero
        raise Rejected("a gap that no assumption speaks of")
