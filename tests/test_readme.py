"""The README tells the truth: its commands are those that decide, its numbers those of the tree."""

from __future__ import annotations

import re
from pathlib import Path

from lessons.settings import read as read_settings
from reports.commands import NAMES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


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
    assert read_settings(file).lessons


def test_the_commands_it_lists_are_those_there_are() -> None:
    listed = set(re.findall(r"^\| `([a-z]+)", README.partition("## Commands")[2].partition("## ")[0], re.M))
    assert listed == set(NAMES)
