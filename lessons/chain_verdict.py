"""What becomes of a chain of relations: every printed number beside the expressions it is equated with.

Sides joined by = and ≈ are one group. A number of the group is held against the nearest expression, then against the others
and the number before it; expressions are held against each other. Nothing is concluded from a side that is not read whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import NamedTuple

from derivations.formula import tree
from derivations.verdict import FigureVerdict, Message, Severity
from lessonproof.records import dataclass
from lessons.chain_sides import ChainSides
from lessons.comparison import CAP, Judgement, NotComputed, Source, compare, entry_verdict
from lessons.counted import Likeness, likeness, seconds
from lessons.expressions import Related, equal, ordered
from lessons.names import Names, Reading
from lessons.passage import Span
from lessons.printed import Printed
from lessons.relations import Chain
from lessons.sign import ARROWS, EQUALITIES, INEQUALITIES, POWER_OF_TEN, Role
from numeric.real import Real
from numeric.real import compare as order_of
from numeric.rounding import certify

_BINARY = {"K": 1, "k": 1, "M": 2, f"{POWER_OF_TEN}3": 1, f"{POWER_OF_TEN}6": 2}
NEARBY = 3
"""A wrong number whose measure only it names is off by less than this part of it: there are no two units within it."""
CONVERSION = 20
"""A wrong conversion is within this part of the right one."""


class Judged(NamedTuple):
    """One number of the chain, or one relation (then `printed` is None): where it stands in the passage, and its verdict.

    named: a name takes part, so that the verdict is worth what the reading of the name is worth.
    """

    side: int
    span: Span
    verdict: Judgement
    printed: Printed | None
    message: Message | None = None
    named: bool = True


@dataclass
class Outcome:
    """What a chain comes to under one reading of its names.

    reasons: why a side of it has no value.   read: the sides that took part in a comparison; nothing is known of the others.
    """

    judged: list[Judged] = field(default_factory=list)
    reasons: list[Message] = field(default_factory=list)
    reading: Reading | None = None
    read: set[int] = field(default_factory=set)

    @property
    def holds(self) -> bool:
        return bool(self.judged) and all(one.verdict.holds for one in self.judged)


def outcome(
    chain: Chain, passage: int, names: Names, sources: Mapping[Source, Real], types: frozenset[str] = frozenset()
) -> Outcome:
    """The first reading of the chain's names under which everything holds; else what the likeliest one says.

    passage: the number of the passage.   sources: what rounded figures were printed from.   types: of stored numbers, which
    the passage names.
    """
    sides = ChainSides(chain, types)
    if not any(sides.printed) and len(sides.expressions) < 2:
        return Outcome()
    nodes = [node for i in sides.expressions if (node := sides.nodes[i]) is not None]
    first: Outcome | None = None
    for reading in names.readings(tree.Row(tuple(nodes), span=(0, 0)), passage, chain.start):
        found = _Chain(sides, reading, sources).outcome()
        if found.holds:
            return found
        if first is None or (not first.judged and found.judged):
            first = found
    return first or Outcome()


def outcome_under(
    chain: Chain, reading: Reading, sources: Mapping[Source, Real], types: frozenset[str] = frozenset()
) -> Outcome:
    """What the chain comes to under one reading of its names."""
    return _Chain(ChainSides(chain, types), reading, sources).outcome()


class _Chain:
    """A chain under one reading of its names."""

    def __init__(self, sides: ChainSides, reading: Reading, sources: Mapping[Source, Real]) -> None:
        self.sides = sides
        self.reading = reading
        self.sources = sources
        self.found = Outcome(reading=reading)
        self.beside: dict[int, int] = {}  # for each number that holds, the expression that it prints

    def outcome(self) -> Outcome:
        relations = self.sides.chain.relations
        group = [0]
        for i, relation in enumerate(relations):
            if relation.text in EQUALITIES:
                group.append(i + 1)
                continue
            self._group(group)
            if relation.text in INEQUALITIES:
                self._inequality(i, relation.text)
            elif relation.text in ARROWS and i == len(relations) - 1:
                self._arrow(i)
            group = [i + 1]
        self._group(group)
        return self.found

    def _group(self, group: list[int]) -> None:
        expressions = [i for i in group if i in self.sides.expressions]
        numbers = [i for i in group if self.sides.printed[i] is not None]
        if not expressions:
            for left, right in itertools.pairwise(numbers):
                self._two_numbers(left, right)
            return
        for i in numbers:
            self._number(i, expressions, [j for j in numbers if j < i])
        for left, right in itertools.pairwise(expressions):
            self._two_expressions(left, right)
        for j in expressions if numbers else ():
            if j not in self.found.read:
                self._confirm(j, [i for i in numbers if i in self.beside])

    def _confirm(self, j: int, numbers: list[int]) -> None:
        """An expression that one of the group's numbers prints as well, beside the one that the number was held against."""
        for i in numbers:
            try:
                holds = _all_hold(self._compared(i, j))
            except NotComputed:
                continue
            if holds:
                self.found.read.add(j)
                return

    def _number(self, i: int, expressions: list[int], before: list[int]) -> None:
        first: list[list[Judgement]] | None = None
        named = True
        for j in sorted(expressions, key=lambda j: (abs(i - j), j)):
            try:
                verdicts = self._compared(i, j)
            except NotComputed as error:
                self.found.reasons.append(error.about)
                continue
            if _all_hold(verdicts):
                self.beside[i] = j
                self.found.read |= {i, j}
                first = verdicts
                break
            if first is None:
                first, named = verdicts, self._named(j)
                self.found.read.add(j)
        rows = self.sides.printed[i]
        if first is None or rows is None:
            return
        if i not in self.beside and self._said_of_another(i, first, before):
            self.found.reasons.append(Message("unread-counts-differ", {}))
            return
        self.found.read.add(i)
        follows = i not in self.beside and bool(before) and self._follows(i, before[-1])
        for verdicts_of_row, printed in zip(first, rows, strict=True):
            for verdict, entry in zip(verdicts_of_row, printed, strict=True):
                self._say(i, _rounded(entry) if follows else verdict, entry, named=named)

    def _said_of_another(self, i: int, verdicts: list[list[Judgement]], before: list[int]) -> bool:
        """Whether a far number counts other things than the one before it, which is right: 7B × 16 = 112 GB（约 2 张 A100）."""
        rows = self.sides.printed[i]
        if rows is None or not before or before[-1] not in self.beside or _nearby(rows, verdicts):
            return False
        mine, other = self.sides.side(i), self.sides.side(before[-1])
        return bool(mine.labels or mine.units) and (mine.labels, mine.units) != (other.labels, other.units)

    def _say(self, i: int, verdict: Judgement, entry: Printed, *, named: bool = True) -> None:
        self.found.judged.append(Judged(i, self.sides.side(i).places(entry.span), verdict, entry, named=named))

    def _named(self, *sides: int) -> bool:
        """Whether a name stands in one of these sides."""
        nodes = [node for i in sides if (node := self.sides.nodes[i]) is not None]
        return any(isinstance(part, tree.Symbol) for node in nodes for part in tree.walk(node))

    def _compared(self, i: int, j: int) -> list[list[Judgement]]:
        """Number i beside expression j, under the first reading of their units that makes it right. Raises NotComputed."""
        rows = self.sides.printed[i]
        like = Likeness.NO if rows is None else likeness(self.sides, i, j)
        if rows is None or like is Likeness.NO:
            raise NotComputed("the two sides do not count the same", Message("unread-counts-differ", {}))
        first: list[list[Judgement]] | None = None
        for scale, binary in self.sides.scales(i, j):
            verdicts = compare(
                rows,
                self.sides.worth(j, self.reading, scale),
                self.sources,
                approximate=self.sides.approximate(i, j),
                continued=self.sides.side(i).continued,
            )
            if _all_hold(verdicts):
                return [[self._binary(verdict, i) for verdict in row] for row in verdicts] if binary else verdicts
            meant = first is None or (_nearby(rows, verdicts) and not _nearby(rows, first))
            first = verdicts if meant else first
        if first is not None and (exact := self._of_powers_of_two(i, j)) is not None:
            return exact
        if first is None:
            raise NotComputed("the units of the two sides do not go together", Message("unread-units-differ", {}))
        if like is Likeness.NEARBY and not _nearby(rows, first):
            raise NotComputed("the two sides do not count the same", Message("unread-counts-differ", {}))
        return first

    def _of_powers_of_two(self, i: int, j: int) -> list[list[Judgement]] | None:
        """A lone number whose K or M is 2^10 or 2^20, where it is so exactly: 4096 × 4096 = 16M."""
        rows, side = self.sides.printed[i], self.sides.side(i)
        figures = [sign.text for sign in side.signs if sign.role is Role.FIGURE]
        figures += [sign.text for sign in side.signs if sign.text.startswith(POWER_OF_TEN) and sign.tex]  # 16\,\text{M}
        power = _BINARY.get(figures[-1]) or _BINARY.get(figures[-1][-1]) if figures else None
        if rows is None or len(rows) * len(rows[0]) != 1 or power is None or side.units:
            return None
        scale = Fraction(1000, 1024) ** power
        found = compare(rows, self.sides.worth(j, self.reading, scale), self.sources, approximate=False)
        return found if found[0][0].figure is FigureVerdict.EXACT else None

    def _binary(self, verdict: Judgement, i: int) -> Judgement:
        units = self.sides.side(i).units
        note = Message("arithmetic-binary-unit", {"unit": units[0] if units else "B"})
        return replace(verdict, severity=Severity.NOTE, note=note)

    def _follows(self, i: int, j: int) -> bool:
        """Whether the numbers of side i are roundings of those of side j."""
        mine, other = self.sides.printed[i], self.sides.printed[j]
        if mine is None or other is None or (len(mine), len(mine[0])) != (len(other), len(other[0])):
            return False
        pairs = [pair for rows in zip(mine, other, strict=True) for pair in zip(*rows, strict=True)]
        return any(
            all(
                certify(entry.written, Real.exactly(before.written.value * factor)).verdict in ("exact", "rounded")
                for entry, before in pairs
            )
            for factor, _ in self.sides.scales(i, j)
        )

    def _two_numbers(self, left: int, right: int) -> None:
        """Numbers equated with numbers: each is a rounding of the one before, or the other way round; else nothing is said."""
        if self._follows(right, left) or self._follows(left, right):
            self.found.read |= {left, right}
            for i in (left, right):
                for row in self.sides.printed[i] or []:
                    for entry in row:
                        self._say(i, _rounded(entry), entry)
        else:
            self._converted(left, right)

    def _converted(self, left: int, right: int) -> None:
        """Bytes or a time in two units, of which one is printed from the other: `1 MiB = 1,048,567 bytes`, `5,040 s = 1.4 h`.

        Wrong only where no reading of the units, and no number that rounds to the left one, gives the right one, and where it
        is so near that nothing else can be meant.
        """
        rows = self.sides.printed[left], self.sides.printed[right]
        units = self.sides.side(left).units, self.sides.side(right).units
        if any(row is None or len(row) * len(row[0]) > 1 for row in rows):
            return
        time = seconds(self.sides.side(left)), seconds(self.sides.side(right))
        if time[0] and time[1]:
            possible = [time[0] / time[1]]
        elif all(units) and units[0] != units[1]:
            possible = [scale for scale, _ in self.sides.scales(right, left)]
        else:
            return
        mine, other = (row[0][0] for row in rows if row is not None)
        for scale in possible:
            value = mine.written.value * scale
            slack = (mine.written.ulp * scale * (not mine.written.is_plain_integer) + other.written.ulp) / 2
            if abs(other.written.value - value) <= slack:
                return
        value = mine.written.value * possible[0] if possible else other.written.value * 2
        if abs(other.written.value - value) * CONVERSION <= value:
            self.found.read |= {left, right}
            self._say(right, entry_verdict(other.written, Real.exactly(value)), other, named=False)

    def _two_expressions(self, left: int, right: int) -> None:
        blamed = left if self.beside and left not in self.beside.values() else right
        side = self.sides.side(blamed)
        named = self._named(left, right)
        span = side.start, side.end
        self._relation(blamed, span, lambda: equal(self.sides, left, right, self.reading), {left, right}, named=named)
        if not {left, right} <= self.found.read and self.sides.approximate(left, right):
            self.found.reasons.append(Message("unread-about-equal", {}))

    def _inequality(self, i: int, relation: str) -> None:
        span = self.sides.side(i).start, self.sides.side(i + 1).end
        self._relation(i + 1, span, lambda: ordered(self.sides, i, relation, self.reading), {i, i + 1})

    def _relation(
        self, side: int, span: Span, related: Callable[[], Related | None], both: set[int], *, named: bool = True
    ) -> None:
        try:
            found = related()
        except NotComputed as error:
            self.found.reasons.append(error.about)
            return
        if found is not None:
            self.found.read |= both
            self.found.judged.append(Judged(side, span, found[0], None, found[1], named))

    def _arrow(self, i: int) -> None:
        """`80·18·1.25/80 → 23`: the number that a quotient leads to is its rounding, or the next whole number."""
        node, rows = self.sides.nodes[i], self.sides.printed[i + 1]
        if i not in self.sides.expressions or rows is None or len(rows) * len(rows[0]) > 1 or node is None:
            return
        operations = sum(isinstance(part, (tree.Product, tree.Quotient, tree.Sum, tree.Power)) for part in tree.walk(node))
        if operations < 2 or not any(isinstance(part, tree.Quotient) for part in tree.walk(node)):
            return
        try:
            (((verdict,),), entries) = self._compared(i + 1, i), self.sides.entries(i, self.reading)
        except NotComputed as error:
            self.found.reasons.append(error.about)
            return
        entry, real = rows[0][0], entries[0][0]
        orders = [order_of(Real.exactly(entry.written.value - less), real, CAP) for less in (0, 1)]
        self.found.read |= {i, i + 1}
        self._say(i + 1, _rounded(entry) if orders == [1, -1] else verdict, entry)


def _nearby(rows: list[list[Printed]], verdicts: list[list[Judgement]]) -> bool:
    """Whether every number is so near to what it should be that it was meant to be it."""
    pairs = [pair for both in zip(rows, verdicts, strict=True) for pair in zip(*both, strict=True)]
    return all(verdict.holds or abs(verdict.ulps) * NEARBY <= abs(entry.written.steps) for entry, verdict in pairs)


def _all_hold(verdicts: list[list[Judgement]]) -> bool:
    return all(verdict.holds for row in verdicts for verdict in row)


def _rounded(entry: Printed) -> Judgement:
    return Judgement(FigureVerdict.ROUNDED, Severity.NONE, entry.written.text)
