"""Whether a printed number is the print of what stands beside it: the order in which printed operands are read.

First the operands as they are printed; then an operand that was printed earlier as a rounding stands for its source; then
every operand that may be a rounding stands for all numbers that round to it. The last can only excuse: a figure that no such
numbers give is wrong, one that some of them give is right by luck at best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from derivations.formula import tree
from derivations.formula.cost import value_of_figures
from derivations.formula.evaluate import EvaluationError, is_minus_infinity
from derivations.values import Expression
from derivations.verdict import FigureVerdict, Message, Severity
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.conventions import in_force
from lessons.functions import Convention, conventions
from lessons.printed import MOST_ENTRIES, Printed
from lessons.vocabulary import Meaning, Vocabulary, boxed, may_be_rounded
from numeric.matrix import ShapeMismatch
from numeric.real import Real
from numeric.real import compare as order_of
from numeric.rounding import Rounding, certify
from numeric.written import Written

CAP = 512
BOX_BITS = 128
FLOAT_DIGITS = 16

_ONE_COMMA = pattern(r"[-−]?[1-9][0-9]{0,2}(?:,|\{,\})[0-9]{3}")

Source = tuple[Fraction, Fraction]
"""A printed number as it recurs: its value and its ulp."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of one printed number beside what it should be."""

    figure: FigureVerdict
    severity: Severity
    expected: str | None = None
    ulps: int = 0
    note: Message | None = None
    real: Real | None = None

    @property
    def holds(self) -> bool:
        return self.figure in _HOLD


_HOLD = frozenset({FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.LOOSE, FigureVerdict.BOUND})


class NotComputed(ValueError):
    """A side has no value here; the message says why.

    about: the same as a message, where it is worded in every language.
    """

    def __init__(self, said: str, about: Message | None = None) -> None:
        super().__init__(said)
        self.about = about or Message("unread-not-evaluated", {"reason": said})


@dataclass(frozen=True)
class Worth:
    """An expression with the names it may use: what printed numbers are held against.

    scale: what its value is multiplied by, where units differ.
    """

    node: tree.Node
    names: Mapping[str, Meaning]
    scale: Fraction = Fraction(1)

    def vocabulary(self, convention: Convention | None = None, *, boxes: bool = False) -> Vocabulary:
        """The names and functions under a convention; by default the usual one, or the declared one."""
        return Vocabulary(self.names, convention or conventions(self.node)[0], boxes)

    @cached_property
    def of_figures(self) -> Real | None:
        """The value of nothing but printed numbers, which no name and no convention changes; None for all else."""
        value = value_of_figures(self.node)
        return None if value is None else Real.exactly(value * self.scale)

    def entries(self, vocabulary: Vocabulary, figures: Sequence[Any] = ()) -> list[list[Real]]:
        """Each entry as a Real. Raises NotComputed."""
        if not figures and self.of_figures is not None:
            return [[self.of_figures]]
        expression = Expression(vocabulary, self.node, figures)
        try:
            rows, columns = expression.shape
            if rows * columns > MOST_ENTRIES:
                raise NotComputed(f"more than {MOST_ENTRIES} entries")
            if any(is_minus_infinity(entry) for row in expression.at(64) for entry in row):
                raise NotComputed("nothing is compared with −∞")
            return [[self._real(expression, i, j) for j in range(columns)] for i in range(rows)]
        except (EvaluationError, ShapeMismatch) as error:
            raise NotComputed(str(error), getattr(error, "about", None)) from error

    def _real(self, expression: Expression, i: int, j: int) -> Real:
        exact = None
        if not any(isinstance(figure, object) and hasattr(figure, "rad") for figure in expression.figures) and not any(
            isinstance(part, tree.Call) for part in tree.walk(self.node)
        ):
            entries = expression.exact()
            exact = entries[i][j].rational() if entries is not None and hasattr(entries[i][j], "rational") else None
        if exact is not None:
            return Real.exactly(exact * self.scale)
        real = expression.real(i, j)
        if self.scale == 1:
            return real
        scale = self.scale
        return Real(lambda bits: real.ball(bits, scale), equals=lambda q: real.equals(q / scale))


