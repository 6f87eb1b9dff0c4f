"""A false formula mended: the smallest single edits that make it true, each of them proved."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.formula import tree
from derivations.formula.pretty import latex, pretty
from derivations.prover.edits import Edit, Stated, edits
from derivations.prover.examine import examine
from derivations.prover.expansion import affordable
from derivations.prover.finding import Result
from derivations.prover.refutation import refute
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import Statement, Writing
from lessonproof.records import dataclass

LARGEST = 150
"""Nodes of an equation beyond which no edit is tried: each of them is printed, read and decided anew."""

MOST_TRIED = 600
MOST_EXAMINED = 24
"""Edits that no instance refutes, and that are therefore worth a search for a proof."""

MOST_FOUND = 3


@dataclass(frozen=True, slots=True)
class Repair:
    """What was changed into what, and the formula that comes out: in one line of Unicode, and in LaTeX. It is proved."""

    kind: str
    before: str
    after: str
    shown: str
    latex: str


def repairs(writing: Writing, of: Stated, most: int = MOST_FOUND) -> tuple[Repair, ...]:
    """At most `most` formulas one edit away that the kernel proves, the smallest edit first; none where none was found."""
    if sum(1 for _ in tree.walk(of.equation)) > LARGEST:
        return ()
    found: list[Repair] = []
    examined = 0
    for edit in sorted(edits(writing, of), key=lambda edit: edit.size)[:MOST_TRIED]:
        statements = of_edit(writing, edit, of)
        if not statements or any(not affordable(one) or refute(one) for one in statements):
            continue
        examined += 1
        if all(examine(one).result is Result.PROVED for one in statements):
            found.append(_repair(edit, of))
        if len(found) == most or examined == MOST_EXAMINED:
            break
    return tuple(found)


def of_edit(writing: Writing, edit: Edit, of: Stated) -> Sequence[Statement]:
    """The statements of the edited equation; none where it is ill-typed."""
    try:
        return writing.statements(Stated(edit.equation, of.conditions).text)
    except IllTyped:
        return ()


def _repair(edit: Edit, of: Stated) -> Repair:
    after = Stated(edit.equation, of.conditions)
    return Repair(edit.kind, pretty(edit.before), pretty(edit.after), after.shown, latex(edit.equation))
