"""The text of a Markdown block as runs: what is displayed, without markup; formulas; code; comments."""

from __future__ import annotations

import re
from collections.abc import Collection

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.block import Run, RunKind
from lessons.excerpt import Excerpt, joined
from lessons.formats.comments import addressed
from lessons.formats.delimiters import Delimiters, formula_run
from lessons.formats.emphasis import DelimiterRun, delimiter_run, resolve
from lessons.formats.entities import ENTITY, meant, names
from lessons.formats.page import Page

_MAY_BE_SPECIAL = pattern(r"[\\`$<&\[\]*_~]")
_SPECIAL = pattern(r"[\\`$<&\[\]*_~]|!\[")
_BACKTICKS = pattern(r"`+")
_BLANK_LEFT = pattern(r" |\r\n|\r|\n")
_BLANK_RIGHT = pattern(r"(?: |\r\n|\r|\n)\Z")
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_COMMENT = pattern(r"<!--(?:>|->|(.*?)-->)", re.DOTALL)
_AUTOLINK = pattern(r"<([A-Za-z][A-Za-z0-9+.\-]{1,31}:[^\s<>]*|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~\-]+@[A-Za-z0-9.\-]+)>")
_ATTRIBUTE = r"""(?:\s+[A-Za-z_:][A-Za-z0-9_.:\-]*+(?:\s*=\s*(?:[^\s"'=<>`]++|'[^'<]*+'|"[^"<]*+"))?)"""
TAG = pattern(rf"<(?:([A-Za-z][A-Za-z0-9\-]*){_ATTRIBUTE}*+\s*/?|/([A-Za-z][A-Za-z0-9\-]*)\s*|[?!][^<>]*+)>")
# What follows the closing bracket of a link: a destination and perhaps a title, each without a second link in it.
_TARGET = pattern(
    r"""\(\s*(?:<[^<>\n]*+>|(?!<)(?:[^\s()\\\x00-\x1f]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*+\))*+\))*+)"""
    r"""(?:\s+(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\)))?\s*\)""",
    re.DOTALL,
)
_LABEL = pattern(r"\[((?:[^\[\]\\]|\\.){0,999}+)\]")
_WORDS = pattern(r"[\s0-9,;–\-]*|(?=.*[A-Za-z\u4e00-\u9fff]{2})[^\\^_=<>+*/(]*", re.DOTALL)
_RAISED = {"sup": "^{", "sub": "_{"}


@dataclass(slots=True)
class _Bracket:
    """An opening `[` or `![`: where it stands among the parts, the open delimiter runs, and in the text."""

    part: int
    delimiters: int
    start: int
    image: bool


