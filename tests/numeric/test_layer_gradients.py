"""Every layer's backward rule against derivatives of its forward rule: dual numbers, power series, differences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from numeric.activation import ActivationName
from numeric.attention import attention, attention_backward, causal, unmasked
from numeric.dropout import dropout, dropout_backward, dropout_mask
from numeric.embedding import embedding, embedding_backward
from numeric.feed_forward import FeedForward
from numeric.fields import Field
from numeric.gated_feed_forward import GatedFeedForward
from numeric.layer_norm import LayerNorm
from numeric.learned_positions import LearnedPositions
from numeric.linear import linear, linear_backward
from numeric.matrix import Matrix
from numeric.rms_norm import RMSNorm
from numeric.rotary import Rotary
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from tests.numeric.checked_gradients import agree_exactly, agree_in_balls, upstream, weighed

M = Mapping[str, Matrix[Any]]
X = [["1/2", -1, "2/3"], [2, "1/5", "-3/4"]]
W = [["1/3", -1], [2, "1/2"], ["-2/5", "3/7"]]


def test_linear_with_bias() -> None:
    def gradients(field: Field[Any], m: M) -> M:
        Y_bar = upstream(field, (2, 2))
        return dict(zip("XWb", linear_backward(m["X"], m["W"], m["b"], Y_bar), strict=True))

    point = {"X": X, "W": W, "b": [["1/4", -2]]}
    agree_exactly(lambda field, m: weighed(linear(m["X"], m["W"], m["b"])), gradients, point)


def test_linear_without_bias() -> None:
    def gradients(field: Field[Any], m: M) -> M:
        X_bar, W_bar, b_bar = linear_backward(m["X"], m["W"], None, upstream(field, (2, 2)))
        assert b_bar is None
        return {"X": X_bar, "W": W_bar}

    agree_exactly(lambda field, m: weighed(linear(m["X"], m["W"], None)), gradients, {"X": X, "W": W})


def test_dropout() -> None:
    kept = [[True, False, True], [False, True, True]]

    def loss(field: Field[Any], m: M) -> Any:
        return weighed(dropout(m["X"], dropout_mask(field, kept, "0.1")))

    def gradients(field: Field[Any], m: M) -> M:
        return {"X": dropout_backward(upstream(field, (2, 3)), dropout_mask(field, kept, "0.1"))}

    agree_exactly(loss, gradients, {"X": X})


@pytest.mark.parametrize("scaled", [False, True])
def test_embedding(scaled: bool) -> None:
    tokens = [3, 1, 3]

    def gradients(field: Field[Any], m: M) -> M:
        return {"E": embedding_backward(upstream(field, (3, 2)), tokens, 4, scaled=scaled)}

    point = {"E": [[1, "1/2"], [3, -1], ["2/3", 5], [0, 1]]}
    agree_exactly(lambda field, m: weighed(embedding(m["E"], tokens, scaled=scaled)), gradients, point)


def test_learned_positions() -> None:
    def gradients(field: Field[Any], m: M) -> M:
        return {"P": LearnedPositions(m["P"]).backward(upstream(field, (2, 2))).P}

    point = {"P": [[1, "1/2"], [3, -1], ["2/3", 5]]}
    agree_exactly(lambda field, m: weighed(LearnedPositions(m["P"]).forward(2)), gradients, point)


@pytest.mark.parametrize("pairs", ["adjacent", "halves"])
def test_rotary(pairs: Any) -> None:
    rotary = Rotary(100, pairs)

    def gradients(field: Field[Any], m: M) -> M:
        return {"X": rotary.backward(upstream(field, (3, 4)), [0, 1, 5])}

    point = {"X": [[1, "1/2", -1, 2], ["2/3", 0, 1, 1], [3, "-1/4", 2, "1/7"]]}
    agree_exactly(lambda field, m: weighed(rotary.forward(m["X"], [0, 1, 5])), gradients, point)


@pytest.mark.parametrize("name", ["relu", "gelu", "gelu-tanh", "silu"])
@pytest.mark.parametrize("bias", [False, True])
def test_feed_forward(name: ActivationName, bias: bool) -> None:
    def layer(m: M) -> FeedForward[Any]:
        return FeedForward(m["W_1"], m["W_2"], m.get("b_1"), m.get("b_2"), name)

    def gradients(field: Field[Any], m: M) -> M:
        X_bar, parameters = layer(m).backward(layer(m).forward(m["X"]), upstream(field, (1, 1)))
        return {"X": X_bar, **{each: getattr(parameters, each) for each in m if each != "X"}}

    biases: dict[str, Any] = {"b_1": [["1/7", "-1/6"]], "b_2": [["1/4"]]} if bias else {}
    point = {"X": [["1/2", -1]], "W_1": [["1/3", 2], ["-1/5", "3/4"]], "W_2": [[2], ["1/3"]], **biases}
    agree_exactly(lambda field, m: weighed(layer(m).forward(m["X"]).Y), gradients, point)
    agree_in_balls(lambda field, m: weighed(layer(m).forward(m["X"]).Y), gradients, point)


@pytest.mark.parametrize("bias", [False, True])
def test_gated_feed_forward_with_dropout(bias: bool) -> None:
    def layer(m: M) -> GatedFeedForward[Any]:
        return GatedFeedForward(m["W_1"], m["W_2"], m["W_3"], m.get("b_1"), m.get("b_2"), m.get("b_3"))

    def run(field: Field[Any], m: M) -> Any:
        return layer(m).forward(m["X"], dropout_mask(field, [[True, True], [False, True]], "1/4"))

    def gradients(field: Field[Any], m: M) -> M:
        X_bar, parameters = layer(m).backward(run(field, m), upstream(field, (2, 1)))
        return {"X": X_bar, **{each: getattr(parameters, each) for each in m if each != "X"}}

    biases: dict[str, Any] = {"b_1": [["1/7", "-1/6"]], "b_2": [["1/4"]], "b_3": [[1, "1/2"]]} if bias else {}
    weights = {"W_1": [["1/3", 2], ["-1/5", "3/4"]], "W_2": [[2], ["1/3"]], "W_3": [[1, "1/2"], [-1, "2/7"]]}
    point = {"X": [["1/2", -1], ["1/3", "1/4"]], **weights, **biases}
    agree_in_balls(lambda field, m: weighed(run(field, m).Y), gradients, point)


@pytest.mark.parametrize("epsilon", ["1e-5", "1/3", 0])
@pytest.mark.parametrize("bias", [False, True])
def test_layer_norm(epsilon: Any, bias: bool) -> None:
    def layer(m: M) -> LayerNorm[Any]:
        return LayerNorm(m["gamma"], m.get("beta"), epsilon)

    def gradients(field: Field[Any], m: M) -> M:
        X_bar, parameters = layer(m).backward(layer(m).forward(m["X"]), upstream(field, (2, 3)))
        return {"X": X_bar, **{each: getattr(parameters, each) for each in m if each != "X"}}

    point: dict[str, Any] = {"X": X, "gamma": [[1, "1/2", -2]], **({"beta": [[0, "1/3", 1]]} if bias else {})}
    agree_exactly(lambda field, m: weighed(layer(m).forward(m["X"]).Y), gradients, point)
    agree_in_balls(lambda field, m: weighed(layer(m).forward(m["X"]).Y), gradients, point)


@pytest.mark.parametrize("epsilon", ["1e-5", 0])
def test_rms_norm(epsilon: Any) -> None:
    def gradients(field: Field[Any], m: M) -> M:
        layer = RMSNorm(m["gamma"], epsilon)
        X_bar, parameters = layer.backward(layer.forward(m["X"]), upstream(field, (2, 3)))
        return {"X": X_bar, "gamma": parameters.gamma}

    def loss(field: Field[Any], m: M) -> Any:
        return weighed(RMSNorm(m["gamma"], epsilon).forward(m["X"]).Y)

    point = {"X": X, "gamma": [[1, "1/2", -2]]}
    agree_exactly(loss, gradients, point)
    agree_in_balls(loss, gradients, point)


@pytest.mark.parametrize("allowed", [causal(3), unmasked(3, 3), [[1, 2], [0], [0, 2]]], ids=["causal", "all", "sets"])
@pytest.mark.parametrize("dropped", [False, True])
def test_attention(allowed: Any, dropped: bool) -> None:
    kept = [[True, True, False], [True, False, True], [True, True, True]]

    def mask(field: Field[Any]) -> Any:
        return dropout_mask(field, kept, "1/5") if dropped else None

    def loss(field: Field[Any], m: M) -> Any:
        return weighed(attention(m["Q"], m["K"], m["V"], allowed, mask(field)).Z)

    def gradients(field: Field[Any], m: M) -> M:
        Q, K, V = m["Q"], m["K"], m["V"]
        A = attention(Q, K, V, allowed, mask(field)).A
        bars = attention_backward(Q, K, V, allowed, A, upstream(field, (3, 1)), mask(field))
        return {"Q": bars.Q, "K": bars.K, "V": bars.V}

    point = {
        "Q": [["1/2", 1], [2, "-1/3"], [0, 1]],
        "K": [["1/3", 1], ["1/2", -1], [1, 1]],
        "V": [[1], ["1/7"], [-2]],
    }
    agree_exactly(loss, gradients, point)
    agree_in_balls(loss, gradients, point)


def test_cross_attention_between_other_lengths() -> None:
    def loss(field: Field[Any], m: M) -> Any:
        return weighed(attention(m["Q"], m["K"], m["V"], unmasked(2, 3)).Z)

    def gradients(field: Field[Any], m: M) -> M:
        Q, K, V = m["Q"], m["K"], m["V"]
        A = attention(Q, K, V, unmasked(2, 3)).A
        bars = attention_backward(Q, K, V, unmasked(2, 3), A, upstream(field, (2, 2)))
        return {"Q": bars.Q, "K": bars.K, "V": bars.V}

    point = {"Q": [["1/2"], [2]], "K": [["1/3"], [1], [-1]], "V": [[1, 2], ["1/7", 0], [-2, "1/2"]]}
    agree_exactly(loss, gradients, point)


@pytest.mark.parametrize("targets", [[2, 1, 3], [None, 3, None], [1, None, 1]], ids=str)
def test_sequence_loss(targets: list[int | None]) -> None:
    def gradients(field: Field[Any], m: M) -> M:
        return {"logits": sequence_loss_backward(sequence_loss(m["logits"], targets).p, targets)}

    point = {"logits": [["1/2", 1, -1], [2, "-1/2", 0], [0, 1, "3/2"]]}
    agree_exactly(lambda field, m: sequence_loss(m["logits"], targets).L, gradients, point)
    agree_in_balls(lambda field, m: sequence_loss(m["logits"], targets).L, gradients, point)
