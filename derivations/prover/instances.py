"""The second engine: the value of a term at concrete sizes and values. It shares no rule with the kernel and only refutes.

A value is rational as long as the term is, and a ball (an enclosure) after a root, exp, log, sin or cos of a rational. D is
computed by numbers with nilpotent parts, one ε with ε² = 0 for each D around, not by the kernel's rules of differentiation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from flint import arb, ctx, fmpq

Number = Any  # fmpq or arb
Nilpotent = dict[frozenset[int], Number]  # the coefficient of each product of ε's
Place = tuple[int, ...]

BITS = 192
NOTHING: frozenset[int] = frozenset()


class HasNoValue(ArithmeticError):
    """A division by zero, or a logarithm or root of what is not positive, at this instance."""


@dataclass(frozen=True, slots=True)
class Instance:
    """Sizes, the entries of each tensor and mask, index functions as tables, and polynomials for the smooth functions."""

    sizes: Mapping[str, int]
    entries: Mapping[str, Mapping[Place, Fraction]]
    maps: Mapping[str, Sequence[int]]
    functions: Mapping[str, Sequence[Fraction]]  # coefficients, the constant first


@dataclass
class Evaluation:
    """The values of the terms of one statement at one instance."""

    statement: Mapping[str, Any]
    instance: Instance
    known: dict[tuple[Any, ...], Nilpotent] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.definitions = {name: (parameters, body) for name, parameters, body in self.statement["define"]}

    def difference(self, places: Mapping[str, int]) -> Number:
        """left − right at these values of the free indices."""
        return self.gap(self.statement["left"], self.statement["right"], places)

    def gap(self, left: Any, right: Any, places: Mapping[str, int]) -> Number:
        with ctx.workprec(BITS):
            one, other = (self.value(side, places, ()).get(NOTHING, fmpq(0)) for side in (left, right))
            return one - other

    def index(self, index: Any, places: Mapping[str, int]) -> int:
        if isinstance(index, str):
            return places[index]
        _, function, of = index
        at = self.index(of, places)
        if function.endswith("⁻¹"):
            return list(self.instance.maps[function.removesuffix("⁻¹")]).index(at)
        return self.instance.maps[function][at]

    def value(self, term: Any, places: Mapping[str, int], directions: tuple[tuple[str, str], ...]) -> Nilpotent:
        """directions: for each D around, the tensor that moves and the tensor along which it moves."""
        match term:
            case ["number", value]:
                return {NOTHING: fmpq(*Fraction(value).as_integer_ratio())}
            case ["size", sort]:
                return {NOTHING: fmpq(self.instance.sizes[sort])}
            case ["entry", name, indices]:
                return self.entry(name, tuple(self.index(index, places) for index in indices), directions)
            case ["delta", one, other]:
                return {NOTHING: fmpq(self.index(one, places) == self.index(other, places))}
            case ["plus", parts]:
                return total(self.value(part, places, directions) for part in parts)
            case ["times", parts]:
                found: Nilpotent = {NOTHING: fmpq(1)}
                for part in parts:
                    found = times(found, self.value(part, places, directions))  # 0 · (1/0) has no value
                return found
            case ["sum", index, sort, body]:
                rows = range(self.instance.sizes[sort])
                return total(self.value(body, {**places, index: row}, directions) for row in rows)
            case ["power", base, exponent]:
                return power(self.value(base, places, directions), Fraction(exponent))
            case ["apply", function, argument]:
                return self.apply(function, self.value(argument, places, directions))
            case ["D", x, dx, body]:
                level = len(directions)
                moved = self.value(body, places, (*directions, (x, dx)))
                return {levels - {level}: value for levels, value in moved.items() if level in levels}
        raise ValueError(f"not a term: {term!r:.80}")

    def entry(self, name: str, at: Place, directions: tuple[tuple[str, str], ...]) -> Nilpotent:
        if name in self.definitions:
            key = (name, at, directions)
            if key not in self.known:
                parameters, body = self.definitions[name]
                places = {index: row for (index, _), row in zip(parameters, at, strict=True)}
                self.known[key] = self.value(body, places, directions)
            return self.known[key]
        parts: Nilpotent = {NOTHING: fmpq(*self.instance.entries[name][at].as_integer_ratio())}
        for level, (x, dx) in enumerate(directions):
            if x == name:  # the direction may itself move along the outer ones
                moving = {frozenset({level}): fmpq(1)}
                parts = total([parts, times(moving, self.entry(dx, at, directions[:level]))])
        return cleaned(parts)

    def apply(self, function: str, argument: Nilpotent) -> Nilpotent:
        base = argument.get(NOTHING, fmpq(0))
        if function == "exp":
            value = fmpq(1) if base == 0 else arb(base).exp()
            return expanded(argument, lambda _: value)
        if function == "log":
            if not base > 0:
                raise HasNoValue("a logarithm of what is not positive")
            first = fmpq(0) if base == 1 else arb(base).log()
            return expanded(argument, lambda order: -((-1) ** order) * factorial(order - 1) / base**order if order else first)
        if function in ("sin", "cos"):
            sine, cosine = (fmpq(0), fmpq(1)) if base == 0 else arb(base).sin_cos()
            turn = [sine, cosine, -sine, -cosine]  # sin, sin′, sin″, …
            return expanded(argument, lambda order: turn[(order + (function == "cos")) % 4])
        bare = function.rstrip("′")
        coefficients = [fmpq(*c.as_integer_ratio()) for c in self.instance.functions[bare]]
        for _ in function[len(bare) :]:
            coefficients = [k * c for k, c in enumerate(coefficients)][1:]

        def derivative(order: int) -> Number:
            here = coefficients
            for _ in range(order):
                here = [k * c for k, c in enumerate(here)][1:]
            value: Number = fmpq(0)
            for c in reversed(here):
                value = value * base + c
            return value

        return expanded(argument, derivative)


def expanded(argument: Nilpotent, derivative: Callable[[int], Number]) -> Nilpotent:
    """Taylor's formula, which ends: f(a + n) = Σ_k f⁽ᵏ⁾(a) nᵏ / k!."""
    rest = {levels: value for levels, value in argument.items() if levels}
    found: Nilpotent = {NOTHING: derivative(0)}
    term: Nilpotent = {NOTHING: fmpq(1)}
    order = 0
    while rest:
        order += 1
        term = {levels: value / order for levels, value in times(term, rest).items()}
        if not term:
            break
        slope = derivative(order)
        found = total([found, {levels: value * slope for levels, value in term.items()}])
    return cleaned(found)


