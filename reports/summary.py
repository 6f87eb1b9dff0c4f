"""The sentence that sums up a verification: findings, claims, figures, and whether anything was left out."""

from __future__ import annotations

from derivations.verdict import FigureVerdict, Severity, Verification
from reports.sentences import Language, say

RIGHT = (FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.BOUND)
WRONG = (FigureVerdict.WRONG, FigureVerdict.TRUNCATED)


def closing(verification: Verification, language: Language) -> list[str]:
    """The parts of `1 error · 77 claims · 131 figures: 90 right, 1 wrong, … · no figure left out`.

    That nothing was left out can be said only of documents that were read.
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
        parts.insert(0, say(language, "summary.clean"))
    figures = verification.figures_by_verdict()
    right = sum(figures.pop(verdict, 0) for verdict in RIGHT)
    wrong = sum(figures.pop(verdict, 0) for verdict in WRONG)
    given, labels = figures.pop(FigureVerdict.GIVEN, 0), figures.pop(FigureVerdict.STRUCTURAL, 0)
    unaccounted = figures.pop(FigureVerdict.UNACCOUNTED, 0)
    if verification.claims:
        parts.append(say(language, "summary.claims", n=len(verification.claims)))
    counted = [("right", right), ("wrong", wrong), ("given", given), ("labels", labels)]
    ledger = [say(language, f"summary.{name}", n=count) for name, count in counted if count or name in ("right", "wrong")]
    ledger += [f"{count} {say(language, f'figure.{verdict}')}" for verdict, count in figures.items()]
    total = say(language, "summary.figures", n=len(verification.figures))
    parts.append(total + (("：" + "，".join(ledger)) if language == "zh" else (": " + ", ".join(ledger))))
    if unaccounted:
        parts.append(say(language, "summary.unaccounted" if verification.claims else "summary.unchecked", n=unaccounted))
    elif verification.figures and all(lesson.path is not None for lesson in verification.lessons):
        parts.append(say(language, "summary.all-accounted"))
    return parts
