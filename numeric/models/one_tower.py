"""Models of one tower: decoder-only where every position reads its prefix, encoder-only where it reads all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.attention import causal, unmasked, without_padding
from numeric.dropout import dropout, dropout_backward
from numeric.embedding import check_tokens, embedding, embedding_backward
from numeric.fields.number import T
from numeric.layer_norm import Normalised
from numeric.linear import linear, linear_backward
from numeric.matrix import Matrix, ShapeMismatch
from numeric.models.block import BlockDropout
from numeric.models.output import check_output
from numeric.models.positions import Positions, positions_backward, with_positions
from numeric.models.tower import Tower, TowerRun
from numeric.prediction_head import PredictionHead, PredictionHeadRun
from numeric.residual import Norm


@dataclass(frozen=True, slots=True)
class OneTowerDropout(Generic[T]):
    """embedding: the mask on X^(0)   layers: one set of masks a layer. None for no dropout."""

    embedding: Matrix[T] | None = None
    layers: Sequence[BlockDropout[T]] | None = None


@dataclass(frozen=True, slots=True)
class OneTowerRun(Generic[T]):
    """tokens: ids from 1   normalised: that of the embeddings, where the model has one   tower: X^(0), layers, H
    logits: (T, N), one row a position   segments: ids from 1   head: where the model has one."""

    tokens: tuple[int, ...]
    normalised: Normalised[T] | None
    dropout: Matrix[T] | None
    tower: TowerRun[T]
    logits: Matrix[T]
    segments: tuple[int, ...] | None = None
    head: PredictionHeadRun[T] | None = None


@dataclass(frozen=True, slots=True)
class OneTower(Generic[T]):
    """X^(0) = [√d] E_t + positions [+ segments], a tower, Λ = H U + b (notes §2, §8.5, §9.1).

    E: (N, d)   U: (d, N), or None for U = Eᵀ (tied, notes §9.4)   b: (1, N) or None   scaled: the factor √d on E
    embedding_norm: a normalisation of X^(0), as BERT has one   causal: every position reads its prefix only.
    segments: (kinds, d), a row added to every token of that segment   head: between H and the output projection.
    Raises ShapeMismatch where the shapes do not fit.
    """

    E: Matrix[T]
    positions: Positions[T] | None
    embedding_norm: Norm[T] | None
    tower: Tower[T]
    U: Matrix[T] | None
    b: Matrix[T] | None
    causal: bool
    scaled: bool = False
    segments: Matrix[T] | None = None
    head: PredictionHead[T] | None = None

    def __post_init__(self) -> None:
        check_output(self.E, self.U, self.b)
        if self.segments is not None and self.segments.shape[1] != self.E.shape[1]:
            wide, d = self.segments.shape[1], self.E.shape[1]
            raise ShapeMismatch("embedding", "columns of segments", wide, "columns of E", d)

    def forward(
        self,
        tokens: Sequence[int],
        real: Sequence[bool] | None = None,
        masks: OneTowerDropout[T] | None = None,
        segments: Sequence[int] | None = None,
    ) -> OneTowerRun[T]:
        """tokens: T ids, from 1 to N   real: False where a token is padding, which nobody reads; None: all are real.
        segments: T ids from 1, where the model tells segments apart; None: all tokens are of the first.

        In exact arithmetic, and over balls as `multi_head` promises, a causal model's row i is the last row of the
        same model run on the first i tokens: teacher forcing and step-by-step generation agree.
        """
        T_, D = len(tokens), masks or OneTowerDropout()
        check_tokens(tokens, self.E.shape[0])
        kinds = self._segments_of(tokens, segments)
        allowed = causal(T_) if self.causal else unmasked(T_, T_)
        if real is not None:
            if len(real) != T_:
                raise ShapeMismatch("padding", "marks", len(real), "tokens", T_)
            allowed = without_padding(allowed, real)
        with self.E.field.working():
            X, normalised = self.embedded(tokens, kinds)
            tower = self.tower.forward(dropout(X, D.embedding), allowed, masks=D.layers)
            logits, head = self.scored(tower.H)
            return OneTowerRun(tuple(tokens), normalised, D.embedding, tower, logits, kinds, head)

    def embedded(
        self, tokens: Sequence[int], kinds: Sequence[int] | None = None, start: int = 0
    ) -> tuple[Matrix[T], Normalised[T] | None]:
        """X^(0) before dropout, (T, d), and the run of its normalisation.   kinds: the segment of each token, where the
        model tells them apart; None: the first   start: how many positions come before these tokens."""
        X = with_positions(embedding(self.E, tokens, scaled=self.scaled), self.positions, start)
        if self.segments is not None:
            X = X + embedding(self.segments, (1,) * len(tokens) if kinds is None else kinds)
        normalised = None if self.embedding_norm is None else self.embedding_norm.forward(X)
        return X if normalised is None else normalised.Y, normalised

    def scored(self, H: Matrix[T]) -> tuple[Matrix[T], PredictionHeadRun[T] | None]:
        """The logits of the tower's rows, (T, N), and the run of the head.   H: (T, d)."""
        head = None if self.head is None else self.head.forward(H)
        return linear(H if head is None else head.Y, self.E.T if self.U is None else self.U, self.b), head

    def backward(self, run: OneTowerRun[T], logits_bar: Matrix[T], H_bar: Matrix[T] | None = None) -> OneTower[T]:
        """The gradients of all parameters, from those of the logits (notes §10). A tied E collects both of its roles.

        H_bar: (T, d), what flows into the tower's H from elsewhere, say from a pooler.
        """
        with self.E.field.working():
            U = self.E.T if self.U is None else self.U
            read = run.tower.H if run.head is None else run.head.Y
            top_bar, U_bar, b_bar = linear_backward(read, U, self.b, logits_bar)
            head: PredictionHead[T] | None = None
            if self.head is not None and run.head is not None:
                top_bar, head = self.head.backward(run.head, top_bar)
            H_bar = top_bar if H_bar is None else top_bar + H_bar
            X_bar, _, tower = self.tower.backward(run.tower, H_bar)
            X_bar = dropout_backward(X_bar, run.dropout)
            embedding_norm: Norm[T] | None = None
            if self.embedding_norm is not None and run.normalised is not None:
                X_bar, embedding_norm = self.embedding_norm.backward(run.normalised, X_bar)
            E_bar = embedding_backward(X_bar, run.tokens, self.E.shape[0], scaled=self.scaled)
            return replace(
                self,
                E=E_bar + U_bar.T if self.U is None else E_bar,
                positions=positions_backward(self.positions, X_bar),
                embedding_norm=embedding_norm,
                tower=tower,
                U=None if self.U is None else U_bar,
                b=b_bar,
                segments=_segments_backward(self.segments, run.segments, X_bar),
                head=head,
            )

    def _segments_of(self, tokens: Sequence[int], segments: Sequence[int] | None) -> tuple[int, ...] | None:
        """The segment of each token, checked; None for a model that does not tell them apart."""
        if self.segments is None:
            if segments is not None:
                raise ValueError("segments were given, but the model has no segment embeddings")
            return None
        kinds = (1,) * len(tokens) if segments is None else tuple(segments)
        if len(kinds) != len(tokens):
            raise ShapeMismatch("segment embedding", "segments", len(kinds), "tokens", len(tokens))
        for kind in kinds:
            if not 1 <= kind <= self.segments.shape[0]:
                raise ValueError(f"segment {kind}; the model has segments 1 to {self.segments.shape[0]}")
        return kinds


def _segments_backward(table: Matrix[T] | None, kinds: tuple[int, ...] | None, X_bar: Matrix[T]) -> Matrix[T] | None:
    return None if table is None or kinds is None else embedding_backward(X_bar, kinds, table.shape[0])
