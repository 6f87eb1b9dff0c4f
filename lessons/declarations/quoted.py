"""Where a document prints what a declaration quotes: compared without white space, and every figure a hole.

So a quoted sentence is found again when its figure changes, and the figure is then what is wrong, not the place.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from derivations.formula.tokens import tokens
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.block import BlockKind, Run, RunKind
from lessons.declarations.record import Extent
from lessons.document import Document
from lessons.passage import Span
from numeric.written import Written

_HOLE = "\x01"
_END = "\x00"  # of a block, or of a row of a table
_BLANK = pattern(r"\s+")
_NOT_SHOWN = frozenset({BlockKind.CODE, BlockKind.OUTPUT, BlockKind.COMMENT})
# Markup that an author may copy with his text, one more kind at a time.
_MARKUP = ("", "$", "$`|", "$`|*_")
# So much text beside its figures makes a quotation one that can be found again without them.
_ENOUGH = pattern(r"(?:[A-Za-z\\^_=+/].*?){4}|[\u4e00-\u9fff].*?[\u4e00-\u9fff]", re.DOTALL)
MOST_PLACES = 50


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure of the document: what it says and where it stands."""

    written: Written
    extent: Extent


@dataclass(frozen=True, slots=True)
class Found:
    """One place that prints a quotation, and its figures in order."""

    extent: Extent
    figures: tuple[PrintedFigure, ...]


class Quoted:
    """The printed text of a document, to be searched."""

    def __init__(self, document: Document) -> None:
        self._pieces: list[str] = []
        self._length = 0
        # Where each run begins in the text without blanks, and where its figures stand in it.
        self._runs: list[tuple[int, Run, tuple[Span, ...]]] = []
        self._holes: list[int] = []
        self.figures: list[PrintedFigure] = []
        for block in document.blocks:
            if block.kind in _NOT_SHOWN:
                continue
            for runs in [block.runs, *(tuple(run for cell in row for run in cell) for row in block.rows)]:
                for run in runs:
                    if run.kind is not RunKind.COMMENT:
                        self._append(run)
                self._write(_END)
        self._mapped: tuple[int, list[int]] | None = None  # of the run last asked for
        self._text = "".join(self._pieces)
        self._starts = [start for start, _, _ in self._runs]
        self._offsets = [figure.extent[0] for figure in self.figures]

    def within(self, extent: Extent) -> tuple[PrintedFigure, ...]:
        """The figures of a stretch of the document, in order."""
        first, last = bisect_left(self._offsets, extent[0]), bisect_left(self._offsets, extent[1])
        return tuple(self.figures[first:last])

    def find(self, quotation: str) -> list[Found]:
        """Every place that prints it; where none does, every place that prints it with other figures."""
        for markup in _MARKUP:
            text, wanted = _holed(quotation.translate({ord(sign): None for sign in markup}))
            if not text:
                continue
            found = list(self._places(text))
            same = [place for place in found if [figure.written.text for figure in place.figures] == wanted]
            if same:
                return same
            if found and wanted and _ENOUGH.search(text):
                return found
        return []

    def _places(self, text: str) -> Iterator[Found]:
        position = self._text.find(text)
        count = 0
        while position >= 0 and count < MOST_PLACES:
            end = position + len(text)
            start, stop = self._offset(position), self._after(end - 1)
            if not (self._inside_word(position, text[0], before=True) or self._inside_word(end - 1, text[-1], before=False)):
                first, last = bisect_left(self._holes, position), bisect_left(self._holes, end)
                yield Found((start, stop), tuple(self.figures[first:last]))
                count += 1
            position = self._text.find(text, position + 1)

    def _append(self, run: Run) -> None:
        first = self._length
        text, start = run.text, 0
        spans: list[Span] = []
        for token in tokens(text) if any(sign.isdigit() for sign in text) else ():
            if token.written is None:
                continue
            self._write(_BLANK.sub("", text[start : token.start]))
            self._holes.append(self._length)
            spans.append((token.start, token.end))
            excerpt = run.excerpt.slice(token.start, token.end)
            self.figures.append(PrintedFigure(token.written, (excerpt.start, excerpt.stop)))
            self._write(_HOLE)
            start = token.end
        self._write(_BLANK.sub("", text[start:]))
        self._runs.append((first, run, tuple(spans)))

    def _write(self, piece: str) -> None:
        self._pieces.append(piece)
        self._length += len(piece)

    def _within_run(self, position: int) -> tuple[Run, int]:
        """The run around a place of the text without blanks, and the offset of that sign in the run."""
        start, run, spans = self._runs[bisect_right(self._starts, position) - 1]
        if self._mapped is None or self._mapped[0] != start:
            self._mapped = start, _signs(run.text, spans)
        return run, self._mapped[1][position - start]

    def _offset(self, position: int) -> int:
        run, at = self._within_run(position)
        return run.excerpt.at(at)

    def _after(self, position: int) -> int:
        if self._text[position] == _HOLE:
            return self.figures[bisect_left(self._holes, position)].extent[1]
        run, at = self._within_run(position)
        return run.excerpt.after(at + 1)

    def _inside_word(self, position: int, sign: str, *, before: bool) -> bool:
        """Whether a quotation would begin or end within a word."""
        if not (sign.isascii() and sign.isalpha()):
            return False
        run, at = self._within_run(position)
        beside = run.text[at - 1 : at] if before else run.text[at + 1 : at + 2]
        return beside.isascii() and beside.isalpha()


def _holed(quotation: str) -> tuple[str, list[str]]:
    pieces, figures, start = [], [], 0
    for token in tokens(quotation):
        if token.written is not None:
            pieces += [_BLANK.sub("", quotation[start : token.start]), _HOLE]
            figures.append(token.written.text)
            start = token.end
    return "".join([*pieces, _BLANK.sub("", quotation[start:])]), figures


def _signs(text: str, figures: Iterable[Span]) -> list[int]:
    """Where each sign of a text without blanks stands in it; a figure is one sign."""
    signs: list[int] = []
    start = 0
    for first, last in figures:
        signs += [at for at in range(start, first) if not text[at].isspace()]
        signs.append(first)
        start = last
    return signs + [at for at in range(start, len(text)) if not text[at].isspace()]
