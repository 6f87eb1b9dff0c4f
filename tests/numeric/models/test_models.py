"""What the models promise: prefixes, padding, structural zeros, tied tables, names, and what they refuse."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from numeric.embedding import TokenOutOfRange
from numeric.fields import Ball, Exact, Field, Float64, Mpf
from numeric.matrix import Matrix, ShapeMismatch
from numeric.models.architecture import Architecture
from numeric.models.block import BlockDropout
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import original, transformer
from numeric.models.llama import llama
from numeric.parameters import named
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from numeric.weights import GivenWeights, WeightsMissing
from tests.numeric.models.small_models import MODELS, Rows, Small, arbitrary

models = pytest.mark.parametrize("small", MODELS.values(), ids=MODELS.keys())


def same(x: Matrix[Any], y: Matrix[Any]) -> bool:
    """The very same enclosures."""
    pairs = zip((e for row in x.rows() for e in row), (e for row in y.rows() for e in row), strict=True)
    return all(a.mid() == b.mid() and a.rad() == b.rad() for a, b in pairs)


@models
def test_names_are_those_of_the_weights_asked_for(small: Small) -> None:
    field = Ball(64)
    weights = GivenWeights(field, small.rows())
    model = small.build(weights)
    weights.check_all_used()
    assert {name: matrix.shape for name, matrix in named(model)} == {
        name: (len(rows), len(rows[0])) for name, rows in small.rows().items()
    }


@models
@pytest.mark.parametrize("field", [Float64(), Mpf(30)], ids=lambda field: field.name)
def test_floating_point_lies_beside_the_enclosure(small: Small, field: Field[Any]) -> None:
    ball = Ball(160)
    logits = small.run(small.model(ball)).logits
    for row, enclosed in zip(small.run(small.model(field)).logits.rows(), logits.rows(), strict=True):
        for x, y in zip(row, enclosed, strict=True):
            assert abs(float(x) - float(y.mid())) < 1e-12


@pytest.mark.parametrize("name", [name for name in MODELS if not name.startswith("encoder")])
def test_teacher_forcing_is_step_by_step_generation(name: str) -> None:
    small, tokens = MODELS[name], [1, 4, 2, 3]
    model = small.model(Ball(100))
    whole = model.forward(tokens).logits
    for i in range(1, len(tokens) + 1):
        assert same(model.forward(tokens[:i]).logits.row(i - 1), whole.row(i - 1))


def test_teacher_forcing_is_step_by_step_translation() -> None:
    model = MODELS["encoder–decoder, three tied"].model(Ball(100))
    encoded, target = model.encode([4, 5, 6]), [1, 2, 3, 2, 5]
    whole = model.decode(target, encoded).logits
    for i in range(1, len(target) + 1):
        assert same(model.decode(target[:i], encoded).logits.row(i - 1), whole.row(i - 1))


def test_teacher_forcing_is_exact_where_blocks_of_rows_are_not_scaled_together() -> None:
    """80 tokens: products of this size would mix the rows' widths unless they go row by row."""
    asked: Rows = {}
    build = lambda weights: causal_decoder(weights, 9, Architecture(64, 2, 64, 1))  # noqa: E731
    build(arbitrary(asked))
    model = build(GivenWeights(Ball(64, row_by_row=True), asked))
    tokens = [(7 * i * i + i) % 9 + 1 for i in range(80)]
    whole = model.forward(tokens).logits
    for i in (1, 33, 79):
        assert same(model.forward(tokens[:i]).logits.row(i - 1), whole.row(i - 1))


def test_a_later_token_changes_nothing_before_it() -> None:
    model = MODELS["llama"].model(Ball(100))
    one, other = model.forward([2, 5, 1]).logits, model.forward([2, 5, 3]).logits
    assert same(one.row(0), other.row(0))
    assert same(one.row(1), other.row(1))
    assert not one[2, 0].overlaps(other[2, 0])


def test_a_padded_source_token_changes_nothing_and_gets_no_gradient() -> None:
    small = MODELS["encoder–decoder, untied, padded"]
    field = Ball(100)
    model = small.model(field)
    real = [True, True, False]
    one, other = (model.forward([4, 5, last], [1, 2], real) for last in (1, 3))
    assert same(one.logits, other.logits)
    with field.working():
        bar = sequence_loss_backward(sequence_loss(one.logits, [2, 3]).p, [2, 3])
    E_source = model.backward(one, bar).E_source
    for unread in (0, 1, 2):  # the padding token 1, and 2 and 3, which the source does not have
        assert all(entry == 0 for entry in E_source.rows()[unread])


@models
def test_unread_rows_of_tables_have_exactly_no_gradient(small: Small) -> None:
    gradients = dict(named(small.gradients(Ball(100))))
    if "U" in gradients:  # a tied table is read as a whole by the output
        read = set(small.arguments[-1] if isinstance(small.arguments[-1][0], int) else small.arguments[0])
        read = {1, 2} if "encoder.layers.1.self_attention.W_Q" in gradients else read
        for token in set(range(1, gradients["E"].shape[0] + 1)) - read:
            assert all(entry == 0 for entry in gradients["E"].rows()[token - 1])
    if "positions.P" in gradients:
        for row in gradients["positions.P"].rows()[3:]:
            assert all(entry == 0 for entry in row)


