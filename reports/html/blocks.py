"""Markdown, HTML, LaTeX and notebooks as their readers see them: blocks, with formulas typeset from our own tree of them.

A formula that the parser does not read is shown as its source: nothing of it is dropped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import zip_longest

from derivations.formula.cursor import FormulaError
from derivations.formula.tree import Number
from derivations.verdict import LessonRead
from lessons.block import Block, BlockKind, Run, RunKind
from lessons.document import Document
from lessons.excerpt import Excerpt
from reports.html import mathml
from reports.html.element import Element, element
from reports.html.marks import Marks
from reports.html.section import Section, before, sections
from reports.sentences import Language, say


def blocks(document: Document, lesson: LessonRead, marks: Marks, language: Language) -> list[Section]:
    """The blocks of a document, section by section."""
    return _Blocks(document, lesson, marks, language).sections()


class _Blocks:
    def __init__(self, document: Document, lesson: LessonRead, marks: Marks, language: Language) -> None:
        self.document = document
        self.marks = marks
        self.language = language
        self.starting = iter(sections(lesson, language))
        self.shown_lines: set[int] = set()

    def sections(self) -> list[Section]:
        begun = [(block, start) for block in self.document.blocks if (start := _start(block)) is not None]
        shown = [block for block, _ in begun]
        starts = [start for _, start in begun]
        found: list[Section] = []
        items: list[Element] = []
        for number, block in enumerate(shown):
            if block.kind is not BlockKind.ITEM and items:
                found[-1].body.append(element("ul", *items, class_="items"))
                items = []
            if block.kind is BlockKind.HEADING and block.runs:
                section = next(self.starting, None)
                if section is not None:
                    found.append(section)
            if not found:
                found.append(before(self.language))
            # What a finding says of the space between two blocks stands beside the first of them.
            following = starts[number + 1] if number + 1 < len(shown) else len(self.document.source.text) + 1
            line = self.document.place(starts[number]).line
            made = self.block(block, line, self.marks.chips(starts[number] if number else 0, max(following, starts[number])))
            if block.kind is BlockKind.ITEM:
                items.append(made)
            else:
                found[-1].body.append(made)
        if items:
            found[-1].body.append(element("ul", *items, class_="items"))
        return [section for section in found if section.body]

    def block(self, block: Block, line: int, chips: Element | None) -> Element:
        own = line not in self.shown_lines
        self.shown_lines.add(line)
        return element(
            "li" if block.kind is BlockKind.ITEM else "div",
            element("span", str(line) if own else "", class_="no", aria_hidden="true"),
            element("div", self.content(block), class_="t"),
            chips,
            class_=f"b {block.kind.value}" + (f" level-{min(block.level, 6)}" if block.level else ""),
            id=f"L{line}" if own else None,
        )

    def content(self, block: Block) -> Element:
        match block.kind:
            case BlockKind.HEADING:
                return element(f"h{min(max(block.level, 1) + 1, 6)}", *self.runs(block.runs))
            case BlockKind.TABLE:
                return self.table(block)
            case BlockKind.CODE | BlockKind.WORKED | BlockKind.OUTPUT:
                return element("pre", element("code", *self.lined(block.runs)), tabindex="0")
            case BlockKind.COMMENT:
                return element("p", *self.runs(block.runs), class_="comment")
            case BlockKind.ITEM if block.number is not None:
                return element("p", element("span", self.numbered(block.number), class_="number"), " ", *self.runs(block.runs))
        return element("p", *self.runs(block.runs))

    def numbered(self, number: Excerpt) -> str:
        """The number of a list item with the sign that ends it in the author's file."""
        after = self.document.source.written[number.stop : number.stop + 1]
        return number.text + (after if after in tuple(".)、．") else "")

    def table(self, block: Block) -> Element:
        def row(cells: Sequence[Sequence[Run]], tag: str) -> Element:
            scope = "col" if tag == "th" else None
            return element("tr", *(element(tag, *self.runs(cell), scope=scope) for cell in cells))

        head, *rest = block.rows or ((),)
        body = element("tbody", *(row(cells, "td") for cells in rest))
        label = say(self.language, "html.table")
        return element(
            "div",
            element("table", element("thead", row(head, "th")), body),
            class_="scroll", tabindex="0", role="region", aria_label=label,
        )  # fmt: skip

    def runs(self, runs: Sequence[Run]) -> list[Element | str]:
        shown: list[Element | str] = []
        kept = 0  # signs of this text which the formula before it has taken
        for run, following in zip_longest(runs, runs[1:]):
            match run.kind:
                case RunKind.FORMULA:
                    kept = _closing(following) if following is not None and not run.display else 0
                    shown.append(self.formula(run, self.text(following.excerpt.slice(0, kept)) if following and kept else []))
                    continue
                case RunKind.CODE:
                    shown.append(element("code", *self.text(run.excerpt)))
                case RunKind.COMMENT:
                    shown.append(element("span", *self.text(run.excerpt), class_="comment"))
                case RunKind.TEXT:
                    shown += self.text(run.excerpt.slice(kept, len(run.text)))
            kept = 0
        return shown

    def lined(self, runs: Sequence[Run]) -> list[Element | str]:
        """Code keeps its lines."""
        shown: list[Element | str] = []
        for run in runs:
            at = 0
            for line in run.text.splitlines(keepends=True):
                shown += [*self.text(run.excerpt.slice(at, at + len(line.rstrip("\r\n")))), element("br")]
                at += len(line)
        return shown

    def text(self, excerpt: Excerpt) -> list[Element | str]:
        """A text as it is displayed, its figures marked wherever the author's file writes them."""
        text = self.as_written(excerpt)
        if not excerpt.pieces:
            return self.marks.marked(text, excerpt.start)
        figures = [one for one in self.marks.figures_within(excerpt.start, excerpt.stop) if one.stop > excerpt.start]
        if not figures:
            return [text]
        places = [excerpt.at(at) for at in range(len(text) + 1)]
        shown: list[Element | str] = []
        at = 0
        for one in figures:
            first, last = max(at, bisect_left(places, one.start)), bisect_left(places, one.stop)
            if first < last:
                shown += [text[at:first], self.marks.figure(one, text[first:last])]
                at = last
        return [piece for piece in (*shown, text[at:]) if piece != ""]

    def as_written(self, excerpt: Excerpt) -> str:
        """In the author's own signs: a full-width digit, read as a digit, is shown as he wrote it."""
        source = self.document.source
        if source.written is source.text:
            return excerpt.text
        places = (excerpt.at(at) for at in range(len(excerpt.text)))
        return "".join(
            source.written[place] if source.text[place] == sign else sign
            for sign, place in zip(excerpt.text, places, strict=True)
        )

    def formula(self, run: Run, closing: Sequence[Element | str] = ()) -> Element:
        """closing: the stop or bracket behind it, which stays in its line."""
        try:
            tree = run.tree()
        except FormulaError:
            shown = element("code", *self.text(run.excerpt), class_="tex")
            return element("span", shown, *closing, class_="inline") if closing else shown

        def decorate(number: Number, shown: Element) -> Element:
            start, stop = run.excerpt.at(number.span[0]), run.excerpt.after(number.span[1])
            here = [one for one in self.marks.figures_within(start, stop) if one.stop > start]
            return self.marks.figure_of_formula(here[0], shown) if here else shown

        pieces = mathml.in_pieces(tree, decorate)
        if run.display and len(pieces) == 1:
            pieces = [mathml.formula(tree, display=True, decorate=decorate)]
        *before_last, last = pieces
        end = element("span", last, *closing, class_="closed") if closing else last
        return element("span", *before_last, end, class_="display" if run.display else "inline")


def _closing(run: Run) -> int:
    """How many signs at the beginning of a text belong in the line of the formula before it."""
    return len(run.text) - len(run.text.lstrip("。，；、：！？）”》.,;:!?)")) if run.kind is RunKind.TEXT else 0


def _start(block: Block) -> int | None:
    """Where the document begins to write a block; None for one that shows nothing."""
    starts = [run.excerpt.start for run in block.all_runs()]
    return min([*starts, *([block.number.start] if block.number is not None else [])], default=None)
