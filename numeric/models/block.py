"""One layer of a tower: self-attention, cross-attention where there is a source, FFN, each with its residual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from lessonproof.records import dataclass
from numeric.attention import Allowed
from numeric.feed_forward import FeedForward, FeedForwardRun
from numeric.fields.number import T
from numeric.gated_feed_forward import GatedFeedForward, GatedFeedForwardRun
from numeric.matrix import Matrix
from numeric.models.architecture import AnyFeedForward, Architecture
from numeric.multi_head import MultiHead, MultiHeadRun
from numeric.residual import Norm, Order, ResidualRun, SublayerRun, residual, residual_backward
from numeric.weights import Weights, under

AnyFeedForwardRun = FeedForwardRun[T] | GatedFeedForwardRun[T]
Own = TypeVar("Own", bound=SublayerRun)  # type: ignore[type-arg]
Cross = TypeVar("Cross", bound=SublayerRun)  # type: ignore[type-arg]


@dataclass(frozen=True, slots=True)
class Source(Generic[T]):
    """What a decoder's cross-attention reads.   H: (S, d), the encoder's result   allowed: S-positions for each query."""

    H: Matrix[T]
    allowed: Allowed


@dataclass(frozen=True, slots=True)
class BlockDropout(Generic[T]):
    """The masks of one layer, each None for no dropout: on the attention weights of each head, on the results of the
    sublayers before they are added, and on the activations inside the FFN."""

    self_weights: Sequence[Matrix[T]] | None = None
    self_attention: Matrix[T] | None = None
    cross_weights: Sequence[Matrix[T]] | None = None
    cross_attention: Matrix[T] | None = None
    inner: Matrix[T] | None = None
    feed_forward: Matrix[T] | None = None


@dataclass(frozen=True, slots=True)
class BlockRun(Generic[T]):
    """The runs of the sublayers in order; `Y` is the layer's result, (T, d)."""

    self_attention: ResidualRun[T, MultiHeadRun[T]]
    cross_attention: ResidualRun[T, MultiHeadRun[T]] | None
    feed_forward: ResidualRun[T, AnyFeedForwardRun[T]]

    @property
    def Y(self) -> Matrix[T]:
        return self.feed_forward.Y


