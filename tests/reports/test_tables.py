"""Matrices and tables recomputed, in the lesson's layout and decimals, ready to paste."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from derivations.notes import NOTES
from lessons.check import DocumentGiven, verify
from lessons.outline import outline
from lessons.source import read
from reports.tables import FORMATS, has_table, tables
from tests.reports.sample import verification

SAMPLE = verification()


def only(name: str, form: str, language: str = "en") -> str:
    claims = tuple(claim for claim in SAMPLE.claims if claim.id.endswith(name))
    return tables(replace(SAMPLE, claims=claims), form, "zh" if language == "zh" else "en")


def test_a_wrong_figure_is_printed_right() -> None:
    assert "0.581662" in {figure.printed for figure in SAMPLE.figures}
    for form in FORMATS:
        assert "0.581626" in only("probabilities", form)
        assert "0.581662" not in only("probabilities", form)


def test_a_matrix_in_latex() -> None:
    assert only("W_V-and-W_O-gradients", "latex") == (
        r"\[\bar{W}_{V} = \bar{W}_{O} \approx "
        r"\begin{bmatrix} 0.921825 & 0.425203 \\ 0.339120 & 0.156423 \end{bmatrix}\]" + "\n"
    )


def test_a_letter_with_its_bar_in_one_character_is_a_barred_letter() -> None:
    assert only("U-gradient", "markdown").startswith("$$\n\\bar{U} \\approx \\begin{bmatrix} 0.248311 & 0.425203 & -0.673514")


def test_symbols_stay_as_the_lesson_prints_them() -> None:
    assert r"\begin{bmatrix} 0 & -\infty \\ 1 & 0 \end{bmatrix}" in only("11.2.S", "latex")
    assert r"\begin{bmatrix} 1 & 0 \\ a & c \end{bmatrix}" in only("11.2.A", "markdown")


def test_a_table_in_markdown() -> None:
    assert only("before-and-after", "markdown", "zh").splitlines()[:3] == [
        "|  | 更新前 | 更新后 |",
        "| --- | ---: | ---: |",
        "| $a_{21}$ | 0.731059 | 0.713748 |",
    ]


def test_a_table_in_latex() -> None:
    lines = only("before-and-after", "latex").splitlines()
    assert lines[0] == r"\begin{tabular}{lrr}" and lines[-1] == r"\end{tabular}"
    assert r"$a_{21}$ & 0.731059 & 0.713748 \\" in lines


def test_a_spreadsheet_gets_plain_numbers() -> None:
    assert only("U-gradient", "tsv") == "0.248311\t0.425203\t-0.673514\n0.431008\t0.738049\t-1.169057\n"


@pytest.mark.parametrize("name", ["11.2.a", "no-language-knowledge", "number-of-parameters"])
def test_scalars_and_statements_are_no_tables(name: str) -> None:
    assert not has_table(next(claim for claim in SAMPLE.claims if claim.id.endswith(name)))


def test_rows_of_joined_cells_are_one_table_with_its_headings_and_superscripts() -> None:
    """The layers and the parameters of card 1 of lesson 2, cell by cell as its rows print them."""
    found = verify(["card1"], [])
    layers, parameters = tables(found, "tsv", "en").strip().split("\n\n")
    assert layers.splitlines() == [
        "tower\tforward passes\tlayers\tpasses of layers",
        "Encoder\t1\t6\t1 × 6 = 6",
        "Decoder\t3（3 个词）\t6\t3 × 6 = 18",
        "合计\t—\t—\t18 ÷ 6 = 3 倍",
    ]
    assert "\t4 × 512² ≈ 1.05M\t33%" in parameters.splitlines()[1]
    assert len(parameters.splitlines()) == 10


def _printed(text: str) -> list[list[str]]:
    """The vectors, matrices and shapes that a chapter prints, in reading order, sign by sign as they stand."""
    vector = r"\((?P<vector>-?[\d.][^()$]*, [^()$]*|\\ln 2, 0, 0)\)(?: / (?P<below>\d+))?"
    matrix = r"\\begin\{matrix\} (?P<matrix>.*?) \\end\{matrix\}"
    shape = r"\t\$(?P<shape>[^$]* \\times [^$]*)\$|\$(?P<sizes>\d+ \\times \d+)\$"
    found: list[list[str]] = []
    for match in re.finditer(f"{vector}|{matrix}|{shape}", text):
        if match["vector"]:
            below = f"/{match['below']}" if match["below"] else ""
            found.append([_sign(entry) + below for entry in match["vector"].split(", ")])
        elif match["matrix"]:
            found += [[_sign(entry) for entry in row.split(" & ")] for row in match["matrix"].split(r" \\ ")]
        else:
            found.append([_sign(match["shape"] or match["sizes"])])
    return found


def _sign(text: str) -> str:
    plain = re.sub(r"_\{(\w+)\}", r"_\1", text.strip()).replace(r"\ln 2", "ln(2)").replace(" / ", "/")
    return plain.replace(r"\times", "×").replace("- ", "-")


@pytest.mark.corpus
@pytest.mark.parametrize("number, arrays", [("3", 9), ("4", 0), ("5", 11), ("6", 7), ("7", 1), ("14", 6)])
def test_every_array_of_the_worked_examples_and_exercises_is_printed(number: str, arrays: int, notes: Path) -> None:
    """What `table` prints of a chapter is what stands in the lesson, nothing less and nothing more, in its order."""
    source = read(str(notes))
    headings = outline(source, NOTES.unit)
    chapter = headings[number]
    expected = _printed(source.text[chapter.start : chapter.end])
    found = verify([f"chapter{number}"], [DocumentGiven("notes", str(notes))])
    printed = tables(found, "tsv", "en").splitlines() if any(map(has_table, found.claims)) else []
    rows = [row.split("\t") for row in printed if row and row != "symbol\tshape"]
    rows = [row[-1:] if "×" in row[-1] else row for row in rows]
    assert len(rows) == arrays
    assert rows == expected
