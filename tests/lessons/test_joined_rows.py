"""Rows of tables whose cells an export has run together."""

from __future__ import annotations

import pytest

from derivations.claim import Claim, Label, Value
from derivations.formula.spelling import Spelling
from derivations.formula.tokens import tokens
from derivations.verdict import Text
from lessons.flat import Flat

ROWS = (
    "Encoder␟1␟6␟1 × 6 = 6",
    "Decoder␟3（3 个词）␟6␟3 × 6 = 18",
    "12␟0.85¹²␟0.14（衰减 86%）",
    "0（偶数维）␟0/4 = 0␟1/10000⁰ = 1.0",
)
TOGETHER = (
    "Encoder161 × 6 = 6",
    "Decoder3（3 个词）63 × 6 = 18",
    "120.85¹²0.14（衰减 86%）",
    "0（偶数维）0/4 = 01/10000⁰ = 1.0",
)
FIGURES = (
    ["1", "6", "1", "6", "6"],
    ["3", "3", "6", "3", "6", "18"],
    ["12", "0.85", "12", "0.14", "86%"],
    ["0", "0", "4", "0", "1", "10000", "0", "1.0"],
)


def flat(text: str) -> Flat:
    return Flat(text, tokens(text), frozenset(), Spelling(()))


def claim(row: str) -> Claim:
    return Claim(id="lesson.1.row", inventory=(), says=(row,), reads={0: Value("1")})


@pytest.mark.parametrize(("row", "printed", "figures"), list(zip(ROWS, TOGETHER, FIGURES, strict=True)))
@pytest.mark.parametrize("apart", ["", "\t", " | "])
def test_a_row_is_found_together_or_apart(row: str, printed: str, figures: list[str], apart: str) -> None:
    text = "前面的话。\n" + (row.replace("␟", apart) if apart else printed) + "\n后面的话。"
    [occurrence] = flat(text).occurrences(claim(row))
    assert [figure.written.text for figure in occurrence.figures] == figures
    assert all(text[figure.start : figure.end].translate(_PLAIN) == figure.written.text for figure in occurrence.figures)


_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.mark.parametrize(
    "printed",
    [
        "Encoder1611 × 6 = 6",
        "Encoder16 × 6 = 6",
        "xEncoder161 × 6 = 6",
        "Encoder161 × 6 = 60",
        "Encoder161 × 6 = 6.5",
        "Encoder161 + 6 = 6",
    ],
)
def test_nothing_else_is_cut_into_cells(printed: str) -> None:
    assert not flat(f"前面的话。\n{printed}\n").occurrences(claim(ROWS[0]))


def test_a_changed_figure_is_read_in_its_cell() -> None:
    [occurrence] = flat("120.85¹²0.15（衰减 86%）").occurrences(claim(ROWS[2]))
    assert [figure.written.text for figure in occurrence.figures] == ["12", "0.85", "12", "0.15", "86%"]


def test_a_label_is_found_as_it_is_and_not_as_any_number() -> None:
    rows = "pos=1sin(1)=0.84\npos=2sin(2)=0.91\n"
    second = Claim(
        id="lesson.1.row",
        inventory=(),
        says=("pos=2␟sin(2)=0.91",),
        reads={0: Label(Text("a position", "位置")), 1: Value("2")},
    )
    [occurrence] = flat(rows).occurrences(second)
    assert [figure.written.text for figure in occurrence.figures] == ["2", "2", "0.91"]
