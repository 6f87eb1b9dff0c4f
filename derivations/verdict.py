"""The records of a verification: what became of every claim, every printed figure, every place.

These are the records that `--format json` writes (schema 1). They carry no logic beyond counting themselves: the claims
are decided in `derivations/decide.py`, bound to a document in `lessons/`, and shown by `reports/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import NamedTuple

from lessonproof.records import dataclass


class Verdict(StrEnum):
    """What became of a claim. A claim ends in exactly one of these."""

    PROVED = "proved"  # a kernel certificate for all shapes and values the hypotheses allow
    EXACT = "exact"  # a finite statement decided in exact arithmetic
    CERTIFIED = "certified"  # a numeric statement decided by a rigorous enclosure
    REFUTED = "refuted"  # an exact counterexample, or an enclosure that excludes what is printed
    CONDITIONAL = "conditional"  # true only under a hypothesis that the lesson does not state
    UNDECIDED = "undecided"
    DEFINITION = "definition"  # fixes notation or a given value; shapes and consistent use are checked
    ILLUSTRATIVE = "illustrative"  # the lesson declares the values made up
    EXTERNAL = "external"  # a fact of the literature; the source is named
    EMPIRICAL = "empirical"  # not a mathematical statement, with the reason


class FigureVerdict(StrEnum):
    """What became of one printed figure."""

    EXACT = "exact"
    ROUNDED = "rounded"
    BOUND = "bound"
    GIVEN = "given"
    LOOSE = "loose"
    TRUNCATED = "truncated"
    WRONG = "wrong"
    ILLUSTRATIVE = "illustrative"
    EXTERNAL = "external"
    STRUCTURAL = "structural"
    UNACCOUNTED = "unaccounted"
    UNDECIDED = "undecided"  # the enclosures kept straddling a boundary up to the cap of precision


class Severity(StrEnum):
    """What an author should do."""

    NONE = "none"
    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


class Binding(StrEnum):
    """Whether the place that prints a claim was found."""

    BOUND = "bound"
    MOVED = "moved"  # found once, but out of the order or the section the claim was recorded in
    CHANGED = "changed"  # not there any more; the nearest place says something else
    MISSING = "missing"
    AMBIGUOUS = "ambiguous"  # found more often than the claim expects
    NONE = "none"  # no document was given

    @property
    def gone(self) -> bool:
        """The document does not say it any more."""
        return self in (Binding.CHANGED, Binding.MISSING)


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence of ours in the two languages of the reports."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the report, kept by key so that `reports/messages/` holds all wordings in one place.

    `values` may hold strings, numbers, `Text`s, or further `Message`s.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


class Place(NamedTuple):
    """1-based; columns count code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """One line of a derivation and its single reason."""

    formula: str  # LaTeX, in the lesson's letters
    reason: Text
    holds: bool | None  # None: not decided


@dataclass(frozen=True, slots=True)
class HypothesisOutcome:
    name: str
    needed: bool | None  # None: not known
    witness: str  # an instance without it
    undefined: bool = False  # the formula has no value at the witness; else the formula is false there


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a claim was decided and how far that reaches."""

    method: str  # "exact field" | "enclosure" | "counting" | "inspection" | "declaration" | …
    scope: str  # "this example" | "all shapes" | …
    agrees: tuple[str, ...] = ()  # independent routes that gave the same answer
    remarks: tuple[Text, ...] = ()
    entries: int = 0  # on how many numbers the routes agree
    theorems: tuple[str, ...] = ()  # base theorems that a proof cites, by name
    instance: str = ""  # an exact instance of all hypotheses, which shows that they do not contradict each other


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of what a line of the lesson prints, beside what it is worth."""

    printed: str  # as the document prints it: "0.731059", "1 + c", "-\\infty"
    value: str | None  # certain digits, or the exact value; None where there is nothing to compute
    figure: int | None  # index into Verification.figures, where the entry is one printed figure
    holds: bool | None
    name: str = ""  # the entry in the lesson's letters, e.g. "p_B"; "" where the line's name says it


@dataclass(frozen=True, slots=True)
class Line:
    """One relation of a claim: what stands left of the sign, and the scalar, row or matrix that stands right of it."""

    left: str  # one-line Unicode, e.g. "W̄_V = W̄_O"
    relation: str  # "=", "≈", "<", "≠", "→", "" for a statement without a right-hand side
    rows: tuple[tuple[Cell, ...], ...]  # 1×1 for a scalar
    holds: bool | None


