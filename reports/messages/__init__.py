"""Every wording of the reports and the command line: key -> (English, Chinese), one module a subject.

Placeholders are filled by `reports/sentences.py`; a count picks its English noun with `{n:error|errors}`. Both
languages of a key use the same placeholders, and a test looks up every key that the tree mentions.
"""

from __future__ import annotations

from reports.messages import (
    account,
    adoption,
    command_help,
    course,
    coverage,
    declarations,
    detectors,
    documents,
    findings,
    full_report,
    html,
    mutate,
    proofs,
    prove,
    questions,
    rules,
    run,
    verdicts,
)

SUBJECTS = (
    verdicts,
    proofs,
    findings,
    questions,
    rules,
    documents,
    detectors,
    declarations,
    full_report,
    html,
    coverage,
    mutate,
    account,
    run,
    prove,
    adoption,
    course,
    command_help,
)

WORDINGS: dict[str, tuple[str, str]] = {key: words for subject in SUBJECTS for key, words in subject.WORDINGS.items()}
