"""Two editions of a lesson, as text and as JSON."""

from __future__ import annotations

from collections import Counter

from derivations.verdict import FigureOutcome, Finding, Place
from lessons.editions import FAILING, TOLD, ClaimChange, ClaimFate, Editions, Fate, FigureChange
from reports.json import SCHEMA
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, sentence

SHOWN = (
    Fate.LEFT, Fate.WRONG, Fate.STILL, Fate.UNCHECKED, Fate.CHOSEN, Fate.FOLLOWS, Fate.MENDED, Fate.OTHERWISE, Fate.UNKNOWN,
    Fate.ADDED, Fate.REMOVED,
)  # fmt: skip
"""What an author has to do something about stands first."""

RED, PLAIN = "\x1b[31m", "\x1b[0m"


def text(editions: Editions, old: str, new: str, *, language: Language, colour: bool = False) -> str:
    """A heading for each fate with its figures, one a line, then the claims, then one line that sums up."""
    lines: list[str] = []
    if editions.errors:
        errors = (_error(one, language, colour) for one in editions.errors)
        lines += [say(language, "diff.errors", n=len(editions.errors)), *errors, ""]
    for fate in SHOWN:
        changes = [change for change in editions.figures if change.fate is fate]
        if changes:
            lines += [say(language, f"diff.{fate}", n=len(changes)), *(_line(one, language, colour) for one in changes), ""]
    for claim_fate in ClaimFate:
        claims = [change for change in editions.claims if change.fate is claim_fate]
        if claims:
            lines += [say(language, f"diff.claim.{claim_fate}", n=len(claims)), *map(_claim_line, claims), ""]
    if not lines:
        lines = [say(language, "diff.same", old=old, new=new)]
    else:
        changed = sum(
            one.old is not None and one.new is not None and one.old.printed != one.new.printed for one in editions.figures
        )
        lines.append(say(language, "diff.summary", old=old, new=new, changed=changed, failing=editions.failing))
    return "\n".join(lines) + "\n"


def _line(change: FigureChange, language: Language, colour: bool) -> str:
    old, new = change.old, change.new
    if old is not None and new is not None:
        at = f"{_at(old.place)} → {_at(new.place)}" if old.place != new.place else _at(new.place)
        printed = plain(new.printed) if old.printed == new.printed else f"{plain(old.printed)} → {plain(new.printed)}"
    else:
        at, printed = _at(change.figure.place), plain(change.figure.printed)
    named = f"{plain(change.figure.name)} =" if change.figure.name else ""
    should = say(language, "diff.should", expected=plain(new.expected)) if change.fate in TOLD and new and new.expected else ""
    line = "  " + neutral("  ".join(part for part in (at.ljust(9), named, printed, should) if part))
    return f"{RED}{line}{PLAIN}" if colour and change.fate in FAILING else line


def _error(finding: Finding, language: Language, colour: bool) -> str:
    at = _at(finding.places[0] if finding.places else None).ljust(9)
    text = f"  {neutral(at)}  {neutral(finding.rule)}: {sentence(finding.message, language)}"
    return f"{RED}{text}{PLAIN}" if colour else text


def _claim_line(change: ClaimChange) -> str:
    places = [one.places[0] if one and one.places else None for one in (change.old, change.new)]
    at = " → ".join(dict.fromkeys(_at(place) for place in places if place is not None))
    return "  " + neutral(f"{at.ljust(9)}  {change.claim.id}")


def _at(place: Place | None) -> str:
    return f"{place.line}:{place.column}" if place else ""


def record(editions: Editions, old: str, new: str, language: Language) -> dict[str, object]:
    """JSON-ready; the same schema number as that of `verify`."""
    figures = Counter(change.fate for change in editions.figures)
    claims = Counter(change.fate for change in editions.claims)
    return {
        "schema": SCHEMA,
        "old": {"path": old, "sha256": editions.old.lessons[0].sha256},
        "new": {"path": new, "sha256": editions.new.lessons[0].sha256},
        "figures": [
            {
                "fate": change.fate,
                "claims": list(change.figure.claims),
                "name": change.figure.name,
                "old": _figure(change.old),
                "new": _figure(change.new),
                "expected": change.new.expected if change.new and change.fate in TOLD else None,
            }
            for change in editions.figures
        ],
        "claims": [
            {
                "fate": change.fate,
                "id": change.claim.id,
                "old": _position(change.old.places[0] if change.old and change.old.places else None),
                "new": _position(change.new.places[0] if change.new and change.new.places else None),
            }
            for change in editions.claims
        ],
        "errors": [
            {
                "rule": one.rule,
                "message": sentence(one.message, language),
                "expected": one.repair,
                "lesson": one.lesson,
                **(_position(one.places[0] if one.places else None) or {}),
            }
            for one in editions.errors
        ],
        "summary": {
            "figures": {fate: figures[fate] for fate in Fate if figures[fate]},
            "claims": {fate: claims[fate] for fate in ClaimFate if claims[fate]},
            "errors": len(editions.errors),
            "fails": editions.failing > 0,
        },
    }


def _figure(figure: FigureOutcome | None) -> dict[str, object] | None:
    return None if figure is None else {"printed": figure.printed, "verdict": figure.verdict, **(_position(figure.place) or {})}


def _position(place: Place | None) -> dict[str, object] | None:
    return None if place is None else {"line": place.line, "column": place.column}
