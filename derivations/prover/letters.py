"""Which letters of a printed formula are indices, and what each of them runs over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.prover.naming import Names, Scope, free, is_letter, pieces, unbracketed
from derivations.prover.setting import Axis
from derivations.prover.shaped import IllTyped, Shaped, shown, slots

Found = tuple[str, Axis | None]
NOTHING: Mapping[str, Axis] = {}
NAMES: Mapping[str, str] = {}


class Letters(Names):
    def read(self, node: Node, scope: Scope) -> Shaped:
        raise NotImplementedError

    def free_sorts(self, *nodes: Node, around: Mapping[str, Axis] = NOTHING) -> dict[str, Axis]:
        """The letters that are indices outside every sum that binds them, each with the axis of the places it takes.

        around: what is known of letters from outside these nodes.
        """
        found: dict[str, Axis] = {**self.setting.fixed, **around}  # letters bound within have a number beside their name
        equal: list[tuple[str, str]] = []
        made = count(1)

        def note(letter: str, axis: Axis | None) -> None:
            name = letter.partition("#")[0]
            if axis is None or name == ":" or name.isdigit():
                return
            if not is_letter(name):
                raise IllTyped(f"{name} is no index here")
            if found.setdefault(letter, axis) != axis:
                raise IllTyped(f"{name} runs over {shown((found[letter],))} and over {shown((axis,))}")

        def visit(node: Node, bound: Mapping[str, str]) -> None:
            if isinstance(node, tree.Fold):
                number = next(made)
                bound = {**bound, **{name: f"{name}#{number}" for name in self.bound_names(node)[0]}}
            beside: list[tuple[str, str]] = []
            for place, axis in self.places(node, beside):
                letter, inner = self.inside(place, axis)
                note(bound.get(letter, letter), inner)
            for one, other in beside:
                for place, against in ((one, other), (other, one)):
                    if known := self.inside_function(place):  # δ_{j t_i}: t leads from i to j
                        note(bound.get(known[0], known[0]), known[1])
                        note(bound.get(against, against), None if self.inside_function(against) else known[2])
                equal.append((bound.get(one, one), bound.get(other, other)))
            for child in tree.children(node):
                if not self.is_label(node, child):
                    visit(child, bound)

        for node in nodes:
            visit(node, NAMES)
        for inner in (inner for node in nodes for inner in outside_sums(node)):
            if isinstance(inner, tree.Subscripted):  # (A V)_{i r}: the axes of what stands in the brackets
                long = [axis for axis in self.read(inner.of, free(_outside(found))).axes if axis is not None]
                for place, axis in zip(pieces(inner.index), long, strict=False):
                    note(*self.inside(place, axis))
        before = -1
        while before < len(found):
            before = len(found)
            for left, right in equal:  # j = y: both run over the same
                for one, other in ((left, right), (right, left)):
                    if one in found and "_" not in other and other not in self.shapes:
                        note(other, found[one])
        return _outside(found)

    def inside_function(self, place: str) -> tuple[str, Axis, Axis] | None:
        """i, what it runs over and what t_i runs over, for t_i; None for a letter."""
        function, _, of = place.partition("_")
        known = self.function(function) if of else None
        return (*self.inside(place, None), known[1]) if known else None

    def inside(self, place: str, axis: Axis | None) -> Found:
        """t_i at a place of a tensor uses i, and i runs over what t is a function of."""
        function, _, of = place.partition("_")
        known = self.function(function) if of else None
        return self.inside(unbracketed(of).removesuffix("+1"), known[0]) if known else (place, axis)

    def is_label(self, node: Node, child: Node) -> bool:
        return isinstance(node, tree.Superscripted) and child is node.label

    def places(self, node: Node, equal: list[tuple[str, str]]) -> Iterator[Found]:
        """The letters that this node itself, not its parts, uses as indices."""
        if isinstance(node, tree.Symbol) and (named := self.named(node.name)):
            yield from zip(named[1], (axis for axis in self.shapes[named[0]] if axis is not None), strict=False)
        if isinstance(node, tree.Symbol) and (letters_of_delta := self.kronecker(node.name)):
            equal.append(letters_of_delta)
        if isinstance(node, tree.Superscripted):
            yield from self.labelled(node)
        if isinstance(node, tree.Call) and node.function == "abs" and (mask := self.counted_mask(node)):
            yield from zip(mask[1], self.masks[mask[0]], strict=False)
        pairs = zip(node.sides, node.relations, node.sides[1:], strict=False) if isinstance(node, tree.Chain) else ()
        for left, relation, right in pairs:
            if not isinstance(left, tree.Symbol) or not isinstance(right, tree.Symbol):
                continue
            mask = self.mask_of(right.name) if relation in ("∈", "∉") else (relation, [right.name])
            if mask and mask[0] in self.masks:
                *row, column = self.masks[mask[0]]
                yield from ((left.name, column), *zip(mask[1], row, strict=True))
            elif relation == "=" and (known := self.function(left.name.partition("_")[0])):
                yield from ((left.name, None), (right.name, known[1]))
            elif relation == "=":
                equal.append((left.name, right.name))

    def counted_mask(self, node: tree.Call) -> tuple[str, list[str]] | None:
        (of,) = node.arguments
        return self.mask_of(of.name) if isinstance(of, tree.Symbol) else None

    def labelled(self, node: tree.Superscripted) -> Iterator[Found]:
        """Z^{(h)}: h runs over the heads, W_O^{(h)}: over the blocks of an axis."""
        if isinstance(node.of, tree.Symbol) and (named := self.named(node.of.name)):
            over: tuple[Axis, ...] = self.labels.get(named[0], ()) or self.block(named[0])[1]
            for letter, axis in zip(label_letters(node.label), over, strict=False):
                if letter not in self.setting.sorts:  # the last of Z^{(1)}, …, Z^{(H)}
                    yield letter, axis

    def block(self, name: str) -> tuple[int, tuple[str, ...]]:
        """The first axis of blocks of a tensor, and what the blocks are counted by."""
        for at, axis in enumerate(self.shapes[name]):
            if isinstance(axis, tuple) and isinstance(axis[0], str):
                return at, (axis[0],)
        return 0, ()

    def bound_names(self, node: tree.Fold) -> tuple[list[str], list[Node]]:
        """The letters that a sum binds, and the conditions on them."""
        under = node.under
        match under:
            case tree.Symbol(name=name):
                return [name], []
            case tree.Product(factors=factors) | tree.Row(items=factors) if all(
                isinstance(factor, tree.Symbol) for factor in factors
            ):
                return [factor.name for factor in factors if isinstance(factor, tree.Symbol)], []
            case tree.Chain(sides=(tree.Symbol(name=name), tree.Number(value=first)), relations=("=",)) if first == 1:
                return [name], []
            case tree.Chain(sides=(tree.Symbol(name=name), *rest), relations=(":", *relations)):
                return [name], [tree.Chain(tuple(rest), tuple(relations), span=node.span)]
            case tree.Chain(sides=(tree.Symbol(name=name), _), relations=("∈" | "≤" | "<",)):
                return [name], [under]
        raise IllTyped("a sum over what is not read")

    def bound(self, node: tree.Fold, around: Mapping[str, Axis] = NOTHING) -> tuple[dict[str, Axis], list[Node]]:
        """The letters a sum binds with what they run over, and the conditions on them."""
        names, conditions = self.bound_names(node)
        outside = {letter: axis for letter, axis in around.items() if letter not in names}
        used = self.free_sorts(node.body, *conditions, around=outside)
        sorts: dict[str, Axis] = {}
        for name in names:
            limit = self.axis(node.over.name) if isinstance(node.over, tree.Symbol) else None
            axis = limit or used.get(name)
            if axis is None or not all(isinstance(slot, int) or slot in self.setting.sorts for slot in slots(axis)):
                raise IllTyped(f"what {name} runs over is not said")
            if used.get(name, axis) != axis:
                raise IllTyped(f"{name} runs over {shown((used[name],))}, not over {shown((axis,))}")
            sorts[name] = axis
        return sorts, conditions


def _outside(found: Mapping[str, Axis]) -> dict[str, Axis]:
    """Without the letters that a sum binds."""
    return {letter: axis for letter, axis in found.items() if "#" not in letter}


def label_letters(label: Node) -> list[str]:
    """(h) → h, (ℓ, h) → ℓ, h."""
    items: tuple[Any, ...] = label.items if isinstance(label, tree.Row) else (label,)
    return [item.name for item in items if isinstance(item, tree.Symbol)] if all(
        isinstance(item, tree.Symbol) for item in items) else []  # fmt: skip


def outside_sums(node: Node) -> Iterator[Node]:
    """The node and what is under it, but not what a sum binds letters in."""
    yield node
    if not isinstance(node, tree.Fold):
        for child in tree.children(node):
            yield from outside_sums(child)
