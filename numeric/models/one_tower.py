"""Models of one tower: decoder-only where every position reads its prefix, encoder-only where it reads all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic

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
from numeric.residual import Norm


@dataclass(frozen=True, slots=True)
class OneTowerDropout(Generic[T]):
    """embedding: the mask on X^(0)   layers: one set of masks a layer. None for no dropout."""

    embedding: Matrix[T] | None = None
    layers: Sequence[BlockDropout[T]] | None = None


@dataclass(frozen=True, slots=True)
class OneTowerRun(Generic[T]):
    """tokens: ids from 1   normalised: that of the embeddings, where the model has one   tower: X^(0), layers, H
    logits: (T, N), one row a position."""

    tokens: tuple[int, ...]
    normalised: Normalised[T] | None
    dropout: Matrix[T] | None
    tower: TowerRun[T]
    logits: Matrix[T]


@dataclass(frozen=True, slots=True)
class OneTower(Generic[T]):
    """X^(0) = [√d] E_t + positions, a tower, Λ = H U + b (notes §2, §8.5, §9.1).

    E: (N, d)   U: (d, N), or None for U = Eᵀ (tied, notes §9.4)   b: (1, N) or None   scaled: the factor √d on E
    embedding_norm: a normalisation of X^(0), as BERT has one   causal: every position reads its prefix only.
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

    def __post_init__(self) -> None:
        check_output(self.E, self.U, self.b)

    def forward(
        self,
        tokens: Sequence[int],
        real: Sequence[bool] | None = None,
        masks: OneTowerDropout[T] | None = None,
    ) -> OneTowerRun[T]:
        """tokens: T ids, from 1 to N   real: False where a token is padding, which nobody reads; None: all are real.

        In exact arithmetic, and over balls as `multi_head` promises, a causal model's row i is the last row of the
        same model run on the first i tokens: teacher forcing and step-by-step generation agree.
        """
        T_, D = len(tokens), masks or OneTowerDropout()
        check_tokens(tokens, self.E.shape[0])
        allowed = causal(T_) if self.causal else unmasked(T_, T_)
        if real is not None:
            if len(real) != T_:
                raise ShapeMismatch("padding", "marks", len(real), "tokens", T_)
            allowed = without_padding(allowed, real)
        with self.E.field.working():
            X = with_positions(embedding(self.E, tokens, scaled=self.scaled), self.positions)
            normalised = None if self.embedding_norm is None else self.embedding_norm.forward(X)
            X = dropout(X if normalised is None else normalised.Y, D.embedding)
            tower = self.tower.forward(X, allowed, masks=D.layers)
            logits = linear(tower.H, self.E.T if self.U is None else self.U, self.b)
            return OneTowerRun(tuple(tokens), normalised, D.embedding, tower, logits)

    def backward(self, run: OneTowerRun[T], logits_bar: Matrix[T]) -> OneTower[T]:
        """The gradients of all parameters, from those of the logits (notes §10). A tied E collects both of its roles."""
        with self.E.field.working():
            U = self.E.T if self.U is None else self.U
            H_bar, U_bar, b_bar = linear_backward(run.tower.H, U, self.b, logits_bar)
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
            )
