"""What an author declares before a formula means anything: sizes, shapes, masks, and the forward computation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from lessonproof.records import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """The symbols of a computation, in the lesson's letters.

    sizes: the letters of all sizes, each at least 1.
    blocks: sizes that are made of others: {"d": "H·d_k"} says that d = H d_k, and that an axis d is H blocks of d_k. Part of
    it may be a numeral: {"d": "m·2"} are m pairs.
    shapes: name → its axes, e.g. "n d"; "" is a scalar, "1 d" a row, "d" a list of numbers, "2 1" a column of two. In front
    may stand what a superscript says: "(H) n d_v" is Z^{(h)}, one n × d_v for each head. A superscript on an axis of blocks
    is one block of it: with "H·d_v d", W_O^{(h)} are d_v rows of W_O. A tensor that only appears on the left of `forward` or
    `where` needs no shape.
    forward: one formula for each node of the graph, in order. Each node has an adjoint: `bar(Z)`, of the shape of Z.
    where: abbreviations. They have no adjoint, and derivatives go through them.
    calls: functions given by a formula, e.g. `R (θ) = …` or `LN (x) = …`; they are read at what stands in their brackets.
    given: equations that are taken to hold, e.g. `W = \\sum_{i} w_{i}`.
    loss: the node whose adjoint is 1.
    masks: name → its axes. `r ∈ J_i` is J[i, r] = 1, `i ∈ I` is I[i] = 1, |I| their number; the relation `j ≤ i` is the mask
    "≤" at [i, j]. Every row of a mask has a one, except for the masks named in `sparse`.
    rows: another letter for entries and rows of a tensor, e.g. q for Q: q_i is row i of Q.
    tokens: index functions, e.g. t: "n N", the token at each position; then t_{i+1} is the one after position i.
    permutations: name → a size. P is the matrix with P X = (x_{P(1)}; x_{P(2)}; …), and the index function in it.
    numbered: sizes whose indices are also numbers: i in `i ω` is the position counted from 1.
    fixed: letters that are one given index everywhere, e.g. the target y: "N".
    """

    sizes: str
    blocks: Mapping[str, str] = field(default_factory=dict)
    shapes: Mapping[str, str] = field(default_factory=dict)
    forward: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    loss: str | None = None
    masks: Mapping[str, str] = field(default_factory=dict)
    sparse: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    rows: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    permutations: Mapping[str, str] = field(default_factory=dict)
    numbered: frozenset[str] = frozenset()
    fixed: Mapping[str, str] = field(default_factory=dict)

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sizes that are not made of others."""
        return tuple(size for size in self.sizes.split() if size not in self.blocks)


# An axis: None has length 1 and no index; a name is a size; a number is a length; several of them are blocks of blocks.
Slot = str | int
Axis = Slot | tuple[Slot, ...] | None
Axes = tuple[Axis, ...]


def positive_in(text: str) -> frozenset[str]:
    """The letters that a hypothesis says to be positive and nothing else: `T > 0`, `0 < ε, T > 0`; else none."""
    from derivations.formula import tree
    from derivations.formula.cursor import FormulaError
    from derivations.formula.parser import parse

    try:
        chains = parse(text).chains
    except FormulaError:
        return frozenset()
    found = set[str]()
    for chain in chains:
        sides = chain.sides if chain.relations == (">",) else chain.sides[::-1] if chain.relations == ("<",) else ()
        match sides:
            case (tree.Symbol(name=name), tree.Number(value=value)) if value == 0:
                found.add(name)
            case _:
                return frozenset()
    return frozenset(found)


ORDINAL = "№"
"""`№n` at i is the number i of a position. To the kernel it is any positive tensor; instances give it the values 1, 2, 3, …"""

NEXT = "⁺"
"""`t⁺` at i is t_{i+1}. To the kernel it is any index function; instances make it the shift of t, with one token more."""


def axes(text: str, blocks: Mapping[str, str] | None = None) -> Axes:
    """ "1 d" → (None, "d"), "(H) n 2" → ("n", 2), "H·d_v d" → (("H", "d_v"), "d"); `blocks` are put in."""

    def axis(part: str) -> Axis:
        whole = (blocks or {}).get(part, part)
        slots = tuple(int(slot) if slot.isdigit() else slot for slot in whole.split("·"))
        return None if slots == (1,) else slots[0] if len(slots) == 1 else slots

    return tuple(axis(part) for part in text.rpartition(")")[2].split())


def labels(text: str) -> tuple[str, ...]:
    """The sizes that superscripts run over: "(L H) n d" → ("L", "H")."""
    return tuple(text.rpartition(")")[0].lstrip("( ").split())
