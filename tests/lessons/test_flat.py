"""Claims that a document does not print: what looking for the line that is most like each of them costs."""

from __future__ import annotations

import difflib

import pytest

from derivations.catalogue import lessons
from derivations.verdict import Binding
from lessons.chapter import Reading, read_chapter
from lessons.source import source

FOREIGN = "Every row of the table keeps its own index, and a column may be asked for by its name.\n"


def read(text: str) -> Reading:
    lesson = next(one for one in lessons() if one.name == "notes")
    chapter = lesson.chapter("11")
    assert chapter is not None
    return read_chapter(lesson, chapter, source("", text, ""))


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The lines that are compared with a claim block by block."""
    lines: list[list[str]] = []

    class Counted(difflib.SequenceMatcher[str]):
        def __init__(self, junk: None, wanted: list[str], line: list[str], autojunk: bool) -> None:
            lines.append(line)
            super().__init__(junk, wanted, line, autojunk)

    monkeypatch.setattr(difflib, "SequenceMatcher", Counted)
    return lines


def test_lines_of_another_text_are_not_compared_with_claims(compared: list[list[str]]) -> None:
    found = read(FOREIGN * 300)
    assert {bound.binding for bound in found.bound.values()} == {Binding.MISSING}
    assert not compared


def test_a_line_with_the_tokens_of_a_claim_is(compared: list[list[str]]) -> None:
    read(FOREIGN * 300 + "h = (a, 1 + c + 4)\n")
    assert {"".join(line) for line in compared} == {"h=(a,1+c+4)"}
