"""Equations of tensors that hold for all shapes and all values: the family of statements that the kernel's core decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.presupposed import presupposed
from derivations.prover.setting import Setting
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.prover.statements import Writing

CONDITIONS = (("∈",), ("∉",), ("≤",), ("<",))
"""The relations of a condition beside an equation; a mask must go by their name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """A printed formula read in a setting.

    provided: a condition that the lesson states in words beside the formula, e.g. `j \\notin J_{i}`; it is shown with it.
    uses: the tensors whose definitions are known; all others may then be any tensors of their shapes. None: all are known.
    As a record of a claim it may have several equations; to be examined by itself it has one.
    """

    setting: Setting
    formula: str
    provided: str = ""
    uses: tuple[str, ...] | None = None

    def each(self) -> tuple[Equation, ...]:
        """`a = b = c` has two equations, `Q̄ = …, K̄ = …` has two. Raises IllTyped, FormulaError."""
        from derivations.prover.statements import Writing

        formula = f"{self.formula.rstrip(' .,')}, {self.provided}" if self.provided else self.formula
        written = enumerate(_written(Writing(self.setting), formula))
        return tuple(
            Equation(identity=self, number=number, shown=shown, statement=_knowing(statement, self.uses))
            for number, (shown, statement) in written
        )

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return self._single().hypotheses

    def without(self, hypothesis: str) -> Equation:
        return self._single().without(hypothesis)

    def examined(self) -> Finding:
        return self._single().examined()

    def _single(self) -> Equation:
        from derivations.prover.shaped import IllTyped

        found = self.each()
        if len(found) != 1:
            raise IllTyped(f"{len(found)} equations where one is meant: {self.formula}")
        return found[0]


@dataclass(frozen=True, kw_only=True, slots=True)
class Equation:
    """One equation of an identity: as it is shown, in one line of Unicode, and as the kernel reads it.

    Its hypotheses are the positive letters and the masks without empty rows that it mentions: `ε > 0`, `J_i ≠ ∅`.
    """

    identity: Identity
    number: int
    shown: str
    statement: Mapping[str, Any]

    @property
    def formula(self) -> str:
        return self.identity.formula

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(presupposed(self.identity.setting, self.statement))

    def without(self, hypothesis: str) -> Equation:
        less = presupposed(self.identity.setting, self.statement)[hypothesis]
        return replace(self.identity, setting=less).each()[self.number]

    def examined(self) -> Finding:
        from derivations.prover.examine import examine

        return examine(self.statement)


def _written(writing: Writing, formula: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each statement of the formula, with its equation as it is shown: the conditions beside it belong to it."""
    from derivations.formula import tree
    from derivations.formula.pretty import pretty
    from derivations.prover.shaped import IllTyped

    chains = writing.parsed(formula)
    conditions = [chain for chain in chains if chain.relations in CONDITIONS]
    for chain in chains:
        if chain in conditions:
            continue
        if set(chain.relations) != {"="}:
            raise IllTyped(f"only equations are stated, not {pretty(chain)}")
        for left, right in zip(chain.sides, chain.sides[1:], strict=False):
            equation = tree.Chain((left, right), ("=",), span=chain.span)
            shown = ", ".join(pretty(part) for part in (equation, *conditions))
            for statement in writing.equations(left, right, conditions):
                yield shown, statement


def _knowing(statement: Mapping[str, Any], uses: tuple[str, ...] | None) -> Mapping[str, Any]:
    """The statement with the definitions of these tensors alone; others stay positive where their definitions make them so."""
    if uses is None:
        return statement
    from derivations.kernel import signs
    from derivations.kernel.language import Language

    define = [line for line in statement["define"] if line[0] in uses]
    others = {name: [sort for _, sort in axes] for name, axes, _ in statement["define"] if name not in uses}
    zero = ["number", "0"]
    known = Language({**statement, "given": [], "left": zero, "right": zero})
    positive = [name for name in others if signs.positive(known, ("entry", name, ()))]
    return {
        **statement,
        "define": define,
        "tensors": {**statement["tensors"], **others},
        "positive": sorted([*statement["positive"], *positive]),
    }
