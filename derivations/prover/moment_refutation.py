"""Counterexamples to equations of expectations: an exact finite probability space that satisfies all hypotheses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.prover.instances import HasNoValue, excludes_zero
from derivations.prover.trials import Trial, trials, written


def refute(statement: Mapping[str, Any], *, thorough: bool = True) -> Trial | None:
    left, right = statement["left"], statement["right"]
    of = {name: value for name, value in statement.items() if name not in ("left", "right")}
    for trial in trials({"of": of, "where": [], "assume": []}, [left, right], thorough):
        try:
            one, other = trial.value(left), trial.value(right)
        except HasNoValue:
            continue
        if excludes_zero(one - other):
            return trial.saying(f"{written(one)} ≠ {written(other)}")
    return None
