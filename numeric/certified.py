"""One number handed out with its enclosure and a print of it that is certain."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from flint import arb

from lessonproof.records import dataclass
from numeric.real import CAP, LARGEST_BITS, Real, Side, as_mpf, places, precisions

Verdict = Literal["exact", "rounded", "tie", "convention", "undecided"]
Cause = Literal["", "zero", "tie", "unbounded"]
MOST_PLACES = 1000
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Decimals:
    """A print with `count` digits after the decimal point, 0 to 1000."""

    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_PLACES:
            raise ValueError(f"{self.count} decimals; a number prints with 0 to {MOST_PLACES}")


@dataclass(frozen=True, slots=True)
class Digits:
    """A print with `count` significant digits, 1 to 1000."""

    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_PLACES:
            raise ValueError(f"{self.count} digits; a number prints with 1 to {MOST_PLACES}")


Form = Decimals | Digits


@dataclass(frozen=True, slots=True)
class Certified:
    """One number.

    printed: its correct rounding; the number itself, without zeros at the end, where that is no longer; "" where
        nothing is certain.
    verdict: "exact": proved equal to the print.   "rounded": the print is certainly the correct rounding.
        "tie": the number is proved to lie half-way between two prints; the one away from zero is given.
        "convention": a derivative that does not exist, because a ReLU stands at exactly 0; the print takes its slope
        there to be 0, as programs do.   "undecided": no precision up to the cap decides the print.
    value: all that is known.   bits: the working precision that decided; 0 for exact arithmetic.
    cause: of "undecided": "zero": not to be told from 0, so that it has no first digit   "tie": not to be told from a
        number half-way between two prints   "unbounded": every enclosure is infinite or beyond 2^±5000.
    """

    printed: str
    verdict: Verdict
    value: Real
    bits: int
    cause: Cause = ""

    def enclosure(self) -> arb:
        """A ball that contains the number: midpoint and radius, from the run that decided the print."""
        return self.value.ball(self.bits or 64)

    def mpf(self, digits: int = 50) -> tuple[Any, Any]:
        """mpmath's (midpoint, radius) of an interval that contains the number, `digits` digits fine where that is possible."""
        return as_mpf(self.value, digits)


def certified(value: Real, form: Form, cap: int = CAP) -> Certified:
    """The number with its certified print, at whatever precision up to `cap` bits that takes (more for many places)."""
    cap = max(cap, 8 * form.count)
    if isinstance(form, Decimals):
        found = _rounded(value, form.count, cap)
        return found if isinstance(found, Certified) else found.certified(value, _positional(found, form.count))
    order = _order(value, cap)
    while not isinstance(order, Certified):
        found = _rounded(value, form.count - 1 - order, cap)
        if isinstance(found, Certified):
            return found
        # The order may be too low, and rounding may carry: either shows as more digits than were asked for.
        if (more := len(str(abs(found.steps))) - form.count) > 0:
            order += more
        else:
            return found.certified(value, _significant(found, form.count, order))
    return order


@dataclass(frozen=True, slots=True)
class _Rounded:
    """The correct rounding of a number, counted in units of its last place."""

    steps: int
    verdict: Verdict
    bits: int

    def certified(self, value: Real, printed: str) -> Certified:
        return Certified(printed, self.verdict, value, self.bits)


def _rounded(value: Real, decimals: int, cap: int) -> _Rounded | Certified:
    """To so many decimals, to a power of ten where they are negative; or why that is not decided."""
    place = None
    for place in places(value, 2 * Fraction(10) ** decimals, cap):
        if place.integer % 2 == 0:
            break  # less than half a unit away from a number that can be printed
    if place is None:
        return Certified("", "undecided", value, cap, "unbounded")
    if place.side is Side.AROUND and place.integer % 2:
        return Certified("", "undecided", value, cap, "tie")
    away = place.side is Side.ABOVE or place.integer > 0
    steps = (place.integer + (place.integer % 2) * (1 if away else -1)) // 2
    verdict: Verdict = "rounded"
    if place.side is Side.ON:
        verdict = "tie" if place.integer % 2 else "exact"
    return _Rounded(steps, verdict, place.bits)


def _order(value: Real, cap: int) -> int | Certified:
    """n with 10ⁿ <= |value|, the largest or close to it; or what can be said of a number that has none."""
    finite = False
    for bits in precisions(cap):
        ball = value.ball(bits)
        finite = bool(ball.is_finite())
        if finite and (ball.is_zero() or value.is_exactly(Fraction(0))):
            return Certified("0", "exact", value, bits)
        if finite and not ball.contains(0):
            mantissa, exponent = ball.abs_lower().man_exp()
            power = int(mantissa).bit_length() + int(exponent) - 1
            if abs(power) > LARGEST_BITS:
                return Certified("", "undecided", value, cap, "unbounded")
            return len(str(1 << power)) - 1 if power >= 0 else -len(str(1 << -power))
    return Certified("", "undecided", value, cap, "zero" if finite else "unbounded")


def _positional(number: _Rounded, decimals: int) -> str:
    size = str(abs(number.steps) * 10 ** max(-decimals, 0)).rjust(decimals + 1, "0")
    whole, fraction = (size[:-decimals], size[-decimals:]) if decimals > 0 else (size, "")
    return _joined(number, whole, fraction)


def _significant(number: _Rounded, count: int, order: int) -> str:
    """With a power of ten below 10⁻⁷ and from 10²¹ on, as `real.digits` does."""
    if -7 <= order < 21:
        return _positional(number, count - 1 - order)
    size = str(abs(number.steps))
    return f"{_joined(number, size[0], size[1:])}×10{str(order).translate(_SUPERSCRIPTS)}"


def _joined(number: _Rounded, whole: str, fraction: str) -> str:
    if number.verdict == "exact":
        fraction = fraction.rstrip("0")
    return ("-" if number.steps < 0 else "") + whole + ("." + fraction if fraction else "")
