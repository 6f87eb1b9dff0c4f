"""What `--fix` writes: every certified figure that is printed wrong, every sentence whose wording the values contradict.

The documents are rewritten in memory and verified again, until nothing is left that can be rewritten. What is handed back is
better than what was there: each figure that was rewritten is right, and nothing that held before fails. Where that is not so,
the edits in question are held back; where that does not help, the document stays as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from derivations.catalogue import UsageError
from derivations.verdict import Edit, FigureOutcome, FigureVerdict, Finding, Place, Severity, Verification
from lessonproof.records import dataclass
from lessons.formats.copies import NotFollowed, copies
from lessons.formats.recognition import Format, recognised
from lessons.respelling import preferred_minus, respelled
from lessons.source import Source, decoded

MOST_ROUNDS = 8
"""One rewriting may show the next: a figure that follows from a figure, a formula behind its wrong figure."""

Verify = Callable[[Mapping[str, bytes]], Verification]
"""Verifies the run again, with other contents of the documents at these paths."""

_MARK = "\ufeff".encode()
_REWRITTEN = frozenset({FigureVerdict.WRONG, FigureVerdict.TRUNCATED})
_BAD = _REWRITTEN | {FigureVerdict.UNDECIDED}


@dataclass(frozen=True, slots=True)
class Fixed:
    """One document, before and after. held: the places of errors that could not be rewritten without making something worse.

    unfollowed: those among them whose formula the page holds in several copies, not all of which could be rewritten.
    """

    path: str
    before: bytes
    after: bytes
    edits: int
    held: tuple[Place, ...] = ()
    unfollowed: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Fixing:
    """All documents of a run in which something was to be rewritten, and the verification of what they are then."""

    documents: tuple[Fixed, ...]
    after: Verification


@dataclass(frozen=True, slots=True)
class _Change:
    """One edit, the finding it comes from, and the place that the finding is about."""

    finding: Finding
    place: Place
    start: int
    stop: int
    text: str
    copies: tuple[tuple[int, int, str], ...] = ()  # of the formula that it stands in, which change with it


def may_be_rewritten(verification: Verification, finding: Finding) -> bool:
    """Whether a finding names what should stand there instead. It may still be held back, where that makes something worse."""
    figure = verification.figures[finding.figure] if finding.figure is not None else None
    return finding.severity is Severity.ERROR and (
        bool(finding.edits) or (figure is not None and figure.verdict in _REWRITTEN and figure.expected is not None)
    )


def fixing(verification: Verification, contents: Mapping[str, bytes], verify: Verify) -> Fixing:
    """Rewrite what the verification found. contents: of the documents, by path, as they were read.

    Raises UsageError where a document has changed since it was verified.
    """
    now, everything = verification, dict(contents)
    documents: list[Fixed] = []
    for lesson in verification.lessons:
        if lesson.path is None or lesson.path not in contents:
            continue
        if hashlib.sha256(contents[lesson.path]).hexdigest() != lesson.sha256:
            raise UsageError("document-changed-meanwhile", path=lesson.path)
        draft = _Draft(lesson.name, lesson.path, everything, now, verify)
        if not draft.rewritten():
            draft = _Draft(lesson.name, lesson.path, everything, now, verify, cautious=True)
            draft.rewritten()
        now, everything = draft.now, draft.contents
        if draft.edits or draft.held:
            held, unfollowed = (
                tuple(sorted(places, key=lambda place: (place.line, place.column))) for places in (draft.held, draft.unfollowed)
            )
            documents.append(Fixed(lesson.path, contents[lesson.path], everything[lesson.path], draft.edits, held, unfollowed))
    return Fixing(tuple(documents), now)


class _Draft:
    """A document that is being rewritten, and the verification of all as they are now.

    What follows from a figure that was rewritten is rewritten in the next round; a cautious draft takes no edit that anything
    else would have to follow.
    """

    def __init__(
        self,
        lesson: str,
        path: str,
        contents: Mapping[str, bytes],
        now: Verification,
        verify: Verify,
        *,
        cautious: bool = False,
    ) -> None:
        self.lesson, self.path = lesson, path
        self.first = now
        self.contents = dict(contents)
        self.now = now
        self.verify = verify
        self.cautious = cautious
        self.edits = 0
        self.held: set[Place] = set()  # as they stand now
        self.unfollowed: set[Place] = set()

    @property
    def source(self) -> Source:
        return decoded(self.path, self.contents[self.path])

    def rewritten(self) -> bool:
        """Rewrite round by round. Whether nothing is worse now than it was."""
        for _ in range(MOST_ROUNDS):
            changes = [change for change in self.changes() if change.place not in self.held]
            if not changes:
                break
            self.take(changes)
        return not _worse(self.lesson, self.first, self.now)

    def take(self, changes: Sequence[_Change]) -> None:
        """Make those edits after which their figures and sentences are right, and hold back the others."""
        after = self.verify({**self.contents, self.path: self.edited(changes)})
        doubtful = [change for change in changes if not self.is_right(change, changes, after)]
        if self.cautious and not doubtful and _worse(self.lesson, self.now, after):
            doubtful = list(changes)
        if not doubtful:
            self.held = {self.moved(place, changes) for place in self.held}
            self.unfollowed = {self.moved(place, changes) for place in self.unfollowed}
            self.contents[self.path] = self.edited(changes)
            self.edits += len(changes)
            self.now = after
        elif len(changes) == 1:
            self.held.add(changes[0].place)
        elif len(doubtful) < len(changes):
            self.held |= {change.place for change in doubtful}
            self.take([change for change in changes if change not in doubtful])
        else:  # alternatives, of which one alone may do, or one that spoils it for the others
            self.held |= {change.place for change in changes if self.has_alternatives(change, changes)}
            rest = [change for change in changes if change.place not in self.held]
            for part in (rest[: len(rest) // 2], rest[len(rest) // 2 :]) if len(rest) == len(changes) else (rest,):
                if part:
                    self.take(part)
                    break  # the places of the others have moved: they come in the next round

    def has_alternatives(self, change: _Change, changes: Sequence[_Change]) -> bool:
        """Whether another figure of the same claim is to blame as well: which of them is wrong is not known."""
        claim = change.finding.claim
        return claim is not None and sum(other.finding.claim == claim for other in changes) > 1

    def is_right(self, change: _Change, changes: Sequence[_Change], after: Verification) -> bool:
        """Whether what an edit is about holds when all of them are made."""
        if change.finding.edits:
            same = (one for one in after.findings if one.claim == change.finding.claim and one.claim is not None)
            return not any(one.severity is Severity.ERROR and one.figure is None for one in same)
        place = self.moved(change.place, changes)
        here = [figure for figure in after.figures if figure.lesson == self.lesson and figure.place == place]
        return bool(here) and all(figure.verdict not in _BAD for figure in here)

    def moved(self, place: Place, changes: Sequence[_Change]) -> Place:
        """Where a place is when the edits are made."""
        offset = self.source.offset(place)
        shift = sum(len(text) - (stop - start) for start, stop, text in _all(changes) if start < offset)
        return decoded(self.path, self.edited(changes)).place(offset + shift)

    def edited(self, changes: Sequence[_Change]) -> bytes:
        text = self.text
        for start, stop, instead in reversed(_all(changes)):
            text = text[:start] + instead + text[stop:]
        mark = _MARK if self.contents[self.path].startswith(_MARK) else b""
        return mark + text.encode()

    @property
    def text(self) -> str:
        return self.contents[self.path].decode().removeprefix("\ufeff")

    def changes(self) -> list[_Change]:
        """What is to be rewritten, in order, no two of them overlapping. A figure whose spelling is not understood is held."""
        source, minus = self.source, preferred_minus(self.text)
        found: list[_Change] = []
        for finding in self.now.findings:
            if finding.lesson != self.lesson or finding.severity is not Severity.ERROR:
                continue
            figure = self.now.figures[finding.figure] if finding.figure is not None and not finding.edits else None
            if figure is not None and figure.verdict in _REWRITTEN and figure.expected and figure.place and figure.stop:
                change = self.figure(source, finding, figure, minus)
                if change is None:
                    self.held.add(figure.place)
                else:
                    found.append(change)
            edits = [self.edit(source, edit) for edit in finding.edits]
            if not all(edits):
                self.held.add(finding.places[0])
                continue
            try:
                found += [_Change(finding, finding.places[0], *edit, self.copies(*edit)) for edit in edits if edit]
            except NotFollowed:
                self.unfollow(finding.places[0])
        found.sort(key=lambda change: (change.start, change.stop))
        apart: list[_Change] = []
        for change in found:
            if not apart or change.start >= apart[-1].stop:
                apart.append(change)
        return apart

    def figure(self, source: Source, finding: Finding, figure: FigureOutcome, minus: str) -> _Change | None:
        assert figure.place is not None and figure.stop is not None and figure.expected is not None
        start, stop = source.offset(figure.place), source.offset(figure.stop)
        in_json = recognised(self.path, source.text) is Format.NOTEBOOK
        change = respelled(self.text[start:stop], figure.printed, figure.expected, in_json=in_json, minus=minus)
        if change is None:
            return None
        edit = start + change[0], start + change[1], change[2]
        try:
            return _Change(finding, figure.place, *edit, self.copies(*edit))
        except NotFollowed:
            self.unfollow(figure.place)
            return None

    def edit(self, source: Source, edit: Edit) -> tuple[int, int, str] | None:
        """The stretch of the file and what should stand there; None where it is not plainly text."""
        start, stop = source.offset(edit.place), source.offset(edit.stop)
        form, here = recognised(self.path, source.text), self.text[start:stop]
        if form is Format.NOTEBOOK:
            return start, stop, json.dumps(edit.text, ensure_ascii=self.text.isascii())[1:-1]
        return None if form is Format.HTML and ("<" in here or "<" in edit.text) else (start, stop, edit.text)

    def unfollow(self, place: Place) -> None:
        self.held.add(place)
        self.unfollowed.add(place)

    def copies(self, start: int, stop: int, text: str) -> tuple[tuple[int, int, str], ...]:
        """What else changes with an edit. Raises NotFollowed."""
        whole = self.text
        return tuple(copies(whole, start, stop, text)) if "<annotation" in whole else ()


def _all(changes: Sequence[_Change]) -> list[tuple[int, int, str]]:
    """The edits with those of their copies, in order."""
    edits = {edit for change in changes for edit in ((change.start, change.stop, change.text), *change.copies)}
    return sorted(edits)


def _worse(lesson: str, before: Verification, after: Verification) -> bool:
    """Whether anything of the document holds less than it did."""
    for claim, severity in _severities(after, lesson).items():
        if severity > max(_severities(before, lesson).get(claim, 0), _NOTE):
            return True
    old = [figure.verdict for figure in before.figures if figure.lesson == lesson]
    new = [figure.verdict for figure in after.figures if figure.lesson == lesson]
    if len(old) == len(new):
        if any(then not in _BAD and now in _BAD for then, now in zip(old, new, strict=True)):
            return True
    elif sum(verdict in _BAD for verdict in new) > sum(verdict in _BAD for verdict in old):
        return True
    return bool(_others(after, lesson) - _others(before, lesson))


_NOTE = 1
_RANK = {Severity.NONE: 0, Severity.NOTE: _NOTE, Severity.WARNING: 2, Severity.ERROR: 3}


def _severities(found: Verification, lesson: str) -> dict[str, int]:
    return {claim.id: _RANK[claim.severity] for claim in found.claims if claim.lesson == lesson}


def _others(found: Verification, lesson: str) -> Counter[str]:
    """The errors that are about no figure and no claim, by rule."""
    return Counter(
        one.rule
        for one in found.findings
        if one.lesson == lesson and one.severity is Severity.ERROR and one.figure is None and one.claim is None
    )
