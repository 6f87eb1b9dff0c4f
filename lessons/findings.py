"""What an author should look at: the findings that claims, places and figures give rise to, and how grave they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from derivations.claim import Claim
from derivations.verdict import (
    Binding,
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    Message,
    Place,
    Severity,
    Verdict,
)

_FIGURE_SEVERITY = {
    FigureVerdict.WRONG: Severity.ERROR,
    FigureVerdict.TRUNCATED: Severity.ERROR,
    FigureVerdict.UNDECIDED: Severity.ERROR,
    FigureVerdict.UNACCOUNTED: Severity.WARNING,
    FigureVerdict.LOOSE: Severity.NOTE,
}
_BINDING_SEVERITY = {
    Binding.MOVED: Severity.WARNING,
    Binding.CHANGED: Severity.ERROR,
    Binding.MISSING: Severity.ERROR,
    Binding.AMBIGUOUS: Severity.ERROR,
}
_ORDER = (Severity.NONE, Severity.NOTE, Severity.WARNING, Severity.ERROR)


def severity_of(verdict: Verdict, binding: Binding) -> Severity:
    """How grave a claim's verdict and place are together."""
    decided = {
        Verdict.REFUTED: Severity.ERROR,
        Verdict.UNDECIDED: Severity.ERROR,
        Verdict.CONDITIONAL: Severity.WARNING,
    }.get(verdict, Severity.NONE)
    placed = _BINDING_SEVERITY.get(binding, Severity.NONE)
    return max(decided, placed, key=_ORDER.index)


def figure_findings(figures: Sequence[FigureOutcome], first: int) -> list[Finding]:
    """One finding for each figure that needs a look, and notes for given values that differ from the recorded edition."""
    right_elsewhere: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for figure in figures:
        if figure.verdict is FigureVerdict.ROUNDED and figure.place and figure.value:
            right_elsewhere[figure.value, figure.printed].append(figure.place)
    found: list[Finding] = []
    for number, figure in enumerate(figures):
        severity = _FIGURE_SEVERITY.get(figure.verdict)
        if severity is None:
            if figure.verdict is FigureVerdict.GIVEN and figure.note is not None:
                found.append(_finding("given-changed", Severity.NOTE, figure, first + number, figure.note))
            if figure.verdict is FigureVerdict.BOUND and figure.note is not None:
                beyond = figure.note.key == "programs-exceed"
                severity = Severity.WARNING if beyond else Severity.NOTE
                found.append(_finding(figure.note.key, severity, figure, first + number, figure.note))
            continue
        if _unlocated(figure):
            continue
        values: dict[str, object] = {
            "printed": figure.printed,
            "expected": figure.expected or "",
            "value": figure.value or "",
            "ulps": figure.ulps,
            "name": figure.name,
        }
        if figure.note is not None:
            values["slip"] = figure.note
        others = right_elsewhere.get((figure.value or "", figure.expected or ""))
        if others:
            values["elsewhere"] = Message(
                "right-elsewhere", {"lines": ", ".join(dict.fromkeys(str(place.line) for place in others))}
            )
        rule = f"figure-{figure.verdict.value}"
        found.append(_finding(rule, severity, figure, first + number, Message(rule, values)))
    return found


def _unlocated(figure: FigureOutcome) -> bool:
    """A figure of a false formula of which nobody can say what it should print, or of an example that cannot be computed:
    the finding is the claim's, not the figure's."""
    impossible = figure.note is not None and figure.note.key == "example-impossible"
    return impossible or (figure.verdict is FigureVerdict.WRONG and not figure.expected)


def explains(figure: FigureOutcome) -> bool:
    """Whether the figure's own finding says why its claim is refuted or undecided."""
    return figure.verdict in _FIGURE_SEVERITY and not _unlocated(figure)


def claim_findings(claim: Claim, outcome: ClaimOutcome, explained: bool, near: str | None) -> list[Finding]:
    """Findings about a claim as a whole: its place, and a verdict that no figure of it explains."""
    found: list[Finding] = []
    if outcome.binding in _BINDING_SEVERITY:
        rule = f"claim-{outcome.binding.value}"
        values: dict[str, object] = {"says": outcome.says, "section": claim.section}
        if near is not None:
            values["near"] = near
        found.append(
            Finding(
                rule, _BINDING_SEVERITY[outcome.binding], outcome.lesson, claim.section, outcome.places, claim.id, None,
                Message(rule, values),
            )
        )  # fmt: skip
    if outcome.verdict in (Verdict.REFUTED, Verdict.UNDECIDED) and not explained:
        rule = f"claim-{outcome.verdict.value}"
        message = outcome.message or Message(rule, {"says": outcome.says})
        found.append(
            Finding(
                rule, Severity.ERROR, outcome.lesson, claim.section, outcome.places, claim.id, None, message, outcome.repair
            )
        )
    return found


def once(findings: Sequence[Finding]) -> list[Finding]:
    """What makes the whole example impossible is one finding, not one for every claim that depends on it."""
    kept: list[Finding] = []
    for finding in findings:
        if finding.message.key != "example-impossible" or not any(one.message == finding.message for one in kept):
            kept.append(finding)
    return kept


def _finding(rule: str, severity: Severity, figure: FigureOutcome, index: int, message: Message) -> Finding:
    return Finding(
        rule=rule,
        severity=severity,
        lesson=figure.lesson,
        section=figure.section,
        places=(figure.place,) if figure.place else (),
        claim=figure.claims[0] if figure.claims else None,
        figure=index,
        message=message,
        repair=figure.expected if figure.verdict in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED) else None,
    )
