"""BERT with both of its losses: gradients against dual numbers, and what segments and the pooler do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from flint import arb

from numeric.dual import Duals
from numeric.fields import Ball, Exact, Field
from numeric.gradient_check import entries
from numeric.matrix import Matrix, ShapeMismatch
from numeric.models.bert import Bert, bert
from numeric.parameters import named
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from numeric.weights import GivenWeights, Weights
from tests.numeric.models.small_models import Rows, arbitrary

TOKENS, REAL, SEGMENTS = [2, 5, 3], [True, True, False], [1, 1, 2]
WORDS, FOLLOWS = [5, 1, None], [2]
BITS = 256


def small(weights: Weights[Any]) -> Bert[Any]:
    return bert(weights, 5, 3, d=4, H=2, m=3, L=1, epsilon="1e-5")


def rows() -> Rows:
    asked: Rows = {}
    small(arbitrary(asked))
    return asked


def loss(field: Field[Any], m: Mapping[str, Matrix[Any]]) -> Any:
    run = small(GivenWeights(field, m)).forward(TOKENS, REAL, segments=SEGMENTS)
    return sequence_loss(run.logits, WORDS).L + sequence_loss(run.next_logits, FOLLOWS).L


def gradients(field: Field[Any]) -> Bert[Any]:
    model = small(GivenWeights(field, rows()))
    run = model.forward(TOKENS, REAL, segments=SEGMENTS)
    with field.working():
        words_bar = sequence_loss_backward(sequence_loss(run.logits, WORDS).p, WORDS)
        next_bar = sequence_loss_backward(sequence_loss(run.next_logits, FOLLOWS).p, FOLLOWS)
    return model.backward(run, words_bar, next_bar)


def test_every_entry_agrees_with_dual_numbers_over_balls() -> None:
    field = Ball(BITS)
    duals = Duals(field)
    point = rows()
    with field.working():
        variables = {
            name: duals.matrix(
                [[duals.variable(field.num(x), (name, i, j)) for j, x in enumerate(row)] for i, row in enumerate(matrix)]
            )
            for name, matrix in point.items()
        }
        total = loss(duals, variables)
        by_rules = dict(named(gradients(field)))
        assert by_rules.keys() == point.keys()
        for name, i, j in entries(point):
            gradient, derivative = by_rules[name][i, j], duals.derivative(total, (name, i, j))
            assert gradient.overlaps(derivative), (name, i, j)
            assert gradient.rad() < arb(2) ** -80, (name, i, j)


def test_a_segment_that_does_not_occur_has_exactly_no_gradient() -> None:
    model = small(GivenWeights(Ball(100), rows()))
    run = model.forward(TOKENS)
    with Ball(100).working():
        words_bar = sequence_loss_backward(sequence_loss(run.logits, WORDS).p, WORDS)
    segments_bar = model.words.backward(run.words, words_bar).segments
    assert segments_bar is not None
    assert all(entry == 0 for entry in segments_bar.rows()[1])
    assert any(entry != 0 for entry in segments_bar.rows()[0])


def test_without_segments_given_all_tokens_are_of_the_first() -> None:
    model = small(GivenWeights(Ball(100), rows()))
    named_, silent, other = (model.forward(TOKENS, segments=each).logits for each in ([1, 1, 1], None, SEGMENTS))
    for x, y in zip(named_.rows()[0], silent.rows()[0], strict=True):
        assert x.mid() == y.mid() and x.rad() == y.rad()
    assert not other[0, 0].overlaps(silent[0, 0])


def test_segments_that_do_not_fit_are_named() -> None:
    model = small(GivenWeights(Ball(64), rows()))
    with pytest.raises(ShapeMismatch, match="segment embedding: segments is 2, but tokens is 3"):
        model.forward(TOKENS, segments=[1, 2])
    with pytest.raises(ValueError, match="segment 3; the model has segments 1 to 2"):
        model.forward(TOKENS, segments=[1, 2, 3])
    with pytest.raises(ValueError, match="no segment embeddings"):
        replace(model.words, segments=None).forward(TOKENS, segments=[1, 1, 1])
    with pytest.raises(ShapeMismatch, match="columns of segments is 3, but columns of E is 4"):
        replace(model.words, segments=Ball(64).zeros(2, 3))
    with pytest.raises(ShapeMismatch, match="rows of W_next is 3, but width of its input is 4"):
        replace(model, W_next=Ball(64).zeros(3, 2))


def test_bert_base_has_the_parameters_of_the_published_checkpoint() -> None:
    """Embeddings 23 837 184, twelve layers of 7 087 872, pooler 590 592, head 592 128 + 30 522, next sentence 1 538."""
    shapes = Exact()
    model = bert(lambda name, m, n: Matrix(shapes, None, (m, n)), 30522, 512, d=768, H=12, m=3072, L=12)
    assert sum(matrix.shape[0] * matrix.shape[1] for _, matrix in named(model)) == 110_106_428
