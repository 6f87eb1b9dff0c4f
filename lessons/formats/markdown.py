"""Markdown (CommonMark 0.31 with the tables of GFM): blocks, texts as displayed, formulas; front matter is left out.

The structure is found first and the text of the blocks read then, when all labels of links are known.
"""

from __future__ import annotations

from lessons.block import BlockKind
from lessons.excerpt import Excerpt
from lessons.formats import html
from lessons.formats.markdown_blocks import Blocks
from lessons.formats.markdown_inline import cell, inline
from lessons.formats.markdown_leaf import Kind, Leaf
from lessons.formats.markdown_lines import cells
from lessons.formats.page import Page


def read(excerpt: Excerpt, page: Page) -> None:
    """A Markdown text onto the page."""
    blocks = Blocks(excerpt, page)
    for leaf in blocks.read():
        _show(leaf, excerpt, page, blocks.references)


def _show(leaf: Leaf, excerpt: Excerpt, page: Page, references: set[str]) -> None:
    content = leaf.content(excerpt)
    match leaf.kind:
        case Kind.PARAGRAPH:
            runs = inline(content.strip(), page, references)
            if leaf.item is None:
                page.flow(BlockKind.PARAGRAPH, runs)
            else:
                page.flow(BlockKind.ITEM, runs, leaf.item.level, leaf.item.number)
        case Kind.HEADING:
            page.flow(BlockKind.HEADING, inline(content.strip(), page, references), leaf.level)
        case Kind.FENCE if leaf.info == "math":
            page.formula(content)
        case Kind.FENCE:
            page.fixed_width(content, leaf.info)
        case Kind.CODE:
            page.fixed_width(content.slice(0, len(content.text.rstrip())))
        case Kind.FORMULA:
            opening = 0 if leaf.closing.startswith("\\end") else 2
            page.formula(content.slice(opening, len(content.text) - opening))
        case Kind.HTML:
            html.read(content, page)
        case Kind.TABLE:
            _show_table(leaf.rows, excerpt, page, references)


def _show_table(rows: list[tuple[int, int]], excerpt: Excerpt, page: Page, references: set[str]) -> None:
    """rows: where the head, the delimiter row, which says how many columns there are, and the other rows stand."""
    columns = len(cells(excerpt.text[slice(*rows[1])]))
    page.table(
        [
            [
                cell(excerpt.slice(start + first, start + last), page, references)
                for first, last in cells(excerpt.text[start:stop])[:columns]
            ]
            for start, stop in (rows[0], *rows[2:])
        ]
    )
