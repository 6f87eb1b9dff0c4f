"""Both engines on one statement: the kernel, which alone proves, and the second engine, which alone refutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from derivations.certificates import kept, name_of
from derivations.heard import heard
from derivations.kernel.language import Rejected
from derivations.prover.finding import EnginesDisagree, Witness

Statement = Mapping[str, Any]
Certificate = Mapping[str, Any]


class Opinions(NamedTuple):
    """why: what the kernel says of a statement that it does not admit, where nothing refutes it."""

    certificate: Certificate | None
    counterexample: Any
    why: str


def opinions(
    family: str,
    statement: Statement,
    search: Callable[[], Certificate | None],
    check: Callable[[Statement, Certificate], None],
    refute: Callable[[Statement], Witness | None],
) -> Opinions:
    """What is refuted is not searched for, which would take long; a certificate that was kept is still looked at.

    Raises EnginesDisagree where the kernel accepts a certificate and the second engine a counterexample.
    """
    before = heard()
    if before is None:
        return _asked(family, statement, search, check, refute)
    name = name_of(family, statement)
    if (known := before.get(name)) is not None:
        return known  # type: ignore[no-any-return]
    found = _asked(family, statement, search, check, refute)
    if found.certificate is not None or found.counterexample is not None:  # else another search may find more
        before[name] = found
    return found


def _asked(
    family: str,
    statement: Statement,
    search: Callable[[], Certificate | None],
    check: Callable[[Statement, Certificate], None],
    refute: Callable[[Statement], Witness | None],
) -> Opinions:
    why, certificate = "", None
    counterexample = refute(statement)
    try:
        certificate = kept(family, statement, lambda: None if counterexample is not None else search(), check)
    except Rejected as rejected:
        why = str(rejected)
    if certificate is not None and counterexample is not None:
        raise EnginesDisagree(f"proved, but refuted at {counterexample.shown()}")
    return Opinions(certificate, counterexample, why)
