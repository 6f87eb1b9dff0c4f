"""An error of ours ends one check at its place: the rest of the document and of the run is checked and reported."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from detected import detected, grave

import cli
from derivations.verdict import Place
from lessons import detectors
from lessons.detectors import DETECTORS, relation_chains
from lessons.detectors.detection import FAILED, Reporter, Text
from lessons.relations import Chain

TEXT = "So 2 + 2 = 5.\n\nThen 3 + 3 = 7.\n\nAnd 4 + 4 = 9.\n"


def broken(*_: object) -> None:
    raise AttributeError("no such thing")


@pytest.mark.parametrize("name", DETECTORS)
def test_a_detector_that_fails_is_a_finding_and_the_others_speak(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DETECTORS, name, broken)
    found = grave(TEXT, "lesson.md")
    assert [one.rule for one in found].count(FAILED) == 1
    if name != "relation-chains":
        assert [one.printed for one in found if one.rule == "figure-wrong"] == ["5", "7", "9"]


def test_one_relation_that_fails_leaves_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = relation_chains._judge

    def sometimes(text: Text, reporter: Reporter, passage: int, chain: Chain) -> None:
        if passage == 1:
            broken()
        judge(text, reporter, passage, chain)

    monkeypatch.setattr(relation_chains, "_judge", sometimes)
    found = [(one.rule, one.place.line, one.expected) for one in grave(TEXT, "lesson.md")]
    assert found == [("figure-wrong", 1, "4"), (FAILED, 3, None), ("figure-wrong", 5, "8")]


def test_a_definition_that_fails_is_said_at_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detectors.definitions, "_define", broken)
    found = [one.place for one in grave(TEXT, "lesson.md") if one.rule == FAILED]
    assert found == [Place(1, 4), Place(3, 6), Place(5, 5)]


@pytest.mark.parametrize("whole", [False, True])
def test_the_run_prints_what_else_it_found_and_ends_with_2(
    whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text("Only $7 + 7 = 14$ here.\n")
    (tmp_path / "b.md").write_text(TEXT)
    if whole:
        read = detectors.detect
        monkeypatch.setattr("lessons.survey.detect", lambda *given: broken() if len(given[0]) == 1 else read(*given))
    else:
        monkeypatch.setitem(DETECTORS, "totals", broken)
    assert cli.main(["verify", str(tmp_path), "--format", "concise", "--lang", "en"]) == 2
    shown = capsys.readouterr().out
    assert "a.md:1:1: check-failed: Could not be checked" in shown and "AttributeError" in shown
    assert "b.md:3:14: figure-wrong: printed 7, should be 6" in shown


ENTRIES = ["-\\infty", "\\infty", "\\mathrm{NaN}", "0", "1", "10^{300}", "1e308"]
APPLIED = [
    "\\mathrm{{softmax}}(({a}, {b}))", "\\mathrm{{LayerNorm}}(({a}, {b}, 1))", "\\max({a}, {b})", "\\min({a}, {b})",
    "{a} + {b}", "{a} - {b}", "{a} \\cdot {b}", "\\frac{{{a}}}{{{b}}}", "({a})^{{{b}}}", "\\exp({a})", "\\ln {a}", "e^{{{a}}}",
    "\\log_2 {a}", "\\lfloor {a} \\rfloor", "\\lceil {b} \\rceil", "\\binom{{{a}}}{{{b}}}", "\\sqrt{{{a}}}", "|{a}|",
    "\\|({a}, {b})\\|", "\\mathrm{{ReLU}}({a})", "\\mathrm{{sigmoid}}({a})", "\\tanh({a})", "\\mathrm{{mean}}({a}, {b})",
    "({a}, {b})", "({a}, {b}) \\cdot ({b}, {a})", "({a}, {b}) + 1", "\\begin{{pmatrix}} {a} & {b} \\end{{pmatrix}}^T",
    "\\begin{{pmatrix}} {a} & {b} \\end{{pmatrix}} \\begin{{pmatrix}} {a} \\\\ {b} \\end{{pmatrix}}", "{a}!", "\\sin({a})",
    "\\mathrm{{reshape}}(({a}, {b}), (2, 1))", "\\sum_{{i={a}}}^{{{b}}} i", "\\|\\begin{{pmatrix}} {a} \\\\ {b} "
    "\\end{{pmatrix}}\\|", "\\mathrm{{softmax}}(())", "\\begin{{pmatrix}} \\end{{pmatrix}}", "\\max()", "()", "[[]]",
]  # fmt: skip


@pytest.mark.parametrize("applied", APPLIED)
def test_no_value_makes_a_detector_fail(applied: str) -> None:
    for a, b in itertools.product(ENTRIES, ENTRIES[::3]):
        formula = applied.format(a=a, b=b)
        text = f"Let $x = ({a}, {b})$ and $y = {a}$. Then ${formula} = {b}$, $x = {formula} \\approx (0.5, 1)$, $y x = 1$.\n\n"
        table = f"| a | {formula} | {a} |\n|---|---|---|\n| 1 | ${formula}$ | {b} |\n| total | ${a}$ | {b} |\n"
        for found in (detected(text + table, "lesson.md"), detected(f"softmax [{a}, {b}] = [{b}, {a}] {formula} = 1")):
            assert FAILED not in {one.rule for one in found.findings}, (formula, found.findings)


def test_a_mask_of_minus_infinity_is_computed() -> None:
    """e/(e + 1) = 0.731…, and a masked position has no weight."""
    right = r"$\mathrm{softmax}((1, -\infty, 0)) \approx (0.731, 0, 0.269)$, $\max(1, -\infty) = 1$ and $\exp(-\infty) = 0$"
    assert not grave(right, "lesson.md")
    (found,) = grave(right.replace("0.731", "0.713"), "lesson.md")
    assert (found.printed, found.expected) == ("0.713", "0.731")
    assert not grave(r"$1 - \infty = -\infty$, $\ln 0 = -\infty$, $\min(1, -\infty) = -\infty$", "lesson.md")
