"""The table [dropout] of a model file: masks as they are written, in every pass of the run, and none while generating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from lessons.model_file import ModelFile, read_model
from numeric import examples
from numeric.experiment import Experiment
from numeric.fields import Exact, Float64
from reports.sentences import sentence

Read = Callable[..., ModelFile]
MASKS = """
[dropout]
rate = 0.2
embedding = [[1, 0, 1, 1], [1, 1, 1, 1], [0, 1, 1, 1]]
[dropout.layers.1]
self_weights = [[[1, 1, 1], [0, 1, 1], [1, 1, 0]], [[1, 0, 0], [1, 1, 0], [1, 0, 1]]]
self_attention = [[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 1]]
inner = [[1, 1, 1, 1], [1, 0, 1, 1], [1, 1, 1, 1]]
feed_forward = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, true, false]]
"""


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def reads(masks: str, name: str = "pre-norm-block", old: str = "", new: str = "") -> ModelFile:
        text = examples.path(name).read_text(encoding="utf-8").replace(old, new)
        path = tmp_path / "model.toml"
        path.write_text(text.replace("[print]", f"{masks}\n[print]", 1), encoding="utf-8")
        return read_model(str(path))

    return reads


def test_masks_act_where_they_stand(read: Read) -> None:
    """Against the layers called one after the other, each product with its mask written out: 5/4 and 0."""
    experiment = read(MASKS).experiment
    quantities = {(q.stage, q.letters): q.matrix for q in experiment.quantities(Float64())}
    plain = {(q.stage, q.letters): q.matrix for q in read("").experiment.quantities(Float64())}

    def at(letters: str) -> list[list[float]]:
        rows: list[list[float]] = quantities[("forward", 1), letters].rows()
        return rows

    embedding = [[1, 0, 1, 1], [1, 1, 1, 1], [0, 1, 1, 1]]
    for row, without, kept in zip(at("X^{(0)}"), plain[("forward", 1), "X^{(0)}"].rows(), embedding, strict=True):
        assert list(row) == pytest.approx([1.25 * k * x for x, k in zip(without, kept, strict=True)])
    heads = [[[1, 1, 1], [0, 1, 1], [1, 1, 0]], [[1, 0, 0], [1, 1, 0], [1, 0, 1]]]
    for r, mask in enumerate(heads, 1):
        mixing = at(rf"D \odot A^{{({r})}}")
        for row, A, kept in zip(mixing, at(f"A^{{({r})}}"), mask, strict=True):
            assert list(row) == pytest.approx([1.25 * k * a for a, k in zip(A, kept, strict=True)])
        for row, weights in zip(at(f"Z^{{({r})}}"), mixing, strict=True):
            V = at(f"V^{{({r})}}")
            assert list(row) == pytest.approx([sum(w * v[j] for w, v in zip(weights, V, strict=True)) for j in range(2)])
    for inner, before, after, kept in (
        (r"D \odot \operatorname{MHA}_{0}", "X^{(0)}", "T^{(0)}", [[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 1]]),
        (r"D \odot \operatorname{FFN}_{0}", "T^{(0)}", "X^{(1)}", [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]]),
    ):
        undropped = at(inner.removeprefix(r"D \odot "))
        for i, row in enumerate(at(inner)):
            assert list(row) == pytest.approx([1.25 * k * x for x, k in zip(undropped[i], kept[i], strict=True)])
            assert list(at(after)[i]) == pytest.approx([x + y for x, y in zip(at(before)[i], row, strict=True)])
    for i, row in enumerate(at("C")):
        relu = [max(0.0, b) for b in at("B")[i]]
        assert list(row) == pytest.approx([1.25 * x * (0 if (i, j) == (1, 1) else 1) for j, x in enumerate(relu)])


def test_gradients_go_through_the_masks(read: Read) -> None:
    """Against difference quotients of the loss, in float64; with GELU, because these masks put a ReLU exactly at 0."""
    experiment = read(MASKS, "pre-norm-block", "m = 4", 'm = 4\nactivation = "gelu"').experiment

    def loss(changed: Experiment) -> float:
        return float(next(q.matrix[0, 0] for q in changed.quantities(Float64()) if q.letters == "L"))

    gradient = {q.name: q.matrix for q in experiment.quantities(Float64()) if q.stage == ("gradients", 1) and q.name}
    step = Fraction(1, 10**5)
    for name in ("E", "tower.layers.1.self_attention.W_V", "tower.layers.1.feed_forward.W_1", "U"):
        for i, j in ((0, 0), (1, 2), (3, 1)):
            moved = []
            for sign in (1, -1):
                rows = [list(row) for row in experiment.weights[name]]
                rows[i][j] += sign * step
                moved.append(loss(replace(experiment, weights={**experiment.weights, name: rows})))
            assert gradient[name][i, j] == pytest.approx((moved[0] - moved[1]) / float(2 * step), abs=1e-7)


def test_what_is_written_is_what_is_multiplied_by(read: Read) -> None:
    experiment = read(MASKS).experiment
    assert experiment.masks is not None and experiment.source_masks is None
    masks = experiment.masks.over(Exact())
    assert masks.embedding is not None
    assert [str(x.rational()) for x in masks.embedding.rows()[0]] == ["5/4", "0", "5/4", "5/4"]


def test_of_an_encoder_and_a_decoder(read: Read) -> None:
    masks = """
