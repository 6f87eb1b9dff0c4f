"""The original Transformer: an encoder tower, and a decoder tower that reads it (Vaswani 2017; lesson 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.attention import causal, unmasked, without_padding
from numeric.dropout import dropout, dropout_backward
from numeric.embedding import check_tokens, embedding, embedding_backward
from numeric.fields.number import T
from numeric.linear import linear, linear_backward
from numeric.matrix import Matrix, ShapeMismatch
from numeric.models.architecture import Architecture
from numeric.models.block import Source
from numeric.models.one_tower import OneTowerDropout
from numeric.models.output import check_output
from numeric.models.positions import Positions, positions_backward, with_positions
from numeric.models.tower import Tower, TowerRun
from numeric.sinusoidal import Sinusoidal
from numeric.weights import Weights, under


@dataclass(frozen=True, slots=True)
class EncoderRun(Generic[T]):
    """tokens: source ids   real: False where they are padding   tower: X^(0), layers, H: (S, d)."""

    tokens: tuple[int, ...]
    real: tuple[bool, ...]
    dropout: Matrix[T] | None
    tower: TowerRun[T]


@dataclass(frozen=True, slots=True)
class EncoderDecoderRun(Generic[T]):
    """encoder: its run   tokens: target ids   tower: the decoder's X^(0), layers, H: (T, d)   logits: (T, N)."""

    encoder: EncoderRun[T]
    tokens: tuple[int, ...]
    dropout: Matrix[T] | None
    tower: TowerRun[T]
    logits: Matrix[T]


@dataclass(frozen=True, slots=True)
class EncoderDecoder(Generic[T]):
    """Source -> encoder -> H; target prefix -> decoder, with cross-attention to H -> Λ = (decoder's H) U + b.

    E: (N, d), the table of the target and, unless E_source is given, of the source too   U: (d, N), or None for U = Eᵀ.
    With neither E_source nor U all three matrices are one, as in the paper (§3.4) and lesson 2, card 6.
    scaled: the factor √d on the embeddings.   Raises ShapeMismatch where the shapes do not fit.
    """

    E: Matrix[T]
    E_source: Matrix[T] | None
    positions: Positions[T] | None
    encoder: Tower[T]
    decoder: Tower[T]
    U: Matrix[T] | None
    b: Matrix[T] | None
    scaled: bool = True

    def __post_init__(self) -> None:
        d = self.E.shape[1]
        if self.E_source is not None and self.E_source.shape[1] != d:
            raise ShapeMismatch("embedding", "columns of E_source", self.E_source.shape[1], "columns of E", d)
        check_output(self.E, self.U, self.b)

    def encode(
        self, source: Sequence[int], real: Sequence[bool] | None = None, masks: OneTowerDropout[T] | None = None
    ) -> EncoderRun[T]:
        """source: S ids from 1   real: False where a token is padding, which nobody reads; None: all are real."""
        table, D, S = self.E if self.E_source is None else self.E_source, masks or OneTowerDropout(), len(source)
        check_tokens(source, table.shape[0])
        if real is not None and len(real) != S:
            raise ShapeMismatch("padding", "marks", len(real), "tokens", S)
        marks = tuple(real) if real is not None else (True,) * S
        with self.E.field.working():
            X = dropout(self.embedded(table, source), D.embedding)
            tower = self.encoder.forward(X, without_padding(unmasked(S, S), marks), masks=D.layers)
            return EncoderRun(tuple(source), marks, D.embedding, tower)

    def decode(
        self, target: Sequence[int], encoder: EncoderRun[T], masks: OneTowerDropout[T] | None = None
    ) -> EncoderDecoderRun[T]:
        """target: T ids from 1, starting with the one that begins a sentence; row i of the logits is for what follows.

        Run on the first i tokens only, the last row is row i of the whole: teacher forcing and step-by-step agree.
        """
        D, T_, S = masks or OneTowerDropout(), len(target), len(encoder.tokens)
        check_tokens(target, self.E.shape[0])
        with self.E.field.working():
            X = dropout(self.embedded(self.E, target), D.embedding)
            source = Source(encoder.tower.H, without_padding(unmasked(T_, S), encoder.real))
            tower = self.decoder.forward(X, causal(T_), source, D.layers)
            return EncoderDecoderRun(encoder, tuple(target), D.embedding, tower, self.scored(tower.H))

    def embedded(self, table: Matrix[T], tokens: Sequence[int], start: int = 0) -> Matrix[T]:
        """X^(0) before dropout, (T, d).   table: of source or target   start: how many positions come before these tokens."""
        return with_positions(embedding(table, tokens, scaled=self.scaled), self.positions, start)

    def scored(self, H: Matrix[T]) -> Matrix[T]:
        """The logits of the decoder's rows, (T, N).   H: (T, d)."""
        return linear(H, self.E.T if self.U is None else self.U, self.b)

    def forward(
        self,
        source: Sequence[int],
        target: Sequence[int],
        real: Sequence[bool] | None = None,
        source_masks: OneTowerDropout[T] | None = None,
        target_masks: OneTowerDropout[T] | None = None,
    ) -> EncoderDecoderRun[T]:
        """`encode`, then `decode`."""
        return self.decode(target, self.encode(source, real, source_masks), target_masks)

    def backward(self, run: EncoderDecoderRun[T], logits_bar: Matrix[T]) -> EncoderDecoder[T]:
        """The gradients of all parameters, from those of the logits; a tied E collects all of its roles."""
        with self.E.field.working():
            U = self.E.T if self.U is None else self.U
            H_bar, U_bar, b_bar = linear_backward(run.tower.H, U, self.b, logits_bar)
            target_bar, source_H_bar, decoder = self.decoder.backward(run.tower, H_bar)
            if source_H_bar is None:
                raise ValueError("a decoder without cross-attention: nothing flows back to the encoder")
            source_bar, _, encoder = self.encoder.backward(run.encoder.tower, source_H_bar)
            target_bar = dropout_backward(target_bar, run.dropout)
            source_bar = dropout_backward(source_bar, run.encoder.dropout)
            E_bar = embedding_backward(target_bar, run.tokens, self.E.shape[0], scaled=self.scaled)
            table = self.E if self.E_source is None else self.E_source
            E_source_bar = embedding_backward(source_bar, run.encoder.tokens, table.shape[0], scaled=self.scaled)
            return replace(
                self,
                E=_sum([E_bar, E_source_bar if self.E_source is None else None, U_bar.T if self.U is None else None]),
                E_source=None if self.E_source is None else E_source_bar,
                positions=positions_backward(self.positions, _longest(source_bar, target_bar)),
                encoder=encoder,
                decoder=decoder,
                U=None if self.U is None else U_bar,
                b=b_bar,
            )


