"""The companion file of a worked example (notes §11.7): all parameters, gradients and updates, to as many digits as asked."""

from __future__ import annotations

from derivations.catalogue import UsageError
from derivations.pieces import side
from derivations.values import Expression
from lessons.chapter import Reading
from numeric.real import digits as certain_digits


def companion(reading: Reading, digits: int) -> dict[str, object]:
    """JSON-ready: each quantity by its name, as a number or as rows of numbers, written as strings.

    Every digit is certain; a number that is no finite decimal ends in "…". Raises UsageError for a chapter without example.
    """
    values = reading.values
    if values.example is None:
        raise UsageError("no-example", chapter=reading.chapter.number)

    def shown(expression: str) -> object:
        of = Expression(values, side(expression, values.functions))
        height, width = of.shape
        entries = [[certain_digits(of.real(i, j), digits) for j in range(width)] for i in range(height)]
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
