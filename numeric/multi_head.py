"""Multi-head attention: self-, causal, grouped-query and cross-attention, and its backward pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic

from lessonproof.records import dataclass
from numeric.attention import Allowed, Attention, AttentionGradients, attention, attention_backward
from numeric.fields.number import T
from numeric.keys_values import KeysValues
from numeric.linear import check_linear, linear, linear_backward
from numeric.matrix import Matrix, ShapeMismatch
from numeric.rotary import Rotary
from numeric.weights import Weights


@dataclass(frozen=True, slots=True)
class Head(Generic[T]):
    """One head: Q: (T, d_k) and K: (S, d_k), after the rotation where there is one; V: (S, d_v); scores and weights."""

    Q: Matrix[T]
    K: Matrix[T]
    V: Matrix[T]
    attention: Attention[T]


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """heads: Z^(1), …, Z^(H) with their weights   O: (T, H d_v) their concatenation   Y: (T, d)."""

    heads: tuple[Head[T], ...]
    O: Matrix[T]  # noqa: E741 - the notes' letter
    Y: Matrix[T]


@dataclass(frozen=True, slots=True)
class MultiHeadRun(Generic[T]):
    """X: (T, d), where the queries come from   source: (S, d'), where keys and values come from
    heads: Z^(1), …, Z^(H) with their weights   O: (T, H d_v) their concatenation   Y: (T, d)."""

    X: Matrix[T]
    source: Matrix[T]
    allowed: Allowed
    queries_from: int
    heads: tuple[Head[T], ...]
    O: Matrix[T]  # noqa: E741 - the notes' letter
    Y: Matrix[T]
    dropout: Sequence[Matrix[T]] | None


@dataclass(frozen=True, slots=True)
class MultiHead(Generic[T]):
    """Concat(Z^(1), …, Z^(H)) W_O + b_O, Z^(r) = attention of head r (notes §8.1; Vaswani 2017, §3.2.2).

    W_Q: (d, H d_k)   W_K: (d', G d_k)   W_V: (d', G d_v)   W_O: (H d_v, d)   biases: one row each, optional.
    heads: H; head r has the r-th d_k columns of W_Q and its queries read the keys of group ⌈r G/H⌉, with G = `groups`
    (None: G = H; G = 1 is multi-query, between them grouped-query attention, Ainslie 2023).
    rotary: turns queries and keys by their positions. Raises ShapeMismatch and ValueError where sizes do not fit.
    """

    W_Q: Matrix[T]
    W_K: Matrix[T]
    W_V: Matrix[T]
    W_O: Matrix[T]
    b_Q: Matrix[T] | None = None
    b_K: Matrix[T] | None = None
    b_V: Matrix[T] | None = None
    b_O: Matrix[T] | None = None
    heads: int = 1
    groups: int | None = None
    rotary: Rotary | None = None

    @classmethod
    def of(
        cls,
        weights: Weights[T],
        d: int,
        heads: int,
        *,
        groups: int | None = None,
        d_k: int | None = None,
        d_v: int | None = None,
        bias: bool = False,
        rotary: Rotary | None = None,
    ) -> MultiHead[T]:
        """The layer with weights asked for by name. d_k and d_v are d/H unless given: then H must divide d."""
        if heads < 1 or ((d_k is None or d_v is None) and d % heads):
            raise ValueError(f"{heads} heads do not divide the width d = {d}: give d_k and d_v")
        d_k, d_v, G = d_k or d // heads, d_v or d // heads, groups or heads

        def row(name: str, width: int) -> Matrix[T] | None:
            return weights(name, 1, width) if bias else None

        return cls(
            W_Q=weights("W_Q", d, heads * d_k),
            W_K=weights("W_K", d, G * d_k),
            W_V=weights("W_V", d, G * d_v),
            W_O=weights("W_O", heads * d_v, d),
            b_Q=row("b_Q", heads * d_k),
            b_K=row("b_K", G * d_k),
            b_V=row("b_V", G * d_v),
            b_O=row("b_O", d),
            heads=heads,
            groups=groups,
            rotary=rotary,
        )

    def __post_init__(self) -> None:
        d, H, G = self.W_Q.shape[0], self.heads, self.groups or self.heads
        if H < 1 or G < 1 or H % G:
            raise ValueError(f"{H} heads cannot share {G} groups of keys and values evenly")
        for name, W, parts in (("W_Q", self.W_Q, H), ("W_K", self.W_K, G), ("W_V", self.W_V, G)):
            if W.shape[1] % parts:
                raise ValueError(f"the {W.shape[1]} columns of {name} do not split into {parts} heads or groups")
        check_linear("attention", "Q", self.W_Q, d, self.b_Q)
        check_linear("attention", "K", self.W_K, self.W_K.shape[0], self.b_K)
        check_linear("attention", "V", self.W_V, self.W_K.shape[0], self.b_V)
        check_linear("attention", "O", self.W_O, self.W_V.shape[1] // G * H, self.b_O)
        if self.W_Q.shape[1] // H != self.W_K.shape[1] // G:
            left, right = self.W_Q.shape[1] // H, self.W_K.shape[1] // G
            raise ShapeMismatch("attention", "width d_k of a query", left, "width of a key", right)
        if self.rotary is not None:
            self.rotary.check(self.W_Q.shape[1] // H)

    def forward(
        self,
        X: Matrix[T],
        source: Matrix[T],
        allowed: Allowed,
        dropout: Sequence[Matrix[T]] | None = None,
        queries_from: int = 0,
    ) -> MultiHeadRun[T]:
        """X: (T, d) asks, `source`: (S, d') answers: the same matrix in self-attention.

        allowed: the positions each query may read   dropout: for each head, what its weights are multiplied by
        queries_from: the position of the first query, for the rotation; keys are at 0, …, S − 1.
        """
        run = self.read(X, self.keys_values(source), allowed, dropout, queries_from)
        return MultiHeadRun(X, source, allowed, queries_from, run.heads, run.O, run.Y, dropout)

    def keys_values(self, source: Matrix[T], first: int = 0) -> KeysValues[T]:
        """The keys and values of every group.   source: (S, d'), at the positions first, …, first + S − 1."""
        G = self.groups or self.heads
        K = _parts(linear(source, self.W_K, self.b_K), G)
        V = _parts(linear(source, self.W_V, self.b_V), G)
        if self.rotary is not None:
            K = [self.rotary.forward(k, range(first, first + source.shape[0])) for k in K]
        return KeysValues(tuple(K), tuple(V))

    def read(
        self,
        X: Matrix[T],
        kept: KeysValues[T],
        allowed: Allowed,
        dropout: Sequence[Matrix[T]] | None = None,
        queries_from: int = 0,
    ) -> Reading[T]:
        """`forward` where the keys and values are there already."""
        H, shared = self.heads, self.heads // (self.groups or self.heads)
        if dropout is not None and len(dropout) != H:
            raise ShapeMismatch("attention dropout", "masks", len(dropout), "heads", H)
        Q = _parts(linear(X, self.W_Q, self.b_Q), H)
        if self.rotary is not None:
            Q = [self.rotary.forward(q, range(queries_from, queries_from + X.shape[0])) for q in Q]
        heads = []
        for r in range(H):
            k, v = kept.K[r // shared], kept.V[r // shared]
            heads.append(Head(Q[r], k, v, attention(Q[r], k, v, allowed, dropout[r] if dropout else None)))
        O = Matrix.beside([head.attention.Z for head in heads])  # noqa: E741
        return Reading(tuple(heads), O, linear(O, self.W_O, self.b_O))

    def backward(self, run: MultiHeadRun[T], Y_bar: Matrix[T]) -> tuple[Matrix[T], Matrix[T], MultiHead[T]]:
        """Ō = Ȳ W_Oᵀ, split into heads; a group's keys and values collect from all its heads (notes §10.5–10.7).

        Returns X̄, the gradient of `source` (in self-attention both are of the same X and add up), and the gradients of
        the parameters.
        """
        H, shared = self.heads, self.heads // (self.groups or self.heads)
        O_bar, W_O, b_O = linear_backward(run.O, self.W_O, self.b_O, Y_bar)
        bars: list[AttentionGradients[T]] = []
        for r, (head, Z_bar) in enumerate(zip(run.heads, _parts(O_bar, H), strict=True)):
            D = run.dropout[r] if run.dropout else None
            bars.append(attention_backward(head.Q, head.K, head.V, run.allowed, head.attention.A, Z_bar, D))
        Q_bar = [bar.Q for bar in bars]
        K_bar = [_sum([bar.K for bar in bars[g : g + shared]]) for g in range(0, H, shared)]
        V_bar = [_sum([bar.V for bar in bars[g : g + shared]]) for g in range(0, H, shared)]
        if self.rotary is not None:
            first = run.queries_from
            Q_bar = [self.rotary.backward(q, range(first, first + run.X.shape[0])) for q in Q_bar]
            K_bar = [self.rotary.backward(k, range(run.source.shape[0])) for k in K_bar]
        X_bar, W_Q, b_Q = linear_backward(run.X, self.W_Q, self.b_Q, Matrix.beside(Q_bar))
        from_K, W_K, b_K = linear_backward(run.source, self.W_K, self.b_K, Matrix.beside(K_bar))
        from_V, W_V, b_V = linear_backward(run.source, self.W_V, self.b_V, Matrix.beside(V_bar))
        gradients = replace(self, W_Q=W_Q, W_K=W_K, W_V=W_V, W_O=W_O, b_Q=b_Q, b_K=b_K, b_V=b_V, b_O=b_O)
        return X_bar, from_K + from_V, gradients


def _parts(X: Matrix[T], count: int) -> list[Matrix[T]]:
    """The columns in `count` equal parts, one a head."""
    width = X.shape[1] // count
    return [X.columns(r * width, (r + 1) * width) for r in range(count)]


def _sum(matrices: Sequence[Matrix[T]]) -> Matrix[T]:
    total = matrices[0]
    for matrix in matrices[1:]:
        total = total + matrix
    return total
