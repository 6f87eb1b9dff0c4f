"""Activations: against runs whose backward pass is tried without each matrix in turn, and against the published formula."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from numeric.account.account import account
from numeric.account.activations import activations
from numeric.account.configuration import Configuration
from numeric.account.operations import operations
from numeric.account.presets import PRESETS
from numeric.account.shapes import Place
from numeric.fields import Float64
from numeric.matrix import Matrix
from numeric.models.causal_decoder import causal_decoder
from numeric.models.encoder_decoder import transformer
from numeric.models.encoder_only import encoder_only
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from tests.numeric.account.test_account_operations import MODELS, SIZES, SMALL, T

POST = replace(SIZES, order="post", final_norm=False)
CASES = {
    **MODELS,
    "post-norm encoder, normed embeddings": (
        replace(SMALL, towers="encoder-only", final_norm=False, embedding_norm=True),
        lambda w: encoder_only(w, 7, POST, embedding_norm=True),
    ),
    "post-norm encoder and decoder": (
        replace(SMALL, towers="encoder-decoder", final_norm=False),
        lambda w: transformer(w, 7, POST, positions=None),
    ),
    "RMSNorm": (replace(SMALL, norm="rms"), lambda w: causal_decoder(w, 7, replace(SIZES, norm="rms"), tied=True)),
}


def matrices(run: object) -> Iterator[Matrix[Any]]:
    """Every matrix of a run, as often as it stands there."""
    if isinstance(run, Matrix):
        yield run
    elif isinstance(run, tuple | list):
        for part in run:
            yield from matrices(part)
    elif is_dataclass(run):
        for field in fields(run):
            yield from matrices(getattr(run, field.name))


def without(run: Any, lost: Matrix[Any]) -> Any:
    """The run with that matrix unreadable, wherever it stands: only its shape is left."""
    if run is lost:
        return Matrix(lost.field, None, lost.shape)
    if isinstance(run, tuple | list):
        return type(run)(without(part, lost) for part in run)
    if is_dataclass(run) and not isinstance(run, (Matrix, type)):
        return replace(run, **{field.name: without(getattr(run, field.name), lost) for field in fields(run)})
    return run


@pytest.mark.parametrize("name", CASES)
def test_as_many_as_the_backward_pass_of_a_run_reads(name: str) -> None:
    c, build = CASES[name]
    field, numbers = Float64(), random.Random(5)

    def weights(name: str, rows: int, columns: int, /) -> Matrix[float]:
        return field.matrix([[numbers.uniform(-1, 1) for _ in range(columns)] for _ in range(rows)])

    model, tokens = build(weights), [1 + position % 7 for position in range(T)]
    run = model.forward(*([tokens] * (2 if c.towers == "encoder-decoder" else 1)))
    p = sequence_loss(run.logits, tokens).p
    logits_bar = sequence_loss_backward(p, tokens)
    read = p.shape[0] * p.shape[1]
    for matrix in {id(each): each for each in matrices(run)}.values():
        try:
            model.backward(without(run, matrix), logits_bar)
        except (TypeError, AttributeError, ValueError):
            read += matrix.shape[0] * matrix.shape[1]
    assert activations(c, operations(account(c), T)).numbers == read


def test_the_published_formula() -> None:
    """Korthikanti 2022, equation 2: s b h (34 + 5 a s/h) bytes a layer, 2 s b h + 3 a s² b of them around dropout masks.

    s: positions   h: width   a: heads   b = 1. The one number of each norm and position that it neglects is two bytes.
    """
    c = PRESETS["gpt-3"]
    s, h, a = 2048, c.d_model, c.heads
    kept = activations(c, operations(account(c), s))
    dropout = 2 * s * h + 3 * a * s * s
    assert kept.one_layer("decoder", "mixed") == 34 * s * h + 5 * a * s * s - dropout + 2 * 2 * s
    # §4.3: the last norm's input and the output's, 2 s b h each, and 4 s b v for the output.
    outside = kept.bytes("mixed") - c.layers * kept.one_layer("decoder", "mixed")
    assert outside == 4 * s * h + 4 * s * c.vocabulary + 2 * s


@pytest.mark.parametrize("name", PRESETS)
def test_the_parts_make_up_the_whole(name: str) -> None:
    c = PRESETS[name]
    kept = activations(c, operations(account(c), 64))
    places: tuple[Place, ...] = ("embedding", "encoder", "decoder", "output")
    for precision in ("fp32", "mixed"):
        assert kept.bytes(precision) == sum(kept.bytes(precision, place) for place in places)
    assert kept.bytes("fp32") == 4 * kept.numbers
    for place in ("encoder", "decoder"):
        in_layers = sum(item.in_layers for item in kept.items if item.place == place)
        assert in_layers % c.layers == 0
        assert kept.one_layer(place, "fp32") * c.layers == 4 * in_layers


def test_heads_of_berts_pre_training() -> None:
    """d = 8, T = 6, N = 7: pooler h and B, next sentence y and two probabilities, masked token X, B, x̂ and s."""
    c: Configuration = replace(SMALL, towers="encoder-only", pooler=True, next_sentence_head=True, masked_token_head=True)
    kept = {item.part: item.numbers for item in activations(c, operations(account(c), T)).items if item.place == "output"}
    assert kept == {
        "masked-token-head": 3 * 6 * 8 + 6,
        "pooler": 8,
        "next-sentence-head": 8 + 2,
        "scores": 6 * 8 + 6 * 7,
    }
    alone = replace(SMALL, towers="encoder-only", pooler=True, output="none")
    parts = {item.part: item.numbers for item in activations(alone, operations(account(alone), T)).items}
    assert parts["pooler"] == 2 * 8