def power(base: Nilpotent, exponent: Fraction) -> Nilpotent:
    value = base.get(NOTHING, fmpq(0))
    if exponent.denominator == 1 and exponent >= 0:
        found: Nilpotent = {NOTHING: fmpq(1)}
        for _ in range(int(exponent)):
            found = times(found, base)
        return found
    if not (value > 0 or (exponent.denominator == 1 and value < 0)):
        raise HasNoValue("a power of zero, or a root of what is negative")

    def derivative(order: int) -> Number:
        factor = fmpq(1)
        for k in range(order):
            factor *= fmpq(*(exponent - k).as_integer_ratio())
        return factor * rational_power(value, exponent - order)

    return expanded(base, derivative)


def rational_power(value: Number, exponent: Fraction) -> Number:
    if exponent.denominator == 1:
        return value ** int(exponent)
    if isinstance(value, fmpq) and exponent.denominator == 2:
        top, bottom = value.p.isqrt(), value.q.isqrt()
        if top * top == value.p and bottom * bottom == value.q:
            return fmpq(top, bottom) ** exponent.numerator
    return arb(value) ** arb(fmpq(*exponent.as_integer_ratio()))


def cleaned(number: Nilpotent) -> Nilpotent:
    return {levels: value for levels, value in number.items() if not (isinstance(value, fmpq) and value == 0)}


def total(numbers: Any) -> Nilpotent:
    found: Nilpotent = {}
    for number in numbers:
        for levels, value in number.items():
            found[levels] = found[levels] + value if levels in found else value
    return cleaned(found)


def times(one: Nilpotent, other: Nilpotent) -> Nilpotent:
    found: Nilpotent = {}
    for (levels, value), (more, factor) in product(one.items(), other.items()):
        if not levels & more:
            key = levels | more
            found[key] = found[key] + value * factor if key in found else value * factor
    return cleaned(found)


def excludes_zero(number: Number) -> bool:
    return bool(number != 0) if isinstance(number, fmpq) else not number.contains(0)
