"""What an author declares before a formula means anything: sizes, shapes, masks, and the forward computation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Setting:
    """The symbols of a computation, in the lesson's letters.

    shapes: name → its axes, e.g. "n d"; "" is a scalar, "1 d" a row, "d" a list of numbers. A tensor that only appears
    on the left of `forward` or `where` needs no shape.
    forward: one formula for each node of the graph, in order. Each node has an adjoint: `bar(Z)`, of the shape of Z.
    where: abbreviations. They have no adjoint, and derivatives go through them.
    loss: the node whose adjoint is 1.
    masks: name → its axes. `r ∈ J_i` is J[i, r] = 1, and the relation `j ≤ i` is the mask "≤" at [i, j]. Every row of a
    mask has a one, except for the masks named in `sparse`.
    rows: another letter for entries and rows of a tensor, e.g. q for Q: q_i is row i of Q.
    tokens: index functions, e.g. t: "n N", the token at each position.
    fixed: letters that are one given index everywhere, e.g. the target y: "N".
    """

    sizes: str
    shapes: Mapping[str, str] = field(default_factory=dict)
    forward: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    loss: str | None = None
    masks: Mapping[str, str] = field(default_factory=dict)
    sparse: frozenset[str] = frozenset()
    positive: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    rows: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)

    @property
    def sorts(self) -> tuple[str, ...]:
        return tuple(self.sizes.split())


Axes = tuple[str | None, ...]


def axes(text: str) -> Axes:
    """ "1 d" → (None, "d"): a unit axis has no index."""
    return tuple(None if part == "1" else part for part in text.split())
