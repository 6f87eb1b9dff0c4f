"""Workflow commands, read back by the rules of GitHub's runner."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from derivations.verdict import Verification
from reports.formats import Run, written
from tests.reports.documents import hostile, verified
from tests.reports.sample import verification

Command = tuple[str, dict[str, str], str]


def read(text: str) -> tuple[list[Command], list[str]]:
    """The commands that the runner obeys and the lines that it shows: `::name key=value,…::data`, percent-decoded."""
    commands: list[Command] = []
    shown: list[str] = []
    for line in re.split(r"\r\n|\r|\n", text):
        found = re.fullmatch(r"\s*::([a-z]+)(?: ([^:]*))?::(.*)", line)
        if found is None:
            assert not line.lstrip().startswith("::") and "##[" not in line
            shown.append(line)
            continue
        assert "##[" not in line
        properties = dict(pair.split("=", 1) for pair in (found[2] or "").split(","))
        commands.append((found[1], {key: decoded(value, True) for key, value in properties.items()}, decoded(found[3], False)))
    return commands, shown


def decoded(text: str, value: bool) -> str:
    signs = {"%0D": "\r", "%0A": "\n", **({"%3A": ":", "%2C": ","} if value else {})}
    for code, sign in signs.items():
        text = text.replace(code, sign)
    return text.replace("%25", "%")


def annotations(found: Verification, **more: Any) -> tuple[list[Command], list[str]]:
    return read(written("github", Run(found, more.pop("language", "en"), "lessonproof", **more)))


def test_a_figure_is_annotated_from_its_first_sign_to_its_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [(name, properties, text)], shown = annotations(verified(tmp_path))
    assert name == "error"
    assert properties == {
        "file": "lesson.md", "line": "7", "col": "25", "endLine": "7", "endColumn": "31", "title": "figure-wrong",
    }  # fmt: skip
    assert text.startswith("printed 78,500, should be 78,400")
    assert shown[0].startswith("1 error · ")


def test_severities_have_their_commands() -> None:
    commands, _ = annotations(verification())
    assert [(name, properties["line"]) for name, properties, _ in commands] == [("error", "644"), ("warning", "668")]


def test_without_a_document_the_section_is_named() -> None:
    [(_, properties, text)], _ = annotations(verification(document=False))
    assert properties == {"title": "figure-wrong"} and text.startswith("notes 11.3: printed")


@pytest.mark.parametrize("count", [10, 11, 200])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_more_than_github_keeps_and_the_rest_is_named(count: int, language: str) -> None:
    found = verification()
    many = tuple(replace(found.findings[0], section=str(number)) for number in range(count))
    commands, _ = annotations(replace(found, findings=many), language=language)
    assert len(commands) == 10
    if count > 10:
        _, properties, text = commands[-1]
        assert str(count - 9) in properties["title"] and "notes.txt:644:49 figure-wrong" in text


def test_a_green_run_says_what_was_decided() -> None:
    commands, shown = annotations(verification(document=False, wrong=False))
    assert commands == [] and "3 certified" in shown[0]


def test_hostile_documents_give_no_commands_of_their_own(tmp_path: Path) -> None:
    found = hostile(tmp_path)
    commands, _ = annotations(found)
    assert len(commands) == min(10, len(found.findings)) >= 9
    assert {properties["title"] for _, properties, _ in commands} <= {
        "figure-wrong",
        f"{len(found.findings) - 9} more findings",
    }
    lesson = replace(found.lessons[0], path="::error::,a%0A:b\n::error::.md")
    commands, shown = annotations(replace(found, lessons=(lesson,)))
    assert commands[0][1]["file"] == "::error::,a%0A:b ::error::.md"
    assert not any("::error" in line for line in shown)
