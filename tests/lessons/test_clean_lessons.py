"""True lessons, written as courses are written: nothing in them is called wrong, and enough of them is really checked.

Every figure in `clean/` was computed beside the tool before the text was counted as clean. The lessons quote mistakes as
mistakes, ask questions, round, mix units and languages, and print what is no arithmetic: dates, versions, prices, addresses.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derivations.verdict import FigureVerdict, Severity
from lessons import document
from lessons.survey import Survey, survey

CLEAN = Path(__file__).parent / "clean"
FORMATS = ["html", "latex", "markdown", "notebook", "plain"]
FILES = sorted(path for path in CLEAN.glob("*/*"))
CHECKED = {FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.BOUND, FigureVerdict.LOOSE}
NOTES = {"macros-not-expanded", "drawing-not-read", "arithmetic-floating-point"}
LEAST_LINES = 300
# The share of figures that are recomputed, of those that are printed. Most others are no arithmetic.
LEAST_CHECKED = {"html": 0.45, "latex": 0.6, "markdown": 0.42, "notebook": 0.5, "plain": 0.4}


def surveyed(path: Path) -> Survey:
    return survey(document.read(path.read_bytes(), path.name), path.name)


def lines(path: Path) -> int:
    """The lines with something in them; of a notebook, those that a reader sees."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        shown = []
        for cell in json.loads(text)["cells"]:
            shown += cell["source"]
            for output in cell.get("outputs", []):
                shown += output.get("text") or output["data"]["text/plain"]
        return sum(bool(line.strip()) for line in shown)
    return sum(bool(line.strip()) for line in text.splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_in_a_true_lesson_is_called_wrong(path: Path) -> None:
    findings = surveyed(path).findings
    grave = [(one.rule, str(one.places[0])) for one in findings if one.severity in (Severity.ERROR, Severity.WARNING)]
    assert grave == []
    assert {one.rule for one in findings} <= NOTES


@pytest.mark.parametrize("name", FORMATS)
def test_there_is_enough_of_each_format(name: str) -> None:
    assert sum(lines(path) for path in FILES if path.parent.name == name) >= LEAST_LINES


@pytest.mark.parametrize("name", FORMATS)
def test_enough_is_really_checked(name: str) -> None:
    figures = [figure for path in FILES if path.parent.name == name for figure in surveyed(path).figures]
    checked = sum(figure.verdict in CHECKED for figure in figures)
    assert checked >= LEAST_CHECKED[name] * len(figures)
