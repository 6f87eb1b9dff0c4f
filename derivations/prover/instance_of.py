"""Exact instances that are no counterexamples: of a statement's hypotheses, and where the statement has no value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.prover import witness
from derivations.prover.instances import Evaluation, HasNoValue, Instance
from derivations.prover.refutation import SEEDS, all_places, satisfying, sizes_that_matter
from lessonproof.records import dataclass

Statement = Mapping[str, Any]
SIZE = 2  # of the instance that shows the hypotheses to be consistent: small, and not the trivial one


@dataclass(frozen=True, slots=True)
class Satisfying:
    """An instance of the declarations and hypotheses; where `places` is given, the statement has no value there."""

    statement: Statement
    instance: Instance
    places: Mapping[str, int] | None = None

    @property
    def sizes(self) -> Mapping[str, int]:
        return self.instance.sizes

    def shown(self) -> str:
        return witness.instance_shown(self.statement, self.instance, self.places or {})


def of_hypotheses(statement: Statement) -> Satisfying | None:
    """An instance of all hypotheses, None where none was found."""
    for sizes in (dict.fromkeys(statement["sorts"], SIZE), *sizes_that_matter(statement)):
        for seed in range(SEEDS):
            if (instance := satisfying(statement, sizes, seed)) is not None:
                return Satisfying(statement, instance)
    return None


def without_value(statement: Statement) -> Satisfying | None:
    """An instance of the hypotheses at which one side divides by zero, or takes a root or logarithm where there is none."""
    for sizes in sizes_that_matter(statement):
        for seed in range(SEEDS):
            instance = satisfying(statement, sizes, seed)
            if instance is None:
                continue
            for places in all_places(statement["free"], sizes):
                if not _has_value(statement, instance, places):
                    return Satisfying(statement, instance, places)
    return None


def _has_value(statement: Statement, instance: Instance, places: Mapping[str, int]) -> bool:
    try:
        Evaluation(statement, instance).difference(places)
    except HasNoValue:
        return False
    return True
