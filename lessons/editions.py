"""Two editions of a lesson: which figures changed, which of them had to, and which should have and did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum

from derivations.verdict import Binding, ClaimOutcome, FigureOutcome, FigureVerdict, Finding, Severity, Verification
from lessonproof.records import dataclass
from lessons.aligned import aligned
from lessons.check import DocumentGiven, verify
from lessons.fingerprint import printed
from lessons.memory import Memory
from lessons.source import Source, read

MOST_TRIED = 500
"""Changed figures that are put back one at a time; what is beyond is said to be right, not whether it had to change."""

_WRONG = frozenset({FigureVerdict.WRONG, FigureVerdict.TRUNCATED})
_CHECKED = _WRONG | {FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.BOUND, FigureVerdict.LOOSE}
_CHOSEN = frozenset({FigureVerdict.GIVEN, FigureVerdict.ILLUSTRATIVE, FigureVerdict.EXTERNAL})
_UNKNOWN = frozenset({FigureVerdict.STRUCTURAL, FigureVerdict.UNACCOUNTED, FigureVerdict.UNDECIDED})


class Fate(StrEnum):
    """What became of a figure from one edition to the next."""

    LEFT = "left"  # it is the same and no longer right: it should have changed
    WRONG = "wrong"  # it has changed into a wrong one, or is new and wrong
    CHOSEN = "chosen"  # the new edition gives another value
    FOLLOWS = "follows"  # it is right, and the old print would not be
    OTHERWISE = "otherwise"  # it is right, and so would the old print be
    MENDED = "mended"  # it was wrong and is right
    UNKNOWN = "unknown"  # it has changed, and nothing says what it should be
    UNCHECKED = "unchecked"  # it is the same, was checked, and is not any more
    STILL = "still"  # wrong in both
    ADDED = "added"
    REMOVED = "removed"


FAILING = frozenset({Fate.LEFT, Fate.WRONG})
TOLD = FAILING | {Fate.STILL}
"""With what should be printed."""


class ClaimFate(StrEnum):
    APPEARED = "appeared"
    DISAPPEARED = "disappeared"
    MOVED = "moved"
    BROKEN = "broken"  # the statement held and does not any more
    HEALED = "healed"


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure; `old` or `new` is None where only the other edition prints it."""

    fate: Fate
    old: FigureOutcome | None
    new: FigureOutcome | None

    @property
    def figure(self) -> FigureOutcome:
        """As the new edition prints it; as the old one did, where it is gone."""
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class ClaimChange:
    fate: ClaimFate
    old: ClaimOutcome | None
    new: ClaimOutcome | None

    @property
    def claim(self) -> ClaimOutcome:
        found = self.new or self.old
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class Editions:
    """Both editions and what is different, in the order of the new one.

    errors: those of the new edition that the old one did not have, and that no change of a figure or claim tells.
    """

    old: Verification
    new: Verification
    figures: tuple[FigureChange, ...]
    claims: tuple[ClaimChange, ...]
    errors: tuple[Finding, ...] = ()

    @property
    def failing(self) -> int:
        """How many things the new edition has wrong that the old one had not."""
        figures = sum(change.fate in FAILING for change in self.figures)
        return figures + sum(change.fate is ClaimFate.BROKEN for change in self.claims) + len(self.errors)


def compared(
    old: str, new: str, documents: Sequence[DocumentGiven], *, digits: int = 12, claims: Sequence[str] = ()
) -> Editions:
    """The editions in two files. Raises UsageError where one cannot be read.

    A changed figure had to change if the new edition, with the old print in its place, has an error more.
    claims: sidecars, or folders of them, that are not beside their documents.
    """
    before = verify([old], documents, digits=digits, claims=claims)
    now = verify([new], documents, digits=digits, claims=claims)
    texts = read(old), read(new)
    tried = _Tried(new, texts[1], now, documents, digits, claims)
    errors = (finding for finding in now.findings if finding.severity is Severity.ERROR)
    wrong_at = {place.line for finding in errors for place in finding.places[:1]}
    wrong_at |= {figure.place.line for figure in now.figures if figure.place is not None and figure.verdict in _WRONG}
    changes: list[FigureChange] = []
    for was, is_now in aligned((texts[0], before.figures), (texts[1], now.figures)):
        fate = _fate(was, is_now, tried)
        if fate is Fate.UNCHECKED and is_now is not None and is_now.place is not None and is_now.place.line in wrong_at:
            continue  # an operand of what is wrong now
        if fate is not None:
            changes.append(FigureChange(fate, was, is_now))
    told = tuple(_claims(before, now))
    return Editions(before, now, tuple(changes), told, tuple(_errors(before, now, changes, told)))


