"""Chapters and sections of a plain-text export."""

from __future__ import annotations

from lessons.outline import outline
from lessons.source import document

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
    headings = outline(document("x", TEXT, ""))
    assert {number: heading.title for number, heading in headings.items()} == {
        "1": "一",
        "1.1": "甲",
        "2": "二",
        "2.1": "乙",
        "2.2": "丙",
    }


def test_a_chapter_ends_where_the_next_begins_and_a_section_where_anything_does() -> None:
    headings = outline(document("x", TEXT, ""))
    assert headings["1"].end == headings["1.1"].end == headings["2"].start
    assert headings["2.1"].end == headings["2.2"].start
    assert headings["2"].end == len(TEXT)