@dataclass(frozen=True, slots=True)
class FigureOutcome:
    """One printed figure: what is printed, what it is worth, what became of it."""

    printed: str
    lesson: str
    section: str
    place: Place | None
    claims: tuple[str, ...]
    name: str  # what the figure stands for, in the lesson's letters; "" where nothing does
    value: str | None  # certain digits of the true value, or the exact value
    expected: str | None  # the right printing at the same precision
    ulps: int  # printed − right, in units of the last printed place
    verdict: FigureVerdict
    note: Message | None = None  # the likely slip, the modes of a tie, other places that print it right
    stop: Place | None = None  # right behind its last sign; what stands from `place` on is the author's own spelling


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    id: str
    lesson: str
    section: str
    inventory: tuple[str, ...]
    says: str
    verdict: Verdict
    severity: Severity
    message: Message | None
    binding: Binding
    places: tuple[Place, ...]
    hypotheses: tuple[HypothesisOutcome, ...]
    evidence: Evidence
    counterexample: str | None
    repair: str | None
    steps: tuple[StepOutcome, ...]
    lines: tuple[Line, ...]
    figures: tuple[int, ...]
    columns: tuple[Text, ...] = ()  # headings, where the claim is a printed table and each line one row of it
    remark: Text | None = None  # what an author should know about this claim
    stops: tuple[Place, ...] = ()  # right behind the last sign of each place


@dataclass(frozen=True, slots=True)
class Edit:
    """One stretch of the author's file, from `place` to right before `stop`, and what should stand there."""

    place: Place
    stop: Place
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something an author should look at, at its place.

    edits: what in the document would mend it, beside the figure that it is about.   formula: as the document prints it, where
    the finding is about a part of one.
    """

    rule: str  # "figure-wrong", "figure-truncated", "claim-refuted", "claim-missing", "claim-moved", "figure-unaccounted", …
    severity: Severity
    lesson: str
    section: str
    places: tuple[Place, ...]
    claim: str | None
    figure: int | None
    message: Message
    repair: str | None = None
    declared: Message | None = None  # why it counts as no more than a note: what the author declares, with his "reason"
    edits: tuple[Edit, ...] = ()
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A relation between figures that was not decided: where it stands, what is printed, why not."""

    lesson: str
    section: str
    place: Place
    printed: str
    reason: Message


@dataclass(frozen=True, slots=True)
class SectionTitle:
    """A chapter or section of a verified lesson: number, its heading (the document's, else ours), where it stands."""

    number: str  # "11" or "11.3"
    title: Text
    place: Place | None


@dataclass(frozen=True, slots=True)
class LessonRead:
    """A lesson as it was read: `path` and `sha256` are None where no document was given."""

    name: str
    path: str | None
    sha256: str | None
    # "given" (named by the user), "configured", "bindings" (by its content), "recorded" (no document), "document" (no lesson of
    # ours: read as it is), "declarations" (no lesson: the sidecar of one, which has findings but no figures)
    recognised: str
    sections: tuple[SectionTitle, ...] = ()
    first_line: int | None = None  # the verified range of the document
    last_line: int | None = None
    form: str = ""  # of a document that is no lesson of ours: "Markdown", "HTML", …
    text: str | None = field(default=None, compare=False, repr=False)  # what was read, in the author's own signs, to show it
    part_of: str | None = None  # of a file that holds some chapters of a lesson: the lesson
    conventions: tuple[tuple[str, Place], ...] = ()  # of a sidecar: `rounding = "truncate"`, and where that stands


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Findings of one lesson that nobody is told of, because of one selection.

    by: "select" or "ignore".   settings: the file that says so; None where the command line does.   errors: how many of the
    findings are.
    """

    lesson: str
    by: str
    settings: str | None
    findings: int
    errors: int


@dataclass(frozen=True, slots=True)
class Verification:
    """All of one run, in document order. The same input gives the same record."""

    targets: tuple[str, ...]
    lessons: tuple[LessonRead, ...]
    claims: tuple[ClaimOutcome, ...]
    figures: tuple[FigureOutcome, ...]
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)

    def claims_by_verdict(self) -> dict[Verdict, int]:
        return dict(Counter(claim.verdict for claim in self.claims))

    def figures_by_verdict(self) -> dict[FigureVerdict, int]:
        return dict(Counter(figure.verdict for figure in self.figures))
