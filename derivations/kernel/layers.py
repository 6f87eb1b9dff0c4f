"""Induction over layers: an equation from one state to the next, added up over links in a row and layers repeated L times.

A statement is {"links": […], "states": […], "repeated": [first, end] or null, "again": {name: name}}. A link is a statement of
the language without left and right, with three terms instead:

    "before", "after"   of the state before the link and of the state after it
    "gained"            of anything: after = before + gained is what its certificate has to prove

states[k] names the tensors that are carried from link k − 1 to link k; of these two, one defines a carried tensor and the other
takes it as it comes: activations and their changes are handed on, adjoints are handed back. Everything else that a link
declares is its own, as the parameters of a layer are. Links first … end − 1 are one layer; at its end "again" names each tensor
of states[first], and with the names of states[first], which is states[end] too, it is handed to the next copy of the layer or
to what follows.

A certificate is {"statement": digest, "links": [certificate, …]}. What is proved, for every L ≥ 0: along every computation in
which activations go forward through all links and L copies of the layer, and adjoints go back,

    after, at the end = before, at the beginning + Σ gained, over the links and over the links of each copy of the layer.

This is induction over links and layers, a base theorem. Such computations exist: no activation depends on an adjoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derivations.kernel import check as equations
from derivations.kernel.check import digest
from derivations.kernel.language import FIELDS, Language, Term, demand, frozen
from derivations.kernel.untrusted import untrusted

WORDS = {"number", "size", "entry", "delta", "plus", "times", "sum"}
LINK = (FIELDS - {"left", "right"}) | {"before", "after", "gained"}


@untrusted
def check(statement: Mapping[str, Any], certificate: Mapping[str, Any]) -> None:
    """Returns only if the sum holds for every number of layers."""
    demand(set(statement) == {"links", "states", "repeated", "again"}, "no statement about layers")
    demand(certificate["statement"] == digest(statement), "a certificate of another statement")
    links, states, again = statement["links"], statement["states"], statement["again"]
    demand(len(certificate["links"]) == len(links) == len(states) - 1 > 0, "links, states, certificates of other numbers")
    first, end = statement["repeated"] or (0, 0)
    demand(0 <= first <= end <= len(links), "a layer that is no stretch of the links")
    demand(first == end or set(again) == set(states[first]), "a layer that does not say what is what at its end")
    demand(states[first] == states[end] and len(set(again.values())) == len(again), "a layer with two kinds of states")
    known = [_proved(*pair) for pair in zip(links, certificate["links"], strict=True)]
    for at, (language, link) in enumerate(zip(known, links, strict=True)):
        after = [again[name] for name in states[end]] if first < end == at + 1 else states[at + 1]
        _carries(language, link, states[at], after)
    meetings = {(at - 1, at) for at in range(1, len(links)) if at != end or first == end}
    if first < end:
        meetings |= {(first - 1, end)} if first > 0 and end < len(links) else set()
        for following in (first, end) if end < len(links) else (first,):
            _meet(known[end - 1], links[end - 1], known[following], links[following], again)
    for left, right in meetings:
        names = {name: name for name in states[right]}
        _meet(known[left], links[left], known[right], links[right], names)


def _proved(link: Mapping[str, Any], proof: Mapping[str, Any]) -> Language:
    """The declarations of a link, once after = before + gained is proved."""
    demand(set(link) == LINK and link["free"] == [], "a link lacks or invents fields")
    equation = {name: link[name] for name in FIELDS - {"left", "right"}}
    equation |= {"left": link["after"], "right": ["plus", [link["before"], link["gained"]]]}
    equations.check(equation, proof)
    return Language(equation)


def _carries(known: Language, link: Mapping[str, Any], before: list[str], after: list[str]) -> None:
    """The terms speak of carried tensors alone, of which nothing is assumed; going forward needs nothing that comes back."""
    for term, names in ((link["before"], before), (link["after"], after)):
        demand(_words(term) <= WORDS, "a term of a state says more than sums and products")
        demand(
            set(_tensors(frozen(term))) <= set(names) <= set(known.shapes) - set(known.masks), "a tensor that is not carried"
        )
    carried = {*before, *after}
    assumed = set(_reached(known, frozen(link["given"])))
    demand(not carried & (known.positive | assumed), "something is assumed of a carried tensor")
    forward = [known.definitions[name][1] for name in after if name in known.definitions]
    back = {name for name in after if name not in known.definitions}
    demand(not back & set(_reached(known, tuple(forward))), "an activation that depends on an adjoint")


def _meet(left: Language, one: Mapping[str, Any], right: Language, other: Mapping[str, Any], names: Mapping[str, str]) -> None:
    """The state after one link is the state before the other, where each of its tensors is defined by one of the two."""
    demand(frozen(one["after"]) == _renamed(frozen(other["before"]), names), "links that do not meet")
    for here, there in names.items():
        demand(left.shapes[there] == right.shapes[here], "a carried tensor of another shape")
        demand((there in left.definitions) != (here in right.definitions), "a carried tensor that both define, or none")


def _words(term: Any) -> set[str]:
    """What kinds of terms there are in a term; an index that is no letter is "at"."""
    match term:
        case ["entry" | "delta" as kind, *rest]:
            indices = rest[1] if kind == "entry" else rest
            return {kind} | ({"at"} if any(not isinstance(index, str) for index in indices) else set())
        case [str(kind), *rest]:
            parts = rest[0] if kind in ("plus", "times") else rest
            return {kind}.union(*(_words(part) for part in parts if isinstance(part, list)))
    return set()


def _tensors(term: Term) -> Iterator[Any]:
    if isinstance(term, tuple):
        if term[:1] == ("entry",):
            yield term[1]
        if term[:1] == ("D",):
            yield from term[1:3]
        for part in term:
            yield from _tensors(part)


def _reached(known: Language, term: Term) -> Iterator[Any]:
    """The tensors in a term, in their definitions, and so on."""
    seen, waiting = set[Any](), [term]
    while waiting:
        for name in set(_tensors(waiting.pop())) - seen:
            seen.add(name)
            yield name
            if name in known.definitions:
                waiting.append(known.definitions[name][1])


def _renamed(term: Term, names: Mapping[str, str]) -> Term:
    if isinstance(term, tuple):
        if term[:1] == ("entry",):
            return ("entry", names.get(term[1], term[1]), term[2])
        return tuple(_renamed(part, names) for part in term)
    return term
