"""A document of any format as its readers see it: blocks in order, and each character with its place in the author's file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from derivations.verdict import Place
from lessonproof.records import dataclass
from lessons import source
from lessons.block import Block, Figure, Note, Run, RunKind
from lessons.excerpt import whole
from lessons.formats.page import Page
from lessons.formats.recognition import Format, recognised


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was read. Offsets count code points of `source.text`."""

    source: source.Source
    format: Format
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...]

    def runs(self) -> Iterator[Run]:
        for block in self.blocks:
            yield from block.all_runs()

    def formulas(self) -> Iterator[Run]:
        return (run for run in self.runs() if run.kind is RunKind.FORMULA)

    def figures(self) -> Iterator[Figure]:
        for block in self.blocks:
            yield from block.figures()

    def place(self, offset: int) -> Place:
        """1-based line and column in the author's file; columns count code points."""
        return self.source.place(offset)


def read(document: str | Path | bytes, name: str = "") -> Document:
    """The document at a path, or the document that these bytes are. UTF-8, any line ends.

    name: what the document is called; its ending says which format it is, else its content does. By default the path.
    Raises UsageError (one sentence) for what cannot be read, is no notebook though it is called one, or is too intricate.
    """
    if isinstance(document, bytes):
        written = source.decoded(name, document)
    else:
        written = source.read(str(document))
        name = name or written.path
    return of_source(written, recognised(name, written.text))


def of_source(written: source.Source, form: Format) -> Document:
    """The document of this text, read as the format says."""
    page = Page(written)
    text = whole(written.text)
    match form:
        case Format.MARKDOWN:
            from lessons.formats import markdown

            markdown.read(text, page)
        case Format.HTML:
            from lessons.formats import html

            html.read(text, page)
        case Format.NOTEBOOK:
            from lessons.formats import notebook

            notebook.read(text, page)
        case Format.LATEX:
            from lessons.formats import latex

            latex.read(text, page)
        case Format.PLAIN:
            from lessons.formats import plain

            plain.read(text, page)
    return Document(written, form, tuple(page.blocks), tuple(sorted(page.notes, key=lambda note: note.offset)))
