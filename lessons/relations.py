"""The relations that a stretch of text states: sides joined by =, ≈, <, “is about”, each with its place.

Brackets nest; what stands inside them is looked through as well. Where a side certainly begins and ends is known from
what stands around it; where that is open the chain says so, and nobody concludes anything from it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from typing import NamedTuple

from derivations.formula import alphabet, tree
from derivations.formula.cursor import FormulaError
from derivations.formula.parser import parse
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.byte_units import STORED
from lessons.passage import Span
from lessons.sign import APPROXIMATE, ARROWS, EQUALITIES, FUNCTIONS, INEQUALITIES, LOGARITHMS, POWER_OF_TEN, Role, Sign
from numeric.written import scan

MAX_SIDE = 400  # signs
MAX_SIDES = 40
# A longer run of words after a figure is prose, not what the figure counts.
MAX_LABELS = 4
A_WORD = 2  # as many signs as a Chinese word has

_PRINTED = frozenset({Role.FIGURE, Role.PART, Role.OPERATOR, Role.OPEN, Role.CLOSE})
_JOINING = EQUALITIES | INEQUALITIES | ARROWS
_OPERANDS = frozenset({Role.FIGURE, Role.LABEL, Role.UNIT, Role.CLOSE})
# A verb in the plural has no single number for its subject.
_PLURAL = pattern(r"(?:are|equal|give|make|yield|take|need|require|occupy|total)\b(?! to)")
# What comes of a statement: “n = 6 gives n² = 36” states two things, and 6 is not n².
_CONSEQUENCE = pattern(r"(?:gives?|makes?|yields?|takes?|needs?|requires?|occup)|得")
# Words after which a sentence begins: what follows is no part of a phrase of theirs.
_CLAUSE = "so then that and hence thus since because but indeed if where as while when therefore or also"
_BEFORE_A_CLAUSE = frozenset(_CLAUSE.split())
_COUNTED = frozenset({Role.FIGURE, Role.LABEL, Role.UNIT})
_APPLIED = FUNCTIONS | LOGARITHMS
_NOT_SHOWN = frozenset({Role.LABEL, Role.UNIT, Role.ABOUT})


class Side:
    """One side of a relation. Offsets are those of the passage.

    text: the formula, in which words are signs.   units: of bytes, in order.   labels: what its figures count.
    about: a word or sign says that a figure is not exact.   continued: an ellipsis follows the last figure.
    """

    def __init__(self, signs: Sequence[Sign], continued: bool = False) -> None:
        self.signs = signs
        self.continued = continued
        self.about = False
        units: list[str] = []
        labels: list[str] = []
        pieces: list[str] = []
        self._starts: list[int] = []  # where each sign that is shown begins in the text, and its number
        self._origins: list[int] = []
        length = 0
        for number, sign in enumerate(signs):
            role, text = sign.role, sign.text
            if role is Role.LABEL:
                labels.append(text)
            elif role is Role.UNIT:
                units.append(text)
            elif role is Role.ABOUT:
                self.about = True
            elif text:
                if pieces and sign.spaced and text not in ("%", "0%") and text[0] != "^":
                    pieces.append(" ")
                    length += 1
                self._starts.append(length)
                self._origins.append(number)
                pieces.append(text)
                length += len(text)
        self.text = "".join(pieces)
        self.units = tuple(units)
        self.labels = tuple(labels)

    @property
    def start(self) -> int:
        return self.signs[0].start

    @property
    def end(self) -> int:
        """Without the words that follow the last figure."""
        return next((sign.end for sign in reversed(self.signs) if sign.role not in _NOT_SHOWN), self.signs[-1].end)

    @cached_property
    def node(self) -> tree.Node | None:
        """The tree of the formula; None where it is not read."""
        return _tree(self.text)

    def places(self, span: Span) -> Span:
        """Where a stretch of `text` stands in the passage."""
        starts, origins = self._starts, self._origins
        first = bisect_right(starts, span[0]) - 1
        last = bisect_right(starts, max(span[0], span[1] - 1)) - 1
        opening, closing = self.signs[origins[first]], self.signs[origins[last]]
        verbatim = len(opening.text) == opening.end - opening.start
        start = opening.start + (span[0] - starts[first] if verbatim else 0)
        verbatim = len(closing.text) == closing.end - closing.start
        end = closing.start + span[1] - starts[last] if verbatim else closing.end
        return start, end

    def part(self, first: int, last: int | None = None) -> Side:
        return Side(self.signs[first:last], self.continued)


@dataclass
class Chain:
    """side relation side relation side.

    left_open, right_open: what stands beside the chain may belong to its first or last side.
    starts, ends: where else the first side may begin and the last one end, as numbers of its signs: a bracket after a figure
    and a blank is a product or a remark.
    """

    sides: list[Side]
    relations: list[Sign]
    left_open: bool
    right_open: bool
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    after: tuple[Sign, ...] = ()

    @property
    def start(self) -> int:
        return self.sides[0].start

    @property
    def end(self) -> int:
        return self.sides[-1].end


@lru_cache(maxsize=4096)
def _tree(text: str) -> tree.Node | None:
    """One text stands in many chains, and is read anew wherever a chain is cut in another way."""
    if (found := scan(text)) is not None and found[1] == len(text):  # a number alone, as most sides are
        written = found[0]
        return tree.Number(written, 0, written.value, written.ulp, span=(0, len(text)))
    try:
        chain = parse(text, _APPLIED, LOGARITHMS).chains
    except FormulaError:
        return None
    return chain[0].sides[0] if len(chain) == 1 and not chain[0].relations else None


class _Frame(NamedTuple):
    items: list[Span]  # of signs: one sign, or a bracket with all in it
    left_open: bool
    opening: int
    prose: bool = False  # words stand in it: a remark, no part of a formula


def chains(signs: Sequence[Sign]) -> list[Chain]:
    """All chains of a stretch, inner ones first."""
    found: list[Chain] = []
    frames = [_Frame([], False, -1)]

    def close(frame: _Frame, right_open: bool, at: int) -> None:
        found.extend(_chains_of(signs, frame, right_open, tuple(signs[at : at + 3])))

    for number, sign in enumerate(signs):
        frame = frames[-1]
        if sign.role is Role.OPEN:
            frames.append(_Frame([], False, number))
        elif sign.role is Role.CLOSE:
            if len(frames) == 1:
                close(frame, False, number)
                frames[0] = _Frame([], False, -1)
                continue
            close(frame, False, number)
            frames.pop()
            outer = frames[-1]
            bracket = frame.opening, number + 1
            if outer.items and _restates(signs, outer.items[-1], bracket):
                continue
            if frame.prose or (outer.items and _apart(signs, outer.items[-1], bracket)):
                remark = frame.prose and outer.items and signs[outer.items[-1][1] - 1].role in _OPERANDS
                if not remark:
                    close(outer, False, frame.opening)
                    frames[-1] = outer = _Frame([], False, outer.opening, outer.prose)
            if not frame.prose:
                outer.items.append(bracket)
        elif sign.role in (Role.END, Role.BREAK):
            is_open = sign.role is Role.BREAK
            close(frame, is_open, number)
            words = sign.text.isalpha() or sign.text in STORED
            frames[-1] = _Frame([], is_open, frame.opening, frame.prose or words)
        else:
            if frame.items and _parts_here(signs, frame.items[-1], sign):
                close(frame, False, number)
                frames[-1] = frame = _Frame([], False, frame.opening, frame.prose)
            frame.items.append((number, number + 1))
    for frame in reversed(frames):
        close(frame, False, len(signs))
    return found


def _parts_here(signs: Sequence[Sign], before: Span, sign: Sign) -> bool:
    """Whether a new expression begins at a sign of prose: a figure after an operand, a word after a sentence's words."""
    last = signs[before[1] - 1]
    if sign.tex and last.tex:
        return False
    if last.tex and sign.role is Role.PART and sign.text.isalpha() and sign.spaced:
        return True  # “with $d = 512$ a layer has”: a letter of prose is no factor of a formula
    if sign.tex:  # a formula behind a figure of prose is not its factor
        return last.role in _OPERANDS and sign.role in (Role.FIGURE, Role.PART)
    if sign.role is Role.FIGURE:
        operand = last.role in (Role.FIGURE, Role.CLOSE, Role.LABEL, Role.UNIT) or last.text in ("%", "0%")
        name = last.role is Role.PART and last.spaced and last.text.isalpha() and sign.spaced
        return operand or (name and last.text not in FUNCTIONS and last.text not in alphabet.FUNCTIONS)
    return sign.role is Role.PART and sign.text.isalpha() and last.role is Role.LABEL


