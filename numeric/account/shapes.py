"""The matrices that a model really has: it is built from shapes alone, without entries, and asked for its parameters."""

from __future__ import annotations

from typing import Any, Literal, get_args

from lessonproof.records import dataclass
from numeric.account.configuration import Configuration
from numeric.fields import Exact
from numeric.learned_positions import LearnedPositions
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.encoder_decoder import EncoderDecoder
from numeric.models.one_tower import OneTower
from numeric.models.tower import Tower
from numeric.parameters import named
from numeric.pooler import Pooler
from numeric.prediction_head import PredictionHead
from numeric.rotary import Rotary
from numeric.weights import under

Place = Literal["embedding", "encoder", "decoder", "output"]
Part = Literal[
    "tokens", "source-tokens", "positions", "segments", "embedding-norm", "self-attention", "cross-attention",
    "feed-forward", "norms", "final-norm", "pooler", "masked-token-head", "next-sentence-head", "scores",
]  # fmt: skip
Kind = Literal["weights", "biases", "norms"]
PLACES: tuple[Place, ...] = get_args(Place)
PARTS: tuple[Part, ...] = get_args(Part)
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Shape:
    """One parameter matrix: its name in the model, its shape, and what it belongs to."""

    name: str
    rows: int
    columns: int
    place: Place
    part: Part
    kind: Kind

    @property
    def entries(self) -> int:
        return self.rows * self.columns


@dataclass(frozen=True, slots=True)
class _Whole:
    """A model with what BERT reads off its tower for a whole text."""

    model: OneTower[Any] | EncoderDecoder[Any]
    pooler: Pooler[Any] | None
    W_next: Matrix[Any] | None
    b_next: Matrix[Any] | None


_LAYER_PARTS: dict[str, Part] = {
    "self_attention": "self-attention",
    "cross_attention": "cross-attention",
    "feed_forward": "feed-forward",
    "norm_self": "norms",
    "norm_cross": "norms",
    "norm_ffn": "norms",
}
_OTHER_PARTS: dict[str, tuple[Place, Part]] = {
    "E": ("embedding", "tokens"),
    "E_source": ("embedding", "source-tokens"),
    "positions": ("embedding", "positions"),
    "segments": ("embedding", "segments"),
    "embedding_norm": ("embedding", "embedding-norm"),
    "pooler": ("output", "pooler"),
    "head": ("output", "masked-token-head"),
    "W_next": ("output", "next-sentence-head"),
    "b_next": ("output", "next-sentence-head"),
    "U": ("output", "scores"),
    "b": ("output", "scores"),
}


def shapes(c: Configuration) -> list[Shape]:
    """Every parameter matrix of the model of this configuration, in the model's order. A tied table is one matrix."""
    return [_shape(name, matrix.shape, c) for name, matrix in named(_whole(c))]


def _shape(name: str, shape: tuple[int, int], c: Configuration) -> Shape:
    path = name.removeprefix("model.").split(".")
    kind: Kind = "norms" if path[-1] in ("gamma", "beta") else "biases" if path[-1].startswith("b") else "weights"
    if path[0] in _OTHER_PARTS:
        return Shape(name, *shape, *_OTHER_PARTS[path[0]], kind)
    place: Place = "encoder" if path[0] == "encoder" or c.towers == "encoder-only" else "decoder"
    return Shape(name, *shape, place, "final-norm" if path[1] == "final_norm" else _LAYER_PARTS[path[3]], kind)


def _whole(c: Configuration) -> _Whole:
    d, N = c.d_model, c.vocabulary
    field = Exact()

    def weights(name: str, rows: int, columns: int, /) -> Matrix[Any]:
        return Matrix(field, None, (rows, columns))

    a = architecture(c)
    E = weights("E", N, d)
    positions = LearnedPositions(weights("P", c.symbols()["n"], d)) if c.positions == "learned" else None
    U = weights("U", d, N) if c.output == "own" else None
    b = weights("b", 1, N) if c.output_biases else None
    tower = Tower.of(under(weights, "tower"), a)
    model: OneTower[Any] | EncoderDecoder[Any]
    if c.towers == "encoder-decoder":
        E_source = weights("E_source", N, d) if c.source_table == "own" else None
        model = EncoderDecoder(E, E_source, positions, tower, Tower.of(under(weights, "decoder"), a, cross=True), U, b)
    else:
        norm = a.normalisation(under(weights, "embedding_norm")) if c.embedding_norm else None
        segments = weights("segments", c.segments, d) if c.segments else None
        head = None
        if c.masked_token_head:
            head = PredictionHead.of(under(weights, "head"), d, a.normalisation, a.activation)
        causal = c.towers == "decoder-only"
        model = OneTower(E, positions, norm, tower, U, b, causal=causal, segments=segments, head=head)
    return _Whole(
        model,
        pooler=Pooler.of(under(weights, "pooler"), d) if c.pooler else None,
        W_next=weights("W_next", d, 2) if c.next_sentence_head else None,
        b_next=weights("b_next", 1, 2) if c.next_sentence_head else None,
    )


def architecture(c: Configuration) -> Architecture:
    """The tower of this configuration, as far as it bears on shapes."""
    return Architecture(
        c.d_model,
        c.heads,
        c.d_ff,
        c.layers,
        d_k=c.d_k,
        d_v=c.d_v,
        groups=c.key_value_heads,
        norm="rms" if c.norm == "rms" else "layer",
        gated=c.gated,
        bias_attention=c.attention_biases,
        bias_ffn=c.ffn_biases,
        bias_norm=c.norm == "layer",
        final_norm=c.final_norm,
        rotary=Rotary() if c.positions == "rotary" else None,
    )
