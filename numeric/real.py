"""One real number, known by enclosures of every precision, and what can be said of it with certainty.

A ball of python-flint (midpoint and radius) contains the number; asking for more bits makes it smaller. Nothing here
goes through a float, and nothing concludes from "not shown different": questions have three answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq, fmpz

from lessonproof.records import dataclass

CAP = 4096
# Numbers beyond 2^±5000 are never written out: the value of a tower of exponentials would not fit into memory.
LARGEST_BITS = 5000
LARGEST_ORDER = 1250
MAX_COUNT = 4000  # Python makes no longer integers into text
_LARGEST = arb(fmpz(1) << LARGEST_BITS)
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _unknown(_: Fraction) -> bool | None:
    return None


@dataclass(frozen=True)
class Real:
    """One real number.

    enclosure: bits of working precision -> a ball that contains the number (called with flint's ctx.prec set to bits).
    rational: its exact value, where it is known to be rational.
    equals: q -> True where the number is proved equal to q, False where proved different, None where that is unknown.
    """

    enclosure: Callable[[int], arb]
    rational: Fraction | None = None
    equals: Callable[[Fraction], bool | None] = _unknown

    @classmethod
    def exactly(cls, value: Fraction | int) -> Real:
        """The rational number itself."""
        exact = Fraction(value)
        quotient = fmpq(exact.numerator, exact.denominator)
        return cls(lambda bits: arb(quotient), exact, exact.__eq__)

    @classmethod
    def of_ball(cls, enclosure: Callable[[int], arb]) -> Real:
        """A number of which nothing is known but its enclosures."""
        return cls(enclosure)

    def ball(self, bits: int, scale: Fraction = Fraction(1)) -> arb:
        """A ball that contains scale times the number, computed at this working precision."""
        with ctx.workprec(bits):
            ball = self.enclosure(bits) * fmpz(scale.numerator)
            return ball if scale.denominator == 1 else ball / fmpz(scale.denominator)

    def is_exactly(self, value: Fraction) -> bool | None:
        """True: proved equal to value. False: proved different. None: unknown."""
        return self.equals(value) if self.rational is None else self.rational == value


class Side(Enum):
    """How a number lies to an integer n: equal to it, strictly between n and n + 1, or less than one away from it."""

    ON = "on"
    ABOVE = "above"
    AROUND = "around"


class Place(NamedTuple):
    """Where a number lies among the integers, and the working precision that showed it (0: exact arithmetic)."""

    integer: int
    side: Side
    bits: int


def places(value: Real, scale: Fraction, cap: int) -> Iterator[Place]:
    """What is certain of the place of scale · value among the integers, at rising precision up to cap bits (scale > 0).

    The last one yielded is ON or ABOVE where the place is decided. AROUND comes where the ball holds one integer and
    `equals`, asked once for it, did not prove equality. Nothing is yielded where even that much is unknown.
    """
    if value.rational is not None:
        scaled = value.rational * scale
        if abs(value.rational) < 1 << LARGEST_BITS:
            yield Place(floor(scaled), Side.ON if scaled.denominator == 1 else Side.ABOVE, 0)
        return
    unproved: int | None = None
    for bits in precisions(cap):
        with ctx.workprec(bits):
            number = value.enclosure(bits)
            # The size first: an exact power of two beyond all memory has a unique integer too.
            if not abs(number) < _LARGEST:
                continue
            ball = number * scale.numerator
            if scale.denominator != 1:
                ball /= scale.denominator
            # flint ends the process over an integer part of a number with an exponent beyond all memory, such as
            # exp(-10⁶⁰⁰): added to 1 and taken away again, such a midpoint becomes part of the radius.
            ball = (ball + 1) - 1
            held = ball.unique_fmpz()
            below = ball.floor().unique_fmpz() if held is None else None
        if held is None:
            if below is not None:
                yield Place(int(below), Side.ABOVE, bits)
                return
        elif ball.is_exact() or (int(held) != unproved and value.equals(int(held) / scale)):
            yield Place(int(held), Side.ON, bits)
            return
        else:
            unproved = int(held)
            yield Place(unproved, Side.AROUND, bits)


def precisions(cap: int) -> Iterator[int]:
    """The working precisions tried in turn: 64, 128, 256, … bits, ending with cap itself."""
    bits = 64
    while bits < cap:
        yield bits
        bits *= 2
    yield cap


def compare(left: Real, right: Real, cap: int = CAP) -> int | None:
    """-1 for left < right, 1 for left > right, 0 only where proved equal, None where cap bits do not decide."""
    if left.rational is not None and right.rational is not None:
        return (left.rational > right.rational) - (left.rational < right.rational)
    asked = False
    for bits in precisions(cap):
        with ctx.workprec(bits):
            difference = left.ball(bits) - right.ball(bits)
        if difference > 0 or difference < 0:
            return 1 if difference > 0 else -1
        if difference.is_zero() or (not asked and _proved_equal(left, right)):
            return 0
        asked = True
    return None


def _proved_equal(left: Real, right: Real) -> bool:
    if right.rational is not None:
        return left.equals(right.rational) is True
    return left.rational is not None and right.equals(left.rational) is True


def digits(value: Real, count: int) -> str:
    """The number with `count` certain significant digits, cut there (never rounded), with "…" for the rest.

    An exact decimal of at most `count` digits prints whole, without "…"; integer digits are never cut off. Below 10⁻⁷
    and from 10²¹ on the print is `8.38701034412…×10⁻¹²`. A number that no enclosure separates from a decimal, and that
    is not proved to be it, prints as that decimal `± 10⁻ᵏ`, which is all that is certain.
    Raises ValueError unless 1 <= count <= 4000.
    """
    if not 1 <= count <= MAX_COUNT:
        raise ValueError(f"a number prints with 1 to {MAX_COUNT} significant digits, not with {count}")
    cap = max(CAP, 8 * count)
    order = _order_below(value, cap)
    if order is None:
        return "0" if value.is_exactly(Fraction(0)) else "0" + _uncertainty(value, Fraction(0), cap)
    if abs(order) > LARGEST_ORDER:
        return f"|x| > {_power_of_ten(LARGEST_ORDER)}" if order > 0 else f"|x| < {_power_of_ten(-LARGEST_ORDER)}"
    shift = count - 1 - order
    if 0 <= order < 21:
        shift = max(shift, 0)
    scale = Fraction(10) ** shift
    place = None
    for place in places(value, scale, cap):  # noqa: B007 - the last one says most
        pass
    if place is None:
        return "0" + _uncertainty(value, Fraction(0), cap)
    # Between n and n + 1 the digits that stay are those of the end nearer to zero.
    size = str(abs(place.integer + (place.side is Side.ABOVE and place.integer < 0)))
    sign = "-" if place.integer < 0 else ""
    if place.side is Side.AROUND:
        return sign + _cut(size, shift, len(size), ends=True) + _uncertainty(value, place.integer / scale, cap)
    return sign + _cut(size, shift, count, ends=place.side is Side.ON)


def _cut(size: str, shift: int, count: int, ends: bool) -> str:
    """The first digits of size · 10^-shift; `ends`: nothing follows the digits of size."""
    order = len(size) - 1 - shift
    positional = -7 <= order < 21
    keep = max(count, order + 1) if positional else count
    kept, rest = size[:keep], size[keep:]
    ends = ends and not rest.strip("0")
    if not positional:
        whole, fraction = kept[0], kept[1:]
    elif order >= 0:
        whole, fraction = kept[: order + 1], kept[order + 1 :]
    else:
        whole, fraction = "0", "0" * (-order - 1) + kept
    if ends:
        fraction = fraction.rstrip("0")
    return (
        whole
        + ("." + fraction if fraction else "")
        + ("" if ends else "…")
        + ("" if positional else "×" + _power_of_ten(order))
    )


def _order_below(value: Real, cap: int) -> int | None:
    """An integer n with 10ⁿ <= |value|, close to the largest such; None where the number may be zero."""
    for bits in precisions(cap):
        ball = value.ball(bits)
        if ball.is_finite() and not ball.contains(0):
            return _decimal_order(ball.abs_lower()) - 1
    return None


def _decimal_order(size: arb) -> int:
    """About log₁₀ of an exact positive number: 10^(order - 1) < size < 10^(order + 1).

    Cut to just beyond the largest and the smallest that is written out.
    """
    mantissa, exponent = size.man_exp()
    bits = int(mantissa).bit_length() + int(exponent)
    # 2^(bits - 1) <= size < 2^bits, and log₁₀ 2 = 0.301029995…
    order = bits * 30103 // 100000
    return max(-LARGEST_ORDER - 4, min(LARGEST_ORDER + 4, order))


def _uncertainty(value: Real, center: Fraction, cap: int) -> str:
    """` ± 10ᵏ`: all that the finest enclosure says about the distance of the number from `center`."""
    distance = abs(value.ball(cap) - Real.exactly(center).ball(cap))
    if distance.is_zero():
        return ""
    return f" ± {_power_of_ten(_decimal_order(distance.abs_upper()) + 1)}" if distance.is_finite() else " ± ?"


def _power_of_ten(exponent: int) -> str:
    return "10" + str(exponent).translate(_SUPERSCRIPTS)


def as_mpf(value: Real, count: int) -> tuple[Any, Any]:
    """The number as mpmath's (midpoint, radius): both mpf, exact images of a ball that contains it.

    The radius is at most 10^-count of the midpoint's size where the enclosures reach that; it is 0 for short dyadic
    rationals, and infinite where nothing is known.
    """
    from mpmath import make_mpf, mpf
    from mpmath.libmp import from_man_exp

    def image(exact: arb) -> Any:
        mantissa, exponent = exact.man_exp()
        return make_mpf(from_man_exp(int(mantissa), int(exponent)))

    # log₂ 10 < 10/3, and a few bits for the last operations
    wanted = count * 10 // 3 + 8
    ball = value.ball(wanted)
    for bits in precisions(max(CAP, 8 * wanted)):
        if ball.rel_accuracy_bits() >= wanted:
            break
        ball = value.ball(max(bits, wanted))
    return (image(ball.mid()), image(ball.rad())) if ball.is_finite() else (mpf("nan"), mpf("inf"))
