"""Expansions of the second engine for limits, against sympy's limits and hand calculation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from derivations.prover.asymptotics import Behaviour, constant, exp, log, plus, power, power_of_large, times
from derivations.prover.instances import HasNoValue, Instance

T, INVERSE = ["entry", "t", []], ["power", ["entry", "t", []], "-1"]
EMPTY: dict[str, Any] = {"define": []}


def number(value: object) -> Any:
    return ["number", str(value)]


def e(rate: Any, by: Any = T) -> Any:
    return ["apply", "exp", ["times", [number(rate), by]]]


def total(*parts: Any) -> Any:
    return ["plus", list(parts)]


def ratio(above: Any, below: Any) -> Any:
    return ["times", [above, ["power", below, "-1"]]]


TERMS = {
    "one of three": ratio(e(2), total(e(2), e(1), e("1/2"))),
    "a tie": ratio(e(2), total(e(2), e(1), e(2))),
    "a small one": ratio(e(1), total(e(2), e(1))),
    "the even end": ratio(e(2, INVERSE), total(e(2, INVERSE), e(1, INVERSE), e(-3, INVERSE))),
    "a rate against a power": ["times", [T, T, ratio(e(1), total(e(2), e(1)))]],
    "a first order": ["times", [T, total(ratio(e(2, INVERSE), total(e(2, INVERSE), e(1, INVERSE))), number("-1/2"))]],
    "a logarithm": total(["apply", "log", total(e(2), e(1))], ["times", [number(-2), T]]),
    "a root": ["power", total(number(4), e(-1), INVERSE), "1/2"],
    "an exponential of a limit": ["apply", "exp", ["times", [e(-1), T]]],
}  # fmt: skip


def to_sympy(term: Any, t: Any) -> Any:
    import sympy

    match term:
        case ["number", value]:
            return sympy.Rational(value)
        case ["entry", "t", []]:
            return t
        case ["plus", parts]:
            return sympy.Add(*(to_sympy(part, t) for part in parts))
        case ["times", parts]:
            return sympy.Mul(*(to_sympy(part, t) for part in parts))
        case ["power", base, exponent]:
            return to_sympy(base, t) ** sympy.Rational(exponent)
        case ["apply", "exp" | "log" as function, argument]:
            return getattr(sympy, function)(to_sympy(argument, t))
    raise ValueError(term)


@pytest.mark.parametrize("name", TERMS)
def test_the_limit_is_that_of_sympy(name: str) -> None:
    import sympy

    t = sympy.Symbol("t", positive=True)
    behaviour = Behaviour(EMPTY, Instance({}, {}, {}, {}), {"t": lambda _: power_of_large(1)})
    found = behaviour.of(TERMS[name], {}).limit()
    assert isinstance(found, fmpq)
    assert sympy.limit(to_sympy(TERMS[name], t), t, sympy.oo) == sympy.Rational(int(found.p), int(found.q))


def test_an_infinite_limit_is_none() -> None:
    assert plus(power_of_large(1), constant(fmpq(3))).limit() is None


def test_terms_cancel_exactly() -> None:
    """(τ + 1)² − τ² − 2 τ = 1."""
    square = power(plus(power_of_large(1), constant(fmpq(1))), Fraction(2))
    rest = plus(square, times(constant(fmpq(-1)), plus(power_of_large(2), times(constant(fmpq(2)), power_of_large(1)))))
    assert rest.limit() == 1 and rest.error is None


def test_what_was_left_out_is_never_read_as_zero() -> None:
    """τ⁹ (1/(1 − 1/τ) − its first terms): the terms that are kept do not reach the constant one."""
    small = power_of_large(-1)
    series = power(plus(constant(fmpq(1)), times(constant(fmpq(-1)), small)), Fraction(-1))
    with pytest.raises(HasNoValue):
        times(power_of_large(9), series).limit()
    with pytest.raises(HasNoValue):
        plus(times(power_of_large(9), series), times(constant(fmpq(-1)), times(power_of_large(9), series))).limit()


@pytest.mark.parametrize("of", [power_of_large(2), plus(power_of_large(1), power_of_large(Fraction(1, 2)))])
def test_what_is_not_expanded_is_said(of: Any) -> None:
    with pytest.raises(HasNoValue):
        exp(of)
    with pytest.raises(HasNoValue):
        log(times(of, power_of_large(1)))
