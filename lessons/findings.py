"""What an author should look at: the findings that claims, places and figures give rise to, and how grave they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from derivations.claim import Claim
from derivations.decisions import FigureDecision
from derivations.verdict import (
    Binding,
    ClaimOutcome,
    Edit,
    FigureOutcome,
    FigureVerdict,
    Finding,
    Message,
    Place,
    Severity,
    Verdict,
)
from lessonproof.records import dataclass

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
# What is said of a figure that is right but for its sign: how far apart the two are says nothing.
_SIGN_ALONE = {"slip-sign": "figure-sign-wrong", "slip-sign-before": "sign-before-wrong"}
_FAULTY = (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.CONDITIONAL)
_ORDER = (Severity.NONE, Severity.NOTE, Severity.WARNING, Severity.ERROR)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a claim stands in the document, beside its verdict: its binding, and what makes that binding less grave.

    repeated: it stands more than once, says the same each time, and holds.   instead: what the document prints in its
    place, each formula with whether it holds.   mended: it was not right as recorded, and is gone.   recorded: what the claim
    says in its own form, where the document has another.   labels: those of a table that read otherwise, as recorded and as
    printed, and whether they can be told to be the same.
    """

    binding: Binding
    repeated: bool = False
    instead: tuple[tuple[str, bool], ...] = ()
    mended: bool = False
    recorded: str | None = None
    labels: tuple[tuple[str, str, bool], ...] = ()

    @property
    def reformulated(self) -> bool:
        """The document says it in another way, which holds."""
        return bool(self.instead) and all(holds for _, holds in self.instead)

    @property
    def severity(self) -> Severity:
        if self.reformulated or self.repeated or self.mended:
            return Severity.NOTE
        return _BINDING_SEVERITY.get(self.binding, Severity.NONE)


def severity_of(verdict: Verdict, standing: Standing, fair: bool = False) -> Severity:
    """How grave a claim's verdict and place are together. fair: the condition that the lesson leaves out needs no saying."""
    if standing.mended:
        return Severity.NOTE
    decided = {
        Verdict.REFUTED: Severity.ERROR,
        Verdict.UNDECIDED: Severity.ERROR,
        Verdict.CONDITIONAL: Severity.NOTE if fair else Severity.WARNING,
    }.get(verdict, Severity.NONE)
    return max(decided, standing.severity, key=_ORDER.index)


def figure_findings(figures: Sequence[FigureOutcome], first: int) -> list[Finding]:
    """One finding for each figure that needs a look, and notes for given values that differ from the recorded edition."""
    right_elsewhere: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for figure in figures:
        if figure.verdict is FigureVerdict.ROUNDED and figure.place and figure.value:
            right_elsewhere[figure.value, figure.printed].append(figure.place)
    changed = ", ".join(
        dict.fromkeys(
            str(figure.note.values["name"])
            for figure in figures
            if figure.note is not None and figure.note.key == "given-changed"
        )
    )
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
        if figure.verdict is FigureVerdict.WRONG and changed:
            # What a slip of the pen looks like says nothing once everything is computed from another value.
            values["slip"] = Message("follows-from", {"names": changed})
        elif figure.note is not None:
            values["slip"] = figure.note
        others = right_elsewhere.get((figure.value or "", figure.expected or ""))
        if others:
            lines = tuple(dict.fromkeys(str(place.line) for place in others))
            key = "right-elsewhere" if len(lines) == 1 else "right-in-several-lines"
            values["elsewhere"] = Message(key, {"lines": ", ".join(lines)})
        rule = f"figure-{figure.verdict.value}"
        sign = figure.note.key if figure.note is not None and values.get("slip") is figure.note else ""
        if sign in _SIGN_ALONE:
            del values["slip"]  # the sentence says it
        key = _SIGN_ALONE.get(sign, rule)
        if key == "figure-wrong" and not figure.ulps:
            key = "figure-wrong-finer"
        found.append(_finding(rule, severity, figure, first + number, Message(key, values)))
    return found


def _unlocated(figure: FigureOutcome) -> bool:
    """A figure of a false formula of which nobody can say what it should print, or of an example that cannot be computed:
    the finding is the claim's, not the figure's."""
    impossible = figure.note is not None and figure.note.key == "example-impossible"
    return impossible or (figure.verdict is FigureVerdict.WRONG and not figure.expected)


