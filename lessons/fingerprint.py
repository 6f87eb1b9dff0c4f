"""A name for each finding that stays while other lines come and go: from what it is about, never from where it stands."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable

from derivations.verdict import Finding, Verification

LENGTH = 32
FORM = "v2"
"""With which a fingerprint begins. Those of the first form begin with nothing: they know neither formula nor right print."""

_SAYS = ("says", "printed", "left", "right", "sign")


def fingerprints(verification: Verification) -> tuple[str, ...]:
    """One for each finding, in order: made from its rule, its claim or section, what is printed there, what should be, the
    formula around it, and its number among those of the same lesson that are alike in these. White space does not count."""
    return _names(verification, lambda finding: (_right(finding), "".join(finding.formula.split())), f"{FORM}:")


def first_fingerprints(verification: Verification) -> tuple[str, ...]:
    """The same in their first form, which tells fewer findings apart: what baselines hold that were written with it."""
    return _names(verification, lambda finding: (), "")


def is_first_form(fingerprint: str) -> bool:
    return not fingerprint.startswith(f"{FORM}:")


def _names(verification: Verification, further: Callable[[Finding], tuple[str, ...]], form: str) -> tuple[str, ...]:
    seen: Counter[tuple[str, ...]] = Counter()
    names: list[str] = []
    for finding in verification.findings:
        alike = finding.rule, finding.claim or finding.section, *printed(finding, verification), *further(finding)
        seen[finding.lesson, *alike] += 1
        parts = (*alike, str(seen[finding.lesson, *alike]))
        digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        names.append(form + digest[:LENGTH])
    return tuple(names)


def _right(finding: Finding) -> str:
    """What should be printed; a figure may be wrong in more than one way."""
    said = (finding.message.values.get(name) for name in ("expected", "total"))
    return _joined(finding.repair or next((one for one in said if isinstance(one, str)), ""))


def printed(finding: Finding, verification: Verification) -> tuple[str, ...]:
    """What the document prints there, as far as the finding knows; a text that is broken otherwise over lines is the same."""
    if finding.figure is not None:
        return (_joined(verification.figures[finding.figure].printed),)
    values = (finding.message.values.get(name) for name in _SAYS)
    return tuple(_joined(value) for value in values if isinstance(value, str))


def _joined(text: str) -> str:
    return " ".join(text.split())
