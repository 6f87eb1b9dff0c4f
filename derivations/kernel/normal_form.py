"""Sums of products: expand, eliminate δ, Σ1 = size, m² = m, merge powers of positive factors, rename bound indices.

Only the order of the bound indices of a monomial is left open. `order` chooses it, for the kernel by reading the certificate:
any order is right, and orders that do not suit only keep equal monomials from being recognised as equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from derivations.kernel import angles, indices, powers
from derivations.kernel.differential import derivative
from derivations.kernel.language import Language, Rejected, Term, demand, natural, raised, rational, short
from derivations.kernel.monomials import Factor, Index, Monomial, Polynomial, Raw, height, indexed, mentions, packed

Order = Callable[[Sequence[tuple[Index, str]], Sequence[tuple[Factor, Fraction]], Mapping[Index, Index]], Sequence[int]]

ONE = Fraction(1)
LIMIT = 100_000  # monomials looked at in one check


class NormalForm:
    def __init__(self, known: Language, unfold: Iterable[str], order: Order) -> None:
        self.known, self.unfold, self.order = known, frozenset(unfold), order
        demand(self.unfold <= set(known.definitions), "unfolds what is not defined")
        self.fresh = self.steps = 0
        self.settled: dict[Factor, Polynomial] = {}
        self.signs: dict[Any, bool] = {}

    def new_index(self) -> Index:
        self.fresh += 1
        return ("#", self.fresh)

    # --- expanding

    def expand(self, term: Term, scope: Mapping[Any, Index]) -> list[Raw]:
        match self.known.looked_at(term):
            case ("number", value):
                return [Raw(rational(value), {}, {})]
            case ("size", _):
                return [Raw(Fraction(1), {}, {term: Fraction(1)})]
            case ("entry", name, indices):
                places = tuple(indexed(at, scope) for at in indices)
                if name in self.unfold or isinstance(name, tuple):
                    parameters, body = self.known.definitions[name]
                    return self.expand(body, dict(zip(parameters, places, strict=True)))
                return [Raw(Fraction(1), {}, {("entry", name, places): Fraction(1)})]
            case ("delta", one, other):
                return [Raw(Fraction(1), {}, {("delta", indexed(one, scope), indexed(other, scope)): Fraction(1)})]
            case ("plus", parts):
                return [raw for part in parts for raw in self.expand(part, scope)]
            case ("times", parts):
                return self.multiplied(self.expand(part, scope) for part in parts)
            case ("sum", index, sort, body):
                new = self.new_index()
                return [raw._replace(bound={**raw.bound, new: sort}) for raw in self.expand(body, {**scope, index: new})]
            case ("power", base, exponent) if natural(rational(exponent)):
                return self.multiplied(self.expand(base, scope) for _ in range(int(rational(exponent))))
            case ("power", base, exponent):
                return [self.later("power", base, scope, rational(exponent))]
            case ("apply", function, argument):
                return [self.later(function, argument, scope, Fraction(1))]
            case ("D", x, dx, body):
                return self.expand(derivative(self.known, x, dx, body), scope)
        raise Rejected("not a term")

    def later(self, operation: str, term: Term, scope: Mapping[Any, Index], exponent: Fraction) -> Raw:
        seen = tuple((name, at) for name, at in scope.items() if mentions(term, name))
        return Raw(Fraction(1), {}, {("later", operation, term, seen): exponent})

    def multiplied(self, sums: Iterable[list[Raw]]) -> list[Raw]:
        product = [Raw(Fraction(1), {}, {})]
        for terms in sums:
            self.spend(len(product) * len(terms))
            product = [self.times(one, other) for one in product for other in terms]
        return product

    def times(self, one: Raw, other: Raw) -> Raw:
        factors = self.merged([*one.factors.items(), *other.factors.items()])
        return Raw(short(one.coefficient * other.coefficient), {**one.bound, **other.bound}, factors)

    def merged(self, pairs: Iterable[tuple[Factor, Fraction]]) -> dict[Factor, Fraction]:
        """One exponent a factor. Masks and δ are 0 or 1; exponents that are no natural numbers stand on positive factors."""
        factors: dict[Factor, Fraction] = {}
        for factor, exponent in pairs:
            total = short(factors.pop(factor) + exponent) if factor in factors else exponent
            if factor[0] == "delta" or (factor[0] == "entry" and factor[1] in self.known.masks):
                total = ONE
            demand(-10_000 <= total <= 10_000, "an exponent beyond 10,000")
            if total:
                factors[factor] = total.numerator if total.denominator == 1 else total  # type: ignore[assignment]  # quicker
        return factors

    def spend(self, count: int = 1) -> None:
        self.steps += count
        demand(self.steps <= LIMIT, "too many monomials")

    # --- from raw monomials to a polynomial

    def settle(self, raws: Iterable[Raw]) -> Polynomial:
        result, waiting = Polynomial(), list(raws)
        while waiting:
            self.spend()
            raw = waiting.pop()
            rewritten = self.rewritten(raw) if raw.coefficient else []
            if rewritten is not None:
                waiting += rewritten
                continue
            bound = [(index, raw.bound[index]) for index in sorted(raw.bound)]
            key = self.arranged(bound, list(raw.factors.items()), {}, 1 + height(tuple(raw.factors)))
            result[key] = short(result.get(key, Fraction(0)) + raw.coefficient)
        return {key: coefficient for key, coefficient in result.items() if coefficient}

    def rewritten(self, raw: Raw) -> list[Raw] | None:
        """The next step towards the normal form, None where there is none."""
        for factor in raw.factors:
            if factor[0] == "delta" and (contracted := indices.contracted(self, raw, factor)):
                return [contracted]
        for factor, exponent in raw.factors.items():
            if factor[0] not in ("later", "number", "sum", "apply"):
                continue
            rest = raw._replace(factors={other: e for other, e in raw.factors.items() if other is not factor})
            if factor[0] == "later":
                return self.multiplied([[rest], powers.resolved(self, factor, exponent)])
            if factor[0] == "number" and not 0 < exponent < 1:
                root = self.merged([(factor, exponent % 1)])
                return [self.times(rest, Raw(raised(factor[1], floor(exponent)), {}, root))]
            if factor[0] == "sum" and exponent >= 1:
                copies = ([self.lifted(*term) for term in factor[1]] for _ in range(floor(exponent)))
                return self.multiplied([[rest], [Raw(Fraction(1), {}, self.merged([(factor, exponent % 1)]))], *copies])
            if factor[:2] == ("apply", "sin") and exponent >= 2:
                return self.multiplied([[rest], angles.squared(self, factor, exponent)])
        if reindexed := indices.reindexed(self, raw):
            return [reindexed]
        for index, sort in raw.bound.items():
            if not mentions(tuple(raw.factors), index):
                one = Raw(Fraction(1), {}, {("size", sort): Fraction(1)})
                return [self.times(raw._replace(bound={at: s for at, s in raw.bound.items() if at != index}), one)]
        return None

    def renamed(self, factors: Mapping[Factor, Fraction], names: Mapping[Index, Index]) -> dict[Factor, Fraction]:
        return self.merged((self.moved(factor, names), exponent) for factor, exponent in factors.items())

    def moved(self, part: Factor, names: Mapping[Index, Index]) -> Factor:
        """A factor with its free indices renamed."""
        match part:
            case ("entry", name, places):
                return ("entry", name, tuple(indexed(at, names) for at in places))
            case ("delta", one, other):
                return ("delta", *sorted((indexed(one, names), indexed(other, names))))
            case ("later", operation, term, scope):
                return ("later", operation, term, tuple((name, indexed(at, names)) for name, at in scope))
            case ("exp", (bound, factors)):
                return ("exp", self.arranged(bound, factors, names, height(bound)))
            case ("sum" | "apply", *head, polynomial):
                terms: Polynomial = {}
                for (bound, factors), coefficient in polynomial:
                    key = self.arranged(bound, factors, names, height(bound))
                    terms[key] = terms.get(key, Fraction(0)) + coefficient
                return (part[0], *head, packed(terms))
            case ("log", factor):
                return ("log", self.moved(factor, names))
        return part

    def arranged(
        self, bound: Sequence[tuple[Index, str]], factors: Sequence[tuple[Factor, Fraction]],
        names: Mapping[Index, Index], above: int,
    ) -> Monomial:  # fmt: skip
        """A monomial renamed, its bound indices numbered in the order chosen for it."""
        order = self.order(bound, factors, names) if len(bound) > 1 else range(len(bound))
        demand(sorted(order) == list(range(len(bound))), "an order of bound indices is no permutation")
        new = {bound[at][0]: ("b", above, k) for k, at in enumerate(order)}
        pairs = self.renamed(dict(factors), {**names, **new})
        return tuple((new[bound[at][0]], bound[at][1]) for at in order), tuple(sorted(pairs.items()))

    def lifted(self, monomial: Monomial, coefficient: Fraction) -> Raw:
        """A monomial from inside a factor as a monomial of its own, with new bound indices."""
        bound, factors = monomial
        new = {index: self.new_index() for index, _ in bound}
        return Raw(coefficient, {new[index]: sort for index, sort in bound}, self.renamed(dict(factors), new))
