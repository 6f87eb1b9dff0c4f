"""What a format's reader fills: blocks and notes, in order, up to a limit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from derivations.catalogue import UsageError
from derivations.verdict import Message
from lessonproof.patterns import pattern
from lessons import source
from lessons.block import Block, BlockKind, Note, Run, RunKind
from lessons.excerpt import Excerpt
from lessons.formats.statements import statements
from lessons.formats.worked import is_worked

# Blocks, cells, formulas, signs of markup, entities, escapes: all that is read one by one. Three megabytes full of formulas.
MOST_PIECES = 150_000

_BLANK = r"[ \t\u00a0\u3000]"
_NUMBER = pattern(
    rf"\s*(?:第{_BLANK}*(?P<ordinal>[0-9]{{1,3}}){_BLANK}*[章节课讲]"
    rf"|(?:(?:Chapter|Section|Lesson|Card|Part|Appendix){_BLANK}+|§{_BLANK}*)?"
    rf"(?P<plain>[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{0,4}})(?=\.?{_BLANK}|[.:：、)）]|\Z))",
    re.IGNORECASE,
)


class Page:
    """The blocks of a document while it is read."""

    def __init__(self, written: source.Source) -> None:
        self.written = written
        self.blocks: list[Block] = []
        self.notes: list[Note] = []
        self._pieces = 0

    def flow(self, kind: BlockKind, runs: Iterable[Run], level: int = 0, number: Excerpt | None = None) -> None:
        """A heading, paragraph or item. A display formula in it stands for itself; what follows it is a paragraph."""
        line: list[Run] = []
        for run in runs:
            if run.kind is RunKind.FORMULA and run.display:
                if self._line(kind, line, level, number):
                    kind, level, number = BlockKind.PARAGRAPH, 0, None
                line = []
                self.formula(run.excerpt)
            else:
                line.append(run)
        self._line(kind, line, level, number)

    def _line(self, kind: BlockKind, runs: list[Run], level: int, number: Excerpt | None) -> bool:
        runs = trimmed(runs)
        if not runs:
            return False
        if all(run.kind is RunKind.COMMENT for run in runs):
            self.add(Block(BlockKind.COMMENT, tuple(runs)))
            return False
        if kind is BlockKind.HEADING and number is None:
            number = printed_number(runs[0])
        self.add(Block(kind, tuple(runs), level, number))
        return True

    def formula(self, excerpt: Excerpt) -> None:
        """A display formula; one block for each of its statements."""
        for statement in statements(excerpt):
            self.add(Block(BlockKind.FORMULA, (Run(RunKind.FORMULA, statement, True),)))

    def table(self, rows: Iterable[Iterable[Sequence[Run]]]) -> None:
        self.add(Block(BlockKind.TABLE, rows=tuple(tuple(tuple(trimmed(cell)) for cell in row) for row in rows)))

    def code(self, excerpt: Excerpt) -> None:
        self.add(Block(BlockKind.CODE, (Run(RunKind.CODE, excerpt),)))

    def fixed_width(self, excerpt: Excerpt, info: str = "") -> None:
        """A block that keeps its columns: a worked example, or code.   info: the language that is said of it."""
        if is_worked(excerpt.text, info):
            self.add(Block(BlockKind.WORKED, (Run(RunKind.TEXT, excerpt),)))
        else:
            self.code(excerpt)

    def output(self, excerpt: Excerpt) -> None:
        self.add(Block(BlockKind.OUTPUT, (Run(RunKind.TEXT, excerpt),)))

    def add(self, block: Block) -> None:
        self.count(1 + sum(map(len, block.rows)))
        self.blocks.append(block)

    def count(self, pieces: int) -> None:
        """So many more pieces. Raises UsageError past the limit."""
        self._pieces += pieces
        if self._pieces > MOST_PIECES:
            raise UsageError("document-too-intricate", path=self.written.path, limit=f"{MOST_PIECES:,}")

    def note(self, offset: int, message: Message) -> None:
        """Something to know about the place at an offset of the document."""
        self.count(1)
        self.notes.append(Note(offset, message))


def trimmed(runs: Sequence[Run]) -> list[Run]:
    """Without the white space at either end; empty runs are left out."""
    kept = [run for run in runs if run.excerpt.text]
    while kept and kept[0].kind is RunKind.TEXT and kept[0].text[0].isspace():
        kept[0] = Run(RunKind.TEXT, kept[0].excerpt.strip() if len(kept) == 1 else _left(kept[0].excerpt))
        if not kept[0].text:
            del kept[0]
    while kept and kept[-1].kind is RunKind.TEXT and kept[-1].text[-1].isspace():
        kept[-1] = Run(RunKind.TEXT, kept[-1].excerpt.slice(0, len(kept[-1].text.rstrip())))
        if not kept[-1].text:
            del kept[-1]
    return kept


def _left(excerpt: Excerpt) -> Excerpt:
    return excerpt.slice(len(excerpt.text) - len(excerpt.text.lstrip()), len(excerpt.text))


def printed_number(run: Run) -> Excerpt | None:
    """The number with which a heading begins: `11.3 Loss`, `第 11 章：…`, `Chapter 2`, `§7.4`."""
    matched = _NUMBER.match(run.text) if run.kind is RunKind.TEXT else None
    return None if matched is None else run.excerpt.slice(*matched.span("ordinal" if matched["ordinal"] else "plain"))
