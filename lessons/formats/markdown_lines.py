"""Signs at the beginning of a line of Markdown, by which its block structure is told (CommonMark 0.31, GFM tables)."""

from __future__ import annotations

import re
from itertools import pairwise

from lessonproof.patterns import pattern

# Only where its first line names a setting: a document may begin with a rule.
FRONT_MATTER = pattern(
    r"---[ \t]*(?:\r\n|\r|\n)(?=[A-Za-z_][^:\r\n]{0,100}:[ \t\r\n])"
    r"(?:[^\r\n]*(?:\r\n|\r|\n))*?(?:---|\.\.\.)[ \t]*(?=[\r\n]|\Z)"
)
BLANK_LINES = pattern(r"(?:[ \t]*+(?:\r\n|\r|\n))+")
BLANK_AHEAD = pattern(r"(?>\r\n|\r|\n)[ \t]*+(?:[\r\n]|\Z)")
LINE = pattern(r"([^\r\n]*)(?:\r\n|\r|\n)?")
# Lines of a paragraph that can be nothing else, whatever is open.
PLAIN_LINES = pattern(r"(?:[^\s#>\-+*=`~<|$\\0-9:_\[][^\r\n]*(?:\r\n|\r|\n|\Z))+")

# What a block other than a paragraph begins with.
BEGINNINGS = frozenset("#>`~<=-+*_$\\[0123456789")
HEADING = pattern(r"(#{1,6})(?=[ \t]|\Z)")
UNDERLINE = pattern(r"(=+|-+)[ \t]*\Z")
RULE = pattern(r"(?:\*[ \t]*){3,}\Z|(?:-[ \t]*){3,}\Z|(?:_[ \t]*){3,}\Z")
FENCE = pattern(r"(`{3,})([^`]*)\Z|(~{3,})(.*)\Z")
ITEM = pattern(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t]|\Z)")
FOOTNOTE = pattern(r"\[(\^[^\[\]\s]{1,200})\]:")
DISPLAY = pattern(r"\$\$|\\\[|\\begin\{([a-z]{1,16}\*?)\}")
DELIMITER_ROW = pattern(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*\Z")
DEFINITION = pattern(
    r"[ \t]*\[(?P<label>(?:[^\[\]\\]|\\.){1,999}+)\]:[ \t]*(?:\r\n|\r|\n)?[ \t]*(?:<[^<>\r\n]*+>|[^\s<]\S*+)"
    r"(?:(?:[ \t]+|[ \t]*(?:\r\n|\r|\n)[ \t]*)(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"
    r"[ \t]*(?=[\r\n]|\Z)|[ \t]*(?=[\r\n]|\Z))(?:\r\n|\r|\n)?",
    re.DOTALL,
)
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
# How a block of HTML begins, and the sign with which it ends; None: with a blank line.
HTML_BLOCKS: tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...] = (
    (
        pattern(r"<(?:script|pre|style|textarea)(?=[ \t>]|\Z)", re.IGNORECASE),
        pattern(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (pattern(r"<!--"), pattern(r"-->")),
    (pattern(r"<\?"), pattern(r"\?>")),
    (pattern(r"<!\[CDATA\["), pattern(r"\]\]>")),
    (pattern(r"<![A-Za-z]"), pattern(r">")),
    (pattern(rf"</?(?:{_BLOCK_TAGS})(?=[ \t]|/?>|\Z)", re.IGNORECASE), None),
)
_SEPARATOR = pattern(r"\\.|\|")


def cells(row: str) -> list[tuple[int, int]]:
    """Where the cells of a table's row stand in it, white space at their ends left out. `\\\\|` separates nothing."""
    bars = [bar.start() for bar in _SEPARATOR.finditer(row) if bar[0] == "|"]
    edges = [-1, *bars, len(row)]
    found = [(first + 1, last) for first, last in pairwise(edges)]
    if len(found) > 1 and not row[slice(*found[0])].strip():
        del found[0]
    if len(found) > 1 and not row[slice(*found[-1])].strip():
        del found[-1]
    return [_stripped(row, first, last) for first, last in found]


def _stripped(row: str, first: int, last: int) -> tuple[int, int]:
    inner = row[first:last]
    start = first + len(inner) - len(inner.lstrip())
    return start, max(start, first + len(inner.rstrip()))


class Line:
    """One line while its containers are taken off: a place in it, and the column of that place with tabs expanded."""

    def __init__(self, text: str, start: int, stop: int) -> None:
        self.text = text
        self.position = start
        self.column = 0
        self.stop = stop
        self._find_content()

    def _find_content(self) -> None:
        """`content` is the first character that is no blank, `indent` how many columns it is away."""
        position, column = self.position, self.column
        while position < self.stop and (character := self.text[position]) in " \t":
            column += 1 if character == " " else 4 - column % 4
            position += 1
        self.content = position
        self.indent = column - self.column

    def blank(self) -> bool:
        return self.content >= self.stop

    def advance(self, columns: int) -> None:
        """Over so many columns of blanks at most; a tab that is wider counts as begun."""
        columns = min(columns, self.indent)
        self.indent -= columns
        while columns:
            width = 1 if self.text[self.position] == " " else 4 - self.column % 4
            if width > columns:
                self.column += columns
                return
            self.position += 1
            self.column += width
            columns -= width

    def take(self, characters: int) -> None:
        """Over a marker that stands where the content begins."""
        self.advance(self.indent)
        self.position = self.content + characters
        self.column += characters
        self._find_content()
