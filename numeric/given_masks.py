"""Dropout masks as an author writes them down: which entries are kept, by the name of the place."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lessonproof.records import dataclass
from numeric.dropout import dropout_mask
from numeric.fields.field import Field
from numeric.matrix import Matrix
from numeric.models.block import BlockDropout
from numeric.models.one_tower import OneTowerDropout

Kept = tuple[tuple[bool, ...], ...]
# Places of a layer with one mask, and with one for each head.
PLACES = ("self_attention", "cross_attention", "inner", "feed_forward")
PLACES_BY_HEAD = ("self_weights", "cross_weights")


@dataclass(frozen=True, slots=True)
class GivenMasks:
    """Of one tower.   rate: of all masks   embedding: on X^(0), None for none   layers: one mapping a layer, from PLACES to a
    mask and from PLACES_BY_HEAD to one for each head; a place that is not there has no dropout."""

    rate: Fraction
    embedding: Kept | None
    layers: tuple[Mapping[str, Any], ...]

    def over(self, field: Field[Any]) -> OneTowerDropout[Any]:
        """The masks as matrices: 1/(1 − rate) where an entry is kept, 0 where it is dropped."""

        def mask(kept: Kept | None) -> Matrix[Any] | None:
            return None if kept is None else dropout_mask(field, kept, self.rate)

        layers = []
        for layer in self.layers:
            single: dict[str, Any] = {name: mask(layer.get(name)) for name in PLACES}
            by_head: dict[str, Any] = {name: [mask(kept) for kept in layer[name]] for name in PLACES_BY_HEAD if name in layer}
            layers.append(BlockDropout(**single, **by_head))
        return OneTowerDropout(mask(self.embedding), layers)
