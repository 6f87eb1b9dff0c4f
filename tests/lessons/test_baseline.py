"""Known findings: their names stay while lines move, do not collide, and what is new is told from what is known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from derivations.verdict import FigureVerdict, Message, Severity, Verification
from lessons.baseline import Baseline, compared, known, read, updated, with_added_declarations, written
from lessons.check import verify
from lessons.fingerprint import fingerprints
from reports.sentences import LANGUAGES, sentence

LESSON = """# Widths

## One

We have $2 \\times 3 = 7$ and later $2 \\times 3 = 7$ again.

## Two

Here $2 \\times 3 = 7$ and $1 / 8 = 0.124$.
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(LESSON, encoding="utf-8")
    (tmp_path / "b.md").write_text(LESSON, encoding="utf-8")
    return tmp_path


def found(*targets: str) -> Verification:
    return verify(targets or ("a.md", "b.md"), [])


def test_equal_findings_have_names_of_their_own(course: Path) -> None:
    assert len(found().findings) == 8
    assert len(set(fingerprints(found("a.md")))) == 4


def test_names_stay_when_lines_move_and_text_flows_otherwise(course: Path) -> None:
    before = fingerprints(found("a.md"))
    moved = LESSON.replace("# Widths", "# Widths\n\nA new introduction\nof two lines.").replace(" and ", "\nand\n")
    (course / "a.md").write_text(moved, encoding="utf-8")
    assert fingerprints(found("a.md")) == before


def test_a_figure_that_changes_is_another_finding(course: Path) -> None:
    before = fingerprints(found("a.md"))
    (course / "a.md").write_text(LESSON.replace("0.124", "0.126"), encoding="utf-8")
    after = fingerprints(found("a.md"))
    assert after[:3] == before[:3] and after[3] != before[3]


ERRORS = {  # a wrong figure, a relation of expressions, a sum of a table
    "2 + 2 = 5": ("2 + 1 = 5", "1 + 3 = 5"),
    "2 + 3 = 1 × 4": ("2 + 3 = 2 × 2", "3 + 3 = 1 × 4"),
    "| part | n |\n|---|---|\n| x | 30.00 |\n| y | 40.00 |\n| total | 71.00 |": (
        "| part | n |\n|---|---|\n| x | 31.00 |\n| y | 41.00 |\n| total | 71.00 |",
        "| part | n |\n|---|---|\n| x | 20.00 |\n| y | 50.00 |\n| total | 71.00 |",
    ),
}


@pytest.mark.parametrize(("old", "new"), [(old, new) for old, others in ERRORS.items() for new in others])
def test_another_error_that_prints_the_same_is_another_finding(course: Path, old: str, new: str) -> None:
    """Whether it takes the place of a known one, or that is mended and the new one stands elsewhere in the section."""
    (course / "a.md").write_text(f"# A\n\n{old}\n", encoding="utf-8")
    baseline = updated(found("a.md"), "baseline.json", Baseline()).baseline
    assert len(baseline.findings) == 1
    for text in (f"# A\n\n{new}\n", f"# A\n\n2 + 2 = 4.\n\nMore of it:\n\n{new}\n"):
        (course / "a.md").write_text(text, encoding="utf-8")
        comparison = compared(found("a.md"), "baseline.json", baseline)
        assert [*comparison.states.values()] == ["new"] and len(comparison.absent) == 1


@pytest.mark.parametrize("error", list(ERRORS))
@pytest.mark.parametrize(("sign", "spaced"), [(" = ", "="), (" = ", " =\n"), ("| x | ", "|   x   |   ")])
def test_an_error_stays_known_however_it_is_spaced(course: Path, error: str, sign: str, spaced: str) -> None:
    error = error if "|" in error else f"${error}$"
    (course / "a.md").write_text(f"# A\n\n{error}\n", encoding="utf-8")
    baseline = updated(found("a.md"), "baseline.json", Baseline()).baseline
    text = f"# A\n\nSome words before it.\n\n{error.replace(sign, spaced)}\n"
    (course / "a.md").write_text(text, encoding="utf-8")
    assert [*compared(found("a.md"), "baseline.json", baseline).states.values()] == ["unchanged"]


