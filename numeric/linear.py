"""Linear projection with an optional bias: Y = X W + b."""

from __future__ import annotations

from numeric.fields.number import T
from numeric.matrix import Matrix, ShapeMismatch
from numeric.projection import projection, projection_backward


def linear(X: Matrix[T], W: Matrix[T], b: Matrix[T] | None) -> Matrix[T]:
    """Y = X W + b, the same b for every row (notes §8.2, §9.1).   X: (T, d)   W: (d, m)   b: (1, m) or None."""
    Y = projection(X, W)
    if b is None:
        return Y
    ones = X.field.of_rows([[X.field.num(1)]] * X.shape[0])
    return Y + ones @ b


def linear_backward(
    X: Matrix[T], W: Matrix[T], b: Matrix[T] | None, Y_bar: Matrix[T]
) -> tuple[Matrix[T], Matrix[T], Matrix[T] | None]:
    """X̄ = Ȳ Wᵀ, W̄ = Xᵀ Ȳ, b̄ = the sum of Ȳ over positions (notes §10.4, §10.8); b̄ is None where b is."""
    X_bar, W_bar = projection_backward(X, W, Y_bar)
    return X_bar, W_bar, None if b is None else Y_bar.column_sums()


def check_linear(layer: str, name: str, W: Matrix[T], d: int, b: Matrix[T] | None) -> None:
    """ShapeMismatch unless W has d rows, and b is one row as wide as W."""
    if W.shape[0] != d:
        raise ShapeMismatch(layer, f"rows of W_{name}", W.shape[0], "width of its input", d)
    if b is not None:
        check_row(layer, f"b_{name}", b, W.shape[1])


def check_row(layer: str, name: str, row: Matrix[T], width: int) -> None:
    """ShapeMismatch unless `row` is a 1 × width matrix."""
    if row.shape[0] != 1:
        raise ShapeMismatch(layer, f"rows of {name}", row.shape[0], "rows of a bias or gain", 1)
    if row.shape[1] != width:
        raise ShapeMismatch(layer, f"columns of {name}", row.shape[1], "width of what it is applied to", width)
