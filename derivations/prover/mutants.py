"""The false neighbours of a true formula, made automatically, and what both engines say of each.

A mutant is one edit away (`derivations/prover/edits.py`): a sign, index, transpose, factor, mask or term, factors swapped,
another letter of the same shape. It is ill-typed, or an instance refutes it, or it is the same statement in other words and
is proved. What is neither is undecided, a gap of the prover or of the search for counterexamples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from derivations.formula.pretty import pretty
from derivations.prover.edits import Edit, edits, stated
from derivations.prover.examine import examine
from derivations.prover.finding import Result
from derivations.prover.repair import of_edit
from derivations.prover.setting import Setting
from derivations.prover.statements import Statement, Writing
from lessonproof.records import dataclass


class Fate(StrEnum):
    ILL_TYPED = "ill-typed"
    REFUTED = "refuted"
    PROVED = "proved"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A formula one edit away from a true one; `statements` is empty where it is ill-typed."""

    edit: Edit
    shown: str
    statements: tuple[Statement, ...]

    def fate(self) -> Fate:
        """Both engines on each of its statements. Raises EnginesDisagree."""
        if not self.statements:
            return Fate.ILL_TYPED
        results = {examine(statement).result for statement in self.statements}
        if Result.REFUTED in results:
            return Fate.REFUTED
        return Fate.PROVED if results == {Result.PROVED} else Fate.UNDECIDED


def mutants(setting: Setting, formula: str) -> Iterator[Mutant]:
    """Those of every equation of the formula, none twice. Raises IllTyped, FormulaError."""
    writing = Writing(setting)
    for one in stated(writing, formula):
        for edit in edits(writing, one):
            yield Mutant(edit, pretty(edit.equation), tuple(of_edit(writing, edit, one)))


def fates(setting: Setting, formula: str) -> Counter[Fate]:
    """How many of the mutants end how."""
    return Counter(mutant.fate() for mutant in mutants(setting, formula))
