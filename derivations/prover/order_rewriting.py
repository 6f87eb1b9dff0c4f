"""Forms of a term from which its sign may be plain. Each has the value of the term; the kernel checks that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, count, permutations
from typing import Any

from derivations.kernel import signs
from derivations.kernel.assumptions import Premises
from derivations.kernel.language import Rejected, demand, frozen
from derivations.kernel.monomials import Factor, Index, Monomial, Polynomial, Raw, mentions
from derivations.kernel.normal_form import NormalForm
from derivations.kernel.placement import ZERO, complement, less
from derivations.kernel.powers import is_positive
from derivations.prover.ordering import Ordering
from derivations.prover.search import Fact, Rewriting, factor_of, index_of, monomial_of, term_of, times_of

Term = Any
Scope = Mapping[str, str]
MONOMIALS = 24  # of a term that is rewritten: beyond, its sign is not plain
STEPS = 1_000  # of the normal forms of one term and its rewritings
Factors = dict[Factor, Fraction]
Equal = Callable[[Scope, Term, Term], object]  # a certificate, or nothing


class Bounded(NormalForm):
    """A normal form that is given up early."""

    def spend(self, count: int = 1) -> None:
        super().spend(count)
        demand(self.steps <= STEPS, "a term whose sign is not plain")


class Rewritings:
    def __init__(self, premises: Premises, equal: Equal, term: Term, scope: Scope) -> None:
        self.premises, self.equal, self.scope = premises, equal, scope
        self.names = {index: ("v", index) for index in scope}
        self.form = Bounded(premises.known, premises.known.definitions, Ordering(premises.known))
        self.polynomial = self.settled(term)

    def settled(self, term: Term) -> Polynomial:
        return self.form.settle(self.form.expand(frozen(term), self.names))

    def rest(self, taken: Term) -> Term:
        """What remains of the polynomial where the conditions hold."""
        less_this = self.settled(taken)
        zero = Fraction(0)
        left = {m: self.polynomial.get(m, zero) - less_this.get(m, zero) for m in {**self.polynomial, **less_this}}
        left = {monomial: c for monomial, c in left.items() if c}
        term = frozen(term_of(left))
        hidden = any(factor[0] == "sum" and e < 0 for _, factors in left for factor, e in factors)  # Σ_r f(r) / Σ_r f(r) = 1
        is_zero = not self.settled(("times", (*self.premises.where, term))) or (hidden and self.equal(self.scope, term, ZERO))
        return ZERO if is_zero else term

    def __iter__(self) -> Iterator[Term]:
        if not self.polynomial:
            yield ZERO
        if not 0 < len(self.polynomial) <= MONOMIALS:
            return
        yield from self.common_factors()
        yield term_of(self.polynomial)
        yield from self.allowed()
        for part in (*self.members(), *self.by_assumptions(), *self.squares()):
            yield ["plus", [part, self.rest(part)]]
        yield from self.exponentials()
        yield from self.logarithms()
        if self.premises.assumed:
            sides = ({m: abs(c) for m, c in self.polynomial.items() if c * sign > 0} for sign in (1, -1))
            yield less(*(["apply", "log", ["apply", "exp", term_of(side)]] for side in sides))

    def common_factors(self) -> Iterator[Term]:
        """A product of powers of positive factors times what has no denominators."""
        common, cleared = self.parted(self.polynomial)
        if common:
            yield ["times", [self.written(common), term_of(cleared)]]

    def allowed(self) -> Iterator[Term]:
        """Without the masks that the conditions say are 1."""
        masks = self.premises.known.masks
        guards = [guard for guard in self.premises.where if guard[0] == "entry" and guard[1] in masks]
        ones = {factor for guard in guards for _, factors in self.settled(guard) for factor, _ in factors}
        left: Polynomial = {}
        for (bound, factors), c in self.polynomial.items():
            key = bound, tuple((factor, e) for factor, e in factors if factor not in ones)
            left[key] = left.get(key, Fraction(0)) + c
        if left != self.polynomial:
            yield term_of(left)

    def parted(self, polynomial: Polynomial) -> tuple[Factors, Polynomial]:
        """The positive factors that all monomials share, and the rest."""
        common: Factors = {}
        inside = [dict(factors) for _, factors in polynomial]
        bound = [index for pairs, _ in polynomial for index, _ in pairs]
        for factor in dict.fromkeys(factor for factors in inside for factor in factors):
            least = min(factors.get(factor, Fraction(0)) for factors in inside)
            if least and is_positive(self.form, factor) and not any(mentions(factor, index) for index in bound):
                common[factor] = least
        over = [(factor, -least) for factor, least in common.items()]
        return common, {
            (pairs, tuple(sorted(self.form.merged([*factors, *over]).items()))): c for (pairs, factors), c in polynomial.items()
        }

    def written(self, factors: Mapping[Factor, Fraction]) -> Term:
        """A product of powers whose bases are written as the statement writes them: from that their sign is seen."""
        parts: list[Term] = []
        for factor, e in factors.items():
            base: Term = factor_of(factor)
            others: list[tuple[Factor, Fraction]] = []
            if factor[0] == "sum" and not signs.positive(self.premises.known, frozen(base)):
                base, others = next(Rewriting(self.form, ()).written(factor), (base, []))
            parts.append(["times", [["power", base, str(e)], times_of(Fraction(1), {other: -k * e for other, k in others})]])
        return ["times", parts]

    def members(self) -> Iterator[Term]:
        """Σ_r f(r) − f(k) = Σ_r (1 − δ_rk) f(r); where w ≠ k it is f(w) + Σ_r (1 − δ_rk) (1 − δ_rw) f(r)."""
        for one, c in self.polynomial.items():
            for (bound, factors), _ in self.polynomial.items() if c < 0 else ():
                for r, sort in bound:
                    others = [pair for pair in bound if pair[0] != r]
                    for k in [index for index in self.scope if self.scope[index] == sort]:
                        if self.at(others, factors, r, k) == {one: Fraction(1)}:
                            yield from self.without(((*others, (r, sort)), factors), -c, k)

    def at(self, bound: Sequence[tuple[Index, str]], factors: Any, r: Index, k: str) -> Polynomial:
        """Σ over the other bound indices of the factors, with r at k."""
        return self.form.settle([Raw(Fraction(1), dict(bound), self.form.renamed(dict(factors), {r: ("v", k)}))])

    def without(self, whole: Monomial, c: Fraction, k: str) -> Iterator[Term]:
        bound, factors = whole
        r, sort = bound[-1]
        apart = complement(("delta", index_of(r), k))
        for w in (index for index in self.scope if self.scope[index] == sort):
            if {complement(("delta", w, k)), complement(("delta", k, w))} & set(self.premises.where):
                single = term_of({monomial: c * e for monomial, e in self.at(bound[:-1], factors, r, w).items()})
                yield ["plus", [single, self.masked(whole, c, [apart, complement(("delta", index_of(r), w))])]]
        yield self.masked(whole, c, [apart])

    def masked(self, whole: Monomial, c: Fraction, masks: Sequence[Term]) -> Term:
        term: Term = ["times", [*masks, times_of(c, dict(whole[1]))]]
        for index, sort in reversed(whole[0]):
            term = ["sum", index_of(index), sort, term]
        return term

    def by_assumptions(self) -> Iterator[Term]:
        """Multiples of assumptions that cancel a monomial."""
        rewriting = Rewriting(self.form, ())
        for number, (own, _, _, left, right) in enumerate(self.premises.assumed):
            places = {**self.names, **{index: ("v", "?" + index) for index in own}}
            over, zero = self.parted(self.form.settle(self.form.expand(less(left, right), places)))
            if any(mentions(factor, ("v", "?" + index)) for factor in over for index in own):
                continue
            parameters = {("v", "?" + index): sort for index, sort in own.items()}
            for leading, sign in zero.items():
                fact = Fact(zero, leading, parameters, ["assumed", number])
                for monomial, c in self.polynomial.items():
                    if c * sign > 0:
                        for use in rewriting.by(fact, monomial, c):
                            yield self.multiple(number, use, self.written({factor: -e for factor, e in over.items()}))

    def multiple(self, number: int, use: Any, factor: Term) -> Term:
        """Σ_over factor · times · (guards · difference)."""
        inner = {**self.scope, **dict(use["over"])}
        guards, _, difference = self.premises.instance(number, frozen(use["fact"][2]), inner)
        taken = [*factors_of(frozen(factor)), *factors_of(frozen(use["times"]))]
        part: Term = ["times", [*taken, ["times", [*guards, difference]] if guards else difference]]
        for index, sort in reversed(use["over"]):
            part = ["sum", index, sort, part]
        return part

    def exponentials(self) -> Iterator[Term]:
        """c f (exp u − exp v) for a pair of monomials that differ in sign and in their exponentials alone."""
        for one, c in self.polynomial.items():
            for other, minus_c in self.polynomial.items():
                if c > 0 and minus_c == -c and one[0] == other[0] == ():
                    apart, common = parted(dict(one[1]), dict(other[1]))
                    if all(factor[0] == "exp" for factors in apart for factor in factors):
                        u, v = (exponent(factors) for factors in apart)
                        part: Term = ["times", [times_of(c, common), less(["apply", "exp", u], ["apply", "exp", v])]]
                        yield ["plus", [part, self.rest(part)]]

    def logarithms(self) -> Iterator[Term]:
        """log f + rest = log f − log exp(−rest), and rest − log f = log exp(rest) − log f."""
        for (bound, factors), c in self.polynomial.items():
            if bound == () and abs(c) == 1 and len(factors) == 1 and factors[0][0][0] == "log" and factors[0][1] == 1:
                log: Term = ["apply", "log", factor_of(factors[0][0][1])]
                rest = self.rest(log if c > 0 else ["times", [["number", "-1"], log]])
                if c > 0:
                    yield less(log, ["apply", "log", ["apply", "exp", ["times", [["number", "-1"], rest]]]])
                else:
                    yield less(["apply", "log", ["apply", "exp", rest]], log)

    def squares(self) -> Iterator[Term]:
        """Σ_k w (Σ_a f)² for a monomial that falls into two like halves and a positive weight."""
        for (bound, factors), c in self.polynomial.items():
            parts = [factor for factor, e in factors for _ in range(int(e) if e.denominator == 1 and 0 < e < 8 else 0)]
            if c < 0 or len(parts) < sum(abs(e) for _, e in factors) or len(parts) > 8:
                continue
            for weights in ((), tuple(factor for factor, e in factors if is_positive(self.form, factor) and e % 2 == 1)):
                rest = list(parts)
                for weight in weights:
                    rest.remove(weight)
                yield from halves(bound, rest, weights, c)


def halves(
    bound: Sequence[tuple[Index, str]], parts: Sequence[Factor], weights: Sequence[Factor], c: Fraction
) -> Iterator[Term]:
    """Forms of Σ c weights · parts in which the parts are a square, and the weights stand outside of it."""
    size, odd = divmod(len(parts), 2)
    if odd or not size:
        return
    for chosen in combinations(range(1, len(parts)), size - 1):
        one = [parts[0], *(parts[at] for at in chosen)]
        other = [part for at, part in enumerate(parts) if at and at not in chosen]
        first = [pair for pair in bound if mentions(tuple(one), pair[0]) and not mentions(tuple(other), pair[0])]
        second = [pair for pair in bound if mentions(tuple(other), pair[0]) and not mentions(tuple(one), pair[0])]
        outside = not any(mentions(tuple(weights), index) for index, _ in (*first, *second))
        if outside and len(first) == len(second) and any(is_half(one, other, first, images) for images in permutations(second)):
            powers = tuple((part, Fraction(one.count(part))) for part in dict.fromkeys(one))
            inner = monomial_of((tuple(first), powers), Fraction(1))
            term: Term = ["times", [times_of(c, dict.fromkeys(weights, Fraction(1))), ["power", inner, "2"]]]
            for index, sort in reversed([pair for pair in bound if pair not in first and pair not in second]):
                term = ["sum", index_of(index), sort, term]
            yield term


def is_half(one: Sequence[Factor], other: Sequence[Factor], first: Sequence[Any], images: Sequence[Any]) -> bool:
    names = {index: to for (index, _), (to, _) in zip(first, images, strict=True)}
    return sorted(moved(part, names) for part in one) == sorted(other)


def moved(part: Any, names: Mapping[Index, Index]) -> Any:
    """Indices replaced throughout a factor without bound indices of its own."""
    if part in names:
        return names[part]
    return tuple(moved(piece, names) for piece in part) if isinstance(part, tuple) else part


def parted(one: Factors, other: Factors) -> tuple[tuple[Factors, ...], Factors]:
    """What either has alone, and what both have."""
    common = {factor: e for factor, e in one.items() if other.get(factor) == e}
    return tuple({factor: e for factor, e in factors.items() if factor not in common} for factors in (one, other)), common


def exponent(factors: Mapping[Factor, Fraction]) -> Term:
    """u with exp u = the product of these powers of exponentials."""
    return ["plus", [monomial_of(factor[1], e) for factor, e in factors.items()]]


def factors_of(term: Term) -> Iterator[Term]:
    """The factors of a product of products."""
    match term:
        case ("times", parts):
            for one in parts:
                yield from factors_of(one)
        case _:
            yield term


def with_own_names(term: Term, names: Mapping[str, str], made: Iterator[str]) -> Term:
    """The term with its bound indices under names that nothing else has."""
    match term:
        case ("sum", index, sort, body):
            new = next(made)
            return ("sum", new, sort, with_own_names(body, {**names, index: new}, made))
        case ("entry", name, indices):
            return ("entry", name, tuple(renamed(index, names) for index in indices))
        case ("delta", one, other):
            return ("delta", renamed(one, names), renamed(other, names))
        case ("plus" | "times", parts):
            return (term[0], tuple(with_own_names(part, names, made) for part in parts))
        case ("power", base, exponent_):
            return ("power", with_own_names(base, names, made), exponent_)
        case ("apply" | "E" | "D", *head, body):
            return (term[0], *head, with_own_names(body, names, made))
    return term


def renamed(index: Any, names: Mapping[str, str]) -> Any:
    return names.get(index, index) if isinstance(index, str) else ("at", index[1], renamed(index[2], names))


def own_names(level: object) -> Iterator[str]:
    """Names of indices that no formula has, and no other level."""
    return (f"·{level}.{number}" for number in count(1))


def rewritings(premises: Premises, equal: Equal, term: Term, scope: Scope) -> Iterator[Term]:
    """Other forms of an admitted term; equal ones for equal terms."""
    try:
        for other in Rewritings(premises, equal, term, scope):
            yield with_own_names(frozen(other), {}, own_names(len(scope)))
    except Rejected:
        return
