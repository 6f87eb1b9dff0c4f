"""What becomes of a computation when its input is transformed: `X \\mapsto P X, Z \\mapsto P Z`, for any number of layers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from derivations.prover.finding import Finding
from derivations.prover.setting import Setting
from lessonproof.records import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Equivariant:
    """formula: first the input and what takes its place, then nodes or abbreviations and what then takes theirs.

    again: the output that is the input of the next layer, where there are layers; it has to be transformed as the input is.
    """

    setting: Setting
    formula: str
    again: str | None = None

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(self._assumed())

    def without(self, hypothesis: str) -> Equivariant:
        return replace(self, setting=self._assumed()[hypothesis])

    def _assumed(self) -> dict[str, Setting]:
        from derivations.prover.presupposed import presupposed

        return presupposed(self.setting, {"define": self.statement()["of"]["define"], "given": [], "left": [], "right": []})

    def statement(self) -> dict[str, Any]:
        """What `kernel/equivariance` is asked. Raises IllTyped and FormulaError."""
        from derivations.formula import tree
        from derivations.prover.shaped import IllTyped, number, plus
        from derivations.prover.statements import Writing

        writing = Writing(self.setting)
        transformed = []
        for chain in writing.parsed(self.formula):
            if chain.relations != ("↦",):
                raise IllTyped(f"expected X ↦ P X, Z ↦ P Z: {self.formula}")
            (before, after), of = chain.sides, chain.sides[0]
            of = of.of if isinstance(of, tree.Superscripted) else of
            named = writing.reading.named(of.name) if isinstance(of, tree.Symbol) else None
            if named is None or named[1]:
                raise IllTyped(f"a tensor is expected before ↦: {self.formula}")
            transformed.append([named[0], *writing.entries_of(before, after)])
        defined = [*writing.nodes, *writing.abbreviations]
        outputs = plus(*(["entry", name, []] for name, _, _ in transformed[1:]), *(body for _, _, body in transformed))
        statement = writing.statement(outputs, number(0), [], defined, {})
        of_ = {name: statement[name] for name in statement if name not in ("left", "right", "free")}
        again = None if self.again is None else writing.reading.tensor(self.again)
        return {"of": of_, "input": transformed[0], "outputs": transformed[1:], "again": again}

    def examined(self) -> Finding:
        """Raises EnginesDisagree, IllTyped, FormulaError."""
        from derivations.prover.second_run import examine

        return examine(self.statement())
