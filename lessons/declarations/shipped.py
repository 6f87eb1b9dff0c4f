"""Suppressions in a document of a shipped lesson: `ignore` only, for everything else is known of it already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from derivations.verdict import Finding, Message, Place, Severity
from lessons.declarations import comments
from lessons.declarations.applied import suppressed
from lessons.declarations.record import Declarations
from lessons.document import of_source
from lessons.formats.comments import ADDRESS, without_addressed_lines
from lessons.formats.recognition import Format, recognised
from lessons.source import Source


def without_comments(source: Source) -> Source:
    """The text without the comments that are lines of it, every other sign at its place."""
    if ADDRESS not in source.text or recognised(source.path, source.text) is not Format.PLAIN:
        return source
    return replace(source, text=without_addressed_lines(source.text))


def with_ignored(findings: Sequence[Finding], lesson: str, source: Source, first: int, last: int) -> list[Finding]:
    """The findings, of which those that the author ignores are notes; and what is wrong with his comments.

    first, last: the verified lines; a comment beyond them is not idle.
    """
    if ADDRESS not in source.text:
        return list(findings)
    document = of_source(source, recognised(source.path, source.text))
    declared = comments.read(document, "")
    found = list(findings)
    for ignored in declared.ignored:
        begins, ends = (document.place(offset) for offset in ignored.where)
        changed = False
        for number, finding in enumerate(found):
            here = finding.lesson == lesson and finding.rule == ignored.rule
            if here and finding.places and _key(begins) <= _key(finding.places[0]) < _key(ends):
                found[number] = suppressed(finding, ignored)
                changed = True
        if not changed and first <= ignored.origin.place.line <= last:
            message = Message("declare-idle-ignore", {"rule": ignored.rule})
            found.append(_at("declaration-idle", lesson, Severity.WARNING, ignored.origin.place, message))
    found += [_at(one.rule, lesson, one.severity, one.origin.place, one.message) for one in declared.problems]
    found += _not_here(declared, lesson)
    return found


def ignoring(source: Source) -> Callable[[str, int], bool]:
    """Whether the author ignores findings of a rule at an offset."""
    if ADDRESS not in source.text:
        return lambda rule, offset: False
    ignored = comments.read(of_source(source, recognised(source.path, source.text)), "").ignored
    return lambda rule, offset: any(one.rule == rule and one.where[0] <= offset < one.where[1] for one in ignored)


def _not_here(declared: Declarations, lesson: str) -> list[Finding]:
    others = [one.origin for one in declared.values] + [one.origin for one in declared.statements]
    others += [one.origin for one in declared.stretches]
    message = Message("declare-not-here")
    return [_at("declaration-idle", lesson, Severity.WARNING, origin.place, message) for origin in others]


def _at(rule: str, lesson: str, severity: Severity, place: Place, message: Message) -> Finding:
    return Finding(rule, severity, lesson, "", (place,), None, None, message)


def _key(place: Place) -> tuple[int, int]:
    return place.line, place.column
