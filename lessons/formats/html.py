"""HTML: blocks as browsers show them, formulas from annotations, MathML, MathJax scripts and delimiters in the text.

Of a formula that a page holds twice, as its source and as a copy for the eye (KaTeX, MathJax 2), the source is read. Scripts
and styles are not. What a style sheet hides is read like everything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field

from derivations.verdict import Message
from lessonproof.records import dataclass
from lessons.block import BlockKind, Run, RunKind
from lessons.excerpt import Excerpt, joined
from lessons.formats import mathml
from lessons.formats.comments import addressed
from lessons.formats.delimiters import split
from lessons.formats.entities import decoded
from lessons.formats.page import Page, trimmed
from lessons.formats.tags import Markup, Token, markup

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_BLOCKS = _LISTS | frozenset(_HEADINGS) | {
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "head", "header", "hgroup", "hr", "html", "legend",
    "li", "main", "nav", "optgroup", "option", "p", "pre", "search", "section", "summary", "table", "tbody", "td",
    "text", "tfoot", "th", "thead", "tr",
}  # fmt: skip
_CODE = frozenset({"code", "tt", "samp", "kbd"})
_RAISED = {"sup": "^{", "sub": "_{"}
# Copies of formulas for the eye, by class; their source stands before (KaTeX) or after them (MathJax).
_KATEX_COPY = "katex-html"
_MATHJAX_COPIES = frozenset({"MathJax", "MathJax_Preview", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML", "mjx-chtml"})


@dataclass(slots=True)
class _Table:
    rows: list[list[list[Run]]] = field(default_factory=list)
    in_cell: bool = False


def read(excerpt: Excerpt, page: Page) -> None:
    """An HTML document, or a stretch of HTML in another, onto the page."""
    _Reader(excerpt, page).read()


class _Reader:
    def __init__(self, excerpt: Excerpt, page: Page) -> None:
        self.excerpt = excerpt
        self.text = excerpt.text
        self.page = page
        self.tokens: Iterator[Token] = markup(excerpt.text)
        self.parts: list[Excerpt] = []  # text since the last run
        self.runs: list[Run] = []  # of the block that is being read
        self.open: list[str] = []
        self.count: Counter[str] = Counter()
        self.tables: list[_Table] = []
        self.item: int | None = None  # the level of a list item that has shown nothing yet
        self.code: str | None = None  # the element whose text is code
        self.raised = 0
        self.display = False  # the next formula is displayed
        self.katex_source = True  # a formula has been read since the last `.katex` began
        self.copied_at: int | None = None  # a copy of MathJax whose source has not come yet

    def read(self) -> None:
        for token in self.tokens:
            self._token(token)
        self._break()
        while self.tables:
            self._end_table()
        self._missing_source()

    def _token(self, token: Token) -> None:
        match token.kind:
            case Markup.TEXT:
                self.parts.append(decoded(self.excerpt.slice(token.start, token.stop), self.page))
            case Markup.OPEN:
                self._opened(token)
            case Markup.CLOSE:
                self._closed(token.name, token.start)
            case Markup.COMMENT:
                told = addressed(self.excerpt.slice(token.start, token.stop))
                if told is not None:
                    self._run(Run(RunKind.COMMENT, told))
            case Markup.UNCLOSED:
                self.page.note(self.excerpt.at(token.start), Message("markup-unclosed", {"sign": self._beginning(token)}))

    def _beginning(self, token: Token) -> str:
        return self.text[token.start : token.start + 20].split("\n")[0]

    def _opened(self, token: Token) -> None:
        name = token.name
        classes: set[str] = set()
        if name in ("span", "div"):
            classes = set(token.attributes(self.text).get("class", "").split())
        if classes & _MATHJAX_COPIES:
            if "MathJax_Preview" not in classes:
                self._missing_source()
                self.copied_at = token.start
            self._skip(name)
        elif _KATEX_COPY in classes:
            if not self.katex_source:
                self._note(token.start, "formula-without-source")
            self._skip(name)
        elif name in ("mjx-math", "template"):
            self._skip(name)
        elif name == "script":
            self._script(token)
        elif name == "math":
            self._math(token)
        elif name in _BLOCKS:
            self._block(token)
        elif name in _CODE and self.code is None:
            self._flush()
            self.code = name
        elif name in _RAISED:
            self.raised += 1
            self.parts.append(self.excerpt.standing_for(token.start, token.start, _RAISED[name]))
        elif name == "br":
            self.parts.append(self.excerpt.standing_for(token.start, token.start, "\n"))
        if "katex" in classes:
            self.katex_source = False
        if "katex-display" in classes:
            self.display = True

    def _closed(self, name: str, start: int) -> None:
        if name == self.code != "pre":
            self._flush()
            self.code = None
        elif name in _RAISED and self.raised:
            self.raised -= 1
            self.parts.append(self.excerpt.standing_for(start, start, "}"))
        elif name in _BLOCKS:
            self._break()
            if self.count[name]:
                while True:
                    last = self.open.pop()
                    self.count[last] -= 1
                    self._left(last)
                    if last == name:
                        break

    def _block(self, token: Token) -> None:
        """A block begins; with it ends what its kind cannot hold."""
        name = token.name
        self._break()
        if name in ("li", "dt", "dd", "option"):
            self._end_within(name, _LISTS | {"dl"})
        elif name in ("td", "th"):
            self._end_within("td", {"table"})
            self._end_within("th", {"table"})
        elif name == "tr":
            self._end_within("tr", {"table"})
        if name in ("p", "hr"):
            return
        self.open.append(name)
        self.count[name] += 1
        if name == "table":
            self.tables.append(_Table())
        elif self.tables and name == "tr":
            self.tables[-1].rows.append([])
        elif self.tables and name in ("td", "th"):
            table = self.tables[-1]
            if not table.rows:
                table.rows.append([])
            table.rows[-1].append([])
            table.in_cell = True
        elif name in ("li", "dd"):
            self.item = max(1, sum(self.count[kind] for kind in _LISTS))
        elif name == "pre":
            self.code = "pre"

    def _end_within(self, name: str, limits: frozenset[str] | set[str]) -> None:
        """Ends the open element of this name, unless it lies outside of one of the limits."""
        for place in range(len(self.open) - 1, max(-1, len(self.open) - 100), -1):
            if self.open[place] in limits:
                return
            if self.open[place] == name:
                while len(self.open) > place:
                    last = self.open.pop()
                    self.count[last] -= 1
                    self._left(last)
                return

    def _left(self, name: str) -> None:
        if name == "table" and self.tables:
            self._end_table()
        elif name in ("td", "th") and self.tables:
            self.tables[-1].in_cell = False
        elif name in ("li", "dd"):
            self.item = None

    def _end_table(self) -> None:
        table = self.tables.pop()
        rows = [row for row in table.rows if any(run.text.strip() for cell in row for run in cell)]
        if rows:
            self.page.table(rows)

    def _flush(self) -> None:
        """The text since the last run becomes runs."""
        if self.parts and self.code is None:
            for _ in range(self.raised):
                self.parts.append(self.excerpt.standing_for(len(self.text), len(self.text), "}"))
            self.raised = 0
        text = joined(self.parts)
        self.parts = []
        if not text.text:
            return
        if self.code is None:
            self.runs += split(text, self.page)
        elif text.text.strip():
            self.runs.append(Run(RunKind.CODE, text))

    def _run(self, run: Run) -> None:
        self._flush()
        self.runs.append(run)

    def _break(self) -> None:
        """Ends the block that is being read."""
        self._flush()
        preformatted, self.code = self.code == "pre", None
        runs, self.runs = trimmed(self.runs), []
        if not runs:
            return
        if self.tables and self.tables[-1].in_cell:
            self.tables[-1].rows[-1][-1].extend(runs)
        elif preformatted:
            for run in runs:
                if run.kind is RunKind.CODE:
                    self.page.fixed_width(_without_first_line_end(run.excerpt))
                else:
                    self.page.flow(BlockKind.PARAGRAPH, [run])
        elif heading := next((name for name in reversed(self.open[-4:]) if name in _HEADINGS), None):
            self.page.flow(BlockKind.HEADING, runs, _HEADINGS[heading])
        elif self.item is not None:
            self.page.flow(BlockKind.ITEM, runs, self.item)
            self.item = None
        else:
            self.page.flow(BlockKind.PARAGRAPH, runs)

    def _skip(self, name: str) -> None:
        """Over an element with all it holds; a block ends it too, as no copy of a formula holds one but MathJax's own."""
        depth = 1
        for token in self.tokens:
            if token.name == name and token.kind in (Markup.OPEN, Markup.CLOSE):
                depth += 1 if token.kind is Markup.OPEN else -1
                if not depth:
                    return
            elif token.kind is Markup.UNCLOSED or (token.name in _BLOCKS and token.name != "div"):
                self._token(token)
                return

    def _script(self, token: Token) -> None:
        kind, _, mode = token.attributes(self.text).get("type", "").partition(";")
        source = next(self.tokens, None)
        if source is None or source.kind is not Markup.RAW or kind.strip().lower() != "math/tex":
            return
        formula = self.excerpt.slice(source.start, source.stop).strip()
        if formula.text:
            self._run(Run(RunKind.FORMULA, formula, "display" in mode))
        self.copied_at = None

    def _math(self, opening: Token) -> None:
        found = [opening]
        after: Token | None = None
        for token in self.tokens:
            if token.name == "math" and token.kind is Markup.CLOSE:
                break
            if token.kind is Markup.UNCLOSED or (token.name in _BLOCKS and token.kind in (Markup.OPEN, Markup.CLOSE)):
                after = token
                break
            found.append(token)
        self.page.count(len(found))
        try:
            formula = mathml.Formula(self.excerpt, found, self.page)
            self._formula(formula, opening)
        except mathml.NotRead as error:
            self._note(opening.start, "mathml-not-read", element=str(error))
        self.katex_source, self.copied_at, self.display = True, None, False
        if after is not None:
            self._note(opening.start, "formula-unclosed")
            self._token(after)

    def _formula(self, formula: mathml.Formula, opening: Token) -> None:
        source = formula.annotation
        try:
            shown = formula.written()
        except mathml.NotRead:
            if source is None:
                raise
            shown = source
        if source is None:
            source = shown
        elif shown.text and not mathml.agree(source.text, shown.text):
            self._note(opening.start, "formula-two-sources", source=_short(source.text), shown=_short(shown.text))
        if source.text:
            self._run(Run(RunKind.FORMULA, source, self.display or formula.displayed))

    def _missing_source(self) -> None:
        if self.copied_at is not None:
            self._note(self.copied_at, "formula-without-source")
            self.copied_at = None

    def _note(self, start: int, key: str, **values: object) -> None:
        self.page.note(self.excerpt.at(start), Message(key, values))


def _without_first_line_end(code: Excerpt) -> Excerpt:
    """Browsers show no line end directly after `<pre>`."""
    first = 2 if code.text.startswith("\r\n") else 1 if code.text[:1] in ("\r", "\n") else 0
    return code.slice(first, len(code.text.rstrip()))


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
