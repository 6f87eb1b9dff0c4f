"""What the layers compute: known values, the lessons' tables, exact identities, and structural zeros."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from numeric.activation import activation, logistic
from numeric.attention import attention, causal, unmasked, without_padding
from numeric.dropout import dropout, dropout_mask
from numeric.embedding import TokenOutOfRange, embedding
from numeric.feed_forward import FeedForward
from numeric.fields import Ball, Exact, Field, Float64, Mpf, Shadow, SignUndecided
from numeric.frequency import frequency
from numeric.layer_norm import LayerNorm
from numeric.learned_positions import LearnedPositions
from numeric.linear import linear
from numeric.matrix import Matrix, ShapeMismatch
from numeric.real import Real
from numeric.rms_norm import RMSNorm
from numeric.rounding import certify
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from numeric.sinusoidal import Sinusoidal
from numeric.written import read

FIELDS: list[Field[Any]] = [Float64(), Mpf(50), Ball(128), Exact(), Shadow(128)]
fields = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)


def rounds_to(printed: str, of: Any) -> bool:
    """The exact number rounds to what is printed."""
    return certify(read(printed), Real.of_ball(of.enclosure)).verdict in ("exact", "rounded")


def test_layer_norm_of_the_lesson() -> None:
    """Lesson 2, card 2, step 3, computed from the sums of the residual; γ = 1, β = 0, ε = 0."""
    field = Exact()
    X = field.matrix([["1.3", "0.6", "0.4", "1.2"], ["0.8", "1.5", "1.1", "0.3"], ["0.8", "0.5", "1.4", "1.4"]])
    Y = LayerNorm(field.matrix([[1] * 4]), field.matrix([[0] * 4]), 0).forward(X).Y
    printed = [
        ["1.109", "-0.718", "-1.239", "0.848"],
        ["-0.285", "1.313", "0.4", "-1.427"],
        ["-0.577", "-1.347", "0.962", "0.962"],
    ]
    for texts, row in zip(printed, Y.rows(), strict=True):
        for text, value in zip(texts, row, strict=True):
            assert rounds_to(text, value), text


def test_the_rows_own_normalisation_is_exact() -> None:
    """[2, 6, 4, 8]: μ = 5, σ = √5 (lesson 2, card 4)."""
    field = Exact()
    run = LayerNorm(field.matrix([[1] * 4]), epsilon=0).forward(field.matrix([[2, 6, 4, 8]]))
    assert run.s[0, 0] == field.sqrt(field.num(5))
    assert [entry * run.s[0, 0] for entry in run.X_hat.rows()[0]] == [-3, 1, -1, 3]
    assert field.total(run.X_hat.rows()[0]).is_zero()
    assert field.total([entry * entry for entry in run.X_hat.rows()[0]]) == 4


@fields
def test_rms_norm_keeps_the_mean(field: Field[Any]) -> None:
    """√(mean of 9, 16, 0, 0) = 5/2."""
    with field.working():
        run = RMSNorm(field.matrix([[1, 2, 1, 1]]), 0).forward(field.matrix([[3, 4, 0, 0]]))
    for value, expected in zip(run.Y.rows()[0], ("6/5", "16/5", 0, 0), strict=True):
        assert abs_below(value - field.num(expected), field)


def abs_below(difference: Any, field: Field[Any]) -> bool:
    """Zero as far as the field can tell."""
    if isinstance(field, Ball):
        return bool(difference.contains(0))
    return bool(difference == 0 or abs(difference) < 1e-15)


def test_a_constant_row_without_epsilon_is_an_error() -> None:
    for norm in (LayerNorm(Exact().matrix([[1, 1]]), epsilon=0), RMSNorm(Exact().matrix([[1, 1]]), 0)):
        field = norm.gamma.field
        with pytest.raises(ValueError, match="ε = 0"):
            norm.forward(field.matrix([[0, 0]]))
    ball = Ball(64)
    with pytest.raises(SignUndecided):
        LayerNorm(ball.matrix([[1, 1, 1]]), epsilon=0).forward(ball.matrix([["1/3", "1/3", "1/3"]]))


def test_waves_of_the_lesson() -> None:
    """Lesson 2, card 5: d = 4, positions 1, 2, 3."""
    field = Exact()
    printed = [["0.84", "0.54", "0.01", "1.00"], ["0.91", "-0.42", "0.02", "1.00"], ["0.14", "-0.99", "0.03", "1.00"]]
    P = Sinusoidal(first=1).rows(field, 3, 4)
    for texts, row in zip(printed, P.rows(), strict=True):
        assert all(rounds_to(text, value) for text, value in zip(texts, row, strict=True))
    assert frequency(field, 1, 4, 10000) == field.num("1/100")


def test_waves_turn_by_a_linear_map() -> None:
    """PE(pos + k) is PE(pos) times a rotation that does not depend on pos (lesson 2, card 5)."""
    field = Exact()
    P = Sinusoidal().rows(field, 9, 4).rows()
    for pos in (0, 2, 5):
        for k in (1, 3):
            for r, ω in ((0, field.num(1)), (2, field.num("1/100"))):
                s, c = field.sin(k * ω), field.cos(k * ω)
                assert P[pos + k][r] == P[pos][r] * c + P[pos][r + 1] * s
                assert P[pos + k][r + 1] == P[pos][r + 1] * c - P[pos][r] * s


@pytest.mark.parametrize(("i", "d"), [(1, 6), (2, 6), (3, 8), (1, 10)])
def test_a_frequency_is_the_root_it_names(i: int, d: int) -> None:
    field = Ball(128)
    with field.working():
        ω = frequency(field, i, d, 10000)
        assert (ω**d * field.num(10000) ** (2 * i) - 1).contains(0)


def test_learned_positions_end_where_the_table_ends() -> None:
    table = LearnedPositions(Exact().identity(3))
    assert table.forward(2).rows() == [[1, 0, 0], [0, 1, 0]]
    with pytest.raises(ShapeMismatch, match="length of the sequence is 4, but rows of P is 3"):
        table.forward(4)


def test_the_embedding_of_the_paper_is_scaled_by_the_root_of_d() -> None:
    field = Exact()
    E = field.matrix([[1, 2, 0, 1], [3, 4, 1, 1]])
    assert embedding(E, [2], scaled=True).rows() == [[6, 8, 2, 2]]
    with pytest.raises(TokenOutOfRange):
        embedding(E, [3], scaled=True)


@fields
def test_activations_at_zero_and_far_out(field: Field[Any]) -> None:
    with field.working():
        for name, slope in (("relu", 0), ("gelu", "1/2"), ("gelu-tanh", "1/2"), ("silu", "1/2")):
            σ = activation(field, name)  # type: ignore[arg-type]
            assert σ.value(field.num(0)) == 0
            assert abs_below(σ.slope(field.num(0)) - field.num(slope), field)
        assert activation(field, "relu").value(field.num(-3)) == 0
        assert activation(field, "relu").value(field.num(3)) == 3


@pytest.mark.parametrize("field", FIELDS[:3], ids=lambda field: field.name)
def test_far_out_nothing_overflows(field: Field[Any]) -> None:
    with field.working():
        for name in ("gelu", "gelu-tanh", "silu"):
            σ = activation(field, name)  # type: ignore[arg-type]
            for x in (-2000, 2000):
                assert abs(σ.value(field.num(x)) - max(x, 0)) < 1e-15
                assert abs(σ.slope(field.num(x)) - (x > 0)) < 1e-15


def test_gelu_is_x_times_the_normal_distribution() -> None:
    """GELU(x) − GELU(−x) = x, and with Φ(1) = 0.8413447460685429…; the tanh form is near it and not equal."""
    field = Exact()
    x = field.num("2/3")
    for name in ("gelu", "gelu-tanh", "silu"):
        σ = activation(field, name)  # type: ignore[arg-type]
        assert (σ.value(x) - σ.value(-x) - x).enclosure(200).contains(0)
    assert rounds_to("0.8413447460685429", activation(field, "gelu").value(field.num(1)))
    gap = activation(field, "gelu").value(field.num(1)) - activation(field, "gelu-tanh").value(field.num(1))
    assert 0.0001 < gap.enclosure(64) < 0.0002


def test_the_logistic_function() -> None:
    field = Exact()
    e = field.exp(field.num(1))
    assert logistic(field, field.num(1)) == e / (e + 1)
    assert logistic(field, field.num(-1)) == 1 / (e + 1)


def test_a_relu_never_guesses() -> None:
    field = Ball(64)
    with field.working():
        about_zero = field.num("1/3") * 3 - 1
        layer = FeedForward(field.matrix([[1]]), field.matrix([[1]]))
        with pytest.raises(SignUndecided, match="not certain at 64 bits"):
            layer.forward(field.of_rows([[about_zero]]))
        assert layer.forward(field.matrix([[0]])).Y[0, 0] == 0


def test_an_activation_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no activation 'elu'; there are relu, gelu, gelu-tanh, silu, tanh"):
        activation(Exact(), "elu")  # type: ignore[arg-type]


@fields
def test_dropped_entries_are_exactly_zero_and_kept_ones_are_scaled(field: Field[Any]) -> None:
    with field.working():
        X = field.matrix([["1/3", 3]])
        Y = dropout(X, dropout_mask(field, [[False, True]], "1/4"))
        assert Y[0, 0] == 0
        assert abs_below(Y[0, 1] - 4, field)
    for rate in (1, "-0.1"):
        with pytest.raises(ValueError, match="dropout rate"):
            dropout_mask(field, [[True]], rate)


def test_dropout_on_weights_is_not_normalised_again() -> None:
    """Notes §6.3: with dropout the rows of what mixes V no longer sum to 1."""
    field = Exact()
    ones = field.matrix([[1], [1]])
    run = attention(ones, ones, ones, unmasked(2, 2), dropout_mask(field, [[True, False], [True, True]], "1/2"))
    assert run.A.rows() == [[Fraction(1, 2)] * 2] * 2
    assert run.Z.rows() == [[1], [2]]


def test_padding_is_read_by_nobody() -> None:
    assert [list(each) for each in without_padding(causal(3), [True, False, True])] == [[0], [0], [0, 2]]
    field = Exact()
    with pytest.raises(ValueError, match="no allowed position"):
        Q = field.matrix([[1], [1]])
        attention(Q, Q, Q, without_padding(causal(2), [False, True]))
    with pytest.raises(ShapeMismatch, match="rows of K is 2, but rows of V is 1"):
        attention(Q, Q, field.matrix([[1]]), causal(2))


def test_the_loss_is_the_mean_over_counted_positions() -> None:
    field = Exact()
    logits = field.matrix([[0, 0], [5, 1], [0, 0]])
    run = sequence_loss(logits, [1, None, 2])
    assert field.log(field.num(2)) == run.L
    assert len(run.losses) == 2
    bar = sequence_loss_backward(run.p, [1, None, 2])
    assert bar.rows() == [[Fraction(-1, 4), Fraction(1, 4)], [0, 0], [Fraction(1, 4), Fraction(-1, 4)]]
    with pytest.raises(ValueError, match="every target is None"):
        sequence_loss(logits, [None] * 3)
    with pytest.raises(ShapeMismatch, match="number of targets is 2, but positions is 3"):
        sequence_loss(logits, [1, 2])
    with pytest.raises(TokenOutOfRange, match="token id 3"):
        sequence_loss(logits, [1, 3, None])


@fields
def test_bias_columns_sums_and_products_entry_by_entry(field: Field[Any]) -> None:
    A, b = field.matrix([[1, 2, 3], [4, 5, 6]]), field.matrix([[10, 20, 30]])
    assert linear(A, field.identity(3), b).rows() == field.matrix([[11, 22, 33], [14, 25, 36]]).rows()
    assert A.column_sums().rows() == field.matrix([[5, 7, 9]]).rows()
    assert A.hadamard(A).rows() == field.matrix([[1, 4, 9], [16, 25, 36]]).rows()
    assert A.columns(1, 3).rows() == field.matrix([[2, 3], [5, 6]]).rows()
    assert Matrix.beside([A.columns(0, 1), A.columns(1, 3)]).rows() == A.rows()
    with pytest.raises(IndexError, match="columns 2 to 4"):
        A.columns(2, 4)
    with pytest.raises(ShapeMismatch, match="concatenation"):
        Matrix.beside([A, b])
    with pytest.raises(ShapeMismatch, match="Hadamard product"):
        A.hadamard(b)


def test_products_row_by_row_are_the_same_products() -> None:
    one, other = Ball(128), Ball(128, row_by_row=True)
    rows = [[Fraction(7 * i + j, 3 + (i * j) % 5) for j in range(50)] for i in range(50)]
    with one.working():
        left, right = one.matrix(rows) @ one.matrix(rows), other.matrix(rows) @ other.matrix(rows)
        for x, y in zip(left.rows(), right.rows(), strict=True):
            assert all(a.overlaps(b) and b.rad() < 1e-25 for a, b in zip(x, y, strict=True))
