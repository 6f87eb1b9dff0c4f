"""The search for a certificate: what remains of the difference is rewritten by facts until nothing remains.

A fact base^r · base = base^(r+1), a hypothesis, or an opaque definition is used from its leading term towards the rest. What
is found is checked by the kernel like anybody's certificate; what is not found is not false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from derivations.kernel.check import check, difference, digest, subtracted
from derivations.kernel.language import Language, Rejected
from derivations.kernel.lemma import substituted
from derivations.kernel.monomials import Factor, Index, Monomial, Polynomial, indexed, mentions
from derivations.kernel.normal_form import NormalForm
from derivations.kernel.powers import split
from derivations.prover.ordering import Ordering

Json = Any
ROUNDS = 12
Weight = Callable[[Monomial], tuple[Any, ...]]
MONOMIALS = 2_000  # more than any remainder that has come to nothing


class Lemma(NamedTuple):
    """A proved statement under a name, ready to be used by `use`, a list of entries as in a certificate."""

    name: str
    statement: Mapping[str, Json]
    certificate: Mapping[str, Json]


def certificate(
    statement: Mapping[str, Json],
    *,
    lemmas: Sequence[Lemma] = (),
    use: Sequence[Json] = (),
    opaque: Sequence[str] = (),
    weight: Weight | None = None,
) -> Json | None:
    """A certificate that the kernel accepts, or None.

    use: instances of facts that the search would not find by itself. opaque: defined tensors that stay names.
    weight: a hypothesis is used from its monomial of least weight.
    Raises Rejected where the statement itself is not admitted: ill-sorted, or a power of what may not be positive.
    """
    known = Language(statement)
    try:
        unfold = [name for name in known.definitions if name not in opaque]
        statements = {lemma.name: lemma.statement for lemma in lemmas}
        uses = list(use)
        for _ in range(ROUNDS):
            ordering = Ordering(known)
            form = NormalForm(known, unfold, ordering)
            remainder = difference(form, statement, uses, statements)
            if not remainder:
                found = {
                    "statement": digest(statement),
                    "lemmas": [lemma._asdict() for lemma in lemmas],
                    "unfold": unfold,
                    "use": uses,
                    "orders": ordering.chosen,
                }
                check(statement, found)
                return found
            new = list(Rewriting(form, opaque, weight or by_degree).uses(remainder)) if len(remainder) <= MONOMIALS else []
            if not new:
                return None
            uses += new
    except Rejected:
        return None
    return None


class Fact(NamedTuple):
    """A polynomial that is zero, used from one of its terms; `parameters` stand for any index of their sort."""

    zero: Polynomial
    leading: Monomial
    parameters: Mapping[Index, str]
    kind: list[Json]

    @property
    def swapped(self) -> Monomial | None:
        """The other term of S_ij − S_ji, whose factors are the same but for their indices: such a fact could be used for ever.

        It is used only from the larger of two monomials, and on a monomial that it leaves as it is but for the sign.
        """
        one, *others = sorted(self.zero, key=lambda monomial: monomial != self.leading)
        if len(others) != 1 or one[0] or others[0][0]:
            return None
        heads = [sorted((factor[:2], e) for factor, e in factors if factor[0] == "entry") for _, factors in (one, others[0])]
        whole = all(len(head) == len(factors) for head, (_, factors) in zip(heads, (one, others[0]), strict=True))
        return others[0] if whole and heads[0] == heads[1] else None


class Rewriting:
    def __init__(self, form: NormalForm, opaque: Sequence[str], weight: Weight | None = None) -> None:
        self.weight = weight or by_degree
        self.known = known = form.known
        self.form = NormalForm(known, form.unfold, Ordering(known))
        self.bases = [factor for factor in form.settled if factor[1] in ("power", "log")]
        self.settled = form.settled
        self.facts = [self.hypothesis(number) for number in range(len(known.given))]
        self.facts += [self.definition(name) for name in opaque if name in known.definitions]

    def hypothesis(self, number: int) -> Fact | None:
        scope, left, right = self.known.given[number]
        return self.fact(["given", number], scope, left, right)

    def definition(self, name: str) -> Fact | None:
        parameters, body = self.known.definitions[name]
        scope = dict(zip(parameters, self.known.shapes[name], strict=True))
        return self.fact(["define", name], scope, ("entry", name, parameters), body)

    def fact(self, kind: list[Json], scope: Mapping[str, str], left: Json, right: Json) -> Fact | None:
        """From left to right; None where the two sides have one normal form."""
        places = {at: ("v", "?" + at) for at in scope}
        zero = self.form.settle(subtracted(self.form, left, right, places, places))
        own = [monomial for monomial in self.form.settle(self.form.expand(left, places)) if monomial in zero]
        parameters = {("v", "?" + at): sort for at, sort in scope.items()}
        return Fact(zero, min(own or zero, key=self.weight), parameters, kind) if zero else None

    def uses(self, remainder: Polynomial) -> Iterator[Json]:
        """One use for each monomial that a fact rewrites."""
        for monomial, coefficient in remainder.items():
            found = next(self.rewritings(monomial, coefficient), None)
            if found is not None:
                yield found

    def rewritings(self, monomial: Monomial, coefficient: Fraction) -> Iterator[Json]:
        for factor, exponent in monomial[1]:
            if factor[0] == "sum" and exponent < 0:
                for base, common in self.written(factor):
                    rest = self.form.merged(
                        [*(pair for pair in monomial[1] if pair[0] != factor), *((f, -e * (exponent + 1)) for f, e in common)]
                    )
                    terms = dict(factor[1])
                    fact = Fact(terms, min(terms, key=by_degree), {}, ["power", base, str(exponent)])
                    yield from self.by(fact, (monomial[0], list(rest.items())), coefficient)
        for equation in self.facts:
            if equation is not None:
                yield from self.by(equation, monomial, coefficient)

    def written(self, factor: Factor) -> Iterator[tuple[Json, list[tuple[Factor, Fraction]]]]:
        """Bases as the statement writes them whose last factor this is, with their other factors.

        The kernel sees that a base is positive from how it is written, not from its normal form.
        """
        there = sorted(set(_indices(factor)))
        for later in self.bases:
            if not (factors := split(self.form, self.settled[later])):
                continue  # a number, such as 1/(m/m)
            *common, (last, _) = factors
            _, _, term, scope = later
            own = sorted({variable for _, at in scope for variable in _variables(at)})
            for places in product(there, repeat=len(own)) if last[0] == "sum" else ():
                names = dict(zip(own, places, strict=True))
                if self.form.moved(last, names) == factor:
                    base = substituted(term, {name: index_of(indexed(at, names)) for name, at in scope})
                    yield base, [(self.form.moved(other, names), e) for other, e in common]
                    break

    def by(self, fact: Fact, monomial: Any, coefficient: Fraction) -> Iterator[Json]:
        leading = fact.leading
        bound, factors = monomial
        for chosen in self.matches(leading, fact.parameters, bound, dict(factors)):
            left = self.divided(leading, dict(factors), chosen)
            assert left is not None
            over = [(index, sort) for index, sort in bound if index not in {chosen[b] for b, _ in leading[0]}]
            by = fact.zero[leading]
            if (other := fact.swapped) is not None:
                now = self.once_more(bound, left, {self.form.moved(factor, chosen): e for factor, e in other[1]})
                by += fact.zero[other] if now == monomial_key(monomial) else 0
                if not by or now > monomial_key(monomial):
                    continue
            times = times_of(coefficient / by, left)
            places = [index_of(chosen[at]) for at in fact.parameters]
            kind = fact.kind if fact.kind[0] == "power" else [*fact.kind, places]
            yield {"over": [[index_of(index), sort] for index, sort in over], "times": times, "fact": kind}

    def once_more(self, bound: Any, left: Mapping[Factor, Fraction], by: Mapping[Factor, Fraction]) -> str:
        """What the monomial becomes where the fact only exchanges letters."""
        factors = self.form.merged([*left.items(), *by.items()])
        found = self.form.settle([self.form.lifted((bound, tuple(factors.items())), Fraction(1))])
        return monomial_key(next(iter(found), None))

    # --- matching

    def matches(
        self, leading: Monomial, parameters: Mapping[Index, str], bound: Any, factors: dict[Factor, Fraction]
    ) -> Iterator[dict[Index, Index]]:
        """The indices for parameters and bound indices of a leading term with which it divides the monomial."""
        own = dict(leading[0])
        variables = [*own, *parameters]
        within = dict(bound)
        everywhere = set(_indices(tuple(factors)))

        def candidates(variable: Index) -> list[Index]:
            sort = own.get(variable) or parameters[variable]
            if variable in own:
                return [index for index in within if within[index] == sort]
            return [index for index in sorted(everywhere) if self.sort(index, within) == sort]

        def extend(chosen: dict[Index, Index], waiting: list[Index]) -> Iterator[dict[Index, Index]]:
            needed: dict[Factor, Fraction] = {}  # W_ki W_kj is a square for i = j
            involved = set[Factor]()
            for factor, exponent in leading[1]:
                if not any(mentions(factor, variable) for variable in waiting):
                    moved = self.form.moved(factor, chosen)
                    needed[moved] = exponent if self.is_mask(factor) else needed.get(moved, Fraction(0)) + exponent
                    if any(mentions(factor, variable) for variable in own):
                        involved.add(moved)
            for moved, exponent in needed.items():
                there = factors.get(moved, Fraction(0))
                if there < exponent or (not waiting and moved in involved and there != exponent):
                    return
            if not waiting:
                remaining = self.divided(leading, factors, chosen)
                if remaining is not None and not any(mentions(tuple(remaining), chosen[variable]) for variable in own):
                    yield chosen
                return
            for index in candidates(waiting[0]):
                if waiting[0] not in own or index not in chosen.values():
                    yield from extend({**chosen, waiting[0]: index}, waiting[1:])

        yield from extend({}, variables)

    def divided(
        self, leading: Monomial, factors: dict[Factor, Fraction], chosen: Mapping[Index, Index]
    ) -> dict[Factor, Fraction] | None:
        """The factors that remain. A mask that stands twice is one mask, so it may be kept where others need it.

        None where factors that become one, as W_ki and W_kj for i = j, are not there as often.
        """
        left = dict(factors)
        for factor, exponent in leading[1]:
            moved = self.form.moved(factor, chosen)
            if moved not in left and self.is_mask(factor):
                continue
            if left.get(moved, Fraction(0)) < exponent:
                return None
            left[moved] = left.get(moved, Fraction(0)) - exponent
            if not left[moved]:
                del left[moved]
        return left

    def is_mask(self, factor: Factor) -> bool:
        return factor[0] == "entry" and factor[1] in self.known.masks

    def sort(self, index: Index, within: Mapping[Index, str]) -> str | None:
        if index[0] == "at":
            return str(self.known.maps[index[1].removesuffix("⁻¹")][1])
        return within.get(index) or self.known.free.get(index[1])


def term_of(polynomial: Polynomial) -> Json:
    return ["plus", [monomial_of(monomial, c) for monomial, c in polynomial.items()]]


def monomial_of(monomial: Monomial, coefficient: Fraction) -> Json:
    term = times_of(coefficient, dict(monomial[1]))
    for index, sort in reversed(monomial[0]):
        term = ["sum", index_of(index), sort, term]
    return term


def times_of(coefficient: Fraction, factors: Mapping[Factor, Fraction]) -> Json:
    parts = [["number", str(coefficient)]] if coefficient != 1 else []
    for factor, exponent in factors.items():
        base = factor_of(factor)
        parts.append(base if exponent == 1 else ["power", base, str(exponent)])
    return ["times", parts]


def factor_of(factor: Factor) -> Json:
    match factor:
        case ("entry", name, indices):
            return ["entry", name, [index_of(index) for index in indices]]
        case ("delta", one, other):
            return ["delta", index_of(one), index_of(other)]
        case ("number", value):
            return ["number", str(value)]
        case ("exp", monomial):
            return ["apply", "exp", monomial_of(monomial, Fraction(1))]
        case ("sum", polynomial):
            return term_of(dict(polynomial))
        case ("log", of):
            return ["apply", "log", factor_of(of)]
        case ("apply", function, polynomial):
            return ["apply", function, term_of(dict(polynomial))]
    return list(factor)


def index_of(index: Index) -> Json:
    match index:
        case ("b", height, number):
            return f"b{height}.{number}"
        case ("at", function, of):
            return ["at", function, index_of(of)]
    return index[1]


def _indices(part: Any) -> Iterator[Index]:
    """The indices that stand in entries and δ of factors, those bound inside left out."""
    match part:
        case ("entry", _, places):
            yield from places
        case ("delta", one, other):
            yield from (one, other)
        case tuple():
            for piece in part:
                yield from _indices(piece)


def _variables(index: Index) -> Iterator[Index]:
    while index[0] == "at":
        index = index[2]
    yield index


def monomial_key(monomial: Monomial | None) -> str:
    """For an order of monomials, whichever it is."""
    return repr(monomial)


def by_degree(monomial: Monomial) -> tuple[Any, ...]:
    """Facts are used from a term without bound indices where there is one, never from a number, and from a high degree."""
    bound, factors = monomial
    return not factors, len(bound), -sum(exponent for _, exponent in factors), monomial
