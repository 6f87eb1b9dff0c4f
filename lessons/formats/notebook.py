"""Jupyter notebooks (nbformat 3 and 4): cells in order, each with its text and with what it printed as plain text."""

from __future__ import annotations

from derivations.catalogue import UsageError
from lessons.block import BlockKind
from lessons.excerpt import Excerpt, joined
from lessons.formats import markdown, plain
from lessons.formats.json_text import NotJson, String, Value, decoded, parse
from lessons.formats.markdown_inline import inline
from lessons.formats.page import Page


def read(excerpt: Excerpt, page: Page) -> None:
    """A notebook onto the page. Raises UsageError where the text is none."""
    try:
        notebook = parse(excerpt.text, page.count)
        cells = _cells(notebook)
        if cells is None:
            raise UsageError("notebook-without-cells", path=page.written.path)
        for cell in cells:
            if isinstance(cell, dict):
                _cell(excerpt, cell, page)
    except NotJson as error:
        place = page.written.place(excerpt.at(error.offset))
        raise UsageError(
            "notebook-not-json", path=page.written.path, line=place.line, column=place.column, expected=error.expected
        ) from None


def _cells(notebook: Value) -> list[Value] | None:
    if not isinstance(notebook, dict):
        return None
    cells = notebook.get("cells")
    worksheets = notebook.get("worksheets")
    if cells is None and isinstance(worksheets, list):  # nbformat 3
        sheets = [sheet.get("cells") for sheet in worksheets if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets if isinstance(sheet, list) for cell in sheet]
    return cells if isinstance(cells, list) else None


def _cell(excerpt: Excerpt, cell: dict[str, Value], page: Page) -> None:
    kind = _text(excerpt, cell.get("cell_type"), page).text
    source = _text(excerpt, cell.get("source", cell.get("input")), page)
    match kind:
        case "markdown":
            markdown.read(source, page)
        case "heading":  # nbformat 3
            page.flow(BlockKind.HEADING, inline(source, page), 1)
        case "code":
            if source.text.strip():
                page.code(source)
            outputs = cell.get("outputs")
            for output in outputs if isinstance(outputs, list) else ():
                _output(excerpt, output, page)
        case _:
            plain.read(source, page)


def _output(excerpt: Excerpt, output: Value, page: Page) -> None:
    if not isinstance(output, dict):
        return
    shown = output.get("data")
    text = _text(excerpt, shown.get("text/plain") if isinstance(shown, dict) else output.get("text"), page)
    if text.text.strip():
        page.output(text)


def _text(excerpt: Excerpt, value: Value, page: Page) -> Excerpt:
    """A text that may be written as a list of its lines."""
    strings = value if isinstance(value, list) else [value]
    parts = [decoded(excerpt, string, page.count) for string in strings if isinstance(string, String)]
    return joined(parts)
