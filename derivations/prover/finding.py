"""What an examination finds, whatever family of statements it is about, and what a family has to offer.

A family is a frozen record that a claim lists in `Claim.proves`. It holds the lesson's formula, and can be examined: by the
kernel, which alone proves, and by a second engine, which alone refutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, Protocol

from lessonproof.records import dataclass


class Result(StrEnum):
    PROVED = "proved"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


class Witness(Protocol):
    """One exact instance, in the lesson's letters: of all hypotheses, or against a statement."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """The size of each sort; empty where the instance has none."""

    def shown(self) -> str:
        """One line of formulas and numbers, no words: `n = 2, x = (1, 3), ε = 1; 1/2 ≠ 2/3`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A certificate that the kernel has accepted, or a counterexample, or neither.

    statement: the JSON that the kernel was asked. undefined: an instance of the hypotheses at which the statement has no
    value, such as 1/0. why: what the kernel says of a statement that it does not even admit, or what was missing. theorems:
    the base theorems that the certificate cites, by their names in `derivations/kernel/base_theorems.py`. instance: an
    exact instance of all hypotheses, where one was found.
    """

    statement: Mapping[str, Any]
    result: Result
    certificate: Mapping[str, Any] | None = None
    counterexample: Witness | None = None
    undefined: Witness | None = None
    why: str = ""
    theorems: tuple[str, ...] = ()
    instance: Witness | None = None


class EnginesDisagree(AssertionError):
    """The kernel accepted what an instance refutes: one of the two is wrong, and nothing may be called proved."""


class Provable(Protocol):
    """A record of `Claim.proves`: a frozen dataclass, whose module imports neither kernel nor search when it is loaded."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def formula(self) -> str:
        """The statement in the lesson's notation. A piece of `Claim.says` that reads the same is this statement: the record
        is then examined with the formula that the document prints there (`dataclasses.replace(record, formula=…)`)."""

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The names of its hypotheses, each of which `without` can drop."""

    def without(self, hypothesis: str) -> Provable:
        """The same statement with one hypothesis less."""

    def examined(self) -> Finding:
        """Raises EnginesDisagree, IllTyped (shapes do not go together), FormulaError (no formula)."""
