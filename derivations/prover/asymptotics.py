"""Exact leading behaviour of a term as a large number τ → ∞: finitely many terms c τᵃ e^(−bτ) and a bound on what is left out.

The second engine for limits. A value is rational or a ball as in `instances`; a limit is read off as the coefficient of
τ⁰ e⁰ once nothing larger is there. It knows no lemma about gaps or maxima, only how such expansions add, multiply and compose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial
from typing import Any

from flint import arb, fmpq

from derivations.prover.instances import HasNoValue, Instance, Number
from derivations.prover.nilpotent import rational_power
from lessonproof.records import dataclass

Size = tuple[Fraction, Fraction]  # (−b, a): the larger, the faster e^(−bτ) τᵃ grows
TERMS = 4  # kept of an expansion
NIL: Size = (Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Expansion:
    """Σ coefficient · τᵃ e^(−bτ) + O(the error); no error means that nothing is left out."""

    terms: Mapping[Size, Number]
    error: Size | None = None

    def limit(self) -> Number | None:
        """The limit, None where the absolute value tends to infinity. Raises HasNoValue where the expansion is too short."""
        if self.error is not None and self.error >= NIL:
            raise HasNoValue("an expansion that is too short")
        return None if self.terms and self.leading() > NIL else self.terms.get(NIL, fmpq(0))

    def leading(self) -> Size:
        if not self.terms:
            raise HasNoValue("a leading term of zero")
        size = max(self.terms)
        if isinstance(self.terms[size], arb) and self.terms[size].contains(0):
            raise HasNoValue("a leading term that may be zero")
        return size


def constant(value: Number) -> Expansion:
    return Expansion({NIL: value} if not is_zero(value) else {})


def power_of_large(exponent: Fraction | int) -> Expansion:
    """τᵃ."""
    return Expansion({(Fraction(0), Fraction(exponent)): fmpq(1)})


def is_zero(value: Number) -> bool:
    return isinstance(value, fmpq) and value == 0


def cut(terms: Mapping[Size, Number], error: Size | None) -> Expansion:
    """The largest terms, as far as the error lets them be seen."""
    sizes = sorted((size for size in terms if not is_zero(terms[size]) and (error is None or size > error)), reverse=True)
    left_out = [*sizes[TERMS : TERMS + 1], *([] if error is None else [error])]
    return Expansion({size: terms[size] for size in sizes[:TERMS]}, max(left_out, default=None))


def plus(one: Expansion, other: Expansion) -> Expansion:
    terms = dict(one.terms)
    for size, value in other.terms.items():
        terms[size] = terms[size] + value if size in terms else value
    errors = [error for error in (one.error, other.error) if error is not None]
    return cut(terms, max(errors, default=None))


def times(one: Expansion, other: Expansion) -> Expansion:
    terms: dict[Size, Number] = {}
    for a, value in one.terms.items():
        for b, factor in other.terms.items():
            size = (a[0] + b[0], a[1] + b[1])
            terms[size] = terms[size] + value * factor if size in terms else value * factor
    errors = [
        (error[0] + size[0], error[1] + size[1])
        for error, of in ((one.error, other), (other.error, one)) if error is not None
        for size in (max(of.terms, default=None), of.error) if size is not None
    ]  # fmt: skip
    return cut(terms, max(errors, default=None))


def composed(small: Expansion, derivative: Callable[[int], Number]) -> Expansion:
    """Σ_k f⁽ᵏ⁾ uᵏ / k! for a u that tends to 0."""
    found, term = constant(derivative(0)), constant(fmpq(1))
    for order in range(1, TERMS + 1):
        term = times(term, small)
        found = plus(found, times(constant(derivative(order) / factorial(order)), term))
    if not small.terms and small.error is None:
        return found
    left_out = [*term.terms, *(error for error in (term.error, found.error) if error is not None)]
    return cut(found.terms, max(left_out, default=None))


def apart(of: Expansion) -> tuple[Size, Number, Expansion]:
    """c, its size, and u → 0 with of = c τᵃ e^(−bτ) (1 + u)."""
    size = of.leading()
    scale = Expansion({(-size[0], -size[1]): 1 / of.terms[size]})
    scaled = times(of, scale)
    return size, of.terms[size], cut({at: value for at, value in scaled.terms.items() if at != NIL}, scaled.error)


def power(base: Expansion, exponent: Fraction) -> Expansion:
    if exponent.denominator == 1 and exponent >= 0:
        found = constant(fmpq(1))
        for _ in range(int(exponent)):
            found = times(found, base)
        return found
    size, c, u = apart(base)
    if not (c > 0 or (exponent.denominator == 1 and c < 0)):
        raise HasNoValue("a root of what may be negative")

    def derivative(order: int) -> Number:
        factor = fmpq(1)
        for k in range(order):
            factor *= fmpq(*(exponent - k).as_integer_ratio())
        return factor

    outside = Expansion({(size[0] * exponent, size[1] * exponent): rational_power(c, exponent)})
    return times(outside, composed(u, derivative))


def exp(of: Expansion) -> Expansion:
    linear = (Fraction(0), Fraction(1))
    rate = of.terms.get(linear, fmpq(0))
    known = of.error is None or of.error < NIL
    if not known or isinstance(rate, arb) or any(size > NIL and size != linear for size in of.terms):
        raise HasNoValue("an exponential that is not expanded")
    fixed = of.terms.get(NIL, fmpq(0))
    small = cut({size: value for size, value in of.terms.items() if size < NIL}, of.error)
    value = fmpq(1) if is_zero(fixed) else arb(fixed).exp()
    grown = Expansion({(Fraction(int(rate.p), int(rate.q)), Fraction(0)): value})
    return times(grown, composed(small, lambda _: fmpq(1)))


def log(of: Expansion) -> Expansion:
    size, c, u = apart(of)
    if not c > 0 or size[1]:
        raise HasNoValue("a logarithm that is not expanded")
    first = fmpq(0) if c == 1 else arb(c).log()
    series = composed(u, lambda order: fmpq(-((-1) ** order) * factorial(order - 1)) if order else first)
    return plus(series, Expansion({(Fraction(0), Fraction(1)): fmpq(*size[0].as_integer_ratio())} if size[0] else {}))


@dataclass
class Behaviour:
    """Expansions of the terms of one statement at one instance. `moving`: the tensors that depend on τ."""

    statement: Mapping[str, Any]
    instance: Instance
    moving: Mapping[str, Callable[[tuple[int, ...]], Expansion]]

    def __post_init__(self) -> None:
        self.definitions = {name: (parameters, body) for name, parameters, body in self.statement["define"]}
        self.known: dict[tuple[str, tuple[int, ...]], Expansion] = {}

    def index(self, index: Any, places: Mapping[str, int]) -> int:
        return places[index] if isinstance(index, str) else self.instance.maps[index[1]][self.index(index[2], places)]

    def of(self, term: Any, places: Mapping[str, int]) -> Expansion:
        match term:
            case ["number", value]:
                return constant(fmpq(*Fraction(value).as_integer_ratio()))
            case ["size", sort]:
                return constant(fmpq(self.instance.sizes[sort]))
            case ["entry", name, indices]:
                return self.entry(name, tuple(self.index(index, places) for index in indices))
            case ["delta", one, other]:
                return constant(fmpq(self.index(one, places) == self.index(other, places)))
            case ["plus" | "times" as operation, parts]:
                found = constant(fmpq(operation == "times"))
                for part in parts:
                    found = (plus if operation == "plus" else times)(found, self.of(part, places))
                return found
            case ["sum", index, sort, body]:
                found = constant(fmpq(0))
                for row in range(self.instance.sizes[sort]):
                    found = plus(found, self.of(body, {**places, index: row}))
                return found
            case ["power", base, exponent]:
                return power(self.of(base, places), Fraction(exponent))
            case ["apply", "exp" | "log" as function, argument]:
                return (exp if function == "exp" else log)(self.of(argument, places))
        raise HasNoValue(f"not expanded: {term!r:.80}")

    def entry(self, name: str, at: tuple[int, ...]) -> Expansion:
        if name in self.moving:
            return self.moving[name](at)
        if name not in self.definitions:
            return constant(fmpq(*self.instance.entries[name][at].as_integer_ratio()))
        if (name, at) not in self.known:
            parameters, body = self.definitions[name]
            places = {index: row for (index, _), row in zip(parameters, at, strict=True)}
            self.known[name, at] = self.of(body, places)
        return self.known[name, at]
