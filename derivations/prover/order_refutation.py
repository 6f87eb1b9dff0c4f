"""Counterexamples to inequalities: an exact instance of all premises at which the sides certainly stand the other way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.prover.instances import HasNoValue
from derivations.prover.trials import Trial, trials, written


def refute(statement: Mapping[str, Any], *, thorough: bool = True) -> Trial | None:
    """The first instance, in order of size, at which left > right (left ≥ right) is certainly false."""
    left, right = statement["left"], statement["right"]
    for trial in trials(statement, [left, right], thorough):
        try:
            one, other = trial.value(left), trial.value(right)
        except HasNoValue:
            continue
        if one < other:
            return trial.saying(f"{written(one)} < {written(other)}")
        if statement["relation"] == ">" and one <= other:  # two balls are never certainly equal, so these are rational
            return trial.saying(f"{written(one)} = {written(other)}")
    return None
