"""Whole Transformers in enclosures against the same models in mpmath and PyTorch, and against bare matrix products.

small: two pre-norm layers, d = 64, four heads, 16 positions, 200 words; forward, loss and all gradients. Ours with every
    result certified to 50 digits, against (a) the same code over mpmath at 50 digits with `fdot` for every sum of
    products and (b) PyTorch's own modules in double precision on one thread.
large: six post-norm layers, d = 512, eight heads, inner width 2048, 16 positions; forward, with results certified to 100
    digits, against nothing but the float64 matrix products with the same weights (numpy, one thread).

Both sides of each pair run in this process, and what they compute is compared before anything is timed. Times are CPU
seconds of the process, the best of several runs taken in turn. Prints the ratios; exits 1 above a goal. PyTorch is the
extra `oracle`: without the setting LESSONPROOF_ORACLE its line is left out and the output says so.

    python benchmarks/whole_transformer.py [--smoke]
"""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from flint import arb

from numeric.attention import unmasked
from numeric.fields import Ball, Field, Mpf, Shadow
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import original
from numeric.models.tower import Tower
from numeric.parameters import named
from numeric.sequence_loss import sequence_loss, sequence_loss_backward

GOAL_MPMATH, GOAL_PYTORCH, GOAL_PRODUCTS, GOAL_MEMORY = 0.06, 150, 300, 2.0
DIGITS = 50
# Enclosures widen on their way: of 244 bits two layers and their gradients lose 75, of 540 six wide layers lose 190.
BITS, BITS_OF_THE_LARGE = 244, 540


@dataclass(frozen=True)
class Size:
    d: int
    H: int
    m: int
    L: int
    n: int
    N: int


SMALL, SMALL_SMOKE = Size(64, 4, 256, 2, 16, 200), Size(16, 4, 32, 1, 4, 20)
LARGE, LARGE_SMOKE = Size(512, 8, 2048, 6, 16, 1), Size(256, 8, 512, 1, 4, 1)


class Fdot(Mpf):
    """mpmath with its own sum of products, which rounds once, on plain lists: the fastest that it has."""

    def stored(self, rows: Any) -> Any:
        return rows

    def product(self, left: Any, right: Any) -> Any:
        columns = [list(column) for column in zip(*right, strict=True)]
        return [[self.context.fdot(row, column) for column in columns] for row in left]

    def total(self, terms: Any) -> Any:
        return self.context.fsum(terms)

    sum, difference, scaled = Field.sum, Field.difference, Field.scaled
    transposed, entry, rows = Field.transposed, Field.entry, Field.rows


def written(size: Size) -> dict[str, list[list[Fraction]]]:
    """Weights with six decimals."""
    draw, asked, field = random.Random(1), dict[str, list[list[Fraction]]](), Ball(64)

    def weights(name: str, m: int, n: int, /) -> Matrix[Any]:
        centre = 10**6 if name.endswith("gamma") else 0
        asked[name] = [[Fraction(centre + draw.randint(-(10**5), 10**5), 10**6) for _ in range(n)] for _ in range(m)]
        return field.zeros(1, n) if m == 1 else field.matrix(asked[name])

    decoder(size, weights)
    return asked


def decoder(size: Size, weights: Any) -> Any:
    a = Architecture(size.d, size.H, size.m, size.L, bias_norm=False)
    return causal_decoder(weights, size.N, a, positions=size.n)


def step(model: Any, size: Size) -> tuple[Any, Any]:
    """The loss, and the gradients of all parameters."""
    tokens = [(7 * i) % size.N + 1 for i in range(size.n)]
    targets = [token % size.N + 1 for token in tokens]
    run = model.forward(tokens)
    with model.E.field.working():
        loss = sequence_loss(run.logits, targets)
        bar = sequence_loss_backward(loss.p, targets)
    return loss.L, model.backward(run, bar)


def pytorch(size: Size, rows: dict[str, list[list[Fraction]]]) -> Callable[[], tuple[float, Any]]:
    """The same model of PyTorch's modules: a function that gives the loss and the gradient of E."""
    import torch
    from torch import nn

    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    E, P, U = nn.Embedding(size.N, size.d), nn.Embedding(size.n, size.d), nn.Linear(size.d, size.N, bias=False)
    one = nn.TransformerEncoderLayer(size.d, size.H, size.m, 0.0, batch_first=True, norm_first=True, bias=False)
    tower = nn.TransformerEncoder(one, size.L, nn.LayerNorm(size.d, bias=False), enable_nested_tensor=False)

    def matrix(name: str) -> Any:
        return torch.tensor([[float(x) for x in row] for row in rows[name]])

    with torch.no_grad():
        E.weight.copy_(matrix("E"))
        P.weight.copy_(matrix("positions.P"))
        U.weight.copy_(matrix("U").T)
        tower.norm.weight.copy_(matrix("tower.final_norm.gamma")[0])
        for number, layer in enumerate(tower.layers, 1):
            at = f"tower.layers.{number}."
            layer.self_attn.in_proj_weight.copy_(torch.cat([matrix(f"{at}self_attention.W_{x}").T for x in "QKV"]))
            layer.self_attn.out_proj.weight.copy_(matrix(at + "self_attention.W_O").T)
            layer.linear1.weight.copy_(matrix(at + "feed_forward.W_1").T)
            layer.linear2.weight.copy_(matrix(at + "feed_forward.W_2").T)
            layer.norm1.weight.copy_(matrix(at + "norm_self.gamma")[0])
            layer.norm2.weight.copy_(matrix(at + "norm_ffn.gamma")[0])
    parameters = [*E.parameters(), *P.parameters(), *tower.parameters(), *U.parameters()]
    tokens = torch.tensor([[(7 * i) % size.N for i in range(size.n)]])
    targets = (tokens[0] + 1) % size.N
    later = nn.Transformer.generate_square_subsequent_mask(size.n)

    def run() -> tuple[float, Any]:
        for parameter in parameters:
            parameter.grad = None
        H = tower(E(tokens) + P(torch.arange(size.n)), mask=later, is_causal=True)
        loss = nn.functional.cross_entropy(U(H)[0], targets)
        loss.backward()
        return loss.item(), E.weight.grad

    return run


