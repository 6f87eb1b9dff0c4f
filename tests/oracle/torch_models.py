"""The models built of PyTorch's own modules, with the weights of ours in the places where they belong."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - its usual name

Rows = Mapping[str, Sequence[Sequence[Fraction]]]


@dataclass(frozen=True)
class Place:
    """Where a matrix of ours is kept: rows start to stop of a parameter (None: all), transposed for the weight of a Linear."""

    parameter: nn.Parameter
    rows: tuple[int, int] | None = None
    transposed: bool = False

    def ours(self, tensor: Tensor) -> Tensor:
        part = tensor if self.rows is None else tensor[slice(*self.rows)]
        return part.T if self.transposed else part.reshape(1, -1) if part.dim() == 1 else part


class Places:
    """Every matrix of a model by our name for it."""

    def __init__(self, places: Iterable[tuple[str, Place]]) -> None:
        self.by_name = dict(places)

    def load(self, rows: Rows) -> None:
        assert self.by_name.keys() == rows.keys()
        with torch.no_grad():
            for name, place in self.by_name.items():
                place.ours(place.parameter).copy_(torch.tensor([[float(x) for x in row] for row in rows[name]]))

    def parameters(self) -> list[nn.Parameter]:
        return list({id(place.parameter): place.parameter for place in self.by_name.values()}.values())

    def values(self) -> dict[str, list[list[float]]]:
        return {name: place.ours(place.parameter).tolist() for name, place in self.by_name.items()}

    def gradients(self) -> dict[str, list[list[float]]]:
        found = {}
        for name, place in self.by_name.items():
            assert place.parameter.grad is not None, name
            found[name] = place.ours(place.parameter.grad).tolist()
        return found


def under(prefix: str, places: Iterable[tuple[str, Place]]) -> list[tuple[str, Place]]:
    return [(f"{prefix}.{name}", place) for name, place in places]


def norm_places(norm: nn.LayerNorm | nn.RMSNorm) -> list[tuple[str, Place]]:
    found = [("gamma", Place(norm.weight))]
    return [*found, ("beta", Place(norm.bias))] if isinstance(norm, nn.LayerNorm) else found


def linear_places(linear: nn.Linear, W: str, b: str) -> list[tuple[str, Place]]:
    return [(W, Place(linear.weight, transposed=True)), *([(b, Place(linear.bias))] if linear.bias is not None else [])]


def attention_places(attention: nn.MultiheadAttention) -> list[tuple[str, Place]]:
    d = attention.embed_dim
    found = []
    for i, letter in enumerate("QKV"):
        rows = (i * d, (i + 1) * d)
        found.append((f"W_{letter}", Place(attention.in_proj_weight, rows, True)))
        if attention.in_proj_bias is not None:
            found.append((f"b_{letter}", Place(attention.in_proj_bias, rows)))
    return [*found, *linear_places(attention.out_proj, "W_O", "b_O")]


def layer_places(layer: nn.TransformerEncoderLayer | nn.TransformerDecoderLayer) -> list[tuple[str, Place]]:
    found = under("self_attention", attention_places(layer.self_attn)) + under("norm_self", norm_places(layer.norm1))
    last = layer.norm2
    if isinstance(layer, nn.TransformerDecoderLayer):
        found += under("cross_attention", attention_places(layer.multihead_attn))
        found += under("norm_cross", norm_places(layer.norm2))
        last = layer.norm3
    found += under("feed_forward", linear_places(layer.linear1, "W_1", "b_1") + linear_places(layer.linear2, "W_2", "b_2"))
    return found + under("norm_ffn", norm_places(last))


def tower_places(layers: Iterable[Any]) -> list[tuple[str, Place]]:
    return [pair for n, layer in enumerate(layers, 1) for pair in under(f"layers.{n}", layer_places(layer))]


def ids(tokens: Sequence[int]) -> Tensor:
    """Ours count from 1, PyTorch's from 0."""
    return torch.tensor([[token - 1 for token in tokens]])


def later(length: int) -> Tensor:
    """True where a query must not read."""
    return torch.triu(torch.ones(length, length, dtype=torch.bool), 1)


