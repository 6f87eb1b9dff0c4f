"""Printed decimals of an expression that stand for a letter of the chapter: 0.078714 of −ln 0.078714 for p_C.

A page that puts numbers for letters means the numbers that they were printed from. This is asked only of formulas that stand
for a claim of the chapter: there the letters are known to be meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from derivations.claim import Claim, Intermediate, Reading, Value
from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError
from derivations.pieces import pieces, side
from derivations.values import Expression, Values
from numeric.real import Real
from numeric.rounding import certify
from numeric.written import Written

FEWEST_DECIMALS = 4
"""With fewer decimals a number is the print of too many others."""


def lettered(claim: Claim, printed: Sequence[Written], values: Values) -> Claim:
    """The claim with the letters for which decimals within its expressions stand; the others are roundings of what has none."""
    reads: dict[int, Reading] = dict(claim.reads or {})
    for piece in pieces(claim.says, values.functions):
        sides = (one for chain in (piece.formula.chains if piece.formula else ()) for one in chain.sides)
        for expression in sides:
            for number in _operands(expression):
                index = piece.first + (number.figure or 0)
                written = printed[index]
                if index not in reads and written.decimals >= FEWEST_DECIMALS:
                    letter = _letter(written, values)
                    reads[index] = Value(letter) if letter else Intermediate()
    return replace(claim, reads=reads)


def _operands(side: tree.Node) -> Iterator[tree.Number]:
    """The figures with which a side, or an entry of a row or matrix, computes."""
    match side:
        case tree.Row(items=entries):
            pass
        case tree.Table(rows=rows):
            entries = tuple(entry for row in rows for entry in row)
        case _:
            entries = (side,)
    for entry in entries:
        if not isinstance(entry, tree.Number):
            yield from tree.figures(entry)


def _letter(written: Written, values: Values) -> str | None:
    found = (name for name, value in _letters(values) if certify(written, value).verdict == "rounded")
    return next(found, None)


@lru_cache(maxsize=8)
def _letters(values: Values) -> tuple[tuple[str, Real], ...]:
    return tuple(_scalars(values)) if values.example else ()


def _scalars(values: Values) -> Iterator[tuple[str, Real]]:
    """The numbers that the chapter's letters are worth before the update, and the entries of its rows."""
    assert values.example is not None
    for name in values.over(64)[1]:
        if "," in name or name.endswith(("new", "first", "only")) or "θ" in name:
            continue
        try:
            rows, columns = Expression(values, side(name, values.functions)).shape
            if (rows, columns) == (1, 1):
                yield name, Expression(values, side(name, values.functions)).real(0, 0)
            elif rows == 1:
                whole = Expression(values, side(name, values.functions))
                yield from ((f"entry({name}, 1, {j + 1})", whole.real(0, j)) for j in range(columns))
        except (EvaluationError, ValueError, ArithmeticError):
            continue
