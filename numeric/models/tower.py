"""A tower: layers one upon another, and a last normalisation where the architecture has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from lessonproof.records import dataclass
from numeric.attention import Allowed
from numeric.fields.number import T
from numeric.layer_norm import Normalised
from numeric.matrix import Matrix, ShapeMismatch
from numeric.models.architecture import Architecture
from numeric.models.block import Block, BlockDropout, BlockRun, Source
from numeric.residual import Norm
from numeric.weights import Weights, under


@dataclass(frozen=True, slots=True)
class TowerRun(Generic[T]):
    """X: (T, d) = X^(0)   layers: their runs; layer ℓ's `Y` is X^(ℓ)   H: (T, d), after the last normalisation."""

    X: Matrix[T]
    layers: tuple[BlockRun[T], ...]
    final: Normalised[T] | None
    H: Matrix[T]


@dataclass(frozen=True, slots=True)
class Tower(Generic[T]):
    """X^(0) -> layers -> H = LN_f(X^(L)), or H = X^(L) where there is no final norm (notes §8.5)."""

    layers: tuple[Block[T], ...]
    final_norm: Norm[T] | None = None

    @classmethod
    def of(cls, weights: Weights[T], a: Architecture, *, cross: bool = False) -> Tower[T]:
        """The tower of this architecture; its layers count from 1 in the names of their weights."""
        layers = tuple(Block.of(under(weights, f"layers.{layer}"), a, cross=cross) for layer in range(1, a.L + 1))
        return cls(layers, a.normalisation(under(weights, "final_norm")) if a.final_norm else None)

    def forward(
        self,
        X: Matrix[T],
        allowed: Allowed,
        source: Source[T] | None = None,
        masks: Sequence[BlockDropout[T]] | None = None,
    ) -> TowerRun[T]:
        """X: (T, d)   allowed: in every layer the same   masks: one set a layer, None without dropout."""
        if masks is not None and len(masks) != len(self.layers):
            raise ShapeMismatch("dropout", "sets of masks", len(masks), "layers", len(self.layers))
        runs: list[BlockRun[T]] = []
        every: Sequence[BlockDropout[T] | None] = masks or [None] * len(self.layers)
        for layer, D in zip(self.layers, every, strict=True):
            runs.append(layer.forward(runs[-1].Y if runs else X, allowed, source, D))
        top = runs[-1].Y if runs else X
        final = None if self.final_norm is None else self.final_norm.forward(top)
        return TowerRun(X, tuple(runs), final, top if final is None else final.Y)

    def backward(self, run: TowerRun[T], H_bar: Matrix[T]) -> tuple[Matrix[T], Matrix[T] | None, Tower[T]]:
        """Returns X̄, the gradient of the source summed over the layers that read it, and those of the parameters."""
        X_bar, source_bar = H_bar, None
        final_norm: Norm[T] | None = None
        if self.final_norm is not None and run.final is not None:
            X_bar, final_norm = self.final_norm.backward(run.final, X_bar)
        layers: list[Block[T]] = []
        for layer, layer_run in zip(reversed(self.layers), reversed(run.layers), strict=True):
            X_bar, from_source, gradients = layer.backward(layer_run, X_bar)
            if from_source is not None:
                source_bar = from_source if source_bar is None else source_bar + from_source
            layers.append(gradients)
        return X_bar, source_bar, Tower(tuple(reversed(layers)), final_norm)
