"""Plain text and plain-text exports of web pages: a line is a paragraph, a line with tabs is a row of a table.

Formulas stand in dollars, or, where a page displayed them, as a paragraph of their own without any. What an export runs
together (`120.85¹²0.14` was the row 12 | 0.85¹² | 0.14) stays one text here: where to cut it depends on what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from derivations.formula.alphabet import FUNCTIONS
from lessonproof.patterns import pattern
from lessons.block import Block, BlockKind, Run, RunKind
from lessons.excerpt import Excerpt
from lessons.formats.comments import addressed_line
from lessons.formats.delimiters import split
from lessons.formats.page import Page
from lessons.outline import outline
from lessons.source import source

_LINE = pattern(r"[^\r\n]*")
_TAB = pattern(r"\t")
_OVER_LINES = pattern(r"\$\$|\\\[|\\begin\{")
_MARKER = pattern(r"[ \t]*(?:[-–*•·‣▪][ \t]+|(?P<number>[0-9]{1,3})[.)][ \t]+)(?=[^ \t\-+=≈<>×/*])")
# A paragraph that is a formula: TeX, or a relation; and no words but names of functions, except in brackets.
_TEX = pattern(r"\\[A-Za-z]+|[_^]\{")
_RELATION = pattern(r"[=≈<>≤≥≠∈]")
_WORD = pattern(r"(?<![\\A-Za-z{])[A-Za-z]{3,}(?![A-Za-z}])")
_HAN = r"\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff01\uff0c\uff1a\uff1b\uff1f"
_CJK = pattern(f"[{_HAN}]")
_BRACKET_OR_CJK = pattern(rf"[()\[\]{{}}{_HAN}]")
LONGEST_FORMULA = 4_000


def read(excerpt: Excerpt, page: Page) -> None:
    """A plain text onto the page."""
    text = excerpt.text
    written = source("", text, "")
    levels = {heading.start: 1 + ("." in heading.number) for heading in outline(written).values()}
    starts = written.line_starts
    stretch: list[tuple[int, int]] = []
    rows: list[tuple[int, int]] = []
    for start in starts:
        matched = _LINE.match(text, start)
        assert matched is not None
        first, last = matched.span()
        line = matched[0]
        blank = not line.strip()
        tabbed = not blank and "\t" in line.strip()
        told = addressed_line(excerpt.slice(first, last))
        if rows and (told or not tabbed):
            _table(excerpt, rows, page)
            rows = []
        if stretch and (blank or tabbed or told or start in levels):
            _stretch(excerpt, stretch, page)
            stretch = []
        if told is not None:
            page.add(Block(BlockKind.COMMENT, (Run(RunKind.COMMENT, told),)))
        elif start in levels:
            page.flow(BlockKind.HEADING, split(_unmarked(excerpt.slice(first, last)), page), levels[start])
        elif tabbed:
            rows.append((first, last))
        elif not blank:
            stretch.append((first, last))
    if rows:
        _table(excerpt, rows, page)
    if stretch:
        _stretch(excerpt, stretch, page)


def _unmarked(line: Excerpt) -> Excerpt:
    """A heading without the signs that mark it as one."""
    return line.slice(len(line.text) - len(line.text.lstrip("# \t")), len(line.text))


def _table(excerpt: Excerpt, rows: list[tuple[int, int]], page: Page) -> None:
    page.table([_cells(excerpt, first, last, page) for first, last in rows])


def _cells(excerpt: Excerpt, first: int, last: int, page: Page) -> Iterable[list[Run]]:
    tabs = [tab.start() for tab in _TAB.finditer(excerpt.text, first, last)]
    for before, after in pairwise([first - 1, *tabs, last]):
        yield split(excerpt.slice(before + 1, after), page)


def _stretch(excerpt: Excerpt, lines: list[tuple[int, int]], page: Page) -> None:
    """Lines without a blank line between them. Only a formula that is displayed goes on over the end of a line."""
    if len(lines) == 1 and is_formula(excerpt.text[slice(*lines[0])]):
        page.formula(excerpt.slice(*lines[0]))
        return
    whole = excerpt.slice(lines[0][0], lines[-1][1])
    if len(lines) == 1 or not _OVER_LINES.search(whole.text):
        for first, last in lines:
            _line(excerpt.slice(first, last), page)
        return
    line: list[Run] = []
    for run in split(whole, page, within_lines=True):
        if run.kind is not RunKind.TEXT:
            line.append(run)
            continue
        parts = list(re.finditer(r"[^\r\n]+|(?:\r\n|\r|\n)+", run.text))
        for part in parts:
            if part[0][0] in "\r\n":
                page.flow(BlockKind.PARAGRAPH, line)
                line = []
            else:
                line.append(Run(RunKind.TEXT, run.excerpt.slice(*part.span())))
    page.flow(BlockKind.PARAGRAPH, line)


def _line(line: Excerpt, page: Page) -> None:
    marker = _MARKER.match(line.text)
    if marker is None:
        page.flow(BlockKind.PARAGRAPH, split(line, page))
        return
    number = line.slice(*marker.span("number")) if marker["number"] else None
    page.flow(BlockKind.ITEM, split(line.slice(marker.end(), len(line.text)), page), 1, number)


def is_formula(line: str) -> bool:
    """Whether a paragraph of one line is a displayed formula: mathematics from one end to the other, words only in brackets."""
    if "$" in line or len(line) > LONGEST_FORMULA or not (_TEX.search(line) or _RELATION.search(line)):
        return False
    if not FUNCTIONS.issuperset(_WORD.findall(line)):
        return False
    depth = 0
    for sign in _BRACKET_OR_CJK.findall(line) if _CJK.search(line) else ():
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth <= 0:
            return False
    return True