def compare(
    rows: list[list[Printed]], worth: Worth, sources: Mapping[Source, Real], *, approximate: bool, continued: bool = False
) -> list[list[Judgement]]:
    """A verdict for every printed number. Raises NotComputed where the expression has no value or another shape."""
    literal: list[list[Judgement]] | None = None
    first: NotComputed | None = None
    for convention in conventions(worth.node):
        try:
            found = _literal(rows, worth.entries(worth.vocabulary(convention)), approximate, continued)
        except NotComputed as error:
            first = first or error
            continue
        if all(verdict.holds for row in found for verdict in row):
            return found
        literal = literal or found
    if literal is None:
        raise first or NotComputed("it is read by no convention")
    excused = _sourced(rows, worth, sources, approximate, continued)
    if excused is not None and all(verdict.holds for row in excused for verdict in row):
        return [[_loose(mine, other) for mine, other in zip(*pair, strict=True)] for pair in zip(literal, excused, strict=True)]
    return _boxed(rows, worth, literal)


def _literal(rows: list[list[Printed]], reals: list[list[Real]], approximate: bool, continued: bool) -> list[list[Judgement]]:
    if (len(rows), len(rows[0])) != (len(reals), len(reals[0])):
        raise NotComputed(f"a {len(reals)} × {len(reals[0])} matrix beside a {len(rows)} × {len(rows[0])} one")
    return [
        [
            entry_verdict(entry.written, real, approximate=approximate, continued=continued)
            for entry, real in zip(*pair, strict=True)
        ]
        for pair in zip(rows, reals, strict=True)
    ]


def entry_verdict(written: Written, real: Real, *, approximate: bool = False, continued: bool = False) -> Judgement:
    """A printed number beside a real one. approximate: ≈ or “about” stands between; continued: an ellipsis follows."""
    rounding = certify(written, real, CAP)
    declared = in_force()
    if rounding.modes and declared.rounding not in (None, "truncate"):
        declared.consulted.add("rounding")
        if declared.rounding not in rounding.modes:
            return _tie_broken_otherwise(written, real, declared.rounding or "")
    if rounding.verdict in ("exact", "rounded"):
        return Judgement(FigureVerdict(rounding.verdict), Severity.NONE, written.text, 0, _note(rounding), real)
    if rounding.verdict == "truncated" and declared.rounding == "truncate":
        declared.consulted.add("rounding")
        return Judgement(FigureVerdict.ROUNDED, Severity.NONE, written.text, real=real)
    if continued and rounding.verdict == "truncated":
        return Judgement(FigureVerdict.ROUNDED, Severity.NONE, written.text, real=real)
    if approximate and rounding.verdict in ("wrong", "truncated"):
        for coarser in _coarser(written):
            if certify(coarser, real, CAP).verdict in ("exact", "rounded"):
                return Judgement(FigureVerdict.ROUNDED, Severity.NONE, written.text, real=real)
    if (decimal := _decimal_comma(written)) and certify(decimal, real, CAP).verdict in ("exact", "rounded"):
        return Judgement(FigureVerdict.ROUNDED, Severity.NONE, written.text, real=real)
    if len(str(abs(written.steps))) >= FLOAT_DIGITS and _within_float(written, real):
        note = Message("arithmetic-floating-point", {"printed": written.text, "expected": rounding.expected})
        return Judgement(FigureVerdict.LOOSE, Severity.NOTE, written.text, 0, note, real)
    if rounding.verdict == "undecided":
        return Judgement(FigureVerdict.UNDECIDED, Severity.NOTE, None, 0, None, real)
    return Judgement(
        FigureVerdict(rounding.verdict), Severity.ERROR, rounding.expected or None, rounding.ulps, _note(rounding), real
    )


def _tie_broken_otherwise(written: Written, real: Real, mode: str) -> Judgement:
    """A tie that is printed on the other side than the declared mode of rounding puts it."""
    up = order_of(Real.exactly(written.value), real, CAP) == -1
    expected = written.reprinted(written.steps + (1 if up else -1))
    note = Message("tie-declared", {"mode": mode})
    return Judgement(FigureVerdict.WRONG, Severity.ERROR, expected, -1 if up else 1, note, real)


