"""Every detector says what it does, why it matters, what fires it and what must not; the examples are run."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from detected import grave

from lessons.detectors import DETECTORS
from lessons.detectors.detection import Found

FOLDER = Path(__file__).resolve().parents[3] / "lessons" / "detectors"
NO_DETECTORS = {"__init__", "detection", "definitions"}


def documentation(name: str) -> str:
    return importlib.import_module(f"lessons.detectors.{name.replace('-', '_')}").__doc__ or ""


def examples(kind: str) -> Iterator[tuple[str, str]]:
    for name in DETECTORS:
        for line in documentation(name).splitlines():
            if line.startswith(f"{kind}: "):
                yield name, line.removeprefix(f"{kind}: ")


def test_every_file_is_a_detector() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - NO_DETECTORS
    assert files == {name.replace("-", "_") for name in DETECTORS}


@pytest.mark.parametrize("name", DETECTORS)
def test_a_detector_is_documented(name: str) -> None:
    text = documentation(name)
    for part in ("\nWhat it does: ", "\nWhy it matters: ", "\nFires: ", "\nQuiet: "):
        assert part in text, f"{name} lacks {part.strip()}"


def found_in(example: str) -> list[Found]:
    """What is found in an example; one with `⏎` is several lines of Markdown."""
    return grave("\n".join(example.split(" ⏎ ")), "lesson.md" if "⏎" in example else "lesson.txt")


@pytest.mark.parametrize(("name", "example"), list(examples("Fires")))
def test_the_example_fires(name: str, example: str) -> None:
    assert name in {found.detector for found in found_in(example)}, example


@pytest.mark.parametrize(("name", "example"), list(examples("Quiet")))
def test_the_example_is_quiet(name: str, example: str) -> None:
    assert not found_in(example), f"{name}: {example}"
