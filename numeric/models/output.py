"""The output projection of a model: hidden rows to logits, by a matrix of its own or by the transposed embedding."""

from __future__ import annotations

from numeric.fields.number import T
from numeric.linear import check_row
from numeric.matrix import Matrix, ShapeMismatch


def check_output(E: Matrix[T], U: Matrix[T] | None, b: Matrix[T] | None) -> None:
    """ShapeMismatch unless U, where there is one, has the shape of Eᵀ, (d, N), and b one entry a word."""
    N, d = E.shape
    if U is not None:
        for axis, length, wanted in zip(("rows", "columns"), U.shape, (d, N), strict=True):
            if length != wanted:
                raise ShapeMismatch("output projection", f"{axis} of U", length, "that of Eᵀ", wanted)
    if b is not None:
        check_row("output projection", "b", b, N)
