"""Both engines on one statement: the kernel, which alone proves, and the second engine, which alone refutes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

from derivations.certificates import kept, name_of, note_refuted, refuted_before, was_refuted
from derivations.heard import heard
from derivations.kernel.language import Rejected
from derivations.prover.finding import EnginesDisagree, Witness

Statement = Mapping[str, Any]
Certificate = Mapping[str, Any]


_any_witness: ContextVar[bool] = ContextVar("_any_witness", default=False)


@contextmanager
def any_witness() -> Iterator[None]:
    """Within: of a statement that the kernel does not admit, an instance at which it has no value says enough."""
    token = _any_witness.set(True)
    try:
        yield
    finally:
        _any_witness.reset(token)


class Refute(Protocol):
    """thorough: at all instances there are, in order of size; else at few of them, of which each says much."""

    def __call__(self, statement: Statement, /, *, thorough: bool = True) -> Witness | None: ...


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
    refute: Refute,
    costly: bool = False,
) -> Opinions:
    """The second engine looks at few instances first. What these leave alone and the kernel accepts is proved; all else is
    worth the whole search for a counterexample. A proof of an equation that is refuted is searched for all the same, once: if
    there is one, an engine is wrong. costly: it is not, and only a proof that is kept is looked at.

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
    refute: Refute,
    costly: bool,
) -> Opinions:
    objected = refute(statement, thorough=False)
    why, certificate = "", None
    if objected is None and not was_refuted(family, statement):
        try:
            certificate = kept(family, statement, search, check)
        except Rejected as rejected:
            why = str(rejected)
        if certificate is None and not (why and _any_witness.get()) and (counterexample := refute(statement)) is not None:
            note_refuted(family, statement, counterexample.shown())
            return Opinions(None, counterexample, why)
        return Opinions(certificate, None, why)
    counterexample = refute(statement) or objected
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
