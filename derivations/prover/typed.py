"""What a symbol is: a matrix of a shape, a token of the vocabulary; for all sizes that its definitions allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.setting import Setting
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.prover.shape_reading import Membership


@dataclass(frozen=True, kw_only=True, slots=True)
class Typed:
    """`E \\in R^{N \\times d}`, `e_{i} = E_{t_{i}, :} \\in R^{1 \\times d}`, `t_{i} \\in {1, \\dots, N}`.

    Shapes are those that the definitions of the setting give. An equality in the formula is an equation as in `Identity`; one
    side may be a matrix written by its rows, `[x_{1}; ⋮; x_{n}]`, and X^{(0)} is the X of the setting.
    """

    setting: Setting
    formula: str

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(self._presupposed())

    def without(self, hypothesis: str) -> Typed:
        return replace(self, setting=self._presupposed()[hypothesis])

    def examined(self) -> Finding:
        """Raises IllTyped, FormulaError, EnginesDisagree."""
        from derivations.prover.examine import examine
        from derivations.prover.finding import Result
        from derivations.prover.shape_reading import Membership

        found: list[Finding] = []
        for one in self._read():
            found.append(one.examined() if isinstance(one, Membership) else examine(one))
            if found[-1].result is not Result.PROVED:
                return found[-1]
        theorems = dict.fromkeys(name for finding in found for name in finding.theorems)
        return Finding(
            {"parts": [finding.statement for finding in found]},
            Result.PROVED,
            certificate={"parts": [finding.certificate for finding in found]},
            theorems=tuple(theorems),
            instance=next((finding.instance for finding in found if finding.instance is not None), None),
        )

    def _presupposed(self) -> dict[str, Setting]:
        from derivations.prover.presupposed import presupposed

        found: dict[str, Setting] = {}
        for statement in self._read():
            if isinstance(statement, Mapping):
                found |= presupposed(self.setting, statement)
        return found

    def _read(self) -> list[Membership | Mapping[str, Any]]:
        from derivations.prover.shape_reading import read

        return read(self.setting, self.formula)