class _Inline:
    def __init__(self, excerpt: Excerpt, page: Page, references: Collection[str]) -> None:
        self.excerpt = excerpt
        self.page = page
        self.text = excerpt.text
        self.references = references
        self.parts: list[Excerpt | Run | DelimiterRun] = []
        self.delimiters: list[DelimiterRun] = []
        self.brackets: list[_Bracket] = []
        self.linked = 0  # brackets below this one cannot open a link: they hold one already
        self.formulas = Delimiters(self.text)
        self.position = self.begun = 0
        self._backticks: dict[int, list[int]] | None = None
        self._comment_closes = True

    def runs(self) -> list[Run]:
        while (special := _SPECIAL.search(self.text, self.position)) is not None:
            start = special.start()
            end = self._special(special[0], start)
            self.position = special.end() if end is None else end
            if end is not None:
                self.begun = end
                self.page.count(1)
        self._text_until(len(self.text))
        resolve(self.delimiters)
        return self._assembled()

    def _text_until(self, stop: int) -> None:
        if stop > self.begun:
            self.parts.append(self.excerpt.slice(self.begun, stop))
        self.begun = stop

    def _special(self, sign: str, start: int) -> int | None:
        """The offset after what stands here; None where the sign stands for itself."""
        match sign:
            case "`":
                return self._code(start)
            case "$":
                return self._formula(start)
            case "\\":
                return self._escape(start)
            case "<":
                return self._angle(start)
            case "&":
                return self._entity(start)
            case "[" | "![":
                return self._open(start, sign)
            case "]":
                return self._close(start)
        stop = start + 1
        while self.text.startswith(sign, stop):
            stop += 1
        self._text_until(start)
        run = delimiter_run(self.text, start, stop)
        if sign != "~" or run.length == 2:  # one tilde means about, or a subscript, as often as it strikes out
            self.delimiters.append(run)
        self.parts.append(run)
        return stop

    def _code(self, start: int) -> int:
        if self._backticks is None:
            self._backticks = {}
            for run in reversed(list(_BACKTICKS.finditer(self.text))):
                self._backticks.setdefault(run.end() - run.start(), []).append(run.start())
        opening = _BACKTICKS.match(self.text, start)
        assert opening is not None
        length = opening.end() - start
        later = self._backticks.get(length, [])
        while later and later[-1] < opening.end():
            later.pop()
        if not later:
            self._text_until(opening.end())
            return opening.end()
        self._text_until(start)
        first, last, closing = opening.end(), later[-1], later[-1]
        # One space or line end at either side belongs to the delimiters, if there is anything else.
        left, right = _BLANK_LEFT.match(self.text, first, last), _BLANK_RIGHT.search(self.text, max(first, last - 2), last)
        if left and right and self.text[first:last].strip(" \r\n"):
            first, last = left.end(), right.start()
        self.parts.append(Run(RunKind.CODE, self.excerpt.slice(first, last)))
        return closing + length

    def _formula(self, start: int) -> int | None:
        found = self.formulas.at(start)
        if found is None:
            # Of `$$` that open nothing, the second is not looked at as one that opens alone.
            if self.text.startswith("$$", start):
                self._text_until(start + 2)
                return start + 2
            return None
        self._text_until(start)
        self.parts.append(formula_run(self.excerpt, found))
        return found.end

    def _escape(self, start: int) -> int | None:
        following = self.text[start + 1 : start + 2]
        if following in ("(", "[") or self.text.startswith("\\begin{", start):
            found = self.formulas.at(start)
            if found is not None and not is_words(self.text[found.first : found.last]):
                return self._formula(start)
        if following in _ESCAPABLE and following:
            self._text_until(start)
            self.parts.append(self.excerpt.standing_for(start, start + 2, following))
            return start + 2
        if following in ("\r", "\n") and following:
            self._text_until(start)
            return start + 1
        return None

    def _angle(self, start: int) -> int | None:
        text = self.text
        if text.startswith("<!--", start) and self._comment_closes:
            comment = _COMMENT.match(text, start)
            self._comment_closes = comment is not None
            if comment is not None:
                self._text_until(start)
                told = addressed(self.excerpt.slice(*comment.span(1))) if comment[1] else None
                if told is not None:
                    self.parts.append(Run(RunKind.COMMENT, told))
                return comment.end()
        if link := _AUTOLINK.match(text, start):
            self._text_until(start)
            self.parts.append(self.excerpt.slice(*link.span(1)))
            return link.end()
        tag = TAG.match(text, start)
        if tag is None:
            return None
        self._text_until(start)
        name = (tag[1] or tag[2] or "").lower()
        if name in _RAISED:
            self.parts.append(self.excerpt.standing_for(start, start, _RAISED[name] if tag[1] else "}"))
        elif name == "br":
            self.parts.append(self.excerpt.standing_for(start, start, "\n"))
        return tag.end()

    def _entity(self, start: int) -> int | None:
        entity = ENTITY.match(self.text, start)
        if entity is None or not entity[0].endswith(";"):
            return None
        if entity[0][1] != "#" and entity[0][1:] not in names():
            return None
        self._text_until(start)
        self.parts.append(self.excerpt.standing_for(start, entity.end(), meant(entity[0])[0]))
        return entity.end()

    def _open(self, start: int, sign: str) -> int:
        if sign == "[" and self.text.startswith("[^", start):
            label = _LABEL.match(self.text, start)
            if label is not None and normalised(label[1]) in self.references:
                self._text_until(start)  # a footnote's mark
                return label.end()
        self._text_until(start)
        self.brackets.append(_Bracket(len(self.parts), len(self.delimiters), start, sign == "!["))
        self.parts.append(self.excerpt.slice(start, start + len(sign)))
        return start + len(sign)

    def _close(self, start: int) -> int | None:
        if not self.brackets:
            return None
        opening = self.brackets.pop()
        inactive = len(self.brackets) < self.linked and not opening.image
        self.linked = min(self.linked, len(self.brackets))
        end = None if inactive else self._target(opening, start)
        if end is None:
            return None
        self._text_until(start)
        resolve(self.delimiters[opening.delimiters :])
        del self.delimiters[opening.delimiters :]
        if opening.image:
            del self.parts[opening.part :]  # its description is not displayed
        else:
            del self.parts[opening.part]
            self.linked = len(self.brackets)
        return end

    def _target(self, opening: _Bracket, close: int) -> int | None:
        """The offset after the link that ends with this bracket: `](…)`, `][label]`, `][]`, or a label defined elsewhere."""
        if target := _TARGET.match(self.text, close + 1):
            return target.end()
        if not self.references:
            return None
        label = _LABEL.match(self.text, close + 1)
        if label is not None and label[1].strip():
            return label.end() if normalised(label[1]) in self.references else None
        first = opening.start + (2 if opening.image else 1)
        if close - first > 999 or normalised(self.text[first:close]) not in self.references:
            return None
        return label.end() if label is not None else close + 1

    def _assembled(self) -> list[Run]:
        runs: list[Run] = []
        pending: list[Excerpt] = []
        for part in self.parts:
            if isinstance(part, Run):
                if pending:
                    runs.append(Run(RunKind.TEXT, joined(pending)))
                    pending = []
                runs.append(part)
            elif isinstance(part, Excerpt):
                pending.append(part)
            elif part.left:
                pending.append(self.excerpt.slice(part.start, part.start + part.left))
        if pending:
            runs.append(Run(RunKind.TEXT, joined(pending)))
        return [run for run in runs if run.text]


def is_words(body: str) -> bool:
    """Whether `\\[…\\]` holds no mathematics: `\\[1\\]` and `\\[sic\\]` are escaped brackets as much as delimiters."""
    return _WORDS.fullmatch(body) is not None


def normalised(label: str) -> str:
    """Labels that differ in case and white space only are one label."""
    return " ".join(label.split()).casefold()


def inline(excerpt: Excerpt, page: Page, references: Collection[str] = ()) -> list[Run]:
    """The runs of a block's text.

    page: where what they cost is counted.   references: the labels, normalised, that the document defines.
    """
    if not _MAY_BE_SPECIAL.search(excerpt.text):
        return [Run(RunKind.TEXT, excerpt)] if excerpt.text else []
    return _Inline(excerpt, page, references).runs()


def cell(excerpt: Excerpt, page: Page, references: Collection[str] = ()) -> list[Run]:
    """The runs of a table's cell, in which a bar is written `\\\\|` even inside of code and formulas."""
    parts: list[Excerpt] = []
    position = 0
    for bar in re.finditer(r"\\\|", excerpt.text):
        parts += (excerpt.slice(position, bar.start()), excerpt.standing_for(*bar.span(), "|"))
        position = bar.end()
    bare = joined([*parts, excerpt.slice(position, len(excerpt.text))]) if parts else excerpt
    return [run._replace(display=False) for run in inline(bare, page, references)]
