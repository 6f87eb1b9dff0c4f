"""What the page shows of a verdict: its kind, by which readers filter, and its sign, which tells it without colour.

Nothing is decided here: a kind is read off a record's verdict, and off the findings about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING

from derivations.verdict import (
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    LeftOut,
    Severity,
    Unread,
    Verdict,
    Verification,
)
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from lessons.baseline import Comparison, Known


class Kind(StrEnum):
    """In the order in which the filters stand, and the worst first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    OPEN = "open"  # nothing explains the figure
    LOOSE = "loose"
    PROVED = "proved"
    CERTIFIED = "certified"  # exact, rounded, a bound: computed from what the lesson gives
    GIVEN = "given"
    DECLARED = "declared"  # made up, a fact from elsewhere, no mathematics: with the reason
    LABEL = "label"


ORDER = {kind: number for number, kind in enumerate(Kind)}
SIGNS = {
    Kind.ERROR: "✗", Kind.WARNING: "!", Kind.NOTE: "i", Kind.OPEN: "?", Kind.LOOSE: "~", Kind.PROVED: "∎",
    Kind.CERTIFIED: "✓", Kind.GIVEN: "≔", Kind.DECLARED: "“", Kind.LABEL: "#",
}  # fmt: skip
OF_SEVERITY = {Severity.ERROR: Kind.ERROR, Severity.WARNING: Kind.WARNING, Severity.NOTE: Kind.NOTE}
TO_LOOK_AT = (Kind.ERROR, Kind.WARNING, Kind.NOTE)

_OF_FIGURE = {
    FigureVerdict.EXACT: Kind.CERTIFIED,
    FigureVerdict.ROUNDED: Kind.CERTIFIED,
    FigureVerdict.BOUND: Kind.CERTIFIED,
    FigureVerdict.GIVEN: Kind.GIVEN,
    FigureVerdict.LOOSE: Kind.LOOSE,
    FigureVerdict.TRUNCATED: Kind.ERROR,
    FigureVerdict.WRONG: Kind.ERROR,
    FigureVerdict.ILLUSTRATIVE: Kind.DECLARED,
    FigureVerdict.EXTERNAL: Kind.DECLARED,
    FigureVerdict.STRUCTURAL: Kind.LABEL,
    FigureVerdict.UNACCOUNTED: Kind.OPEN,
    FigureVerdict.UNDECIDED: Kind.ERROR,
}
_OF_CLAIM = {
    Verdict.PROVED: Kind.PROVED,
    Verdict.EXACT: Kind.CERTIFIED,
    Verdict.CERTIFIED: Kind.CERTIFIED,
    Verdict.REFUTED: Kind.ERROR,
    Verdict.CONDITIONAL: Kind.WARNING,
    Verdict.UNDECIDED: Kind.ERROR,
    Verdict.DEFINITION: Kind.GIVEN,
    Verdict.ILLUSTRATIVE: Kind.DECLARED,
    Verdict.EXTERNAL: Kind.DECLARED,
    Verdict.EMPIRICAL: Kind.DECLARED,
}


@dataclass(frozen=True, slots=True)
class Part:
    """What of a verification is about one lesson: each record with its number in the whole, and its kinds, the worst first."""

    figures: dict[int, FigureOutcome]
    claims: dict[int, ClaimOutcome]
    findings: dict[int, Finding]
    figure_kinds: dict[int, tuple[Kind, ...]]
    claim_kinds: dict[int, tuple[Kind, ...]]
    claim_number: dict[str, int]
    unread: tuple[Unread, ...] = ()
    states: Mapping[int, str] = field(default_factory=dict)  # with a baseline, of each grave finding: "new" or "unchanged"
    gone: tuple[Known, ...] = ()  # what the baseline knows and is not found any more
    left_out: tuple[LeftOut, ...] = ()  # what no selection wants told

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings.values())


def part(verification: Verification, lesson: str, comparison: Comparison | None = None) -> Part:
    """comparison: with a baseline, what it says of the findings."""
    figures = {number: one for number, one in enumerate(verification.figures) if one.lesson == lesson}
    claims = {number: one for number, one in enumerate(verification.claims) if one.lesson == lesson}
    findings = {number: one for number, one in enumerate(verification.findings) if one.lesson == lesson}
    claim_number = {claim.id: number for number, claim in claims.items()}
    about_figures: dict[int, set[Kind]] = {}
    about_claims: dict[int, set[Kind]] = {}
    for finding in findings.values():
        kind = OF_SEVERITY.get(finding.severity)
        if kind is not None and finding.figure is not None:
            about_figures.setdefault(finding.figure, set()).add(kind)
        if kind is not None and finding.claim in claim_number:
            about_claims.setdefault(claim_number[finding.claim], set()).add(kind)
    for number, claim in claims.items():
        if claim.severity in OF_SEVERITY:
            about_claims.setdefault(number, set()).add(OF_SEVERITY[claim.severity])
    return Part(
        figures,
        claims,
        findings,
        {number: _kinds(_OF_FIGURE[one.verdict], about_figures.get(number, set())) for number, one in figures.items()},
        {number: _kinds(_OF_CLAIM[one.verdict], about_claims.get(number, set())) for number, one in claims.items()},
        claim_number,
        tuple(one for one in verification.unread if one.lesson == lesson),
        comparison.states if comparison else {},
        comparison.gone_from(verification, lesson) if comparison else (),
        tuple(one for one in verification.left_out if one.lesson == lesson),
    )


def _kinds(of_verdict: Kind, found: set[Kind]) -> tuple[Kind, ...]:
    """A verdict sets how grave a record is, unless the findings about it say so: a claim may have lowered it to a note."""
    own = set() if found and of_verdict in TO_LOOK_AT else {of_verdict}
    return tuple(sorted(found | own, key=ORDER.__getitem__))
