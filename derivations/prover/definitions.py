"""The tensors that a setting defines, as the kernel wants them: in order, only those needed, closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from derivations.formula.tree import Node
from derivations.prover.shaped import IllTyped
from lessonproof.records import dataclass

Term = Any


@dataclass(frozen=True)
class Defined:
    """A tensor that the setting defines: its parameters with their sorts, and its body.

    name: the kernel's. tensor: the author's, where that has several of these, because the length of an axis is a number.
    source: the tree it was read from.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    body: Term
    source: Node
    tensor: str | None = None

    @property
    def of(self) -> str:
        """The author's tensor."""
        return self.tensor or self.name

    @cached_property
    def mentioned(self) -> tuple[str, ...]:
        """The names of the tensors in its body."""
        return tuple(dict.fromkeys(tensors(self.body)))


def in_order(wanted: Sequence[Defined], terms: Sequence[Term]) -> list[Defined]:
    """The wanted definitions that the terms need, each after those that it needs itself."""
    by_name = {one.name: one for one in wanted}
    found: dict[str, Defined] = {}
    waiting: set[str] = set()

    def need(name: str) -> None:
        if name in waiting:
            raise IllTyped(f"{name} is defined by itself")
        if name in by_name and name not in found:
            waiting.add(name)
            for inner in by_name[name].mentioned:
                need(inner)
            found[name] = by_name[name]
            waiting.discard(name)

    for name in dict.fromkeys(tensors(list(terms))):
        need(name)
    return list(found.values())


def closed(definitions: Sequence[Defined], terms: Sequence[Term], fixed: Mapping[str, str]) -> tuple[list[Defined], list[Term]]:
    """Bodies that mention a fixed letter, like the target y, take it as a further parameter, and their entries as an index."""
    extra: dict[str, list[str]] = {}
    found: list[Defined] = []
    for one in definitions:
        body = _extended(one.body, extra)
        extra[one.name] = [letter for letter in fixed if _mentions(body, letter)]
        more = tuple((letter, fixed[letter]) for letter in extra[one.name])
        found.append(replace(one, body=body, parameters=(*one.parameters, *more)))
    return found, [_extended(term, extra) for term in terms]


def tensors(term: Term) -> list[str]:
    """The names of the tensors in a term, in their order, each as often as it stands there."""
    found: list[str] = []
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list) and part:
            if part[0] == "entry":
                found.append(part[1])
            elif part[0] == "D":
                found += part[1:3]
            waiting += [piece for piece in reversed(part) if isinstance(piece, list)]
    return found


def texts(part: Any) -> set[str]:
    """Every text in a term or a statement's part: names of tensors, masks, index functions, sorts, and some more."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        for piece in waiting.pop():
            if isinstance(piece, str):
                found.add(piece)
            elif isinstance(piece, (list, tuple)):
                waiting.append(piece)
    return found


def renamed(term: Term, names: Mapping[str, str]) -> Term:
    """Entries of tensors under other names."""
    match term:
        case ["entry", str(name), indices] if name in names:
            return ["entry", names[name], indices]
        case list():
            return [renamed(part, names) for part in term]
    return term


def numbered(term: Term) -> Term:
    """The term with its bound indices named in the order of their sums, so that terms that read the same are equal."""
    made = 0

    def index(at: Term, names: Mapping[str, str]) -> Term:
        return names.get(at, at) if isinstance(at, str) else ["at", at[1], index(at[2], names)]

    def put(part: Term, names: Mapping[str, str]) -> Term:
        nonlocal made
        match part:
            case ["sum", str(name), sort, body]:
                made += 1
                new = f"s{made}"
                return ["sum", new, sort, put(body, {**names, name: new})]
            case ["entry", str(name), indices]:
                return ["entry", name, [index(at, names) for at in indices]]
            case ["delta", one, other]:
                return ["delta", index(one, names), index(other, names)]
            case list():
                return [put(inner, names) for inner in part]
        return part

    return put(term, {})


def _extended(term: Term, extra: Mapping[str, Sequence[str]]) -> Term:
    match term:
        case ["entry", str(name), indices] if name in extra:
            return ["entry", name, [*indices, *extra[name]]]
        case list():
            return [_extended(part, extra) for part in term]
    return term


def _mentions(term: Term, letter: str) -> bool:
    """Whether the letter stands as an index; sums of this package bind no letters."""
    match term:
        case ["entry", _, indices]:
            return any(_in_index(index, letter) for index in indices)
        case ["delta", one, other]:
            return _in_index(one, letter) or _in_index(other, letter)
        case list():
            return any(_mentions(part, letter) for part in term)
    return False


def _in_index(index: Any, letter: str) -> bool:
    return bool(index == letter) if isinstance(index, str) else _in_index(index[2], letter)
