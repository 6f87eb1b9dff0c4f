"""Matrix algebra is the same in every storage, and lengths that do not fit are named."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from numeric.fields import Ball, Exact, Field, Float64, Mpf, Shadow
from numeric.matrix import Matrix, ShapeMismatch

FIELDS: list[Field[Any]] = [Float64(), Mpf(50), Ball(128), Exact(), Shadow(128)]
fields = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)

LEFT = [[1, 2, 3], [4, 5, 6]]
RIGHT: list[list[int | str]] = [[1, 0], [-1, 2], [3, "0.5"]]


def same(matrix: Matrix[Any], rows: list[list[Any]]) -> bool:
    return matrix.rows() == matrix.field.matrix(rows).rows() and matrix.shape == (len(rows), len(rows[0]))


@fields
def test_algebra(field: Field[Any]) -> None:
    L, R = field.matrix(LEFT), field.matrix(RIGHT)
    assert same(L @ R, [[8, "5.5"], [17, 13]])
    assert same(L + R.T, [[2, 1, 6], [4, 7, "6.5"]])
    assert same(L - R.T, [[0, 3, 0], [4, 3, "5.5"]])
    assert same(-L, [[-1, -2, -3], [-4, -5, -6]])
    assert same(3 * L, [[3, 6, 9], [12, 15, 18]])
    assert same(field.num("0.5") * L, [["0.5", 1, "1.5"], [2, "2.5", 3]])
    assert same(Fraction(1, 2) * L, [["0.5", 1, "1.5"], [2, "2.5", 3]])
    assert same(L.T, [[1, 4], [2, 5], [3, 6]])
    assert same(L.row(1), [[4, 5, 6]])
    assert same(L.map(lambda entry: entry + 1), [[2, 3, 4], [5, 6, 7]])
    assert same(field.identity(2) @ L, LEFT)
    assert same(L @ field.zeros(3, 1), [[0], [0]])
    assert L[1, 2] == 6


@fields
@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (lambda A, B: A @ A, "matrix product: columns of the left is 3, but rows of the right is 2"),
        (lambda A, B: A + B, "matrix sum: rows of the left is 2, but rows of the right is 3"),
        (lambda A, B: A - B, "matrix difference: rows of the left is 2, but rows of the right is 3"),
        (lambda A, B: A + A.row(0).T @ A, "matrix product: columns of the left is 1, but rows of the right is 2"),
        (lambda A, B: A - A.field.zeros(2, 2), "difference: columns of the left is 3, but columns of the right is 2"),
    ],
)
def test_lengths_that_do_not_fit_are_named(field: Field[Any], operation: Any, message: str) -> None:
    with pytest.raises(ShapeMismatch, match=message):
        operation(field.matrix(LEFT), field.matrix(RIGHT))


@fields
def test_ragged_and_empty_rows(field: Field[Any]) -> None:
    with pytest.raises(ShapeMismatch, match="length of row 0 is 2, but length of row 1 is 1"):
        field.matrix([[1, 2], [3]])
    nothing: list[list[list[int]]] = [[], [[]]]
    for empty in nothing:
        with pytest.raises(ValueError, match="at least one row and one column"):
            field.matrix(empty)


@fields
@pytest.mark.parametrize("index", [(2, 0), (0, 3), (-1, 0), (0, -1)])
def test_indices_outside_are_errors_in_every_storage(field: Field[Any], index: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="2 × 3 matrix"):
        field.matrix(LEFT)[index]


def test_a_product_of_balls_contains_the_exact_product() -> None:
    ball, exact = Ball(64), Exact()
    rows = [[Fraction(1, 3), Fraction(2, 7)], [Fraction(-5, 11), Fraction(1, 13)]]
    with ball.working():
        product = ball.matrix(rows) @ ball.matrix(rows)
    truth = exact.matrix(rows) @ exact.matrix(rows)
    for i in range(2):
        for j in range(2):
            assert product[i, j].contains(truth[i, j].enclosure(256))
