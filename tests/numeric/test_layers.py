"""Look-up, projection, attention and cross-entropy, each by itself."""

from __future__ import annotations

from typing import Any

import pytest

from numeric.attention import attention, attention_backward, causal
from numeric.cross_entropy import cross_entropy, cross_entropy_backward
from numeric.embedding import TokenOutOfRange, embedding, embedding_backward
from numeric.fields import Ball, Exact, Field, Float64, Mpf, Shadow
from numeric.matrix import ShapeMismatch
from numeric.projection import projection, projection_backward
from numeric.softmax import softmax, softmax_backward

FIELDS: list[Field[Any]] = [Float64(), Mpf(50), Ball(128), Exact(), Shadow(128)]
fields = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)


@fields
def test_look_up_takes_rows_by_token_id(field: Field[Any]) -> None:
    E = field.matrix([[1, 2], [3, 4], [5, 6]])
    assert embedding(E, [3, 1, 3]).rows() == field.matrix([[5, 6], [1, 2], [5, 6]]).rows()


@fields
def test_gradients_of_equal_tokens_add_up_and_absent_tokens_get_zero(field: Field[Any]) -> None:
    X_bar = field.matrix([[1, 2], [3, 4], [5, 6]])
    assert embedding_backward(X_bar, [3, 1, 3], 4).rows() == field.matrix([[3, 4], [0, 0], [6, 8], [0, 0]]).rows()


def test_look_up_names_what_does_not_fit() -> None:
    field = Exact()
    with pytest.raises(TokenOutOfRange, match="token id 5 is not in the vocabulary of 2 tokens"):
        embedding(field.identity(2), [1, 5])
    with pytest.raises(ShapeMismatch, match="rows of X̄ is 2, but number of tokens is 3"):
        embedding_backward(field.identity(2), [1, 1, 1], 2)


@fields
def test_projection(field: Field[Any]) -> None:
    X, W, Y_bar = field.matrix([[1, 2]]), field.matrix([[3, 4, 5], [6, 7, 8]]), field.matrix([[1, 0, -1]])
    assert projection(X, W).rows() == field.matrix([[15, 18, 21]]).rows()
    X_bar, W_bar = projection_backward(X, W, Y_bar)
    assert X_bar.rows() == field.matrix([[-2, -2]]).rows()
    assert W_bar.rows() == field.matrix([[1, 0, -1], [2, 0, -2]]).rows()


def test_softmax_sums_to_one_and_ignores_a_common_shift() -> None:
    field = Exact()
    scores = [field.num("1/2"), field.num(-1), field.num("1/3")]
    p = softmax(field, scores)
    assert field.total(p) == 1
    assert softmax(field, [score + field.exp(field.num(1)) for score in scores]) == p
    assert field.total(softmax_backward(field, p, scores)).is_zero()


@fields
def test_a_single_score_has_probability_one(field: Field[Any]) -> None:
    with field.working():
        assert softmax(field, [field.exp(field.num("1/3"))]) == [1]


@pytest.mark.parametrize("field", FIELDS[:3], ids=lambda field: field.name)
def test_huge_scores_do_not_overflow(field: Field[Any]) -> None:
    with field.working():
        p = softmax(field, [field.num(10**6), field.num(10**6 - 1)])
        assert all(0 < each < 1 for each in p)


@fields
def test_forbidden_positions_get_exact_zeros_even_beside_huge_scores(field: Field[Any]) -> None:
    with field.working():
        Q, K = field.matrix([[1], [1], [2]]), field.matrix([[1], [1000], [0]])
        head = attention(Q, K, field.identity(3), causal(3))
        head_bar = attention_backward(Q, K, field.identity(3), causal(3), head.A, field.matrix([[1, 2, 3]] * 3))
        for i in range(3):
            for j in range(i + 1, 3):
                assert head.A[i, j] == 0
                assert head_bar.S[i, j] == 0
        assert head.S_0[0, 1] == 1000


def test_scores_are_divided_by_the_root_of_d_k() -> None:
    field = Exact()
    Q, K = field.matrix([[1, 1]]), field.matrix([[3, 5]])
    assert attention(Q, K, field.identity(1), [[0]]).S_0[0, 0] == 8 / field.sqrt(field.num(2))


def test_any_allowed_sets() -> None:
    field = Exact()
    Q, K = field.matrix([[1], [2]]), field.matrix([[0], [1], [3]])
    A = attention(Q, K, field.identity(3), [[1, 2], [0]]).A
    e = field.exp(field.num(1))
    assert A.rows() == [[0, 1 / (1 + e**2), e**2 / (1 + e**2)], [1, 0, 0]]


def test_attention_names_what_does_not_fit() -> None:
    field = Exact()
    Q = field.matrix([[1], [2]])
    with pytest.raises(ShapeMismatch, match="number of allowed sets is 1, but rows of Q is 2"):
        attention(Q, Q, Q, [[0]])
    with pytest.raises(ValueError, match="no allowed position"):
        attention(Q, Q, Q, [[0], []])
    with pytest.raises(ShapeMismatch, match="columns of the left is 1, but rows of the right is 2"):
        attention(Q, field.identity(2), Q, causal(2))


def test_equal_logits_cost_the_logarithm_of_the_vocabulary() -> None:
    field = Exact()
    p, L = cross_entropy(field.matrix([[7, 7, 7]]), 2)
    assert p.rows()[0] == [field.num("1/3")] * 3
    assert field.log(field.num(3)) == L
    assert cross_entropy_backward(p, 2).rows()[0] == [field.num("1/3"), field.num("-2/3"), field.num("1/3")]


def test_a_target_out_of_range_is_named() -> None:
    with pytest.raises(TokenOutOfRange, match="token id 4"):
        cross_entropy(Exact().matrix([[1, 2, 3]]), 4)
