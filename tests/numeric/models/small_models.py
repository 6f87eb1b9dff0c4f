"""One small model of each kind, with rational weights in no order, for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numeric.dropout import dropout_mask
from numeric.fields import Ball, Field
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.block import BlockDropout
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import original, transformer
from numeric.models.encoder_only import encoder_only
from numeric.models.llama import llama
from numeric.models.one_tower import OneTowerDropout
from numeric.rotary import Rotary
from numeric.sequence_loss import Targets, sequence_loss, sequence_loss_backward
from numeric.sinusoidal import Sinusoidal
from numeric.weights import GivenWeights, Weights

Rows = dict[str, list[list[Fraction]]]


def arbitrary(asked: Rows) -> Weights[Any]:
    """Weights that make up rationals for whatever is asked, and note them."""
    field = Ball(64)

    def weights(name: str, rows: int, columns: int, /) -> Matrix[Any]:
        seed = sum(map(ord, name))
        asked[name] = [
            [
                Fraction((seed + 17 * i * i + 29 * j + 13 * i * j + j * j) % 31 - 15, 16 + (seed + i + 2 * j) % 5)
                for j in range(columns)
            ]
            for i in range(rows)
        ]
        return field.matrix(asked[name])

    return weights


@dataclass(frozen=True)
class Small:
    """build: weights -> model   arguments: of its `forward`   targets: one for each row of its logits
    masks: field -> the dropout masks, by the name of the argument."""

    build: Callable[[Weights[Any]], Any]
    arguments: tuple[Any, ...]
    targets: Targets
    masks: Callable[[Field[Any]], dict[str, Any]] = lambda field: {}

    def rows(self) -> Rows:
        asked: Rows = {}
        self.build(arbitrary(asked))
        return asked

    def model(self, field: Field[Any]) -> Any:
        return self.build(GivenWeights(field, self.rows()))

    def loss(self, field: Field[Any], m: Mapping[str, Matrix[Any]]) -> Any:
        return sequence_loss(self.run(self.build(GivenWeights(field, m))).logits, self.targets).L

    def run(self, model: Any) -> Any:
        return model.forward(*self.arguments, **self.masks(model.E.field))

    def gradients(self, field: Field[Any]) -> Any:
        model = self.model(field)
        run = self.run(model)
        with field.working():
            logits_bar = sequence_loss_backward(sequence_loss(run.logits, self.targets).p, self.targets)
        return model.backward(run, logits_bar)


def mask(field: Field[Any], rows: int, columns: int, seed: int) -> Matrix[Any]:
    """About three quarters of the entries kept, the first of each row always."""
    kept = [[not j or (i + 3 * j + seed) % 4 > 0 for j in range(columns)] for i in range(rows)]
    return dropout_mask(field, kept, "1/4")


def every_mask(field: Field[Any], T: int, S: int, d: int, m: int, heads: int, layers: int) -> OneTowerDropout[Any]:
    """Dropout wherever a tower of L layers can have it; S: length of the source, 0 without one."""
    blocks = []
    for n in range(layers):
        blocks.append(
            BlockDropout(
                self_weights=[mask(field, T, T, n + h) for h in range(heads)],
                self_attention=mask(field, T, d, n + 1),
                cross_weights=[mask(field, T, S, n + h + 2) for h in range(heads)] if S else None,
                cross_attention=mask(field, T, d, n + 3) if S else None,
                inner=mask(field, T, m, n),
                feed_forward=mask(field, T, d, n + 2),
            )
        )
    return OneTowerDropout(mask(field, T, d, 1), blocks)


_PRE = Architecture(d=4, H=2, m=5, L=2, activation="gelu", bias_attention=True, bias_ffn=True)
_BERT = Architecture(4, 2, 3, 1, order="post", activation="gelu-tanh", bias_attention=True, final_norm=False)

MODELS = {
    "causal decoder, pre-norm, learned positions": Small(
        lambda weights: causal_decoder(weights, 5, _PRE, positions=4, output_bias=True), ([2, 5, 2],), [5, None, 1]
    ),
    "causal decoder, tied, waves": Small(
        lambda weights: causal_decoder(weights, 4, Architecture(4, 1, 3, 1), positions=Sinusoidal(), tied=True),
        ([1, 3, 4],),
        [3, 4, 2],
    ),
    "encoder-only, post-norm": Small(
        lambda weights: encoder_only(weights, 5, _BERT, positions=3, embedding_norm=True, output_bias=True),
        ([2, 5, 3], [True, True, False]),
        [5, 1, None],
    ),
    "llama": Small(
        lambda weights: llama(weights, N=5, d=4, H=2, m=3, L=2, groups=1, rotary=Rotary(100)), ([2, 5, 1],), [5, 1, 4]
    ),
    "llama, dropped out": Small(
        lambda weights: llama(weights, N=5, d=4, H=2, m=3, L=2, rotary=Rotary(100, "halves")),
        ([2, 5, 1],),
        [5, 1, 4],
        lambda field: {"masks": every_mask(field, 3, 0, 4, 3, 2, 2)},
    ),
    "encoder–decoder, two layers, dropped out": Small(
        lambda weights: transformer(weights, 5, original(4, 2, 3, 2)),
        ([4, 5, 1], [1, 2]),
        [2, 3],
        lambda field: {
            "source_masks": every_mask(field, 3, 0, 4, 3, 2, 2),
            "target_masks": every_mask(field, 2, 3, 4, 3, 2, 2),
        },
    ),
    "encoder–decoder, three tied": Small(
        lambda weights: transformer(weights, 6, original(4, 2, 3, 1)), ([4, 5, 6], [1, 2]), [2, 3]
    ),
    "encoder–decoder, untied, padded": Small(
        lambda weights: transformer(weights, 5, original(4, 2, 3, 1), tied=False),
        ([4, 5, 1], [1, 2], [True, True, False]),
        [2, 3],
    ),
}