@dataclass(frozen=True, slots=True)
class Block(Generic[T]):
    """X -> self-attention -> [cross-attention] -> FFN -> Y, each in a residual with its norm (notes §8.5; lesson 2,
    cards 2 and 3). `order` is where the norms stand: "pre" or "post"."""

    self_attention: MultiHead[T]
    norm_self: Norm[T] | None
    cross_attention: MultiHead[T] | None
    norm_cross: Norm[T] | None
    feed_forward: AnyFeedForward[T]
    norm_ffn: Norm[T] | None
    order: Order = "pre"

    @classmethod
    def of(cls, weights: Weights[T], a: Architecture, *, cross: bool = False) -> Block[T]:
        """The layer of this architecture, with weights asked for by name."""

        def heads(name: str, rotary: bool) -> MultiHead[T]:
            return MultiHead.of(
                under(weights, name),
                a.d,
                a.H,
                groups=a.groups,
                d_k=a.d_k,
                d_v=a.d_v,
                bias=a.bias_attention,
                rotary=a.rotary if rotary else None,
            )

        return cls(
            self_attention=heads("self_attention", True),
            norm_self=a.normalisation(under(weights, "norm_self")),
            # Distances between positions of two texts mean nothing, so cross-attention is not rotated.
            cross_attention=heads("cross_attention", False) if cross else None,
            norm_cross=a.normalisation(under(weights, "norm_cross")) if cross else None,
            feed_forward=a.network(under(weights, "feed_forward")),
            norm_ffn=a.normalisation(under(weights, "norm_ffn")),
            order=a.order,
        )

    def forward(
        self,
        X: Matrix[T],
        allowed: Allowed,
        source: Source[T] | None = None,
        masks: BlockDropout[T] | None = None,
    ) -> BlockRun[T]:
        """X: (T, d)   allowed: the positions each of the T may read. ValueError where cross-attention has no source."""
        D = masks or BlockDropout()
        if self.cross_attention is not None and source is None:
            raise ValueError("a layer with cross-attention needs a source to read")

        def cross(attention: MultiHead[T], x: Matrix[T]) -> MultiHeadRun[T]:
            assert source is not None
            return attention.forward(x, source.H, source.allowed, D.cross_weights)

        return BlockRun(
            *self.sublayers(X, lambda own, x: own.forward(x, x, allowed, D.self_weights), cross, D),
        )

    def sublayers(
        self,
        X: Matrix[T],
        own: Callable[[MultiHead[T], Matrix[T]], Own],
        cross: Callable[[MultiHead[T], Matrix[T]], Cross],
        masks: BlockDropout[T] | None = None,
    ) -> tuple[ResidualRun[T, Own], ResidualRun[T, Cross] | None, ResidualRun[T, AnyFeedForwardRun[T]]]:
        """The layer, whatever its attentions read: everything computed at once, or a cache of keys and values.

        own, cross: an attention of this layer and its input -> its run.   Returns the runs of the sublayers in order.
        """
        D = masks or BlockDropout()
        first = residual(X, self.norm_self, self.order, lambda x: own(self.self_attention, x), D.self_attention)
        second: ResidualRun[T, Cross] | None = None
        if (across := self.cross_attention) is not None:
            reader = across
            second = residual(first.Y, self.norm_cross, self.order, lambda x: cross(reader, x), D.cross_attention)
        third: ResidualRun[T, AnyFeedForwardRun[T]] = residual(
            first.Y if second is None else second.Y,
            self.norm_ffn,
            self.order,
            lambda x: self.feed_forward.forward(x, D.inner),
            D.feed_forward,
        )
        return first, second, third

    def backward(self, run: BlockRun[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], Matrix[T] | None, Block[T]]:
        """Returns X̄, the gradient of the source (None without cross-attention), and those of the parameters."""
        X_bar, norm_ffn, feed_forward = residual_backward(
            run.feed_forward, self.norm_ffn, self.order, Y_bar, lambda bar: self._ffn_backward(run, bar)
        )
        source_bar, cross_attention = None, None
        norm_cross: Norm[T] | None = None
        across, crossed = self.cross_attention, run.cross_attention
        if across is not None and crossed is not None:

            def cross_backward(bar: Matrix[T]) -> tuple[Matrix[T], tuple[Matrix[T], MultiHead[T]]]:
                x_bar, from_source, gradients = across.backward(crossed.inner, bar)
                return x_bar, (from_source, gradients)

            bars: tuple[Matrix[T], Norm[T] | None, tuple[Matrix[T], MultiHead[T]]] = residual_backward(
                crossed, self.norm_cross, self.order, X_bar, cross_backward
            )
            X_bar, norm_cross, (source_bar, cross_attention) = bars

        def self_backward(bar: Matrix[T]) -> tuple[Matrix[T], MultiHead[T]]:
            as_query, as_source, gradients = self.self_attention.backward(run.self_attention.inner, bar)
            return as_query + as_source, gradients

        X_bar, norm_self, self_attention = residual_backward(
            run.self_attention, self.norm_self, self.order, X_bar, self_backward
        )
        gradients = replace(
            self,
            self_attention=self_attention,
            norm_self=norm_self,
            cross_attention=cross_attention,
            norm_cross=norm_cross,
            feed_forward=feed_forward,
            norm_ffn=norm_ffn,
        )
        return X_bar, source_bar, gradients

    def _ffn_backward(self, run: BlockRun[T], bar: Matrix[T]) -> tuple[Matrix[T], AnyFeedForward[T]]:
        inner = run.feed_forward.inner
        if isinstance(self.feed_forward, GatedFeedForward) and isinstance(inner, GatedFeedForwardRun):
            return self.feed_forward.backward(inner, bar)
        assert isinstance(self.feed_forward, FeedForward) and isinstance(inner, FeedForwardRun)
        return self.feed_forward.backward(inner, bar)
