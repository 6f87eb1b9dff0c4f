"""A chapter read again after one figure of its document has changed, as far as that change reaches.

The result is the same reading as of the whole chapter, by these facts. A line that cannot be a heading, before and after the
change, leaves the outline alone. The tokenizer forgets everything at a blank line, so between two blank lines the same
text gives the same tokens; that it did so for the old text is looked at, not assumed. With tokens and offsets unchanged, a
section that the change does not lie in prints what it printed. Where one of these does not hold, all is read again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from derivations.formula.tokens import Token, tokens
from derivations.verdict import Binding
from lessons.chapter import Reading, read_chapter, read_tokens
from lessons.formulas import BLANK_LINE
from lessons.mutation.mutant import Mutant
from lessons.occurrence import Occurrence
from lessons.outline import may_head
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

    def read(self, mutant: Mutant, changed: Source) -> Reading:
        """The chapter of the changed document."""
        base = self.reading
        start, stop = base.stretch(None)
        within = start <= mutant.start and mutant.stop <= stop
        block = self._block(mutant)
        if mutant.longer or heading_touched(self.document, changed, mutant) or not within or not self._is_sound(block):
            return read_chapter(base.lesson, base.chapter, changed, base.elsewhere)
        first, last = (bisect_left(self.starts, offset) for offset in block)
        found = [*self.found[:first], *tokens(changed.text, *block), *self.found[last:]]
        known = {name: places for name, places in self._at_home.items() if not self._in_section(name, mutant)}
        return read_tokens(base.lesson, base.chapter, changed, base.headings, found, known, base.elsewhere)

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


def heading_touched(document: Source, changed: Source, mutant: Mutant) -> bool:
    """Whether the outline may have changed: the line of the change, before or after it, may be a heading."""
    first = document.place(mutant.start).line
    last = document.place(mutant.stop).line
    lines = [source.text[slice(*source.line(number))] for source in (document, changed) for number in range(first, last + 1)]
    return len(document.line_starts) != len(changed.line_starts) or any(may_head(line) for line in lines)
