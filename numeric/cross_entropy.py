"""Next-token probabilities and the cross-entropy loss of one position."""

from __future__ import annotations

from numeric.embedding import check_tokens
from numeric.fields.number import T
from numeric.matrix import Matrix
from numeric.softmax import softmax


def cross_entropy(logits: Matrix[T], target: int) -> tuple[Matrix[T], T]:
    """p = softmax(ℓ) over the vocabulary and L = −ln p_y in nats (notes §10.3).

    logits: (1, N)   target: the id y of the right token, from 1 to N.   Returns p: (1, N) and L ≥ 0.
    """
    check_tokens([target], logits.shape[1])
    p = softmax(logits.field, logits.rows()[0])
    return logits.field.of_rows([p]), -logits.field.log(p[target - 1])


def cross_entropy_backward(p: Matrix[T], target: int) -> Matrix[T]:
    """ℓ̄ = p − onehot(y) (notes §10.3).   p: (1, N)   Returns ℓ̄: (1, N), entries sum to 0."""
    check_tokens([target], p.shape[1])
    gradients = p.rows()[0]
    gradients[target - 1] = gradients[target - 1] - 1
    return p.field.of_rows([gradients])
