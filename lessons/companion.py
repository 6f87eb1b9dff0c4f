"""The companion file of a worked example (notes §11.7): all parameters, gradients and updates, to as many digits as asked."""

from __future__ import annotations

from derivations.catalogue import UsageError
from derivations.pieces import side
from derivations.values import Expression
from lessons.chapter import Reading
from numeric.certified import Digits, certified
from numeric.real import Real

_MACHINE = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def companion(reading: Reading, digits: int) -> dict[str, object]:
    """JSON-ready: each quantity by its name, as a number or as rows of numbers, written as decimal strings.

    Each is the number itself or its certain, correct rounding to so many significant digits; null where no precision decides
    that. Raises UsageError for a chapter without example.
    """
    values = reading.values
    if values.example is None:
        raise UsageError("no-example", chapter=reading.chapter.number)

    def shown(expression: str) -> object:
        of = Expression(values, side(expression, values.functions))
        height, width = of.shape
        entries = [[_decimal(of.real(i, j), digits) for j in range(width)] for i in range(height)]
        return entries[0][0] if (height, width) == (1, 1) else entries

    contents: dict[str, object] = {
        "lesson": reading.lesson.name,
        "chapter": reading.chapter.number,
        "document": reading.document.path if reading.document else None,
        "sha256": reading.document.sha256 if reading.document else None,
        "digits": digits,
    }
    for part, names in values.example.companion().items():
        contents[part] = {name: shown(expression) for name, expression in names.items()}
    return contents


def _decimal(value: Real, digits: int) -> str | None:
    """As programs read it: 8.387e-12."""
    return certified(value, Digits(digits)).printed.replace("×10", "e").translate(_MACHINE) or None
