"""A number that a lesson quotes from another of its sections must be one that stands there."""

from __future__ import annotations

import pytest

from derivations.notes import NOTES
from derivations.verdict import FigureVerdict
from lessons.chapter import decide_all, read_chapter
from lessons.settled_by_reading import settled_by_reading
from lessons.source import source

LESSON = """第 4 章：两条路

4.3 生成

{there}

第 11 章：一步

11.3 概率

概率不是凭空给定 {here}。也不需要真的选出 B；用目标 C 的概率。
"""


def quoted(there: str, here: str) -> tuple[FigureVerdict, str | None, int]:
    chapter = NOTES.chapter("11")
    assert chapter is not None
    reading = read_chapter(NOTES, chapter, source("lesson.txt", LESSON.format(there=there, here=here), "0" * 64))
    [claim] = [one for one in chapter.claims() if one.id == "notes.11.3.not-an-unexplained-30-percent"]
    [(_, [(_, decision)])] = decide_all(reading, [claim], 12)
    [figure] = settled_by_reading(claim, decision, reading, ()).figures
    return figure.verdict, figure.expected, figure.ulps


@pytest.mark.parametrize(
    ("there", "here"), [("示意的 30% 与 60%", "30%"), ("第 5 行：45%", "45%"), ("30 行，60.0%", "60%"), ("$30\\%$", "30%")]
)
def test_what_stands_there_may_be_quoted(there: str, here: str) -> None:
    assert quoted(there, here)[0] is FigureVerdict.EXACT


def test_the_nearest_number_of_the_section_should_stand_in_place_of_another() -> None:
    assert quoted("示意的 29% 与 60%", "30%") == (FigureVerdict.WRONG, "29%", 1)
    assert quoted("示意的 30% 与 60%", "59%") == (FigureVerdict.WRONG, "60%", -1)


@pytest.mark.parametrize("there", ["没有数字", "第 30 行", "0.30 与 0.60"])
def test_the_recorded_number_is_quoted_from_a_section_that_has_none(there: str) -> None:
    assert quoted(there, "30%")[0] is FigureVerdict.EXACT
    assert quoted(there, "31%") == (FigureVerdict.WRONG, "30%", 1)
