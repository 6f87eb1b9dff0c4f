"""Cross-entropy against a smoothed target: its definition, its gradient, and its ends."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from numeric.cross_entropy import cross_entropy, cross_entropy_backward
from numeric.fields import Exact, Field
from numeric.matrix import Matrix
from numeric.sequence_loss import sequence_loss, sequence_loss_backward
from tests.numeric.checked_gradients import agree_exactly, agree_in_balls

M = Mapping[str, Matrix[Any]]
LOGITS = [["1/2", 1, -1], [2, "-1/2", 0], [0, 1, "3/2"]]


@pytest.mark.parametrize("smoothing", ["0.1", "1/3", 1])
def test_gradients(smoothing: Any) -> None:
    targets = [2, None, 3]

    def loss(field: Field[Any], m: M) -> Any:
        return sequence_loss(m["logits"], targets, smoothing).L

    def gradients(field: Field[Any], m: M) -> M:
        p = sequence_loss(m["logits"], targets, smoothing).p
        return {"logits": sequence_loss_backward(p, targets, smoothing)}

    agree_exactly(loss, gradients, {"logits": LOGITS})
    agree_in_balls(loss, gradients, {"logits": LOGITS})


def test_the_loss_is_the_cross_entropy_of_the_smoothed_target() -> None:
    """q = (0.1/3, 0.9 + 0.1/3, 0.1/3), and −Σ q ln p written out."""
    field = Exact()
    p, L = cross_entropy(field.matrix([["1/2", 1, -1]]), 2, "0.1")
    q = [Fraction(1, 30), Fraction(28, 30), Fraction(1, 30)]
    written_out = -field.total([share * field.log(each) for share, each in zip(q, p.rows()[0], strict=True)])
    assert written_out == L
    gradient = cross_entropy_backward(p, 2, "0.1").rows()[0]
    assert gradient == [each - share for each, share in zip(p.rows()[0], q, strict=True)]
    assert field.total(gradient).is_zero()


def test_a_certain_prediction_is_no_longer_free() -> None:
    """With two words, ε_ls = 1/5: L − L_plain = (1/10)(s_y − s_other), which grows with the certainty."""
    field = Exact()
    logits = field.matrix([[40, 0]])
    assert cross_entropy(logits, 1, "1/5")[1] - cross_entropy(logits, 1)[1] == 4


def test_no_smoothing_is_the_plain_loss() -> None:
    field = Exact()
    logits = field.matrix([["1/2", 1, -1]])
    assert cross_entropy(logits, 2, 0)[1] == -field.log(cross_entropy(logits, 2)[0][0, 1])


@pytest.mark.parametrize("smoothing", ["-0.1", "1.01"])
def test_a_share_that_is_none(smoothing: str) -> None:
    logits = Exact().matrix([[1, 2]])
    with pytest.raises(ValueError, match=f"label smoothing of {smoothing}; it must be between 0 and 1"):
        cross_entropy(logits, 1, smoothing)
    with pytest.raises(ValueError, match="label smoothing"):
        sequence_loss_backward(logits, [1], smoothing)
