"""The tree of a printed formula. Every node knows its place; equality ignores places, so equal formulas compare equal.

Names are canonical: no white space, no braces, accents spelled. `W_Q`, `bar(S)_21`, `θ_new`, `softmax_row`, `σ′`, `∂L`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields, replace
from fractions import Fraction
from typing import Any, get_args

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from numeric.written import Written

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Node:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Number(_Node):
    """A printed number. `figure` counts the figures of the formula in reading order from 0; None inside a subscript."""

    written: Written = field(compare=False)
    figure: int | None
    value: Fraction
    ulp: Fraction


@dataclass(frozen=True, slots=True)
class Symbol(_Node):
    name: str

    @property
    def base(self) -> str:
        """The name without its subscript: `bar(S)` of `bar(S)_21`."""
        return self.name.partition("_")[0]

    @property
    def subscript(self) -> str:
        return self.name.partition("_")[2]


@dataclass(frozen=True, slots=True)
class Infinity(_Node):
    """∞; −∞ is its Negative."""


@dataclass(frozen=True, slots=True)
class Dots(_Node):
    """An ellipsis: `…`, `⋮` or `⋱`."""

    sign: str


@dataclass(frozen=True, slots=True)
class Negative(_Node):
    of: Node


@dataclass(frozen=True, slots=True)
class Sum(_Node):
    """a + b − c is Sum(a, b, Negative(c))."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Product(_Node):
    """`operators[i]` stands between factors i and i + 1: "" for juxtaposition, else `×`, `·` or `⊙`.

    A dot before or after a number is a juxtaposition: `a · 2` and `a 2` are the same tree.
    """

    factors: tuple[Node, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quotient(_Node):
    """\\frac{a}{b}, a/b and a ÷ b."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True, slots=True)
class Power(_Node):
    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Transpose(_Node):
    of: Node


@dataclass(frozen=True, slots=True)
class Superscripted(_Node):
    """A superscript that is a label, no power: X^{(0)}, Z^{(r)}, θ^{*}."""

    of: Node
    label: Node


@dataclass(frozen=True, slots=True)
class Subscripted(_Node):
    """An entry of an expression that is no plain symbol: (A V)_{i r}."""

    of: Node
    index: str


@dataclass(frozen=True, slots=True)
class Indicator(_Node):
    """1_{w = y}: the number where the condition holds, else 0."""

    number: Number
    condition: Node


@dataclass(frozen=True, slots=True)
class Call(_Node):
    """A function and its arguments. √x is sqrt, |x| abs, ‖x‖ norm, x! factorial, the n-th root of x is root(n, x)."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fold(_Node):
    """A sum ∑ or product ∏ over the rest of its term. `under` binds (`r = 1`, `j ≤ i`, `r`), `over` limits above."""

    operator: str
    under: Node | None
    over: Node | None
    body: Node


@dataclass(frozen=True, slots=True)
class Row(_Node):
    """(a, b, …) or [a, b, …]."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Table(_Node):
    """A matrix, row by row; all rows have the same length."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Set(_Node):
    """{1, …, N}, or with one item that is Given {x ∣ condition}."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Given(_Node):
    """w ∣ t_1, …, t_n: what stands before the bar and what after it; several items make a Row."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Cases(_Node):
    """Pairs of a value and the condition under which it holds."""

    branches: tuple[tuple[Node, Node], ...]


@dataclass(frozen=True, slots=True)
class Quantity(_Node):
    """A number of units: 3 倍."""

    of: Node
    unit: str


@dataclass(frozen=True, slots=True)
class Chain(_Node):
    """side relation side relation side; one side alone has no relation."""

    sides: tuple[Node, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Formula(_Node):
    """Chains, separated by commas at the top level."""

    chains: tuple[Chain, ...]


Node = (
    Number | Symbol | Infinity | Dots | Negative | Sum | Product | Quotient | Power | Transpose | Superscripted
    | Subscripted | Indicator | Call | Fold | Row | Table | Set | Given | Cases | Quantity | Chain | Formula
)  # fmt: skip


def children(node: Node) -> list[Node]:
    """The nodes directly under a node, in reading order."""
    found: list[Node] = []
    for name in _PARTS[type(node)]:
        _collect(getattr(node, name), found)
    return found


def walk(node: Node) -> Iterator[Node]:
    """The node and all nodes under it, in reading order, parents first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        if _PARTS[type(node)]:
            waiting += reversed(children(node))


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with every node, leaves first, replaced by what `change` makes of it."""
    parts = {name: _mapped(getattr(node, name), change) for name in _PARTS[type(node)]}
    return change(replace(node, **parts) if parts else node)


def _mapped(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, _Node):
        return mapped(value, change)  # type: ignore[arg-type]  # every subclass of _Node is one of Node
    return tuple(_mapped(item, change) for item in value) if isinstance(value, tuple) else value


def height(node: Node) -> int:
    """The number of nodes on the longest way down."""
    highest = 0
    waiting = [(node, 1)]
    while waiting:
        node, here = waiting.pop()
        highest = max(highest, here)
        waiting.extend((child, here + 1) for child in children(node))
    return highest


def figures(node: Node) -> list[Number]:
    """The figures of a formula in reading order; numerals of subscripts are names and left out."""
    return [found for found in walk(node) if isinstance(found, Number) and found.figure is not None]


# The fields of each kind of node that hold nodes.
_HOLDS_NODES = pattern(r"\b(?:Node|Number|Chain)\b")
_PARTS = {kind: tuple(f.name for f in fields(kind) if _HOLDS_NODES.search(str(f.type))) for kind in get_args(Node)}


def _collect(value: object, found: list[Node]) -> None:
    if isinstance(value, _Node):
        found.append(value)  # type: ignore[arg-type]  # every subclass of _Node is one of Node
    elif isinstance(value, tuple):
        for item in value:
            _collect(item, found)
