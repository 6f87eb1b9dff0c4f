"""Statements about matrices for all shapes and values: rank, positive semidefiniteness, convex hulls of rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.hypotheses import Hypothetical, terms_of
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.prover.conjunction import Part

RANK = "rank of a product"


class _OneStatement(Hypothetical):
    """A record that makes one statement."""

    __slots__ = ()

    def statement(self) -> dict[str, Any]:
        raise NotImplementedError

    def part(self, statement: Mapping[str, Any]) -> Part:
        raise NotImplementedError

    def examined(self) -> Finding:
        """Raises IllTyped, FormulaError, EnginesDisagree."""
        from derivations.prover.conjunction import examined
        from derivations.prover.matrix_reading import about, indices

        statement = self.statement()
        return examined([self.part(statement)], statement, about(statement), indices(statement))

    def _terms(self) -> list[Any]:
        return terms_of(self.statement())


@dataclass(frozen=True, kw_only=True, slots=True)
class Rank(_OneStatement):
    """`rank (W_{Q} W_{K}^{T}) \\leq d_{k}`: at most a size, a sum of sizes, or a number."""

    def statement(self) -> dict[str, Any]:
        from derivations.prover.matrix_reading import rank

        return rank(self.setting, self.formula, tuple(self.given.values()))

    def part(self, statement: Mapping[str, Any]) -> Part:
        from derivations.kernel.rank import check
        from derivations.prover.conjunction import Part
        from derivations.prover.matrix_refutation import refute_rank
        from derivations.prover.matrix_search import rank_certificate

        return Part("rank", statement, rank_certificate, check, refute_rank, (RANK,))


@dataclass(frozen=True, kw_only=True, slots=True)
class Semidefinite(_OneStatement):
    """`W_{Q} W_{Q}^{T}` is symmetric, and xᵀ M x ≥ 0 for every x. The formula is the matrix.

    through: Σ_k w_k g_{i k} g_{j k} with w_k ≥ 0 for the entry at i and j, where the search does not find it.
    """

    through: str = ""

    def statement(self) -> dict[str, Any]:
        from derivations.prover.matrix_reading import semidefinite

        return semidefinite(self.setting, self.formula, tuple(self.given.values()))

    def part(self, statement: Mapping[str, Any]) -> Part:
        from functools import partial

        from derivations.kernel.semidefinite import check
        from derivations.prover.conjunction import Part
        from derivations.prover.matrix_reading import entry
        from derivations.prover.matrix_refutation import refute_semidefinite
        from derivations.prover.matrix_search import semidefinite_certificate

        hints = [entry(self.setting, self.through, statement)] if self.through else []
        return Part("semidefinite", statement, partial(semidefinite_certificate, through=hints), check, refute_semidefinite)


@dataclass(frozen=True, kw_only=True, slots=True)
class InHull(_OneStatement):
    """`z_{i} \\in conv (v_{j})`, or `z_{i} \\in conv (v_{j}), j \\in J_{i}`: in the convex hull of those rows."""

    def statement(self) -> dict[str, Any]:
        from derivations.prover.matrix_reading import hull

        return hull(self.setting, self.formula, tuple(self.given.values()))

    def part(self, statement: Mapping[str, Any]) -> Part:
        from derivations.kernel.hull import check
        from derivations.prover.conjunction import Part
        from derivations.prover.matrix_refutation import refute_hull
        from derivations.prover.matrix_search import hull_certificate

        return Part("hull", statement, hull_certificate, check, refute_hull)
