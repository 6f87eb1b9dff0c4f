"""What a symbol is: a matrix of a shape, a token of the vocabulary; for all sizes that its definitions allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.setting import Setting

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
        from derivations.kernel.check import check
        from derivations.prover import search
        from derivations.prover.conjunction import Part, examined
        from derivations.prover.finding import Result
        from derivations.prover.instance_of import of_hypotheses
        from derivations.prover.refutation import refute
        from derivations.prover.shape_reading import Membership

        statements: list[Mapping[str, Any]] = []
        for one in self._read():
            if isinstance(one, Membership) and (against := one.counterexample()) is not None:
                return Finding({"member": one.shown}, Result.REFUTED, counterexample=against)
            statements += one.statements if isinstance(one, Membership) else [one]
        parts = [Part("equation", statement, search.certificate, check, refute) for statement in statements]
        return examined(parts, lambda: of_hypotheses(statements[0]))

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
