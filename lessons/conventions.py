"""The conventions that an author declares for a document: which ε LayerNorm has, how figures are rounded, what counts.

A document without such a declaration is read kindly: any convention that makes a figure right will do. A declared one is the
only one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from fractions import Fraction

from lessonproof.records import dataclass
from numeric.rounding import rounded_by, rule_in_force

ROUNDINGS = ("half-even", "half-up", "half-away-from-zero", "truncate")
SEPARATORS = (".", ",")
LOGARITHMS = {"e": 0, "2": 2, "10": 10}


@dataclass(frozen=True)
class Conventions:
    """None: nothing is declared.

    epsilon: of LayerNorm.   sample: LayerNorm divides by d − 1.   log: the base of a bare log, 0 for Euler's number.
    rounding: what becomes of a tie, or `truncate`: figures may be cut.   biases: whether parameter counts include them.
    decimal_separator: the sign between the whole part and the decimals.
    consulted: those that were asked for, by their keys in a sidecar; the rest is idle.
    """

    epsilon: Fraction | None = None
    sample: bool | None = None
    log: int | None = None
    rounding: str | None = None
    biases: bool | None = None
    decimal_separator: str | None = None
    consulted: set[str] = field(default_factory=set, compare=False)


_NOTHING = Conventions()
_IN_FORCE: ContextVar[Conventions] = ContextVar("conventions")


def in_force() -> Conventions:
    """The conventions of the document that is being checked."""
    return _IN_FORCE.get(_NOTHING)


@contextmanager
def under(declared: Conventions) -> Iterator[None]:
    """What is checked within goes by these conventions."""
    token = _IN_FORCE.set(declared)
    rule = rule_in_force() if declared.rounding is None else None  # what a document declares goes before what is configured
    try:
        with rounded_by(rule):
            yield
    finally:
        _IN_FORCE.reset(token)
