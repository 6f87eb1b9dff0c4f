"""Models small and plain enough for exact arithmetic: no normalisation, so that only exponentials make generators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from numeric.fields import Field
from numeric.generation.prefix import LanguageModel
from numeric.models.architecture import Architecture
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import EncoderDecoder, transformer
from numeric.models.one_tower import OneTower
from numeric.models.tower import Tower
from numeric.rotary import Rotary
from numeric.weights import GivenWeights, Weights
from tests.numeric.models.small_models import Rows, arbitrary


def without_norms(tower: Tower[Any]) -> Tower[Any]:
    return Tower(tuple(replace(layer, norm_self=None, norm_cross=None, norm_ffn=None) for layer in tower.layers))


@dataclass(frozen=True)
class Tiny:
    """bare: weights -> model   source: what an encoder–decoder's encoder reads   changed: weights that are not arbitrary."""

    bare: Callable[[Weights[Any]], LanguageModel[Any]]
    source: tuple[int, ...] | None = None
    changed: Mapping[str, list[list[Any]]] | None = None

    def rows(self) -> dict[str, list[list[Any]]]:
        asked: Rows = {}
        self.bare(arbitrary(asked))
        return {**asked, **(self.changed or {})}

    def __call__(self, field: Field[Any]) -> LanguageModel[Any]:
        return self.bare(GivenWeights(field, self.rows()))


def decoder(weights: Weights[Any], N: int, a: Architecture) -> OneTower[Any]:
    model = causal_decoder(weights, N, a)
    return replace(model, tower=without_norms(model.tower))


def translator(weights: Weights[Any]) -> EncoderDecoder[Any]:
    model = transformer(weights, 2, Architecture(2, 1, 1, 1, order="post", final_norm=False), positions=None)
    towers = {"encoder": without_norms(model.encoder), "decoder": without_norms(model.decoder)}
    return replace(model, scaled=False, **towers)


TINY = {
    "two layers": Tiny(lambda weights: decoder(weights, 2, Architecture(2, 1, 1, 2))),
    "rotary, grouped queries": Tiny(
        lambda weights: decoder(
            weights, 2, Architecture(2, 2, 1, 1, d_k=2, d_v=1, groups=1, gated=True, bias_norm=False, rotary=Rotary(1))
        )
    ),
    "encoder–decoder": Tiny(translator, (1, 2)),
}

# h = (a, a) for every prefix: both coordinates of everything that is added to the stream are the same.
SYMMETRIC = {
    "E": [[1, 1], [2, 2], ["1/2", "1/2"]],
    "tower.layers.1.self_attention.W_V": [[1, 2], [3, "1/3"]],
    "tower.layers.1.self_attention.W_O": [["1/3", "1/3"], ["1/7", "1/7"]],
    "tower.layers.1.feed_forward.W_2": [["1/5", "1/5"]],
}
