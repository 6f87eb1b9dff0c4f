"""Dual numbers: a value and one derivative, carried together by the exact rules of differentiation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from numeric.fields.number import Rational, T
from numeric.ring import Ring


class Dual(Generic[T]):
    """value + derivative · t with t² = 0: f(x + t) = f(x) + f′(x) t. Exact where the field is, enclosed over balls."""

    __slots__ = ("derivative", "value")

    def __init__(self, value: T, derivative: T) -> None:
        self.value = value
        self.derivative = derivative

    def __add__(self, other: Dual[T] | int) -> Dual[T]:
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.derivative + other.derivative)
        return Dual(self.value + other, self.derivative)

    def __mul__(self, other: Dual[T] | int) -> Dual[T]:
        if isinstance(other, Dual):
            return Dual(self.value * other.value, self.derivative * other.value + self.value * other.derivative)
        return Dual(self.value * other, self.derivative * other)

    def __neg__(self) -> Dual[T]:
        return Dual(-self.value, -self.derivative)

    def __sub__(self, other: Dual[T] | int) -> Dual[T]:
        return self + -other

    def __rsub__(self, other: int) -> Dual[T]:
        return -self + other

    def inverse(self) -> Dual[T]:
        """(1/u)′ = −u′/u²."""
        inverse = 1 / self.value
        return Dual(inverse, -self.derivative * inverse * inverse)

    def __truediv__(self, other: Dual[T] | int) -> Dual[T]:
        if isinstance(other, Dual):
            return self * other.inverse()
        return Dual(self.value / other, self.derivative / other)

    def __rtruediv__(self, other: int) -> Dual[T]:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Dual[T]:
        """(uⁿ)′ = n uⁿ⁻¹ u′; u⁰ is 1 with derivative 0."""
        if exponent == 0:
            return Dual(self.value**0, 0 * self.derivative)
        return Dual(self.value**exponent, exponent * self.value ** (exponent - 1) * self.derivative)

    __radd__ = __add__
    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"Dual({self.value}, {self.derivative})"


class Duals(Generic[T]):
    """The ring of dual numbers over a field."""

    def __init__(self, field: Ring[T]) -> None:
        self.field = field

    def constant(self, value: T) -> Dual[T]:
        return Dual(value, self.field.num(0))

    def variable(self, value: T) -> Dual[T]:
        """The variable that derivatives are taken with respect to, at this value."""
        return Dual(value, self.field.num(1))

    def num(self, x: Rational) -> Dual[T]:
        return self.constant(self.field.num(x))

    def exp(self, x: Dual[T]) -> Dual[T]:
        value = self.field.exp(x.value)
        return Dual(value, value * x.derivative)

    def log(self, x: Dual[T]) -> Dual[T]:
        return Dual(self.field.log(x.value), x.derivative / x.value)

    def sqrt(self, x: Dual[T]) -> Dual[T]:
        value = self.field.sqrt(x.value)
        return Dual(value, x.derivative / (2 * value))


def derivative(function: Callable[[Any], Any], ring: Duals[T], at: T) -> T:
    """f′(at), for f written over the ring `ring`."""
    result: Dual[T] = function(ring.variable(at))
    return result.derivative