def test_an_accepted_error_that_becomes_another_is_declared_anew(course: Path) -> None:
    text = "# A\n\n2 + 2 = 5 <!-- lessonproof: ignore figure-wrong because Orwell -->\n"
    (course / "a.md").write_text(text, encoding="utf-8")
    baseline = updated(found("a.md"), "baseline.json", Baseline()).baseline
    assert len(baseline.declarations) == 1
    (course / "a.md").write_text(text.replace("2 + 2", "2 + 1"), encoding="utf-8")
    added = with_added_declarations(found("a.md"), "baseline.json", baseline).findings
    assert [one.rule for one in added] == ["figure-wrong", "declaration-added"]


def test_an_older_baseline_is_understood_and_renewed(course: Path) -> None:
    entries = updated(found(), "baseline.json", Baseline()).baseline.findings
    older = Baseline(tuple(replace(one, fingerprint=one.before) for one in entries))
    (course / "baseline.json").write_text(written(older).replace('"schema": 2', '"schema": 1'), encoding="utf-8")
    baseline = read("baseline.json")
    comparison = compared(found(), "baseline.json", baseline)
    assert set(comparison.states.values()) == {"unchanged"} and comparison.older and not comparison.absent
    update = updated(found("a.md"), "baseline.json", baseline)  # b.md is not looked at: it stays as it is
    assert not update.added and not update.dropped
    comparison = compared(found(), "baseline.json", update.baseline)
    assert set(comparison.states.values()) == {"unchanged"} and comparison.older and not comparison.absent
    renewed = updated(found(), "baseline.json", update.baseline).baseline
    assert renewed.findings == entries and not compared(found(), "baseline.json", renewed).older


def test_a_file_of_the_same_findings_is_the_same_file(course: Path) -> None:
    entries = tuple(known(found(), "baseline.json").values())
    text = written(Baseline(entries))
    assert text == written(Baseline(entries[::-1]))
    assert text.count("\n") == len(entries) + 6  # one finding a line
    (course / "baseline.json").write_text(text, encoding="utf-8")
    assert read("baseline.json") == Baseline(tuple(sorted(entries)))


def test_only_what_is_new_is_new(course: Path) -> None:
    baseline = Baseline(tuple(known(found(), "baseline.json").values()))
    (course / "a.md").write_text(LESSON + "\nAnd $3 \\times 3 = 8$.\n", encoding="utf-8")
    now = found()
    comparison = compared(now, "baseline.json", baseline)
    [fresh] = comparison.fresh(now).findings
    assert fresh.message.values["printed"] == "8" and comparison.unchanged == 8 and not comparison.absent


def test_what_is_gone_is_told_only_where_it_was_looked_for(course: Path) -> None:
    baseline = Baseline(tuple(known(found(), "baseline.json").values()))
    (course / "a.md").write_text(LESSON.replace("0.124", "0.125"), encoding="utf-8")
    (course / "b.md").write_text(LESSON.replace("0.124", "0.125"), encoding="utf-8")
    comparison = compared(found("a.md"), "baseline.json", baseline)
    assert [(one.lesson, one.printed) for one in comparison.absent] == [("a.md", "0.124")]


def test_an_update_says_what_it_adds_and_drops_and_keeps_what_it_did_not_see(course: Path) -> None:
    baseline = Baseline(tuple(known(found(), "baseline.json").values()))
    (course / "a.md").write_text(LESSON.replace("0.124", "0.126"), encoding="utf-8")
    update = updated(found("a.md"), "baseline.json", baseline)
    assert [one.printed for one in update.added] == ["0.126"] and [one.printed for one in update.dropped] == ["0.124"]
    assert len(update.baseline.findings) == 8 and {one.lesson for one in update.baseline.findings} == {"a.md", "b.md"}
    (course / "b.md").unlink()
    dropped = updated(found("a.md"), "baseline.json", update.baseline).dropped
    assert {one.lesson for one in dropped} == {"b.md"} and len(dropped) == 4


