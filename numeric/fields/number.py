"""What every number of every field can do, and what may be written for one."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar

from lessonproof.patterns import pattern


class Number(Protocol):
    """An element of a field. Python ints may stand on either side of + − × ÷; floats must not."""

    def __add__(self, other: Any, /) -> Self: ...
    def __radd__(self, other: Any, /) -> Self: ...
    def __sub__(self, other: Any, /) -> Self: ...
    def __rsub__(self, other: Any, /) -> Self: ...
    def __mul__(self, other: Any, /) -> Self: ...
    def __rmul__(self, other: Any, /) -> Self: ...
    def __truediv__(self, other: Any, /) -> Self: ...
    def __rtruediv__(self, other: Any, /) -> Self: ...
    def __pow__(self, exponent: int, /) -> Any: ...
    def __neg__(self) -> Self: ...


T = TypeVar("T", bound=Number)

Rational = int | Fraction | str

# Longer texts are refused before any conversion: int() is quadratic, and exponents can ask for all memory.
LONGEST = 400
_DECIMAL = pattern(r"[+\-−]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_RATIO = pattern(r"[+\-−]?[0-9]+/[0-9]+")


class TooLong(ValueError):
    """A number of more than LONGEST digits, written out or by its exponent."""


def rational(written: Rational) -> Fraction:
    """The exact value of an int, a Fraction, a decimal text ("0.1", "-2e-3") or a ratio text ("1/3").

    Raises TypeError for everything else, floats and bools above all: a float has been rounded before we see it.
    Raises ValueError for text that is no such number; TooLong for one of more than 400 digits or an exponent beyond ±400.
    """
    if type(written) is Fraction:
        return written
    if isinstance(written, bool) or not isinstance(written, (int, Fraction, str)):
        raise TypeError(f"{written!r} is a {type(written).__name__}; write an int, a Fraction or a decimal string")
    if not isinstance(written, str):
        return Fraction(written)
    problem = f"{written[:40]!r} is not a decimal number or a ratio of integers of at most {LONGEST} digits"
    if len(written) > LONGEST:
        raise TooLong(problem)
    if not (_DECIMAL.fullmatch(written) or _RATIO.fullmatch(written)):
        raise ValueError(problem)
    text = written.replace("−", "-")
    exponent = re.search(r"[eE]([+-]?[0-9]+)$", text)
    if exponent and abs(int(exponent[1])) > LONGEST:
        raise TooLong(f"{written[:40]!r}: an exponent beyond ±{LONGEST}")
    return Fraction(text)
