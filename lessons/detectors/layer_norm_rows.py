"""A row and its LayerNorm, printed next to each other.

What it does: asks of two neighbouring rows whether the second is the first minus its mean, divided by its standard
deviation (with ε = 0 or one of the usual ones, over d or d − 1). Where most entries say so, the others are wrong; where an
author declares his ε, all that have another one are.

Why it matters: normalised rows are long decimals that nobody recomputes by eye.

Fires: x + output is [1.3, 0.6, 0.4, 1.2], normalised [1.109, -0.718, -1.293, 0.848]
Quiet: x + output is [1.3, 0.6, 0.4, 1.2], normalised [1.109, -0.718, -1.239, 0.848]
Quiet: scores [1.3, 0.6, 0.4, 1.2] and biases [0.1, -0.2, 0.3, 0.5]
"""

from __future__ import annotations

import itertools

from derivations.formula import tree
from lessons.conventions import Conventions, in_force, under
from lessons.detectors.detection import Reporter, Text
from lessons.vectors import Vector, agreement, row_node

SHORTEST = 3  # two numbers are always normalised to −1 and 1
# So many digits of a row agree by chance only rarely.
DIGITS = 6


def detect(text: Text, reporter: Reporter) -> None:
    """All neighbouring rows of every passage."""
    for passage in text.may_hold_vectors:
        with reporter.trying(passage):
            for first, second in itertools.pairwise(text.vectors(passage)):
                reporter.budget.spend(len(second))
                if len(first) == len(second) >= SHORTEST and len(set(first.values)) > 1 and second.decimals:
                    _normalised(reporter, passage, first, second)


def _normalised(reporter: Reporter, passage: int, first: Vector, second: Vector) -> None:
    average = sum(first.values) / len(first)
    opposite = sum((a - average) * b < 0 for a, b in zip(first.values, second.values, strict=True))
    if opposite > 1:
        return
    node = tree.Call("LayerNorm", (row_node(first),), span=first.span)
    found = agreement(second, node)
    if found is not None and (found.whole or found.meant(DIGITS) or _otherwise(second, node)):
        for span, verdict in zip(second.spans, found.verdicts, strict=True):
            reporter.figure(passage, span, verdict)


def _otherwise(row: Vector, node: tree.Node) -> bool:
    """Whether a row is a LayerNorm by another convention than the declared one."""
    declared = in_force()
    if declared.epsilon is None and declared.sample is None:
        return False
    with under(Conventions()):
        found = agreement(row, node)
    return found is not None and found.whole