def _apart(signs: Sequence[Sign], before: Span, bracket: Span) -> bool:
    """Two rows in square brackets side by side are two cells, no product; after words a bracket begins anew."""
    closing, opening = signs[before[1] - 1], signs[bracket[0]]
    if opening.tex != closing.tex:  # one stands in a formula and one in the prose around it
        return closing.role in _OPERANDS and signs[bracket[0] + 1].role is not Role.RELATION
    index = bracket[1] - bracket[0] == 3 and not opening.spaced  # scores[0][1]
    rows = closing.text == "]" and opening.text == "[" and not index
    return (rows or closing.role is Role.LABEL) and not opening.tex


def _restates(signs: Sequence[Sign], before: Span, bracket: Span) -> bool:
    """Whether a bracket of prose says the amount before it once more, and is no factor: 6.7B（67 亿）, 4 KB (4096 bytes)."""
    first, *inner = signs[bracket[0] + 1 : bracket[1] - 1] or [signs[bracket[0]]]
    last, opening = signs[before[1] - 1], signs[bracket[0]]
    if opening.tex or first.role is not Role.FIGURE or not (last.role in _COUNTED or last.text.startswith(POWER_OF_TEN)):
        return False
    counts = [sign for sign in inner if sign.role in (Role.LABEL, Role.UNIT) or sign.text.startswith(POWER_OF_TEN)]
    return len(counts) == len(inner) and (bool(inner) or not first.text[-1].isdigit() or opening.text == "（")


