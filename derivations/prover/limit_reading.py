"""From a printed limit to the statement that the kernel checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.prover.limiting import PARAMETER
from derivations.prover.naming import free
from derivations.prover.premises import Premises, parsed
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped

TARGETS = {"∞": "∞", "0": "0", "0^+": "0", "0+": "0"}


def statement(setting: Setting, formula: str, given: Sequence[str]) -> dict[str, Any]:
    left, right, parameter, to = parts(setting, formula)
    if parameter == PARAMETER:
        shapes = {**setting.shapes, PARAMETER: ""}
        setting = replace(setting, shapes=shapes, positive=setting.positive | {PARAMETER})
    if setting.shapes.get(parameter) != "":
        raise IllTyped(f"{parameter} is declared as no number")
    limits = [text for text in given if any("→" in chain.relations for chain in parsed(setting, text))]
    others = [text for text in given if text not in limits]
    premises = Premises(setting, (left, right), others)
    tends = [tending(premises, chain) for text in limits for chain in parsed(setting, text)]
    moving = ["entry", parameter, []]
    packed = [premises.term(left), premises.term(right), moving, *(term for _, term in tends), *(entry for entry, _ in tends)]
    of, where, assume, terms = premises.declared(packed)
    count = len(tends)
    return {
        "of": of, "where": where, "assume": assume, "parameter": parameter, "to": to,
        "tends": [[entry[1], entry[2], term] for entry, term in zip(terms[3 + count :], terms[3 : 3 + count], strict=True)],
        "left": terms[0], "right": terms[1],
    }  # fmt: skip


def parts(setting: Setting, formula: str) -> tuple[Node, Node, str, str]:
    """Both sides, the parameter, and where it tends."""
    match parsed(setting, formula):
        case (tree.Chain(sides=(tree.Product(factors=(tree.Symbol(name=lim), *of)) as product, right), relations=("=",)),) if (
            lim.startswith("lim_") and "→" in lim
        ):
            parameter, _, to = lim[4:].partition("→")
            rest = of[0] if len(of) == 1 else replace(product, factors=tuple(of), operators=product.operators[1:])
            return rest, right, parameter, target(to)
        case (tree.Chain(sides=(left, right), relations=("→",)),):
            return left, right, PARAMETER, "∞"
        case (
            tree.Chain(sides=(left, right), relations=("→",)),
            tree.Chain(sides=(tree.Symbol(name=parameter), to_node), relations=("→",)),
        ):
            return left, right, parameter, target(written(to_node))
    raise IllTyped(f"a limit is expected: {formula}")


def target(text: str) -> str:
    if text not in TARGETS:
        raise IllTyped(f"a limit towards {text}: towards ∞ or 0 is read")
    return TARGETS[text]


def written(node: Node) -> str:
    match node:
        case tree.Infinity():
            return "∞"
        case tree.Number(value=value) if value == 0:
            return "0"
        case tree.Superscripted(of=tree.Number(value=value), label=tree.Symbol(name="+")) if value == 0:
            return "0"
    return "something else"


def tending(premises: Premises, chain: tree.Chain) -> tuple[Any, Any]:
    """An entry with an index for each axis, and its limit."""
    if chain.relations != ("→",):
        raise IllTyped("a hypothesis that is a limit stands alone")
    left, right = chain.sides
    letters = premises.sorts(left)
    entry = premises.reading.read(left, free(letters)).term
    if entry[0] != "entry" or sorted(entry[2]) != sorted(letters) or len(set(entry[2])) != len(entry[2]):
        raise IllTyped("what tends to a limit is an entry with letters as indices")
    others = premises.sorts(left, right)
    premises.fixing({letter: axis for letter, axis in others.items() if letter not in letters})
    own = {letter: f"{letter}→" for letter in letters}  # the letters of the formula are other indices
    named = {letter: ((own[letter],), axis) for letter, axis in letters.items()}
    limit = premises.reading.read(right, premises.scope.having(named)).term
    return ["entry", entry[1], [own[letter] for letter in entry[2]]], limit
