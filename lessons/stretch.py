"""A stretch of a document as tokens: its figures, its formulas, and what stands alone in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Self

from derivations.formula.spelling import Spelling
from derivations.formula.tokens import Kind, Token
from lessonproof.patterns import pattern
from lessons.formulas import BLANK_LINE, CANNOT_END, PrintedChain, printed_chains, printed_expressions
from lessons.occurrence import Printed
from lessons.pattern import SIGN_MAY_STAND, shape, without_grouping
from lessons.spelled import SpelledFormula, spelled_formulas
from numeric.written import Written

# What may stand beside a piece without being part of its formula.
_PARTS = frozenset({Kind.CJK, Kind.COMMA, Kind.STOP, Kind.CELL, Kind.DOTS})
_PROSE_BRACKETS = frozenset("()")
_ABOUT = frozenset("≈≃≅≐")
_LINE_END = pattern(r"[\r\n]")
_FRAMES = ("$", "\\(", "\\)", "\\[", "\\]", "\\begin{", "\\end{")
# White space between the end of a formula's last token and the brace that closes around it.
LONGEST_BRACE_GAP = 16
_APART = frozenset(" \t\r\n|，。；：、（）,;:!?！？")


def _parts_words(sign: str) -> bool:
    return not sign or sign in _APART or "\u4e00" <= sign <= "\u9fff"


class Stretch:
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
        self.where: dict[tuple[str, bool], list[int]] = {}
        self.figure_positions: list[int] = []
        for position, token in enumerate(self.tokens):
            if token.written is not None:
                self.figure_positions.append(position)
            self.where.setdefault((token.text, token.subscript), []).append(position)

    def with_figure(self, text: str, old: Token, new: Token) -> Self | None:
        """The same stretch of a text in which one figure is another one of the same length; None where more than it differs.

        text: the whole new text.   old, new: the figure's token as `found` has it.
        """
        was, now = list(without_grouping([old])), list(without_grouping([new]))
        at, first = bisect_left(self._starts, old.start), bisect_left(self.token_starts, was[0].start)
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
        other.where = dict(self.where)
        for position, (before, after) in enumerate(zip(was, now, strict=True), first):
            one, another = (before.text, before.subscript), (after.text, after.subscript)
            other.where[one] = [at for at in other.where[one] if at != position]
            other.where[another] = sorted([*other.where.get(another, []), position])
        for name in ("chains", "lines", "_all_figures", "spelled_chains", "spelled_expressions"):
            other.__dict__.pop(name, None)
        return other

    def part(self, start: int, end: int) -> Self:
        """The stretch between two offsets of it."""
        found = self.found[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        return type(self)(self.text, found, self.functions, self.spelling, self.apart)

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
        for position in self.figure_positions:
            token = self.tokens[position]
            assert token.written is not None
            before = self.tokens[position - 1] if position else None
            sign = before is not None and before.text == "-" and self.sign_at(position - 1)
            yield self.printed(position - 1 if sign else position, position)

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

    @cached_property
    def lines(self) -> list[tuple[list[Token], frozenset[str]]]:
        """The tokens of each line, and their texts."""
        lines: list[list[Token]] = []
        end = None  # of the token before
        for token in self.tokens:
            if end is None or (end < token.start and _LINE_END.search(self.text, end, token.start)):
                lines.append([])
            lines[-1].append(token)
            end = token.end
        return [(line, frozenset(token.text for token in line)) for line in lines]

    @cached_property
    def token_starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    @cached_property
    def spelled_chains(self) -> dict[int, SpelledFormula]:
        """The printed chains by the position of their first token."""
        return spelled_formulas(self.chains, self.spelling, self.figures_within, self.token_starts)

    @cached_property
    def spelled_expressions(self) -> dict[int, SpelledFormula]:
        """The printed expressions that are no side of a relation between known letters, in the same way."""
        found = printed_expressions(self.text, self.found, self.functions, self.spelling.letters, self.apart)
        return spelled_formulas(found, self.spelling, self.figures_within, self.token_starts)

    def stands_alone(self, first: int, end: int) -> bool:
        """Whether nothing touches the tokens first … end − 1 that would make them part of a longer formula."""
        if self.tokens[first].kind is not Kind.CJK and first and self._touches(first - 1, first, first - 1):
            return False
        return self.tokens[end - 1].kind is Kind.CJK or end == len(self.tokens) or not self._touches(end - 1, end, end)

    def _touches(self, left: int, right: int, outer: int) -> bool:
        """Whether token `outer`, one of two neighbours, belongs to the same formula as the other."""
        token = self.tokens[outer]
        if outer == left and token.text in _ABOUT and outer and self._ends_words(outer):
            return False  # “becomes ≈ 0.99”: the sign stands for a word
        between = self.text[self.tokens[left].end : self.tokens[right].start]
        if token.kind in _PARTS or token.text == ":" or (token.kind is Kind.OTHER and not token.text.isascii()):
            return False
        if BLANK_LINE.search(between) or any(sign in between for sign in _FRAMES):
            return False
        if token.kind is (Kind.OPEN if outer == left else Kind.CLOSE) and token.text in _PROSE_BRACKETS:
            return False
        if self.text[token.start] in "（）":  # full-width brackets belong to the sentence
            return False
        # A formula broken over lines goes on after a sign that cannot end it.
        return token.kind in CANNOT_END or not any(character in "\r\n" for character in between)

    def _ends_words(self, position: int) -> bool:
        """Whether words, and no formula, stand before a token."""
        before = self.tokens[position - 1]
        between = self.text[before.end : self.tokens[position].start]
        return before.kind in (Kind.CJK, Kind.OTHER) or any(sign in between for sign in _FRAMES)

    def shape_of(self, first: int, end: int) -> str | None:
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

    def sign_at(self, position: int) -> bool:
        return position == 0 or self.tokens[position - 1].kind in SIGN_MAY_STAND

    def printed(self, first: int, position: int) -> Printed:
        token = self.tokens[position]
        assert token.written is not None
        start = self.tokens[first].start
        if first == position:
            return Printed(token.written, start, token.end)
        written = Written(self.text[start : token.end], -token.written.value, token.written.ulp, token.written.decimals)
        return Printed(written, start, token.end)
