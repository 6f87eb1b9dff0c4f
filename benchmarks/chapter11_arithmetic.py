"""Certified chapter 11 against the same chapter in plain mpmath.matrix, in one process.

Both sides do forward, backward, update and second forward from the written initial values: ours in balls of 169 bits
through the model, mpmath's at the same 50 digits, written by hand below as one would in a notebook. Prints the ratio of
the best times; exits 1 above the goal.

    python benchmarks/chapter11_arithmetic.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from flint import arb

from numeric.fields import Ball
from numeric.single_head import backward, forward, parameters, update

GOAL = 0.45
ROUNDS = 200
DIGITS, BITS = 50, 169

E = [[1, 0], [0, 1], [1, 1]]
W_Q, W_K = [[0], [1]], [[1], [0]]
W_V = W_O = [[1, 0], [0, 1]]
U = [[1, 0, -1], [0, 1, 0]]
TOKENS, TARGET = (1, 2), 3


def certified() -> Any:
    """The loss after the update, enclosed."""
    field = Ball(BITS)
    θ = parameters(field, E=E, W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O, U=U)
    gradients = backward(field, θ, TOKENS, TARGET, forward(field, θ, TOKENS, TARGET))
    return forward(field, update(field, θ, gradients, field.num("0.1")), TOKENS, TARGET).L


def plain(mp: Any) -> Any:
    """The same loss in mpmath alone: the chapter's two positions, formula by formula."""
    θ = [mp.matrix(rows) for rows in (E, W_Q, W_K, W_V, W_O, U)]

    def softmax(scores: list[Any]) -> list[Any]:
        largest = max(scores)
        exponentials = [mp.exp(score - largest) for score in scores]
        total = mp.fsum(exponentials)
        return [exponential / total for exponential in exponentials]

    def forward(θ: list[Any]) -> tuple[Any, ...]:
        e, w_q, w_k, w_v, w_o, u = θ
        x = mp.matrix([[e[token - 1, j] for j in range(e.cols)] for token in TOKENS])
        q, k, v = x * w_q, x * w_k, x * w_v
        s = q * k.T / mp.sqrt(w_q.cols)
        a = mp.zeros(2, 2)
        for i in range(2):
            for j, weight in enumerate(softmax([s[i, j] for j in range(i + 1)])):
                a[i, j] = weight
        z = a * v
        r = x + z * w_o
        h = r[1, :]
        logits = h * u
        p = softmax(list(logits))
        return x, q, k, v, a, z, h, p, -mp.log(p[TARGET - 1])

    def backward(θ: list[Any], x: Any, q: Any, k: Any, v: Any, a: Any, z: Any, h: Any, p: Any, loss: Any) -> list[Any]:
        e, w_q, w_k, w_v, w_o, u = θ
        logits_bar = mp.matrix([p])
        logits_bar[0, TARGET - 1] -= 1
        u_bar, h_bar = h.T * logits_bar, logits_bar * u.T
        r_bar = mp.zeros(2, 2)
        r_bar[1, :] = h_bar
        w_o_bar, z_bar = z.T * r_bar, r_bar * w_o.T
        a_bar, v_bar = z_bar * v.T, a.T * z_bar
        s_bar = mp.zeros(2, 2)
        for i in range(2):
            mean = mp.fsum(a[i, j] * a_bar[i, j] for j in range(i + 1))
            for j in range(i + 1):
                s_bar[i, j] = a[i, j] * (a_bar[i, j] - mean)
        q_bar, k_bar = s_bar * k / mp.sqrt(w_q.cols), s_bar.T * q / mp.sqrt(w_q.cols)
        x_bar = r_bar + q_bar * w_q.T + k_bar * w_k.T + v_bar * w_v.T
        e_bar = mp.zeros(e.rows, e.cols)
        for i, token in enumerate(TOKENS):
            e_bar[token - 1, :] = e_bar[token - 1, :] + x_bar[i, :]
        return [e_bar, x.T * q_bar, x.T * k_bar, x.T * v_bar, w_o_bar, u_bar]

    gradients = backward(θ, *forward(θ))
    eta = mp.mpf("0.1")
    return forward([w - eta * w_bar for w, w_bar in zip(θ, gradients, strict=True)])[-1]


def best(run: Callable[[], Any]) -> float:
    """The shortest of many runs, in seconds: what the machine can do when nothing else disturbs it."""
    shortest = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        run()
        shortest = min(shortest, time.perf_counter() - started)
    return shortest


def main() -> int:
    import mpmath

    mp = mpmath.mp.clone()
    mp.dps = DIGITS
    ours, theirs = certified(), plain(mp)
    if not ours.overlaps(arb(theirs, "1e-45")):
        print(f"the two sides do not compute the same loss: {ours} and {theirs}")
        return 1
    certified_time, plain_time = best(certified), best(lambda: plain(mp))
    ratio = certified_time / plain_time
    print(
        f"chapter 11 certified {certified_time * 1e3:.3f} ms, plain mpmath.matrix {plain_time * 1e3:.3f} ms, "
        f"ratio {ratio:.3f} (goal ≤ {GOAL})"
    )
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
