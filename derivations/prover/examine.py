"""Both engines, one answer: proved by the kernel and not refuted, refuted by an instance, or undecided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from derivations.kernel.check import Rejected
from derivations.prover import search
from derivations.prover.refutation import Counterexample, refute


class EnginesDisagree(AssertionError):
    """The kernel accepted what an instance refutes: one of the two is wrong, and nothing may be called proved."""


class Result(StrEnum):
    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Finding:
    """A certificate that the kernel has accepted, or a counterexample, or neither.

    `why`: what the kernel says of a statement that it does not even admit, such as a division by what may be 0.
    """

    statement: Mapping[str, Any]
    result: Result
    certificate: Mapping[str, Any] | None = None
    counterexample: Counterexample | None = None
    why: str = ""


def examine(
    statement: Mapping[str, Any], *, lemmas: Sequence[search.Lemma] = (), use: Sequence[Any] = (), opaque: Sequence[str] = ()
) -> Finding:
    """Raises EnginesDisagree where the kernel accepts a certificate and the second engine a counterexample."""
    why, certificate = "", None
    try:
        certificate = search.certificate(statement, lemmas=lemmas, use=use, opaque=opaque)
    except Rejected as rejected:
        why = str(rejected)
    counterexample = refute(statement)
    if certificate is not None and counterexample is not None:
        raise EnginesDisagree(f"proved, but refuted at the sizes {dict(counterexample.sizes)}")
    if certificate is not None:
        return Finding(statement, Result.PROVED, certificate=certificate)
    if counterexample is not None:
        return Finding(statement, Result.REFUTED, counterexample=counterexample, why=why)
    return Finding(statement, Result.UNDECIDED, why=why)
