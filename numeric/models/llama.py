"""The Llama-style decoder: RMSNorm, rotary positions, SwiGLU, grouped queries (Touvron 2023)."""

from __future__ import annotations

from numeric.fields.number import Rational, T
from numeric.models.architecture import Architecture
from numeric.models.one_tower import OneTower
from numeric.models.tower import Tower
from numeric.rotary import Rotary
from numeric.weights import Weights, under


def llama(
    weights: Weights[T],
    *,
    N: int,
    d: int,
    H: int,
    m: int,
    L: int,
    groups: int | None = None,
    epsilon: Rational = "1e-5",
    rotary: Rotary | None = None,
    tied: bool = False,
) -> OneTower[T]:
    """A causal pre-norm decoder without any bias; positions come in by rotation only.

    N: vocabulary   d: width   H: heads   m: inner width of SwiGLU   L: layers   groups: key/value heads (None: H)
    rotary: Rotary() unless given. Llama 2 7B: N = 32000, d = 4096, H = 32, m = 11008, L = 32, untied.
    """
    a = Architecture(
        d,
        H,
        m,
        L,
        groups=groups,
        norm="rms",
        epsilon=epsilon,
        activation="silu",
        gated=True,
        rotary=rotary or Rotary(),
    )
    E = weights("E", N, d)
    tower = Tower.of(under(weights, "tower"), a)
    return OneTower(E, None, None, tower, None if tied else weights("U", d, N), None, causal=True)
