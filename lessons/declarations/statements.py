"""Whether the figures of a place are what an author declares them to be worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from derivations.verdict import Message
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.byte_units import BYTES, scales
from lessons.comparison import CAP, Judgement, NotComputed, Worth, compare
from lessons.declarations.quoted import Found, PrintedFigure, Quoted
from lessons.declarations.record import Anchor, Extent, Statement
from lessons.declarations.sections import Sections
from lessons.printed import Printed
from lessons.vocabulary import Meaning
from lessons.words import PHRASE, POWERS
from numeric.real import Real
from numeric.real import compare as order_of

_ABOUT = pattern(
    r"(?:≈|~|∼|\\approx|\\sim|\b(?:about|around|approximately|roughly|nearly)|约|大约|将近|近)[\s$*]*$", re.IGNORECASE
)
_BETWEEN = pattern(r"(?:[\s$*~]|\\[,;:!]|\\(?:text|mathrm)\{)*+")
_UNIT = pattern(r"[A-Za-z]{1,8}(?![A-Za-z])|字节")
_SHARES = {"%": Fraction(100), "‰": Fraction(1000)}  # behind a blank; without one they belong to the figure
NEARBY = 20
MOST_COMPARED = 5_000
NEAR = 20
"""A figure within a twentieth of a value may have been meant to print it."""


class NotPlaced(ValueError):
    """A declaration whose place is not certain: the rule that this breaks, and the message."""

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__(message.key)
        self.rule = rule
        self.message = message


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement beside what is printed: where, and each figure with what became of it."""

    statement: Statement
    extent: Extent
    figures: tuple[tuple[PrintedFigure, Judgement], ...]

    @property
    def holds(self) -> bool:
        return all(judgement.holds for _, judgement in self.figures)


class Places:
    """Where declarations speak of, in one document."""

    def __init__(self, text: str, quoted: Quoted, sections: Sections) -> None:
        self.text = text
        self.quoted = quoted
        self.sections = sections

    def one(self, anchor: Anchor) -> Found:
        """The only place that an anchor means. Raises NotPlaced."""
        scope = self._scope(anchor.section)
        if anchor.first is not None and anchor.last is not None:
            first = self._only(anchor.first, scope)
            last = self._only(anchor.last, (first.extent[1], scope[1]))
            extent = first.extent[0], last.extent[1]
        elif anchor.quoted is not None:
            return self._only(anchor.quoted, scope)
        else:
            extent = scope
        return Found(extent, self.quoted.within(extent))

    def _scope(self, section: str | None) -> Extent:
        if section is None:
            return 0, self.sections.end
        found = self.sections.named(section)
        if not found:
            near = self.sections.nearest(section)
            if near:
                raise NotPlaced("declaration-missing", Message("declare-no-section-near", {"section": section, "near": near}))
            raise NotPlaced("declaration-missing", Message("declare-no-section", {"section": section}))
        if len(found) > 1:
            raise NotPlaced("declaration-ambiguous", Message("declare-two-sections", {"section": section, "n": len(found)}))
        return found[0]

    def _only(self, quotation: str, scope: Extent) -> Found:
        found = [one for one in self.quoted.find(quotation) if scope[0] <= one.extent[0] and one.extent[1] <= scope[1]]
        if not found:
            raise NotPlaced("declaration-missing", Message("declare-not-printed", {"quoted": _short(quotation)}))
        if len(found) > 1:
            lines = sorted({self.text.count("\n", 0, one.extent[0]) + 1 for one in found})
            values = {"quoted": _short(quotation), "n": len(found), "lines": ", ".join(map(str, lines[:8]))}
            raise NotPlaced("declaration-ambiguous", Message("declare-printed-often", values))
        return found[0]

    def of(self, statement: Statement) -> Found:
        """The place of a statement. Raises NotPlaced."""
        if isinstance(statement.where, Anchor):
            return self.one(statement.where)
        lines = ((extent, self.quoted.within(extent)) for extent in statement.where)
        return next((Found(extent, figures) for extent, figures in lines if figures), Found((0, 0), ()))

    def with_near(self, error: NotPlaced, value: Worth) -> NotPlaced:
        """Where nothing is printed as quoted, a figure that is close to what is declared. Raises NotComputed."""
        rows = value.entries(value.vocabulary())
        if error.message.key != "declare-not-printed" or len(rows) * len(rows[0]) != 1:
            return error
        figures = islice((one for one in self.quoted.figures if one.written.ulp != 1), MOST_COMPARED)
        near = next((one for one in figures if _near(one, rows[0][0])), None)
        if near is None:
            return error
        line = self.text.count("\n", 0, near.extent[0]) + 1
        values = {**error.message.values, "near": near.written.text, "line": line}
        return NotPlaced(error.rule, Message("declare-not-printed-near", values))