def test_a_tied_table_collects_the_gradients_of_its_three_roles() -> None:
    tied = MODELS["encoder–decoder, three tied"]
    rows = tied.rows()
    E = rows["E"]
    apart = Small(lambda weights: transformer(weights, 6, original(4, 2, 3, 1), tied=False), tied.arguments, tied.targets)
    field = Ball(128)
    untied = apart.build(GivenWeights(field, {**rows, "E_source": E, "U": [list(column) for column in zip(*E, strict=True)]}))
    run = untied.forward(*apart.arguments)
    with field.working():
        bar = sequence_loss_backward(sequence_loss(run.logits, apart.targets).p, apart.targets)
        roles = untied.backward(run, bar)
        together = tied.gradients(field).E
        for row, summed in zip(together.rows(), (roles.E + roles.E_source + roles.U.T).rows(), strict=True):
            for x, y in zip(row, summed, strict=True):
                assert x.overlaps(y)
                assert x.rad() < 1e-20


def test_a_tiny_decoder_is_exact() -> None:
    """d = 2, one layer, one token: every logit is an algebraic number, and the ball contains it."""
    asked: Rows = {}
    build = lambda weights: causal_decoder(weights, 2, Architecture(2, 1, 1, 1, epsilon="1/4"))  # noqa: E731
    build(arbitrary(asked))
    exact, ball = (build(GivenWeights(field, asked)).forward([2]).logits for field in (Exact(), Ball(128)))
    for x, y in zip(exact.rows()[0], ball.rows()[0], strict=True):
        assert y.overlaps(x.enclosure(128))


def test_what_does_not_fit_is_refused_before_anything_is_computed() -> None:
    field = Ball(64)
    small = MODELS["llama"]
    model, rows = small.model(field), small.rows()
    with pytest.raises(TokenOutOfRange, match="token id 6 is not in the vocabulary of 5"):
        model.forward([1, 6])
    with pytest.raises(ShapeMismatch, match="marks is 1, but tokens is 2"):
        model.forward([1, 2], [True])
    with pytest.raises(ValueError, match="no allowed position"):
        model.forward([1, 2], [False, True])
    with pytest.raises(ShapeMismatch, match=r"rows of tower\.layers\.1\.feed_forward\.W_2 is 2, but .* is 3"):
        small.build(GivenWeights(field, {**rows, "tower.layers.1.feed_forward.W_2": [[0] * 4] * 2}))
    with pytest.raises(WeightsMissing, match=r"no weights for U \(4 × 5\)"):
        small.build(GivenWeights(field, {name: matrix for name, matrix in rows.items() if name != "U"}))
    with pytest.raises(WeightsMissing, match=r"the model has no tower\.layers\.1\.feed_forward\.W_4; the nearest"):
        weights = GivenWeights(field, {**rows, "tower.layers.1.feed_forward.W_4": [[0]]})
        small.build(weights)
        weights.check_all_used()
    with pytest.raises(ValueError, match="3 heads do not divide the width d = 4"):
        llama(arbitrary({}), N=5, d=4, H=3, m=3, L=1)
    with pytest.raises(ValueError, match="even head dimension; d_k is 1"):
        llama(arbitrary({}), N=5, d=2, H=2, m=3, L=1)


@pytest.mark.parametrize("name", ["llama, dropped out", "encoder–decoder, two layers, dropped out"])
def test_every_mask_is_applied(name: str) -> None:
    """Each mask left out by itself changes the logits."""
    small, field = MODELS[name], Ball(128)
    model, masks = small.model(field), small.masks(field)
    whole = small.run(model).logits
    for argument, given in masks.items():
        variants = [replace(given, embedding=None)]
        for each in fields(BlockDropout):
            if getattr(given.layers[0], each.name) is not None:
                variants.append(replace(given, layers=[replace(given.layers[0], **{each.name: None}), given.layers[1]]))
        assert len(variants) == (7 if argument == "target_masks" else 5)
        for variant in variants:
            other = model.forward(*small.arguments, **{**masks, argument: variant}).logits
            assert any(not x.overlaps(y) for x, y in zip(whole.rows()[0], other.rows()[0], strict=True))


def test_shapes_alone_build_a_model_of_any_size() -> None:
    """Llama 2 7B without its entries: the builders ask for shapes only, and their sum is the published count."""
    shapes = Exact()
    model = llama(lambda name, m, n: Matrix(shapes, None, (m, n)), N=32000, d=4096, H=32, m=11008, L=32)
    assert sum(matrix.shape[0] * matrix.shape[1] for _, matrix in named(model)) == 6_738_415_616