[dropout]
rate = "1/2"
[dropout.encoder.layers.1]
feed_forward = [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 1]]
[dropout.decoder.layers.1]
cross_weights = [[[1, 1, 1], [0, 1, 1], [1, 1, 1], [1, 1, 1]]]
"""
    experiment = read(masks, "translation").experiment
    assert experiment.masks is not None and experiment.source_masks is not None
    letters = {q.letters for q in experiment.quantities(Float64()) if q.where[:1] == (("encoder", 0),)}
    assert r"D \odot \operatorname{FFN}_{0}" in letters and r"D \odot A" not in letters
    letters = {q.letters for q in experiment.quantities(Float64()) if ("cross-attention", 0) in q.where}
    assert r"D \odot A" in letters
    file = read(masks, "translation")
    assert file.decoding is not None and not hasattr(file.decoding, "masks")


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("rate = 0.2\n", "", "lacks “dropout.rate”"),
        ("rate = 0.2", "rate = 1", "“dropout.rate” must be a number from 0 to below 1"),
        ("rate = 0.2", "rate = -0.1", "“dropout.rate” must be a number from 0 to below 1"),
        ("rate = 0.2", "rate = nan", "“dropout.rate” must be a number"),
        ("embedding = [[1, 0, 1, 1], ", "embedding = [", "“dropout.embedding” must be a mask of 3 rows and 4 columns"),
        ("[0, 1, 1, 1]]\n[dropout", "[0, 1, 1]]\n[dropout", "“dropout.embedding” must be a mask of 3 rows"),
        ("[0, 1, 1, 1]]\n[dropout", "[0, 1, 1, 2]]\n[dropout", "“dropout.embedding” must be a mask of 3 rows"),
        ("[0, 1, 1, 1]]\n[dropout", "[0, 1, 1, 1.0]]\n[dropout", "“dropout.embedding” must be a mask of 3 rows"),
        ("embedding =", "embeding =", "“dropout.embeding” does not exist here; the nearest key is “embedding”"),
        ("layers.1", "layers.2", "“dropout.layers.2” does not exist here; the nearest key is “1”"),
        ("inner =", "cross_attention =", "“dropout.layers.1.cross_attention” does not exist here"),
        ("self_weights = [[[1, 1, 1], [0, 1, 1], [1, 1, 0]], ", "self_weights = [", "has 1 mask; 2 heads need one each"),
        ("[1, 0, 1]]]", "[1, 0]]]", "“dropout.layers.1.self_weights[2]” must be a mask of 3 rows and 3 columns"),
    ],
)  # fmt: skip
def test_mistakes(read: Read, old: str, new: str, part: str) -> None:
    assert old in MASKS
    with pytest.raises(UsageError) as error:
        read(MASKS.replace(old, new, 1))
    english, chinese = (sentence(error.value.message, language) for language in ("en", "zh"))
    assert part in english and "\n" not in english and chinese != english


def test_the_single_head_has_no_place_for_masks(read: Read) -> None:
    with pytest.raises(UsageError) as error:
        read("[dropout]\nrate = 0.1", "single-head")
    assert "has no place for “dropout”" in sentence(error.value.message, "en")
