"""The KV cache: what a decoder keeps of the positions it has read, and one step of its layers with it."""

from __future__ import annotations

from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.number import T
from numeric.keys_values import KeysValues
from numeric.matrix import Matrix
from numeric.models.block import Block
from numeric.models.encoder_decoder import EncoderRun
from numeric.models.tower import Tower
from numeric.multi_head import MultiHead, Reading


@dataclass(frozen=True, slots=True)
class LayerCache(Generic[T]):
    """own: keys and values of the decoder's positions, None before the first   source: those of the encoder's result, for
    cross-attention, None in a layer without it."""

    own: KeysValues[T] | None
    source: KeysValues[T] | None


@dataclass(frozen=True, slots=True)
class Cache(Generic[T]):
    """Keys and values of every layer (notes §12.4), never changed: reading on makes a new cache.

    layers: one a layer   length: n, how many positions have been read   readable: the source positions that
    cross-attention may read, those that are no padding.
    """

    layers: tuple[LayerCache[T], ...]
    length: int
    readable: tuple[int, ...]

    @classmethod
    def before(cls, tower: Tower[T], encoder: EncoderRun[T] | None = None) -> Cache[T]:
        """Of a decoder that has read nothing yet. Cross-attention's keys and values are computed here, once."""
        layers: list[LayerCache[T]] = []
        for layer in tower.layers:
            across = layer.cross_attention
            if (across is None) != (encoder is None):
                raise ValueError("a decoder with cross-attention needs a source, and one without it reads none")
            source = None if across is None or encoder is None else across.keys_values(encoder.tower.H)
            layers.append(LayerCache(None, source))
        return cls(tuple(layers), 0, () if encoder is None else tuple(j for j, real in enumerate(encoder.real) if real))

    def own_numbers(self) -> int:
        """How many numbers are kept of the decoder's positions: 2 · L · n · G · d_k where d_v = d_k, with G key/value heads."""
        return sum(layer.own.numbers() for layer in self.layers if layer.own is not None)

    def source_numbers(self) -> int:
        """How many are kept of the source: 2 · L · S · G · d_k; 0 without cross-attention. They do not grow."""
        return sum(layer.source.numbers() for layer in self.layers if layer.source is not None)

    def read(self, tower: Tower[T], X: Matrix[T]) -> tuple[Matrix[T], Cache[T]]:
        """H of the next positions, and the cache after them.   X: (t, d), their rows of X^(0).   H: (t, d).

        In exact arithmetic H is the last t rows of the whole run, because no position reads a later one (notes §7.3): what
        was kept is what would be computed again. Over balls the enclosures are the same too, as `Ball` promises of rows.
        """
        layers = []
        for layer, kept in zip(tower.layers, self.layers, strict=True):
            X, kept = _through(layer, X, kept, self)
            layers.append(kept)
        H = X if tower.final_norm is None else tower.final_norm.forward(X).Y
        return H, Cache(tuple(layers), self.length + X.shape[0], self.readable)


@dataclass(frozen=True, slots=True)
class _OwnReading(Generic[T]):
    """Y: (t, d), the result of self-attention   kept: the keys and values it read, old and new."""

    Y: Matrix[T]
    kept: KeysValues[T]


def _through(layer: Block[T], X: Matrix[T], kept: LayerCache[T], cache: Cache[T]) -> tuple[Matrix[T], LayerCache[T]]:
    """The layer's result for the next positions, and what is kept of them."""

    def own(attention: MultiHead[T], x: Matrix[T]) -> _OwnReading[T]:
        return _own(attention, x, kept.own, cache.length)

    def cross(attention: MultiHead[T], x: Matrix[T]) -> Reading[T]:
        assert kept.source is not None  # `before` has seen to it
        return attention.read(x, kept.source, [cache.readable] * x.shape[0])

    first, _, last = layer.sublayers(X, own, cross)
    return last.Y, LayerCache(first.inner.kept, kept.source)


def _own(attention: MultiHead[T], x: Matrix[T], before: KeysValues[T] | None, length: int) -> _OwnReading[T]:
    """Causal self-attention of the positions length, …: each reads all kept ones, and the new ones up to itself."""
    new = attention.keys_values(x, length)
    kept = new if before is None else before.followed_by(new)
    allowed = [range(length + i + 1) for i in range(x.shape[0])]
    return _OwnReading(attention.read(x, kept, allowed, queries_from=length).Y, kept)
