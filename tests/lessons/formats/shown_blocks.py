"""What a test wants to see of a document: its blocks, one line each, and the places of their characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lessons.block import Run, RunKind
from lessons.document import Document, read
from reports.messages import WORDINGS

SIGN = {RunKind.TEXT: "", RunKind.FORMULA: "$", RunKind.CODE: "`", RunKind.COMMENT: "%"}


def document(ending: str, text: str) -> Document:
    return read(text.encode(), f"lesson.{ending}")


def shown(runs: Sequence[Run]) -> str:
    """Runs in one line: formulas in `$`, code in backticks, comments in `%`; white space as one space."""
    return " ".join("".join(f"{SIGN[run.kind]}{run.text}{SIGN[run.kind]}" for run in runs).split())


def blocks(ending: str, text: str) -> list[tuple[str, str]]:
    """Kind, with its level where it has one, and content of every block; of a table its rows with `|` between cells."""
    found: list[tuple[str, str]] = []
    for block in document(ending, text).blocks:
        kind = f"{block.kind.value} {block.level}" if block.level else block.kind.value
        rows = " / ".join(" | ".join(shown(cell) for cell in row) for row in block.rows)
        found.append((kind, rows or shown(block.runs)))
    return found


def notes(ending: str, text: str) -> list[tuple[str, int, int]]:
    """The key of every note with its line and column. Each has a wording with the values that it is given."""
    read_so = document(ending, text)
    for note in read_so.notes:
        assert all(wording.format(**note.message.values) for wording in WORDINGS[note.message.key])
    return [(note.message.key, *_place(read_so, note.offset)) for note in read_so.notes]


def characters(read_so: Document) -> Iterator[tuple[str, str]]:
    """Every character of every run beside what the author's file has at its line and column, up to the end of that line."""
    lines = [read_so.source.text[slice(*read_so.source.line(number + 1))] for number in range(len(read_so.source.line_starts))]
    for run in read_so.runs():
        for place, character in enumerate(run.text):
            line, column = _place(read_so, run.excerpt.at(place))
            yield character, lines[line - 1][column - 1 :]


def _place(read_so: Document, offset: int) -> tuple[int, int]:
    place = read_so.place(offset)
    return place.line, place.column
