"""Next-token probabilities and the cross-entropy loss of one position, with label smoothing where it is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from numeric.embedding import check_tokens
from numeric.fields.field import Field
from numeric.fields.number import Rational, T, rational
from numeric.matrix import Matrix
from numeric.softmax import softmax


def cross_entropy(logits: Matrix[T], target: int, smoothing: Rational = 0) -> tuple[Matrix[T], T]:
    """p = softmax(ℓ) over the vocabulary and L = −Σ_r q_r ln p_r in nats (notes §10.3; Vaswani 2017, §5.4).

    q = (1 − ε_ls) onehot(y) + ε_ls/N with ε_ls = `smoothing`; without smoothing L = −ln p_y.
    logits: (1, N)   target: the id y of the right token, from 1 to N.   Returns p: (1, N) and L ≥ 0.
    ValueError unless 0 <= smoothing <= 1.
    """
    check_tokens([target], logits.shape[1])
    [scores] = logits.rows()
    p = softmax(logits.field, scores)
    return logits.field.of_rows([p]), position_loss(logits.field, scores, p, target, smoothing)


def cross_entropy_backward(p: Matrix[T], target: int, smoothing: Rational = 0) -> Matrix[T]:
    """ℓ̄ = p − q (notes §10.3), q = onehot(y) without smoothing.   p: (1, N)   Returns ℓ̄: (1, N), entries sum to 0."""
    check_tokens([target], p.shape[1])
    [gradients] = p.rows()
    ε = _checked(smoothing)
    if ε:
        even = p.field.num(ε / p.shape[1])
        gradients = [each - even for each in gradients]
    gradients[target - 1] = gradients[target - 1] - (p.field.num(1 - ε) if ε else 1)
    return p.field.of_rows([gradients])


def position_loss(field: Field[T], scores: Sequence[T], p: Sequence[T], target: int, smoothing: Rational) -> T:
    """−Σ_r q_r ln p_r, with one logarithm: ln p_r = ln p_y + s_r − s_y, so it is −ln p_y + ε/N Σ_r (s_y − s_r)."""
    ε, right = _checked(smoothing), -field.log(p[target - 1])
    if not ε:
        return right
    behind = field.total([scores[target - 1] - score for score in scores])
    return right + field.num(ε / len(scores)) * behind


def _checked(smoothing: Rational) -> Fraction:
    ε = rational(smoothing)
    if not 0 <= ε <= 1:
        raise ValueError(f"label smoothing of {smoothing}; it must be between 0 and 1")
    return ε
