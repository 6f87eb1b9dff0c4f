"""Certified chapter 11 against the same chapter in plain mpmath.matrix, in one process.

Both sides do forward, backward, update and second forward from the written initial values, and settle the chapter's
six-decimal figures: ours in balls through the model, each figure certified as a correct rounding; mpmath's at 50 digits,
written by hand below as one would in a notebook, each figure formatted and compared. Prints the ratio of the best times;
exits 1 above the goal.

    python benchmarks/chapter11_arithmetic.py [--smoke]
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
from numeric.real import Real
from numeric.rounding import certify
from numeric.single_head import NAMES, backward, forward, parameters, update
from numeric.written import Written, read

GOAL = 0.45
ROUNDS = 200
DIGITS, BITS = 50, 169

E = [[1, 0], [0, 1], [1, 1]]
W_Q, W_K = [[0], [1]], [[1], [0]]
W_V = W_O = [[1, 0], [0, 1]]
U = [[1, 0, -1], [0, 1, 0]]
TOKENS, TARGET = (1, 2), 3


def enclosed(bits: int) -> list[arb]:
    """The chapter's numbers in the order of `plain`: gradients, both probabilities, hidden rows and losses."""
    field = Ball(bits)
    θ = parameters(field, E=E, W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O, U=U)
    first = forward(field, θ, TOKENS, TARGET)
    gradients = backward(field, θ, TOKENS, TARGET, first)
    second = forward(field, update(field, θ, gradients, field.num("0.1")), TOKENS, TARGET)
    matrices = [gradients.matrix(name) for name in NAMES] + [first.h, first.p, second.p, gradients.logits, gradients.h]
    numbers = [entry for matrix in matrices for row in matrix.rows() for entry in row]
    return [*numbers, first.A[1, 0], second.A[1, 0], first.L, second.L]


def certified(printed: list[Written]) -> int:
    """How many of the printed figures are certified: 64 bits decide them all."""
    values = enclosed(64)
    verdicts = [certify(text, Real.of_ball(lambda _, value=value: value)) for text, value in zip(printed, values, strict=True)]
    return sum(verdict.verdict in ("exact", "rounded") for verdict in verdicts)


def plain(mp: Any) -> list[Any]:
    """The same numbers in mpmath alone: the chapter's two positions, formula by formula."""
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
        return [e_bar, x.T * q_bar, x.T * k_bar, x.T * v_bar, w_o_bar, u_bar, logits_bar, h_bar]

    first = forward(θ)
    *gradients, logits_bar, h_bar = backward(θ, *first)
    eta = mp.mpf("0.1")
    second = forward([w - eta * w_bar for w, w_bar in zip(θ, gradients, strict=True)])
    numbers = [entry for matrix in gradients for entry in matrix]
    numbers += [*first[6], *first[7], *second[7], *logits_bar, *h_bar]
    return [*numbers, first[4][1, 0], second[4][1, 0], first[-1], second[-1]]


def compared(mp: Any, printed: list[str]) -> int:
    """How many figures a notebook would call right: each value formatted to six decimals and compared as text."""
    return sum(_six(mp, value) == text for value, text in zip(plain(mp), printed, strict=True))


def _six(mp: Any, value: Any) -> str:
    whole, part = divmod(abs(int(mp.nint(value * 10**6))), 10**6)
    return f"{'-' if value < 0 else ''}{whole}.{part:06d}"


def best_of_each(runs: list[Callable[[], Any]], rounds: int) -> list[float]:
    """The shortest of many runs of each, in seconds, taken in turn so that whatever else the machine does hits all alike."""
    shortest = [float("inf")] * len(runs)
    for _ in range(rounds):
        for index, run in enumerate(runs):
            started = time.perf_counter()
            run()
            shortest[index] = min(shortest[index], time.perf_counter() - started)
    return shortest


def main() -> int:
    import mpmath

    mp = mpmath.mp.clone()
    mp.dps = DIGITS
    values = plain(mp)
    for ours, theirs in zip(enclosed(BITS), values, strict=True):
        if not ours.overlaps(arb(theirs, "1e-45")):
            print(f"the two sides do not compute the same number: {ours} and {theirs}")
            return 1
    texts = [_six(mp, value) for value in values]
    printed = [read(text) for text in texts]
    if certified(printed) != len(texts) or compared(mp, texts) != len(texts):
        print("the two sides do not print the same figures")
        return 1
    smoke = "--smoke" in sys.argv[1:]
    rounds = 5 if smoke else ROUNDS
    certified_time, plain_time = best_of_each([lambda: certified(printed), lambda: compared(mp, texts)], rounds)
    ratio = certified_time / plain_time
    print(
        f"chapter 11, {len(texts)} figures: certified {certified_time * 1e3:.3f} ms, plain mpmath.matrix "
        f"{plain_time * 1e3:.3f} ms, ratio {ratio:.3f} (goal ≤ {GOAL})"
    )
    return 0 if smoke or ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
