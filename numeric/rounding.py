"""Certified rounding: is a printed number the correct rounding of a real number at its own printed place?

The printed text is an integer number of its own ulps, and the question is where the real number lies among the
multiples of half an ulp. Exact arithmetic or an enclosure decides that, never a float; where neither does, the answer
is `undecided`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Literal, NamedTuple

from lessonproof.records import dataclass
from numeric.real import CAP, Place, Real, Side, places
from numeric.written import Written

Verdict = Literal["exact", "rounded", "truncated", "wrong", "undecided"]

TIES = ("half-even", "half-up", "half-away-from-zero")
TRUNCATE = "truncate"
_RULE: ContextVar[str | None] = ContextVar("rule", default=None)

# Factors that get lost or come in twice: the decimal point, percent, thousands; halves and small counts.
_FACTORS = tuple(factor for n in (10, 100, 1000, 2, 3, 4) for factor in (Fraction(n), Fraction(1, n)))
# A coincidence is likelier than a lost factor where a number has fewer digits.
_FACTOR_DIGITS = 3
# A number that was rounded twice was rounded first to at most so many places more.
_FURTHER_PLACES = 6
# The most decimals spent on showing that a number is no integer.
_MOST_DECIMALS = 50


@dataclass(frozen=True, slots=True)
class Slip:
    """How a wrong print probably came about. factor: printed = factor · right, for the kind "factor"."""

    kind: Literal["sign", "transposed-digits", "double-rounding", "factor"]
    factor: Fraction | None = None


class Rounding(NamedTuple):
    """What became of one printed number.

    verdict: `exact` (proved equal), `rounded` (correctly, and not proved equal), `truncated` (certainly cut where
        rounding gives another number), `wrong` (certainly not right, and not shown to be cut), `undecided` (cap bits do
        not tell whether it is right).
    expected: the right printing at the same precision in the same style; the printed text itself where that is right.
        For an integer that had to be exact and is not: with as many decimals as show it. Empty where it is not known.
    ulps: printed - correctly rounded, in ulps of the printed text. 0 also for an integer that had to be exact and is
        only the rounding, and where the right number is not known.
    slip: the likely slip behind a `wrong`, where it is plain.
    modes: at a tie, the rounding modes that give the printed number: of half-even, half-up (towards +∞) and
        half-away-from-zero. A print that they give is wrong where another one of them is in force.
    bits: the working precision that decided; 0 for exact rational arithmetic.
    """

    verdict: Verdict
    printed: Written
    expected: str
    ulps: int
    slip: Slip | None
    modes: tuple[str, ...]
    bits: int


def rule_in_force() -> str | None:
    """How figures are to be rounded: one of TIES, TRUNCATE, or None where any mode will do."""
    return _RULE.get()


@contextmanager
def rounded_by(rule: str | None) -> Iterator[None]:
    """Within, a tie has to be printed as one of TIES says; with TRUNCATE a figure may be cut."""
    token = _RULE.set(rule)
    try:
        yield
    finally:
        _RULE.reset(token)


def certify(printed: Written, value: Real, cap: int = CAP) -> Rounding:
    """The verdict on `printed` as a print of `value`, from exact or enclosed arithmetic with up to cap bits.

    A number printed without decimals, suffix or power of ten must be exact where the value is below ten in size; else
    it may be a rounding to the unit.
    """
    place: Place | None = None
    verdict: Verdict | None = None
    for place in places(value, Fraction(2 * printed.ulp.denominator, printed.ulp.numerator), cap):
        verdict = _verdict(printed, place)
        if verdict is not None:
            break
    if place is None:
        return Rounding("undecided", printed, "", 0, None, (), cap)
    if verdict is None:
        # Whether the printed number can still be right is certain without the last bit of knowledge.
        verdict = "undecided" if abs(2 * printed.steps - place.integer) <= 1 else "wrong"
    rule, modes = _RULE.get(), _modes(printed, place)
    if verdict == "truncated" and rule == TRUNCATE:
        return Rounding("rounded", printed, printed.text, 0, None, (), place.bits)
    if verdict == "rounded" and modes and rule in TIES and rule not in modes:
        other = place.integer - printed.steps  # the tie lies in the middle between the two prints
        return Rounding("wrong", printed, printed.reprinted(other), printed.steps - other, None, modes, place.bits)
    if verdict == "exact" or verdict == "rounded":
        return Rounding(verdict, printed, printed.text, 0, None, modes, place.bits)
    right = None if verdict == "undecided" else _nearest(place)
    if right is None:
        return Rounding(verdict, printed, "", 0, None, (), place.bits)
    if printed.is_plain_integer and _below_ten(place) and not _is_integer(place):
        expected, slip = _with_decimals(printed, value, cap), None
    else:
        expected = printed.reprinted(right)
        slip = _slip(printed.steps, right, printed.ulp, value, cap) if verdict == "wrong" else None
    return Rounding(verdict, printed, expected, printed.steps - right, slip, (), place.bits)


def _verdict(printed: Written, place: Place) -> Verdict | None:
    """The verdict that this place of value / (ulp/2) allows; None where a finer place may say more.

    An even integer of half ulps is a number that can be printed, an odd one a tie.
    """
    steps, half_ulps = printed.steps, place.integer
    below_ten = _below_ten(place) if printed.is_plain_integer else False
    if below_ten is None:
        return None
    if _is_integer(place):
        return "exact" if 2 * steps == half_ulps else "wrong"
    if below_ten:
        # Only a number that may yet be an integer leaves anything open.
        return None if place.side is Side.AROUND and half_ulps % 2 == 0 else "wrong"
    right = _nearest(place)
    if right is None:
        return None
    if steps == right or _modes(printed, place):
        return "rounded"
    if place.side is Side.AROUND:
        # The neighbour on the side of zero is a cut if the value lies just below the number that it rounds to.
        may_be_cut = abs(right) - abs(steps) == 1 and steps * right >= 0
        return None if may_be_cut else "wrong"
    return "truncated" if steps == _cut(place) else "wrong"


def _is_integer(place: Place) -> bool:
    return place.side is Side.ON and place.integer % 2 == 0


def _below_ten(place: Place) -> bool | None:
    """Whether a number whose ulp is 1 is below ten in size; None where that is open."""
    if place.side is Side.ABOVE:
        return -20 <= place.integer < 20
    if place.side is Side.AROUND and abs(place.integer) == 20:
        return None
    return abs(place.integer) < 20


def _nearest(place: Place) -> int | None:
    """The correct rounding, a tie away from zero; None where that is open."""
    if place.integer % 2 == 0:
        return place.integer // 2
    if place.side is Side.AROUND:
        return None
    up = place.side is Side.ABOVE or place.integer > 0
    return (place.integer + 1) // 2 if up else (place.integer - 1) // 2


def _cut(place: Place) -> int:
    """The digits cut off after the printed place, for a number that is not printed exactly."""
    return place.integer // 2 if place.integer >= 0 else -((-place.integer - 1) // 2)


def _modes(printed: Written, place: Place) -> tuple[str, ...]:
    """The rounding modes in use that make the printed number of a tie; empty where it is no tie."""
    if place.side is not Side.ON or place.integer % 2 == 0:
        return ()
    lower, upper = place.integer // 2, place.integer // 2 + 1
    results = {
        "half-even": lower if lower % 2 == 0 else upper,
        "half-up": upper,
        "half-away-from-zero": upper if place.integer > 0 else lower,
    }
    return tuple(mode for mode, result in results.items() if result == printed.steps)


def _nearest_multiple(value: Real, ulp: Fraction, cap: int) -> int | None:
    """The correct rounding of value in units of ulp, a tie away from zero; None where cap bits do not tell."""
    for place in places(value, 2 / ulp, cap):
        right = _nearest(place)
        if right is not None:
            return right
    return None


def _with_decimals(printed: Written, value: Real, cap: int) -> str:
    """A number below ten that is no integer, with the fewest decimals that show it; empty if that takes too many."""
    for decimals in range(1, _MOST_DECIMALS + 1):
        right = _nearest_multiple(value, Fraction(1, 10**decimals), cap)
        if right is not None and right % 10**decimals:
            return printed.reprinted(right, decimals)
    return ""


def _slip(steps: int, right: int, ulp: Fraction, value: Real, cap: int) -> Slip | None:
    """The likely reason for printing steps instead of right, both in ulps, where it is plain."""
    if steps == -right:
        return Slip("sign")
    if steps * right > 0 and _transposed(str(abs(steps)), str(abs(right))):
        return Slip("transposed-digits")
    if abs(steps) - abs(right) == 1 and steps * right >= 0 and _rounded_twice(steps, ulp, value, cap):
        return Slip("double-rounding")
    if len(str(abs(steps))) >= _FACTOR_DIGITS:
        for factor in _FACTORS:
            if _nearest_multiple(value, ulp / factor, cap) == steps:
                return Slip("factor", factor)
    return None


def _transposed(printed: str, right: str) -> bool:
    """Whether two neighbouring digits changed places."""
    if len(printed) != len(right):
        return False
    first, *others = (place for place in range(len(right)) if printed[place] != right[place])
    return others == [first + 1] and printed[first : first + 2] == right[first : first + 2][::-1]


def _rounded_twice(steps: int, ulp: Fraction, value: Real, cap: int) -> bool:
    """Whether rounding place after place, 5 away from zero, ends at the printed number: 1.4449, 1.445, 1.45."""
    for further in range(1, _FURTHER_PLACES + 1):
        size = _nearest_multiple(value, ulp / 10**further, cap)
        if size is None:
            return False
        size = abs(size)
        for _ in range(further):
            size = (size + 5) // 10
        if size == abs(steps):
            return True
    return False
