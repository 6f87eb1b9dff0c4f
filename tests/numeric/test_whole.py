"""Integers over one denominator: their product with long integers is exact, and balls multiplied by them enclose."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, arb_mat
from hypothesis import given
from hypothesis import strategies as st

from numeric.fields import Ball, Exact, Field, Float64, Mpf, NotFinite, Shadow
from numeric.fields.whole import EXACT_BITS, FEWEST, Whole
from numeric.matrix import Matrix, ShapeMismatch


def integers(rows: int, columns: int, bits: int, seed: int) -> list[list[int]]:
    """Many of them as large as `bits` allows, of both signs, and some zeros: the sums are as large as they can be."""
    largest, draw = (1 << bits) - 1, random.Random(seed)
    return [[draw.choice((largest, -largest, 0, draw.randint(-largest, largest))) for _ in range(columns)] for _ in range(rows)]


def product(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


@pytest.mark.parametrize("width", [1, 17, 20, 24, 37, EXACT_BITS - 1, EXACT_BITS])
@pytest.mark.parametrize("bits", [1, 23, 24, 64, 180, 349, 1000])
def test_products_are_exact(width: int, bits: int) -> None:
    for inner, columns, rows in ((1, 1, 1), (64, 3, 2), (65, 2, 66), (300, 1, 2)):
        left, right = integers(rows, inner, bits, width), integers(inner, columns, width, bits)
        whole = Whole.over(1, right)
        assert whole is not None
        assert whole.after(left, bits) == product(left, right)


def test_the_largest_sums_of_all() -> None:
    """Every product of one sign: nothing cancels, in 4096 terms."""
    whole = Whole.over(1, [[2**21 - 1]] * 4096)
    assert whole is not None
    for x in (2**24 - 1, 2**23, -(2**23), 2**95 - 1, -(2**95)):
        assert whole.after([[x] * 4096], 96) == [[4096 * x * (2**21 - 1)]]


@given(st.lists(st.integers(-(2**100) + 1, 2**100 - 1), min_size=3, max_size=3), st.integers(-(2**53) + 1, 2**53 - 1))
def test_any_three_integers(row: list[int], entry: int) -> None:
    right = [[entry, 1], [2**53 - 1, 0], [-entry, -1]]
    whole = Whole.over(1, right)
    assert whole is not None
    assert whole.after([row], 100) == product([row], right)


def test_a_machine_that_does_not_add_exactly_is_found_out() -> None:
    whole = Whole.over(1, [[3, 4], [5, 6]])
    assert whole is not None
    whole._check([[1, 2]], [[13, 16]])
    with pytest.raises(ArithmeticError, match="does not add integers exactly"):
        whole._check([[1, 2]], [[13, 17]])


def test_what_does_not_fit_stays_a_matrix_of_balls() -> None:
    assert Whole.over(1, [[2**53]]) is None
    assert Whole.over(1, [[0.5]]) is None
    assert Whole.of([[Fraction(1, 3)] * FEWEST]) is not None
    assert Whole.of([[Fraction(1, 3)] * (FEWEST - 1)]) is None
    assert Whole.of([[Fraction(1, 3**40)] * FEWEST]) is None
    assert Whole.of([[arb(1)] * FEWEST]) is None
    assert Whole.of([["0.001"] * FEWEST, ["0.001"]]) is None


SIDE = 256
LEFT = [[Fraction((7 * i + j) % 19 - 9, 3 + (i * j) % 5) for j in range(SIDE)] for i in range(3)]
RIGHT = [[Fraction((5 * i * i + 3 * j + i * j) % 2001 - 1000, 1000) for j in range(SIDE)] for i in range(SIDE)]


def test_balls_times_weights_contain_the_exact_product() -> None:
    field = Ball(128)
    weights = field.matrix([[str(x) for x in row] for row in RIGHT])
    assert isinstance(weights.storage, Whole) and weights.storage.denominator == 1000
    with field.working():
        for right, rows in ((weights, RIGHT), (weights.T, [list(column) for column in zip(*RIGHT, strict=True)])):
            result = (field.matrix(LEFT) @ right).rows()
            for i in range(3):
                for j in range(0, SIDE, 51):
                    truth = sum(x * row[j] for x, row in zip(LEFT[i], rows, strict=True))
                    assert result[i][j].contains(field.num(truth).mid())
                    assert (result[i][j] - field.num(truth)).contains(0)
                    assert result[i][j].rad() < arb(2) ** -105


def test_the_error_of_wide_balls_is_in_the_product() -> None:
    """Each entry 1 ± 1/8 times weights of one sign: the product must reach to both ends, and not much beyond."""
    field = Ball(64)
    weights = field.matrix_over(8, [[3] * SIDE for _ in range(SIDE)])
    assert isinstance(weights.storage, Whole)
    with field.working():
        wide = field.of_rows([[arb(1, "0.125")] * SIDE])
        entry = (wide @ weights)[0, 0]
        lowest, highest = SIDE * Fraction(3, 8) * Fraction(7, 8), SIDE * Fraction(3, 8) * Fraction(9, 8)
        assert entry.lower() <= field.num(lowest) and field.num(highest) <= entry.upper()
        assert entry.rad() < 13


def test_integers_times_integers_are_exact() -> None:
    field = Ball(64)
    weights = field.matrix_over(1, [[i - j for j in range(SIDE)] for i in range(SIDE)])
    with field.working():
        result = field.matrix([list(range(SIDE)), [0] * SIDE]) @ weights
    for j in (0, 100, SIDE - 1):
        assert result[0, j].is_exact() and result[0, j] == sum(i * (i - j) for i in range(SIDE))
        assert result[1, j].is_zero()


def test_each_row_of_a_product_is_its_own() -> None:
    """Also beside a row that is 10⁴⁰ times as large, and in a matrix of many rows."""
    field = Ball(100)
    weights = field.matrix(RIGHT)
    with field.working():
        row = field.matrix(LEFT[:1])
        alone = (row @ weights).rows()[0]
        many = field.of_rows([*[[10**40 * x for x in row.rows()[0]]] * 70, row.rows()[0]])
        for x, y in zip(alone, (many @ weights).rows()[-1], strict=True):
            assert x.mid() == y.mid() and x.rad() == y.rad()


def test_entries_sums_and_transposes_are_those_of_balls() -> None:
    field = Ball(128)
    weights = field.matrix(RIGHT)
    plain: Matrix[Any] = field.of_rows([[field.num(x) for x in row] for row in RIGHT])
    assert isinstance(plain.storage, arb_mat)
    with field.working():
        for whole, balls in (
            (weights, plain),
            (weights.T, plain.T),
            (weights + weights, plain + plain),
            (weights - plain, plain - weights),
            (3 * weights, 3 * plain),
            (weights @ weights, plain @ weights),
        ):
            for i, j in ((0, 0), (3, 200), (255, 17)):
                assert whole[i, j].overlaps(balls[i, j])
                assert whole.row(i)[0, j].overlaps(balls[i, j])
                assert whole[i, j].rad() < arb(2) ** -100


def test_a_ball_that_knows_nothing_gives_a_product_that_knows_nothing() -> None:
    field = Ball(64)
    weights = field.matrix(RIGHT)
    with field.working():
        unknown = field.of_rows([[arb.nan(), *[arb(1)] * (SIDE - 1)]]) @ weights
    assert not unknown[0, 3].is_finite()


def test_refusals_are_those_of_every_matrix() -> None:
    field = Ball(64)
    with pytest.raises(ShapeMismatch, match="length of row 1 is 1"):
        field.matrix([["1"] * FEWEST, ["1"]])
    with pytest.raises(TypeError, match="bool"):
        field.matrix([[True] * FEWEST])
    with pytest.raises(NotFinite, match=r"entry \(0, 1\)"):
        field.matrix([["1", arb.nan()] * FEWEST])
    with pytest.raises(ShapeMismatch, match="columns of the left is 2, but rows of the right is 256"):
        field.matrix([[1, 2]]) @ field.matrix(RIGHT)
    with pytest.raises(ShapeMismatch, match="length of row 0 is 2, but length of row 1 is 1"):
        field.matrix_over(10, [[1, 2], [1]])
    with pytest.raises(ValueError, match="a denominator of 0"):
        field.matrix_over(0, [[1] * FEWEST])
    with pytest.raises(TypeError):
        field.matrix_over(10, [[0.5] * FEWEST])


@pytest.mark.parametrize("field", [Exact(), Float64(), Mpf(30), Shadow(64)], ids=lambda field: field.name)
def test_weights_over_a_denominator_in_every_field(field: Field[Any]) -> None:
    import numpy

    for rows in ([[1, -25]], numpy.array([[1, -25]])):
        assert field.matrix_over(100, rows).rows() == field.matrix([["0.01", "-0.25"]]).rows()
