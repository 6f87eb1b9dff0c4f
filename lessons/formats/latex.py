"""LaTeX: the text between `\\\\begin{document}` and `\\\\end{document}` as it is printed, in one pass over the file.

Nothing is executed: no macro is expanded and no file is followed, and the page says so where it matters. A command that is not
known prints what its braces hold.
"""

from __future__ import annotations

import re
import unicodedata

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.block import Run, RunKind
from lessons.excerpt import Excerpt, joined
from lessons.formats import latex_commands as commands
from lessons.formats.comments import addressed
from lessons.formats.latex_flow import Flow
from lessons.formats.page import Page
from lessons.formats.statements import ALIGNMENTS, DISPLAYS

_DOCUMENT = pattern(r"^[^%\r\n]*?\\begin\{document\}", re.MULTILINE)
_SPECIAL = pattern(
    r"\\(?:([A-Za-z@]+)\*?|(\r\n|.)|\Z)|[%${}~&]|``|''|---?|(?:\r\n|\r|\n)[ \t]*+(?:(?:\r\n|\r|\n)[ \t]*+)++", re.DOTALL
)
_COMMENT = pattern(r"%+([^\r\n]*)(?:\r\n|\r|\n)?[ \t]*")
_ARGUMENT = pattern(r"\s{0,40}+(?:\*\s{0,40}+)?(?:\[[^\[\]{}]{0,400}\]\s{0,40}+|\([^()\r\n]{0,40}\)\s{0,40}+){0,3}\{")
_NAME = pattern(r"\s{0,40}+\{([A-Za-z]{1,40}\*?)\}")
_OPTION = pattern(r"[ \t]*\[[^\[\]\r\n]{0,400}\]")
_PLACEMENT = pattern(r"[ \t]*\[[htbpH! ]*\]")
_BREAK_OPTION = pattern(r"\*?(?:[ \t]*\[[0-9.a-z\-]{0,20}\])?")
_ACCENTED = pattern(r"\s*+(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))")
_DEFINITION = pattern(r"\\(?:(?:re|provide)?(?:new)?command|def|DeclareMathOperator)(?![A-Za-z])")
_DEFINED = pattern(r"\s*+\\[A-Za-z@]+[#0-9]*+")
_DELIMITED = pattern(r"(?:\[[^\[\]\r\n]{0,200}\])?(?:\{[^{}\r\n]{0,40}\}(?=[^\s{}A-Za-z]))?([^\sA-Za-z{*])")
_MATH_END = pattern(r"(?:[^\\$\r\n]++|\\.|(?:\r\n|\r|\n)(?![ \t]*+[\r\n]))*+\$", re.DOTALL)
_MATH_COMMENT = pattern(r"(?<!\\)((?:\\\\)*)%[^\r\n]*(?:\r\n|\r|\n)?")
LONGEST_VERB = 1_000
_LINE_END = pattern(r"[\r\n]")
_LINE = pattern(r"[^\r\n]*(?:\r\n|\r|\n)?")
_SPACES = pattern(r"[ \t]*(?:(?:\r\n|\r|\n)[ \t]*(?![\r\n \t]))?")


@dataclass(slots=True)
class _Group:
    """What `}` ends: "" for plain braces. `more` arguments follow that mean the same."""

    meaning: str
    start: int
    more: int = 0


def read(excerpt: Excerpt, page: Page) -> None:
    """A LaTeX document, or a part of one without a preamble, onto the page."""
    _Reader(excerpt, page).read()


