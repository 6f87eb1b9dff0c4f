"""Matrices of weights as an author gives them, made exact, and compared with what a model asks for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from numbers import Integral, Real

from numeric.fields.number import LONGEST, TooLong, rational
from numeric.weights_refused import WeightsRefused

Rows = list[list[Fraction]]
MOST_ENTRIES = 1_000_000  # of all matrices together
MOST_NAMED = 40  # of those that are missing; two layers of an encoder–decoder have about as many
_LONGEST_BITS = (10**LONGEST).bit_length()


def exact(given: object, place: str) -> Fraction:
    """The exact value of one weight: an int, a Fraction or Decimal, the text of a decimal or a ratio, or a float.

    A float is the binary number that it is: 0.1 is 3602879701896397/2⁵⁵, "0.1" is 1/10.   place: what an error names.
    Raises WeightsRefused for NaN and infinities, for bools and everything else, and beyond 400 digits.
    """
    if (isinstance(given, str) and len(given) > LONGEST) or (type(given) is int and given.bit_length() > _LONGEST_BITS):
        raise WeightsRefused("long", place=place, limit=LONGEST)
    shown = repr(given)[:40]
    if isinstance(given, bool):
        raise WeightsRefused("not-number", place=place, given=shown.lower())
    if isinstance(given, str):
        if given.strip().lstrip("+-").lower() in ("nan", "inf", "infinity"):
            raise WeightsRefused("not-finite", place=place, given=shown)
        try:
            return rational(given.strip())
        except TooLong:
            raise WeightsRefused("long", place=place, limit=LONGEST) from None
        except (ValueError, ZeroDivisionError):
            raise WeightsRefused("not-number", place=place, given=shown) from None
    if isinstance(given, Fraction):
        return given
    if isinstance(given, Decimal):
        if not given.is_finite():
            raise WeightsRefused("not-finite", place=place, given=shown)
        return exact(str(given), place)
    if isinstance(given, Integral):
        return Fraction(int(given))
    if isinstance(given, Real):  # numpy's floats too; every double is exact in a Fraction
        value = float(given)
        if not math.isfinite(value):
            raise WeightsRefused("not-finite", place=place, given=shown)
        return Fraction(value)
    raise WeightsRefused("not-number", place=place, given=shown)


def exact_rows(name: str, given: object) -> Rows:
    """The rows of one matrix, exactly; a flat list is a single row, as biases and gains are.

    Raises WeightsRefused for what is no matrix, naming the row or the entry, counted from 1.
    """
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes)) or not given:
        raise WeightsRefused("not-rows", matrix=name)
    nested = [isinstance(row, Sequence) and not isinstance(row, (str, bytes)) for row in given]
    if any(nested) and not all(nested):
        raise WeightsRefused("not-rows", matrix=name)
    rows: Sequence[Sequence[object]] = given if all(nested) else [given]
    for number, row in enumerate(rows, 1):
        if not row:
            raise WeightsRefused("not-rows", matrix=name)
        if len(row) != len(rows[0]):
            raise WeightsRefused("ragged", matrix=name, first=len(rows[0]), row=number, other=len(row))
    if len(rows) * len(rows[0]) > MOST_ENTRIES:
        raise WeightsRefused("too-many", limit=MOST_ENTRIES)
    return [[exact(entry, f"{name}[{i},{j}]") for j, entry in enumerate(row, 1)] for i, row in enumerate(rows, 1)]


def exact_weights(given: Mapping[str, object], file: str = "") -> dict[str, Rows]:
    """Every matrix of the mapping, exactly.   file: where they come from, for errors. Raises WeightsRefused."""
    weights: dict[str, Rows] = {}
    left = MOST_ENTRIES
    for name, rows in given.items():
        weights[name] = exact_rows(f"{file}: {name}" if file else name, rows)
        left -= len(weights[name]) * len(weights[name][0])
        if left < 0:
            raise WeightsRefused("too-many", limit=MOST_ENTRIES)
    return weights


def check_weights(weights: Mapping[str, Rows], shapes: Mapping[str, tuple[int, int]]) -> None:
    """WeightsRefused unless there is exactly one matrix for each name of `shapes`, of that shape (rows, columns).

    All that are missing are named with their shapes, then the first that is too many, then the first of another shape with
    the axis and both lengths.
    """
    absent = [f"{name} ({rows} × {columns})" for name, (rows, columns) in shapes.items() if name not in weights]
    if absent:
        given = _listed(weights) if weights else "—"
        raise WeightsRefused("absent", matrices=_listed(absent, MOST_NAMED), given=given)
    for name in weights:
        if name not in shapes:
            nearest = get_close_matches(name, list(shapes), 1, 0.0)[0]
            raise WeightsRefused("surplus", matrix=name, nearest=nearest)
    for name, (rows, columns) in shapes.items():
        for reason, length, wanted in (
            ("wrong-rows", len(weights[name]), rows),
            ("wrong-columns", len(weights[name][0]), columns),
        ):
            if length != wanted:
                raise WeightsRefused(reason, matrix=name, length=length, wanted=wanted, rows=rows, columns=columns)


def _listed(names: Iterable[str], most: int = 6) -> str:
    every = list(names)
    return ", ".join(every[:most]) + (", …" if len(every) > most else "")