def _chains_of(signs: Sequence[Sign], frame: _Frame, right_open: bool, after: tuple[Sign, ...]) -> Iterator[Chain]:
    items = frame.items
    # `768 (= 28 x 28)`: the relation inside the bracket belongs to what stands before it.
    items = _unwrapped(signs, items)
    sides: list[list[Span]] = [[]]
    relations: list[Sign] = []
    for item in items:
        sign = signs[item[0]]
        if sign.role is Role.RELATION and item[1] == item[0] + 1:
            if relations and not sides[-1]:
                relations.append(sign)
                sides.append([])
                continue
            relations.append(sign)
            sides.append([])
        else:
            sides[-1].append(item)
    left_open = frame.left_open
    run: list[Side] = []
    run_relations: list[Sign] = []
    starts: list[int] = []
    for number, side_items in enumerate(sides):
        side = _side(signs, side_items)
        relation = relations[number - 1] if number else None
        usable = relation is not None and relation.text in _JOINING and not _sentence(signs, sides[number - 1], relation)
        if usable and relation is not None and relation.worded and _follows(run, relation, number < len(relations)):
            usable = False
        if side is None or (number and not usable):
            if len(run) > 1:
                yield Chain(run, run_relations, left_open, False, starts, _soft_starts(run[-1]))
            run, run_relations, starts, left_open = ([side] if side else []), [], [], False
            continue
        if run:
            assert relation is not None
            run.append(side)
            run_relations.append(relation)
        else:
            if relation is not None and relation.text in APPROXIMATE:  # “It is about 70,000 (that is 16,000 + …)”
                side = Side([relation._replace(role=Role.ABOUT, text=""), *side.signs], side.continued)
            run, run_relations = [side], []
            starts = _soft_starts(side) if number == 0 else []
            left_open = left_open and number == 0
        if len(run) >= MAX_SIDES:
            break
    if len(run) > 1:
        yield Chain(run, run_relations, left_open, right_open, starts, _soft_starts(run[-1]), after)


