"""Both engines on the statements that one formula makes, one answer: all proved, one refuted, or undecided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from derivations.prover.engines import Refute, opinions
from derivations.prover.finding import Finding, Result
from derivations.prover.trials import first, without_value
from lessonproof.records import dataclass

Statement = Mapping[str, Any]
Certificate = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One statement of a family: how it is searched, checked and refuted, and the base theorems that its checker cites.

    cited: what of further theorems a certificate uses.
    """

    family: str
    statement: Statement
    search: Callable[[Statement], Certificate | None]
    check: Callable[[Statement, Certificate], None]
    refute: Refute
    theorems: tuple[str, ...] = ()
    cited: Callable[[Certificate], tuple[str, ...]] = lambda _: ()


def examined(parts: Sequence[Part], statement: Statement, terms: Sequence[Any], over: Sequence[Any] = ()) -> Finding:
    """statement: one with the premises of all parts ("of", "where", "assume"). terms: what the parts are about, over further
    indices than the free ones.

    Raises EnginesDisagree where the kernel accepts a certificate of a part that has a counterexample.
    """
    asked = {"family": [part.family for part in parts], "parts": [part.statement for part in parts]}
    certificates: list[Certificate | None] = []
    why = ""
    for part in parts:
        asked_for = partial(part.search, part.statement)
        certificate, counterexample, reason = opinions(
            part.family, part.statement, asked_for, part.check, part.refute, costly=True
        )
        why = reason or why
        if counterexample is not None:
            return Finding(asked, Result.REFUTED, counterexample=counterexample, why=why)
        certificates.append(certificate)
    found = [certificate for certificate in certificates if certificate is not None]
    if len(found) < len(parts):
        nowhere = without_value(statement, terms, over)
        return Finding(asked, Result.UNDECIDED, undefined=nowhere, why=why, instance=first(statement, terms))
    pairs = zip(parts, found, strict=True)
    cited = [name for part, certificate in pairs for name in (*part.theorems, *part.cited(certificate))]
    theorems = tuple(dict.fromkeys(cited))
    instance = first(statement, terms)
    return Finding(asked, Result.PROVED, certificate={"parts": found}, theorems=theorems, instance=instance)
