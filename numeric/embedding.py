"""The embedding table: token ids to rows of E, and gradients of those rows back into E."""

from __future__ import annotations

from collections.abc import Sequence

from numeric.fields.number import T
from numeric.matrix import Matrix, ShapeMismatch


class TokenOutOfRange(ValueError):
    """A token id that the vocabulary does not have. Ids count from 1."""

    def __init__(self, token: int, vocabulary: int) -> None:
        super().__init__(f"token id {token} is not in the vocabulary of {vocabulary} tokens (ids 1 to {vocabulary})")
        self.token = token


def check_tokens(tokens: Sequence[int], vocabulary: int) -> None:
    """TokenOutOfRange for the first id that is not 1, …, vocabulary; ValueError when there are no tokens."""
    if not tokens:
        raise ValueError("no tokens: an input needs at least one")
    for token in tokens:
        if not 1 <= token <= vocabulary:
            raise TokenOutOfRange(token, vocabulary)


def embedding(E: Matrix[T], tokens: Sequence[int], *, scaled: bool = False) -> Matrix[T]:
    """X = rows of E looked up by token id (notes §2.1): x_i = E_{t_i,:}; `scaled`: √d E_{t_i,:} (Vaswani 2017, §3.4).

    E: (N, d)   tokens: T ids, from 1 to N.   Returns X: (T, d).
    """
    check_tokens(tokens, E.shape[0])
    X = E.field.of_rows([[E[token - 1, r] for r in range(E.shape[1])] for token in tokens])
    return _times_root_of_d(X) if scaled else X


def embedding_backward(X_bar: Matrix[T], tokens: Sequence[int], vocabulary: int, *, scaled: bool = False) -> Matrix[T]:
    """Ē_{w,:} = Σ_{i: t_i = w} X̄_{i,:} (notes §10.9): rows of equal tokens add up, absent tokens get exact zeros.

    X̄: (T, d)   tokens: T ids, from 1 to vocabulary.   Returns Ē: (vocabulary, d).   `scaled`: √d times that.
    """
    check_tokens(tokens, vocabulary)
    if X_bar.shape[0] != len(tokens):
        raise ShapeMismatch("embedding backward", "rows of X̄", X_bar.shape[0], "number of tokens", len(tokens))
    field = X_bar.field
    zero = field.num(0)
    X_bar = _times_root_of_d(X_bar) if scaled else X_bar
    E_bar = [[zero] * X_bar.shape[1] for _ in range(vocabulary)]
    for token, row in zip(tokens, X_bar.rows(), strict=True):
        E_bar[token - 1] = [sum_so_far + entry for sum_so_far, entry in zip(E_bar[token - 1], row, strict=True)]
    return field.of_rows(E_bar)


def _times_root_of_d(X: Matrix[T]) -> Matrix[T]:
    return X.scaled(X.field.sqrt(X.field.num(X.shape[1])))
