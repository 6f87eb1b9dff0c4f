"""Rows of numbers in brackets, as a document prints them: `[1.3, 0.6, 0.4, 1.2]`, `(0.339660, 0.581626, 0.078714)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from derivations.formula import tree
from lessonproof.patterns import Worded, pattern
from lessonproof.records import dataclass
from lessons.comparison import Judgement, NotComputed, Worth, compare
from lessons.passage import Passage, Span
from lessons.printed import Printed, at_precision
from numeric.written import NotWritten, Written, read

MOST_ENTRIES = 64
_NUMBER = r"(?:[-−－+][ \t]?)?[0-9]++(?:\.[0-9]++)?(?:[eE][-+−]?[0-9]{1,3})?+%?"
_OPENING = r"(?:\[|（|(?<![A-Za-z0-9_])\()"  # f(1, 2) is a call
VECTOR = Worded(rf"{_OPENING}\s*+({_NUMBER}(?:\s*+[,，;、]\s*+{_NUMBER}){{1,{MOST_ENTRIES}}}+)\s*+[\])）]", ("[", "(", "（"))
_ENTRY = pattern(_NUMBER)
_TIMES = r"[·×*/⊙@^√]|\\(?:cdot|times|odot|sqrt|otimes)\b"
_OPERATOR_BEFORE = pattern(rf"(?:{_TIMES}|[)\]）]\s*[-−+]|(?<=[0-9])[-−+]?)[\s{{$]*$")
_OPERATOR_BEHIND = pattern(rf"[\s}}$]*(?:{_TIMES}|[-−+]\s*[\[(（\\])")
_CALLED = pattern(r"[A-Za-z}]\s*[(（]\s*$")
NEARBY = 12


@dataclass(frozen=True)
class Vector:
    """One printed row. span, spans: where it and its entries stand in the passage.

    decimals: of its most precise entry; the whole numbers among decimals have that precision.
    """

    span: Span
    entries: tuple[Written, ...]
    spans: tuple[Span, ...]

    @property
    def decimals(self) -> int:
        return max(entry.decimals for entry in self.entries)

    @property
    def values(self) -> list[Fraction]:
        return [entry.value for entry in self.entries]

    def __len__(self) -> int:
        return len(self.entries)


def vectors(passage: Passage, start: int = 0, end: int | None = None) -> Iterator[Vector]:
    """All rows of two numbers or more, in order."""
    for match in VECTOR.finditer(passage.text, start, len(passage.text) if end is None else end):
        entries, spans = [], []
        for entry in _ENTRY.finditer(passage.text, *match.span(1)):
            try:
                entries.append(read(entry[0]))
            except NotWritten:
                break
            spans.append(entry.span())
        else:
            decimals = max(entry.decimals for entry in entries)
            yield Vector(match.span(), tuple(at_precision(entry, decimals) for entry in entries), tuple(spans))


def is_operand(text: str, row: Vector) -> bool:
    """Whether something is done with a row where it stands: `(2, 0)/2`, `0.5 · [1, 2]`, `[1, 2] + [0, 1]`."""
    before = text[max(0, row.span[0] - NEARBY) : row.span[0]]
    return bool(_OPERATOR_BEFORE.search(before) or _OPERATOR_BEHIND.match(text, row.span[1], row.span[1] + NEARBY))


def is_argument(text: str, row: Vector) -> bool:
    """Whether a function is applied to a row: the second of `softmax((2, 0)/2) = softmax((1, 0))`."""
    return bool(_CALLED.search(text[max(0, row.span[0] - NEARBY) : row.span[0]]))


def row_node(row: Vector) -> tree.Row:
    """The row as an expression, its entries being its figures."""
    numbers = [
        tree.Number(entry, number, entry.value, entry.ulp, span=span)
        for number, (entry, span) in enumerate(zip(row.entries, row.spans, strict=True))
    ]
    return tree.Row(tuple(numbers), span=row.span)


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a printed row goes with the row that it should be, entry by entry.

    holding: how many entries are right.   telling: how many of these chance does not make right.   digits: how many
    significant digits these have together.
    """

    verdicts: tuple[Judgement, ...]
    holding: int
    telling: int
    digits: int

    @property
    def whole(self) -> bool:
        return self.holding == len(self.verdicts) and self.telling >= 2

    def meant(self, digits: int) -> bool:
        """Whether the row is certainly meant to be this one: most of its entries are right, with so many digits together."""
        most = self.holding >= max(2, len(self.verdicts) - 1) or 3 * self.holding >= 2 * len(self.verdicts)
        return most and self.telling >= 2 and self.digits >= digits


def agreement(row: Vector, node: tree.Node, trivial: Sequence[bool] = ()) -> Agreement | None:
    """The printed row beside an expression; None where that has no value. trivial: entries that chance would make right."""
    printed = [Printed(entry, span) for entry, span in zip(row.entries, row.spans, strict=True)]
    try:
        (verdicts,) = compare([printed], Worth(node, {}), {}, approximate=False)
    except NotComputed:
        return None
    by_chance = trivial or [False] * len(row)
    telling = [
        len(str(abs(entry.steps)))
        for entry, verdict, chance in zip(row.entries, verdicts, by_chance, strict=True)
        if verdict.holds and not chance
    ]
    return Agreement(tuple(verdicts), sum(verdict.holds for verdict in verdicts), len(telling), sum(telling))
