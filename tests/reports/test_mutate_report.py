"""`mutate` as a person, a compiler and a program read it."""

from __future__ import annotations

import json
from pathlib import Path

import own_words
import pytest

import cli

DOCUMENT = "# Sizes\n\nThere are 12 × 64 = 768 units, and 2/3 ≈ 0.67. It was 1987.\n"


@pytest.fixture
def document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Its name from its own folder: a long path would be wrapped."""
    monkeypatch.chdir(tmp_path)
    Path("own.md").write_text(DOCUMENT, encoding="utf-8")
    return "own.md"


def test_what_went_by_stands_at_its_place_with_the_reason(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mutate", document, "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "12 of 14 changes by one unit of the last place are caught (85.71%)." in shown
    assert f"{document}:3:55  1987 → 1986, 1988" in shown and "that nothing explains" in shown


def test_chinese(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mutate", document, "--lang", "zh"]) == 0
    assert "末位加减一共 14 处改动，发觉 12 处（85.71%）。" in capsys.readouterr().out


def test_one_line_for_each_change_that_went_by(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mutate", document, "--lang", "en", "--format", "concise"]) == 0
    first, second, score = capsys.readouterr().out.splitlines()
    assert first == f"{document}:3:55: unaccounted: 1987 → 1986" and second.endswith("1987 → 1988")
    assert score.startswith("12 of 14")


def test_json(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mutate", document, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["score"] == {"caught": 12, "changes": 14, "share": "85.71%", "noted": 0}
    assert [one["changed"] for one in record["survivors"]] == ["1986", "1988"]
    assert sum(record["caught_by"].values()) == 12 + record["labels"]["caught"]


@pytest.mark.parametrize(("least", "code"), [("85%", 0), ("86%", 1), ("0.9", 1), ("half", 2)])
def test_less_than_what_is_asked_for_is_exit_1(document: str, least: str, code: int) -> None:
    assert cli.main(["mutate", document, "--min-score", least]) == code


def test_a_lesson_without_its_document_has_nothing_to_change(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["mutate", "chapter11", "--lang", "en"]) == 2
    assert "--lesson notes=FILE" in capsys.readouterr().err


def test_what_verify_notes_is_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A given value that nothing follows from: caught it is not, but verify says that it is not the recorded one."""
    lesson = tmp_path / "own.txt"
    lesson.write_text(own_words.text(), encoding="utf-8")
    assert cli.main(["mutate", "11.1", "--lesson", f"notes={lesson}", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    given = [one for one in record["survivors"] if one["reason"] == "given"]
    assert given and all(one["noted"] for one in given)
    assert record["score"]["noted"] >= len(given)
    assert cli.main(["mutate", "11.1", "--lesson", f"notes={lesson}", "--lang", "en"]) == 0
    assert f"{record['score']['noted']} more are told in a note" in " ".join(capsys.readouterr().out.split())
