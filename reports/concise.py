"""`--format concise`: one line a finding, as compilers print them, then one line that sums up."""

from __future__ import annotations

from derivations.verdict import Finding, Verification
from reports.neutral import neutral
from reports.sentences import Language, sentence
from reports.summary import closing


def concise(verification: Verification, *, language: Language) -> str:
    """`path:line:column: rule: message` for each finding; without a document `lesson section: rule: message`."""
    lines = [
        f"{_where(finding, verification)}: {neutral(finding.rule)}: {sentence(finding.message, language)}"
        for finding in verification.findings
    ]
    return "\n".join([*lines, " · ".join(closing(verification, language))]) + "\n"


def _where(finding: Finding, verification: Verification) -> str:
    path = next((lesson.path for lesson in verification.lessons if lesson.name == finding.lesson), None)
    if path is None:
        return neutral(f"{finding.lesson} {finding.section}")
    if not finding.places:
        return neutral(path)
    return f"{neutral(path)}:{finding.places[0].line}:{finding.places[0].column}"
