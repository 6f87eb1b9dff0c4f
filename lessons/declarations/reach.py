"""Of what a comment speaks.

One that stands behind text speaks of its own line; if a figure is meant and that line has none, of the nearest line above.
One that begins a line speaks of what follows it: the rest of its block, else the next block (a list with all its items, a
displayed formula with all its statements, a section if that block is its heading).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import islice, zip_longest
from operator import itemgetter

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.block import Block, BlockKind, Run, RunKind
from lessons.declarations.record import Extent
from lessons.declarations.sections import Sections
from lessons.document import Document

MOST_LINES = 1_000
"""Among which the figure that is meant is looked for: nobody means one further away."""

Reach = tuple[tuple[Extent, ...], Extent]
"""The lines of which a figure may be meant, the nearest first, and all of which a comment speaks."""

_LINE_END = pattern(r"\r\n|\r|\n")
_TOGETHER = frozenset({BlockKind.ITEM, BlockKind.FORMULA})
_BETWEEN_STATEMENTS = pattern(r"[\s\\&]*+")


@dataclass
class _Line:
    """What a line of a block prints, and the comments in it. printed: its stretches of text that are not blank, in order."""

    printed: list[Extent] = field(default_factory=list)
    comments: list[Run] = field(default_factory=list)

    @property
    def extent(self) -> Extent:
        return self.printed[0][0], self.printed[-1][1]

    def after(self, comment: Run) -> list[Extent]:
        """The first stretch behind a comment, if there is one."""
        at = bisect_right(self.printed, comment.excerpt.start, key=itemgetter(0))
        return self.printed[at : at + 1]


def addressed_places(document: Document) -> Iterator[tuple[Run, tuple[Extent, ...], Extent]]:
    """Every comment, in order: the lines of which a figure may be meant, and all of which it speaks.

    Takes time proportional to the document, however many comments stand together.
    """
    sections = Sections(document)
    after = _shown_after(document.blocks)
    following: dict[int, Reach] = {}  # of all the comments that stand before one block
    for number, block in enumerate(document.blocks):
        if not any(run.kind is RunKind.COMMENT for run in block.all_runs()):
            continue
        lines = _lines(document, block)
        printed = [at for at, line in enumerate(lines) if line.printed]
        for at, line in enumerate(lines):
            for which, comment in enumerate(line.comments):
                reach = _reach(document, number, lines, printed, at, which)
                if reach is None:
                    first = after[number]
                    if first not in following:
                        following[first] = _following(document, sections, first)
                    reach = following[first]
                yield comment, *reach


def _shown_after(blocks: Sequence[Block]) -> list[int]:
    """For each block, the number of the next one that is no comment."""
    after, first = [0] * len(blocks), len(blocks)
    for number in range(len(blocks) - 1, -1, -1):
        after[number] = first
        first = first if blocks[number].kind is BlockKind.COMMENT else number
    return after


def _reach(document: Document, number: int, lines: list[_Line], printed: list[int], at: int, which: int) -> Reach | None:
    """Of what a comment of a line speaks within its block; None where that is the next one.

    printed: the lines that are not blank.
    """
    line, comment = lines[at], lines[at].comments[which]
    if line.printed and line.printed[0][0] < comment.excerpt.start:
        start = max([line.printed[0][0], *(one.excerpt.stop for one in line.comments[:which][-1:])])
        above = [] if which or document.blocks[number].rows else islice(_above(lines, at), MOST_LINES)
        return ((start, comment.excerpt.start), *above), line.extent
    later = bisect_right(printed, at)
    here = [*line.after(comment), *(lines[one].extent for one in printed[later : later + MOST_LINES])]
    if not here:
        return None
    if line.printed:
        here[0] = here[0][0], line.extent[1]
    return tuple(here), (here[0][0], max(here[-1][1], lines[printed[-1]].extent[1]))


def _above(lines: list[_Line], at: int) -> Iterator[Extent]:
    """The lines before, the nearest first, up to one with a comment: a wrapped text may part a figure from its comment."""
    for line in (lines[before] for before in range(at - 1, -1, -1)):
        if line.comments:
            return
        if line.printed:
            yield line.extent


def _following(document: Document, sections: Sections, first: int) -> Reach:
    """The block with this number and what goes on with it."""
    end = len(document.source.text)
    blocks = document.blocks
    if first == len(blocks):
        return (), (end, end)
    last = first
    while last + 1 < len(blocks) and _goes_on(document, blocks[last], blocks[last + 1]):
        last += 1
    lines = [line.extent for block in blocks[first : last + 1] for line in _lines(document, block) if line.printed]
    if not lines:
        return (), (end, end)
    if blocks[first].kind is BlockKind.HEADING:
        return tuple(lines), sections.at(blocks[first].runs[0].excerpt.start)
    return tuple(lines), (lines[0][0], lines[-1][1])


def _goes_on(document: Document, block: Block, following: Block) -> bool:
    """Whether two blocks are one list, or statements of one displayed formula."""
    if block.kind is not following.kind or block.kind not in _TOGETHER or not block.runs or not following.runs:
        return False
    between = document.source.text[block.runs[-1].excerpt.stop : following.runs[0].excerpt.start]
    if block.kind is BlockKind.ITEM:
        return True
    return "\\\\" in between and _BETWEEN_STATEMENTS.fullmatch(between) is not None


def _lines(document: Document, block: Block) -> list[_Line]:
    """The lines of a block's text; of a table, its rows."""
    lines: list[_Line] = [_Line()]
    for runs in [block.runs, *(tuple(run for cell in row for run in cell) for row in block.rows)]:
        if runs and (lines[-1].printed or lines[-1].comments):
            lines.append(_Line())
        for run, following in zip_longest(runs, runs[1:]):
            if run.kind is RunKind.COMMENT:
                lines[-1].comments.append(run)
                stop = following.excerpt.start if following else run.excerpt.stop
                if not block.rows and _LINE_END.search(document.source.text, run.excerpt.stop, stop):
                    lines.append(_Line())
            elif run.kind is RunKind.TEXT and not block.rows:
                _text(run, lines)
            elif run.text.strip():
                lines[-1].printed.append((run.excerpt.start, run.excerpt.stop))
    return lines


def _text(run: Run, lines: list[_Line]) -> None:
    start = 0
    for end in [*(match.span() for match in _LINE_END.finditer(run.text)), (len(run.text), len(run.text))]:
        if run.text[start : end[0]].strip():
            part = run.excerpt.slice(start, end[0]).strip()
            lines[-1].printed.append((part.start, part.stop))
        if end[0] < len(run.text):
            lines.append(_Line())
        start = end[1]
