"""Which findings the user wants to hear of: `--select` and `--ignore`, and the settings of the same names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from derivations.catalogue import UsageError
from derivations.verdict import Finding, LeftOut, Severity, Verification
from lessons.rules import RULES


def selected(
    verification: Verification,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    settings: Mapping[str, str | None] = MappingProxyType({}),
) -> Verification:
    """The verification with only the findings of the rules in `select` (all, where it is empty) that are not in `ignore`.

    Each name is a rule, or the words that some rules begin with: `figure` is every `figure-…`; or, known by its full stops, a
    claim or what the names of some begin with: `notes.11.3` is every claim of that section. What is left out is counted, by
    what left it out.   settings: the file that says "select" or "ignore", where the command line does not. Nothing else of the
    verification changes: a wrong figure stays wrong in the ledger. Raises UsageError for a name that is no rule's, and for a
    selected claim that was not verified: nothing found would look like nothing wrong.
    """
    for name in filter(_is_claim, select):
        if not any(_meant(name, claim.id) for claim in verification.claims):
            raise UsageError("selected-claim-unknown", claim=name[:200])
    wanted, unwanted = _Names(select), _Names(ignore)
    asked = [finding for finding in verification.findings if not select or wanted.mean(finding)]
    kept = tuple(finding for finding in asked if not unwanted.mean(finding))
    gone = {
        "select": [finding for finding in verification.findings if select and not wanted.mean(finding)],
        "ignore": [finding for finding in asked if unwanted.mean(finding)],
    }
    left_out = [_left_out(lesson.name, by, settings.get(by), gone[by]) for by in gone for lesson in verification.lessons]
    return replace(verification, findings=kept, left_out=verification.left_out + tuple(one for one in left_out if one.findings))


def _left_out(lesson: str, by: str, settings: str | None, gone: Sequence[Finding]) -> LeftOut:
    here = [finding for finding in gone if finding.lesson == lesson]
    return LeftOut(lesson, by, settings, len(here), sum(finding.severity is Severity.ERROR for finding in here))


class _Names:
    """What some names mean."""

    def __init__(self, names: Collection[str]) -> None:
        self.rules = frozenset(named(names))
        self.claims = [name for name in names if _is_claim(name)]

    def mean(self, finding: Finding) -> bool:
        about = finding.claim
        return finding.rule in self.rules or (about is not None and any(_meant(name, about) for name in self.claims))


def _is_claim(name: str) -> bool:
    """Rules have no full stop in their names, claims have."""
    return "." in name.strip(".")


def _meant(name: str, claim: str) -> bool:
    return claim == name or claim.startswith(f"{name}.")


def named(names: Iterable[str]) -> list[str]:
    """The rules that the names mean, in the order of RULES; claims are none. Raises UsageError for a name that means neither,
    with the nearest."""
    found: set[str] = set()
    for name in names:
        if _is_claim(name):
            continue
        meant = {rule for rule in RULES if rule == name or rule.startswith(f"{name}-")}
        if not meant:
            raise UsageError("unknown-rule", rule=name[:60], nearest=nearest(name))
        found |= meant
    return [rule for rule in RULES if rule in found]


def nearest(name: str) -> tuple[str, ...]:
    """The names of rules that come closest to a name that is none."""
    import difflib

    families = {rule.partition("-")[0] for rule in RULES}
    return tuple(difflib.get_close_matches(name[:60], [*RULES, *sorted(families)], n=3, cutoff=0.0))
