"""The loss of the single-head model as one scalar formula of all its entries.

An independent route to the same number: no matrices, none of the layers, no shift in the exponentials, no
intermediate that the layers name. It shares with `single_head` only the definition in the notes (§11.1–§11.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any

from numeric.fields.number import T
from numeric.ring import Ring

# The six matrices by name, each as rows of scalars.
Entries = Mapping[str, Sequence[Sequence[T]]]


def left_to_right(terms: Sequence[Any]) -> Any:
    """The sum in reading order, plainly rounded (the built-in sum of floats compensates from Python 3.12 on)."""
    return reduce(add, terms)


def loss(
    ring: Ring[T],
    θ: Entries[T],
    tokens: Sequence[int],
    target: int,
    *,
    total: Callable[[Sequence[T]], T] = left_to_right,
    shift: Callable[[Sequence[T]], T] | None = None,
) -> T:
    """L = ln Σ_w e^{ℓ_w} − ℓ_y in nats, with (x_i = row t_i of E, i the last position)

        ℓ_w = Σ_s (x_is + Σ_v Σ_j a_j (Σ_u x_ju W_V[u,v]) W_O[v,s]) U[s,w]
        a_j = e^{s_j} / Σ_r e^{s_r},  s_j = Σ_k (Σ_u x_iu W_Q[u,k]) (Σ_u x_ju W_K[u,k]) / √d_k.

    Only the last position is scored, so only its query appears; a causal mask lets it read every position.
    tokens and target: ids from 1. `total` sums; `shift`, if given, yields what is subtracted before exponentials.
    """
    E, W_Q, W_K, W_V, W_O, U = (θ[name] for name in ("E", "W_Q", "W_K", "W_V", "W_O", "U"))
    d, d_k, d_v, N = len(E[0]), len(W_Q[0]), len(W_V[0]), len(E)
    x = [E[token - 1] for token in tokens]
    last = x[-1]
    query = [total([last[u] * W_Q[u][k] for u in range(d)]) for k in range(d_k)]
    root = ring.sqrt(ring.num(d_k))
    s = [total([query[k] * total([xj[u] * W_K[u][k] for u in range(d)]) for k in range(d_k)]) / root for xj in x]
    m = shift(s) if shift else ring.num(0)
    weight = [ring.exp(sj - m) for sj in s]
    read = [
        total([weight[j] * total([x[j][u] * W_V[u][v] for u in range(d)]) for j in range(len(x))]) / total(weight)
        for v in range(d_v)
    ]
    h = [last[c] + total([read[v] * W_O[v][c] for v in range(d_v)]) for c in range(d)]
    logit = [total([h[c] * U[c][w] for c in range(d)]) for w in range(N)]
    m = shift(logit) if shift else ring.num(0)
    return ring.log(total([ring.exp(each - m) for each in logit])) - (logit[target - 1] - m)
