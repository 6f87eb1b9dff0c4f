"""Decoding rules: how the next token is taken from the logits (notes §12.2). None of them changes a parameter."""

from __future__ import annotations

from operator import index

from lessonproof.records import dataclass
from numeric.fields.number import Rational, rational


@dataclass(frozen=True, slots=True)
class Greedy:
    """The token of the greatest logit: the most probable next token, not the beginning of the most probable text."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """A token drawn with the probabilities softmax(ℓ/T), after truncation, in this order:

    temperature: T > 0   top_k: only the k greatest logits stay   top_p: of those that stayed, renormalised, only the smallest
    set whose probabilities sum to at least p (the nucleus, Holtzman 2020, §3.1). What stays is renormalised.

    As T → 0⁺ the probabilities tend to the even distribution over the tokens of the greatest logit. So sampling tends to the
    greedy choice only where the maximum is unique: then 1 − p_max < N e^{−δ/T}, with δ the lead over the second logit.
    Raises ValueError for T ≤ 0, k < 1, p outside (0, 1]; TypeError for floats, which have been rounded already.
    """

    temperature: Rational = 1
    top_k: int | None = None
    top_p: Rational | None = None

    def __post_init__(self) -> None:
        if rational(self.temperature) <= 0:
            raise ValueError(f"a temperature of {self.temperature}; it must be positive: its limit at 0 is not a division by 0")
        if self.top_k is not None and index(self.top_k) < 1:
            raise ValueError(f"top-k with k = {self.top_k}; at least one token must stay")
        if self.top_p is not None and not 0 < rational(self.top_p) <= 1:
            raise ValueError(f"top-p with p = {self.top_p}; it must be above 0 and at most 1")


Rule = Greedy | Sampling
