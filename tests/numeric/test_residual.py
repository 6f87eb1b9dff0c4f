"""Residual connections around a sublayer, normalised before or after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from numeric.dropout import dropout_mask
from numeric.feed_forward import FeedForward
from numeric.fields import Exact, Field
from numeric.layer_norm import LayerNorm
from numeric.matrix import Matrix
from numeric.residual import Order, residual, residual_backward
from numeric.rms_norm import RMSNorm
from tests.numeric.checked_gradients import agree_in_balls, upstream, weighed

M = Mapping[str, Matrix[Any]]
POINT: dict[str, Any] = {
    "X": [["1/2", -1], [2, "1/5"]],
    "W_1": [["1/3", 2], ["-1/5", "3/4"]],
    "W_2": [[2, 1], ["1/3", -1]],
    "gamma": [[1, "3/2"]],
}


def norm_of(kind: str, m: M) -> Any:
    return {"layer": LayerNorm(m["gamma"]), "rms": RMSNorm(m["gamma"]), "none": None}[kind]


@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("kind", ["layer", "rms", "none"])
def test_gradients(order: Order, kind: str) -> None:
    def ffn(m: M) -> FeedForward[Any]:
        return FeedForward(m["W_1"], m["W_2"], activation="gelu")

    def run(field: Field[Any], m: M) -> Any:
        mask = dropout_mask(field, [[True, False], [True, True]], "1/3")
        return residual(m["X"], norm_of(kind, m), order, ffn(m).forward, mask)

    def gradients(field: Field[Any], m: M) -> M:
        done = run(field, m)
        X_bar, norm_bar, ffn_bar = residual_backward(
            done, norm_of(kind, m), order, upstream(field, (2, 2)), lambda bar: ffn(m).backward(done.inner, bar)
        )
        gamma = {} if norm_bar is None else {"gamma": norm_bar.gamma}
        return {"X": X_bar, "W_1": ffn_bar.W_1, "W_2": ffn_bar.W_2, **gamma}

    # Without a normalisation its gain is not read, and has the gradient zero.
    unread = {} if kind != "none" else {"gamma": [[0, 0]]}
    agree_in_balls(
        lambda field, m: weighed(run(field, m).Y),
        lambda field, m: {**{name: field.matrix(rows) for name, rows in unread.items()}, **gradients(field, m)},
        POINT,
    )


def test_a_sublayer_that_subtracts_its_input_leaves_zero() -> None:
    """F(x) = −x: the residual does not keep the information (notes §8.3)."""
    field = Exact()
    X = field.matrix([["1/2", -1]])
    # ReLU(x) W − ReLU(−x) W = x W, so this feed-forward layer is x ↦ −x.
    ffn = FeedForward(field.matrix([[1, 0, -1, 0], [0, 1, 0, -1]]), field.matrix([[-1, 0], [0, -1], [1, 0], [0, 1]]))
    assert all(entry.is_zero() for entry in residual(X, None, "pre", ffn.forward).Y.rows()[0])
