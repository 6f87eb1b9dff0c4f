"""Which findings the user wants to hear of: `--select` and `--ignore`, and the settings of the same names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from derivations.catalogue import UsageError
from derivations.verdict import Verification
from lessons.rules import RULES


def selected(verification: Verification, select: Collection[str] = (), ignore: Collection[str] = ()) -> Verification:
    """The verification with only the findings of the rules in `select` (all, where it is empty) that are not in `ignore`.

    Each name is a rule, or the words that some rules begin with: `figure` is every `figure-…`. `ignored` counts what `ignore`
    leaves out; what was not selected is not counted. Nothing else of the verification changes: a wrong figure stays wrong in
    the ledger. Raises UsageError for a name that is no rule's.
    """
    wanted = frozenset(named(select)) if select else frozenset(RULES)
    unwanted = frozenset(named(ignore))
    asked = [finding for finding in verification.findings if finding.rule in wanted or not select]
    kept = tuple(finding for finding in asked if finding.rule not in unwanted)
    return replace(verification, findings=kept, ignored=verification.ignored + len(asked) - len(kept))


def named(names: Iterable[str]) -> list[str]:
    """The rules that the names mean, in the order of RULES. Raises UsageError for one that means none, with the nearest."""
    found: set[str] = set()
    for name in names:
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
