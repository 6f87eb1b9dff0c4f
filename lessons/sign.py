"""One sign of arithmetic in running text, and what it may be."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    FIGURE = "figure"
    PART = "part"  # of an expression: a name, a script, a root, a command
    OPERATOR = "operator"
    RELATION = "relation"
    OPEN = "open"
    CLOSE = "close"
    LABEL = "label"  # what a figure counts: "inputs", 个
    UNIT = "unit"  # of bytes
    ABOUT = "about"  # about, ~, 约
    DOTS = "dots"
    END = "end"  # an expression may end or begin here
    BREAK = "break"  # none may: what stands here might belong to it


class Sign(NamedTuple):
    """text: what stands for the sign in a formula.   spaced: white space comes before it.   tex: it stands in TeX source.

    worded: a relation or a number that is written as words.   said: the words of a relation.
    """

    role: Role
    text: str
    start: int
    end: int
    spaced: bool = False
    tex: bool = False
    worded: bool = False
    said: str = ""


POWER_OF_TEN = "×10^"
"""How the text of a sign begins that stands for a word such as million."""
APPROXIMATE = frozenset("≈∼≃≅")
EQUALITIES = frozenset("=≡") | APPROXIMATE | {":="}
INEQUALITIES = frozenset("<>≤≥≠")
ARROWS = frozenset("→⇒")
FUNCTIONS = frozenset({"sigmoid", "log2", "log10", "softmax", "LayerNorm", "reshape", "layer_norm", "binom", "floor", "ceil"})
"""Functions of printed arithmetic beside those that every formula knows."""
LOGARITHMS = frozenset({"log2", "log3", "log4", "log5", "log8", "log10", "log16"})
"""Logarithms by their base, which may stand before an argument without brackets."""
