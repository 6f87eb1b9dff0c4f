"""What a document consists of, whatever its format: blocks, in them runs, and the figures that they print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from derivations.formula.parser import parse
from derivations.formula.tokens import figure_tokens
from derivations.formula.tree import Formula
from derivations.verdict import Message
from lessonproof.records import dataclass
from lessons.excerpt import Excerpt
from lessons.read_before import of_text
from numeric.written import Written


class RunKind(StrEnum):
    TEXT = "text"
    FORMULA = "formula"
    CODE = "code"
    COMMENT = "comment"  # what an author writes to lessonproof, and no reader sees


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"  # what a list item begins with; what else it holds are blocks of their own
    TABLE = "table"
    CODE = "code"
    WORKED = "worked"  # a worked example in fixed width, line by line
    OUTPUT = "output"  # what a notebook's cell printed
    FORMULA = "formula"  # displayed on a line of its own
    COMMENT = "comment"


NOT_SHOWN = frozenset({BlockKind.CODE, BlockKind.OUTPUT, BlockKind.COMMENT})
"""What holds no figures of the text."""


class Run(NamedTuple):
    """A stretch of one kind. Of a formula the excerpt is its TeX source without delimiters; of MathML, the same written as TeX.

    Text is as displayed: without markup, entities and escapes replaced, white space and line ends as in the file.
    """

    kind: RunKind
    excerpt: Excerpt
    display: bool = False

    @property
    def text(self) -> str:
        return self.excerpt.text

    def tree(self, functions: Iterable[str] = frozenset(), operators: Iterable[str] = frozenset()) -> Formula:
        """The formula read. Its spans count from the start of `text`; `excerpt.at` leads to the file. Raises FormulaError."""
        return parse(self.text, functions, operators)


class Block(NamedTuple):
    """One block. A table has rows of cells, each cell a sequence of runs, and no runs of its own.

    level: 1 to 6 of a heading; how deep a list item is nested, from 1.   number: what numbers a heading, as it prints it
    ("11.3"), which is also part of its runs; the printed number of a list item, which is not.
    """

    kind: BlockKind
    runs: tuple[Run, ...] = ()
    level: int = 0
    number: Excerpt | None = None
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()

    def all_runs(self) -> Iterator[Run]:
        """The runs of the block and of its cells, row by row."""
        yield from self.runs
        for row in self.rows:
            for cell in row:
                yield from cell

    def figures(self) -> Iterator[Figure]:
        """The printed numbers of the block, with the sign that belongs to them; neither its own number nor subscripts."""
        for run in self.all_runs():
            if run.kind is RunKind.COMMENT:
                continue
            for token in of_text(figure_tokens, run.text):
                assert token.written is not None
                excerpt = run.excerpt.slice(token.start, token.end)
                if self.number is None or not self.number.start <= excerpt.start < self.number.stop:
                    yield Figure(token.written, excerpt, run)


class Figure(NamedTuple):
    """One printed number: what it says, where it stands, and the run that prints it."""

    written: Written
    excerpt: Excerpt
    run: Run


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader of this document should know: something is not read, or the document says one thing in two ways."""

    offset: int
    message: Message
