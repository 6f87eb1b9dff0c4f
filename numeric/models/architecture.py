"""The sizes and choices that make one tower out of the layers."""

from __future__ import annotations

from typing import Literal

from lessonproof.records import dataclass
from numeric.activation import ActivationName
from numeric.feed_forward import FeedForward
from numeric.fields.number import Rational, T
from numeric.gated_feed_forward import GatedFeedForward
from numeric.layer_norm import LayerNorm
from numeric.residual import Norm, Order
from numeric.rms_norm import RMSNorm
from numeric.rotary import Rotary
from numeric.weights import Weights

AnyFeedForward = FeedForward[T] | GatedFeedForward[T]


@dataclass(frozen=True, slots=True)
class Architecture:
    """d: width   H: heads   m: inner width of the FFN   L: layers; d_k = d_v = d/H unless given.

    groups: key/value heads (None: H)   gated: σ(x W_1) ⊙ x W_3 instead of σ(x W_1) in the FFN
    bias_attention, bias_ffn, bias_norm: which layers have biases   final_norm: one more normalisation after the last
    layer, as pre-norm towers need it   rotary: turn queries and keys by their positions.
    """

    d: int
    H: int
    m: int
    L: int
    d_k: int | None = None
    d_v: int | None = None
    groups: int | None = None
    norm: Literal["layer", "rms"] = "layer"
    order: Order = "pre"
    epsilon: Rational = "1e-5"
    activation: ActivationName = "relu"
    gated: bool = False
    bias_attention: bool = False
    bias_ffn: bool = False
    bias_norm: bool = True
    final_norm: bool = True
    rotary: Rotary | None = None

    def __post_init__(self) -> None:
        for name in ("d", "H", "m", "L"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} = {getattr(self, name)}; a tower needs at least 1")

    def normalisation(self, weights: Weights[T]) -> Norm[T]:
        """A LayerNorm or RMSNorm of this width."""
        if self.norm == "rms":
            return RMSNorm.of(weights, self.d, epsilon=self.epsilon)
        return LayerNorm.of(weights, self.d, bias=self.bias_norm, epsilon=self.epsilon)

    def network(self, weights: Weights[T]) -> AnyFeedForward[T]:
        """A plain or gated feed-forward network of this width."""
        if self.gated:
            return GatedFeedForward.of(weights, self.d, self.m, bias=self.bias_ffn, activation=self.activation)
        return FeedForward.of(weights, self.d, self.m, bias=self.bias_ffn, activation=self.activation)
