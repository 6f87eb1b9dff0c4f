"""Both engines on one statement: the kernel, which alone proves, and the second engine, which alone refutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from derivations.certificates import kept, name_of, note_refuted, refuted_before
from derivations.heard import heard
from derivations.kernel.language import Rejected
from derivations.prover.finding import EnginesDisagree, Witness

Statement = Mapping[str, Any]
Certificate = Mapping[str, Any]


class Opinions(NamedTuple):
    """why: what the kernel says of a statement that it does not admit."""

    certificate: Certificate | None
    counterexample: Any
    why: str


def opinions(
    family: str,
    statement: Statement,
    search: Callable[[], Certificate | None],
    check: Callable[[Statement, Certificate], None],
    refute: Callable[[Statement], Witness | None],
    costly: bool = False,
) -> Opinions:
    """A proof of what is refuted is searched for all the same, once: if there is one, an engine is wrong. costly: it is not.

    Raises EnginesDisagree where the kernel accepts a certificate and the second engine a counterexample.
    """
    before = heard()
    if before is None:
        return _asked(family, statement, search, check, refute, costly)
    name = name_of(family, statement)
    if (known := before.get(name)) is not None:
        return known  # type: ignore[no-any-return]
    found = _asked(family, statement, search, check, refute, costly)
    if found.certificate is not None or found.counterexample is not None:  # else another search may find more
        before[name] = found
    return found


def _asked(
    family: str,
    statement: Statement,
    search: Callable[[], Certificate | None],
    check: Callable[[Statement, Certificate], None],
    refute: Callable[[Statement], Witness | None],
    costly: bool = False,
) -> Opinions:
    why, certificate = "", None
    counterexample = refute(statement)
    shown = counterexample.shown() if counterexample is not None else ""
    in_vain = bool(shown) and (costly or refuted_before(family, statement, shown))
    try:
        certificate = kept(family, statement, (lambda: None) if in_vain else search, check)
    except Rejected as rejected:
        why = str(rejected)
    if shown and certificate is not None:
        raise EnginesDisagree(f"proved, but refuted at {shown}")
    if shown and not in_vain:
        note_refuted(family, statement, shown)
    return Opinions(certificate, counterexample, why)
