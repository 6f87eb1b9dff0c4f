"""The functions that a feed-forward layer applies to each coordinate, each with its derivative."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Generic, Literal

from numeric.fields.field import Field
from numeric.fields.number import T
from numeric.softmax import softmax

ActivationName = Literal["relu", "gelu", "gelu-tanh", "silu", "tanh"]


class Activation(ABC, Generic[T]):
    """σ and σ′ over one field, with the constants computed once (inside `with field.working():`)."""

    def __init__(self, field: Field[T]) -> None:
        self.field = field

    @abstractmethod
    def value(self, x: T) -> T:
        """σ(x)"""

    @abstractmethod
    def slope(self, x: T) -> T:
        """σ′(x)"""


class ReLU(Activation[T]):
    """max(0, x) (notes §8.2). At exactly 0, where it has no derivative, the slope is 0 by convention.

    Raises SignUndecided where x is neither certainly positive or negative nor exactly 0.
    """

    def value(self, x: T) -> T:
        return x if self.field.sign(x) > 0 else self.field.num(0)

    def slope(self, x: T) -> T:
        return self.field.step(x)


class GELU(Activation[T]):
    """x Φ(x), with Φ(x) = (1 + erf(x/√2))/2 the normal distribution function (Hendrycks & Gimpel 2016)."""

    def __init__(self, field: Field[T]) -> None:
        super().__init__(field)
        self._over_root_2 = 1 / field.sqrt(field.num(2))
        self._over_root_2π = self._over_root_2 / field.sqrt(field.pi())

    def _Φ(self, x: T) -> T:
        return (1 + self.field.erf(x * self._over_root_2)) / 2

    def value(self, x: T) -> T:
        return x * self._Φ(x)

    def slope(self, x: T) -> T:
        """Φ(x) + x φ(x), φ(x) = e^{−x²/2}/√(2π)."""
        return self._Φ(x) + x * self.field.exp(-(x * x) / 2) * self._over_root_2π


class GELUTanh(Activation[T]):
    """x (1 + tanh u)/2 with u = √(2/π) (x + 0.044715 x³): the approximation of GELU that BERT and GPT-2 compute.

    Since (1 + tanh u)/2 = 1/(1 + e^{−2u}), it is x times the logistic function of 2u.
    """

    def __init__(self, field: Field[T]) -> None:
        super().__init__(field)
        self._twice = 2 * field.sqrt(2 / field.pi())
        self._cubic = field.num(Fraction(44715, 10**6))

    def _u2(self, x: T) -> T:
        return self._twice * (x + self._cubic * x * x * x)

    def value(self, x: T) -> T:
        return x * logistic(self.field, self._u2(x))

    def slope(self, x: T) -> T:
        """σ(2u) + x σ(2u) σ(−2u) (2u)′ with the logistic σ."""
        σ = logistic(self.field, self._u2(x))
        return σ + x * σ * (1 - σ) * self._twice * (1 + 3 * self._cubic * x * x)


class SiLU(Activation[T]):
    """x σ(x) with the logistic function σ, also called Swish."""

    def value(self, x: T) -> T:
        return x * logistic(self.field, x)

    def slope(self, x: T) -> T:
        """σ(x) (1 + x (1 − σ(x)))."""
        σ = logistic(self.field, x)
        return σ * (1 + x * (1 - σ))


class Tanh(Activation[T]):
    """tanh x = 2 σ(2x) − 1 with the logistic function σ."""

    def value(self, x: T) -> T:
        return 2 * logistic(self.field, 2 * x) - 1

    def slope(self, x: T) -> T:
        """1 − tanh² x."""
        value = self.value(x)
        return 1 - value * value


def activation(field: Field[T], name: ActivationName) -> Activation[T]:
    """The function of that name over the field. ValueError for another name."""
    by_name: dict[str, type[Activation[T]]] = {
        "relu": ReLU,
        "gelu": GELU,
        "gelu-tanh": GELUTanh,
        "silu": SiLU,
        "tanh": Tanh,
    }
    if name not in by_name:
        raise ValueError(f"no activation {name!r}; there are {', '.join(by_name)}")
    return by_name[name](field)


def logistic(field: Field[T], x: T) -> T:
    """1/(1 + e^{−x}): the softmax of (x, 0), which does not overflow."""
    return softmax(field, [x, field.num(0)])[0]
