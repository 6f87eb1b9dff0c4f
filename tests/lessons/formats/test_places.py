"""The place of a character is the line and column where the author's file has it, in every format and for every line end."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown_blocks import characters, document
from test_one_lesson import WRITTEN

from derivations.verdict import Place
from lessons.document import read

# With what a character may be written that is not the character itself: entities, escapes, ligatures, and tags that mean TeX.
WRITINGS = {"md": "\\&<", "html": "&<", "tex": "\\~-`'}", "txt": "\\", "ipynb": "\\&<"}
SNIPPETS = {
    "md": ["# a", "b **c** $x_1$", "- d", "  e", "> f", "| g | $h$ |", "|---|---|", "\\* &alpha; <sup>2</sup>", "```", "$$",
        "`i`", "\t j", "<p>k &lt; l", "\\(m\\)", "[n](o)", "1. p", "é ℓ̄ 😀", "\\\\ \\", "&#65;b"],
    "html": ["<p>a &lt; b", "<b>c</b>", "\\(x &gt; y\\)", "<td>1", "<table>", "</table>", "<li>d", "<pre>", "</pre>",
        "<code>e</code>", "<math><mfrac><mn>1</mn><mi>x</mi></mfrac></math>", "&notit;", "é 😀", "<h2>f", "<sup>2</sup>",
        "<!-- lessonproof: g -->"],
    "tex": ["\\section{a}", "b $x_1$", "\\textbf{c}", "% d", "\\[y\\]", "\\item e", "``f''", "g--h~i", "\\'e",
        "\\begin{tabular}{l}", "j & k \\\\", "\\end{tabular}", "\\verb|l|", "{m}",
        "\\begin{align} a &= b \\\\ c &= d \\end{align}", "\\%", "é 😀"],
    "txt": ["a $x$", "1.1 b", "第 1 章：c", "d\te", "$$", "\\$5", "- f", "x_{1} = 2", "é 😀", "",
        "\\begin{align}g\\end{align}"],
}  # fmt: skip
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def check(ending: str, text: str) -> None:
    for character, written in characters(document(ending, text)):
        # Between the lines of one equation stands a line end that nobody wrote.
        assert written.startswith(character) or written[:1] in WRITINGS[ending] or character == "\n", (character, written)


@pytest.mark.parametrize("ending", SNIPPETS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_every_character_stands_where_the_file_has_it(ending: str, data: st.DataObject) -> None:
    line_end = data.draw(LINE_ENDS)
    snippets = data.draw(st.lists(st.sampled_from(SNIPPETS[ending]), max_size=12))
    separators = data.draw(st.lists(st.sampled_from([" ", line_end, line_end * 2]), min_size=12, max_size=12))
    check(ending, "".join(snippet + separator for snippet, separator in zip(snippets, separators, strict=False)))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(SNIPPETS["md"]), max_size=6).map("\n".join), max_size=3),
    st.booleans(),
    st.sampled_from([None, 1]),
)
def test_every_character_of_a_cell_stands_where_the_notebook_has_it(
    cells: list[str], escaped: bool, indent: int | None
) -> None:
    sources = [{"cell_type": "markdown", "source": cell.splitlines(keepends=True) if len(cell) % 2 else cell} for cell in cells]
    check("ipynb", json.dumps({"cells": sources}, ensure_ascii=escaped, indent=indent))


@pytest.mark.parametrize("ending", [ending for ending in WRITTEN if ending != "escaped.ipynb"])
def test_every_character_of_the_lesson_stands_where_the_file_has_it(ending: str) -> None:
    check(ending, WRITTEN[ending])
    assert len(list(characters(document(ending, WRITTEN[ending])))) > 150


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "byte order mark"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("ending", "text", "place"),
    [
        ("md", "a\n\n> b **c** $x = 0.5$", Place(3, 16)),
        ("html", "<p>a\n<td>&alpha; 0.5", Place(2, 13)),
        ("tex", "a % 0.7\n \\emph{0.5}", Place(2, 8)),
        ("txt", "a\n\nb\tc 0.5", Place(3, 5)),
        ("ipynb", '{"cells": [{"cell_type": "markdown",\n"source": ["\\u03b1\\n", "0.5"]}]}', Place(2, 25)),
    ],
)
def test_the_place_of_a_figure(ending: str, text: str, place: Place, line_end: str, mark: bytes) -> None:
    read_so = read(mark + text.replace("\n", line_end).encode(), f"x.{ending}")
    figures = [figure for figure in read_so.figures() if figure.written.text == "0.5"]
    assert [read_so.place(figure.excerpt.start) for figure in figures] == [place]
    assert [figure.excerpt.stop - figure.excerpt.start for figure in figures] == [3]
