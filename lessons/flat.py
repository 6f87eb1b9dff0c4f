"""A stretch of a document as tokens, and the places in it that print a claim.

A claim's pieces are matched token by token against the document's: white space, `$`, grouping braces and the bars of
table cells do not count, every numeral outside a subscript is a hole that takes whatever number stands there (with its
sign, where a sign may stand), labels apart. A piece must stand alone: nothing that would make it part of a longer formula
touches it, and what braces enclose in it is what they enclose in the claim. The pieces of one claim follow each other with
plain words between them. A claim that is not found so is looked for once more in other spellings of its formulas.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property

from derivations.claim import Claim
from derivations.formula import tree
from derivations.formula.spelling import Spelled, Spelling
from derivations.formula.tokens import Kind, Token
from derivations.wording import variants
from lessonproof.records import dataclass
from lessons.formulas import BLANK_LINE, CANNOT_END, PrintedChain, printed_chains
from lessons.joined_rows import JoinedRow
from lessons.pattern import SIGN_MAY_STAND, Pattern, Slot, patterns, shape, without_grouping
from numeric.written import Written

# Words between two pieces of one claim: a paragraph's worth, never a whole section.
LONGEST_GAP = 240
# A claim's text that is gone counts as changed, not missing, where at least this share of its tokens stands in one place.
LIKENESS = 0.6
# What may stand beside a piece without being part of its formula.
_PARTS = frozenset({Kind.CJK, Kind.COMMA, Kind.STOP, Kind.CELL, Kind.DOTS})
_PROSE_BRACKETS = frozenset("()")
_MATHEMATICS_ENDS = frozenset({"\\(", "\\)", "\\[", "\\]"})
# White space between the end of a formula's last token and the brace that closes around it.
LONGEST_BRACE_GAP = 16
_APART = frozenset(" \t\r\n|，。；：、（）,;:!?！？")


def _parts_words(sign: str) -> bool:
    return not sign or sign in _APART or "\u4e00" <= sign <= "\u9fff"


@dataclass(frozen=True, slots=True)
class Printed:
    """One figure of the document: its number and the offsets of its text, sign included."""

    written: Written
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place that prints a claim: offsets, and the document's figures in the order of the claim's holes.

    joined: parts of it whose cells may be run together, so that the document's own tokens say nothing about their figures.
    says: the claim's pieces in the wording of this place, and where each stands.
    """

    start: int
    end: int
    figures: tuple[Printed, ...]
    joined: tuple[tuple[int, int], ...] = ()
    says: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


