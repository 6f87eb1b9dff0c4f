"""A chapter read again after one figure of its document has changed, as far as that change reaches.

The result is the same reading as of the whole chapter, by these facts. A line that cannot be a heading, before and after the
change, leaves the outline alone. The tokenizer forgets everything at a blank line, so between two blank lines the same
text gives the same tokens; that it did so for the old text is looked at, not assumed. With tokens and offsets unchanged, a
section that the change does not lie in prints what it printed. Where nothing but the number of one figure has changed, so does
each claim of its section that does not print it: only a claim that has either number as a word of its own (a label), or a row
of a table on that line, could be found where it was not. Where one of these does not hold, all is read again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from derivations.formula.tokens import Token, tokens
from derivations.verdict import Binding
from derivations.wording import variants
from lessons.chapter import Reading, functions_of, read_chapter, read_stretches, read_tokens
from lessons.flat import Flat
from lessons.formulas import BLANK_LINE
from lessons.joined_rows import JoinedRow
from lessons.mutation.mutant import Mutant
from lessons.occurrence import Occurrence
from lessons.outline import may_head
from lessons.pattern import patterns, without_grouping
from lessons.source import Source

Stretch = tuple[int, int]


class Rereader:
    """One chapter, read once, and again for each change of its document."""

    def __init__(self, reading: Reading) -> None:
        assert reading.document is not None and reading.everywhere is not None
        self.reading = reading
        self.document = reading.document
        self.found: Sequence[Token] = reading.everywhere.found
        self.starts = [token.start for token in self.found]
        self._sound: dict[Stretch, bool] = {}
        self._homes: dict[str, Flat] = {}

    def read(self, mutant: Mutant, changed: Source) -> Reading:
        """The chapter of the changed document."""
        base = self.reading
        start, stop = base.stretch(None)
        within = start <= mutant.start and mutant.stop <= stop
        block = self._block(mutant)
        if mutant.longer or heading_touched(self.document, changed, mutant) or not within or not self._is_sound(block):
            return read_chapter(base.lesson, base.chapter, changed, base.elsewhere)
        first, last = (bisect_left(self.starts, offset) for offset in block)
        now = tokens(changed.text, *block)
        if (figure := _changed_figure(self.found[first:last], now)) and (found := self._with_figure(mutant, changed, *figure)):
            return found
        known = {name: places for name, places in self._at_home.items() if not self._in_section(name, mutant)}
        whole = [*self.found[:first], *now, *self.found[last:]]
        return read_tokens(base.lesson, base.chapter, changed, base.headings, whole, known, base.elsewhere)

    def _with_figure(self, mutant: Mutant, changed: Source, old: Token, new: Token) -> Reading | None:
        """The chapter in which one figure is another; None where that is not all that differs."""
        base = self.reading
        assert base.everywhere is not None
        everywhere = base.everywhere.with_figure(changed.text, old, new)
        known = {
            name: places
            for name, places in self._at_home.items()
            if not self._in_section(name, mutant) or not self._may_print(name, mutant, changed, old, new)
        }
        sections = {claim.section for claim in base.claims if claim.id not in known}
        stretches = {}
        for section in sections & base.headings.keys():
            home = self._home(section)
            within = bool(home.found) and home.found[0].start <= old.start <= home.found[-1].start
            there = home.with_figure(changed.text, old, new) if within else home
            if there is None:
                return None
            stretches[section] = there
        if everywhere is None:
            return None
        return read_stretches(base.lesson, base.chapter, changed, base.headings, everywhere, stretches, known, base.elsewhere)

    def _may_print(self, name: str, mutant: Mutant, changed: Source, old: Token, new: Token) -> bool:
        """Whether a claim may print the changed figure, before or after the change."""
        if name not in self._plainly or any(one.start < mutant.stop and mutant.start < one.end for one in self._at_home[name]):
            return True
        rows, words = self._asks_for[name]
        if words & {token.text for one in (old, new) for token in without_grouping([one])}:
            return True
        line = self.document.line(self.document.place(mutant.start).line)
        return any(row.pattern.search(text, *line) for row in rows for text in (self.document.text, changed.text))

    @cached_property
    def _asks_for(self) -> dict[str, tuple[list[JoinedRow], frozenset[str]]]:
        """The rows of tables that each claim asks for, and the texts of its tokens that are no holes."""
        functions = functions_of(self.reading.chapter)
        asked = {}
        for claim in self.reading.claims:
            pieces = [piece for worded in variants(claim) for piece in patterns(worded, functions)]
            words = frozenset(slot.text for piece in pieces for slot in piece.slots if not slot.hole)
            asked[claim.id] = [piece.row for piece in pieces if piece.row], words
        return asked

    @cached_property
    def _plainly(self) -> frozenset[str]:
        """The claims that are found at home as they are spelled."""
        claims = (claim for claim in self.reading.claims if claim.id in self._at_home)
        return frozenset(claim.id for claim in claims if self._home(claim.section).occurrences(claim))

    def _home(self, section: str) -> Flat:
        if section not in self._homes:
            assert self.reading.everywhere is not None
            heading = self.reading.headings[section]
            self._homes[section] = self.reading.everywhere.part(heading.title_end, heading.end)
        return self._homes[section]

    def _block(self, mutant: Mutant) -> Stretch:
        """The lines around a change between two blank ones, within the chapter."""
        start, stop = self.reading.stretch(None)
        before = [one.end() for one in BLANK_LINE.finditer(self.document.text, start, mutant.start)]
        after = BLANK_LINE.search(self.document.text, mutant.stop, stop)
        return before[-1] if before else start, after.start() if after else stop

    def _is_sound(self, block: Stretch) -> bool:
        """Whether the lines read by themselves give the tokens that they gave among the others."""
        if block not in self._sound:
            first, last = (bisect_left(self.starts, offset) for offset in block)
            self._sound[block] = tokens(self.document.text, *block) == list(self.found[first:last])
        return self._sound[block]

    @cached_property
    def _at_home(self) -> dict[str, tuple[Occurrence, ...]]:
        """The places of the claims that their own sections print."""
        places = {}
        for claim in self.reading.claims:
            heading, bound = self.reading.headings.get(claim.section), self.reading.bound[claim.id]
            if heading is None or bound.binding.gone or bound.binding is Binding.MOVED:
                continue
            if all(heading.title_end <= one.start and one.end <= heading.end for one in bound.occurrences):
                places[claim.id] = bound.occurrences
        return places

    def _in_section(self, name: str, mutant: Mutant) -> bool:
        """Whether a change may touch what the section of a claim prints, with the signs right beside it."""
        heading = self.reading.headings[next(claim.section for claim in self.reading.claims if claim.id == name)]
        return mutant.start <= heading.end and mutant.stop >= heading.title_end


def _changed_figure(before: Sequence[Token], after: Sequence[Token]) -> tuple[Token, Token] | None:
    """The one token, a figure, in which two stretches differ; None where more does."""
    if len(before) != len(after):
        return None
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    if len(pairs) != 1 or pairs[0][0].written is None or pairs[0][1].written is None:
        return None
    return pairs[0]


def heading_touched(document: Source, changed: Source, mutant: Mutant) -> bool:
    """Whether the outline may have changed: the line of the change, before or after it, may be a heading."""
    first = document.place(mutant.start).line
    last = document.place(mutant.stop).line
    lines = [source.text[slice(*source.line(number))] for source in (document, changed) for number in range(first, last + 1)]
    return len(document.line_starts) != len(changed.line_starts) or any(may_head(line) for line in lines)
