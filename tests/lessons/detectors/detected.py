"""Short documents for the detectors, and what is found in them."""

from __future__ import annotations

from derivations.verdict import Severity
from lessons import document
from lessons.detectors import detect
from lessons.detectors.detection import Detection, Found
from lessons.passage import Passage, passages

GRAVE = (Severity.ERROR, Severity.WARNING)


def passages_of(text: str, name: str = "lesson.txt") -> list[Passage]:
    return passages(document.read(text.encode(), name))


def detected(text: str, name: str = "lesson.txt") -> Detection:
    return detect(passages_of(text, name))


def grave(text: str, name: str = "lesson.txt") -> list[Found]:
    """The errors and warnings, in the order of their places."""
    found = [one for one in detected(text, name).findings if one.severity in GRAVE]
    return sorted(found, key=lambda one: (one.place.line, one.place.column))
