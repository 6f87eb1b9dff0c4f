"""Dual numbers: a value and its derivatives in several directions, carried together by the exact rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic

from numeric.fields.field import Field
from numeric.fields.number import Rational, T


class Dual(Generic[T]):
    """value + Σ derivatives[v] · t_v with t_u t_v = 0: f(x + t) = f(x) + Σ ∂f/∂x_v t_v.

    Exact where the field is, enclosed over balls. A direction that is not among `derivatives` has derivative zero, and
    nothing is computed for it.
    """

    __slots__ = ("derivatives", "value")

    def __init__(self, value: T, derivatives: dict[Hashable, T]) -> None:
        self.value = value
        self.derivatives = derivatives

    def scaled(self, value: T, factor: T | int) -> Dual[T]:
        """The chain rule: a function of this number, with this value, whose derivative is `factor`."""
        return Dual(value, {name: derivative * factor for name, derivative in self.derivatives.items()})

    def __add__(self, other: Dual[T] | int) -> Dual[T]:
        if not isinstance(other, Dual):
            return Dual(self.value + other, self.derivatives)
        total = dict(self.derivatives)
        for name, derivative in other.derivatives.items():
            total[name] = total[name] + derivative if name in total else derivative
        return Dual(self.value + other.value, total)

    def __mul__(self, other: Dual[T] | int) -> Dual[T]:
        if not isinstance(other, Dual):
            return self.scaled(self.value * other, other)
        value = self.value * other.value
        if not other.derivatives:
            return self.scaled(value, other.value)
        if not self.derivatives:
            return other.scaled(value, self.value)
        return self.scaled(value, other.value) + other.scaled(0 * value, self.value)

    def __neg__(self) -> Dual[T]:
        return self.scaled(-self.value, -1)

    def __sub__(self, other: Dual[T] | int) -> Dual[T]:
        return self + -other

    def __rsub__(self, other: int) -> Dual[T]:
        return -self + other

    def inverse(self) -> Dual[T]:
        """(1/u)′ = −u′/u²."""
        inverse = 1 / self.value
        return self.scaled(inverse, -inverse * inverse)

    def __truediv__(self, other: Dual[T] | int) -> Dual[T]:
        if isinstance(other, Dual):
            return self * other.inverse()
        return Dual(self.value / other, {name: derivative / other for name, derivative in self.derivatives.items()})

    def __rtruediv__(self, other: int) -> Dual[T]:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Dual[T]:
        """(uⁿ)′ = n uⁿ⁻¹ u′; u⁰ is 1 with derivative 0."""
        if exponent == 0:
            return Dual(self.value**0, {})
        return self.scaled(self.value**exponent, exponent * self.value ** (exponent - 1))

    __radd__ = __add__
    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"Dual({self.value}, {self.derivatives})"


class Duals(Field[Dual[T]], Generic[T]):
    """The dual numbers over a field, with the functions of a field: a layer that runs over them is differentiated.

    Signs and shifts are those of the values, so they say nothing of a neighbourhood.
    """

    name = "dual"

    def __init__(self, field: Field[T]) -> None:
        self.field = field

    def working(self) -> AbstractContextManager[None]:
        return self.field.working()

    def constant(self, value: T) -> Dual[T]:
        return Dual(value, {})

    def variable(self, value: T, name: Hashable = "x") -> Dual[T]:
        """The variable `name` at this value; derivatives are taken with respect to it."""
        return Dual(value, {name: self.field.num(1)})

    def derivative(self, of: Dual[T], name: Hashable = "x") -> T:
        """∂/∂name, zero where the number does not depend on it."""
        return of.derivatives[name] if name in of.derivatives else self.field.num(0)

    def num(self, x: Rational) -> Dual[T]:
        return self.constant(self.field.num(x))

    def exp(self, x: Dual[T]) -> Dual[T]:
        value = self.field.exp(x.value)
        return x.scaled(value, value)

    def log(self, x: Dual[T]) -> Dual[T]:
        return x.scaled(self.field.log(x.value), 1 / x.value)

    def sqrt(self, x: Dual[T]) -> Dual[T]:
        value = self.field.sqrt(x.value)
        return x.scaled(value, 1 / (2 * value)) if x.derivatives else self.constant(value)

    def erf(self, x: Dual[T]) -> Dual[T]:
        """erf′(x) = 2 e^{−x²}/√π."""
        slope = 2 * self.field.exp(-(x.value * x.value)) / self.field.sqrt(self.field.pi())
        return x.scaled(self.field.erf(x.value), slope)

    def sin(self, x: Dual[T]) -> Dual[T]:
        return x.scaled(self.field.sin(x.value), self.field.cos(x.value))

    def cos(self, x: Dual[T]) -> Dual[T]:
        return x.scaled(self.field.cos(x.value), -self.field.sin(x.value))

    def pi(self) -> Dual[T]:
        return self.constant(self.field.pi())

    def sign(self, x: Dual[T]) -> int:
        return self.field.sign(x.value)

    def is_finite(self, x: Dual[T]) -> bool:
        return self.field.is_finite(x.value)

    def shift(self, scores: Sequence[Dual[T]]) -> Dual[T]:
        return self.constant(self.field.shift([score.value for score in scores]))


def derivative(function: Callable[[Any], Any], ring: Duals[T], at: T) -> T:
    """f′(at), for f written over the ring `ring`."""
    return ring.derivative(function(ring.variable(at)))
