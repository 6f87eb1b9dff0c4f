"""Both engines on an equation, one answer: proved by the kernel and not refuted, refuted by an instance, or undecided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derivations.kernel.check import check
from derivations.prover import search
from derivations.prover.engines import opinions
from derivations.prover.finding import EnginesDisagree, Finding, Result
from derivations.prover.instance_of import of_hypotheses, without_value
from derivations.prover.refutation import refute

__all__ = ["EnginesDisagree", "Finding", "Result", "examine"]


def examine(
    statement: Mapping[str, Any], *, lemmas: Sequence[search.Lemma] = (), use: Sequence[Any] = (), opaque: Sequence[str] = ()
) -> Finding:
    """Raises EnginesDisagree where the kernel accepts a certificate and the second engine a counterexample."""
    certificate, counterexample, why = opinions(
        "equation", statement, lambda: search.certificate(statement, lemmas=lemmas, use=use, opaque=opaque), check, refute
    )
    theorems: tuple[str, ...] = ("elementary derivatives",) if _differentiates(statement) else ()
    theorems += ("addition theorems",) if _has_angles(statement) else ()
    if certificate is not None:
        return Finding(statement, Result.PROVED, certificate=certificate, theorems=theorems, instance=of_hypotheses(statement))
    if counterexample is not None:
        return Finding(statement, Result.REFUTED, counterexample=counterexample, why=why)
    return Finding(statement, Result.UNDECIDED, undefined=without_value(statement), why=why)


def _has_angles(part: Any) -> bool:
    """Whether sin or cos stands anywhere in a statement."""
    if isinstance(part, Mapping):
        return any(map(_has_angles, part.values()))
    is_angle = isinstance(part, (list, tuple)) and len(part) > 1 and part[0] == "apply" and part[1] in ("sin", "cos")
    return is_angle or (isinstance(part, (list, tuple)) and any(map(_has_angles, part)))


def _differentiates(part: Any) -> bool:
    """Whether a D stands anywhere in a statement."""
    if isinstance(part, Mapping):
        return any(map(_differentiates, part.values()))
    return isinstance(part, (list, tuple)) and (part[:1] in (["D"], ("D",)) or any(map(_differentiates, part)))