def transformer(
    weights: Weights[T],
    N: int,
    a: Architecture,
    *,
    positions: Positions[T] | None = Sinusoidal(),  # noqa: B008 - frozen
    tied: bool = True,
    output_bias: bool = False,
) -> EncoderDecoder[T]:
    """The model of the paper, or of this architecture: L layers in each tower.

    The paper's choices are `original(d, H, m, L)`. tied: one table for source, target and output, else three
    output_bias: one b for each word, which the paper does not have.
    """
    E = weights("E", N, a.d)
    E_source = None if tied else weights("E_source", N, a.d)
    encoder = Tower.of(under(weights, "encoder"), a)
    decoder = Tower.of(under(weights, "decoder"), a, cross=True)
    U, b = None if tied else weights("U", a.d, N), weights("b", 1, N) if output_bias else None
    return EncoderDecoder(E, E_source, positions, encoder, decoder, U, b)


def original(d: int, H: int, m: int, L: int) -> Architecture:
    """Post-norm, ReLU, biases in the FFN and none in the projections (Vaswani 2017, §3.1–3.3).

    base: d = 512, H = 8, m = 2048, L = 6   big: d = 1024, H = 16, m = 4096, L = 6.
    """
    return Architecture(d, H, m, L, order="post", bias_ffn=True, final_norm=False)


def _sum(matrices: Sequence[Matrix[T] | None]) -> Matrix[T]:
    present = [matrix for matrix in matrices if matrix is not None]
    total = present[0]
    for matrix in present[1:]:
        total = total + matrix
    return total


def _longest(first: Matrix[T], second: Matrix[T]) -> Matrix[T]:
    """The sum of two gradients of the same positions, the shorter sequence filled up with zeros."""
    longer, shorter = (first, second) if first.shape[0] >= second.shape[0] else (second, first)
    zeros = [[longer.field.num(0)] * longer.shape[1] for _ in range(longer.shape[0] - shorter.shape[0])]
    return longer + longer.field.of_rows(shorter.rows() + zeros)
