"""The text that a reader of a document sees, whose places are those of the author's file.

Claims are looked for in it where the file itself reads otherwise than the page: HTML, notebooks. Formulas stand between
dollars, blocks are parted by blank lines, cells of a table by tabs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.verdict import Place
from lessonproof.records import dataclass
from lessons.block import Block, BlockKind, Run, RunKind
from lessons.document import Document
from lessons.excerpt import Excerpt, joined
from lessons.source import Source, source

_NOT_SHOWN = frozenset({BlockKind.CODE, BlockKind.OUTPUT, BlockKind.COMMENT})


@dataclass(frozen=True, slots=True)
class Displayed(Source):
    """Offsets count code points of the displayed text; lines and columns are those of the author's file."""

    author: Source
    excerpt: Excerpt

    @property
    def as_written(self) -> Source:
        return self.author

    def place(self, offset: int) -> Place:
        return self.author.place(self.excerpt.at(offset))

    def stop(self, offset: int) -> Place:
        return self.author.place(self.excerpt.after(offset))


def displayed(document: Document) -> Source:
    """The text of a document as its readers see it."""
    author = document.source
    shown = joined(_excerpts(document))
    own = source(author.path, shown.text, author.sha256)
    return Displayed(own.path, own.text, own.sha256, own.line_starts, own.written, author, shown)


def _excerpts(document: Document) -> Iterator[Excerpt]:
    for block in document.blocks:
        if block.kind not in _NOT_SHOWN:
            yield from _block(block)


def _block(block: Block) -> Iterator[Excerpt]:
    last: Excerpt | None = None
    for row in [(block.runs,)] if block.kind is not BlockKind.TABLE else block.rows:
        for number, cell in enumerate(row):
            if number and last is not None:
                yield _written(last, "\t")
            for part in _runs(cell):
                last = part
                yield part
        if last is not None:
            yield _written(last, "\n")
    if last is not None:
        yield _written(last, "\n")


def _runs(runs: Iterable[Run]) -> Iterator[Excerpt]:
    for run in runs:
        if run.kind is RunKind.FORMULA:
            yield _written(run.excerpt, "$", before=True)
            yield run.excerpt
            yield _written(run.excerpt, "$")
        elif run.kind is not RunKind.COMMENT:
            yield run.excerpt


def _written(excerpt: Excerpt, sign: str, *, before: bool = False) -> Excerpt:
    """A sign that the author did not write, at the beginning or the end of what he did."""
    at = excerpt.start if before else excerpt.stop
    return Excerpt(sign, at, at, ((0, at, at),))
