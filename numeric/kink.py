"""Kinks: the places of a run where a ReLU reads exactly 0, so that the loss need not have a derivative there."""

from __future__ import annotations

from lessonproof.records import dataclass
from numeric.feed_forward import FeedForwardRun
from numeric.fields.number import T
from numeric.models.tower import Tower, TowerRun


@dataclass(frozen=True, slots=True)
class Kink:
    """layer: from 1   position, coordinate: row and column of the FFN's inner matrix, from 0."""

    layer: int
    position: int
    coordinate: int


def kinks(tower: Tower[T], run: TowerRun[T]) -> list[Kink]:
    """Every place where a ReLU of the tower reads a number proved to be zero, in order.

    Gradients that flow through such a place use the slope 0 by convention: they are one of the subgradients of the
    layer, not a derivative. An empty list proves that every ReLU was differentiable where it was evaluated.
    Over `Shadow` and `Exact` a zero that follows from rational weights is found; over balls such a run raises
    SignUndecided instead.
    """
    found = []
    for number, (layer, layer_run) in enumerate(zip(tower.layers, run.layers, strict=True), 1):
        if layer.feed_forward.activation == "relu":
            inner = layer_run.feed_forward.inner
            before = inner.B if isinstance(inner, FeedForwardRun) else inner.G
            sign = before.field.sign
            found += [Kink(number, i, j) for i, row in enumerate(before.rows()) for j, x in enumerate(row) if sign(x) == 0]
    return found