def _errors(
    before: Verification, now: Verification, figures: Sequence[FigureChange], claims: Sequence[ClaimChange]
) -> Iterator[Finding]:
    """The errors of `now` that `before` has not, wherever they stand, and that `figures` and `claims` do not tell."""
    had = Counter(_identity(finding, before) for finding in before.findings)
    wrong = {change.new.place for change in figures if change.new is not None and change.fate in TOLD}
    broken = {change.claim.id for change in claims if change.fate is ClaimFate.BROKEN}
    for finding in now.findings:
        if finding.severity is not Severity.ERROR:
            continue
        identity = _identity(finding, now)
        told = finding.claim in broken or (finding.figure is not None and now.figures[finding.figure].place in wrong)
        if had[identity]:
            had[identity] -= 1
        elif not told:
            yield finding


def _identity(finding: Finding, edition: Verification) -> tuple[object, ...]:
    """What a finding says of what, wherever that stands; an edition may be called otherwise, and its headings too."""
    formula = "".join(finding.formula.split())
    return finding.rule, finding.claim, formula, finding.repair, finding.message.key, *printed(finding, edition)


def _fate(old: FigureOutcome | None, new: FigureOutcome | None, tried: _Tried) -> Fate | None:
    """None for a figure of which there is nothing to say."""
    if new is None:
        return Fate.REMOVED
    wrong = new.verdict in _WRONG
    if old is None:
        return Fate.WRONG if wrong else Fate.ADDED
    if old.printed == new.printed:
        if wrong:  # one that was wrong already, and should now be something else again, is an error of the new edition
            return Fate.STILL if old.verdict in _WRONG and old.expected == new.expected else Fate.LEFT
        return Fate.UNCHECKED if old.verdict in _CHECKED and new.verdict in _UNKNOWN else None
    if wrong:
        return Fate.WRONG
    if new.verdict in _CHOSEN:
        return Fate.CHOSEN
    if new.verdict in _UNKNOWN:
        return Fate.UNKNOWN
    if old.verdict in _WRONG:
        return Fate.MENDED
    return Fate.FOLLOWS if tried.is_worse(new, old.printed) else Fate.OTHERWISE


@dataclass
class _Tried:
    """The new edition with one of its figures as the old one prints it."""

    path: str
    text: Source
    found: Verification
    documents: Sequence[DocumentGiven]
    digits: int
    claims: Sequence[str]
    memory: Memory = field(default_factory=Memory)
    left: int = MOST_TRIED

    def is_worse(self, figure: FigureOutcome, old: str) -> bool:
        """Whether there is an error more then."""
        if self.left == 0 or figure.place is None or figure.stop is None:
            return False
        self.left -= 1
        first, last = self.text.offset(figure.place), self.text.offset(figure.stop)
        content = (self.text.written[:first] + old + self.text.written[last:]).encode()
        found = verify(
            [self.path], self.documents, digits=self.digits, contents={self.path: content}, claims=self.claims,
            memory=self.memory,
        )  # fmt: skip
        return found.count(Severity.ERROR) > self.found.count(Severity.ERROR)


def _claims(before: Verification, now: Verification) -> list[ClaimChange]:
    old: Mapping[str, ClaimOutcome] = {claim.id: claim for claim in before.claims}
    new: Mapping[str, ClaimOutcome] = {claim.id: claim for claim in now.claims}
    changes: list[ClaimChange] = []
    for name in dict.fromkeys([*new, *old]):
        was, is_now = old.get(name), new.get(name)
        there = was is not None and bool(was.places), is_now is not None and bool(is_now.places)
        if there == (True, False):
            changes.append(ClaimChange(ClaimFate.DISAPPEARED, was, is_now))
        elif there == (False, True):
            changes.append(ClaimChange(ClaimFate.APPEARED, was, is_now))
        elif was is not None and is_now is not None and there == (True, True):
            if is_now.binding is Binding.MOVED and was.binding is not Binding.MOVED:
                changes.append(ClaimChange(ClaimFate.MOVED, was, is_now))
            bad = was.severity is Severity.ERROR, is_now.severity is Severity.ERROR
            if bad != (False, False) and bad != (True, True):
                changes.append(ClaimChange(ClaimFate.BROKEN if bad[1] else ClaimFate.HEALED, was, is_now))
    return changes
