"""Counterexamples to limits: an exact instance of all premises at which the limit is certainly another, or infinite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from flint import fmpq

from derivations.prover.asymptotics import Behaviour, Expansion, constant, plus, power_of_large
from derivations.prover.definitions import tensors
from derivations.prover.instances import HasNoValue, Number, excludes_zero
from derivations.prover.trials import Trial, trials, written


def refute(statement: Mapping[str, Any], *, thorough: bool = True) -> Trial | None:
    for trial in trials(statement, [statement["left"], statement["right"]], thorough):
        try:
            limit, claimed = limit_at(statement, trial), trial.value(statement["right"])
        except HasNoValue:
            continue
        if limit is None:
            return trial.saying("lim = ±∞")
        if excludes_zero(limit - claimed):
            return trial.saying(f"lim = {written(limit)} ≠ {written(claimed)}")
    return None


def limit_at(statement: Mapping[str, Any], trial: Trial) -> Number | None:
    """The limit of the left side at one instance; None where it is infinite."""
    to_infinity, core = statement["to"] == "∞", trial.statement
    moving: dict[str, Callable[[tuple[int, ...]], Expansion]] = {
        statement["parameter"]: lambda _: power_of_large(1 if to_infinity else -1)
    }
    for name, indices, limit in statement["tends"]:
        if name in tensors([side for _, *sides in core["given"] for side in sides]):
            raise HasNoValue("a tensor that moves under a hypothesis")
        moving[name] = tending(trial, name, indices, limit)
    return Behaviour(core, trial.instance, moving).of(statement["left"], trial.places).limit()


def tending(trial: Trial, name: str, indices: list[str], limit: Any) -> Callable[[tuple[int, ...]], Expansion]:
    """A tensor that tends to its limit like e^(−τ), each entry at its own rate."""

    def entry(at: tuple[int, ...]) -> Expansion:
        rate = Random(f"{name} {at}").choice((1, 2) if name in trial.statement["positive"] else (-2, -1, 1, 2))
        places = dict(zip(indices, at, strict=True))
        there = Expansion({(Fraction(-1), Fraction(0)): fmpq(rate)})
        return plus(constant(trial.value(limit, **places)), there)

    return entry
