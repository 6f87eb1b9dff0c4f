"""The findings that a project knows of: a file of their fingerprints, so that only new ones fail.

One finding a line, sorted, so that a review shows what comes and goes. A finding is known by its document and its fingerprint;
what else stands in a line is for whoever reads it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from pathlib import Path, PurePath
from typing import Any

from derivations.catalogue import UsageError
from derivations.verdict import FigureVerdict, Finding, LessonRead, Message, Severity, Verification
from lessonproof.records import dataclass
from lessons.file import content
from lessons.fingerprint import fingerprints, first_fingerprints, is_first_form, printed
from lessons.gathering import STANDARD_INPUT

SCHEMA = 2
READABLE = (1, SCHEMA)
"""The first holds fingerprints of the first form. Each entry is held against findings in its own form."""

LARGEST = 16 * 1024 * 1024
GRAVE = frozenset({Severity.ERROR, Severity.WARNING})
"""What can fail a run, and so what a baseline holds."""

_DECLARED = frozenset({FigureVerdict.ILLUSTRATIVE, FigureVerdict.EXTERNAL})
_PARTS = ("findings", "declarations")
_FIELDS = ("lesson", "section", "rule", "printed", "severity", "fingerprint")


@dataclass(frozen=True, slots=True, order=True)
class Known:
    """One finding as a baseline holds it. lesson: a name, or the path of a document from the folder of the baseline.

    before: its fingerprint in the first form, by which older baselines know it; in no file.
    """

    lesson: str
    section: str
    rule: str
    printed: str
    severity: str
    fingerprint: str
    before: str = field(default="", compare=False)

    @property
    def identity(self) -> tuple[str, str]:
        return self.lesson, self.fingerprint

    def known_as(self, names: Collection[tuple[str, str]]) -> tuple[str, str] | None:
        """By which of its two names it is among these."""
        return next((name for name in (self.identity, (self.lesson, self.before)) if name in names), None)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A verification beside a baseline.

    states: of each grave finding, by its index: "new" or "unchanged".   absent: what is known and is not found any more.
    older: whether something is known by a fingerprint of the first form only.
    """

    path: str
    states: Mapping[int, str]
    absent: tuple[Known, ...]
    older: bool = False

    def fresh(self, verification: Verification) -> Verification:
        """The verification without the findings that are known."""
        kept = (one for at, one in enumerate(verification.findings) if self.states.get(at) != "unchanged")
        return replace(verification, findings=tuple(kept))

    def gone_from(self, verification: Verification, lesson: str) -> tuple[Known, ...]:
        """What is gone of one lesson or document of the verification."""
        places = {_place(one, self.path) for one in verification.lessons if one.name == lesson}
        here = [one for one in self.absent if one.lesson in places]
        parts = [one for one in verification.lessons if one.part_of is not None and one.name == lesson]
        titled = {title.number for one in parts for title in one.sections}
        named = {claim.id for claim in verification.claims if claim.lesson == lesson}
        return tuple(one for one in here if not parts or one.section in titled | named)

    @property
    def unchanged(self) -> int:
        return sum(state == "unchanged" for state in self.states.values())


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a project knows of: its findings, and what its documents declare: made up, external, accepted, conventions."""

    findings: tuple[Known, ...] = ()
    declarations: tuple[Known, ...] = ()


def known(verification: Verification, path: str) -> dict[int, Known]:
    """The grave findings of a verification, by index, as a baseline at `path` holds them."""
    found = enumerate(zip(verification.findings, _known(verification, path), strict=True))
    return {at: one for at, (finding, one) in found if finding.severity in GRAVE}


def _known(verification: Verification, path: str, severity: str = "") -> list[Known]:
    """Each finding of a verification as a baseline holds it.   severity: what it says of all, instead of their own."""
    names = {lesson.name: _place(lesson, path) for lesson in verification.lessons}
    both = zip(verification.findings, fingerprints(verification), first_fingerprints(verification), strict=True)
    return [
        Known(
            names.get(finding.lesson, finding.lesson),
            finding.claim or finding.section,
            finding.rule,
            " ".join(printed(finding, verification)),
            severity or finding.severity.value,
            fingerprint,
            first,
        )
        for finding, fingerprint, first in both
    ]


def declarations(verification: Verification, path: str) -> list[tuple[Known, Finding]]:
    """What the documents declare about their figures, each with the finding that it is where it is new.

    A finding that the author accepts, a figure that he calls made up or takes from elsewhere, and a convention by which figures
    are read and rounded.
    """
    found = [
        _declared(finding, finding.rule, finding.declared, verification)
        for finding in verification.findings
        if finding.declared is not None
    ]
    for at, figure in enumerate(verification.figures):
        if figure.verdict in _DECLARED and not figure.claims:
            name = f"figure.{figure.verdict.value}"
            about = Finding(
                "declaration-added",
                Severity.WARNING,
                figure.lesson,
                figure.section,
                (figure.place,) if figure.place else (),
                None,
                at,
                Message(name),
            )
            found.append(_declared(about, name.replace(".", "-"), about.message, verification))
    for lesson in verification.lessons:
        for said, place in lesson.conventions:
            message = Message("declared-convention", {"printed": said})
            where = lesson.name, "conventions", (place,)
            one = Finding("declaration-added", Severity.WARNING, *where, None, None, message)
            found.append(_declared(one, "conventions", message, verification))
    whole = replace(verification, findings=tuple(found))
    return list(zip(_known(whole, path, "declared"), found, strict=True))


def _declared(about: Finding, rule: str, why: Message, verification: Verification) -> Finding:
    says = " ".join(printed(about, verification))
    right = about.repair or about.message.values.get("expected") or ""
    message = Message("declaration-added", {"rule": rule, "printed": says, "why": why, "expected": right})
    return replace(
        about, rule="declaration-added", severity=Severity.WARNING, message=message, repair=None, declared=None, edits=()
    )


def with_added_declarations(verification: Verification, path: str, baseline: Baseline) -> Verification:
    """The verification with a finding for each declaration that the baseline does not know: a reviewer has to see it."""
    before = {one.identity for one in baseline.declarations}
    added = tuple(finding for one, finding in declarations(verification, path) if not one.known_as(before))
    return replace(verification, findings=verification.findings + added)


def compared(verification: Verification, path: str, baseline: Baseline) -> Comparison:
    """What is new, what is known, and what is gone, as far as this verification has looked."""
    now = known(verification, path)
    before = {one.identity for one in baseline.findings}
    names = {at: one.known_as(before) for at, one in now.items()}
    found = set(names.values())
    absent = sorted(one for one in baseline.findings if one.identity not in found and _looked_at(one, verification, path))
    older = any(name is not None and is_first_form(name[1]) for name in found)
    return Comparison(path, {at: "unchanged" if name else "new" for at, name in names.items()}, tuple(absent), older)


def _looked_at(one: Known, verification: Verification, path: str) -> bool:
    """Whether a finding would have been found if it were still there."""
    for lesson in verification.lessons:
        if _place(lesson, path) == one.lesson:
            if lesson.recognised in ("document", "declarations"):
                return True
            if one.section in {section.number for section in lesson.sections}:
                return True
            if any(claim.id == one.section for claim in verification.claims):
                return True
    return False


@dataclass(frozen=True, slots=True)
class Update:
    """A baseline brought up to date, with what that added and dropped."""

    baseline: Baseline
    added: tuple[Known, ...]
    dropped: tuple[Known, ...]


def updated(verification: Verification, path: str, baseline: Baseline) -> Update:
    """The baseline of what is found and declared now. What was not looked at stays, unless its document is gone."""
    findings = _updated(known(verification, path).values(), baseline.findings, verification, path)
    declared = _updated([one for one, _ in declarations(verification, path)], baseline.declarations, verification, path)
    kept = Baseline(findings[0], declared[0])
    return Update(kept, (*findings[1], *declared[1]), (*findings[2], *declared[2]))


def _updated(
    now: Collection[Known], before: Collection[Known], verification: Verification, path: str
) -> tuple[tuple[Known, ...], ...]:
    """What is there after, what was added, what was dropped. What is known in its first form is written in the present one."""
    found, old = {one.identity: one for one in now}, {one.identity: one for one in before}
    names = {one.known_as(old) for one in now}
    rest = {name: one for name, one in old.items() if name not in names}
    gone = {name: one for name, one in rest.items() if _looked_at(one, verification, path) or _document_gone(one, path)}
    kept = {name: one for name, one in rest.items() if name not in gone} | found
    added = [one for one in now if not one.known_as(old)]
    return tuple(sorted(kept.values())), tuple(sorted(added)), tuple(sorted(gone.values()))


def _document_gone(one: Known, path: str) -> bool:
    is_path = PurePath(one.lesson).suffix != ""
    return is_path and not os.path.exists(os.path.join(os.path.dirname(path), one.lesson))


def _place(lesson: LessonRead, path: str) -> str:
    """What a baseline calls a lesson: a shipped one by its name, in however many files it is, any other document by its path
    from the baseline's folder."""
    name, document = lesson.part_of or lesson.name, lesson.path
    if document is None or document != name or name == STANDARD_INPUT:
        return name
    try:
        return Path(os.path.relpath(document, os.path.dirname(path) or ".")).as_posix()
    except ValueError:  # on another drive
        return Path(document).as_posix()


# ── the file ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(path: str) -> Baseline:
    """The baseline in the file at `path`. Raises UsageError where there is none, or it is no baseline."""
    try:
        value = json.loads(content(path, LARGEST))
        if not isinstance(value, dict) or value.get("schema") not in READABLE:
            raise UsageError("baseline-unreadable", path=path)
        return Baseline(*(tuple(map(_entry, value[part])) for part in _PARTS))
    except UsageError as error:
        raise UsageError("baseline-missing", path=path) if error.message.key == "document-missing" else error from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError("baseline-unreadable", path=path) from None


def _entry(entry: Any) -> Known:
    return Known(*(str(entry[name]) for name in _FIELDS))


def written(baseline: Baseline) -> str:
    """The file that holds a baseline: the same for the same findings, one a line."""
    parts = [f' "{part}": [{_lines(getattr(baseline, part))}]' for part in _PARTS]
    return f'{{\n "schema": {SCHEMA},\n' + ",\n".join(parts) + "\n}\n"


def _lines(entries: Collection[Known]) -> str:
    lines = [json.dumps({name: getattr(one, name) for name in _FIELDS}, ensure_ascii=False) for one in sorted(entries)]
    return ",".join(f"\n  {line}" for line in lines) + ("\n " if lines else "")
