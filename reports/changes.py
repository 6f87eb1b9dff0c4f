"""What `watch` says after an edit: the findings that are new, those that are gone, and how it stands."""

from __future__ import annotations

from derivations.verdict import Verification
from lessons.changes import Changes
from reports.concise import line
from reports.neutral import neutral
from reports.sentences import Language, say
from reports.summary import closing

GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"


def first(now: Verification, *, language: Language) -> str:
    """All findings, as no run was before."""
    return "".join(f"  {line(finding, now, language)}\n" for finding in now.findings) + _closing(now, language)


def changed(
    found: Changes, before: Verification, now: Verification, seconds: float, *, language: Language, colour: bool = False
) -> str:
    """One line a finding, `+` for a new one and `−` for one that is gone, between what happened and how it stands.

    seconds: from the moment the change was noticed.
    """
    red, green, plain = (RED, GREEN, PLAIN) if colour else ("", "", "")
    took = f"{seconds:.2f}"
    if found.new or found.gone:
        head = say(language, "watch.changed", new=len(found.new), gone=len(found.gone), seconds=took)
    else:
        head = say(language, "watch.unchanged", seconds=took)
    new = [f"  {red}+ {line(finding, now, language)}{plain}\n" for finding in found.new]
    gone = [f"  {green}− {line(finding, before, language)}{plain}\n" for finding in found.gone]
    return f"{head}\n" + "".join([*new, *gone]) + _closing(now, language)


def _closing(now: Verification, language: Language) -> str:
    return neutral(" · ".join(closing(now, language))) + "\n"
