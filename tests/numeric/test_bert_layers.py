"""What BERT adds to an encoder: the masked-token head and the pooler, their gradients and what they guarantee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from numeric.activation import Tanh
from numeric.fields import Ball, Exact, Field
from numeric.layer_norm import LayerNorm
from numeric.matrix import Matrix, ShapeMismatch
from numeric.pooler import Pooler
from numeric.prediction_head import PredictionHead
from tests.numeric.checked_gradients import agree_exactly, agree_in_balls, upstream, weighed

M = Mapping[str, Matrix[Any]]
X = [["1/2", -1], [2, "1/5"], ["-1/3", "3/4"]]
W = [["1/3", 2], ["-1/5", "3/4"]]


def test_prediction_head_gradients() -> None:
    def head(m: M) -> PredictionHead[Any]:
        return PredictionHead(m["W"], m["b"], LayerNorm(m["gamma"], m["beta"], "1/10"))

    def gradients(field: Field[Any], m: M) -> M:
        X_bar, bars = head(m).backward(head(m).forward(m["X"]), upstream(field, (3, 2)))
        assert isinstance(bars.norm, LayerNorm) and bars.norm.beta is not None
        return {"X": X_bar, "W": bars.W, "b": bars.b, "gamma": bars.norm.gamma, "beta": bars.norm.beta}

    point: dict[str, Any] = {"X": X, "W": W, "b": [["1/7", "-1/6"]], "gamma": [[1, "3/2"]], "beta": [["1/4", -1]]}
    agree_in_balls(lambda field, m: weighed(head(m).forward(m["X"]).Y), gradients, point)


def test_pooler_gradients_are_exact() -> None:
    def gradients(field: Field[Any], m: M) -> M:
        pooler = Pooler(m["W"], m["b"])
        H_bar, bars = pooler.backward(pooler.forward(m["X"]), upstream(field, (1, 2)))
        return {"X": H_bar, "W": bars.W, "b": bars.b}

    point = {"X": X, "W": W, "b": [["1/7", "-1/6"]]}
    agree_exactly(lambda field, m: weighed(Pooler(m["W"], m["b"]).forward(m["X"]).Y), gradients, point)


def test_the_pooler_reads_the_first_position_only() -> None:
    field = Exact()
    pooler = Pooler(field.matrix(W), field.matrix([[0, 0]]))
    H_bar, _ = pooler.backward(pooler.forward(field.matrix(X)), field.matrix([[1, 1]]))
    assert all(entry.is_zero() for row in H_bar.rows()[1:] for entry in row)
    other = field.matrix([X[0], [7, 7], [8, 9]])
    assert pooler.forward(other).Y.rows() == pooler.forward(field.matrix(X)).Y.rows()


def test_tanh_is_the_quotient_of_exponentials() -> None:
    field = Exact()
    e = field.exp(field.num(1))
    assert Tanh(field).value(field.num(1)) == (e - 1 / e) / (e + 1 / e)
    assert Tanh(field).slope(field.num(1)) == 4 / (e + 1 / e) ** 2
    assert Tanh(field).value(field.num(0)).is_zero()


def test_widths_that_do_not_fit_are_named() -> None:
    field = Ball(64)
    row, square = field.matrix([[1, 1]]), field.matrix(W)
    with pytest.raises(ShapeMismatch, match="rows of W_head is 3, but width of its input is 2"):
        PredictionHead(field.zeros(3, 2), row, LayerNorm(row))
    with pytest.raises(ShapeMismatch, match="columns of b_pool is 3, but width of what it is applied to is 2"):
        Pooler(square, field.matrix([[1, 1, 1]]))
