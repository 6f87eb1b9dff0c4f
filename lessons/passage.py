"""What the detectors read: a stretch of a document, whatever its format, with the place of every character.

A passage is a paragraph, a list, a table or a display formula; of a plain text, all lines between two blank ones, because an
export writes a table as lines. Its text joins what a reader sees. Programs and what they print are left out: there `=` is no
equality. Comments of code that state arithmetic are read.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from derivations.verdict import Place
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.block import Block, BlockKind, Run, RunKind
from lessons.code_comments import comments
from lessons.document import Document
from lessons.formats.recognition import Format

Span = tuple[int, int]

_LINE_END = pattern(r"\r\n|\r|\n")
# `= 256 KB`, which goes on with the line above, and `12 × 64 =`, which goes on below; no underline, arrow or comparison.
_BEGUN = pattern(r"[ \t]*(?:[=≈≃≅](?![=>])|~=)[ \t]*(?=[^\s=])")
_LEFT_OFF = pattern(r"(?<![=<>!:])[=≈≃≅][ \t]*\Z")
_TEX = pattern(r"[\\{}]")  # an export displays plain arithmetic as well
_FACTORS = pattern(r"[A-Za-z0-9)\]}%][A-Za-z0-9(\[{√]")
_LEFT_OUT = frozenset({BlockKind.CODE, BlockKind.OUTPUT, BlockKind.COMMENT})
_LINES = frozenset({BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.FORMULA})


@dataclass(frozen=True, slots=True)
class Passage:
    """One stretch of a document.

    places: the line and column of an offset into `text`.   formulas: where TeX source stands, in order, never nested.
    rows: the cells of a table, row by row, in order; empty for running text.
    run_together: an export of plain text, whose table cells may stand in one line with nothing between them.
    section: how many headings stand before the text or are it.
    joints: where signs of markup stand in the file and none in the text, between two operands that touch: `3/8*8` may be
    meant. `3 × 4 = **12**` is only printed bold.
    """

    text: str
    places: Callable[[int], Place]
    formulas: tuple[Span, ...] = ()
    rows: tuple[tuple[Span, ...], ...] = ()
    run_together: bool = False
    joints: tuple[int, ...] = ()
    section: int = 0

    def lines(self) -> list[Span]:
        """The lines of the text; of a table, its rows.

        A line end inside a formula ends nothing, nor does one beside a sign of relation: `12 × 64 =` goes on below it.
        """
        if self.rows:
            return [(row[0][0], row[-1][1]) for row in self.rows if row]
        if "\n" not in self.text and "\r" not in self.text:
            return [(0, len(self.text))]
        spans, start, line, number = [], 0, 0, 0
        for end in _LINE_END.finditer(self.text):
            while number < len(self.formulas) and self.formulas[number][1] <= end.start():
                number += 1
            outside = number == len(self.formulas) or self.formulas[number][0] > end.start()
            if outside and not self._goes_on(line, end):
                spans.append((start, end.start()))
                start = end.end()
            line = end.end()
        return [*spans, (start, len(self.text))]

    def _goes_on(self, line: int, end: re.Match[str]) -> bool:
        """Whether the line that begins at an offset states a relation together with the one below its end."""
        if not self.text[line : end.start()].strip():
            return False
        if _BEGUN.match(self.text, end.end()):
            return True
        return not self.run_together and _LEFT_OFF.search(self.text, line, end.start()) is not None

    def stretches(self) -> list[Span]:
        """What is read by itself: a line, or a cell."""
        return [cell for row in self.rows for cell in row] if self.rows else self.lines()


def passages(document: Document) -> list[Passage]:
    """All passages of a document, in order."""
    run_together = document.format is Format.PLAIN
    found: list[Passage] = []
    section = 0
    for blocks in _joined(document, run_together):
        section += blocks[0].kind is BlockKind.HEADING
        is_table = bool(blocks[0].rows)
        rows: Sequence[Sequence[Sequence[Run]]] = blocks[0].rows if is_table else [[block.runs] for block in blocks]
        if any(cell for row in rows for cell in row):
            found.append(_passage(document, rows, section, is_table=is_table, run_together=run_together and not is_table))
    return found


def _joined(document: Document, by_lines: bool) -> Iterator[list[Block]]:
    """Blocks that belong to one passage: the items of a list, the neighbouring lines of a plain text."""
    together: list[Block] = []
    for block in document.blocks:
        if block.kind is BlockKind.CODE and (said := [run for code in block.runs for run in comments(code)]):
            if together:
                yield together
            together = []
            yield [Block(BlockKind.ITEM, (run,)) for run in said]
        if block.kind in _LEFT_OUT:
            continue
        if together and not _goes_on(document, together[-1], block, by_lines):
            yield together
            together = []
        together.append(block)
    if together:
        yield together


def _goes_on(document: Document, last: Block, block: Block, by_lines: bool) -> bool:
    if not by_lines or not last.runs or not block.runs:
        return last.kind is block.kind is BlockKind.ITEM
    between = document.source.text[last.runs[-1].excerpt.stop : block.runs[0].excerpt.start]
    return {last.kind, block.kind} <= _LINES and len(_LINE_END.findall(between)) < 2


def _passage(
    document: Document, rows: Sequence[Sequence[Sequence[Run]]], section: int, *, is_table: bool, run_together: bool
) -> Passage:
    """The cells one after the other, with a tab between them and a line end between rows."""
    pieces: list[str] = []
    starts: list[int] = []
    runs: list[Run] = []
    formulas: list[Span] = []
    spans: list[tuple[Span, ...]] = []
    joints: list[int] = []
    length = 0
    for row in rows:
        row_spans = []
        for cell in row:
            start = length
            for run in cell:
                if run.kind is RunKind.COMMENT:
                    continue
                starts.append(length)
                runs.append(run)
                text = run.excerpt.text
                if run.excerpt.pieces:
                    joints += [length + offset for offset in _joints(run)]
                pieces.append(text)
                if run.kind is RunKind.FORMULA and (not run.display or not run_together or _TEX.search(text)):
                    formulas.append((length, length + len(text)))
                length += len(text)
            row_spans.append((start, length))
            pieces.append("\t" if is_table else "\n")
            length += 1
        spans.append(tuple(row_spans))
    text = "".join(pieces).rstrip("\n")
    places = partial(_place, document, starts, runs)
    return Passage(text, places, tuple(formulas), tuple(spans) if is_table else (), run_together, tuple(joints), section)


def _joints(run: Run) -> Iterator[int]:
    """Offsets of a run before which the file holds signs that are not shown, between two operands that touch."""
    pieces = run.excerpt.pieces
    for (_, _, stop), (begins, start, _) in itertools.pairwise(pieces):
        if start > stop and run.kind is RunKind.TEXT and _FACTORS.match(run.text, max(0, begins - 1)):
            yield begins


def _place(document: Document, starts: list[int], runs: list[Run], offset: int) -> Place:
    number = max(0, bisect_right(starts, offset) - 1)
    excerpt = runs[number].excerpt
    return document.place(excerpt.at(min(offset - starts[number], len(excerpt.text))))
