"""Sums and products over a printed range, and sums with an ellipsis, written out term by term."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from derivations.formula import tree
from derivations.formula.tree import Node
from lessonproof.records import dataclass
from numeric.written import read

MOST_TERMS = 200
MOST_NODES = 4_000


@dataclass
class _Room:
    """How many nodes may still be made."""

    nodes: int = MOST_NODES


def unfolded(node: Node, names: Mapping[str, Node]) -> Node:
    """The expression without ∑, ∏ and `…` where their ranges are known; as it is where they are not, or too long.

    names: what the names stand for: a whole number may be the limit of a range, and ∑_i p_i goes over the entries of a row p.
    """
    if not any(isinstance(part, (tree.Fold, tree.Dots)) for part in tree.walk(node)):
        return node
    room = _Room()

    def change(part: Node) -> Node:
        match part:
            case tree.Fold(under=tree.Chain(sides=(tree.Symbol(name=letter), first), relations=("=",)), over=last):
                return _written_out(part, letter, _whole(first, names), _whole(last, names), room)
            case tree.Fold(under=tree.Symbol(name=letter), over=None):
                return _written_out(part, letter, 1, _length(part.body, letter, names), room)
            case tree.Sum(terms=(tree.Number() as a, tree.Number() as b, *between, tree.Dots(), tree.Number() as z)):
                return _progression(part, a, b, between, z, room)
        return part

    return tree.mapped(node, change)


def _whole(node: Node | None, names: Mapping[str, Node]) -> int | None:
    if isinstance(node, tree.Symbol):
        node = names.get(node.name)
    value = node.value if isinstance(node, tree.Number) else None
    return value.numerator if value is not None and value.denominator == 1 else None


def _length(body: Node, letter: str, names: Mapping[str, Node]) -> int | None:
    """How many entries the rows have whose entries a sum goes over; None where they differ, or one of them is not known."""
    indexed = [part.base for part in tree.walk(body) if isinstance(part, tree.Symbol) and part.subscript == letter]
    rows = [names.get(name) for name in indexed]
    lengths = {len(row.items) if isinstance(row, tree.Row) else None for row in rows}
    return lengths.pop() if len(lengths) == 1 else None


def _written_out(fold: tree.Fold, letter: str, first: int | None, last: int | None, room: _Room) -> Node:
    if first is None or last is None or not 0 <= last - first < MOST_TERMS:
        return fold
    room.nodes -= (last - first + 1) * sum(1 for _ in tree.walk(fold.body))
    if room.nodes < 0:
        return fold
    terms = tuple(tree.mapped(fold.body, partial(_instead, letter, i)) for i in range(first, last + 1))
    if len(terms) == 1:
        return terms[0]
    if fold.operator == "∑":
        return tree.Sum(terms, span=fold.span)
    return tree.Product(terms, ("·",) * (len(terms) - 1), span=fold.span)


def _instead(letter: str, value: int, part: Node) -> Node:
    if isinstance(part, tree.Symbol) and part.subscript == letter:
        return tree.Symbol(f"{part.base}_{value}", span=part.span)
    return _number(value, part) if isinstance(part, tree.Symbol) and part.name == letter else part


def _number(value: int, place: Node) -> tree.Number:
    written = read(str(value))
    return tree.Number(written, None, written.value, written.ulp, span=place.span)


def _progression(whole: tree.Sum, a: tree.Number, b: tree.Number, between: list[Node], z: tree.Number, room: _Room) -> Node:
    """a + b + … + z with equal steps; the printed figures stay the first, second and last terms."""
    step = b.value - a.value
    printed = [a.value, b.value, *(part.value for part in between if isinstance(part, tree.Number))]
    if len(printed) != 2 + len(between) or any(value != a.value + i * step for i, value in enumerate(printed)):
        return whole
    count = (z.value - a.value) / step if step else Fraction(-1)
    if count.denominator != 1 or not len(printed) <= count < 10 * MOST_TERMS:
        return whole
    room.nodes -= count.numerator
    if room.nodes < 0:
        return whole
    missing = [a.value + i * step for i in range(len(printed), count.numerator)]
    total = sum(missing, Fraction(0))
    filler = replace(a, figure=None, value=total, written=replace(a.written, value=total, ulp=Fraction(1)))
    return tree.Sum((a, b, *between, filler, z) if missing else (a, b, *between, z), span=whole.span)
