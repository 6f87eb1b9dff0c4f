"""A name for each finding that stays while other lines come and go: from what it is about, never from where it stands."""

from __future__ import annotations

import hashlib
from collections import Counter

from derivations.verdict import Finding, Verification

LENGTH = 32
_SAYS = ("says", "printed", "left", "right", "sign")


def fingerprints(verification: Verification) -> tuple[str, ...]:
    """One for each finding, in order: made from its rule, its claim or section, what is printed there, and its number among
    those of the same lesson that are alike in these."""
    seen: Counter[tuple[str, ...]] = Counter()
    names: list[str] = []
    for finding in verification.findings:
        alike = finding.rule, finding.claim or finding.section, *printed(finding, verification)
        seen[finding.lesson, *alike] += 1
        parts = (*alike, str(seen[finding.lesson, *alike]))
        names.append(hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH])
    return tuple(names)


def printed(finding: Finding, verification: Verification) -> tuple[str, ...]:
    """What the document prints there, as far as the finding knows; a text that is broken otherwise over lines is the same."""
    if finding.figure is not None:
        return (_joined(verification.figures[finding.figure].printed),)
    values = (finding.message.values.get(name) for name in _SAYS)
    return tuple(_joined(value) for value in values if isinstance(value, str))


def _joined(text: str) -> str:
    return " ".join(text.split())
