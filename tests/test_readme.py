"""The README tells the truth: its commands are those that decide, its numbers those of the tree."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert read_settings(file).documents


def test_the_commands_it_lists_are_those_there_are() -> None:
    listed = set(re.findall(r"^\| `([a-z]+)", README.partition("## Commands")[2].partition("## ")[0], re.M))
    assert listed == set(NAMES)


def proofs() -> list[tuple[str, list[str]]]:
    """The commands `prove` that it shows, and the lines that it shows of their answers."""
    section = README.partition("## Proving a formula of your own")[2].partition("\n## ")[0]
    [block] = re.findall(r"```\n(.*?)```", section, re.S)
    examples = [part.replace("\\\n", "") for part in ("\n" + block).split("\n$ ")[1:]]
    return [(command, lines.splitlines()) for command, _, lines in (example.partition("\n") for example in examples)]


def test_there_are_five_proofs() -> None:
    assert len(proofs()) == 5


@pytest.mark.parametrize("command, lines", proofs(), ids=[str(number) for number, _ in enumerate(proofs(), 1)])
def test_what_it_shows_of_proofs_is_what_is_printed(command: str, lines: list[str]) -> None:
    python, *arguments = shlex.split(command)
    assert python == "python"
    found = subprocess.run(
        [sys.executable, *arguments, "--lang", "en"], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    printed = " ".join(found.stdout.split())
    for line in lines:
        if line.strip() not in ("", "…"):
            assert " ".join(line.split()) in printed, line
