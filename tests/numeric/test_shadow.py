"""Balls with an exact shadow: what is proved zero, what stays exact, and that the rest is enclosed as tightly as ever."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from numeric.attention import attention, causal, unmasked
from numeric.feed_forward import FeedForward
from numeric.fields import Ball, Exact, Shadow, SignUndecided
from numeric.kink import Kink, kinks
from numeric.matrix import Matrix
from numeric.models.architecture import Architecture
from numeric.models.causal_decoder import causal_decoder
from numeric.parameters import named
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from numeric.softmax import softmax
from numeric.weights import GivenWeights
from tests.numeric.models.small_models import MODELS, Small

# x = (1/3, 1/7) and w = (3, −7): zero, which no ball that holds 1/3 can show. The second coordinate is 1.
X = [["1/3", "1/7"]]
W_1: list[list[Any]] = [[3, 3], [-7, 0]]


def test_a_structural_zero_at_a_relu_is_proved() -> None:
    ball, shadow = Ball(128), Shadow(128)
    with pytest.raises(SignUndecided), ball.working():
        FeedForward(ball.matrix(W_1), ball.identity(2)).forward(ball.matrix(X))
    with shadow.working():
        layer = FeedForward(shadow.matrix(W_1), shadow.identity(2))
        run = layer.forward(shadow.matrix(X))
        assert run.B.rows() == [[0, 1]]
        assert run.Y.rows() == [[0, 1]]
        X_bar, _ = layer.backward(run, shadow.matrix([[1, 1]]))
        assert X_bar.rows() == [[3, 0]]  # by the convention, nothing flows through the first coordinate


def a_decoder(E: list[list[Any]]) -> Small:
    """One layer without normalisation to speak of: attention adds nothing, and the FFN reads LN(x) = ±1."""
    rows: dict[str, Any] = {
        "E": E,
        "tower.layers.1.self_attention.W_Q": [[0], [0]],
        "tower.layers.1.self_attention.W_K": [[0], [0]],
        "tower.layers.1.self_attention.W_V": [[0], [0]],
        "tower.layers.1.self_attention.W_O": [[0, 0]],
        "tower.layers.1.norm_self.gamma": [[1, 1]],
        "tower.layers.1.norm_ffn.gamma": [[1, 1]],
        "tower.layers.1.feed_forward.W_1": [["1/3", 1], ["1/3", 0]],
        "tower.layers.1.feed_forward.W_2": [[1, "1/7"], [0, 1]],
        "U": [[1, 0], [0, 1]],
    }
    a = Architecture(2, 1, 2, 1, d_k=1, d_v=1, epsilon=0, bias_norm=False, final_norm=False)
    return Small(lambda weights: causal_decoder(GivenWeights(Shadow(128), rows), 2, a), ([1, 2],), [2, 1])


def test_the_kinks_of_a_run_are_named() -> None:
    """LN of (x, y) with ε = 0 is ±(1, −1): W_1 maps it to ±(1/3 − 1/3, 1), in both positions, so there are two kinks."""
    model = a_decoder([["1/3", "1/11"], ["-2/7", 5]]).model(Shadow(128))
    run = model.forward([1, 2])
    assert kinks(model.tower, run.tower) == [Kink(1, 0, 0), Kink(1, 1, 0)]
    assert run.tower.layers[0].feed_forward.inner.B.rows() == [[0, 1], [0, -1]]


def test_a_model_without_kinks_says_so() -> None:
    for name, field in (("causal decoder, tied, waves", Shadow(128)), ("llama", Shadow(128))):
        model = MODELS[name].model(field)
        assert kinks(model.tower, MODELS[name].run(model).tower) == []


def test_exact_ties_are_seen() -> None:
    field = Shadow(128)
    with field.working():
        tied = softmax(field, [field.num("1/3"), field.num(1) - field.num("2/3")])
        assert tied == [fmpq(1, 2), fmpq(1, 2)]
        ones = field.matrix([["1/3"], ["1/3"], ["1/3"]])
        A = attention(ones, ones, field.matrix([[1], ["1/7"], [2]]), unmasked(3, 3))
        assert A.A.rows() == [[fmpq(1, 3)] * 3] * 3
        assert A.Z.rows() == [[fmpq(22, 21)]] * 3


def test_a_row_stays_exact_beside_enclosed_ones() -> None:
    """The first position of a causal attention reads itself only: its result is its own value, exactly."""
    field = Shadow(128)
    with field.working():
        Q = field.matrix([["1/3"], ["1/7"]])
        Z = attention(Q, Q, field.matrix([["1/11"], [2]]), causal(2)).Z
        assert Z[0, 0] == fmpq(1, 11) and isinstance(Z[0, 0], fmpq)
        assert isinstance(Z[1, 0], arb)
        further = Z @ field.matrix([[22, "1/2"]]) + field.matrix([[-2, 0], [0, 0]])
        assert further.rows()[0] == [0, fmpq(1, 22)]
        assert further.row(0).T.rows() == [[0], [fmpq(1, 22)]]
        assert (2 * further).rows()[0] == [0, fmpq(1, 11)]
        assert isinstance((field.pi() * further)[0, 1], arb) and (field.pi() * further)[0, 0] == 0


def test_values_of_the_functions_that_are_rational_stay_so() -> None:
    field = Shadow(128)
    with field.working():
        zero, one = field.num(0), field.num(1)
        assert [field.exp(zero), field.log(one), field.sqrt(field.num("4/9"))] == [1, 0, fmpq(2, 3)]
        assert [field.erf(zero), field.sin(zero), field.cos(zero)] == [0, 0, 1]
        for value in (field.exp(one), field.sqrt(field.num(2)), field.cos(one), field.log(field.num(2))):
            assert isinstance(value, arb) and value.rad() < arb(2) ** -120
        with pytest.raises(ValueError, match="which is negative"):
            field.sqrt(field.num(-1))
        with pytest.raises(ValueError, match="not positive"):
            field.log(zero)


def test_what_grows_beyond_all_measure_goes_on_as_a_ball() -> None:
    field = Shadow(64)
    with field.working():
        A: Matrix[Any] = field.matrix([["1/3", "1/7"], ["2/11", "-5/13"]])
        for _ in range(12):
            A = A @ A
        assert isinstance(A[0, 0], arb)


def test_weights_made_outside_of_a_computation_are_as_fine_as_the_field() -> None:
    assert ctx.prec == 53
    field = Shadow(256)
    assert field.matrix([["1/3"]]).storage.balls[0, 0].rad() < arb(2) ** -250


@pytest.mark.parametrize("small", MODELS.values(), ids=MODELS.keys())
def test_gradients_are_those_of_balls_and_as_tight(small: Small) -> None:
    ball, shadow = Ball(160), Shadow(160)
    enclosed, shadowed = (dict(named(small.gradients(field))) for field in (ball, shadow))
    assert enclosed.keys() == shadowed.keys()
    for name, matrix in enclosed.items():
        for row, other in zip(matrix.rows(), shadowed[name].rows(), strict=True):
            for x, y in zip(row, other, strict=True):
                with shadow.working():
                    assert x.overlaps(arb(y)), name
                    assert arb(y).rad() <= 4 * x.rad(), name


@given(st.lists(st.fractions(-9, 9, max_denominator=50), min_size=6, max_size=6))
def test_a_small_layer_is_exact_where_the_exact_field_is(entries: list[Fraction]) -> None:
    """Linear maps and a ReLU of any rationals: every entry is the exact field's, at kinks and beside them."""
    results = []
    for field in (Exact(), Shadow(64)):
        layer = FeedForward(field.matrix([entries[:2], entries[2:4]]), field.matrix([[1], ["1/3"]]))
        results.append(layer.forward(field.matrix([entries[4:]])).Y[0, 0])
    exact, shadow = results
    assert exact.rational() == Fraction(int(shadow.numerator), int(shadow.denominator))


def test_the_loss_of_a_run_through_kinks_is_enclosed() -> None:
    """Token 1 goes to (x, y) + (0, 1) and 2 to (x, y) + (0, 0): the logits are rational, the loss is not."""
    small, field = a_decoder([["1/3", "1/11"], ["-2/7", 5]]), Shadow(128)
    model = small.model(field)
    run = small.run(model)
    assert run.logits.rows() == [[fmpq(1, 3), fmpq(12, 11)], [fmpq(-2, 7), fmpq(5)]]
    with field.working():
        loss = sequence_loss(run.logits, small.targets)
        gradients = model.backward(run, sequence_loss_backward(loss.p, small.targets))
    exact = Exact()
    expected = sequence_loss(exact.matrix([["1/3", "12/11"], ["-2/7", 5]]), small.targets).L
    assert loss.L.overlaps(expected.enclosure(128)) and loss.L.rad() < arb(2) ** -110
    assert all(entry == 0 for entry in [row[0] for row in gradients.tower.layers[0].feed_forward.W_1.rows()])
