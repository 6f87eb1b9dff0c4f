"""`--format concise`: one line a finding, as compilers print them, then one line that sums up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.verdict import Finding, Severity, Verification
from reports.neutral import neutral
from reports.sentences import Language, sentence
from reports.summary import closing

if TYPE_CHECKING:
    from lessons.baseline import Comparison


def concise(verification: Verification, *, language: Language, comparison: Comparison | None = None) -> str:
    """`path:line:column: rule: message` for each finding; without a document `lesson section: rule: message`."""
    lines = [line(finding, verification, language) + "\n" for finding in verification.findings]
    return "".join([*lines, " · ".join(closing(verification, language, comparison)), "\n"])


def findings(verification: Verification, *, language: Language) -> str:
    """The errors and warnings alone, one a line: nothing where there are none."""
    grave = [one for one in verification.findings if one.severity in (Severity.ERROR, Severity.WARNING)]
    return "".join(line(finding, verification, language) + "\n" for finding in grave)


def line(finding: Finding, verification: Verification, language: Language) -> str:
    """One finding, without a line end."""
    return f"{_where(finding, verification)}: {neutral(finding.rule)}: {sentence(finding.message, language)}"


def _where(finding: Finding, verification: Verification) -> str:
    path = next((lesson.path for lesson in verification.lessons if lesson.name == finding.lesson), None)
    if path is None:
        return neutral(f"{finding.lesson} {finding.section}")
    if not finding.places:
        return neutral(path)
    return f"{neutral(path)}:{finding.places[0].line}:{finding.places[0].column}"
