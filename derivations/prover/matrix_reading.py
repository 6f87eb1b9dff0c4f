"""From printed statements about matrices to what the kernel checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.prover.naming import free
from derivations.prover.premises import Premises, parsed
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped, Shaped, number, shown, slots

Statement = dict[str, Any]
Term = Any
ROW, COLUMN = "row·", "column·"  # indices that no formula can name


def rank(setting: Setting, formula: str, given: Sequence[str]) -> Statement:
    match parsed(setting, formula):
        case (tree.Chain(sides=(tree.Call(function="rank", arguments=(of,)), bound), relations=("≤",)),):
            premises = Premises(setting, (of,), given)
            return {**matrix(premises, of), "at most": list(at_most(premises, bound))}
    raise IllTyped(f"a rank is stated as `rank (B) ≤ d`: {formula}")


def semidefinite(setting: Setting, formula: str, given: Sequence[str]) -> Statement:
    match parsed(setting, formula):
        case (tree.Chain(sides=(of,), relations=()),):
            statement = matrix(Premises(setting, (of,), given), of)
            (_, rows), (_, columns), _ = statement["matrix"]
            if rows != columns:
                raise IllTyped(f"{rows} × {columns} is not square")
            return statement
    raise IllTyped(f"a matrix is expected: {formula}")


def matrix(premises: Premises, node: Node) -> Statement:
    of = premises.reading.read(node, premises.scope)
    if len(of.axes) != 2 or len(of.slots) != 2 or not all(isinstance(slot, str) for slot in of.slots):
        raise IllTyped(f"a matrix is expected, found {shown(of.axes)}")
    declared = premises.declared([of.at([ROW, COLUMN])])
    rows, columns = of.sorts
    entry_at = [[ROW, rows], [COLUMN, columns], declared.terms[0]]
    return {"of": declared.of, "where": declared.where, "assume": declared.assume, "matrix": entry_at}


def at_most(premises: Premises, node: Node) -> Iterator[str]:
    match node:
        case tree.Symbol(name=name) if (axis := premises.reading.axis(name)) is not None and isinstance(axis, str):
            yield axis
        case tree.Sum(terms=terms):
            for term in terms:
                yield from at_most(premises, term)
        case tree.Number(value=value) if value.denominator == 1 and 0 <= value <= 64:
            yield from ["1"] * int(value)
        case _:
            raise IllTyped("a rank is at most a size, a sum of sizes or a number")


def entry(setting: Setting, text: str, statement: Mapping[str, Any]) -> Term:
    """An expression with the letters i and j for the row and the column."""
    node = parsed(setting, text)[0].sides[0]
    premises = Premises(setting, (node,), ())
    (row, _), (column, _), _ = statement["matrix"]
    letters = {"i": row, "j": column}
    named = {letter: ((letters.get(letter, letter),), axis) for letter, axis in premises.letters.items()}
    return premises.declared([premises.reading.read(node, premises.scope.having(named)).term]).terms[0]


def hull(setting: Setting, formula: str, given: Sequence[str]) -> Statement:
    match parsed(setting, formula):
        case (tree.Chain(sides=(point, tree.Call(function="conv", arguments=(rows,))), relations=("∈",)), *conditions):
            premises = Premises(setting, (point,), given)
            letters = premises.sorts(rows, *conditions)
            over = [letter for letter in letters if letter not in premises.letters]
            if len(over) != 1 or len(slots(letters[over[0]])) != 1 or not all(map(premises.writing.is_condition, conditions)):
                raise IllTyped("the hull of rows that one letter counts, `conv (v_{j})`")
            scope = free({**letters, **premises.letters})
            one, other = coordinate(premises.reading.read(point, scope)), coordinate(premises.reading.read(rows, scope))
            if one[1] != other[1]:
                raise IllTyped(f"a point of {one[1]} among points of {other[1]} coordinates")
            among = [premises.condition(condition, scope) for condition in conditions]
            masks = number(1) if not among else among[0] if len(among) == 1 else ["times", among]
            declared = premises.declared([one[0], other[0], masks])
            return {
                "of": declared.of, "where": declared.where, "assume": declared.assume,
                "along": [COLUMN, one[1]], "point": declared.terms[0],
                "over": [over[0], str(letters[over[0]])], "candidates": declared.terms[1], "among": declared.terms[2],
            }  # fmt: skip
    raise IllTyped(f"a hull is stated as `z_{{i}} ∈ conv (v_{{j}})`: {formula}")


def coordinate(of: Shaped) -> tuple[Term, str]:
    """The entry of a row at the index of its coordinates, and what that runs over."""
    if len(of.slots) != 1 or not isinstance(of.slots[0], str):
        raise IllTyped(f"a row is expected, found {shown(of.axes)}")
    return of.at([COLUMN]), of.slots[0]


def about(statement: Mapping[str, Any]) -> list[Term]:
    """The terms that the statement is about."""
    if "matrix" in statement:
        sizes = [["size", size] for size in statement.get("at most", ()) if size != "1"]
        return [statement["matrix"][2], *sizes]
    return [statement["point"], statement["candidates"], statement["among"]]


def indices(statement: Mapping[str, Any]) -> list[Any]:
    """The indices of those terms that are not free in the statement, with their sorts."""
    return list(statement["matrix"][:2]) if "matrix" in statement else [statement["along"], statement["over"]]
