"""Trees with one part changed. What is new stands nowhere in the text: its span is NOWHERE."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace

from derivations.formula import tree
from derivations.formula.parser import parse
from derivations.formula.tree import Node

NOWHERE = (0, 0)


def places(node: Node) -> Iterator[tuple[Node, Callable[[Node], Node]]]:
    """Each node directly under a node, with the way to put another in its place; labels and what binds letters stay."""
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in ("label", "under", "over", "condition", "number", "branches"):
            continue
        if isinstance(value, tuple):
            for at, item in enumerate(value):
                if hasattr(item, "span"):
                    yield item, _putting(node, field.name, value, at)
        elif hasattr(value, "span"):
            yield value, _putting(node, field.name, None, 0)


def _putting(node: Node, name: str, within: tuple[Node, ...] | None, at: int) -> Callable[[Node], Node]:
    def put(new: Node) -> Node:
        # A sum in a sum and the like print the same as one: what is put in is one term, one factor.
        value = new if within is None else (*within[:at], new, *within[at + 1 :])
        changed: Node = replace(node, **{name: value})  # type: ignore[arg-type]  # the field holds nodes
        return changed

    return put


def negated(node: Node) -> Node:
    return node.of if isinstance(node, tree.Negative) else tree.Negative(node, span=node.span)


def summed(terms: Sequence[Node]) -> Node:
    return terms[0] if len(terms) == 1 else tree.Sum(tuple(terms), span=NOWHERE)


def factors(node: Node) -> tuple[tuple[Node, ...], tuple[str, ...]]:
    return (node.factors, node.operators) if isinstance(node, tree.Product) else ((node,), ())


def without(node: tree.Product, at: int) -> Node:
    factors = (*node.factors[:at], *node.factors[at + 1 :])
    cut = max(at - 1, 0)
    signs = (*node.operators[:cut], *node.operators[cut + 1 :])
    return factors[0] if len(factors) == 1 else replace(node, factors=factors, operators=signs)


def number(text: str) -> Node:
    return parse(text).chains[0].sides[0]