def test_what_is_declared_since_is_a_finding_until_it_is_noted(course: Path) -> None:
    now = found("a.md")
    baseline = updated(now, "baseline.json", Baseline()).baseline
    assert with_added_declarations(now, "baseline.json", baseline) == now
    accepted = replace(now.findings[3], severity=Severity.NOTE, declared=Message("figure.illustrative"))
    made_up = replace(now.figures[0], verdict=FigureVerdict.ILLUSTRATIVE, claims=())
    stranger = replace(now, findings=(*now.findings[:3], accepted), figures=(made_up, *now.figures[1:]))
    added = with_added_declarations(stranger, "baseline.json", baseline).findings[4:]
    assert [(one.rule, one.message.values["rule"]) for one in added] == [
        ("declaration-added", "figure-wrong"),
        ("declaration-added", "figure-illustrative"),
    ]
    assert [one.places[0] for one in added] == [accepted.places[0], made_up.place]
    update = updated(stranger, "baseline.json", baseline)
    assert len(update.baseline.declarations) == len(update.added) == 2
    assert with_added_declarations(stranger, "baseline.json", update.baseline) == stranger
    assert updated(now, "baseline.json", update.baseline).baseline.declarations == ()


@pytest.mark.parametrize(
    "convention", ['rounding = "truncate"', "decimal-separator = ','", "logarithm = 2", 'epsilon = "1e-5"']
)
def test_a_convention_is_a_declaration(course: Path, convention: str) -> None:
    """A new one is told at its place, also where it takes the place of another; one that is known is not."""
    baseline = updated(found("a.md"), "baseline.json", Baseline()).baseline
    sidecar = course / "a.claims.toml"
    sidecar.write_text(f"[conventions]\n{convention}\n", encoding="utf-8")
    added = with_added_declarations(found("a.md"), "baseline.json", baseline).findings
    [told] = [one for one in added if one.rule == "declaration-added"]
    assert (told.lesson, told.places[0].line, told.severity) == ("a.claims.toml", 2, Severity.WARNING)
    key = convention.partition(" ")[0]
    assert all(f"{key} = " in sentence(told.message, language) for language in LANGUAGES)
    noted = updated(found("a.md"), "baseline.json", baseline).baseline
    assert with_added_declarations(found("a.md"), "baseline.json", noted) == found("a.md")
    sidecar.write_text('[conventions]\nrounding = "half-even"\n', encoding="utf-8")
    assert with_added_declarations(found("a.md"), "baseline.json", noted) != found("a.md")


def test_documents_are_named_from_the_folder_of_the_baseline(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (course / "deep").mkdir()
    here = known(found("a.md"), "baseline.json")
    monkeypatch.chdir(course / "deep")
    there = known(found("../a.md"), "../baseline.json")
    assert {one.identity for one in here.values()} == {one.identity for one in there.values()}


def test_notes_are_in_no_baseline(course: Path) -> None:
    now = found("a.md")
    now = replace(now, findings=tuple(replace(one, severity=Severity.NOTE) for one in now.findings))
    assert known(now, "baseline.json") == {}


def test_claims_of_a_lesson_are_known_by_their_names() -> None:
    now = verify(["chapter3"], [])
    assert all(one.lesson == "notes" for one in known(now, "baseline.json").values())


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 3, "findings": [], "declarations": []}',
                                  '{"schema": 2, "findings": []}', '{"schema": 1, "findings": [{"rule": "x"}]}',
                                  '{"schema": 1, "findings": 3}', "[" * 5000, '{"schema": 1, "findings": []}'])  # fmt: skip
def test_what_is_no_baseline_is_refused(course: Path, text: str) -> None:
    (course / "baseline.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as raised:
        read("baseline.json")
    assert raised.value.message.key == "baseline-unreadable"
    with pytest.raises(UsageError) as raised:
        read("none.json")
    assert raised.value.message.key == "baseline-missing"
