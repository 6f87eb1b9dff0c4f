"""The encoder-only model: every position reads every other (notes §8.7; Devlin 2018)."""

from __future__ import annotations

from numeric.fields.number import T
from numeric.learned_positions import LearnedPositions
from numeric.models.architecture import Architecture
from numeric.models.one_tower import OneTower
from numeric.models.tower import Tower
from numeric.prediction_head import PredictionHead
from numeric.sinusoidal import Sinusoidal
from numeric.weights import Weights, under


def encoder_only(
    weights: Weights[T],
    N: int,
    a: Architecture,
    *,
    positions: Sinusoidal | int | None = None,
    embedding_norm: bool = False,
    tied: bool = True,
    output_bias: bool = False,
    segments: int = 0,
    head: bool = False,
) -> OneTower[T]:
    """A tower without causal mask over embedded tokens, and scores over the vocabulary at every position, as masked-token
    prediction needs them.

    N: size of the vocabulary   a: its sizes, BERT's with order "post", activation "gelu", all biases and no final norm
    positions: fixed waves, or the number of learned ones, or none   embedding_norm: a LayerNorm of the embeddings.
    segments: how many kinds of segments have an embedding (BERT: 2)   head: one more hidden layer before the scores.
    """
    E = weights("E", N, a.d)
    table = LearnedPositions(weights("positions.P", positions, a.d)) if isinstance(positions, int) else positions
    norm = a.normalisation(under(weights, "embedding_norm")) if embedding_norm else None
    tower = Tower.of(under(weights, "tower"), a)
    U = None if tied else weights("U", a.d, N)
    return OneTower(
        E,
        table,
        norm,
        tower,
        U,
        weights("b", 1, N) if output_bias else None,
        causal=False,
        segments=weights("segments", segments, a.d) if segments else None,
        head=PredictionHead.of(under(weights, "head"), a.d, a.normalisation, a.activation) if head else None,
    )
