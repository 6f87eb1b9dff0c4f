"""Weights as an author gives them: what is exact, what is refused, and what the refusal says."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from numeric.given_rows import check_weights, exact, exact_rows, exact_weights
from numeric.weights_refused import WeightsRefused


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (3, Fraction(3)),
        (-(10**30), Fraction(-(10**30))),
        (Fraction(1, 3), Fraction(1, 3)),
        ("0.1", Fraction(1, 10)),
        ("-2.50", Fraction(-5, 2)),
        ("1e-5", Fraction(1, 10**5)),
        ("2/6", Fraction(1, 3)),
        ("−1", Fraction(-1)),
        (Decimal("0.1"), Fraction(1, 10)),
        # The double nearest to 0.1 is 3602879701896397/2^55: IEEE 754, worked out by hand from 0x3FB999999999999A.
        (0.1, Fraction(0x1999999999999A, 2**56)),
        (0.5, Fraction(1, 2)),
    ],
)
def test_every_way_to_write_a_number_is_taken_exactly(given: Any, value: Fraction) -> None:
    assert exact(given, "W[1,1]") == value


def test_numpys_floats_are_the_binary_numbers_they_are() -> None:
    import numpy

    assert exact(numpy.float32(0.1), "W[1,1]") == Fraction(13421773, 2**27)  # 0x3DCCCCCD
    assert exact(numpy.int64(-7), "W[1,1]") == -7


@pytest.mark.parametrize(
    "given", [float("nan"), float("inf"), -float("inf"), "nan", "-Infinity", Decimal("NaN"), Decimal("inf")]
)
def test_what_is_not_finite_is_refused_at_its_place(given: Any) -> None:
    with pytest.raises(WeightsRefused, match=r"^W_Q\[2,1\]: .* is not a finite number$"):
        exact_rows("W_Q", [[1], [given]])


@pytest.mark.parametrize(
    "given", [True, None, "", "one", "1/0", "0x10", "1_000", [1], {}, "1" * 401, "1e401", Decimal("1e999999"), 1j]
)
def test_what_is_no_number_is_refused_at_its_place(given: Any) -> None:
    with pytest.raises(WeightsRefused, match=r"^W\[1,2\]"):
        exact_rows("W", [[0, given]])


def test_a_flat_list_is_one_row() -> None:
    assert exact_rows("b", [1, "1/2"]) == [[Fraction(1), Fraction(1, 2)]]


@pytest.mark.parametrize("given", [[], [[]], 1, "12", None, {}, [[1], 2], [[1], []]])
def test_what_is_no_matrix_is_refused(given: Any) -> None:
    with pytest.raises(WeightsRefused, match=r"^W is not a matrix"):
        exact_rows("W", given)


def test_ragged_rows_are_named_with_both_lengths() -> None:
    with pytest.raises(WeightsRefused, match=r"^W: row 1 has 2 entries, but row 3 has 1$"):
        exact_rows("W", [[1, 2], [3, 4], [5]])


def test_weights_beyond_the_limit_are_refused_also_in_many_small_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numeric.given_rows.MOST_ENTRIES", 5)
    assert len(exact_weights({"a": [[1, 2], [3, 4]], "b": [[1]]})) == 2
    with pytest.raises(WeightsRefused, match="more than 5 entries"):
        exact_weights({"a": [[1, 2], [3, 4]], "b": [[1, 2]]})
    with pytest.raises(WeightsRefused, match="more than 5 entries"):
        exact_weights({"a": [[1, 2, 3], [4, 5, 6]]})


SHAPES = {"E": (3, 2), "W_Q": (2, 1)}


def rows(m: int, n: int) -> list[list[Fraction]]:
    return [[Fraction(0)] * n for _ in range(m)]


def test_weights_that_fit_pass() -> None:
    check_weights({"W_Q": rows(2, 1), "E": rows(3, 2)}, SHAPES)


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ({"E": rows(3, 2)}, "the weights lack W_Q (2 × 1); given are E"),
        ({}, "the weights lack E (3 × 2), W_Q (2 × 1); given are —"),
        (
            {"E": rows(3, 2), "W_Q": rows(2, 1), "W_q": rows(2, 1)},
            "the weights have W_q, which the model does not; the nearest that it has is W_Q",
        ),
        ({"E": rows(3, 2), "W_Q": rows(3, 1)}, "W_Q has 3 rows, but the model needs 2 (2 × 1)"),
        ({"E": rows(3, 4), "W_Q": rows(2, 1)}, "E has 4 columns, but the model needs 2 (3 × 2)"),
    ],
)
def test_weights_that_do_not_fit_are_named_with_axis_and_both_lengths(weights: Any, sentence: str) -> None:
    with pytest.raises(WeightsRefused) as refused:
        check_weights(weights, SHAPES)
    assert str(refused.value) == sentence
