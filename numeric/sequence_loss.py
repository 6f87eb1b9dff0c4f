"""Mean cross-entropy over the positions that count, and its backward pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from lessonproof.records import dataclass
from numeric.cross_entropy import cross_entropy_backward, position_loss
from numeric.embedding import check_tokens
from numeric.fields.number import Rational, T
from numeric.matrix import Matrix, ShapeMismatch
from numeric.softmax import softmax

# For each position the id of the right token, from 1; None where the position is not counted: padding, a prompt, the
# last position of a text. This is the loss mask; it says nothing about what a position may read (notes §9.2).
Targets = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class SequenceLoss(Generic[T]):
    """p: (T, N) probabilities of every position, counted or not   losses: nats, of the counted positions in order
    L: their mean, in nats."""

    p: Matrix[T]
    losses: tuple[T, ...]
    L: T


def sequence_loss(logits: Matrix[T], targets: Targets, smoothing: Rational = 0) -> SequenceLoss[T]:
    """L = (1/|I|) Σ_{i ∈ I} −ln p_{i, y_i} (notes §9.2), I the positions with a target.   logits: (T, N).

    smoothing: the share of a target that is spread evenly over the vocabulary (Vaswani 2017, §5.4: 0.1).
    ValueError where no position counts.
    """
    check_targets(targets, logits.shape)
    field = logits.field
    scores = logits.rows()
    p, losses = [softmax(field, row) for row in scores], []
    for row, probabilities, target in zip(scores, p, targets, strict=True):
        if target is not None:
            losses.append(position_loss(field, row, probabilities, target, smoothing))
    return SequenceLoss(field.of_rows(p), tuple(losses), field.total(losses) / len(losses))


def sequence_loss_backward(p: Matrix[T], targets: Targets, smoothing: Rational = 0) -> Matrix[T]:
    """Λ̄: row i is (p_i − q_i)/|I|, exactly zero where the position is not counted (notes §10.3).

    q_i = onehot(y_i), with `smoothing` that of `cross_entropy`.
    """
    check_targets(targets, p.shape)
    field = p.field
    counted = sum(target is not None for target in targets)
    zero = [field.num(0)] * p.shape[1]
    rows = [
        zero if target is None else [each / counted for each in cross_entropy_backward(p.row(i), target, smoothing).rows()[0]]
        for i, target in enumerate(targets)
    ]
    return field.of_rows(rows)


def check_targets(targets: Targets, shape: tuple[int, int]) -> None:
    """ShapeMismatch unless there is a target or None for each of the T positions; TokenOutOfRange; ValueError where
    nothing counts."""
    if len(targets) != shape[0]:
        raise ShapeMismatch("sequence loss", "number of targets", len(targets), "positions", shape[0])
    counted = [target for target in targets if target is not None]
    if not counted:
        raise ValueError("a loss over no positions: every target is None")
    check_tokens(counted, shape[1])
