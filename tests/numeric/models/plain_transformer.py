"""The small models once more, in plain floats and loops, from the papers and from nothing of ours: an independent
witness of what they compute. Weights by name, one position at a time, no matrices."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

Vector = list[float]
Weights = Mapping[str, Sequence[Sequence[float]]]


def times(x: Vector, W: Sequence[Sequence[float]]) -> Vector:
    return [math.fsum(x[i] * W[i][j] for i in range(len(x))) for j in range(len(W[0]))]


def plus(x: Vector, y: Sequence[float]) -> Vector:
    return [a + b for a, b in zip(x, y, strict=True)]


def affine(w: Weights, x: Vector, W: str, b: str) -> Vector:
    y = times(x, w[W])
    return plus(y, w[b][0]) if b in w else y


def layer_norm(w: Weights, name: str, x: Vector) -> Vector:
    μ = math.fsum(x) / len(x)
    σ = math.sqrt(math.fsum((a - μ) ** 2 for a in x) / len(x) + 1e-5)
    return [g * (a - μ) / σ + b for a, g, b in zip(x, w[name + ".gamma"][0], w[name + ".beta"][0], strict=True)]


def rms_norm(w: Weights, name: str, x: Vector) -> Vector:
    σ = math.sqrt(math.fsum(a * a for a in x) / len(x) + 1e-5)
    return [g * a / σ for a, g in zip(x, w[name + ".gamma"][0], strict=True)]


def rotate(x: Vector, position: int, base: float) -> Vector:
    turned = []
    for i in range(0, len(x), 2):
        z = complex(x[i], x[i + 1]) * complex(math.cos(1), math.sin(1)) ** (position * base ** (-i / len(x)))
        turned += [z.real, z.imag]
    return turned


def attend(
    w: Weights,
    name: str,
    X: list[Vector],
    source: list[Vector],
    may_read: Callable[[int, int], bool],
    heads: int,
    groups: int,
    base: float = 0,
) -> list[Vector]:
    Q = [affine(w, x, name + ".W_Q", name + ".b_Q") for x in X]
    K = [affine(w, x, name + ".W_K", name + ".b_K") for x in source]
    V = [affine(w, x, name + ".W_V", name + ".b_V") for x in source]
    k, v = len(Q[0]) // heads, len(V[0]) // groups
    result = []
    for i in range(len(X)):
        joined: Vector = []
        for h in range(heads):
            g = h * groups // heads
            q = Q[i][h * k : (h + 1) * k]
            q = rotate(q, i, base) if base else q
            weights = {}
            for j in range(len(source)):
                if may_read(i, j):
                    key = K[j][g * k : (g + 1) * k]
                    key = rotate(key, j, base) if base else key
                    weights[j] = math.exp(math.fsum(a * b for a, b in zip(q, key, strict=True)) / math.sqrt(k))
            total = math.fsum(weights.values())
            joined += [math.fsum(a / total * V[j][g * v + r] for j, a in weights.items()) for r in range(v)]
        result.append(affine(w, joined, name + ".W_O", name + ".b_O"))
    return result


def network(w: Weights, name: str, σ: Callable[[float], float], x: Vector) -> Vector:
    inner = [σ(a) for a in affine(w, x, name + ".W_1", name + ".b_1")]
    if name + ".W_3" in w:
        inner = [a * b for a, b in zip(inner, times(x, w[name + ".W_3"]), strict=True)]
    return affine(w, inner, name + ".W_2", name + ".b_2")


def relu(x: float) -> float:
    return max(x, 0.0)


def gelu(x: float) -> float:
    return x * math.erfc(-x / math.sqrt(2)) / 2


def gelu_tanh(x: float) -> float:
    return x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def silu(x: float) -> float:
    return x / (1 + math.exp(-x))


def wave(position: int, d: int) -> Vector:
    return [(math.cos if r % 2 else math.sin)(position / math.pow(10000, (r - r % 2) / d)) for r in range(d)]


def scores(x: Vector, table: Sequence[Sequence[float]]) -> Vector:
    """x · (each row of a tied table)."""
    return [math.fsum(a * b for a, b in zip(x, row, strict=True)) for row in table]


def causal_pre_norm(w: Weights, tokens: Sequence[int], layers: int, heads: int) -> list[Vector]:
    X = [plus(list(w["E"][t - 1]), w["positions.P"][i]) for i, t in enumerate(tokens)]
    for n in range(1, layers + 1):
        at = f"tower.layers.{n}."
        normed = [layer_norm(w, at + "norm_self", x) for x in X]
        Z = attend(w, at + "self_attention", normed, normed, lambda i, j: j <= i, heads, heads)
        X = [plus(x, z) for x, z in zip(X, Z, strict=True)]
        X = [plus(x, network(w, at + "feed_forward", gelu, layer_norm(w, at + "norm_ffn", x))) for x in X]
    return [plus(times(layer_norm(w, "tower.final_norm", x), w["U"]), w["b"][0]) for x in X]


def llama(w: Weights, tokens: Sequence[int], layers: int, heads: int, groups: int, base: float) -> list[Vector]:
    X = [list(w["E"][t - 1]) for t in tokens]
    for n in range(1, layers + 1):
        at = f"tower.layers.{n}."
        normed = [rms_norm(w, at + "norm_self", x) for x in X]
        Z = attend(w, at + "self_attention", normed, normed, lambda i, j: j <= i, heads, groups, base)
        X = [plus(x, z) for x, z in zip(X, Z, strict=True)]
        X = [plus(x, network(w, at + "feed_forward", silu, rms_norm(w, at + "norm_ffn", x))) for x in X]
    return [times(rms_norm(w, "tower.final_norm", x), w["U"]) for x in X]


def bert(w: Weights, tokens: Sequence[int], real: Sequence[bool], heads: int) -> list[Vector]:
    X = [layer_norm(w, "embedding_norm", plus(list(w["E"][t - 1]), w["positions.P"][i])) for i, t in enumerate(tokens)]
    X = post_norm(w, "tower.layers.1.", X, lambda i, j: real[j], heads, gelu_tanh)
    return [plus(scores(x, w["E"]), w["b"][0]) for x in X]


def post_norm(
    w: Weights,
    at: str,
    X: list[Vector],
    may_read: Callable[[int, int], bool],
    heads: int,
    σ: Callable[[float], float],
    source: list[Vector] | None = None,
) -> list[Vector]:
    Z = attend(w, at + "self_attention", X, X, may_read, heads, heads)
    X = [layer_norm(w, at + "norm_self", plus(x, z)) for x, z in zip(X, Z, strict=True)]
    if source is not None:
        Z = attend(w, at + "cross_attention", X, source, lambda i, j: True, heads, heads)
        X = [layer_norm(w, at + "norm_cross", plus(x, z)) for x, z in zip(X, Z, strict=True)]
    return [layer_norm(w, at + "norm_ffn", plus(x, network(w, at + "feed_forward", σ, x))) for x in X]


def translate(w: Weights, source: Sequence[int], target: Sequence[int], heads: int) -> list[Vector]:
    E = w["E"]

    def embedded(tokens: Sequence[int]) -> list[Vector]:
        d = len(E[0])
        return [plus([math.sqrt(d) * e for e in E[t - 1]], wave(i, d)) for i, t in enumerate(tokens)]

    encoded = post_norm(w, "encoder.layers.1.", embedded(source), lambda i, j: True, heads, relu)
    decoded = post_norm(w, "decoder.layers.1.", embedded(target), lambda i, j: j <= i, heads, relu, encoded)
    return [scores(x, E) for x in decoded]
