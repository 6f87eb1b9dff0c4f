"""Computations at rising precision: hidden zeros, kinks with every slope, and what no precision decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from numeric.activation import ReLU
from numeric.certified import Decimals, Digits
from numeric.computation import CertifiedQuantity, Computation, Undecidable
from numeric.fields import Field
from numeric.quantity import Quantity


def scalar(field: Field[Any], letters: str, x: Any, stage: str = "forward") -> Quantity[Any]:
    with field.working():
        return Quantity(letters, field.of_rows([[x]]), stage=(stage, 1))


def computed(*entries: tuple[str, Callable[[Field[Any]], Any]]) -> Computation:
    def compute(field: Field[Any]) -> Iterator[Quantity[Any]]:
        with field.working():
            yield from [scalar(field, letters, entry(field)) for letters, entry in entries]

    return Computation(compute, 1024)


def only(found: list[CertifiedQuantity], letters: str) -> Any:
    [entry] = [each.rows[0][0] for each in found if each.quantity.letters == letters]
    return entry


def cancelled(field: Field[Any]) -> Any:
    """(1 + 2⁻³⁰⁰)² − 1 − 2⁻²⁹⁹ = 2⁻⁶⁰⁰ by way of an exponential, so that no exact shadow helps."""
    one = field.exp(field.log(field.num(3))) / 3
    tiny = field.num(Fraction(1, 2**300))
    return (one + tiny) * (one + tiny) - one - 2 * tiny


def test_precision_rises_until_the_digits_are_certain() -> None:
    found = only(computed(("x", cancelled)).certified(Digits(5)), "x")
    # 2⁻⁶⁰⁰ = 2.40992…×10⁻¹⁸¹
    assert (found.printed, found.verdict, found.bits) == ("2.4099×10⁻¹⁸¹", "rounded", 1024)


def test_rationals_stay_exact() -> None:
    found = computed(("x", lambda field: field.num("0.1") + field.num("0.2"))).certified(Decimals(6))
    assert (only(found, "x").printed, only(found, "x").verdict) == ("0.3", "exact")


def test_a_sign_is_decided_with_more_bits() -> None:
    found = computed(("B", cancelled), ("C", lambda field: ReLU(field).value(cancelled(field)))).certified(Digits(2))
    assert only(found, "C").printed == "2.4×10⁻¹⁸¹"


def hidden_zero(field: Field[Any]) -> Any:
    return field.sqrt(field.num(2)) * field.sqrt(field.num(3)) - field.sqrt(field.num(6))


def test_a_sign_that_no_precision_decides_is_named_with_its_place() -> None:
    computation = computed(
        ("X", lambda field: field.exp(field.num(1))),
        ("B", hidden_zero),
        ("C", lambda field: ReLU(field).value(hidden_zero(field))),
    )
    with pytest.raises(Undecidable, match=r"^B\[1,1\] cannot be told from 0 with 1024 bits") as error:
        computation.certified(Decimals(3))
    assert error.value.quantity is not None and error.value.quantity.letters == "B"


def through_kink(below: int) -> Computation:
    """g = 5 σ′(0) + below · σ′(1): the first part depends on the convention, the second does not."""

    def compute(field: Field[Any]) -> Iterator[Quantity[Any]]:
        with field.working():
            relu = ReLU(field)
            yield scalar(field, "B", field.num(0))
            yield scalar(field, "at", 5 * relu.slope(field.num(0)) + below, "gradients")
            yield scalar(field, "beside", below * relu.slope(field.num(1)) + field.exp(field.num(1)), "gradients")
            yield scalar(field, "hidden", relu.slope(field.num(0)) / 10**9 + field.exp(field.num(1)), "gradients")

    return Computation(compute)


def test_only_what_depends_on_the_slope_at_a_kink_is_a_convention() -> None:
    found = through_kink(2).certified(Decimals(3))
    assert (only(found, "at").printed, only(found, "at").verdict) == ("2", "convention")
    assert (only(found, "beside").printed, only(found, "beside").verdict) == ("4.718", "rounded")
    # Every slope from 0 to 1 gives the same three decimals.
    assert (only(found, "hidden").printed, only(found, "hidden").verdict) == ("2.718", "rounded")
    assert only(through_kink(2).certified(Decimals(12)), "hidden").verdict == "convention"


def test_what_comes_after_a_sign_that_depends_on_a_slope_is_a_convention() -> None:
    def compute(field: Field[Any]) -> Iterator[Quantity[Any]]:
        with field.working():
            relu, e = ReLU(field), field.exp(field.num(1))
            yield scalar(field, "before", e)
            slope = relu.slope(field.num(0))
            yield scalar(field, "after", relu.value(slope - field.num("1/2")) + e)

    found = Computation(compute).certified(Decimals(3))
    assert only(found, "before").verdict == "rounded"
    assert (only(found, "after").printed, only(found, "after").verdict) == ("2.718", "convention")


def test_errors_of_the_computation_come_through() -> None:
    def compute(field: Field[Any]) -> Iterator[Quantity[Any]]:
        yield scalar(field, "x", field.log(field.num(-1)))

    with pytest.raises(ValueError, match="not positive"):
        Computation(compute).certified(Decimals(3))


def test_forbidden_entries_have_no_number() -> None:
    def compute(field: Field[Any]) -> Iterator[Quantity[Any]]:
        yield Quantity("S", field.matrix([[1, 2]]), forbidden=frozenset({(0, 1)}))

    [found] = Computation(compute).certified(Decimals(3))
    assert found.rows[0][1] is None and found.rows[0][0] is not None
