"""The sentence that sums up a verification: findings, claims, figures, and whether anything was left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derivations.verdict import FigureVerdict, Message, Severity, Verdict, Verification
from reports.sentences import Language, say, word

if TYPE_CHECKING:
    from lessons.baseline import Comparison

RIGHT = (FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.BOUND)
WRONG = (FigureVerdict.WRONG, FigureVerdict.TRUNCATED)
DECIDED = (Verdict.PROVED, Verdict.EXACT, Verdict.CERTIFIED)  # the verdicts under which a claim is known to hold


def closing(verification: Verification, language: Language, comparison: Comparison | None = None) -> list[str]:
    """The parts of `1 error · 77 claims · 131 figures: 90 right, 1 wrong, … · no figure left out`.

    That nothing was left out can be said only of documents that were read. comparison: with a baseline, whose findings the
    verification leaves out.
    """
    counts = {severity: verification.count(severity) for severity in Severity}
    parts = [
        say(language, key, n=counts[severity])
        for key, severity in (
            ("summary.errors", Severity.ERROR),
            ("summary.warnings", Severity.WARNING),
            ("summary.notes", Severity.NOTE),
        )
        if counts[severity]
    ]
    if not counts[Severity.ERROR]:
        hidden = any(one.errors for one in verification.left_out)
        clean = "summary.clean-shown" if hidden else "summary.clean"
        parts.insert(0, say(language, "summary.nothing-new" if comparison and comparison.unchanged else clean))
    parts += left_out(verification, language)
    if comparison is not None and comparison.unchanged:
        parts.append(say(language, "summary.known", n=comparison.unchanged))
    if comparison is not None and comparison.older:
        parts.append(say(language, "summary.older"))
    if comparison is not None and comparison.absent:
        parts.append(say(language, "summary.absent", n=len(comparison.absent)))
    figures = verification.figures_by_verdict()
    right = sum(figures.pop(verdict, 0) for verdict in RIGHT)
    wrong = sum(figures.pop(verdict, 0) for verdict in WRONG)
    given, labels = figures.pop(FigureVerdict.GIVEN, 0), figures.pop(FigureVerdict.STRUCTURAL, 0)
    unaccounted = figures.pop(FigureVerdict.UNACCOUNTED, 0)
    if verification.claims:
        parts.append(
            _detailed(say(language, "summary.claims", n=len(verification.claims)), decided(verification, language), language)
        )
    counted = [("right", right), ("wrong", wrong), ("given", given), ("labels", labels)]
    ledger = [say(language, f"summary.{name}", n=count) for name, count in counted if count or name in ("right", "wrong")]
    ledger += [f"{count} {say(language, f'figure.{verdict}')}" for verdict, count in figures.items()]
    total = say(language, "summary.figures", n=len(verification.figures))
    parts.append(_detailed(total, ledger, language))
    if unaccounted:
        whole = any(lesson.recognised not in ("document", "declarations") for lesson in verification.lessons)
        parts.append(say(language, "summary.unaccounted" if whole else "summary.unchecked", n=unaccounted))
    elif verification.figures and all(lesson.path is not None for lesson in verification.lessons):
        parts.append(say(language, "summary.all-accounted"))
    return parts


def left_out(verification: Verification, language: Language) -> list[str]:
    """What each selection has left out, and whose it is: an option of this run, or a setting."""
    sums: dict[tuple[str, str | None], tuple[int, int]] = {}
    for one in verification.left_out:
        findings, errors = sums.get((one.by, one.settings), (0, 0))
        sums[one.by, one.settings] = findings + one.findings, errors + one.errors
    return [left_out_by(*key, *counted, language) for key, counted in sums.items()]


def left_out_by(by: str, settings: str | None, findings: int, errors: int, language: Language) -> str:
    """One of them in a sentence."""
    named = Message("summary.by-setting" if settings else "summary.by-option", {"name": by, "path": settings or ""})
    return say(language, "summary.left-out-errors" if errors else "summary.left-out", n=findings, errors=errors, by=named)


def decided(verification: Verification, language: Language) -> list[str]:
    """How many claims hold, by how they were decided: `12 proved`, `40 exact`, `25 certified`."""
    claims = verification.claims_by_verdict()
    return [f"{claims[verdict]} {word('verdict', verdict, language)}" for verdict in DECIDED if verdict in claims]


def _detailed(total: str, details: Sequence[str], language: Language) -> str:
    if not details:
        return total
    return f"{total}：{'，'.join(details)}" if language == "zh" else f"{total}: {', '.join(details)}"
