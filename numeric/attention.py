"""Scaled dot-product attention over the positions a query may read, and its backward pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.number import T
from numeric.matrix import Matrix, ShapeMismatch
from numeric.softmax import softmax, softmax_backward

# For each query, the positions it may read, counted from 0, in increasing order. A mask is these sets: no −∞ is ever
# computed with, so a forbidden position has weight and gradient exactly zero in every field.
Allowed = Sequence[Sequence[int]]


def causal(positions: int) -> Allowed:
    """Position i reads positions 0, …, i: nothing later than itself (notes §7.3)."""
    return [range(i + 1) for i in range(positions)]


def unmasked(queries: int, keys: int) -> Allowed:
    """Every query reads every key: an encoder's self-attention, or cross-attention to a source of `keys` positions."""
    return [range(keys)] * queries


def without_padding(allowed: Allowed, real: Sequence[bool]) -> Allowed:
    """The same sets without the padded keys, those where `real` is False."""
    return [[j for j in positions if real[j]] for positions in allowed]


@dataclass(frozen=True, slots=True)
class Attention(Generic[T]):
    """S_0: (T, S) scores before the mask   A: (T, S) weights, rows sum to 1   Z: (T, d_v) = A V, or (A ⊙ D) V."""

    S_0: Matrix[T]
    A: Matrix[T]
    Z: Matrix[T]


@dataclass(frozen=True, slots=True)
class AttentionGradients(Generic[T]):
    """Gradients of the loss with respect to the attention's parts, each of its part's shape."""

    A: Matrix[T]
    S: Matrix[T]
    Q: Matrix[T]
    K: Matrix[T]
    V: Matrix[T]


def attention(Q: Matrix[T], K: Matrix[T], V: Matrix[T], allowed: Allowed, dropout: Matrix[T] | None = None) -> Attention[T]:
    """S_0 = Q Kᵀ/√d_k, A = softmax of each row over its allowed positions, Z = A V (notes §7.4).

    Q: (T, d_k)   K: (S, d_k)   V: (S, d_v)   allowed: one nonempty set of positions for each of the T queries.
    dropout: (T, S), what each weight is multiplied by after the softmax; then Z = (A ⊙ D) V.
    """
    if len(allowed) != Q.shape[0]:
        raise ShapeMismatch("attention", "number of allowed sets", len(allowed), "rows of Q", Q.shape[0])
    if K.shape[0] != V.shape[0]:
        raise ShapeMismatch("attention", "rows of K", K.shape[0], "rows of V", V.shape[0])
    field = Q.field
    S_0 = _over_root_d_k(Q @ K.T, Q.shape[1])
    zero = field.num(0)
    A = []
    for i, (scores, positions) in enumerate(zip(S_0.rows(), allowed, strict=True)):
        if not positions:
            raise ValueError(f"query {i} (from 0) has no allowed position: its softmax is undefined")
        row = [zero] * len(scores)
        for position, weight in zip(positions, softmax(field, [scores[j] for j in positions]), strict=True):
            row[position] = weight
        A.append(row)
    weights = field.of_rows(A)
    return Attention(S_0, weights, _mixed(weights if dropout is None else weights.hadamard(dropout), V, allowed))


def attention_backward(
    Q: Matrix[T],
    K: Matrix[T],
    V: Matrix[T],
    allowed: Allowed,
    A: Matrix[T],
    Z_bar: Matrix[T],
    dropout: Matrix[T] | None = None,
) -> AttentionGradients[T]:
    """Ā = Z̄ Vᵀ, V̄ = Aᵀ Z̄ (notes §10.5); S̄ row by row over the allowed positions, exactly 0 elsewhere (§10.6);
    Q̄ = S̄ K/√d_k, K̄ = S̄ᵀ Q/√d_k (§10.7).

    A: (T, S) as `attention` returned it   Z̄: (T, d_v).   With dropout Ā = D ⊙ (Z̄ Vᵀ) and V̄ = (A ⊙ D)ᵀ Z̄.
    """
    field = Q.field
    A_bar, mixing = Z_bar @ V.T, A
    if dropout is not None:
        A_bar, mixing = A_bar.hadamard(dropout), A.hadamard(dropout)
    zero = field.num(0)
    S = []
    for weights, gradients, positions in zip(A.rows(), A_bar.rows(), allowed, strict=True):
        row = [zero] * len(weights)
        scores_bar = softmax_backward(field, [weights[j] for j in positions], [gradients[j] for j in positions])
        for position, gradient in zip(positions, scores_bar, strict=True):
            row[position] = gradient
        S.append(row)
    S_bar = field.of_rows(S)
    Q_bar, K_bar = _over_root_d_k(S_bar @ K, Q.shape[1]), _over_root_d_k(S_bar.T @ Q, Q.shape[1])
    return AttentionGradients(A_bar, S_bar, Q_bar, K_bar, mixing.T @ Z_bar)


def _mixed(A: Matrix[T], V: Matrix[T], allowed: Allowed) -> Matrix[T]:
    """Z_i = Σ_{j ∈ J_i} a_ij v_j. The sum runs over the allowed positions only, so that nothing about the others, not
    even their number, can be seen in a row: a prefix computed alone has the same enclosures.
    """
    if all(len(positions) == V.shape[0] for positions in allowed):
        return A @ V
    field, values = A.field, V.rows()
    mixed = []
    for weights, positions in zip(A.rows(), allowed, strict=True):
        row = field.of_rows([[weights[j] for j in positions]]) @ field.of_rows([values[j] for j in positions])
        mixed.append(row.rows()[0])
    return field.of_rows(mixed)


def _over_root_d_k(M: Matrix[T], d_k: int) -> Matrix[T]:
    if d_k == 1:
        return M
    return M.scaled(1 / M.field.sqrt(M.field.num(d_k)))