def _decimal_comma(written: Written) -> Written | None:
    """`1{,}333` as much of the world writes 1.333."""
    if not _ONE_COMMA.fullmatch(written.text) or in_force().decimal_separator is not None:
        return None
    return Written(
        written.text.replace("{", "").replace("}", "").replace(",", "."), written.value / 1000, written.ulp / 1000, 3
    )


def _within_float(written: Written, real: Real) -> bool:
    """Whether a number of many digits is what binary arithmetic of 53 bits may print, as 0.1 + 0.2 = 0.30000000000000004."""
    distance = abs(written.value) / 2**50
    low, high = Real.exactly(written.value - distance), Real.exactly(written.value + distance)
    return order_of(low, real, CAP) == -1 and order_of(real, high, CAP) == -1


def _coarser(written: Written) -> list[Written]:
    """What “about” lets a whole number mean: 1000 and 40k may be rounded where their zeros begin, and 3 to the unit."""
    if written.decimals:
        return []
    places, steps = [0], abs(written.steps)
    while steps and steps % 10 == 0:
        steps //= 10
        places.append(len(places))
    return [Written(f"{'-' if written.value < 0 else ''}1e0", written.value, written.ulp * 10**place, 0) for place in places]


def _note(rounding: Rounding) -> Message | None:
    if rounding.slip is not None:
        return Message(f"slip-{rounding.slip.kind}", {"factor": str(rounding.slip.factor or "")})
    return Message("tie", {"modes": ", ".join(rounding.modes)}) if rounding.modes else None


def _loose(literal: Judgement, sourced: Judgement) -> Judgement:
    if literal.holds:
        return literal
    note = Message("operands-unrounded", {"literal": literal.expected or ""})
    return Judgement(FigureVerdict.LOOSE, Severity.NOTE, sourced.expected, 0, note, sourced.real)


def _sourced(
    rows: list[list[Printed]], worth: Worth, sources: Mapping[Source, Real], approximate: bool, continued: bool
) -> list[list[Judgement]] | None:
    numbers = tree.figures(worth.node)
    known = [sources.get((number.value, number.ulp)) if may_be_rounded(number.written) else None for number in numbers]
    if not any(known):
        return None
    try:
        figures = [
            number.value if real is None else real.rational if real.rational is not None else real.ball(4 * BOX_BITS)
            for number, real in zip(numbers, known, strict=True)
        ]
        return _literal(rows, worth.entries(worth.vocabulary(), figures), approximate, continued)
    except NotComputed:
        return None


def _boxed(rows: list[list[Printed]], worth: Worth, literal: list[list[Judgement]]) -> list[list[Judgement]]:
    """Where operands may be roundings, a figure that some of them give is no error."""
    declared = any(meaning.rounded for meaning in worth.names.values())
    if not declared and not any(may_be_rounded(number.written) for number in tree.figures(worth.node)):
        return literal
    try:
        reals = worth.entries(worth.vocabulary(boxes=True), boxed(worth.node, BOX_BITS))
        balls = [[real.ball(BOX_BITS) for real in row] for row in reals]
    except NotComputed:
        return [
            [verdict if verdict.holds else replace(verdict, severity=Severity.WARNING) for verdict in row] for row in literal
        ]
    found: list[list[Judgement]] = []
    for printed, verdicts, row in zip(rows, literal, balls, strict=True):
        found.append([])
        for entry, verdict, ball in zip(printed, verdicts, row, strict=True):
            if verdict.holds or excluded(entry.written, ball):
                found[-1].append(verdict)
            elif declared:
                found[-1].append(Judgement(FigureVerdict.LOOSE, Severity.NONE, entry.written.text, real=verdict.real))
            else:
                found[-1].append(replace(verdict, severity=Severity.WARNING))
    return found


def excluded(written: Written, ball: Any) -> bool:
    """Whether no number of the ball rounds to the printed one."""
    if not ball.is_finite():
        return False
    half = Real.exactly(written.ulp / 2).ball(BOX_BITS)
    distance = abs(ball - Real.exactly(written.value).ball(BOX_BITS))
    return bool(distance > half)
