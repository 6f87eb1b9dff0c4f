"""The two documents that print chapter 11: one in our own words, and the published notes where they are at hand."""

from __future__ import annotations

from pathlib import Path

import own_words
import pytest
from printed_lesson import PrintedLesson


@pytest.fixture
def own(tmp_path: Path) -> PrintedLesson:
    return PrintedLesson(own_words.text(), tmp_path)


@pytest.fixture
def published(tmp_path: Path, notes: Path) -> PrintedLesson:
    return PrintedLesson(notes.read_text(encoding="utf-8"), tmp_path)


@pytest.fixture(params=["own", pytest.param("published", marks=pytest.mark.corpus)])
def lesson(request: pytest.FixtureRequest) -> PrintedLesson:
    found: PrintedLesson = request.getfixturevalue(request.param)
    return found
