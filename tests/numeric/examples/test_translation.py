"""The translating example: greedy decoding with certain comparisons, beside plain floats that share nothing with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flint import arb

from lessons.model_file import read_model
from numeric import examples
from numeric.experiment import Experiment
from numeric.fields import Ball
from tests.numeric.models.plain_transformer import Vector, plus, post_norm, relu, scores, wave

SENTENCES = {
    ("I", "love", "you"): ("我", "爱", "你"),
    ("you", "love", "me"): ("你", "爱", "我"),
    ("I", "love", "me"): ("我", "爱", "我"),
    ("you", "love", "you"): ("你", "爱", "你"),
}


@pytest.fixture(scope="module")
def words() -> tuple[str, ...]:
    return read_model("translation").words


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return read_model("translation").experiment


def ids(words: tuple[str, ...], text: tuple[str, ...]) -> list[int]:
    return [words.index(word) + 1 for word in text]


def certainly_largest(row: list[arb]) -> int:
    """The id of the logit whose ball lies above all others; fails where two balls overlap."""
    [best] = [i for i, x in enumerate(row) if all(x > y for j, y in enumerate(row) if j != i)]
    return best + 1


def plain_logits(weights: dict[str, list[list[float]]], source: list[int], target: list[int]) -> list[Vector]:
    """The model of the paper once more: 2 = √4, positions from 1, one layer each, one head."""
    E = weights["E"]

    def embedded(tokens: list[int]) -> list[Vector]:
        return [plus([2 * e for e in E[t - 1]], wave(i, 4)) for i, t in enumerate(tokens, 1)]

    encoded = post_norm(weights, "encoder.layers.1.", embedded(source), lambda i, j: True, 1, relu)
    decoded = post_norm(weights, "decoder.layers.1.", embedded(target), lambda i, j: j <= i, 1, relu, encoded)
    return [scores(x, E) for x in decoded]


@pytest.fixture(scope="module")
def floats(experiment: Experiment) -> dict[str, list[list[float]]]:
    plain = {name: [[float(entry) for entry in row] for row in rows] for name, rows in experiment.weights.items()}
    without_bias = {name.replace("gamma", "beta"): [[0.0] * 4] for name in plain if name.endswith("gamma")}
    return {**plain, **without_bias}


@pytest.mark.parametrize(("source", "right"), SENTENCES.items(), ids=[" ".join(each) for each in SENTENCES])
def test_greedy_decoding_translates(
    source: tuple[str, ...],
    right: tuple[str, ...],
    experiment: Experiment,
    words: tuple[str, ...],
    floats: dict[str, list[list[float]]],
) -> None:
    model: Any = experiment.model(Ball(96))
    encoder = model.encode(ids(words, source))
    written = ids(words, ("<BOS>",))
    while len(written) < 8 and written[-1] != ids(words, ("<EOS>",))[0]:
        logits = model.decode(written, encoder).logits.rows()
        plain = plain_logits(floats, ids(words, source), written)
        for row, other in zip(logits, plain, strict=True):
            assert all(abs(x - y) < 1e-12 for x, y in zip(row, other, strict=True))
        following = certainly_largest(logits[-1])
        assert following == max(range(1, 10), key=lambda word: plain[-1][word - 1])
        written.append(following)
    assert [words[word - 1] for word in written] == ["<BOS>", *right, "<EOS>"]


def test_the_weights_are_halves_and_mostly_zero(experiment: Experiment) -> None:
    entries = [entry for name, rows in experiment.weights.items() if "gamma" not in name for row in rows for entry in row]
    assert all((2 * entry).denominator == 1 and abs(entry) <= 3 for entry in entries)
    assert sum(entry != 0 for entry in entries) < len(entries) / 2


def test_the_source_is_what_decides(experiment: Experiment, words: tuple[str, ...]) -> None:
    """The same prefix continues differently for another source: the decoder reads the encoder."""
    model: Any = experiment.model(Ball(96))
    first = {
        source: certainly_largest(model.forward(ids(words, source), [1]).logits.rows()[0])
        for source in (("I", "love", "you"), ("you", "love", "me"))
    }
    assert len(set(first.values())) == 2


def test_every_example_is_a_file() -> None:
    for name in examples.NAMES:
        assert examples.path(name).is_file()
    assert sorted(path.stem for path in Path(examples.__file__).parent.glob("*.toml")) == sorted(examples.NAMES)
    with pytest.raises(KeyError):
        examples.path("../secret")
