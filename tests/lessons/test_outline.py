"""Chapters and sections of a plain-text export."""

from __future__ import annotations

from lessons.outline import outline
from lessons.source import source

TEXT = """第 1 章：一

1.1 甲

1.5 是一个数。

2.1 不是本章的节

第 2 章 二
2.1 乙
1.1 回到甲
2.2 丙
第 2 章讲过这些。
"""


def test_headings_stand_in_their_own_chapter_and_in_order() -> None:
    headings = outline(source("x", TEXT, ""))
    assert {number: heading.title for number, heading in headings.items()} == {
        "1": "一",
        "1.1": "甲",
        "2": "二",
        "2.1": "乙",
        "2.2": "丙",
    }


def test_a_chapter_ends_where_the_next_begins_and_a_section_where_anything_does() -> None:
    headings = outline(source("x", TEXT, ""))
    assert headings["1"].end == headings["1.1"].end == headings["2"].start
    assert headings["2.1"].end == headings["2.2"].start
    assert headings["2"].end == len(TEXT)


def test_what_stands_before_the_first_chapter_is_the_preface() -> None:
    text = f"一本书\n\n第一版\n\n{TEXT}"
    headings = outline(source("x", text, ""))
    assert next(iter(headings)) == "0"
    assert (headings["0"].start, headings["0"].end) == (0, headings["1"].start)
    assert headings["1"].title == "一"


def test_blank_lines_are_no_preface_and_a_text_without_chapters_has_none() -> None:
    assert "0" not in outline(source("x", f"\n \n{TEXT}", ""))
    assert outline(source("x", "没有章节的一段话。", "")) == {}


def test_a_card_begins_with_a_line_that_is_only_its_number() -> None:
    text = "第 2 课\n\n2 个词\n1\n一\n\n7\nStep 1：甲\n丙\n2\n二\n1\n"
    headings = outline(source("x", text, ""), "card")
    assert list(headings) == ["0", "1", "1.1", "2"]
    assert text[headings["1"].start : headings["1"].end] == "1\n一\n\n7\nStep 1：甲\n丙\n"
    assert headings["1.1"].title == "甲" and headings["1.1"].end == headings["2"].start
    assert headings["2"].end == len(text)
