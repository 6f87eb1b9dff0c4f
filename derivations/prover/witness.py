"""An exact instance in one line, in the lesson's letters: sizes, entries, where the sides are taken, what they are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from derivations.formula import tree
from derivations.formula.pretty import pretty
from derivations.prover.definitions import texts
from derivations.prover.instances import BITS, Evaluation, Instance, Number
from derivations.prover.setting import ORDINAL

DIGITS = 8


def shown(statement: Mapping[str, Any], instance: Instance, places: Mapping[str, int]) -> str:
    """`n = 2, x = (1, 3), i = 1; 1/2 ≠ 2/3`: the two sides of the statement at these places."""
    evaluation = Evaluation(statement, instance)
    with ctx.workprec(BITS):
        left, right = (_value(evaluation, statement[side], places) for side in ("left", "right"))
    return f"{instance_shown(statement, instance, places)}; {left} ≠ {right}"


def instance_shown(statement: Mapping[str, Any], instance: Instance, places: Mapping[str, int]) -> str:
    """`n = 2, x = (1, 3), i = 1`: an instance of the declarations and hypotheses, with letters that are indices, from 1."""
    letters = [f"{name} = {row + 1}" for name, row in places.items() if not name.startswith("·")]
    return ", ".join([*_given(statement, instance), *letters])


def name_shown(name: str) -> str:
    """A tensor's name as the lesson prints it: `bar(W_Q)` is W̄_Q; `dX` is the change of X."""
    return pretty(tree.Symbol(name, span=(0, 0)))


def entries_shown(sorts: Sequence[str], sizes: Mapping[str, int], entries: Mapping[tuple[int, ...], Fraction]) -> str:
    """A number, a list (1, 2), or a matrix (1, 2; 3, 4); more axes are nested."""
    if not sorts:
        return str(entries[()])
    rows = []
    for row in range(sizes[sorts[0]]):
        inner = {at[1:]: value for at, value in entries.items() if at[0] == row}
        rows.append(entries_shown(sorts[1:], sizes, inner))
    if len(sorts) == 2:
        return "(" + "; ".join(row[1:-1] for row in rows) + ")"
    return "(" + ", ".join(rows) + ")"


def _given(statement: Mapping[str, Any], instance: Instance) -> Iterator[str]:
    used = texts([statement[part] for part in ("define", "given", "left", "right")])
    shapes = {**statement["tensors"], **{name: sorts for name, (sorts, _) in statement["masks"].items()}}
    sorts = {sort for name, axes in shapes.items() if name in used for sort in axes} | used
    sorts |= {sort for _, sort in statement["free"]}
    yield from (f"{sort} = {instance.sizes[sort]}" for sort in statement["sorts"] if sort in sorts)
    for name, axes in shapes.items():
        if (
            name in used and not name.startswith(ORDINAL) and not name.endswith("°")
        ):  # a second name for what is shown, or a change before its condition
            yield f"{name_shown(name)} = {entries_shown(axes, instance.sizes, instance.entries[name])}"
    for name in (name for name in statement["maps"] if name in used):
        yield f"{name} = ({', '.join(str(row + 1) for row in instance.maps[name])})"
    for name, coefficients in instance.functions.items():
        yield f"{name}(x) = {_polynomial(coefficients)}"


def _polynomial(coefficients: Sequence[Fraction]) -> str:
    powers = ("", "x", "x²", "x³")
    terms = [(c, powers[k]) for k, c in enumerate(coefficients) if c]
    shown = " + ".join(power if c == 1 and power else f"{c} {power}".strip() for c, power in terms)
    return shown.replace("+ -", "− ").replace("-", "−") or "0"


def _value(evaluation: Evaluation, side: Any, places: Mapping[str, int]) -> str:
    return number_shown(evaluation.value(side, places))


def number_shown(value: Number) -> str:
    """A rational as it is, an enclosure by its first digits."""
    return f"{value.str(DIGITS, radius=False)}…" if isinstance(value, arb) else str(value)
