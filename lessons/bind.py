"""Where a document prints a claim.

A claim's pieces are matched token by token against the document's: white space, `$`, grouping braces and the bars of
table cells do not count, every numeral outside a subscript is a hole that takes whatever number stands there (with its
sign, where a sign may stand), labels apart. A piece must stand alone: nothing that would make it part of a longer formula
touches it, and what braces enclose in it is what they enclose in the claim. The pieces of one claim follow each other with
plain words between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from derivations.claim import Claim, Label
from derivations.formula.cursor import FormulaError
from derivations.formula.parser import parse
from derivations.formula.pretty import pretty
from derivations.formula.tokens import Kind, Token, tokens
from derivations.formula.tree import figures as figures_of
from derivations.pieces import printed_tokens
from derivations.verdict import Binding
from numeric.written import Written

# Words between two pieces of one claim: a paragraph's worth, never a whole section.
LONGEST_GAP = 240
# A claim's text that is gone counts as changed, not missing, where at least this share of its tokens stands in one place.
LIKENESS = 0.6

# Braces group, and bars part the cells of a table: neither is part of what is said.
_GROUPING = frozenset("{}|")
# What may stand beside a piece without being part of its formula.
_PARTS = frozenset({Kind.CJK, Kind.COMMA, Kind.STOP, Kind.CELL, Kind.DOTS})
_CANNOT_END = frozenset({Kind.RELATION, Kind.OPERATOR, Kind.SCRIPT})
_PROSE_BRACKETS = frozenset("()")
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
# White space between the end of a formula's last token and the brace that closes around it.
LONGEST_BRACE_GAP = 16
_BRACKETED_MATRIX = {
    f"\\begin{{{shape}matrix}}": ("[", "\\begin{matrix}") for shape in ("b", "p")
} | {f"\\end{{{shape}matrix}}": ("\\end{matrix}", "]") for shape in ("b", "p")}  # fmt: skip
_SIGN_MAY_STAND = frozenset({Kind.OPEN, Kind.COMMA, Kind.CELL, Kind.RELATION, Kind.COMMAND, Kind.STOP, Kind.CJK, Kind.OTHER})


@dataclass(frozen=True, slots=True)
class Printed:
    """One figure of the document: its number and the offsets of its text, sign included."""

    written: Written
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place that prints a claim: offsets, and the document's figures in the order of the claim's holes."""

    start: int
    end: int
    figures: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """What became of a claim's place. `occurrences` is empty for missing and changed; `near` is the nearest place then."""

    binding: Binding
    occurrences: tuple[Occurrence, ...] = ()
    near: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Slot:
    """One token a piece asks for: a figure or any other. A hole takes any figure; `signed` where a minus may be part of it."""

    text: str
    subscript: bool
    figure: bool
    hole: bool
    signed: bool


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One piece of a claim: the tokens it asks for, and the shape of its formula, where it is one."""

    slots: tuple[_Slot, ...]
    shape: str | None


class Flat:
    """A stretch of a document as its tokens without grouping, signs apart from their numbers, indexed by first token.

    functions: the names that stand for functions in the lesson's formulas.
    """

    def __init__(self, text: str, start: int, end: int, functions: frozenset[str] = frozenset()) -> None:
        self.text = text
        self.functions = functions
        self.tokens = tuple(_flat(tokens(text, start, end)))
        self._where: dict[tuple[str, bool], list[int]] = {}
        self._figures: list[int] = []
        for position, token in enumerate(self.tokens):
            if token.written is not None:
                self._figures.append(position)
            self._where.setdefault((token.text, token.subscript), []).append(position)

    def figures(self) -> Iterator[Printed]:
        """Every printed number of the stretch, with the sign that belongs to it."""
        for position in self._figures:
            token = self.tokens[position]
            assert token.written is not None
            before = self.tokens[position - 1] if position else None
            sign = before is not None and before.text == "-" and self._sign_at(position - 1)
            yield self._printed(position - 1 if sign else position, position)

    def occurrences(self, claim: Claim) -> list[Occurrence]:
        """All places that print the claim, in order, no two of them overlapping."""
        pieces = _patterns(claim, self.functions)
        found: list[Occurrence] = []
        for position in self._candidates(pieces[0].slots[0]):
            occurrence = self._all_pieces(pieces, position)
            if occurrence is None:
                continue
            if found and occurrence.start < found[-1].end:
                # The same ending reached from an earlier beginning: the shorter stretch is the place, unless the longer one
                # prints a figure of its own, or the head of a table, twice.
                if claim.columns or occurrence.figures != found[-1].figures:
                    found.append(occurrence)
                elif occurrence.end <= found[-1].end:
                    found[-1] = occurrence
                continue
            found.append(occurrence)
        return found

    def nearest(self, claim: Claim) -> tuple[int, int] | None:
        """The line of the stretch that is most like the claim, if it is like enough to say that it was changed."""
        from difflib import SequenceMatcher

        wanted = [slot.text for piece in _patterns(claim, self.functions) for slot in piece.slots]
        best, place = LIKENESS, None
        for line in self._lines():
            blocks = SequenceMatcher(None, wanted, [token.text for token in line], autojunk=False).get_matching_blocks()
            # A single token found by itself says nothing: only runs count.
            share = sum(block.size for block in blocks if block.size > 1) / len(wanted)
            if share > best:
                first = next(block for block in blocks if block.size > 1)
                best, place = share, (line[first.b].start, line[-1].end)
        return place

    def _lines(self) -> Iterator[list[Token]]:
        line: list[Token] = []
        for token in self.tokens:
            if line and any(character in "\r\n" for character in self.text[line[-1].end : token.start]):
                yield line
                line = []
            line.append(token)
        if line:
            yield line

    def _candidates(self, slot: _Slot) -> Sequence[int]:
        if not slot.hole:
            return self._where.get((slot.text, slot.subscript), ())
        return [
            position - 1
            if slot.signed and position and self.tokens[position - 1].text == "-" and self._sign_at(position - 1)
            else position
            for position in self._figures
        ]

    def _all_pieces(self, pieces: tuple[_Pattern, ...], position: int) -> Occurrence | None:
        figures: list[Printed] = []
        end = self._piece(pieces[0], position, figures)
        if end is None:
            return None
        for piece in pieces[1:]:
            for later in range(end, min(end + LONGEST_GAP, len(self.tokens))):
                following: list[Printed] = []
                stop = self._piece(piece, later, following)
                if stop is not None:
                    figures += following
                    end = stop
                    break
                if self.tokens[later].written is not None:
                    return None  # only plain words stand between the pieces of a claim
            else:
                return None
        return Occurrence(self.tokens[position].start, self.tokens[end - 1].end, tuple(figures))

    def _piece(self, piece: _Pattern, position: int, figures: list[Printed]) -> int | None:
        """The position after the piece, if it stands here, alone and of the same shape; its figures are added."""
        end = self._slots(piece.slots, position, figures)
        if end is None or not self._stands_alone(position, end):
            return None
        if piece.shape is not None and self._shape(position, end) != piece.shape:
            return None
        return end

    def _slots(self, slots: tuple[_Slot, ...], position: int, figures: list[Printed]) -> int | None:
        for slot in slots:
            if position >= len(self.tokens):
                return None
            first = position
            if slot.signed and self.tokens[position].text == "-" and position + 1 < len(self.tokens):
                position += 1
            token = self.tokens[position]
            if slot.hole:
                if token.written is None:
                    return None
            elif token.text != slot.text or token.subscript is not slot.subscript:
                return None
            if slot.figure:
                figures.append(self._printed(first, position))
            position += 1
        return position

    def _stands_alone(self, first: int, end: int) -> bool:
        """Whether nothing touches the tokens first … end − 1 that would make them part of a longer formula."""
        if self.tokens[first].kind is not Kind.CJK and first and self._touches(first - 1, first, first - 1):
            return False
        return self.tokens[end - 1].kind is Kind.CJK or end == len(self.tokens) or not self._touches(end - 1, end, end)

    def _touches(self, left: int, right: int, outer: int) -> bool:
        """Whether token `outer`, one of two neighbours, belongs to the same formula as the other."""
        token = self.tokens[outer]
        between = self.text[self.tokens[left].end : self.tokens[right].start]
        if token.kind in _PARTS or token.text == ":" or (token.kind is Kind.OTHER and not token.text.isascii()):
            return False
        if "$" in between or _BLANK_LINE.search(between):
            return False
        if token.kind is (Kind.OPEN if outer == left else Kind.CLOSE) and token.text in _PROSE_BRACKETS:
            return False
        # A formula broken over lines goes on after a sign that cannot end it.
        return token.kind in _CANNOT_END or not any(character in "\r\n" for character in between)

    def _shape(self, first: int, end: int) -> str | None:
        """The shape of the formula that these tokens print, with the braces that belong to it."""
        start, stop = self.tokens[first].start, self.tokens[end - 1].end
        opened = closed = 0
        for character in self.text[start:stop]:
            if character == "{":
                opened += 1
            elif character == "}" and opened:
                opened -= 1
            elif character == "}":
                closed += 1
        for _ in range(closed):
            start = self.text.rfind("{", max(0, start - LONGEST_BRACE_GAP), start)
            if start < 0:
                return None
        for _ in range(opened):
            stop = self.text.find("}", stop, stop + LONGEST_BRACE_GAP) + 1
            if not stop:
                return None
        return shape(self.text[start:stop], self.functions)

    def _sign_at(self, position: int) -> bool:
        return position == 0 or self.tokens[position - 1].kind in _SIGN_MAY_STAND

    def _printed(self, first: int, position: int) -> Printed:
        token = self.tokens[position]
        assert token.written is not None
        start = self.tokens[first].start
        if first == position:
            return Printed(token.written, start, token.end)
        written = Written(self.text[start : token.end], -token.written.value, token.written.ulp, token.written.decimals)
        return Printed(written, start, token.end)


def bind(claims: Sequence[Claim], stretches: Mapping[str, Flat], everywhere: Flat) -> dict[str, Bound]:
    """The places of claims that are listed in document order.

    stretches: section number → its text; a claim is looked for in its own section first, then in the whole stretch.
    A place out of the order of the others is `moved`, two places in one section are `ambiguous`.
    """
    bound: dict[str, Bound] = {}
    positions: list[tuple[int, str]] = []
    taken: set[int] = set()  # figures that print a claim in its own section
    for claim in claims:
        home = stretches.get(claim.section)
        found = home.occurrences(claim) if home else []
        if found:
            bound[claim.id] = Bound(Binding.BOUND if len(found) == 1 else Binding.AMBIGUOUS, tuple(found))
            taken.update(figure.start for place in found for figure in place.figures)
            if len(found) == 1:
                positions.append((found[0].start, claim.id))
    for claim in claims:
        if claim.id not in bound:
            bound[claim.id] = _away_from_home(claim, stretches.get(claim.section), everywhere, taken)
    in_order = _longest_increasing([start for start, _ in positions])
    for index, (_, name) in enumerate(positions):
        if index not in in_order:
            bound[name] = Bound(Binding.MOVED, bound[name].occurrences)
    return bound


def _away_from_home(claim: Claim, home: Flat | None, everywhere: Flat, taken: set[int]) -> Bound:
    """A claim that its own section does not print: another place that prints it and nothing else, or the nearest one."""
    found = [
        place
        for place in everywhere.occurrences(claim)
        if not place.figures or any(figure.start not in taken for figure in place.figures)
    ]
    if found:
        return Bound(Binding.MOVED if len(found) == 1 else Binding.AMBIGUOUS, tuple(found))
    near = (home.nearest(claim) if home else None) or everywhere.nearest(claim)
    return Bound(Binding.CHANGED if near else Binding.MISSING, near=near)


def _longest_increasing(starts: Sequence[int]) -> frozenset[int]:
    """The indices of a longest non-decreasing run of starts, in order: what stands there has not moved."""
    length = [1] * len(starts)
    before = [-1] * len(starts)
    for i in range(len(starts)):
        for j in range(i):
            if starts[j] <= starts[i] and length[j] + 1 > length[i]:
                length[i], before[i] = length[j] + 1, j
    kept: set[int] = set()
    index = max(range(len(starts)), key=length.__getitem__, default=-1)
    while index >= 0:
        kept.add(index)
        index = before[index]
    return frozenset(kept)


def _flat(found: Sequence[Token]) -> Iterator[Token]:
    for token in found:
        if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.BAR) and token.text in _GROUPING:
            continue
        if bracket := _BRACKETED_MATRIX.get(token.text):
            # \\begin{bmatrix} is another spelling of [\\begin{matrix}.
            spelled = [Token(token.kind, text, token.start, token.end, token.subscript) for text in bracket]
            yield from spelled
            continue
        if token.written is not None and token.text.startswith("-"):
            # A line break may part a sign from its number, so a sign is always a token of its own here.
            number = token.written.text.lstrip("-−－ \t\r\n\u00a0\u2009\u202f")
            start = token.end - len(number)
            yield Token(Kind.OPERATOR, "-", token.start, token.start + 1)
            unsigned = Written(number, -token.written.value, token.written.ulp, token.written.decimals)
            yield Token(Kind.FIGURE, token.text[1:], start, token.end, written=unsigned)
            continue
        yield token


@lru_cache(maxsize=4096)
def shape(text: str, functions: frozenset[str]) -> str | None:
    """A formula with every figure, sign included, as `#`; None for what is no formula. Equal shapes differ in figures only."""
    try:
        tree = parse(text.replace("$", " "), functions)
    except FormulaError:
        return None
    return pretty(tree, ["#"] * len(figures_of(tree))).replace("−#", "#")


@lru_cache(maxsize=4096)
def _patterns_of(says: tuple[str, ...], labels: frozenset[int], functions: frozenset[str]) -> tuple[_Pattern, ...]:
    pieces: list[_Pattern] = []
    figure = 0
    for piece in says:
        slots: list[_Slot] = []
        flat = list(_flat(printed_tokens(piece)))
        for position, token in enumerate(flat):
            following = flat[position + 1] if position + 1 < len(flat) else None
            may_sign = position == 0 or flat[position - 1].kind in _SIGN_MAY_STAND
            if token.text == "-" and may_sign and following is not None and following.written is not None:
                continue  # the sign belongs to the hole that follows
            previous = position - 1
            if previous >= 0 and flat[previous].text == "-":
                previous -= 1
            signed = previous < 0 or flat[previous].kind in _SIGN_MAY_STAND
            is_figure = token.written is not None
            hole = is_figure and figure not in labels
            slots.append(_Slot(token.text, token.subscript, is_figure, hole, hole and signed))
            figure += is_figure
        pieces.append(_Pattern(tuple(slots), shape(piece, functions)))
    return tuple(pieces)


def _patterns(claim: Claim, functions: frozenset[str]) -> tuple[_Pattern, ...]:
    labels = frozenset(index for index, reading in (claim.reads or {}).items() if isinstance(reading, Label))
    return _patterns_of(claim.says, labels, functions)
