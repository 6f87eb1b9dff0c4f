"""The vocabulary in which the claims of a lesson are written: frozen records, no logic.

A claim names what a lesson prints (`says`, in the lesson's own notation, every numeral a hole) and what it means. Whoever
reads a claim aloud should recognise the lesson. Nothing here computes: `derivations/decide.py` decides claims,
`lessons/bind.py` finds where a document prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from derivations.verdict import Text, Verdict
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.prover.finding import Provable
    from derivations.prover.setting import Setting


@dataclass(frozen=True, slots=True)
class Value:
    """The figure is the value of `expression` (the lesson's notation), exactly or rounded at the printed place.

    `name`: how the lesson calls it, where the expression is longer than that.
    """

    expression: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """The figure is the limit of a printed inequality: `expression relation figure`, e.g. gap < 3 × 10⁻¹¹."""

    expression: str
    relation: str
    name: str


@dataclass(frozen=True, slots=True)
class Intermediate:
    """The figure is a decimal that a calculation goes on with: the rounding of a value that nothing else names."""


@dataclass(frozen=True, slots=True)
class Label:
    """The figure is a label: a position, a chapter, a quoted number of elsewhere. `why` names which."""

    why: Text


@dataclass(frozen=True, slots=True)
class Stated:
    """The figure, in plain words, is a numeral of a statement for all shapes, which is decided with the printed figure in it.

    `formula` reads as one that the claim says, means or proves. number: which of its numerals, from 0; the last one is −1.
    """

    formula: str
    number: int = -1


@dataclass(frozen=True, slots=True)
class Numbered:
    """The figure is the number of lines that a section of the document numbers, 1, 2, 3, …: of the items of a list."""

    section: str
    name: str


@dataclass(frozen=True, slots=True)
class QuotedFrom:
    """The figure is quoted from a section of the document, which has to print the same number."""

    section: str
    name: str


OfTheDocument = Numbered | QuotedFrom
"""What a figure says of another place of the document: decided where the document is read."""

Reading = Value | Bound | Intermediate | Label | Stated | Numbered | QuotedFrom


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a derivation. `by` is its one reason: a section of the lesson, a definition, or computation.

    `uses`, for a line that is proved for all shapes: the letters whose definitions, and no others, it follows from.
    """

    formula: str
    by: Text
    uses: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The same model from other initial values: what holds there. Shows that a statement is an accident of the values."""

    instead: Mapping[str, str]  # given name -> formula of its other value
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unstated:
    """A hypothesis, by the name that the claim's record gives it, that the statement needs and the lesson does not state.

    `repair`: how the lesson could state it. `fair`: the reading under which it goes without saying, which makes of it a note.
    """

    hypothesis: str
    repair: Text
    fair: Text | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a statement that its own computation refutes, and the smallest repair.

    It decides nothing: a claim with a mistake that its `means`, figures or formulas do not refute is a fault of ours.
    """

    why: Text
    repair: Text


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that the page does not state, of a statement that is no formula for all shapes.

    `says`: the condition in words. `without`: statements in the lesson's notation, all of which hold, that show what happens
    where it fails. `repair`: how the page could state it. `fair`: the reading under which it goes without saying, which makes
    of it a note.
    """

    says: Text
    without: tuple[str, ...]
    repair: Text
    fair: Text | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A verdict that is not computed (definition, external, empirical, illustrative), and the reason why not."""

    verdict: Verdict
    why: Text


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """One statement of a lesson.

    `says` are the pieces that the lesson prints, in order, with gaps of plain words between them; a piece with a relation
    sign (=, ≈, <, …) is a formula and is itself the statement unless `means` says more. `reads` tells what figures stand
    for that are not a side of such a formula, by their number in reading order over all pieces.
    """

    id: str  # LESSON.SECTION.name-in-words
    inventory: tuple[str, ...]
    says: tuple[str, ...]
    reads: Mapping[int, Reading] | None = None
    means: tuple[str, ...] = ()  # further statements in the lesson's notation; all must hold
    # by the number of a piece: every wording that it may have, and the statements that make that one the right one
    wordings: Mapping[int, Mapping[str, tuple[str, ...]]] | None = None
    fixes: tuple[str, ...] = ()  # the given values that the document chooses here
    derivation: tuple[Step, ...] = ()
    for_each: str | None = None  # a running letter: `means` must hold for each of its values
    elsewhere: tuple[Elsewhere, ...] = ()
    routes: tuple[str, ...] = ()  # parameters whose gradients are printed here: independent routes must agree on them
    refers: tuple[str, ...] = ()  # chapters or sections of the same lesson that are cited
    promises: tuple[tuple[str, str], ...] = ()  # (chapter or section, a word that it must print): what it is announced for
    decimals: int | None = None  # the lesson states how many decimals it prints
    setting: Setting | None = None  # in which its formulas are stated for all shapes; without, they are about the example
    proves: tuple[Provable, ...] = ()  # statements for all shapes that are no equations in the setting
    fails: tuple[Provable, ...] = ()  # what the lesson says does not hold in general: each needs a counterexample
    assumes: tuple[str, ...] = ()  # printed pieces that state nothing: a hypothesis, or a notation that is being introduced
    unstated: tuple[Unstated, ...] = ()
    condition: Condition | None = None
    mistake: Mistake | None = None
    must_refuse: tuple[str, ...] = ()  # false neighbours
    declared: Declared | None = None
    columns: tuple[Text, ...] = ()  # headings, where the pieces are the rows of a printed table
    remark: Text | None = None

    @property
    def meant(self) -> tuple[str, ...]:
        """What must hold beside the printed formulas: `means`, and what makes the printed wordings right."""
        chosen = (cases[self.says[piece]] for piece, cases in (self.wordings or {}).items())
        return self.means + tuple(statement for statements in chosen for statement in statements)

    @property
    def lesson(self) -> str:
        return self.id.split(".", 1)[0]

    @property
    def section(self) -> str:
        """The dotted number between the lesson and the name, e.g. `11.3`."""
        return self.id.split(".", 1)[1].rsplit(".", 1)[0]
