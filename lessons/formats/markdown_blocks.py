"""The block structure of CommonMark and GFM, with displayed formulas as blocks of their own, found line by line."""

from __future__ import annotations

import re

from lessons.excerpt import Excerpt
from lessons.formats import markdown_lines as signs
from lessons.formats.markdown_inline import TAG, is_words, normalised
from lessons.formats.markdown_leaf import Container, Kind, Leaf
from lessons.formats.markdown_lines import Line, cells
from lessons.formats.page import Page
from lessons.formats.statements import ALIGNMENTS, DISPLAYS

# Quotes and lists in each other; deeper ones are text.
DEEPEST = 100


class Blocks:
    """Reads a text line by line; `leaves` are its blocks in order then, `references` the labels that it defines."""

    def __init__(self, excerpt: Excerpt, page: Page) -> None:
        self.excerpt = excerpt
        self.text = excerpt.text
        self.page = page
        self.containers: list[Container] = []
        self.leaf: Leaf | None = None
        self.leaves: list[Leaf] = []
        self.references: set[str] = set()
        self.ahead: dict[str, int] = {}
        self.line_end = 0

    def read(self) -> list[Leaf]:
        """The leaves of the text. Raises UsageError past the limits of the page."""
        front = signs.FRONT_MATTER.match(self.text)
        position = front.end() if front else 0
        while position < len(self.text):
            position = self._lines(position)
        self._close_leaf()
        return self.leaves

    def _lines(self, position: int) -> int:
        """Reads the next line, or several that need no closer look; the offset after them."""
        verbatim = self.leaf is not None and self.leaf.kind not in (Kind.PARAGRAPH, Kind.TABLE)
        if not verbatim and self.text[position] in " \t\r\n" and (blank := signs.BLANK_LINES.match(self.text, position)):
            if self.containers:
                self._line(position, position, position)  # the blank lines after it change nothing more
            else:
                self._close_leaf()
            return blank.end()
        in_paragraph = self.leaf is None or self.leaf.kind is Kind.PARAGRAPH
        if in_paragraph and not self.containers and (plain := signs.PLAIN_LINES.match(self.text, position)):
            self._plain_lines(*plain.span())
            return plain.end()
        line = signs.LINE.match(self.text, position)
        assert line is not None
        self.page.count(1)
        self._line(*line.span(1), line.end())
        return line.end()

    def _plain_lines(self, start: int, end: int) -> None:
        """Lines of the paragraph that is open or begins here."""
        if self.leaf is None:
            self.page.count(1)
        leaf = self.leaf or self._open(Kind.PARAGRAPH)
        leaf.add(start, end)
        while self.text[end - 1] in "\r\n":
            end -= 1
        leaf.last_line = max(start, self.text.rfind("\n", start, end) + 1, self.text.rfind("\r", start, end) + 1), end

    def _line(self, start: int, stop: int, end: int) -> None:
        self.line_end = end
        line = Line(self.text, start, stop)
        matched = self._matched(line)
        leaf = self.leaf
        if leaf is not None and matched == len(self.containers) and self._goes_on(leaf, line):
            return
        paragraph = self.leaf if self.leaf is not None and self.leaf.kind is Kind.PARAGRAPH else None
        opened = self._begins(line, matched, paragraph)
        if opened is None:
            return
        if self.leaf is not None and self.leaf is paragraph and not line.blank():
            # Also where the paragraph of a quote or an item goes on without the signs of these.
            if not (matched == len(self.containers) and self._heads_table(self.leaf, line)):
                self._add_line(self.leaf, line)
        elif (
            leaf is not None
            and self.leaf is leaf
            and leaf.kind is Kind.TABLE
            and opened == len(self.containers)
            and not line.blank()
        ):
            leaf.rows.append((line.content, stop))
        else:
            self._leave(opened)
            if not line.blank():
                self._add_line(self._open(Kind.PARAGRAPH), line)

    def _matched(self, line: Line) -> int:
        """How many of the open containers the line goes on with."""
        if line.blank():
            last = self.containers[-1] if self.containers else None
            begun_empty = last is not None and not last.quote and last.fresh
            quotes = [number for number, container in enumerate(self.containers) if container.quote]
            return quotes[0] if quotes else len(self.containers) - begun_empty
        for number, container in enumerate(self.containers):
            if container.quote:
                if line.indent > 3 or self.text[line.content : line.content + 1] != ">" or line.blank():
                    return number
                self._take_quote(line)
            elif line.blank():
                continue
            elif line.indent >= container.indent:
                line.advance(container.indent)
            else:
                return number
        return len(self.containers)

    def _take_quote(self, line: Line) -> None:
        line.take(1)
        if line.indent:
            line.advance(1)

    def _goes_on(self, leaf: Leaf, line: Line) -> bool:
        """Whether the line belongs to a leaf that takes lines as they are."""
        match leaf.kind:
            case Kind.FENCE:
                closing = self.text[line.content : line.stop].rstrip(" \t")
                if line.indent < 4 and len(closing) >= len(leaf.fence) and closing == leaf.fence[0] * len(closing):
                    self._close_leaf()
                else:
                    line.advance(leaf.indent)
                    leaf.add(line.position, self.line_end)
                return True
            case Kind.CODE:
                if line.blank() or line.indent >= 4:
                    line.advance(4)
                    leaf.add(line.position, self.line_end)
                    return True
                return False
            case Kind.HTML:
                if leaf.ends is None and line.blank():
                    return False
                leaf.add(line.position, self.line_end)
                if leaf.ends is not None and leaf.ends.search(self.text, line.position, line.stop):
                    self._close_leaf()
                return True
            case Kind.FORMULA:
                if line.blank():
                    return False
                self._formula_line(leaf, line, line.content)
                return True
        return False

    def _begins(self, line: Line, matched: int, paragraph: Leaf | None) -> int | None:
        """Opens the containers that begin on this line. How many are open for it; None where a leaf has taken the line.

        paragraph: the paragraph that is open before this line.
        """
        while not line.blank():
            goes_on = self.leaf is not None and self.leaf is paragraph
            if line.indent >= 4:
                if goes_on:
                    return matched
                self._leave(matched)
                line.advance(4)
                self._open(Kind.CODE).add(line.position, self.line_end)
                return None
            if self.text[line.content] not in signs.BEGINNINGS:
                return matched
            content = self.text[line.content : line.stop]
            interrupted = paragraph if goes_on and matched == len(self.containers) else None
            if content[0] == ">" and len(self.containers) < DEEPEST:
                self._leave(matched)
                self._take_quote(line)
                self.containers.append(Container(quote=True))
            elif self._leaf_begins(content[0], content, line, matched, interrupted):
                return None
            elif (item := signs.ITEM.match(content)) and len(self.containers) < DEEPEST:
                if interrupted and (item["number"] not in (None, "1") or not content[item.end() :].strip()):
                    return matched
                self._leave(matched)
                self._take_item(line, item)
            else:
                return matched
            matched = len(self.containers)
        return matched

    def _leaf_begins(self, sign: str, content: str, line: Line, matched: int, paragraph: Leaf | None) -> bool:
        """paragraph: the one that the line would interrupt."""
        if sign == "#" and (heading := signs.HEADING.match(content)):
            self._leave(matched)
            leaf = self._open(Kind.HEADING)
            leaf.level = len(heading[1])
            leaf.add(line.content + heading.end(), line.content + len(_without_closing_signs(content)))
            self._close_leaf()
        elif sign in "`~" and (fence := signs.FENCE.match(content)):
            self._leave(matched)
            leaf = self._open(Kind.FENCE)
            leaf.fence, leaf.info, leaf.indent = fence[1] or fence[3], (fence[2] or fence[4] or "").strip(), line.indent
        elif sign == "<" and self._html_begins(content, line, matched, paragraph):
            return True
        elif sign in "=-" and paragraph is not None and (underline := signs.UNDERLINE.match(content)):
            return self._becomes_heading(paragraph, 1 if underline[1][0] == "=" else 2) or (
                sign == "-" and self._rule(content, matched)
            )
        elif sign in "*-_" and self._rule(content, matched):
            return True
        elif sign in "$\\" and (display := signs.DISPLAY.match(content)):
            return self._formula_begins(display, line, matched)
        elif sign == "[" and (footnote := signs.FOOTNOTE.match(content)):
            self._leave(matched)
            self.references.add(normalised(footnote[1]))
            line.take(footnote.end())
            self._add_line(self._open(Kind.PARAGRAPH), line)
        else:
            return False
        return True

    def _rule(self, content: str, matched: int) -> bool:
        if not signs.RULE.match(content):
            return False
        self._leave(matched)
        for container in self.containers:
            container.fresh = False
        return True

    def _html_begins(self, content: str, line: Line, matched: int, paragraph: Leaf | None) -> bool:
        block = next(((begins, ends) for begins, ends in signs.HTML_BLOCKS if begins.match(content)), None)
        ends = block[1] if block else None
        if block is None:
            tag = TAG.match(content)
            lazy = self.leaf is not None and self.leaf.kind in (Kind.PARAGRAPH, Kind.TABLE)
            if paragraph is not None or lazy or tag is None or content[tag.end() :].strip():
                return False
        self._leave(matched)
        leaf = self._open(Kind.HTML)
        leaf.ends = ends
        leaf.add(line.position, self.line_end)
        if ends is not None and ends.search(content):
            self._close_leaf()
        return True

    def _formula_begins(self, display: re.Match[str], line: Line, matched: int) -> bool:
        if display[1] and display[1] not in DISPLAYS | ALIGNMENTS:
            return False
        if self.leaf is not None and self.leaf.kind is Kind.TABLE:
            return False
        closing = "$$" if display[0] == "$$" else "\\]" if display[0] == "\\[" else f"\\end{{{display[1]}}}"
        body = line.content + len(display[0])
        found = self.text.find(closing, body, line.stop)
        # With words after it on its line, or nothing in it, it is no block.
        if found >= 0 and (is_words(self.text[body:found]) or self.text[found + len(closing) : line.stop].strip()):
            return False
        if found < 0 and self._ahead(closing, body) > self._ahead("", body):
            return False
        self._leave(matched)
        leaf = self._open(Kind.FORMULA)
        leaf.closing = closing
        self._formula_line(leaf, line, line.content)
        return True

    def _ahead(self, sign: str, position: int) -> int:
        """Where a sign stands next; "" for a blank line. Asked in the order of the text, each stretch is searched once."""
        known = self.ahead.get(sign, -1)
        if known < position:
            blank = None if sign else signs.BLANK_AHEAD.search(self.text, position)
            known = self.text.find(sign, position) if sign else blank.start() if blank else -1
            self.ahead[sign] = known = len(self.text) + bool(sign) if known < 0 else known
        return known

    def _formula_line(self, leaf: Leaf, line: Line, first: int) -> None:
        begun = bool(leaf.stretches)
        leaf.add(first, self.line_end)
        found = self.text.find(leaf.closing, first if begun else first + 2, line.stop)
        if found < 0:
            return
        last = found + len(leaf.closing)
        leaf.stretches[-1] = (leaf.stretches[-1][0], last)
        leaf.info = "closed"
        self._close_leaf()
        if self.text[last : line.stop].strip():
            rest = Line(self.text, last, line.stop)
            self._add_line(self._open(Kind.PARAGRAPH), rest)

    def _heads_table(self, paragraph: Leaf, line: Line) -> bool:
        """Whether the line is the delimiter row under a table's head, which is the last line of the paragraph."""
        content = self.text[line.content : line.stop]
        if line.indent > 3 or content[0] not in "|:-" or "|" not in content or not signs.DELIMITER_ROW.match(content):
            return False
        first, last = paragraph.last_line
        head = self.text[first:last]
        if "|" not in head or len(cells(head)) != len(cells(content)):
            return False
        begins, _ = paragraph.stretches.pop()
        if begins < first:
            paragraph.stretches.append((begins, first))
        item = paragraph.item
        if paragraph.stretches:
            self._close_leaf()
            item = None
        self.leaf = Leaf(Kind.TABLE, item, rows=[(first, last), (line.content, line.stop)])
        return True

    def _becomes_heading(self, paragraph: Leaf, level: int) -> bool:
        self._take_definitions(paragraph)
        if not paragraph.stretches:
            self.leaf = None
            return False
        paragraph.kind, paragraph.level = Kind.HEADING, level
        self._close_leaf()
        return True

    def _take_item(self, line: Line, item: re.Match[str]) -> None:
        outer = line.indent
        first = line.content
        number = self.excerpt.slice(first, first + item.end("number")) if item["number"] else None
        line.take(item.end())
        indent = outer + item.end() + (line.indent if not line.blank() and 1 <= line.indent <= 4 else 1)
        line.advance(indent - outer - item.end())
        level = 1 + sum(not container.quote for container in self.containers)
        self.containers.append(Container(quote=False, indent=indent, number=number, level=level))

    def _open(self, kind: Kind) -> Leaf:
        innermost = self.containers[-1] if self.containers else None
        item = innermost if innermost is not None and not innermost.quote and innermost.fresh else None
        for container in self.containers:
            container.fresh = False
        self.leaf = Leaf(kind, item)
        return self.leaf

    def _add_line(self, leaf: Leaf, line: Line) -> None:
        leaf.add(line.content, self.line_end)
        leaf.last_line = (line.content, line.stop)

    def _leave(self, matched: int) -> None:
        """Closes the leaf and the containers that the line does not go on with."""
        self._close_leaf()
        del self.containers[matched:]

    def _close_leaf(self) -> None:
        leaf, self.leaf = self.leaf, None
        if leaf is None:
            return
        if leaf.kind is Kind.FORMULA and not leaf.info:
            leaf.kind = Kind.PARAGRAPH  # the quote or item around it ends before it is closed: no formula
        if leaf.kind is Kind.PARAGRAPH:
            self._take_definitions(leaf)
        self.leaves.append(leaf)

    def _take_definitions(self, leaf: Leaf) -> None:
        """Link definitions at the beginning of a paragraph are not displayed."""
        if not leaf.stretches or self.text[leaf.stretches[0][0]] != "[":
            return
        content = leaf.content(self.excerpt)
        position = 0
        while (definition := signs.DEFINITION.match(content.text, position)) and definition["label"].strip():
            self.references.add(normalised(definition["label"]))
            position = definition.end()
        taken = position
        while leaf.stretches and taken >= leaf.stretches[0][1] - leaf.stretches[0][0]:
            first, last = leaf.stretches.pop(0)
            taken -= last - first
        if leaf.stretches:
            leaf.stretches[0] = (leaf.stretches[0][0] + taken, leaf.stretches[0][1])


def _without_closing_signs(heading: str) -> str:
    """`## a ##` without the signs after its text, and without an attribute such as `{#name}`."""
    text = heading.rstrip(" \t")
    bare = text.rstrip("#")
    if bare != text and (not bare or bare[-1] in " \t"):
        text = bare.rstrip(" \t") if bare.strip() else heading[: len(heading) - len(heading.lstrip("#"))]
    attribute = text.rfind("{#")
    if text.endswith("}") and attribute > 0 and text[attribute - 1] in " \t":
        text = text[:attribute].rstrip(" \t")
    return text
