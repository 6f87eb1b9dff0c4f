"""Tables of words, numbers and formulas, drawn for a terminal of any width or written as Markdown, LaTeX or TSV."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lessonproof.records import dataclass
from reports.blocks import QUIET, STRONG
from reports.latex_words import latex_words
from reports.layout import Line, Span, cells, filled, length, line, paragraph
from reports.markdown_words import markdown_words
from reports.neutral import neutral
from reports.tsv_words import tsv_cell

FORMATS = ("markdown", "latex", "tsv")
_INDENT = 2
_GAP = 2


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in both of its writings."""

    plain: str
    latex: str


Entry = str | Formula


@dataclass(frozen=True, slots=True)
class Row:
    """label: indented by `depth` steps   entries: one a column, "" for none   strong: a sum."""

    label: str
    entries: tuple[Entry, ...]
    depth: int = 0
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """heads: of the columns of entries, which may be fewer than the entries of a row   notes: sentences beneath."""

    title: str
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()


def drawn(sheet: Sheet, width: int) -> list[Line]:
    """The sheet in lines of at most `width` cells, where a label and one number fit; columns that do not stand beneath."""
    title = line((neutral(sheet.title), STRONG))
    labels = [line(" " * (_INDENT * (row.depth + 1)), (neutral(row.label), STRONG if row.strong else "")) for row in sheet.rows]
    stop = max((length(label) for label in [title, *labels]), default=0) + _GAP
    most = max((len(row.entries) for row in sheet.rows), default=0)
    beside = next((n for n in range(most, 1, -1) if stop + length(_columns(sheet, n)[0]) <= width), min(most, 1))
    head, *body = _columns(sheet, beside)
    lines = [line(*filled(title, stop), *head) if any(sheet.heads) else title]
    for row, label, entries in zip(sheet.rows, labels, body, strict=True):
        lines.append(line(*filled(label, stop), *entries))
        beneath = "  ".join(_plain(entry) for entry in row.entries[beside:] if entry)
        if beneath:
            lines += _hanging(beneath, width, _INDENT * (row.depth + 2))
    for note in sheet.notes:
        lines += _hanging(neutral(note), width, _INDENT)
    return lines


def written(sheets: Sequence[Sheet], form: str) -> str:
    """All sheets in one of FORMATS, a blank line between them."""
    write = {"markdown": _markdown, "latex": _latex, "tsv": _tsv}[form]
    return "\n\n".join(write(sheet) for sheet in sheets) + "\n"


def _hanging(text: str, width: int, indent: int) -> list[Line]:
    return paragraph(text, width, style=QUIET, first=line(" " * indent), indent=indent)


def _columns(sheet: Sheet, count: int) -> list[Line]:
    """The headings and the rows of the first `count` columns: numbers end in one place, words and formulas begin in one."""
    heads = [sheet.heads[at] if at < len(sheet.heads) else "" for at in range(count)]
    lines: list[Line] = [()] * (len(sheet.rows) + 1)
    for at in range(count):
        spans = [Span(heads[at], QUIET), *(_span(row, at) for row in sheet.rows)]
        widest = max(cells(span.text) for span in spans)
        numbers = all(re.match(r"[0-9<>+−]|$", span.text) and span.style != QUIET for span in spans[1:])
        for number, span in enumerate(spans):
            blank = " " * (widest - cells(span.text))
            gap = " " * _GAP if at else ""
            lines[number] = line(*lines[number], gap, *((blank, span) if numbers else (span, blank)))
    return lines


def _span(row: Row, at: int) -> Span:
    entry = row.entries[at] if at < len(row.entries) else ""
    style = QUIET if isinstance(entry, Formula) else STRONG if row.strong else ""
    return Span(_plain(entry), style)


def _plain(entry: Entry) -> str:
    return entry.plain if isinstance(entry, Formula) else neutral(entry)


def _markdown(sheet: Sheet) -> str:
    def entry(each: Entry) -> str:
        return f"${each.latex}$" if isinstance(each, Formula) and each.latex else markdown_words(_plain(each))

    parts = [f"### {markdown_words(sheet.title)}"]
    if sheet.rows:
        heads, rows = _table(sheet)
        lines = [[markdown_words(head) for head in heads], ["---", *["---:"] * (len(heads) - 1)]]
        lines += [[markdown_words(label), *(entry(each) for each in entries)] for label, entries in rows]
        parts.append("\n".join(f"| {' | '.join(each)} |" for each in lines))
    return "\n\n".join([*parts, *(markdown_words(note) for note in sheet.notes)])


def _latex(sheet: Sheet) -> str:
    def entry(each: Entry) -> str:
        return f"${each.latex}$" if isinstance(each, Formula) and each.latex else latex_words(_plain(each))

    parts = [rf"\paragraph{{{latex_words(sheet.title)}}}"]
    if sheet.rows:
        heads, rows = _table(sheet)
        lines = [[latex_words(label), *(entry(each) for each in entries)] for label, entries in rows]
        body = [f"{' & '.join(each)} \\\\" for each in lines]
        top = f"{' & '.join(latex_words(head) for head in heads)} \\\\"
        alignment = "l" + "r" * (len(heads) - 1)
        parts.append("\n".join([rf"\begin{{tabular}}{{{alignment}}}", top, r"\hline", *body, r"\end{tabular}"]))
    return "\n\n".join([*parts, *(latex_words(note) for note in sheet.notes)])


def _tsv(sheet: Sheet) -> str:
    heads, rows = _table(sheet)
    lines = [[sheet.title, *heads[1:]], *([label, *(_plain(each) for each in entries)] for label, entries in rows)]
    lines += [[note] for note in sheet.notes]
    return "\n".join("\t".join(tsv_cell(_bare(each)) for each in line) for line in lines)


def _bare(text: str) -> str:
    """Numbers as programs read them: without grouping."""
    return text.replace(",", "") if re.fullmatch(r"[+−]?[0-9]{1,3}(,[0-9]{3})*", text) else text


def _table(sheet: Sheet) -> tuple[list[str], list[tuple[str, list[Entry]]]]:
    """The headings with one for the labels, and the rows with labels, all equally long."""
    most = max((len(row.entries) for row in sheet.rows), default=0)
    heads = ["", *sheet.heads, *[""] * (most - len(sheet.heads))]
    rows: list[tuple[str, list[Entry]]] = []
    for row in sheet.rows:
        entries: list[Entry] = [*row.entries, *[""] * (most - len(row.entries))]
        rows.append(("\u2003" * row.depth + row.label, entries))
    return heads, rows
