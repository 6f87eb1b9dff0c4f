"""What a stranger's heading is in a table that is pasted: words, in Markdown and in a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reports import coverage
from reports.markdown_words import markdown_words
from reports.tsv_words import tsv_cell
from tests.reports.documents import HOSTILE, verified

FORMULAS = [
    "=cmd|calc!A1",
    "+cmd|calc!A1",
    "-2+3+cmd|calc",
    "−SUM(1)",
    "@SUM(1)",
    " =1",
    "\u2003=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "\t=1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_spreadsheet_computes_no_words(text: str) -> None:
    assert tsv_cell(text).startswith("'")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("−0.5", "-0.5"),
        ("-3", "-3"),
        ("+4.25", "+4.25"),
        ("−1e−7", "-1e-7"),
        ("-50%", "-50%"),
        ("−∞", "-∞"),
        ("1 = 1", "1 = 1"),
    ],
)
def test_a_number_stays_one(text: str, cell: str) -> None:
    assert tsv_cell(text) == cell


@given(st.text())
def test_a_cell_is_one_cell_and_no_formula(text: str) -> None:
    cell = tsv_cell(text)
    assert "\t" not in cell and len(cell.splitlines()) <= 1
    if cell.lstrip()[:1] in tuple("=@＝＠"):
        raise AssertionError(cell)


@pytest.mark.parametrize("heading", FORMULAS[:5])
def test_no_cell_of_a_pasted_table_is_a_formula(heading: str, tmp_path: Path) -> None:
    pasted = coverage.pasted(verified(tmp_path, f"# {heading}\n\n2 + 2 = 4\n"), "tsv", "en")
    cells = [cell for line in pasted.splitlines() for cell in line.split("\t")]
    assert f"'{heading.strip()}" in cells and not [cell for cell in cells if cell[:1] in tuple("=+-@") and cell]


@pytest.mark.parametrize("name", HOSTILE)
def test_words_in_markdown_hold_no_markup_mention_or_link(name: str) -> None:
    read = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    [inline] = [token for token in read.parse(f"x {markdown_words(HOSTILE[name])}") if token.type == "inline"]
    assert {child.type for child in inline.children or []} <= {"text", "text_special"}
    shown = "".join(child.content for child in inline.children or [])
    assert not any(sign in shown for sign in ("@o", "#1", "://", "www.", ":tada", "GH-1"))
