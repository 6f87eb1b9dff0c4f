"""Tests marked `corpus` read the published lessons, which this repository does not ship.

The one setting is LESSONPROOF_CORPUS: a folder with `lessons/transformer-notes.txt`, `lessons/lesson02.txt` and
`claims/*.jsonl`. Where it is unset these tests are deselected and the report says so; where it is set and a file is
missing, they fail.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ["LESSONPROOF_CERTIFICATES"] = ""  # a kept certificate would hide a search that finds nothing any more

SETTING = "LESSONPROOF_CORPUS"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get(SETTING):
        return
    deselected = [item for item in items if _reads_the_lessons(item)]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = [item for item in items if not _reads_the_lessons(item)]


def _reads_the_lessons(item: pytest.Item) -> bool:
    """Whether it is marked so, or asks for the folder of the lessons without the mark."""
    return item.get_closest_marker("corpus") is not None or "corpus" in getattr(item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Said by the process that a person sees, which with several workers has collected nothing itself."""
    if not os.environ.get(SETTING):
        terminalreporter.write_line(f"Tests that read the published lessons did not run: set {SETTING} to their folder.")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of the published lessons and of the inventory of their statements."""
    return Path(os.environ[SETTING])


@pytest.fixture(scope="session")
def notes(corpus: Path) -> Path:
    return corpus / "lessons" / "transformer-notes.txt"
