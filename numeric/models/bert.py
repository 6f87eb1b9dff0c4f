"""BERT as it is trained: hidden words are predicted at their positions, and whether two texts follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.number import Rational, T
from numeric.linear import check_linear, linear, linear_backward
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.encoder_only import encoder_only
from numeric.models.one_tower import OneTower, OneTowerDropout, OneTowerRun
from numeric.pooler import Pooler, PoolerRun
from numeric.weights import Weights, under


@dataclass(frozen=True, slots=True)
class BertRun(Generic[T]):
    """words: the encoder's run, its logits: (T, N)   pooled: `Y`: (1, d)   next_logits: (1, 2), follows or does not."""

    words: OneTowerRun[T]
    pooled: PoolerRun[T]
    next_logits: Matrix[T]

    @property
    def logits(self) -> Matrix[T]:
        return self.words.logits


@dataclass(frozen=True, slots=True)
class Bert(Generic[T]):
    """An encoder with scores over the vocabulary at every position, and a pooler with two scores for the whole text
    (Devlin 2018, §3.1).   W_next: (d, 2)   b_next: (1, 2). Raises ShapeMismatch."""

    words: OneTower[T]
    pooler: Pooler[T]
    W_next: Matrix[T]
    b_next: Matrix[T]

    def __post_init__(self) -> None:
        check_linear("next sentence", "next", self.W_next, self.pooler.W.shape[1], self.b_next)

    def forward(
        self,
        tokens: Sequence[int],
        real: Sequence[bool] | None = None,
        masks: OneTowerDropout[T] | None = None,
        segments: Sequence[int] | None = None,
    ) -> BertRun[T]:
        """As `OneTower.forward`; the first token is the one that stands for the text."""
        words = self.words.forward(tokens, real, masks, segments)
        with self.W_next.field.working():
            pooled = self.pooler.forward(words.tower.H)
            return BertRun(words, pooled, linear(pooled.Y, self.W_next, self.b_next))

    def backward(self, run: BertRun[T], logits_bar: Matrix[T], next_bar: Matrix[T]) -> Bert[T]:
        """The gradients of all parameters, from those of both kinds of scores; the loss is the sum of both losses."""
        with self.W_next.field.working():
            pooled_bar, W_next, b_next = linear_backward(run.pooled.Y, self.W_next, self.b_next, next_bar)
            assert b_next is not None
            H_bar, pooler = self.pooler.backward(run.pooled, pooled_bar)
        words = self.words.backward(run.words, logits_bar, H_bar)
        return replace(self, words=words, pooler=pooler, W_next=W_next, b_next=b_next)


def bert(
    weights: Weights[T], N: int, positions: int, d: int, H: int, m: int, L: int, *, epsilon: Rational = "1e-12"
) -> Bert[T]:
    """N: vocabulary   positions: the longest text   d: width   H: heads   m: inner width of the FFN   L: layers.

    base: N = 30522, 512 positions, d = 768, H = 12, m = 3072, L = 12. Two segments, all biases, GELU, post-norm.
    """
    a = Architecture(
        d,
        H,
        m,
        L,
        order="post",
        epsilon=epsilon,
        activation="gelu",
        bias_attention=True,
        bias_ffn=True,
        final_norm=False,
    )
    words = encoder_only(
        under(weights, "words"), N, a, positions=positions, embedding_norm=True, output_bias=True, segments=2, head=True
    )
    pooler = Pooler.of(under(weights, "pooler"), d)
    return Bert(words, pooler, weights("W_next", d, 2), weights("b_next", 1, 2))
