"""What became of the changes of a document: which the guard caught, and why the others went by."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from derivations.verdict import FigureOutcome, FigureVerdict, LessonRead, Message
from lessonproof.records import dataclass


class Reason(StrEnum):
    """Why nothing was found where a figure was changed."""

    GIVEN = "given"  # the document chooses it, and nothing that it prints follows from it
    ILLUSTRATIVE = "illustrative"  # declared made up
    EXTERNAL = "external"  # a fact from elsewhere
    LABEL = "label"  # a heading's number, a reference: states nothing that could be false
    ROUNDED = "rounded"  # the change is still a correct rounding of the value
    BOUND = "bound"  # the changed limit still holds
    KNOWN = "known"  # the unchanged document has the same finding at this place
    UNACCOUNTED = "unaccounted"  # nothing explains the figure
    UNCHECKED = "unchecked"  # a claim prints it, and is true with either figure: a gap


@dataclass(frozen=True, slots=True)
class Change:
    """One figure changed by one unit of its last place. Caught, by the finding `rule` of `claim`, or not, with the reason.

    proof: why a change that is still right is right.   at: the finding's place, where it is not the figure's own.
    """

    figure: FigureOutcome
    printed: str
    rule: str | None
    claim: str | None
    by_error: bool
    reason: Reason | None
    proof: Message | None = None
    noted: bool = False  # not caught, but verify notes that the figure is not the recorded one

    @property
    def caught(self) -> bool:
        return self.rule is not None

    @property
    def states(self) -> bool:
        """Whether the figure says something: numbers of headings and labels do not, and are counted apart."""
        return self.figure.verdict is not FigureVerdict.STRUCTURAL


@dataclass(frozen=True, slots=True)
class Mutation:
    """All changes of one run, in document order. The same input gives the same record.

    unspelled: figures that were not changed, because the file spells them in a way that only its format understands.
    """

    targets: tuple[str, ...]
    lessons: tuple[LessonRead, ...]
    changes: tuple[Change, ...]
    unspelled: tuple[FigureOutcome, ...] = ()

    @property
    def survivors(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if not change.caught)

    def score(self) -> tuple[int, int]:
        """How many changes of figures that state something were caught, and how many there were."""
        return counted([change for change in self.changes if change.states])

    def noted(self) -> int:
        """How many of the others verify speaks of in a note, without stopping at them."""
        return sum(change.noted for change in self.changes if change.states)

    def labels(self) -> tuple[int, int]:
        """The same of numbers of headings, labels and references."""
        return counted([change for change in self.changes if not change.states])

    def share(self) -> Fraction:
        """The score as a share; all, where there is nothing to change."""
        caught, total = self.score()
        return Fraction(caught, total) if total else Fraction(1)


def counted(changes: Sequence[Change]) -> tuple[int, int]:
    return sum(change.caught for change in changes), len(changes)
