"""Single layers against PyTorch's modules, where a whole model does not show what they do."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from numeric.activation import ActivationName, activation
from numeric.attention import unmasked
from numeric.cross_entropy import cross_entropy, cross_entropy_backward
from numeric.fields import Float64, Shadow
from numeric.multi_head import MultiHead
from tests.oracle.torch_models import Places, attention_places

torch.set_default_dtype(torch.float64)
POINTS = [Fraction(k, 8) for k in range(-60, 61)]


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("relu", F.relu),
        ("gelu", F.gelu),
        ("gelu-tanh", lambda x: F.gelu(x, approximate="tanh")),
        ("silu", F.silu),
        ("tanh", torch.tanh),
    ],
)
def test_activations_and_their_slopes(name: ActivationName, theirs: Any) -> None:
    x = torch.tensor([float(point) for point in POINTS], requires_grad=True)
    y = theirs(x)
    y.sum().backward()
    assert x.grad is not None
    σ = activation(Float64(), name)
    for point, value, slope in zip(POINTS, y.tolist(), x.grad.tolist(), strict=True):
        assert abs(σ.value(float(point)) - value) < 1e-14
        assert abs(σ.slope(float(point)) - slope) < 1e-14


def test_the_slope_at_the_kink_is_the_same_convention() -> None:
    zero = torch.zeros(1, requires_grad=True)
    F.relu(zero).sum().backward()
    assert zero.grad is not None
    field = Shadow()
    assert activation(field, "relu").slope(field.num("1/3") - field.num("1/3")) == 0
    assert zero.grad.item() == 0


def rows(m: int, n: int, seed: int) -> list[list[Fraction]]:
    return [[Fraction((seed + 7 * i * i + 5 * j + 3 * i * j) % 23 - 11, 8) for j in range(n)] for i in range(m)]


def test_attention_weights_of_every_head() -> None:
    d, H = 8, 4
    module = nn.MultiheadAttention(d, H, batch_first=True)
    shapes = {f"W_{letter}": (d, d) for letter in "QKVO"} | {f"b_{letter}": (1, d) for letter in "QKVO"}
    weights = {name: rows(m, n, seed) for seed, (name, (m, n)) in enumerate(shapes.items())}
    Places(attention_places(module)).load(weights)
    X, source = rows(3, d, 2), rows(5, d, 9)
    x, y = (torch.tensor([[[float(entry) for entry in row] for row in each]]) for each in (X, source))
    Y, A = module(x, y, y, average_attn_weights=False)
    field = Float64()
    layer = MultiHead(**{name: field.matrix(each) for name, each in weights.items()}, heads=H)
    run = layer.forward(field.matrix(X), field.matrix(source), unmasked(3, 5))
    for ours, theirs in [(run.Y, Y[0]), *[(head.attention.A, A[0, r]) for r, head in enumerate(run.heads)]]:
        assert (torch.tensor(ours.rows()) - theirs).abs().max() < 1e-12


@pytest.mark.parametrize("smoothing", ["0", "0.1", "1"])
def test_cross_entropy_and_label_smoothing(smoothing: str) -> None:
    logits = rows(1, 9, 4)
    scores = torch.tensor([[float(x) for x in logits[0]]], requires_grad=True)
    loss = nn.CrossEntropyLoss(label_smoothing=float(smoothing))(scores, torch.tensor([5]))
    loss.backward()
    assert scores.grad is not None
    p, L = cross_entropy(Float64().matrix(logits), 6, smoothing)
    assert abs(L - loss.item()) < 1e-14
    gradient = torch.tensor(cross_entropy_backward(p, 6, smoothing).rows())
    assert (gradient - scores.grad).abs().max() < 1e-15
