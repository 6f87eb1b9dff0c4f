"""Lines of text on a terminal: widths in cells, wrapping, columns, brackets."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from reports.layout import (
    Line,
    Span,
    beside,
    bracketed,
    cells,
    columns,
    headed,
    joined,
    length,
    line,
    paragraph,
    rendered,
    shortened,
    wrapped,
)


def text(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in spans).rstrip() for spans in lines]


def test_chinese_takes_two_cells_and_a_bar_over_a_letter_none() -> None:
    assert cells("目标损失 L") == 10
    assert cells("W̄_V") == 3


def test_words_stay_whole_where_they_fit() -> None:
    assert wrapped("should be 0.581626 here", 10) == ["should be", "0.581626", "here"]


def test_chinese_breaks_anywhere_but_never_before_punctuation() -> None:
    assert wrapped("一二三四，五六", 8) == ["一二三", "四，五六"]
    assert wrapped("一二三（四）", 8) == ["一二三", "（四）"]


@given(st.text(alphabet="ab 一二，。（）", max_size=80), st.integers(4, 30))
def test_no_line_is_wider_than_asked_and_nothing_is_lost(source: str, width: int) -> None:
    rows = wrapped(source, width)
    assert "".join(rows).replace(" ", "") == source.replace(" ", "")
    for row in rows:
        # Punctuation that may not stand alone can be longer than a line; nothing else can.
        assert cells(row) <= width


def test_a_label_keeps_its_own_style() -> None:
    rows = paragraph("x" * 5, 40, first=line("- "), indent=2, lead=Span("error: ", "red"))
    assert rows == [(Span("- "), Span("error: ", "red"), Span("xxxxx"))]


def test_what_is_too_long_is_cut_visibly() -> None:
    assert shortened("一二三四五", 7) == "一二三…"
    assert shortened("short", 7) == "short"


def test_numbers_stand_with_their_points_below_each_other() -> None:
    rows = columns([[Span("0"), Span("−1.5")], [Span("10.25"), Span("2")]])
    assert text(rows) == [" 0     −1.5", "10.25   2"]
    assert len({length(row) for row in rows}) == 1


def test_headings_widen_their_columns_in_cells() -> None:
    rows = headed(["更新前后", "b"], [[Span("0.5"), Span("1")], [Span("0.25"), Span("−1")]], "dim")
    assert text(rows) == ["更新前后  b", "0.5        1", "0.25      −1"]


def test_brackets_span_all_rows() -> None:
    assert text(bracketed([line("1"), line("2"), line("3")])) == ["⎡ 1 ⎤", "⎢ 2 ⎥", "⎣ 3 ⎦"]
    assert text(bracketed([line("1")])) == ["[ 1 ]"]


def test_blocks_start_in_their_columns() -> None:
    assert text(beside([(0, [line("甲"), line("b")]), (4, [line("c"), line("d")])])) == ["甲  c", "b   d"]


def test_parts_are_kept_together() -> None:
    assert joined(["1 error", "2 claims", "3 figures"], " · ", 20) == ["1 error · 2 claims", "3 figures"]


def test_plain_output_has_no_escapes_and_markup_is_only_text() -> None:
    lines = [line(("[/nope] [red]x[/red] :smile:", "bold red"))]
    assert rendered(lines, colour=False, width=100) == "[/nope] [red]x[/red] :smile:\n"
    assert rendered(lines, colour=True, width=100) == "\x1b[1;31m[/nope] [red]x[/red] :smile:\x1b[0m\n"


def test_plain_lines_are_those_of_a_terminal_without_its_escape_sequences() -> None:
    lines = [line(("a ", "bold"), "b  "), (), line("  p ≈ 0.58，中文 ", ("✗", "red"), " [/x] :smile:"), line("x" * 300)]
    plain = rendered(lines, colour=False, width=40)
    assert plain == f"a b\n\n  p ≈ 0.58，中文 ✗ [/x] :smile:\n{'x' * 300}\n"
    assert re.sub(r"\x1b\[[0-9;]*m", "", rendered(lines, colour=True, width=40)) == plain