def tells(decision: FigureDecision) -> bool:
    """Whether the finding about a figure says what is wrong with the formula that it is part of."""
    return decision.verdict in _FIGURE_SEVERITY and not (decision.verdict is FigureVerdict.WRONG and not decision.expected)


def explains(figure: FigureOutcome) -> bool:
    """Whether the figure's own finding says why its claim is refuted or undecided."""
    return figure.verdict in _FIGURE_SEVERITY and figure.verdict is not FigureVerdict.LOOSE and not _unlocated(figure)


def claim_findings(
    claim: Claim,
    outcome: ClaimOutcome,
    explained: bool,
    near: str | None,
    standing: Standing,
    edits: tuple[Edit, ...] = (),
) -> list[Finding]:
    """Findings about a claim as a whole: its place, and a verdict that no figure of it explains. edits: what mends it."""
    found: list[Finding] = []
    if standing.mended:
        return [_about(claim, outcome, "claim-mended", Severity.NOTE, {"says": outcome.says})]
    if standing.reformulated:
        values: dict[str, object] = {
            "says": standing.recorded or outcome.says,
            "near": ", ".join(text for text, _ in standing.instead),
        }
        found.append(_about(claim, outcome, "claim-reformulated", standing.severity, values))
    elif outcome.binding in _BINDING_SEVERITY and (standing.recorded or not standing.instead):
        values = {"says": outcome.says, "section": claim.section}
        if near is not None:
            values["near"] = near
        rule = "claim-repeated" if standing.repeated else f"claim-{outcome.binding.value}"
        if not standing.repeated or outcome.verdict not in _FAULTY:  # else the finding about it names all its places
            found.append(_about(claim, outcome, rule, standing.severity, values))
    for recorded, printed, told in standing.labels:
        severity = Severity.NOTE if told else Severity.WARNING
        found.append(_about(claim, outcome, "claim-relabelled", severity, {"says": recorded, "near": printed}))
    if outcome.verdict is Verdict.CONDITIONAL and outcome.message is not None:
        found.append(_about(claim, outcome, "claim-conditional", outcome.severity, {"why": outcome.message}))
    for hypothesis in outcome.hypotheses:
        if hypothesis.needed is False:
            values = {"says": outcome.says, "hypothesis": hypothesis.name}
            found.append(_about(claim, outcome, "hypothesis-idle", Severity.NOTE, values))
    if outcome.verdict in (Verdict.REFUTED, Verdict.UNDECIDED) and not explained:
        rule = f"claim-{outcome.verdict.value}"
        message = outcome.message or Message(rule, {"says": outcome.says})
        where = outcome.lesson, claim.section, outcome.places
        found.append(Finding(rule, Severity.ERROR, *where, claim.id, None, message, outcome.repair, edits=edits))
    return found


def _about(claim: Claim, outcome: ClaimOutcome, rule: str, severity: Severity, values: dict[str, object]) -> Finding:
    return Finding(rule, severity, outcome.lesson, claim.section, outcome.places, claim.id, None, Message(rule, values))


def once(findings: Sequence[Finding]) -> list[Finding]:
    """What makes the whole example impossible is one finding, not one for every claim that depends on it.

    A mistake that a lesson makes at several places, or a condition that it leaves out at several, is one finding with all of
    them.
    """
    kept: list[Finding] = []
    first: dict[str, list[int]] = {}  # the findings that may be said again, by what their messages are about
    for finding in findings:
        if finding.message.key != "example-impossible" and finding.rule not in _SAID_AGAIN:
            kept.append(finding)
            continue
        alike = first.setdefault(repr(_said(finding)), [])
        same = next((at for at in alike if _said(kept[at]) == _said(finding)), None)
        if same is None:
            alike.append(len(kept))
            kept.append(finding)
        elif finding.rule in _SAID_AGAIN:
            before = kept[same]
            places = tuple(dict.fromkeys((*before.places, *finding.places)))
            kept[same] = replace(before, places=places, edits=before.edits + finding.edits)
    return kept


_SAID_AGAIN = ("claim-refuted", "claim-conditional")


def _said(finding: Finding) -> tuple[str, str, Message]:
    return finding.rule, finding.lesson, finding.message


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
