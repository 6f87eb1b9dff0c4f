"""Tests marked `corpus` read the published lessons, which this repository does not ship.

The one setting is LESSONPROOF_CORPUS: a folder with `lessons/transformer-notes.txt`, `lessons/lesson02.txt` and
`claims/*.jsonl`. Where it is unset these tests are deselected and the report says so; where it is set and a file is
missing, they fail. Tests marked `browser` drive Debian's chromium; where it is not installed they are deselected too.

Tests marked `full` try all cases of what others try a sample of, for hours; they run where `-m` asks for them.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import pytest

os.environ["LESSONPROOF_CERTIFICATES"] = ""  # a kept certificate would hide a search that finds nothing any more

SETTING = "LESSONPROOF_CORPUS"


def missing_for_browser() -> list[str]:
    """What the tests marked `browser` need and this machine has not."""
    programs = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    return programs + ([] if importlib.util.find_spec("selenium") else ["the Python package selenium"])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_asked = "full" in config.getoption("markexpr")
    left_out = {item for item in items if _is_left_out(item) or (not is_asked and item.get_closest_marker("full"))}
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def _is_left_out(item: pytest.Item) -> bool:
    if not os.environ.get(SETTING) and _reads_the_lessons(item):
        return True
    return item.get_closest_marker("browser") is not None and bool(missing_for_browser())


def _reads_the_lessons(item: pytest.Item) -> bool:
    """Whether it is marked so, or asks for the folder of the lessons without the mark."""
    return item.get_closest_marker("corpus") is not None or "corpus" in getattr(item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Said by the process that a person sees, which with several workers has collected nothing itself."""
    if not os.environ.get(SETTING):
        terminalreporter.write_line(f"Tests that read the published lessons did not run: set {SETTING} to their folder.")
    if missing := missing_for_browser():
        terminalreporter.write_line(f"Tests in a browser did not run: {', '.join(missing)} not found.")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of the published lessons and of the inventory of their statements."""
    return Path(os.environ[SETTING])


@pytest.fixture(scope="session")
def notes(corpus: Path) -> Path:
    return corpus / "lessons" / "transformer-notes.txt"
