"""Markdown: the blocks and texts that CommonMark displays, compared with markdown-it, and what mathematics adds to them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from shown_blocks import blocks, document, notes

from lessons.block import BlockKind
from lessons.document import read

PIECES = st.sampled_from(
    [
        "a",
        "b c",
        "*",
        "**",
        "_",
        "`",
        "``",
        "[",
        "]",
        "(u)",
        "[x]",
        "!",
        "\\",
        "<b>",
        "</b>",
        "&amp;",
        "\n",
        "\n",
        "\n\n",
        "> ",
        "- ",
        "1. ",
        "2) ",
        "    ",
        "  ",
        "\t",
        "# ",
        "## ",
        "```",
        "===",
        "***",
        "x_y",
        " ",
        "~~x~~ ",
        ".",
        "<http://a>",
        "\r\n",
        "+ ",
        "\\*",
        "é",
        "中",
        "“",
        "\n[x]: u\n\n",
        "\n\n| c | `d` \\| |\n|:-:|-|\n| 1 | 2 |\n\n",
    ]
)


def displayed(text: str) -> list[tuple[str, str]] | None:
    """What markdown-it makes of a text: kind of block and its text. None where it finds blocks of HTML."""
    found: list[tuple[str, str]] = []
    containers: list[list[object]] = []  # what is open: "li" or "quote", and whether nothing has been displayed in it
    kind = ""
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
        match token.type:
            case "html_block":
                return None
            case "list_item_open" | "blockquote_open":
                containers.append(["li" if token.type == "list_item_open" else "quote", True])
            case "list_item_close" | "blockquote_close":
                containers.pop()
            case "heading_open":
                kind = f"heading {token.tag[1]}"
            case "paragraph_open":
                item = bool(containers) and containers[-1] == ["li", True]
                kind = f"item {sum(name == 'li' for name, _ in containers)}" if item else "paragraph"
            case "th_open" | "td_open":
                kind = "table"
            case "inline":
                said = "".join(
                    "\n" if child.type in ("softbreak", "hardbreak") else child.content
                    for child in token.children or ()
                    if child.type in ("softbreak", "hardbreak", "text", "code_inline")
                )
                found.append((kind, " ".join(said.split())))
            case "fence" | "code_block":
                found.append(("code", " ".join(token.content.split())))
        if token.type in ("inline", "fence", "code_block", "hr"):
            for container in containers:
                container[1] = False
    return [(kind, said) for kind, said in found if said]


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=14).map("".join))
def test_blocks_and_texts_are_those_that_markdown_it_displays(text: str) -> None:
    expected = displayed(text)
    # markdown-it takes `## a |` over `|-|` for the head of a table, which is a heading.
    assume(expected is not None and "|\n|-|" not in text and "\\[" not in text)
    found: list[tuple[str, str]] = []
    for block in read(text.encode(), "x.md").blocks:
        kind = f"{block.kind.value} {block.level}" if block.level else block.kind.value
        stretches = [cell for row in block.rows for cell in row] or [block.runs]
        found += [(kind, " ".join("".join(run.text for run in runs).split())) for runs in stretches]
    assert [(kind, said) for kind, said in found if said] == expected


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("It costs $5 and $6.", []),
        ("From $5–$6 a month, $x$ each", ["x"]),
        ("$5 per month$", []),
        ("每月 $5，每年 $50", []),
        ("100 $ and 200 $", []),
        ("\\$x$ and \\\\$y$", ["y"]),
        ("$5x$ and $2^3$", ["5x", "2^3"]),
    ],
)
def test_dollars_that_are_money_delimit_nothing(text: str, sources: list[str]) -> None:
    assert [run.text for run in document("md", text).formulas()] == sources


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("$x$ and $$y$$ and \\(z\\) and \\[w + 1\\] and $`v`$", ["x", "y", "z", "w + 1", "v"]),
        ("$ a = b $ spaced", ["a = b"]),
        ("`$x$` and $y$", ["y"]),
        ("$a`b$ and `c$`", ["a`b"]),
        ("$x_1$, **$y_1$** and [$z$](u)", ["x_1", "y_1", "z"]),
        ("$a$b$", ["a"]),
        ("$a$$b$", ["a", "b"]),
        ("$a\n= b$", ["a\n= b"]),
        ("$a\n+ b$", []),  # a list
        ("$a\n\nb$", []),
        ("\\[1\\] and \\(sic\\)", []),
        ("a $2^{10}$ b", ["2^{10}"]),
        ("![$x$](u) and <!-- $y$ -->", []),
    ],
)
def test_formulas_in_text(text: str, sources: list[str]) -> None:
    assert [run.text for run in document("md", text).formulas()] == sources


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$\na\n- b\n> c\n$$", [("formula", "$a - b > c$")]),
        ("so\n$$ x = 1 $$\nand", [("paragraph", "so"), ("formula", "$x = 1$"), ("paragraph", "and")]),
        ("so $$x$$ and", [("paragraph", "so"), ("formula", "$x$"), ("paragraph", "and")]),
        ("\\[\nx\n\\] (1)", [("formula", "$x$"), ("paragraph", "(1)")]),
        ("```math\nx = 1\n```", [("formula", "$x = 1$")]),
        ("> $$\n> x\n> $$\n> y", [("formula", "$x$"), ("paragraph", "y")]),
        ("- $$\n  x\n  $$", [("formula", "$x$")]),
        ("\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}", [("formula", "$a = b$"), ("formula", "$c = d$")]),
        ("$$\nx\n\n# y", [("paragraph", "$$ x"), ("heading 1", "y")]),
        ("> $$\n> x\n\n$$", [("paragraph", "$$ x"), ("paragraph", "$$")]),
        ("```\n$x$\n```", [("code", "`$x$ `")]),
    ],
)
def test_displayed_formulas_are_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert blocks("md", text) == expected


def test_what_is_no_text_is_left_out() -> None:
    text = "---\ntitle: 3\n---\n\na [b](c '7') ![8](d)[^n] <i>e</i> f<sup>2</sup>\n\n[^n]: g\n\n"
    text += "<!-- h -->\n\n<!-- lessonproof: i -->\n"
    assert blocks("md", text) == [("paragraph", "a b e f^{2}"), ("paragraph", "g"), ("comment", "%lessonproof: i%")]


def test_a_rule_at_the_beginning_is_no_front_matter() -> None:
    assert blocks("md", "---\n\na\n\n---\n") == [("paragraph", "a")]


def test_cells_of_a_table_hold_runs() -> None:
    text = "| a | $|b|$ |\n|---|---|\n| `c\\|d` | $\\|e\\|$ |\n| f |\n"
    # The bars of $|b|$ part cells, as they do on every site that shows tables: then the head is no head.
    assert blocks("md", text)[0][0] == "paragraph"
    assert blocks("md", text.replace("$|b|$", "$\\|b\\|$")) == [("table", "a | $|b|$ / `c|d` | $|e|$ / f")]


def test_items_know_their_level_and_number() -> None:
    read_so = document("md", "3. a\n   - b\n\n     c\n4. d\n")
    found = [(block.kind, block.level, block.number and block.number.text) for block in read_so.blocks]
    assert found == [
        (BlockKind.ITEM, 1, "3"),
        (BlockKind.ITEM, 2, None),
        (BlockKind.PARAGRAPH, 0, None),
        (BlockKind.ITEM, 1, "4"),
    ]
    assert not list(read_so.figures())


@pytest.mark.parametrize("heading", ["## 11.3 Loss", "## Section 11.3: Loss", "11.3 Loss\n---", "## §11.3 Loss ##"])
def test_the_number_of_a_heading_is_no_figure_of_it(heading: str) -> None:
    read_so = document("md", heading + "\n\n11.3 and 2")
    assert read_so.blocks[0].number is not None and read_so.blocks[0].number.text == "11.3"
    assert [figure.written.text for figure in read_so.figures()] == ["11.3", "2"]


def test_html_in_markdown_is_read_as_html() -> None:
    text = "a\n\n<table><tr><td>1</td><td>$x$</td></tr></table>\n\n> <p>b &lt; c\n"
    assert blocks("md", text) == [("paragraph", "a"), ("table", "1 | $x$"), ("paragraph", "b < c")]
    assert notes("md", "a\n\n<p b='\n\nc") == [("markup-unclosed", 3, 1)]
