"""Two editions: what changed, what had to, what should have and did not."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import cli
from derivations.verdict import Severity
from lessons.editions import ClaimFate, Editions, Fate, compared
from lessons.outline import outline
from lessons.source import read
from tests.reports.documents import HOSTILE

OLD = "# Sizes\n\nA layer has 784 × 100 = 78,400 weights.\n\nThe sum 2 + 2 = 4. Room 12.\n"


def editions(folder: Path, old: str, new: str) -> Editions:
    for name, text in (("old.md", old), ("new.md", new)):
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return compared(str(folder / "old.md"), str(folder / "new.md"), [])


def fates(found: Editions) -> dict[tuple[str | None, str | None], Fate]:
    return {(one.old.printed if one.old else None, one.new.printed if one.new else None): one.fate for one in found.figures}


def test_the_same_edition_has_no_changes_wherever_its_lines_are(tmp_path: Path) -> None:
    assert editions(tmp_path, OLD, OLD).figures == ()
    assert editions(tmp_path, OLD, "\n\n" + OLD.replace("# Sizes", "# Sizes\n\nMore words.")).figures == ()


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (("100 = 78,400", "100 = 78,500"), {("78,400", "78,500"): Fate.WRONG}),
        (("784 × 100 = 78,400", "785 × 100 = 78,400"), {("784", "785"): Fate.UNKNOWN, ("78,400", "78,400"): Fate.LEFT}),
        (("784 × 100 = 78,400", "785 × 100 = 78,500"), {("784", "785"): Fate.FOLLOWS, ("78,400", "78,500"): Fate.FOLLOWS}),
        (("78,400", "78400"), {("78,400", "78400"): Fate.OTHERWISE}),
        (("Room 12", "Room 13"), {("12", "13"): Fate.UNKNOWN}),
        ((" Room 12.", ""), {("12", None): Fate.REMOVED}),
        (("Room 12.", "Room 12. Room 14."), {(None, "14"): Fate.ADDED}),
        (("Room 12.", "Room 12. And 3 + 3 = 7."), {(None, "3"): Fate.ADDED, (None, "7"): Fate.WRONG}),
    ],
)
def test_the_fate_of_a_figure(
    tmp_path: Path, edit: tuple[str, str], expected: dict[tuple[str | None, str | None], Fate]
) -> None:
    found = fates(editions(tmp_path, OLD, OLD.replace(*edit)))
    assert found == expected
    fails = bool({Fate.LEFT, Fate.WRONG} & set(expected.values()))
    assert (editions(tmp_path, OLD, OLD.replace(*edit)).failing > 0) == fails


def test_what_was_wrong_is_mended_or_still_wrong(tmp_path: Path) -> None:
    wrong = OLD.replace("78,400", "78,500")
    assert set(fates(editions(tmp_path, wrong, OLD)).values()) == {Fate.MENDED}
    still = editions(tmp_path, wrong, wrong)
    assert set(fates(still).values()) == {Fate.STILL} and not still.failing


TABLE = "| part | n |\n|---|---|\n| x | 30.00 |\n| y | 40.00 |\n| total | 70.00 |\n"


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("sum: 2 + 3 = 1 + 4", "sum: 2 + 3 = 1 × 4", "arithmetic-sides-differ"),
        ("2 + 3 > 4", "2 + 3 > 6", "inequality-wrong"),
        (TABLE, TABLE.replace("40.00", "41.00"), "total-wrong"),
        ("2 + 2 = 5", "2 + 1 = 5", "figure-wrong"),
        ("2 + 2 = 4", "2 + 2 = 4 <!-- lessonproof: equals 7 for figure 9 -->", "declaration-missing"),
    ],
)
def test_an_error_that_is_new_fails_whatever_it_is_about(tmp_path: Path, old: str, new: str, rule: str) -> None:
    """Each exactly once, and none of it where both editions have it, under whatever heading."""
    found = editions(tmp_path, f"# A\n\n{old}\n", f"# A\n\n{new}\n")
    told = [one for one in found.figures if one.fate in (Fate.LEFT, Fate.WRONG)]
    assert found.failing == 1 and [one.rule for one in found.new.findings if one.severity is Severity.ERROR] == [rule]
    assert len(told) + len(found.errors) == 1
    same = editions(tmp_path, f"# A\n\n{new}\n", f"# Another\n\nWords.\n\n{new}\n")
    assert same.failing == 0 and not same.errors


def test_a_check_that_is_lost_is_told(tmp_path: Path) -> None:
    text = "We set V = 10.\n\nThen $2 × V = 20$ of them.\n"
    found = editions(tmp_path, text, text.replace("2 × V", "2 × W"))
    assert fates(found) == {("2", "2"): Fate.UNCHECKED, ("20", "20"): Fate.UNCHECKED} and found.failing == 0


@pytest.fixture
def chapter(notes: Path) -> str:
    whole = read(str(notes))
    heading = outline(whole)["11"]
    return whole.text[heading.start : heading.end]


@pytest.mark.corpus
def test_a_new_learning_rate_leaves_the_updates_behind(chapter: str, tmp_path: Path) -> None:
    """Then all that follow are written anew, and each of them had to change."""
    changed = chapter.replace("η = 0.1", "η = 0.2", 1)
    found = editions(tmp_path, chapter, changed)
    counted = Counter(one.fate for one in found.figures)
    assert counted[Fate.CHOSEN] == 1 and counted[Fate.LEFT] >= 7 and set(counted) == {Fate.CHOSEN, Fate.LEFT}
    assert {one.claim.id for one in found.claims if one.fate is ClaimFate.BROKEN} >= {"notes.11.6.before-and-after"}
    source = read(str(tmp_path / "new.md"))
    mended = changed
    for one in sorted(found.figures, key=lambda one: one.figure.place.line * 1000 + one.figure.place.column, reverse=True):  # type: ignore[union-attr]
        if one.fate is Fate.LEFT and one.new and one.new.place and one.new.stop and one.new.expected:
            first, last = (source.line_starts[place.line - 1] + place.column - 1 for place in (one.new.place, one.new.stop))
            mended = mended[:first] + one.new.expected + mended[last:]
    after = Counter(one.fate for one in editions(tmp_path, chapter, mended).figures)
    assert after[Fate.CHOSEN] == 1 and after[Fate.FOLLOWS] == counted[Fate.LEFT]


@pytest.mark.corpus
def test_claims_that_go_are_named(chapter: str, tmp_path: Path) -> None:
    lines = chapter.split("\n")
    [number] = [number for number, line in enumerate(lines) if line.startswith("η = 0.1") or "η = 0.1" in line][:1]
    found = editions(tmp_path, chapter, "\n".join(lines[:number] + lines[number + 1 :]))
    gone = {one.claim.id for one in found.claims if one.fate is ClaimFate.DISAPPEARED}
    assert "notes.11.6.learning-rate" in gone
    back = compared(str(tmp_path / "new.md"), str(tmp_path / "old.md"), [])
    assert {one.claim.id for one in back.claims if one.fate is ClaimFate.APPEARED} == gone


def test_the_command_speaks_both_languages_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    editions(tmp_path, OLD, OLD.replace("784 ×", "785 ×"))
    assert cli.main(["diff", "old.md", "new.md", "--lang", "en"]) == 1
    assert "should have changed and did not:\n  3:25       78,400  should be 78,500\n" in capsys.readouterr().out
    assert cli.main(["diff", "old.md", "new.md", "--lang", "zh"]) == 1
    assert "应改而未改：\n  3:25       78,400  应为 78,500\n" in capsys.readouterr().out
    assert cli.main(["diff", "old.md", "new.md", "--format", "json"]) == 1
    record = json.loads(capsys.readouterr().out)
    [left] = [one for one in record["figures"] if one["fate"] == "left"]
    assert left["expected"] == "78,500" and left["new"] == {"printed": "78,400", "verdict": "wrong", "line": 3, "column": 25}
    assert record["summary"]["fails"] is True
    assert record["errors"] == []
    assert cli.main(["diff", "old.md", "old.md", "--lang", "en"]) == 0
    assert cli.main(["diff", "old.md", "--lang", "en"]) == 2
    assert "compares two files" in capsys.readouterr().err


def test_hostile_documents_stay_inert(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "\n\n".join(f"{sign} 784 × 100 = 78,400 {sign}" for sign in HOSTILE.values())
    editions(tmp_path, text, text.replace("784 ×", "785 ×"))
    assert cli.main(["diff", "old.md", "new.md", "--lang", "en"]) == 1
    shown = capsys.readouterr().out
    assert not any(sign in shown for sign in ("\x1b", "\x9b", "\u202e", "\x07", "\u2028"))