def best_of_each(runs: dict[str, tuple[Callable[[], Any], int]]) -> dict[str, float]:
    """The least CPU time of each, of as many runs as it says, taken in turn."""
    best = dict.fromkeys(runs, float("inf"))
    for turn in range(max(times for _, times in runs.values())):
        for name, (run, times) in runs.items():
            if turn < times:
                started = time.process_time()
                run()
                best[name] = min(best[name], time.process_time() - started)
    return best


def small(smoke: bool) -> bool:
    size = SMALL_SMOKE if smoke else SMALL
    rows = written(size)
    ball, mpf = Ball(BITS), Fdot(DIGITS)

    def built(field: Field[Any]) -> Any:
        return decoder(size, lambda name, m, n: field.matrix(rows[name]))

    balls, mpfs, shadowed = built(ball), built(mpf), built(Shadow(BITS))
    loss, gradients = step(balls, size)
    other_loss, other_gradients = step(mpfs, size)
    pairs = [(loss, other_loss)]
    for ours, theirs in ((gradients.E, other_gradients.E), (gradients.U, other_gradients.U)):
        pairs += [(x, y) for row, line in zip(ours.rows(), theirs.rows(), strict=True) for x, y in zip(row, line, strict=True)]
    with ball.working():
        if not all((x - arb(str(y))).abs_upper() < arb(10) ** -40 for x, y in pairs):
            print("our side and mpmath's do not compute the same numbers")
            return False
    widest = max(entry.rad() for _, matrix in named(gradients) for row in matrix.rows() for entry in row)
    runs: dict[str, tuple[Callable[[], Any], int]] = {
        "ours": (lambda: step(balls, size), 7),
        "shadow": (lambda: step(shadowed, size), 7),
        "mpmath": (lambda: step(mpfs, size), 2),
    }
    if os.environ.get("LESSONPROOF_ORACLE"):
        run = pytorch(size, rows)
        value, gradient = run()
        lines = zip(gradients.E.rows(), gradient.tolist(), strict=True)
        difference = max(abs(float(x) - y) for row, line in lines for x, y in zip(row, line, strict=True))
        if abs(float(loss) - value) > 1e-12 or difference > 1e-12:
            print("our side and PyTorch's do not compute the same numbers")
            return False
        runs["PyTorch"] = (run, 30)
    best = best_of_each(runs)
    print(f"small, forward and backward: ours {best['ours']:.3f} s, every gradient ± {float(widest):.0e} at most")
    print(f"  with an exact shadow, which proves zeros: {best['shadow'] / best['ours']:.2f} times that")
    certified = widest < arb(10) ** -DIGITS
    if not certified:
        print(f"  the gradients are not certified to {DIGITS} digits")
    holds = certified and report("mpmath with fdot", best["ours"], best["mpmath"], GOAL_MPMATH)
    if "PyTorch" in best:
        return report("PyTorch float64, one thread", best["ours"], best["PyTorch"], GOAL_PYTORCH) and holds
    print("  PyTorch was left out: install the extra `oracle` and set LESSONPROOF_ORACLE")
    return holds


def report(against: str, ours: float, theirs: float, goal: float) -> bool:
    print(f"  against {against} {theirs:.4f} s: ratio {ours / theirs:.3g} (goal ≤ {goal})")
    return ours / theirs <= goal


def large(smoke: bool) -> bool:
    import numpy

    size, draw, field = LARGE_SMOKE if smoke else LARGE, numpy.random.default_rng(1), Ball(BITS_OF_THE_LARGE)
    shapes: list[tuple[int, int]] = []

    def weights(name: str, m: int, n: int, /) -> Matrix[Any]:
        """Six decimals; gains around 1."""
        integers = draw.integers(-(10**5), 10**5, (m, n)) + (10**6 if name.endswith("gamma") else 0)
        if m > 1:
            shapes.append((m, n))
        return field.matrix_over(10**6, integers)

    tower = Tower.of(weights, original(size.d, size.H, size.m, size.L))
    X = field.matrix_over(10**6, draw.integers(-(10**6), 10**6, (size.n, size.d)))

    def forward() -> Any:
        with field.working():
            return tower.forward(X, unmasked(size.n, size.n)).H

    widest = max(entry.rad() for row in forward().rows() for entry in row)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    doubles = [draw.standard_normal(shape) for shape in shapes]
    inputs = {length: draw.standard_normal((size.n, length)) for length in (size.d, size.m)}

    def products() -> None:
        for W in doubles:
            inputs[W.shape[0]] @ W

    best = best_of_each({"ours": (forward, 2), "products": (products, 20)})
    print(f"large, forward: ours {best['ours']:.3f} s, every result ± {float(widest):.0e} at most, {memory:.2f} GiB")
    holds = report("the bare float64 products", best["ours"], best["products"], GOAL_PRODUCTS)
    certified = smoke or widest < arb(10) ** -100
    if not certified:
        print("  the results are not certified to 100 digits")
    return holds and certified and memory <= GOAL_MEMORY


def main() -> int:
    for library in ("OPENBLAS", "OMP", "MKL"):  # read when numpy and PyTorch are loaded, which is later
        os.environ[f"{library}_NUM_THREADS"] = "1"
    smoke = "--smoke" in sys.argv[1:]
    results = [large(smoke), small(smoke)]
    return 0 if smoke or all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
