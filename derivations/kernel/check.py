"""`check(statement, certificate)`: returns where the equation is proved, raises Rejected otherwise.

A certificate, as JSON:

    {"statement": digest of the statement it is for,
     "lemmas": [{"name": …, "statement": …, "certificate": …}, …],   each may use those before it, so there are no circles
     "unfold": [defined tensor, …],                                   replaced by their bodies; the others stay opaque
     "use": [{"over": [[index, sort], …], "times": term, "fact": fact}, …],
     "orders": [[…], …]}                                              of bound indices, in the order they are asked for

A fact is an equation that holds under the statement: ["given", number, [index…]], an instance of a hypothesis;
["define", T, [index…]], a defined tensor is its body; ["power", base, r], base^r · base = base^(r+1) for a positive base;
["lemma", name, instance]. The statement is accepted if left − right − Σ_over times · (fact's left − its right) has the
normal form 0. A certificate that is wrong adds other zeros, or numbers indices otherwise: it cannot prove a falsehood.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from derivations.kernel.language import Language, Rejected, Term, demand, frozen, rational
from derivations.kernel.lemma import instance
from derivations.kernel.monomials import Index, Polynomial, Raw, indexed
from derivations.kernel.normal_form import NormalForm
from derivations.kernel.untrusted import untrusted

__all__ = ["Rejected", "check", "difference", "digest"]

Scope = Mapping[Any, Index]
MINUS: Term = ("number", "-1")


def digest(statement: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(statement, sort_keys=True).encode()).hexdigest()


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the equation holds for all sizes ≥ 1 and all values that the declarations and hypotheses allow."""
    lemmas: dict[str, Mapping[str, Any]] = {}
    for lemma in certificate["lemmas"]:
        demand(lemma["name"] not in lemmas, "two lemmas of one name")
        _accept(lemma["statement"], lemma["certificate"], lemmas)
        lemmas[lemma["name"]] = lemma["statement"]
    _accept(statement, certificate, lemmas)


def _accept(statement: Mapping[str, Any], certificate: Mapping[str, Any], lemmas: Mapping[str, Mapping[str, Any]]) -> None:
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    orders = iter(certificate["orders"])

    def order(*_: object) -> Sequence[int]:
        found = next(orders, None)
        demand(isinstance(found, list), "an order of bound indices is missing")
        return found  # type: ignore[return-value]  # that it is a permutation is seen where it is used

    form = NormalForm(Language(statement), certificate["unfold"], order)
    remainder = difference(form, statement, certificate["use"], lemmas)
    demand(not remainder, f"the sides differ: {len(remainder)} monomials remain")
    demand(next(orders, None) is None, "more orders of bound indices than monomials ask for")


def difference(
    form: NormalForm, statement: Mapping[str, Any], uses: Sequence[Any], lemmas: Mapping[str, Mapping[str, Any]]
) -> Polynomial:
    """The normal form of left − right − Σ_over times · (left − right of a fact)."""
    scope = {index: ("v", index) for index in form.known.free}
    raws = subtracted(form, frozen(statement["left"]), frozen(statement["right"]), scope, scope)
    for use in uses:
        over, times, fact = frozen((use["over"], use["times"], use["fact"]))
        raws += _zero(form, over, ("times", (MINUS, times)), fact, scope, lemmas)
    return form.settle(raws)


def subtracted(form: NormalForm, left: Term, right: Term, scope: Scope, other: Scope) -> list[Raw]:
    return form.expand(left, scope) + form.expand(("times", (MINUS, right)), other)


def _zero(
    form: NormalForm, over: Any, times: Term, fact: Any, scope: Scope, lemmas: Mapping[str, Mapping[str, Any]]
) -> list[Raw]:
    """Σ_over times · (left − right of the fact), once every term of it is admitted where it stands."""
    known = form.known
    inner = known.scope(over)
    sorts = {**known.free, **inner}
    known.admit(times, sorts)
    names = {**scope, **{index: form.new_index() for index in inner}}
    match fact:
        case ("given", int(number), indices):
            own, left, right = known.given[number]
            places = _places(known, tuple(own.items()), indices, sorts, names)
            zero = subtracted(form, left, right, places, places)
        case ("define", str(name), indices):
            known.admit(("entry", name, indices), sorts)
            parameters, body = known.definitions[name]
            inside = {at: indexed(index, names) for at, index in zip(parameters, indices, strict=True)}
            zero = subtracted(form, ("entry", name, indices), body, names, inside)
        case ("power", base, exponent):
            above = str(rational(exponent) + 1)
            known.admit(("power", base, exponent), sorts)
            left = ("times", (("power", base, exponent), base))
            zero = subtracted(form, left, ("power", base, above), names, names)
        case ("lemma", str(name), replaced, indices):
            demand(name in lemmas, f"unknown lemma {name}")
            parameters, left, right = instance(known, lemmas[name], replaced, sorts)
            places = _places(known, parameters, indices, sorts, names)
            zero = subtracted(form, left, right, places, places)
        case _:
            raise Rejected("not a fact")
    product = form.multiplied([form.expand(times, names), zero])
    return [raw._replace(bound={**raw.bound, **{names[at]: sort for at, sort in inner.items()}}) for raw in product]


def _places(known: Language, parameters: Any, indices: Any, sorts: Mapping[str, str], names: Scope) -> Scope:
    """The free indices of a fact at the indices of this instance of it, sort by sort."""
    demand([sort for _, sort in parameters] == [known.sort(index, sorts) for index in indices], "an index of another sort")
    return {**names, **{at: indexed(to, names) for (at, _), to in zip(parameters, indices, strict=True)}}