def check(statement: Statement, found: Found, value: Worth, text: str) -> Checked:
    """Each figure of its place beside the value that is declared for it. Raises NotPlaced where it is not certain which figure
    is meant, NotComputed where the value is not known."""
    rows = value.entries(value.vocabulary())
    meant = _meant(statement, found.figures, len(rows) * len(rows[0]))
    single = len(rows) == len(rows[0]) == 1
    printed = [Printed(figure.written, figure.extent) for figure in meant]
    judged: list[Judgement] = []
    groups = [[[one]] for one in printed] if single else [_shaped(printed, len(rows[0]))]
    for group in groups:
        about = any(_ABOUT.search(text[max(0, one.span[0] - NEARBY) : one.span[0]]) for row in group for one in row)
        judged += _judged(group, value, _scales(text, group[0][0].span[1]) if single else [Fraction(1)], about)
    return Checked(statement, found.extent, tuple(zip(meant, judged, strict=True)))


def _judged(group: list[list[Printed]], value: Worth, scales: Sequence[Fraction], about: bool) -> list[Judgement]:
    """The figures under the first reading of the words behind them that makes them right, else under the likeliest."""
    first: list[Judgement] | None = None
    for scale in scales:
        rows = compare(group, replace(value, scale=scale), {}, approximate=about)
        judged = [judgement for row in rows for judgement in row]
        if all(judgement.holds for judgement in judged):
            return judged
        first = first or judged
    return first or []


def _scales(text: str, stop: int) -> list[Fraction]:
    """What the word behind a figure may mean for its value: 18.9 million, 24 percent, 140 GB; last, that it means nothing."""
    start = _BETWEEN.match(text, stop, stop + NEARBY)
    stop = start.end() if start else stop
    word = PHRASE.match(text, stop)
    if word is not None and word.lastgroup == "power":
        return [Fraction(1, 10 ** POWERS[word[0]]), Fraction(1)]
    if word is not None and word.lastgroup == "percent":
        return [Fraction(100), Fraction(1)]
    if text[stop : stop + 1] in _SHARES:
        return [_SHARES[text[stop]], Fraction(1)]
    unit = _UNIT.match(text, stop)
    if unit is not None and unit[0] in BYTES:
        return [scale for scale, _ in scales((), (unit[0],))]
    return [Fraction(1)]


def _meant(statement: Statement, figures: Sequence[PrintedFigure], values: int) -> list[PrintedFigure]:
    """The figures of the place that are meant; several only where that is said, or for as many values. Raises NotPlaced."""
    if not figures:
        raise NotPlaced("declaration-missing", Message("declare-no-figure"))
    if statement.figure == "all" and values == 1:
        return list(figures)
    if isinstance(statement.figure, int):
        if statement.figure > len(figures) or values > 1:
            values_said = {"n": len(figures), "figure": statement.figure}
            raise NotPlaced("declaration-missing", Message("declare-fewer-figures", values_said))
        return [figures[statement.figure - 1]]
    if len(figures) != values:
        printed = tuple(figure.written.text for figure in figures[:8])
        key = "declare-which-figure" if values == 1 else "declare-other-count"
        raise NotPlaced("declaration-ambiguous", Message(key, {"n": len(figures), "printed": printed, "values": values}))
    return list(figures)


def _shaped(printed: list[Printed], columns: int) -> list[list[Printed]]:
    return [printed[start : start + columns] for start in range(0, len(printed), columns)]


def _near(figure: PrintedFigure, value: Real) -> bool:
    distance = abs(figure.written.value) * Fraction(1, NEAR)
    low, high = (Real.exactly(figure.written.value + step) for step in (-distance, distance))
    return order_of(low, value, CAP) == -1 and order_of(value, high, CAP) == -1


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 60 else words[:59] + "…"


def single_meaning(meanings: Sequence[Meaning], name: str) -> Meaning | None:
    """What the text says of a name, if it says one thing only. Raises NotComputed where it says several."""
    if any(one.node != meanings[0].node for one in meanings):
        raise NotComputed(f"the text gives {name} several values: declare one")
    return meanings[0] if meanings else None
