"""Short documents with their declarations, and what is found in them."""

from __future__ import annotations

from derivations.verdict import FigureVerdict, Finding, Severity
from lessons import document
from lessons.declarations import sidecar
from lessons.survey import Survey, survey

PATH = "lesson.claims.toml"


def surveyed(text: str, toml: str | None = None, name: str = "lesson.md") -> Survey:
    beside = None if toml is None else sidecar.of_bytes(PATH, toml.encode(), "lesson")
    return survey(document.read(text.encode(), name), name, 0, beside)


def said(found: Survey) -> list[tuple[str, int, str]]:
    """The rule, line and severity of every finding; at the sidecar with `@` before the rule."""
    return [
        ("@" * (one.lesson == PATH) + one.rule, one.places[0].line, one.severity.value) for one in found.findings
    ]  # fmt: skip


def errors(found: Survey) -> list[Finding]:
    return [one for one in found.findings if one.severity is Severity.ERROR]


def verdicts(found: Survey) -> dict[str, FigureVerdict]:
    """The last verdict of each printed text."""
    return {figure.printed: figure.verdict for figure in found.figures}
