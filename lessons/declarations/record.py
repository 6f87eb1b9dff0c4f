"""The declarations themselves, as data: what is declared, and where the author wrote it."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from derivations.formula import tree
from derivations.verdict import FigureVerdict, Message, Place, Severity
from lessonproof.records import dataclass
from lessons.conventions import Conventions

Extent = tuple[int, int]
"""A stretch of the document by the offsets of its text; the end does not belong to it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something is declared: a place in the sidecar, or in a comment of the document."""

    place: Place
    in_sidecar: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """A declaration that cannot be followed, or that changes nothing."""

    rule: str
    severity: Severity
    origin: Origin
    message: Message


@dataclass(frozen=True, slots=True)
class Anchor:
    """How a sidecar says where: a quoted text, the title of a section, or both; or from one quoted text to another."""

    quoted: str | None = None
    section: str | None = None
    first: str | None = None
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression of an author: its text and its tree."""

    text: str
    node: tree.Node


@dataclass(frozen=True, slots=True)
class Value:
    """A symbol and what it is worth; `offset`: where in the document it begins to hold, None for all of it."""

    name: str
    worth: Expression
    origin: Origin
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """What printed figures are worth.

    where: an anchor, or lines, of which the first with a figure counts.   figure: which figure of the place, from 1; "all";
    None where there is one for each value.
    """

    id: str
    equals: Expression
    where: Anchor | tuple[Extent, ...]
    origin: Origin
    figure: int | Literal["all"] | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Figures that are declared `illustrative` or `external`, with the reason or the source."""

    verdict: FigureVerdict
    where: Anchor | Extent
    origin: Origin
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A rule whose findings in a stretch of the document the author accepts, and why."""

    rule: str
    reason: str
    where: Extent
    origin: Origin


@dataclass(frozen=True, slots=True)
class Said:
    """A convention as it is declared: `rounding = "truncate"`."""

    text: str
    origin: Origin


@dataclass
class Declarations:
    """Everything that is declared for one document. said: each convention as it is declared, by its name."""

    values: list[Value] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    ignored: list[Ignored] = field(default_factory=list)
    conventions: Conventions = field(default_factory=Conventions)
    said: dict[str, Said] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, rule: str, origin: Origin, message: Message) -> None:
        """A declaration that cannot be followed."""
        self.problems.append(Problem(rule, Severity.ERROR, origin, message))

    def joined(self, other: Declarations) -> Declarations:
        """These, then those of `other`, which says nothing of conventions."""
        return Declarations(
            self.values + other.values,
            self.statements + other.statements,
            self.stretches + other.stretches,
            self.ignored + other.ignored,
            self.conventions,
            self.said,
            self.problems + other.problems,
        )
