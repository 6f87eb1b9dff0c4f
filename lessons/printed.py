"""The printed numbers of a side that is nothing but numbers: one, a row, a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from derivations.formula import tree
from numeric.written import Written

MOST_ENTRIES = 1_000


class Printed(NamedTuple):
    """One printed number of a side: its offsets in the side's formula, and whether a row of more decimals holds it."""

    written: Written
    span: tuple[int, int]


def printed_rows(node: tree.Node, text: str) -> list[list[Printed]] | None:
    """The numbers of a side that is nothing but numbers: one, a row, a matrix; None for an expression."""
    if isinstance(node, tree.Row):
        rows: Sequence[Sequence[tree.Node]] = (node.items,)
    elif isinstance(node, tree.Table):
        rows = node.rows
    else:
        rows = ((node,),)
    if len(rows) == len(rows[0]) == 1:
        only = _printed(rows[0][0], text)
        return None if only is None else [[only]]
    found = [[_printed(entry, text) for entry in row] for row in rows]
    if any(entry is None for row in found for entry in row) or sum(map(len, found)) > MOST_ENTRIES:
        return None
    entries = [[entry for entry in row if entry is not None] for row in found]
    decimals = max(entry.written.decimals for row in entries for entry in row)
    if not decimals:
        return entries
    return [[Printed(at_precision(entry.written, decimals), entry.span) for entry in row] for row in entries]


def _printed(node: tree.Node, text: str) -> Printed | None:
    if isinstance(node, tree.Quantity):
        node = node.of
    if isinstance(node, tree.Number):
        shown, written = text[slice(*node.span)], node.written
        return Printed(written if shown == written.text else replace(written, text=shown), node.span)
    if isinstance(node, tree.Negative) and isinstance(node.of, tree.Number):
        written = node.of.written
        return Printed(Written("-" + written.text, -written.value, written.ulp, written.decimals), node.span)
    return None


def at_precision(written: Written, decimals: int) -> Written:
    """A whole number among decimals has their precision."""
    if not decimals or not written.is_plain_integer:
        return written
    return Written(f"{written.text}.{'0' * decimals}", written.value, Fraction(1, 10**decimals), decimals)
