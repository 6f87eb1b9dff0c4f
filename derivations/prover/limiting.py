"""Limits of a computation as a number tends to ∞ or to 0 from above, for all shapes and all values."""

from __future__ import annotations

from typing import Any

from derivations.prover.finding import Finding
from derivations.prover.hypotheses import Hypothetical, terms_of
from derivations.prover.setting import Setting
from lessonproof.records import dataclass

LIMITS = "limit of decaying exponentials"
PARAMETER = "τ"  # of what tends somewhere without a letter that is named


@dataclass(frozen=True, kw_only=True, slots=True)
class Limiting(Hypothetical):
    """`\\lim_{t \\to \\infty} a_{j} = δ_{j m}`, `a_{j} \\to \\frac{1}{N}, T \\to \\infty`, or `a_{j} (δ_{j k} - a_{k}) \\to 0`.

    Among the hypotheses may be limits, `a_{j} \\to δ_{j m}`: the letter is then one that moves. The parameter is declared
    among the positive scalars of the setting; where the formula names none, everything moves together.
    """

    def examined(self) -> Finding:
        """Raises IllTyped, FormulaError, EnginesDisagree."""
        from derivations.kernel.limit import check
        from derivations.prover.conjunction import Part, examined
        from derivations.prover.limit_refutation import refute
        from derivations.prover.limit_search import certificate

        statement = self.statement()
        part = Part("limit", statement, certificate, check, refute, (LIMITS,))
        return examined([part], statement, [statement["left"], statement["right"]])

    def statement(self) -> dict[str, Any]:
        """What the kernel is asked."""
        from derivations.prover import limit_reading

        return limit_reading.statement(self.setting, self.formula, tuple(self.given.values()))

    def _terms(self) -> list[Any]:
        return terms_of(self.statement())

    def _declared(self) -> dict[str, Setting]:
        """That the parameter is positive is what tending means."""
        parameter = self.statement()["parameter"]
        return {name: less for name, less in Hypothetical._declared(self).items() if name != f"{parameter} > 0"}