def _sentence(signs: Sequence[Sign], before: list[Span], relation: Sign) -> bool:
    """“With n = 5 the total is …”, “heads of size 128 make …”: a verb joins nothing to a bare figure among its words."""
    if not relation.worded or not before:
        return False
    inner = [sign for start, end in before for sign in signs[start:end]]
    if inner[-1].role is Role.LABEL:
        return all(sign.role is not Role.OPERATOR for sign in inner)
    return len(inner) == 1 and inner[0].role is Role.FIGURE and _of_a_phrase(signs, before[0][0], relation)


def _follows(run: Sequence[Side], relation: Sign, goes_on: bool) -> bool:
    """Whether what stands behind a verb is a statement of its own, which follows from the one before: “n = 6 gives n² = 36”.

    goes_on: another relation comes behind it. Without one, “2 · 3 = 6 is about 7” and “x gives 7” say one thing.
    """
    verb = _CONSEQUENCE.match(relation.said)
    if len(run) > 1:
        return verb is not None or (goes_on and isinstance(run[0].node, tree.Symbol))
    return verb is not None and goes_on and bool(run) and _lone(run[0])


def _lone(side: Side) -> bool:
    """A figure or a name, and nothing that is done with it."""
    return isinstance(side.node, (tree.Number, tree.Symbol))


def _of_a_phrase(signs: Sequence[Sign], at: int, relation: Sign) -> bool:
    """Whether a bare figure before a verb belongs to the words before it, or is none: “step 2 is”, “2 are”, “one needs”,
    “the loss at p = 0.5 is”."""
    if not relation.said.isascii():
        return False
    before = signs[at - 1] if at else None
    if before is not None and before.role is Role.RELATION and not before.worded and at > 1 and signs[at - 2].role is Role.PART:
        return True
    named = before is not None and before.text.isascii() and before.text.isalpha() and before.role in (Role.END, Role.LABEL)
    if (signs[at].worded and signs[at].text == "1") or _PLURAL.match(relation.said):
        return True
    return named and before is not None and before.text.lower() not in _BEFORE_A_CLAUSE


def _unwrapped(signs: Sequence[Sign], items: list[Span]) -> list[Span]:
    flat: list[Span] = []
    for start, end in items:
        if flat and 3 < end - start <= MAX_SIDE and signs[start + 1].role is Role.RELATION and signs[start].text in ("(", "（"):
            inner, at = [], start + 1
            while at < end - 1:
                stop = _closing(signs, at, end - 1) if signs[at].role is Role.OPEN else at + 1
                if signs[at].role in (Role.END, Role.BREAK):
                    break
                inner.append((at, stop))
                at = stop
            flat += inner
        else:
            flat.append((start, end))
    return flat


def _closing(signs: Sequence[Sign], at: int, end: int) -> int:
    depth = 0
    for place in range(at, end):
        depth += (signs[place].role is Role.OPEN) - (signs[place].role is Role.CLOSE)
        if depth == 0:
            return place + 1
    return end


def _side(signs: Sequence[Sign], items: list[Span]) -> Side | None:
    """The signs of one side, without the words that follow its last figure; None where there is none."""
    if not items or sum(end - start for start, end in items) > MAX_SIDE:
        return None
    length = 0
    for start, end in items:
        label = signs[start].role is Role.LABEL and end == start + 1
        length = length + (A_WORD if signs[start].text.isascii() else 1) if label else 0
        if length > MAX_LABELS * A_WORD:
            return None
    continued = signs[items[-1][0]].role is Role.DOTS
    if continued and len(items) > 1:
        items = items[:-1]
    found = [sign for start, end in items for sign in signs[start:end]]
    if not any(sign.role in _PRINTED for sign in found):
        return None
    return Side(found, continued)


def _soft_starts(side: Side) -> list[int]:
    """Where a bracket follows an operand after a blank, outside TeX: 2 (3 + 4) may be a product or two things."""
    starts, depth = [], 0
    for number, sign in enumerate(side.signs):
        if sign.role is Role.OPEN:
            last = side.signs[number - 1] if number else None
            operand = last is not None and (last.role in (Role.FIGURE, Role.CLOSE) or last.text.isalpha())
            if depth == 0 and operand and sign.spaced and not sign.tex:
                starts.append(number)
            depth += 1
        elif sign.role is Role.CLOSE:
            depth -= 1
    return starts
