"""Where formulas stand in running text: `$…$`, `$$…$$`, `\\\\(…\\\\)`, `\\\\[…\\\\]` and the environments that display.

Dollars are delimiters only where they can be nothing else: no space inside a pair that needs none, no digit after the second.
`$5 and $6`, `$5–$6` and `$5 a month, paid by $7` are amounts of money.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lessonproof.patterns import pattern
from lessons.block import Run, RunKind
from lessons.excerpt import Excerpt, joined
from lessons.formats.page import Page
from lessons.formats.statements import ALIGNMENTS, DISPLAYS

_CANDIDATE = pattern(r"\\[\\$(\[]|\$\$?|\\begin\{")
_ENVIRONMENT = pattern(r"\\begin\{([a-z]{1,16}\*?)\}")
_BODY = pattern(r"(?:[^\\$]|\\.)*+", re.DOTALL)
_DISPLAY_BODY = pattern(r"(?:[^\\$]|\\.|\$(?!\$))*+", re.DOTALL)
_SIGNS = pattern(r"[\\^_=]")
_MONEY = pattern(r"[0-9](?=[^\\^_=+<>≈]*+\Z)(?=.*?(?:[A-Za-z]{3}|[\u3001-\u9fff\uff0c\uff1b]))", re.DOTALL)
_LINE_END = pattern(r"[\r\n]")


class Delimited(NamedTuple):
    """A formula in a text: the offsets of its source, the offset after its closing delimiter, and whether it is displayed."""

    first: int
    last: int
    end: int
    display: bool


class Delimiters:
    """The formulas of one text. What is not closed is looked for once, so that reading a text takes time in its length.

    within_lines: `$…$` and `\\\\(…\\\\)` do not go over the end of a line, as where each line is a paragraph.
    """

    def __init__(self, text: str, *, within_lines: bool = False) -> None:
        self.text = text
        self.within_lines = within_lines
        self._absent: set[str] = set()

    def at(self, position: int) -> Delimited | None:
        """The formula whose opening delimiter stands at `position`; None where what stands there delimits nothing."""
        text = self.text
        if text.startswith("$$", position):
            return self._dollars(position)
        if text.startswith("$", position):
            return self._dollar(position)
        if text.startswith("\\(", position):
            return self._closed(position + 2, "\\)", display=False)
        if text.startswith("\\[", position):
            return self._closed(position + 2, "\\]", display=True)
        environment = _ENVIRONMENT.match(text, position)
        if environment is None or environment[1] not in DISPLAYS | ALIGNMENTS:
            return None
        closing = f"\\end{{{environment[1]}}}"
        found = self._closed(environment.end(), closing, display=environment[1] != "math")
        # With its environment, so that its lines are told apart where that aligns them.
        return found._replace(first=position, last=found.end) if found and found.display else found

    def _closed(self, first: int, closing: str, *, display: bool) -> Delimited | None:
        if closing in self._absent:
            return None
        last = self.text.find(closing, first)
        if last < 0:
            self._absent.add(closing)
            return None
        if self.within_lines and not display and _LINE_END.search(self.text, first, last):
            return None
        return Delimited(first, last, last + len(closing), display)

    def _dollars(self, position: int) -> Delimited | None:
        if "$$" in self._absent:
            return None
        body = _DISPLAY_BODY.match(self.text, position + 2)
        assert body is not None
        if body.end() >= len(self.text):
            self._absent.add("$$")
            return None
        return Delimited(position + 2, body.end(), body.end() + 2, True) if body[0].strip() else None

    def _dollar(self, position: int) -> Delimited | None:
        body = _BODY.match(self.text, position + 1)
        assert body is not None
        first, last = body.span()
        if first == last or last >= len(self.text):
            return None
        inner, following = body[0], self.text[last + 1 : last + 2]
        if "0" <= following <= "9" or (self.within_lines and _LINE_END.search(inner)):
            return None
        spaced = inner[0].isspace(), inner[-1].isspace()
        if any(spaced) and not (all(spaced) and _SIGNS.search(inner)):
            return None
        if _MONEY.match(inner):
            return None
        if len(inner) > 2 and inner[0] == inner[-1] == "`":  # $`…`$
            return Delimited(first + 1, last - 1, last + 1, False)
        return Delimited(first, last, last + 1, False)


def split(excerpt: Excerpt, page: Page, *, within_lines: bool = False) -> list[Run]:
    """Running text as runs of text and formulas. `\\\\$` is a dollar."""
    text = excerpt.text
    delimiters = Delimiters(text, within_lines=within_lines)
    runs: list[Run] = []
    parts: list[Excerpt] = []
    position = begun = 0
    while (candidate := _CANDIDATE.search(text, position)) is not None:
        start = candidate.start()
        page.count(1)
        if candidate[0] == "\\$":
            parts += (excerpt.slice(begun, start), excerpt.standing_for(start, start + 2, "$"))
            position = begun = start + 2
            continue
        found = None if candidate[0] == "\\\\" else delimiters.at(start)
        if found is None:
            position = candidate.end()
            continue
        parts.append(excerpt.slice(begun, start))
        runs += (Run(RunKind.TEXT, joined(parts)), formula_run(excerpt, found))
        parts = []
        position = begun = found.end
    runs.append(Run(RunKind.TEXT, joined([*parts, excerpt.slice(begun, len(text))])))
    return [run for run in runs if run.text]


def formula_run(excerpt: Excerpt, found: Delimited) -> Run:
    """The formula without its delimiters and the white space inside of them."""
    return Run(RunKind.FORMULA, excerpt.slice(found.first, found.last).strip(), found.display)