def waves(length: int, d: int) -> Tensor:
    angle = torch.arange(length)[:, None] * torch.pow(torch.tensor(10000.0), -torch.arange(0, d, 2) / d)
    return torch.stack([angle.sin(), angle.cos()], -1).reshape(length, d)


@dataclass(frozen=True)
class Witness:
    """places: of the weights   outputs: () -> the model's scores, each (rows, columns)."""

    places: Places
    outputs: Callable[[], list[Tensor]]


def encoder_decoder(
    N: int, d: int, H: int, m: int, L: int, source: Sequence[int], target: Sequence[int], real: Sequence[bool]
) -> Witness:
    """Post-norm, ReLU, waves, one table for all three roles, times √d; `real` marks what is no padding in the source."""
    E = nn.Embedding(N, d)
    sizes = {"d_model": d, "nhead": H, "dim_feedforward": m, "dropout": 0.0, "batch_first": True}
    encoder = nn.ModuleList(nn.TransformerEncoderLayer(**sizes) for _ in range(L))
    decoder = nn.ModuleList(nn.TransformerDecoderLayer(**sizes) for _ in range(L))
    padded = torch.tensor([[not each for each in real]])

    def outputs() -> list[Tensor]:
        X = E(ids(source)) * math.sqrt(d) + waves(len(source), d)
        for layer in encoder:
            X = layer(X, src_key_padding_mask=padded)
        Y = E(ids(target)) * math.sqrt(d) + waves(len(target), d)
        for layer in decoder:
            Y = layer(Y, X, tgt_mask=later(len(target)), memory_key_padding_mask=padded)
        return [F.linear(Y[0], E.weight)]

    places = [("E", Place(E.weight)), *under("encoder", tower_places(encoder)), *under("decoder", tower_places(decoder))]
    return Witness(Places(places), outputs)


def causal_decoder(N: int, longest: int, d: int, H: int, m: int, L: int, tokens: Sequence[int]) -> Witness:
    """Pre-norm, GELU, learned positions, an output projection of its own with a bias."""
    E, P = nn.Embedding(N, d), nn.Embedding(longest, d)
    layers = nn.ModuleList(
        nn.TransformerEncoderLayer(d, H, m, 0.0, activation="gelu", batch_first=True, norm_first=True) for _ in range(L)
    )
    final, U = nn.LayerNorm(d), nn.Linear(d, N)

    def outputs() -> list[Tensor]:
        X = E(ids(tokens)) + P(torch.arange(len(tokens)))
        for layer in layers:
            X = layer(X, src_mask=later(len(tokens)))
        return [U(final(X))[0]]

    tower = tower_places(layers) + under("final_norm", norm_places(final))
    places = [("E", Place(E.weight)), ("positions.P", Place(P.weight)), *under("tower", tower), *linear_places(U, "U", "b")]
    return Witness(Places(places), outputs)


def bert(
    N: int, longest: int, d: int, H: int, m: int, L: int, tokens: Sequence[int], real: Sequence[bool], segments: Sequence[int]
) -> Witness:
    """Post-norm, GELU; the scores of the words and those of the next sentence."""
    E, P, S = nn.Embedding(N, d), nn.Embedding(longest, d), nn.Embedding(2, d)
    layers = nn.ModuleList(nn.TransformerEncoderLayer(d, H, m, 0.0, activation="gelu", batch_first=True) for _ in range(L))
    first, hidden, last, b = nn.LayerNorm(d), nn.Linear(d, d), nn.LayerNorm(d), nn.Parameter(torch.zeros(N))
    pooler, follows = nn.Linear(d, d), nn.Linear(d, 2)
    padded = torch.tensor([[not each for each in real]])

    def outputs() -> list[Tensor]:
        X = first(E(ids(tokens)) + P(torch.arange(len(tokens))) + S(ids(segments)))
        for layer in layers:
            X = layer(X, src_key_padding_mask=padded)
        words = F.linear(last(F.gelu(hidden(X[0]))), E.weight, b)
        return [words, follows(torch.tanh(pooler(X[0, :1])))]

    words = [("E", Place(E.weight)), ("positions.P", Place(P.weight)), ("segments", Place(S.weight)), ("b", Place(b))]
    words += under("embedding_norm", norm_places(first)) + under("tower", tower_places(layers))
    words += under("head", linear_places(hidden, "W", "b") + under("norm", norm_places(last)))
    top = under("pooler", linear_places(pooler, "W", "b")) + linear_places(follows, "W_next", "b_next")
    return Witness(Places(under("words", words) + top), outputs)


