"""One number of the exact field: a fraction of two polynomials in the field's generators."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpz_mpoly

if TYPE_CHECKING:
    from numeric.fields.exact import Exact


class ExactNumber:
    """numerator / denominator in ℤ[generators], with no common factor, and a positive leading coefficient below.

    What makes it exact: the denominator's value is proved to differ from zero before anything is divided by it. So
    whatever two equal fractions of polynomials claim holds for the numbers. The converse fails where the generators
    satisfy a relation that the field does not know: `==` and `is_zero` prove when True, and say nothing when False.
    Not hashable, because the written form changes when the field gains generators.
    """

    __slots__ = ("_denominator", "_numerator", "_version", "field")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, field: Exact, numerator: fmpz_mpoly, denominator: fmpz_mpoly) -> None:
        self.field = field
        self._numerator = numerator
        self._denominator = denominator
        self._version = field.version

    def fraction(self) -> tuple[fmpz_mpoly, fmpz_mpoly]:
        """Numerator and denominator in the field's generators of today."""
        if self._version != self.field.version:
            self._numerator = self.field.lifted(self._numerator, self._version)
            self._denominator = self.field.lifted(self._denominator, self._version)
            self._version = self.field.version
        return self._numerator, self._denominator

    def is_zero(self) -> bool:
        """True is a proof. False only says: not shown to be zero; ask an enclosure."""
        return self._numerator.is_zero()

    def rational(self) -> Fraction | None:
        """Its value as a fraction, where it is seen to be rational; else None."""
        if self._numerator.is_constant() and self._denominator.is_constant():
            return Fraction(int(constant(self._numerator)), int(constant(self._denominator)))
        return None

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, with `bits` correct bits unless cancellation is beyond all reason."""
        numerator, denominator = self.fraction()
        if numerator.is_zero():
            return arb(0)
        working = bits + 32
        while True:
            with ctx.workprec(working):
                ball = self.field.value(numerator, working) / self.field.value(denominator, working)
            if ball.rel_accuracy_bits() >= bits or ball.is_exact() or working > 16 * bits + 4096:
                return ball
            working *= 2

    def __add__(self, other: object) -> ExactNumber:
        second = self.field.joined(self, other)
        if second is None:
            return NotImplemented
        (n, d), (m, c) = self.fraction(), second.fraction()
        if n.is_zero():
            return second
        if m.is_zero():
            return self
        if d == c:
            return self.field.quotient(n + m, d)
        # Henrici: only the common factor of the denominators can cancel in the sum.
        common = d.gcd(c)
        if common.is_one():
            return ExactNumber(self.field, n * c + m * d, d * c)
        d_rest = d // common
        numerator = n * (c // common) + m * d_rest
        cancelled = numerator.gcd(common)
        if not cancelled.is_one():
            numerator, c = numerator // cancelled, c // cancelled
        return ExactNumber(self.field, numerator, d_rest * c) if not numerator.is_zero() else self.field.num(0)

    def __mul__(self, other: object) -> ExactNumber:
        second = self.field.joined(self, other)
        if second is None:
            return NotImplemented
        (n, d), (m, c) = self.fraction(), second.fraction()
        if n.is_zero() or m.is_zero():
            return self.field.num(0)
        left, right = n.gcd(c), m.gcd(d)
        if not left.is_one():
            n, c = n // left, c // left
        if not right.is_one():
            m, d = m // right, d // right
        return self.field.reduced(n * m, d * c)

    def inverse(self) -> ExactNumber:
        """1 / self. ZeroDivisionError where self is zero, or where it cannot be proved to differ from zero."""
        numerator, denominator = self.fraction()
        self.field.prove_nonzero(numerator)
        return self.field.rationalised(denominator, numerator)

    def __truediv__(self, other: object) -> ExactNumber:
        second = self.field.joined(self, other)
        return NotImplemented if second is None else self * second.inverse()

    def __rtruediv__(self, other: object) -> ExactNumber:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> ExactNumber:
        base = self if exponent >= 0 else self.inverse()
        power, n = self.field.num(1), abs(exponent)
        while n:
            power, base, n = (power * base if n % 2 else power), (base * base if n > 1 else base), n // 2
        return power

    def __neg__(self) -> ExactNumber:
        numerator, denominator = self.fraction()
        return ExactNumber(self.field, -numerator, denominator)

    def __abs__(self) -> ExactNumber:
        return -self if self.field.sign(self) < 0 else self

    def __sub__(self, other: object) -> ExactNumber:
        second = self.field.joined(self, other)
        return NotImplemented if second is None else self + -second

    def __rsub__(self, other: object) -> ExactNumber:
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        """True proves equality; False only says that none was shown."""
        second = self.field.joined(self, other)
        return NotImplemented if second is None else self.fraction() == second.fraction()

    def __str__(self) -> str:
        numerator, denominator = self.fraction()
        above = self.field.written(numerator)
        if denominator.is_one():
            return above
        below = self.field.written(denominator)
        return "/".join(text if text.isalnum() else f"({text})" for text in (above, below))

    __repr__ = __str__


def constant(polynomial: fmpz_mpoly) -> int:
    """The integer that a constant polynomial is."""
    return 0 if polynomial.is_zero() else int(polynomial.leading_coefficient())
