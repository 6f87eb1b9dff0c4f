"""The printed text of a LaTeX document while it is read: paragraphs, items, headings, cells of tables."""

from __future__ import annotations

from derivations.verdict import Message
from lessons.block import BlockKind, Run, RunKind
from lessons.excerpt import Excerpt, joined
from lessons.formats.page import Page, trimmed


class Flow:
    """What has been printed since the last block went onto the page. Nothing is while `unprinted` groups are open."""

    def __init__(self, excerpt: Excerpt, page: Page) -> None:
        self.excerpt = excerpt
        self.text = excerpt.text
        self.page = page
        self.parts: list[Excerpt] = []  # text since the last run
        self.runs: list[Run] = []
        self.unprinted = 0
        self.tables: list[list[list[list[Run]]]] = []  # rows of cells of runs, the innermost table last
        self.lists = 0  # that are open around this place
        self.item = False  # an item has begun and printed nothing yet
        self.heading: int | None = None  # the level of the heading that is being read

    def _take(self, first: int, last: int) -> None:
        """The text prints itself."""
        if last > first and not self.unprinted:
            self.parts.append(self.excerpt.slice(first, last))

    def _sign(self, first: int, last: int, sign: str) -> None:
        """text[first:last] prints a sign."""
        if not self.unprinted:
            self.parts.append(self.excerpt.standing_for(first, last, sign))

    def _flush(self) -> None:
        """The text since the last run becomes one."""
        text, self.parts = joined(self.parts), []
        if text.text:
            self.runs.append(Run(RunKind.TEXT, text))

    def _break(self) -> None:
        """Ends the paragraph, item or heading that is being read."""
        if self.unprinted:
            return
        if self.tables:
            self._flush_cell()
            return
        self._flush()
        runs, self.runs = trimmed(self.runs), []
        if not runs:
            return
        level, self.heading = self.heading, None
        if level is not None:
            self.page.flow(BlockKind.HEADING, runs, level)
        elif self.item:
            self.item = False
            self.page.flow(BlockKind.ITEM, runs, max(1, self.lists))
        else:
            self.page.flow(BlockKind.PARAGRAPH, runs)

    def _cell(self, start: int) -> None:
        """An `&`: the next cell begins."""
        if not self.tables or self.unprinted:
            self._sign(start, start + 1, "&")
            return
        self._flush_cell()
        self.tables[-1][-1].append([])

    def _flush_cell(self) -> None:
        self._flush()
        self.tables[-1][-1][-1] += trimmed(self.runs)
        self.runs = []

    def _end_table(self) -> None:
        self._flush_cell()
        rows = [row for row in self.tables.pop() if any(row)]
        if rows:
            self.page.table(rows)

    def _note(self, start: int, key: str, **values: object) -> None:
        self.page.note(self.excerpt.at(start), Message(key, values))

    def _line_from(self, start: int) -> str:
        """What stands at a place, for a message."""
        return self.text[start : start + 40].splitlines()[0]
