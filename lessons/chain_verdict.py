"""What becomes of a chain of relations: every printed number beside the expressions it is equated with.

Sides joined by = and ≈ are one group. A number of the group is held against the nearest expression, then against the others
and the number before it; expressions are held against each other. Nothing is concluded from a side that is not read whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from derivations.formula import tree
from derivations.verdict import FigureVerdict, Message, Severity
from lessons.byte_units import scales
from lessons.comparison import BOX_BITS, NotComputed, Printed, Source, Verdict, Worth, compare, printed_rows
from lessons.names import Names, Reading
from lessons.relations import Chain, Side
from lessons.signs import APPROXIMATE, ARROWS, EQUALITIES, INEQUALITIES
from lessons.unfolding import unfolded
from lessons.vocabulary import Vocabulary, boxed
from numeric.real import Real, digits
from numeric.real import compare as order_of
from numeric.rounding import certify

CAP = 512
SHOWN = 10
_HOLDS = {"<": (-1,), ">": (1,), "≤": (-1, 0), "≥": (0, 1), "≠": (-1, 1)}
# After a number these words make it a comparison, an order of magnitude, a rank: not the value of what stands before.
_NOT_A_VALUE = frozenset(
    "more less fewer larger smaller bigger longer shorter faster slower higher lower orders order dozen dB st nd rd "
    "th".split()
)
_UNITS = frozenset(
    "s ms us ns sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months year years "
    "km m cm mm kg g W kW kWh J Hz kHz MHz GHz FLOP FLOPs FLOPS GFLOPs TFLOPs TFLOPS PFLOPs PFLOPS EFLOPs ZFLOPs Mbit Gbit kbps Mbps Gbps "
    "秒 分钟 小时 天 周 月 年 元 美元 公里 米 千克 克 位".split()
)
_BITS = frozenset({"bit", "bits", "比特"})
# (2×3)(3×4) = (2×4) is about shapes.
_SHAPES = re.compile(r"(?:[(（]\s*\w+\s*[×x]\s*\w+\s*[)）]\s*[·×@]?\s*)+")


@dataclass(frozen=True, slots=True)
class Judged:
    """One number of the chain, or one relation (then `printed` is None): its side, its offsets in the passage, its verdict.

    trusted: the names that take part have one meaning here.
    """

    side: int
    span: tuple[int, int]
    verdict: Verdict
    printed: Printed | None
    message: Message | None = None
    beside: int = 0


@dataclass
class Outcome:
    """What a chain comes to under one reading of its names."""

    judged: list[Judged] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    reading: Reading | None = None

    @property
    def holds(self) -> bool:
        return all(one.verdict.holds for one in self.judged)


@dataclass
class ChainVerdict:
    """Decides one chain. `names`, `sources`: what the document defines, and what its rounded figures were printed from."""

    chain: Chain
    passage: int
    names: Names
    sources: Mapping[Source, Real]
    types: frozenset[str] = frozenset()  # of stored numbers, which the passage names

    @cached_property
    def nodes(self) -> list[tree.Node | None]:
        last = len(self.chain.sides) - 1
        return [
            None if (self.chain.left_open and i == 0) or (self.chain.right_open and i == last) else side.node
            for i, side in enumerate(self.chain.sides)
        ]

    @cached_property
    def printed(self) -> list[list[list[Printed]] | None]:
        pairs = zip(self.nodes, self.chain.sides, strict=True)
        return [printed_rows(node, side.text) if node is not None else None for node, side in pairs]

    @cached_property
    def expressions(self) -> list[int]:
        return [
            i
            for i, node in enumerate(self.nodes)
            if node is not None and self.printed[i] is None and not isinstance(node, tree.Symbol)
        ]

    def outcome(self) -> Outcome:
        """The first reading under which everything holds; else what the likeliest one says."""
        if not any(self.printed) and len(self.expressions) < 2:
            return Outcome()
        nodes = tuple(self.nodes[i] for i in self.expressions)
        whole = tree.Row(tuple(node for node in nodes if node is not None), span=(0, 0))
        first: Outcome | None = None
        for reading in self.names.readings(whole, self.passage, self.chain.start):
            found = self._under(reading)
            found.reading = reading
            if found.judged and found.holds:
                return found
            if first is None or (not first.judged and found.judged):
                first = found
        return first or Outcome()

    # --- one reading

    def _under(self, reading: Reading) -> Outcome:
        outcome = Outcome()
        group: list[int] = [0]
        for i, relation in enumerate(self.chain.relations):
            if relation.text in EQUALITIES:
                group.append(i + 1)
                continue
            self._group(group, reading, outcome)
            if relation.text in INEQUALITIES:
                self._inequality(i, reading, outcome)
            elif relation.text in ARROWS and i == len(self.chain.relations) - 1:
                self._arrow(i, reading, outcome)
            group = [i + 1]
        self._group(group, reading, outcome)
        return outcome

    def _worth(self, i: int, reading: Reading, scale: Fraction = Fraction(1)) -> Worth:
        node = self.nodes[i]
        assert node is not None
        integers = {
            name: meaning.node.value for name, meaning in reading.names.items() if isinstance(meaning.node, tree.Number)
        }
        return Worth(unfolded(node, integers), reading.names, scale)

    def _group(self, group: list[int], reading: Reading, outcome: Outcome) -> None:
        expressions = [i for i in group if i in self.expressions]
        numbers = [i for i in group if self.printed[i] is not None]
        if not expressions:
            if len(numbers) > 1:
                self._numbers(numbers, outcome)
            return
        held: dict[int, int] = {}
        for i in numbers:
            self._number(i, sorted(expressions, key=lambda j, i=i: (abs(i - j), j)), numbers, reading, outcome, held)
        for left, right in zip(expressions, expressions[1:], strict=False):
            self._equal(left, right, reading, outcome, held)

    def _approximate(self, i: int, j: int) -> bool:
        between = self.chain.relations[min(i, j) : max(i, j)]
        return any(relation.text in APPROXIMATE for relation in between) or self.chain.sides[i].about

    def _number(
        self, i: int, beside: list[int], numbers: list[int], reading: Reading, outcome: Outcome, held: dict[int, int]
    ) -> None:
        first: tuple[int, list[list[Verdict]]] | None = None
        for j in beside:
            try:
                verdicts = self._compared(i, j, reading)
            except NotComputed as error:
                outcome.reasons.append(str(error))
                continue
            first = first or (j, verdicts)
            if all(verdict.holds for row in verdicts for verdict in row):
                first = (j, verdicts)
                held[i] = j
                break
        if first is None:
            return
        j, verdicts = first
        if i not in held and (before := [k for k in numbers if k < i]) and self._follows(i, before[-1]):
            verdicts = [[Verdict(FigureVerdict.ROUNDED, Severity.NONE, entry.written.text) for entry in row]
                        for row in self.printed[i] or []]  # fmt: skip
        for row, printed in zip(verdicts, self.printed[i] or [], strict=True):
            for verdict, entry in zip(row, printed, strict=True):
                outcome.judged.append(Judged(i, self.chain.sides[i].places(entry.span), verdict, entry, None, j))

    def _compared(self, i: int, j: int, reading: Reading) -> list[list[Verdict]]:
        """Number i beside expression j, under the first reading of their units that makes it right."""
        if not self._comparable(i, j):
            raise NotComputed("the units of the two sides are not converted into each other")
        rows = self.printed[i]
        assert rows is not None
        first: list[list[Verdict]] | None = None
        for scale, binary in scales(self.chain.sides[j], self.chain.sides[i], self.types):
            worth = self._worth(j, reading, scale)
            verdicts = compare(
                rows, worth, self.sources, approximate=self._approximate(i, j), continued=self.chain.sides[i].continued
            )
            if all(verdict.holds for row in verdicts for verdict in row):
                return [[_binary(verdict, self.chain.sides[i]) for verdict in row] for row in verdicts] if binary else verdicts
            first = first or verdicts
        if first is None:
            raise NotComputed("the units of the two sides do not go together")
        return first

    def _comparable(self, i: int, j: int) -> bool:
        """Whether what the two sides count can be equal as numbers."""
        number, expression = self.chain.sides[i], self.chain.sides[j]
        if set(number.labels) & _NOT_A_VALUE or _SHAPES.fullmatch(expression.text):
            return False
        rows = self.printed[i]
        one = rows is not None and len(rows) == len(rows[0]) == 1 and rows[0][0].written.value == 1
        if i < j and number.labels and (one or (expression.labels or expression.units) and number.labels != expression.labels):
            return False  # 1 GPU = 8 × 10 GB
        units = _UNITS | _BITS if number.units or expression.units else _UNITS
        physical = [{label for label in _joined(side.labels) if label in units} for side in (number, expression)]
        if physical[0] != physical[1]:
            return False
        between = self.chain.relations[min(i, j) : max(i, j)]
        if not any(relation.worded and relation.text == "=" for relation in between):
            return True
        # “a 4 × 4 grid is 3 rows” says nothing of 16: in words, only the value itself follows the expression.
        return not expression.labels or bool(number.units)

    def _follows(self, i: int, j: int) -> bool:
        """Whether number i is a rounding of the number j before it in the chain."""
        mine, other = self.printed[i], self.printed[j]
        if mine is None or other is None or (len(mine), len(mine[0])) != (len(other), len(other[0])):
            return False
        factors = [scale for scale, _ in scales(self.chain.sides[j], self.chain.sides[i])]
        return any(
            all(
                certify(entry.written, Real.exactly(before.written.value * factor)).verdict in ("exact", "rounded")
                for row, others in zip(mine, other, strict=True)
                for entry, before in zip(row, others, strict=True)
            )
            for factor in factors
        )

    def _numbers(self, numbers: list[int], outcome: Outcome) -> None:
        """Numbers equated with numbers: each is a rounding of the one before, or the other way round."""
        for left, right in zip(numbers, numbers[1:], strict=False):
            shorter, longer = self.printed[right], self.printed[left]
            if shorter is None or longer is None or len(shorter[0]) > 1 or len(longer[0]) > 1:
                continue
            if self._follows(right, left) or self._follows(left, right):
                for i, rows in ((left, longer), (right, shorter)):
                    span = self.chain.sides[i].places(rows[0][0].span)
                    text = rows[0][0].written.text
                    outcome.judged.append(Judged(i, span, Verdict(FigureVerdict.ROUNDED, Severity.NONE, text), rows[0][0]))

    def _equal(self, left: int, right: int, reading: Reading, outcome: Outcome, held: dict[int, int]) -> None:
        sides = self.chain.sides
        if sides[left].units or sides[right].units or set(sides[left].labels) != set(sides[right].labels):
            return
        if any(_SHAPES.fullmatch(sides[i].text) for i in (left, right)):
            return
        try:
            vocabulary = Vocabulary(reading.names)
            mine, other = (self._worth(i, reading).entries(vocabulary) for i in (left, right))
        except NotComputed as error:
            outcome.reasons.append(str(error))
            return
        if (len(mine), len(mine[0])) != (len(other), len(other[0])):
            outcome.reasons.append("the sides have different shapes")
            return
        orders = [order_of(a, b, CAP) for row in zip(mine, other, strict=True) for a, b in zip(*row, strict=True)]
        unequal = next((place for place, order in enumerate(orders) if order in (-1, 1)), None)
        blamed = left if held and left not in held.values() else right
        span = sides[blamed].start, sides[blamed].end
        if unequal is None:
            outcome.judged.append(Judged(right, span, Verdict(FigureVerdict.EXACT, Severity.NONE), None))
            return
        between = self.chain.relations[left:right]
        if any(relation.text in APPROXIMATE for relation in between) or self._overlap(left, right, reading):
            return
        i, j = divmod(unequal, len(mine[0]))
        values = {
            "left": sides[left].text, "left_value": digits(mine[i][j], SHOWN),
            "right": sides[right].text, "right_value": digits(other[i][j], SHOWN),
        }  # fmt: skip
        message = Message("arithmetic-sides-differ", values)
        outcome.judged.append(Judged(blamed, span, Verdict(FigureVerdict.WRONG, Severity.ERROR, None, 0), None, message))

    def _overlap(self, left: int, right: int, reading: Reading) -> bool:
        """Whether the two expressions can be equal when their operands are roundings."""
        boxes = []
        for i in (left, right):
            worth = self._worth(i, reading)
            try:
                reals = worth.entries(Vocabulary(reading.names, boxes=True), boxed(worth.node, BOX_BITS))
            except NotComputed:
                return True
            boxes.append([real.ball(BOX_BITS) for row in reals for real in row])
        return all(mine.overlaps(other) for mine, other in zip(*boxes, strict=True))

    def _inequality(self, i: int, reading: Reading, outcome: Outcome) -> None:
        left, right = i, i + 1
        if not {left, right} & set(self.expressions) or self.nodes[left] is None or self.nodes[right] is None:
            return
        sides = self.chain.sides
        if reading.names:
            return  # a condition on a name, as in “while t < 1”, states nothing
        if sides[left].units != sides[right].units or set(sides[left].labels) != set(sides[right].labels):
            return
        try:
            mine, other = (self._worth(k, reading).entries(Vocabulary(reading.names)) for k in (left, right))
        except NotComputed as error:
            outcome.reasons.append(str(error))
            return
        if len(mine) * len(mine[0]) * len(other) * len(other[0]) != 1:
            return
        order, relation = order_of(mine[0][0], other[0][0], CAP), self.chain.relations[i].text
        if order is None:
            return
        span = sides[left].start, sides[right].end
        if order in _HOLDS[relation]:
            outcome.judged.append(Judged(right, span, Verdict(FigureVerdict.BOUND, Severity.NONE), None))
            return
        values = {"left": digits(mine[0][0], SHOWN), "right": digits(other[0][0], SHOWN), "relation": relation}
        verdict = Verdict(FigureVerdict.WRONG, Severity.ERROR)
        outcome.judged.append(Judged(right, span, verdict, None, Message("values-are", values)))

    def _arrow(self, i: int, reading: Reading, outcome: Outcome) -> None:
        """`80·18·1.25/80 → 23`: the number that a quotient leads to is its rounding, or the next whole number."""
        node, rows = self.nodes[i], self.printed[i + 1]
        if i not in self.expressions or rows is None or len(rows[0]) > 1 or node is None:
            return
        operations = sum(isinstance(part, (tree.Product, tree.Quotient, tree.Sum, tree.Power)) for part in tree.walk(node))
        if operations < 2 or not any(isinstance(part, tree.Quotient) for part in tree.walk(node)):
            return
        try:
            ((real,),) = self._worth(i, reading).entries(Vocabulary(reading.names))
            ((verdict,),) = self._compared(i + 1, i, reading)
        except (NotComputed, ValueError) as error:
            outcome.reasons.append(str(error))
            return
        entry = rows[0][0]
        above = order_of(Real.exactly(entry.written.value), real, CAP) == 1
        if not verdict.holds and above and order_of(Real.exactly(entry.written.value - 1), real, CAP) == -1:
            verdict = Verdict(FigureVerdict.ROUNDED, Severity.NONE, entry.written.text)
        outcome.judged.append(Judged(i + 1, self.chain.sides[i + 1].places(entry.span), verdict, entry, None, i))


def _joined(labels: tuple[str, ...]) -> set[str]:
    """Labels, and Chinese words of several signs put together again."""
    return {*labels, "".join(label for label in labels if not label.isascii())}


def _binary(verdict: Verdict, side: Side) -> Verdict:
    note = Message("arithmetic-binary-unit", {"unit": side.units[0] if side.units else "B"})
    return Verdict(verdict.figure, Severity.NOTE, verdict.expected, verdict.ulps, note, verdict.real)