class _Reader(Flow):
    def __init__(self, excerpt: Excerpt, page: Page) -> None:
        super().__init__(excerpt, page)
        self.groups: list[_Group] = []
        self.absent: set[str] = set()
        self.top = 1 if "\\chapter" in self.text else 2
        self.macros = False
        self.begun = self.position = 0

    def read(self) -> None:
        document = _DOCUMENT.search(self.text)
        if document is not None:
            self._macro_in(self.text[: document.end()])
            self.begun = self.position = document.end()
        while (special := _SPECIAL.search(self.text, self.position)) is not None:
            self._take(self.begun, special.start())
            self.begun = self.position = special.end()
            self._special(special)
            self.begun = self.position
        self._take(self.begun, len(self.text))
        self._break()
        while self.tables:
            self._end_table()
        unprinted = [group for group in self.groups if group.meaning == "unprinted"]
        if unprinted:
            self._note(unprinted[0].start, "markup-unclosed", sign=self._line_from(unprinted[0].start))

    def _special(self, special: re.Match[str]) -> None:
        found, start = special[0], special.start()
        self.page.count(1)
        if found[0] == "\\":
            if special[1]:
                self._command(special[1], special)
            elif special[2]:
                self._short_command(special[2], start)
        elif found == "%":
            self._comment(start)
        elif found == "$":
            self._dollar(start)
        elif found == "{":
            self.groups.append(_Group("", start))
        elif found == "}":
            self._end_group(start)
        elif found == "~":
            self._sign(start, start + 1, "\u00a0")
        elif found == "&":
            self._cell(start)
        elif found in ("``", "''", "--", "---"):
            self._sign(start, special.end(), {"``": "“", "''": "”", "--": "–", "---": "—"}[found])
        else:
            self._break()

    def _short_command(self, sign: str, start: int) -> None:
        if sign in ("(", "["):
            self._display(start, start + 2, "\\)" if sign == "(" else "\\]", display=sign == "[")
        elif sign == "\\":
            option = _BREAK_OPTION.match(self.text, self.position)
            self.position = option.end() if option else self.position
            if self.tables and not self.unprinted:
                self._flush_cell()
                self.tables[-1].append([[]])
            else:
                self._sign(start, self.position, "\n")
        elif sign in commands.ACCENTS:
            self._accent(sign, start)
        elif sign in commands.SIGNS:
            self._sign(start, self.position, commands.SIGNS[sign])

    def _accent(self, sign: str, start: int) -> None:
        letter = _ACCENTED.match(self.text, self.position)
        if letter is None:
            return
        self.position = letter.end()
        accented = unicodedata.normalize("NFC", (letter[1] or letter[2]) + commands.ACCENTS[sign])
        self._sign(start, self.position, accented)

    def _command(self, name: str, special: re.Match[str]) -> None:
        start = special.start()
        if name in ("begin", "end"):
            self._environment(name, start)
        elif name in commands.HEADINGS:
            self._break()
            if self._argument("heading"):
                self.heading = max(1, commands.HEADINGS[name] + 1 - self.top)
        elif name in commands.UNPRINTED:
            if name in commands.FOLLOWED_BY_NONE and not self.unprinted:
                self._note(start, "file-not-followed", sign=self._line_from(start))
            if name in commands.DEFINITIONS:
                self._macro(start)
                defined = _DEFINED.match(self.text, self.position)
                if defined is not None:  # \newcommand\name{…}, \def\name#1{…}
                    self.position = defined.end()
                    self._argument("unprinted")
                    return
            if commands.UNPRINTED[name]:
                self._argument("unprinted", commands.UNPRINTED[name] - 1)
        elif name in ("verb", "lstinline", "mintinline") and (sign := _DELIMITED.match(self.text, self.position)):
            self._verb(sign)
        elif name in commands.CODE:
            if self._argument("code"):
                self._flush()
        elif name in commands.RAISED:
            if self._argument("raised"):
                self._sign(start, start, commands.RAISED[name])
        elif name == "item":
            self._item()
        elif name == "iffalse":
            self._unprinted_until("\\fi", start)
        elif name == "ensuremath" and self._argument("formula"):
            self._flush()
        elif name in commands.BREAKS:
            self._break()
        elif name in commands.ASIDES:
            self._sign(start, start, " ")
        elif name in commands.ACCENTS and name.isalpha():
            self._accent(name, start)
        elif name in commands.SIGNS:
            spaces = _SPACES.match(self.text, self.position)
            self._sign(start, self.position, commands.SIGNS[name])
            self.position = spaces.end() if spaces else self.position
        elif special.end() < len(self.text) and self.text[special.end()] in " \t":
            self.position += 1  # TeX takes the space after a command for its end
        # Every other command prints what its braces hold.

    def _argument(self, meaning: str, more: int = 0) -> bool:
        """Goes into the command's argument, if one follows."""
        argument = _ARGUMENT.match(self.text, self.position)
        if argument is None:
            return False
        self.position = argument.end()
        self.groups.append(_Group(meaning, argument.end() - 1, more))
        self.unprinted += meaning == "unprinted"
        return True

    def _end_group(self, start: int) -> None:
        if not self.groups:
            return
        group = self.groups.pop()
        if group.meaning == "unprinted":
            self.unprinted -= 1
            if group.more:
                self._argument("unprinted", group.more - 1)
        elif group.meaning == "heading" and not self.unprinted:
            self._break()
        elif group.meaning == "raised":
            self._sign(start, start, "}")
        elif group.meaning in ("code", "formula"):
            text, self.parts = joined(self.parts), []
            if text.text:
                self.runs.append(Run(RunKind.CODE if group.meaning == "code" else RunKind.FORMULA, text))

    def _comment(self, start: int) -> None:
        comment = _COMMENT.match(self.text, start)
        assert comment is not None
        self.position = comment.end()  # with the line end: TeX goes on where the next line's text begins
        told = addressed(self.excerpt.slice(*comment.span(1)))
        if told is not None and not self.unprinted:
            self._flush()
            self.runs.append(Run(RunKind.COMMENT, told))
        if self.text.startswith(("\r", "\n"), self.position):
            self._break()

    def _dollar(self, start: int) -> None:
        if self.unprinted:
            return
        if self.text.startswith("$$", start):
            self._display(start, start + 2, "$$", display=True)
            return
        end = _MATH_END.match(self.text, start + 1)
        if end is None:
            self._note(start, "formula-unclosed")
            return
        self._formula(start + 1, end.end() - 1, display=False)
        self.position = end.end()

    def _display(self, start: int, first: int, closing: str, *, display: bool) -> None:
        """A formula up to its closing delimiter."""
        if self.unprinted:
            return
        last = -1 if closing in self.absent else self.text.find(closing, first)
        if last < 0:
            if closing not in self.absent:
                self._note(start, "formula-unclosed")
            self.absent.add(closing)
            self.position = first
            return
        self._formula(first, last, display=display)
        self.position = last + len(closing)

    def _formula(self, first: int, last: int, *, display: bool) -> None:
        source = self.excerpt.slice(first, last)
        if "%" in source.text:
            source = _without_comments(source)
        self._flush()
        if source.text.strip():
            self.runs.append(Run(RunKind.FORMULA, source.strip(), display))

    def _environment(self, which: str, start: int) -> None:
        name_given = _NAME.match(self.text, self.position)
        if name_given is None:
            return
        name = name_given[1]
        self.position = name_given.end()
        if self.unprinted:
            return
        if which == "begin":
            self._begin(name, start)
        else:
            self._end(name)

    def _begin(self, name: str, start: int) -> None:
        if name in DISPLAYS | ALIGNMENTS:
            self._mathematics(name, start)
            return
        self._break()
        if name in commands.VERBATIM or name in commands.NOT_SHOWN or name in commands.DRAWINGS:
            self._verbatim(name, start)
            return
        option = _OPTION.match(self.text, self.position)
        unprinted = name in commands.TABLES or name in commands.ARGUMENTS or name in commands.LISTS
        if option is not None and (unprinted or _PLACEMENT.fullmatch(option[0])):
            self.position = option.end()
        arguments = commands.TABLES.get(name, commands.ARGUMENTS.get(name, 0))
        if name in commands.TABLES:
            self.tables.append([[[]]])
        elif name in commands.LISTS:
            self.lists += 1
        if arguments:
            self._argument("unprinted", arguments - 1)

    def _end(self, name: str) -> None:
        if name == "document":
            self._break()
            self.position = len(self.text)
        elif name in commands.TABLES and self.tables:
            self._end_table()
        else:
            self._break()
            if name in commands.LISTS and self.lists:
                self.lists -= 1
                self.item = False

    def _mathematics(self, name: str, start: int) -> None:
        first = self.position
        closing = f"\\end{{{name}}}"
        last = -1 if closing in self.absent else self.text.find(closing, first)
        if last < 0:
            self._display(start, first, closing, display=True)
            return
        if name == "math":
            self._formula(first, last, display=False)
        else:  # with its environment, so that its lines are told apart where it aligns them
            self._formula(start, last + len(closing), display=True)
        self.position = last + len(closing)

    def _verbatim(self, name: str, start: int) -> None:
        """An environment whose content is not LaTeX, or not text."""
        first = self.position
        last = self._unprinted_until(f"\\end{{{name}}}", start)
        if last is None:
            return
        if name in commands.DRAWINGS:
            self._note(start, "drawing-not-read", name=name)
        elif name in commands.VERBATIM:
            line = _LINE.match(self.text, first, last)
            assert line is not None
            self.page.fixed_width(self.excerpt.slice(line.end(), last), "" if name in commands.PLAIN else name)

    def _unprinted_until(self, closing: str, start: int) -> int | None:
        """Goes on after a closing sign, and says where that stands; None where it does not."""
        last = -1 if closing in self.absent else self.text.find(closing, self.position)
        if last < 0:
            self.absent.add(closing)
            self._note(start, "markup-unclosed", sign=self._line_from(start))
            return None
        self.position = last + len(closing)
        return last

    def _verb(self, sign: re.Match[str]) -> None:
        last = self.text.find(sign[1], sign.end(), sign.end() + LONGEST_VERB)
        if self.unprinted or last < 0 or _LINE_END.search(self.text, sign.end(), last):
            return
        self._flush()
        self.runs.append(Run(RunKind.CODE, self.excerpt.slice(sign.end(), last)))
        self.position = last + 1

    def _item(self) -> None:
        if self.unprinted:
            return
        self._break()
        self.item = True
        if self.text.startswith("[", self.position) and (option := _OPTION.match(self.text, self.position)):
            self._take(self.position + 1, option.end() - 1)
            self._sign(option.end() - 1, option.end(), " ")
            self.position = option.end()

    def _macro_in(self, preamble: str) -> None:
        found = _DEFINITION.search(preamble)
        if found is not None:
            self._macro(found.start())

    def _macro(self, start: int) -> None:
        if not self.macros:
            self.macros = True
            self._note(start, "macros-not-expanded")


def _without_comments(source: Excerpt) -> Excerpt:
    parts: list[Excerpt] = []
    position = 0
    for comment in _MATH_COMMENT.finditer(source.text):
        parts.append(source.slice(position, comment.end(1)))
        position = comment.end()
    return joined([*parts, source.slice(position, len(source.text))])
