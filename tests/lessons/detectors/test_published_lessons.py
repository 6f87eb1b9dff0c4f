"""Both published lessons: nothing in them is flagged that is not wrong, and a changed figure is."""

from __future__ import annotations

from pathlib import Path

import pytest
from detected import detected, grave

pytestmark = pytest.mark.corpus

# What the lines of lesson 2 print, changed by one unit in the last place, and the figure that must be found for it.
CHANGED = [
    ("4 × 512² ≈ 1.05M33%", "4 × 512² ≈ 1.06M33%", "1.06M", "1.05M"),
    ("≈ 2.10M67%", "≈ 2.11M67%", "2.11M", "2.10M"),
    ("× 6 = 18", "× 6 = 19", "19", "18"),
    ("[1.109, -0.718, -1.239, 0.848]\n", "[1.109, -0.718, -1.293, 0.848]\n", "-1.293", "-1.239"),
    ("[0.997, -0.64, -1.304, 0.947]", "[0.998, -0.64, -1.304, 0.947]", "0.998", "0.997"),
    ("[1.509, -0.518, -1.339, 1.448]", "[1.509, -0.581, -1.339, 1.448]", "-0.581", "-0.518"),
    ("exp(0.35)/Σ = 0.3310.331", "exp(0.35)/Σ = 0.3320.332", "0.332", "0.331"),
    ("0.85¹²0.14", "0.85¹²0.15", "0.15", "0.14"),
    ("1.85²⁴2.6e6", "1.85²⁴2.7e6", "2.7e6", "2.6e6"),
    ("√5≈2.24", "√5≈2.23", "2.23", "2.24"),
    ("cos(2)=-0.42", "cos(2)=-0.41", "-0.41", "-0.42"),
    ("[1.11, 0.48, 0.42, 1.10]", "[1.11, 0.48, 0.43, 1.10]", "0.43", "0.42"),
    ("37,000×512 = 18.94M\n写", "37,000×512 = 18.95M\n写", "18.95M", "18.94M"),
    ("18.94 ÷ 65 ≈ 29%", "18.94 ÷ 65 ≈ 28%", "28%", "29%"),
    ("÷ 6.74B ≈ 1.9%", "÷ 6.74B ≈ 1.8%", "1.8%", "1.9%"),
]


@pytest.fixture(scope="module")
def lesson2(corpus: Path) -> str:
    return (corpus / "lessons" / "lesson02.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "least"), [("lesson02.txt", 280), ("transformer-notes.txt", 140)])
def test_nothing_right_is_flagged_and_much_is_read(corpus: Path, name: str, least: int) -> None:
    found = detected((corpus / "lessons" / name).read_text(encoding="utf-8"))
    assert [(one.place, one.printed) for one in found.findings if one.rule != "figure-loose"] == []
    assert len({(one.passage, one.span) for one in found.settled}) >= least


def test_the_one_loose_figure_of_lesson_2(lesson2: str) -> None:
    """37.89M is twice 18.944M; twice the printed 18.94M would be 37.88M."""
    (found,) = detected(lesson2).findings
    assert (found.rule, found.printed) == ("figure-loose", "37.89M")


@pytest.mark.parametrize(("printed", "changed", "wrong", "right"), CHANGED, ids=[changed for _, changed, _, _ in CHANGED])
def test_a_changed_figure_is_found(lesson2: str, printed: str, changed: str, wrong: str, right: str) -> None:
    assert printed in lesson2
    text = lesson2.replace(printed, changed, 1)
    line = text[: text.index(changed)].count("\n") + 1
    assert (wrong, right) in {(one.printed, one.expected) for one in grave(text) if one.place.line == line}
