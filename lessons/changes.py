"""What has come and gone between two verifications of the same targets."""

from __future__ import annotations

from collections import Counter

from derivations.verdict import Finding, Verification
from lessonproof.records import dataclass


@dataclass(frozen=True, slots=True)
class Changes:
    """The findings of now that were not there before, and those of before that are not there any more."""

    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]


def changes(before: Verification, now: Verification) -> Changes:
    """Findings are the same where they say the same of the same, wherever that has moved in the document."""
    return Changes(_apart_from(now, before), _apart_from(before, now))


def _apart_from(one: Verification, other: Verification) -> tuple[Finding, ...]:
    known = Counter(_identity(finding, other) for finding in other.findings)
    left = []
    for finding in one.findings:
        identity = _identity(finding, one)
        if known[identity]:
            known[identity] -= 1
        else:
            left.append(finding)
    return tuple(left)


def _identity(finding: Finding, run: Verification) -> tuple[object, ...]:
    printed = None if finding.figure is None else run.figures[finding.figure].printed
    about = (finding.claim, len(finding.places)) if finding.claim else finding.section
    return (finding.rule, finding.severity, finding.lesson, about, finding.message.key, printed, finding.repair)
