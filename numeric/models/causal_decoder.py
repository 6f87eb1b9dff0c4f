"""The decoder-only model of the notes: pre-norm layers under a causal mask (notes §8.5)."""

from __future__ import annotations

from numeric.fields.number import T
from numeric.learned_positions import LearnedPositions
from numeric.models.architecture import Architecture
from numeric.models.one_tower import OneTower
from numeric.models.tower import Tower
from numeric.sinusoidal import Sinusoidal
from numeric.weights import Weights, under


def causal_decoder(
    weights: Weights[T],
    N: int,
    a: Architecture,
    *,
    positions: Sinusoidal | int | None = None,
    tied: bool = False,
    output_bias: bool = False,
) -> OneTower[T]:
    """T^(ℓ) = X^(ℓ) + MHA(LN(X^(ℓ))), X^(ℓ+1) = T^(ℓ) + FFN(LN(T^(ℓ))), H = LN_f(X^(L)), Λ = H U.

    N: size of the vocabulary   a: its sizes; the defaults of Architecture are the choices of §8.5 (no dropout, no
    projection biases)   positions: fixed waves, or the number of learned ones, or none   tied: U = Eᵀ.
    With a.activation "gelu-tanh", all biases, learned positions and tied tables it is GPT-2.
    """
    E = weights("E", N, a.d)
    table = LearnedPositions(weights("positions.P", positions, a.d)) if isinstance(positions, int) else positions
    tower = Tower.of(under(weights, "tower"), a)
    U = None if tied else weights("U", a.d, N)
    return OneTower(E, table, None, tower, U, weights("b", 1, N) if output_bias else None, causal=True)