class Flat:
    """A stretch of a document as its tokens without grouping, signs apart from their numbers, indexed by first token.

    found: its tokens, grouping included.   functions: the names that stand for functions in the lesson's formulas.
    spelling: how its formulas may be spelled.   apart: where the numbers of headings end.
    """

    def __init__(
        self,
        text: str,
        found: Sequence[Token],
        functions: frozenset[str],
        spelling: Spelling,
        apart: frozenset[int] = frozenset(),
    ) -> None:
        self.text = text
        self.found = found
        self.functions = functions
        self.spelling = spelling
        self.apart = apart
        self.tokens = tuple(token for token in without_grouping(found) if not self._emphasises(token))
        self._where: dict[tuple[str, bool], list[int]] = {}
        self._figures: list[int] = []
        for position, token in enumerate(self.tokens):
            if token.written is not None:
                self._figures.append(position)
            self._where.setdefault((token.text, token.subscript), []).append(position)

    def with_figure(self, text: str, old: Token, new: Token) -> Flat | None:
        """The same stretch of a text in which one figure is another one of the same length; None where more than it differs.

        text: the whole new text.   old, new: the figure's token as `found` has it.
        """
        was, now = list(without_grouping([old])), list(without_grouping([new]))
        at, first = bisect_left(self._starts, old.start), bisect_left(self._token_starts, was[0].start)
        last = first + len(was)
        alike = [(one.kind, one.start, one.end, one.subscript) for one in was] == [
            (one.kind, one.start, one.end, one.subscript) for one in now
        ]
        if not alike or self.found[at] != old or list(self.tokens[first:last]) != was:
            return None
        other = copy(self)
        other.text = text
        other.found = [*self.found[:at], new, *self.found[at + 1 :]]
        other.tokens = (*self.tokens[:first], *now, *self.tokens[last:])
        other._where = dict(self._where)
        for position, (before, after) in enumerate(zip(was, now, strict=True), first):
            one, another = (before.text, before.subscript), (after.text, after.subscript)
            other._where[one] = [at for at in other._where[one] if at != position]
            other._where[another] = sorted([*other._where.get(another, []), position])
        for name in ("chains", "_all_figures", "_spelled_chains"):
            other.__dict__.pop(name, None)
        return other

    def part(self, start: int, end: int) -> Flat:
        """The stretch between two offsets of it."""
        found = self.found[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        return Flat(self.text, found, self.functions, self.spelling, self.apart)

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.found]

    def _emphasises(self, token: Token) -> bool:
        """Whether this is the `**` of bold Markdown: it touches a word on one side only, where a power touches two."""
        if token.kind is not Kind.SCRIPT or token.end - token.start != 2:
            return False
        before, after = self.text[token.start - 1 : token.start], self.text[token.end : token.end + 1]
        return _parts_words(before) != _parts_words(after)

    def figures(self) -> Iterator[Printed]:
        """Every printed number of the stretch, with the sign that belongs to it, in order."""
        for position in self._figures:
            token = self.tokens[position]
            assert token.written is not None
            before = self.tokens[position - 1] if position else None
            sign = before is not None and before.text == "-" and self._sign_at(position - 1)
            yield self._printed(position - 1 if sign else position, position)

    @cached_property
    def chains(self) -> list[PrintedChain]:
        """Every chain of relations that the stretch prints, in order."""
        return printed_chains(self.text, self.found, self.functions, self.apart)

    def figures_within(self, start: int, end: int) -> tuple[Printed, ...]:
        """The printed numbers between two offsets, in order."""
        first, last = (bisect_left(self._figure_starts, offset) for offset in (start, end))
        return self._all_figures[first:last]

    @cached_property
    def _all_figures(self) -> tuple[Printed, ...]:
        return tuple(self.figures())

    @cached_property
    def _figure_starts(self) -> list[int]:
        return [figure.start for figure in self._all_figures]

    def subjects(self, claim: Claim) -> list[str]:
        """What the formulas of a claim are about, in the one spelling; empty where a piece of it is no formula."""
        pieces = patterns(claim, self.functions)
        if not all(piece.chains for piece in pieces):
            return []
        chains = [node for piece in pieces for node in piece.chains if isinstance(node, tree.Chain)]
        return [self.spelling.spelled(chain.sides[0]).key for chain in chains]

    def occurrences(self, claim: Claim, *, respelled: bool = False) -> list[Occurrence]:
        """All places that print the claim, in order, no two of them overlapping; in other spellings too, if so asked.

        Of a claim that has several wordings those places that print the recorded one; where none does, those of the others.
        """
        for worded in variants(claim):
            if found := self._occurrences(worded, respelled):
                return found
        return []

    def _occurrences(self, claim: Claim, respelled: bool) -> list[Occurrence]:
        pieces = patterns(claim, self.functions)
        if respelled and not any(piece.chains for piece in pieces):
            return []
        candidates = self._beginning(pieces[0])
        if respelled and pieces[0].chains:
            candidates = sorted({*candidates, *self._spelled_chains})
        found: list[Occurrence] = []
        for position in candidates:
            occurrence = self._all_pieces(claim.says, pieces, position, respelled)
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

        wanted = [slot.text for piece in patterns(claim, self.functions) for slot in piece.slots]
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

    def _beginning(self, piece: Pattern) -> Sequence[int]:
        """The positions at which a piece may begin."""
        if piece.row is None:
            return self._candidates(piece.slots[0])
        if not self.tokens:
            return ()
        first, last = self.tokens[0].start, self.tokens[-1].end
        starts = (matched.start() for matched in piece.row.pattern.finditer(self.text, first, last))
        return [at for start in starts if (at := bisect_left(self._token_starts, start)) < len(self.tokens)]

    @cached_property
    def _token_starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    def _candidates(self, slot: Slot) -> Sequence[int]:
        if not slot.hole:
            return self._where.get((slot.text, slot.subscript), ())
        return [
            position - 1
            if slot.signed and position and self.tokens[position - 1].text == "-" and self._sign_at(position - 1)
            else position
            for position in self._figures
        ]

    def _all_pieces(
        self, says: tuple[str, ...], pieces: tuple[Pattern, ...], position: int, respelled: bool
    ) -> Occurrence | None:
        figures: list[Printed] = []
        end = self._piece(pieces[0], position, figures, respelled)
        if end is None:
            return None
        spans = [(self.tokens[position].start, self.tokens[end - 1].end)]
        for piece in pieces[1:]:
            for later in range(end, min(end + LONGEST_GAP, len(self.tokens))):
                following: list[Printed] = []
                stop = self._piece(piece, later, following, respelled)
                if stop is not None:
                    figures += following
                    end = stop
                    spans.append((self.tokens[later].start, self.tokens[end - 1].end))
                    break
                if self.tokens[later].written is not None:
                    return None  # only plain words stand between the pieces of a claim
            else:
                return None
        start, stop = self.tokens[position].start, self.tokens[end - 1].end
        rows = [row for piece in pieces if piece.row for row in self._row_spans(piece.row, start, stop)]
        return Occurrence(start, stop, tuple(figures), tuple(rows), says, tuple(spans))

    def _row_spans(self, row: JoinedRow, start: int, stop: int) -> list[tuple[int, int]]:
        return [matched.span() for matched in row.pattern.finditer(self.text, start, stop)]

    def _piece(self, piece: Pattern, position: int, figures: list[Printed], respelled: bool) -> int | None:
        """The position after the piece, if it stands here, alone and of the same shape; its figures are added."""
        if piece.row is not None:
            return self._row(piece.row, position, figures)
        printed: list[Printed] = []
        end = self._slots(piece.slots, position, printed)
        shaped = piece.shape is None or (end is not None and self._shape(position, end) == piece.shape)
        if end is None or not shaped or not self._stands_alone(position, end):
            printed = []
            end = self._respelled(piece, position, printed) if respelled and piece.chains else None
        figures += printed
        return end

    def _row(self, row: JoinedRow, position: int, figures: list[Printed]) -> int | None:
        """The position after a table row that begins here, and its figures; it ends where a token does."""
        found = row.at(self.text, self.tokens[position].start)
        if found is None:
            return None
        end = bisect_left(self._token_starts, found[0])
        if self.tokens[end - 1].end > found[0]:
            return None
        figures += [Printed(*figure) for figure in found[1]]
        return end

    def _respelled(self, piece: Pattern, position: int, figures: list[Printed]) -> int | None:
        """The same for a formula that says what the piece says in another spelling: its chains, one after the other."""
        end = position
        for node in piece.chains:
            while end > position and end < len(self.tokens) and self.tokens[end].kind is Kind.COMMA:
                end += 1
            if (printed := self._spelled_chains.get(end)) is None:
                return None
            stop, spelled, standing = printed
            wanted = self.spelling.spelled(node)
            if wanted.key != spelled.key or len(standing) != len(wanted.order):
                return None
            of = dict(zip(wanted.order, spelled.order, strict=True))
            figures += [standing[of[number]] for number in sorted(of)]
            end = stop
        return end

    @cached_property
    def _spelled_chains(self) -> dict[int, tuple[int, Spelled, tuple[Printed, ...]]]:
        """The printed chains by the position of their first token: where each ends, its one spelling, its figures."""
        found: dict[int, tuple[int, Spelled, tuple[Printed, ...]]] = {}
        for chain in self.chains:
            figures = self.figures_within(chain.start, chain.end)
            read = {one.figure: one.written.value for one in tree.figures(chain.chain)}
            # The sign of a figure that the page does not print as part of it: of e^{- 1}, or of \frac{e}{- 1 + e}.
            unsigned = frozenset(
                number
                for number, figure in enumerate(figures)
                if number in read and read[number] == -figure.written.value and read[number] < 0
            )
            spelled = self.spelling.spelled(chain.chain, unsigned)
            if len(spelled.order) == len(figures):
                end = bisect_left(self._token_starts, chain.end)
                found[bisect_left(self._token_starts, chain.start)] = end, spelled, figures
        return found

    def _slots(self, slots: tuple[Slot, ...], position: int, figures: list[Printed]) -> int | None:
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
        if "$" in between or BLANK_LINE.search(between) or token.text in _MATHEMATICS_ENDS:
            return False
        if token.kind is (Kind.OPEN if outer == left else Kind.CLOSE) and token.text in _PROSE_BRACKETS:
            return False
        if self.text[token.start] in "（）":  # full-width brackets belong to the sentence
            return False
        # A formula broken over lines goes on after a sign that cannot end it.
        return token.kind in CANNOT_END or not any(character in "\r\n" for character in between)

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
            brace = self.text.find("}", stop, stop + LONGEST_BRACE_GAP)
            if brace < 0:
                break  # the left brace of cases closes nowhere
            stop = brace + 1
        return shape(self.text[start:stop], self.functions)

    def _sign_at(self, position: int) -> bool:
        return position == 0 or self.tokens[position - 1].kind in SIGN_MAY_STAND

    def _printed(self, first: int, position: int) -> Printed:
        token = self.tokens[position]
        assert token.written is not None
        start = self.tokens[first].start
        if first == position:
            return Printed(token.written, start, token.end)
        written = Written(self.text[start : token.end], -token.written.value, token.written.ulp, token.written.decimals)
        return Printed(written, start, token.end)