class LlamaLayer(nn.Module):
    """RMSNorm, rotated grouped-query attention, RMSNorm, SwiGLU: PyTorch has the parts and not the layer."""

    def __init__(self, d: int, H: int, G: int, m: int, base: float) -> None:
        super().__init__()
        self.H, self.G, self.d_k, self.base = H, G, d // H, base
        self.W_Q, self.W_O = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.W_K, self.W_V = (nn.Linear(d, G * self.d_k, bias=False) for _ in range(2))
        self.W_1, self.W_3 = (nn.Linear(d, m, bias=False) for _ in range(2))
        self.W_2 = nn.Linear(m, d, bias=False)
        self.norm_self, self.norm_ffn = nn.RMSNorm(d, eps=1e-5), nn.RMSNorm(d, eps=1e-5)

    def turned(self, x: Tensor) -> Tensor:
        """Pairs of neighbours as complex numbers, times e^{i m ω}.   x: (T, heads, d_k)."""
        ω = torch.pow(torch.tensor(self.base), -torch.arange(0, self.d_k, 2) / self.d_k)
        angle = torch.arange(x.shape[0])[:, None, None] * ω
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], self.d_k // 2, 2).contiguous())
        return torch.view_as_real(pairs * torch.polar(torch.ones_like(angle), angle)).reshape(x.shape)

    def forward(self, X: Tensor) -> Tensor:
        x, T = self.norm_self(X), X.shape[0]
        Q = self.turned(self.W_Q(x).reshape(T, self.H, self.d_k))
        K = self.turned(self.W_K(x).reshape(T, self.G, self.d_k)).repeat_interleave(self.H // self.G, 1)
        V = self.W_V(x).reshape(T, self.G, self.d_k).repeat_interleave(self.H // self.G, 1)
        Z = F.scaled_dot_product_attention(Q.transpose(0, 1), K.transpose(0, 1), V.transpose(0, 1), is_causal=True)
        X = X + self.W_O(Z.transpose(0, 1).reshape(T, -1))
        x = self.norm_ffn(X)
        return X + self.W_2(F.silu(self.W_1(x)) * self.W_3(x))

    def places(self) -> list[tuple[str, Place]]:
        found = under("norm_self", norm_places(self.norm_self)) + under("norm_ffn", norm_places(self.norm_ffn))
        for part, names in (("self_attention", "QKVO"), ("feed_forward", "123")):
            for name in names:
                found += under(part, linear_places(getattr(self, f"W_{name}"), f"W_{name}", ""))
        return found


def llama(N: int, d: int, H: int, G: int, m: int, L: int, base: float, tokens: Sequence[int]) -> Witness:
    E, U, final = nn.Embedding(N, d), nn.Linear(d, N, bias=False), nn.RMSNorm(d, eps=1e-5)
    layers = [LlamaLayer(d, H, G, m, base) for _ in range(L)]

    def outputs() -> list[Tensor]:
        X = E(ids(tokens))[0]
        for layer in layers:
            X = layer(X)
        return [U(final(X))]

    tower = [pair for n, layer in enumerate(layers, 1) for pair in under(f"layers.{n}", layer.places())]
    tower += under("final_norm", norm_places(final))
    return Witness(Places([("E", Place(E.weight)), *under("tower", tower), *linear_places(U, "U", "")]), outputs)


def cross_entropy(scores: Tensor, targets: Sequence[int | None], smoothing: float = 0.0) -> Tensor:
    """The mean over the positions that have a target, by PyTorch's own module."""
    wanted = torch.tensor([-100 if target is None else target - 1 for target in targets])
    return nn.CrossEntropyLoss(ignore_index=-100, label_smoothing=smoothing)(scores, wanted)
