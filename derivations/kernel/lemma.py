"""Instances of a lemma: its tensors replaced by terms, its sorts, masks, index functions and functions by others.

A replacement is [sorts, functions, masks, maps, tensors], lists of pairs: names to names, tensors to [[parameter, …], term].
A lemma that has instances has no definitions, no hypotheses and no D.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derivations.kernel import signs
from derivations.kernel.language import Language, Rejected, Term, demand, frozen


def instance(known: Language, lemma: Mapping[str, Any], replaced: Any, scope: Mapping[str, str]) -> tuple[Any, Term, Term]:
    """Free indices with their sorts, and both sides, of a proved lemma under the declarations of another statement.

    The indices of the lemma get names longer than any name outside, so that nothing is captured.
    """
    own = Language(lemma)
    demand(not own.definitions and not own.given, "a lemma with definitions or hypotheses has no instances")
    sorts, functions, masks, maps, tensors = (dict(pairs) for pairs in replaced)
    demand(set(sorts) == own.sorts and set(sorts.values()) <= known.sorts, "not the sorts of the lemma")
    demand(set(functions) == own.functions and set(functions.values()) <= known.functions, "not the functions of the lemma")
    demand(set(masks) == set(own.masks) and set(maps) == set(own.maps), "not the masks and index functions of the lemma")
    demand(set(tensors) == set(own.shapes) - set(own.masks), "not the tensors of the lemma")
    for name, (source, target) in own.maps.items():
        demand(known.maps[maps[name]] == (sorts[source], sorts[target]), "an index function between other sorts")
        demand(name not in own.bijections or maps[name] in known.bijections, "an index function that may be no bijection")
    for name, axes in own.masks.items():
        demand(axes <= known.masks[masks[name]], "a mask that may have empty rows")
        demand(known.shapes[masks[name]] == tuple(sorts[sort] for sort in own.shapes[name]), "a mask of other axes")
    for name, (parameters, term) in tensors.items():
        demand(len(set(parameters)) == len(parameters), "a parameter is named twice")
        inner = dict(zip(parameters, (sorts[sort] for sort in own.shapes[name]), strict=True))
        known.admit(term, {**scope, **inner})
        demand(name not in own.positive or signs.positive(known, term), "a positive tensor replaced by what may not be")
    prefix = "·" * (1 + max(map(len, (*scope, *_texts(replaced)))))

    def index(at: Term) -> Term:
        if isinstance(at, str):
            return prefix + at
        bare = at[1].removesuffix("⁻¹")
        return ("at", maps[bare] + at[1][len(bare) :], index(at[2]))

    def put(term: Term) -> Term:
        match term:
            case ("number", _):
                return term
            case ("size", sort):
                return ("size", sorts[sort])
            case ("entry", name, indices) if name in masks:
                return ("entry", masks[name], tuple(map(index, indices)))
            case ("entry", name, indices):
                parameters, body = tensors[name]
                return substituted(body, dict(zip(parameters, map(index, indices), strict=True)))
            case ("delta", one, other):
                return ("delta", index(one), index(other))
            case ("plus" | "times", parts):
                return (term[0], tuple(map(put, parts)))
            case ("sum", name, sort, body):
                return ("sum", prefix + name, sorts[sort], put(body))
            case ("power", base, exponent):
                return ("power", put(base), exponent)
            case ("apply", function, argument):
                bare = function.rstrip("′")
                return ("apply", functions.get(bare, bare) + function[len(bare) :], put(argument))
        raise Rejected("a lemma with D has no instances")

    left, right = put(frozen(lemma["left"])), put(frozen(lemma["right"]))
    free = tuple((prefix + at, sorts[sort]) for at, sort in own.free.items())
    for side in (left, right):
        known.admit(side, {**scope, **dict(free)})
    return free, left, right


def substituted(term: Term, names: Mapping[str, Term]) -> Term:
    """A term with free indices replaced by indices that none of its sums binds."""

    def index(at: Term) -> Term:
        return names.get(at, at) if isinstance(at, str) else ("at", at[1], index(at[2]))

    match term:
        case ("entry", name, indices):
            return ("entry", name, tuple(map(index, indices)))
        case ("delta", one, other):
            return ("delta", index(one), index(other))
        case ("plus" | "times", parts):
            return (term[0], tuple(substituted(part, names) for part in parts))
        case ("sum", name, sort, body):
            return ("sum", name, sort, substituted(body, {at: to for at, to in names.items() if at != name}))
        case ("power", base, exponent):
            return ("power", substituted(base, names), exponent)
        case ("apply" | "D", *head, body):
            return (term[0], *head, substituted(body, names))
    return term


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for piece in part:
            yield from _texts(piece)
