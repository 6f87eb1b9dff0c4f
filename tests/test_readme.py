"""The README tells the truth in both languages: its commands decide, its numbers and outputs are those of the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import ROOT, Command, agrees, blocks, happenings, page

from lessons.settings import read as read_settings
from reports.commands import NAMES

README = page("README.md")
CHINESE = page("README.zh.md")


def fresh_machine() -> list[str]:
    section = re.search(r"^## On a fresh machine\n(.*?)^## ", README, re.S | re.M)
    assert section
    [block] = re.findall(r"```bash\n(.*?)```", section[1], re.S)
    return block.strip().splitlines()


def test_two_commands_do_all_the_set_up_and_ci_runs_exactly_those() -> None:
    main_job, tests = fresh_machine()
    assert "cli.py verify chapter11" in main_job and "pytest" in tests
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "readme_command 'cli.py verify chapter11'" in run and "readme_command 'pytest'" in run


def test_the_configuration_it_shows_is_one(tmp_path: Path) -> None:
    [shown] = re.findall(r"```toml\n(.*?)```", README, re.S)
    file = tmp_path / "lessonproof.toml"
    file.write_text(shown, encoding="utf-8")
    assert read_settings(file).documents


def test_the_commands_it_lists_are_those_there_are() -> None:
    listed = set(re.findall(r"^\| `([a-z]+)", README.partition("## Commands")[2].partition("## ")[0], re.M))
    assert listed == set(NAMES)


def test_both_languages_have_the_same_parts() -> None:
    for part in (headings, settings_and_commands, first_cells, targets_of_links):
        assert part(CHINESE) == part(README), part.__name__


def headings(text: str) -> list[int]:
    return [len(mark) for mark in re.findall(r"^(#+) ", text, re.M)]


def settings_and_commands(text: str) -> list[str]:
    shown = [block for kind, block in blocks(text) if kind != "console"]
    return shown + [each.line for each in happenings(text) if isinstance(each, Command)]


def first_cells(text: str) -> list[str]:
    return re.findall(r"^\| (`(?:[^|]|\\\|)+`|) \| ", text, re.M)


def targets_of_links(text: str) -> list[str]:
    """Without the language of a page that has two, and without the link from one language to the other."""
    links = [link.replace(".zh.md", ".md") for link in re.findall(r"\]\(([^)]+)\)", text)]
    return sorted(links)


def test_it_is_short() -> None:
    """What a stranger needs before anything else: what it is, what it looks like, that it works on his own lesson."""
    for text in (README, CHINESE):
        assert len(text.splitlines()) < 160
        start = text.partition("\n## ")[0]
        assert len(start.splitlines()) < 45 and "docs/report.png" in start and "lessonproof verify my-lesson.md" in start


@pytest.mark.corpus
def test_what_it_shows_of_the_lessons_is_what_is_printed(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command of both languages, in this process; what one language has verified is not verified again for the other."""
    import subprocess
    import sys
    from functools import cache

    import cli
    import lessons.check

    for name, file in (("notes.txt", "transformer-notes.txt"), ("lesson02.txt", "lesson02.txt")):
        (tmp_path / name).write_bytes((corpus / "lessons" / file).read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["lessonproof"])
    verify = lessons.check.verify

    @cache
    def once(targets: tuple[str, ...], documents: tuple[object, ...], digits: int) -> object:
        return verify(list(targets), list(documents), digits=digits)  # type: ignore[arg-type]

    def remembered(targets: list[str], documents: list[object], *, digits: int, **_: object) -> object:
        return once(tuple(targets), tuple(documents), digits)

    monkeypatch.setattr(lessons.check, "verify", remembered)
    for text, language in ((README, "en"), (CHINESE, "zh")):
        commands = [each for each in happenings(text) if isinstance(each, Command)]
        assert len(commands) == 4
        for command in commands:
            if command.line.startswith("lessonproof "):
                cli.main([*command.line.split()[1:], "--lang", language])
                output = capsys.readouterr().out.rstrip("\n")
            else:
                output = subprocess.run(["bash", "-c", command.line], capture_output=True, encoding="utf-8", check=True).stdout
            assert agrees(command.output, output), f"{command.line}\n{output[-2000:]}"
