"""The models' logits against a second implementation in plain floats that shares nothing with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from numeric.fields import Ball
from tests.numeric.models import plain_transformer as plain
from tests.numeric.models.small_models import MODELS

WITNESSES: dict[str, Callable[[Any], list[list[float]]]] = {
    "causal decoder, pre-norm, learned positions": lambda w: plain.causal_pre_norm(w, [2, 5, 2], 2, 2),
    "llama": lambda w: plain.llama(w, [2, 5, 1], 2, 2, 1, 100),
    "encoder-only, post-norm": lambda w: plain.bert(w, [2, 5, 3], [True, True, False], 2),
    "encoder–decoder, three tied": lambda w: plain.translate(w, [4, 5, 6], [1, 2], 2),
}


@pytest.mark.parametrize("name", WITNESSES)
def test_logits_agree_with_a_plain_program(name: str) -> None:
    small = MODELS[name]
    weights = {each: [[float(x) for x in row] for row in rows] for each, rows in small.rows().items()}
    logits = small.run(small.model(Ball(128))).logits
    for row, expected in zip(logits.rows(), WITNESSES[name](weights), strict=True):
        for x, y in zip(row, expected, strict=True):
            assert x.rad() < 1e-25
            assert abs(float(x.mid()) - y) < 1e-12
