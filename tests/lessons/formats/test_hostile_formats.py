"""Texts that are out to break a reader. Each is read to its end or refused in one sentence, by work in its length.

Work is counted, not timed: the calls that Python makes, of a text and of one twice as long.
"""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from shown_blocks import blocks, document

from derivations.catalogue import UsageError
from lessons import source
from lessons.block import RunKind
from lessons.document import Document, read
from lessons.formats import page

HOSTILE = {
    "md": ["$", "$a ", "$$a ", "\\(", "\\[\n", "$$\nx\n", "`", "`a``", "*", "*a ", "**a*b_c_", "_a", "[", "[a](b ", "[a](<b",
        "![", "]", "> ", ">", "- ", "- a\n", "1. a\n", "  - a\n", "```\n~~~\n", "<!-- ", "<!--\n", "<a b='", "x <a ",
        "<div>\n\n", "&a", "&#9", "|a", "|a|b\n|-|-\n", "a|b\n", "[a]: b 'x\n", "[a]: b\n", '[a]: b\n"x\n', "[a\n", "a\n=\n",
        "\\*", "\\", "---\n", "[^a]: b\n", " ", "\t", "\n", "\r", "    a\n\n", "\x00", "\\begin{align}\n", "<b>", "~~a", "é́",
        "---\na: b\n"],
    "html": ["<", "<div>", "</div>", "<b></i>", '<a b="', "<!--", "&", "&#x110000;", "&ampx", "<ul><li>", "<li>a", "<td>1",
        "<table>", "<table><tr><td>", "<script>", "<script></script>", "<math><mrow>", "<math>", "<mi>x</mi>", "<sup>",
        "<code>", "<pre>a", "<p>x", "<span class='katex-html'>", "<span class='MathJax'>", "<![CDATA[", "<?", "<a =", "\\(",
        "$a ", "<h1>", "\x00", "</p><p>"],
    "tex": ["{", "}", "\\label{", "\\begin{a}", "\\begin{tabular}{l}", "a & b \\\\ ", "\\verb|", "\\begin{verbatim}", "$",
        "$ a ", "$$ a", "\\[", "\\(", "\\begin{align}", "%", "% a\n", "\\a", "\\", "\\section[", "\\section{", "\\item[a",
        "\\'", "-", "\n\n", "\\cite[a]", "\\def\\a#1{", "\\newcommand{\\a}", "$a%", "\\footnote{", "{\\textbf ", "\\texttt{",
        "~", "\x00", "a\\begin{document}"],
    "txt": ["$", "$a\n", "$$a\n", "\t", "a\tb\n", "x=1\n\n", "（中", "(", "第 1 章：x\n", "- a\n", "1 ", "\\begin{align}\n",
        "\0", "\r"],
    "ipynb": ["[", '{"a":', '"', '"\\', "1,", "[],", ":", "{"],
}  # fmt: skip
IN_A_CELL = ["\\n", "\\\\n", "\\ud800", "$a\\\\", "\\u0000", "- a\\n", "<!-- \\n"]
CASES = [(ending, sign) for ending, signs in HOSTILE.items() for sign in signs]


def cell(sign: str, times: int) -> str:
    return '{"cells": [{"cell_type": "markdown", "source": "' + sign * times + '"}]}'


def work(ending: str, text: str) -> int:
    """How many calls it takes to read a text, or to refuse it."""
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    content = text.encode()
    sys.setprofile(count)
    try:
        read(content, f"x.{ending}")
    except UsageError as refused:
        assert refused.message.key in ("document-too-intricate", "notebook-not-json", "notebook-without-cells")
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(("ending", "sign"), CASES)
def test_a_text_twice_as_long_is_twice_the_work(ending: str, sign: str) -> None:
    work(ending, sign)  # whatever is done only once
    assert work(ending, sign * 600) <= 2.3 * work(ending, sign * 300) + 1000


@pytest.mark.parametrize("sign", IN_A_CELL)
def test_a_cell_twice_as_long_is_twice_the_work(sign: str) -> None:
    work("ipynb", cell(sign, 1))
    assert work("ipynb", cell(sign, 600)) <= 2.3 * work("ipynb", cell(sign, 300)) + 1000


@pytest.mark.parametrize(("ending", "sign"), CASES)
def test_thousands_of_them_are_read_or_refused(ending: str, sign: str) -> None:
    """What calls do not count, the search within one pattern, would not end here."""
    try:
        found = document(ending, sign * 5_000)
    except UsageError as refused:
        assert refused.message.key in ("document-too-intricate", "notebook-not-json", "notebook-without-cells")
    else:
        assert_whole(found)


def assert_whole(found: Document) -> None:
    """Every character has a place within the text."""
    for run in found.runs():
        assert 0 <= run.excerpt.start <= run.excerpt.stop <= len(found.source.text)


@pytest.mark.parametrize("ending", ["md", "html", "tex", "txt"])
def test_a_line_of_two_megabytes_is_one_paragraph(ending: str) -> None:
    (block,) = document(ending, "ab " * 700_000).blocks
    assert len(block.runs) == 1 and len(block.runs[0].text) == 3 * 700_000 - 1


@pytest.mark.parametrize("ending", ["md", "html", "tex", "txt"])
def test_more_formulas_than_the_limit_are_refused(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_PIECES", 1_000)
    with pytest.raises(UsageError) as refused:
        document(ending, "$a$ " * 1_001)
    assert refused.value.message.key == "document-too-intricate"
    assert sum(run.kind is RunKind.FORMULA for run in document(ending, "$a$ " * 490).runs()) == 490


def test_more_lines_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MOST_LINES", 1_000)
    with pytest.raises(UsageError) as refused:
        document("txt", "\n" * 1_001)
    assert refused.value.message.key == "document-too-many-lines"
    assert document("txt", "\r\n" * 1_000).blocks == ()


def test_a_quote_in_a_quote_deeper_than_anybody_reads_is_text() -> None:
    ((kind, said),) = blocks("md", ">" * 150 + " a")
    assert kind == "paragraph" and said == ">" * 50 + " a"


def test_controls_and_what_is_no_character_stay_as_they_are() -> None:
    for ending in ("md", "html", "tex", "txt"):
        assert blocks(ending, "a\x00\x1b[31m\u202eb\ufffe") == [("paragraph", "a\x00\x1b[31m\u202eb\ufffe")]
