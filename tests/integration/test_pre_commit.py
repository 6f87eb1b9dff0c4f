"""The hook for pre-commit: its manifest is one, and it stops a commit at the wrong figure."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from reports.commands import NAMES, verify
from tests.reports.documents import LESSON

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = ROOT / ".pre-commit-hooks.yaml"


@pytest.fixture(scope="module")
def hook() -> dict[str, Any]:
    [hook] = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    return dict(hook)


def test_pre_commit_takes_the_manifest() -> None:
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-manifest", str(MANIFEST)], check=True)


def test_the_hook_is_a_command_with_an_option_that_there_are(hook: dict[str, Any]) -> None:
    program, command, *options = hook["entry"].split()
    assert (hook["id"], program) == ("lessonproof", "lessonproof") and command in NAMES
    *args, last = hook["args"]
    assert last == "--" and {option.removeprefix("--") for option in [*options, *args]} <= set(verify.OPTIONS)


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=author", "-c", "user.email=author@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    path = tmp_path / "course"
    path.mkdir()
    git(path, "init", "-q")
    return path


Hooked = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def hooked(hook: dict[str, Any], repository: Path, tmp_path: Path) -> Hooked:
    """Runs the hook over what is there; the program is this checkout instead of an installation."""
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "lessonproof"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "cli.py"}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {
        **os.environ, "LC_ALL": "C.UTF-8", "PRE_COMMIT_HOME": str(tmp_path / "home"),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip

    def runs(**more: Any) -> subprocess.CompletedProcess[str]:
        local = {key: value for key, value in hook.items() if key not in ("description", "minimum_pre_commit_version")}
        config = {"repos": [{"repo": "local", "hooks": [{**local, "language": "system", **more}]}]}
        (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
        git(repository, "add", ".")
        command = [sys.executable, "-m", "pre_commit", "run"]
        return subprocess.run(command, cwd=repository, env=environment, capture_output=True, text=True)

    return runs


def test_it_stops_the_wrong_figure_and_lets_the_right_one_pass(hooked: Hooked, repository: Path) -> None:
    lesson = repository / "sizes of things.md"
    lesson.write_text(LESSON, encoding="utf-8")
    stopped = hooked()
    assert stopped.returncode == 1
    assert "sizes of things.md:7:25: figure-wrong: printed 78,500, should be 78,400" in stopped.stdout, stopped.stdout
    lesson.write_text(LESSON.replace("78,500", "78,400"), encoding="utf-8")
    passed = hooked()
    assert passed.returncode == 0 and "Passed" in passed.stdout, passed.stdout
    # A commit that changes only what is declared beside the lesson is looked at, too.
    (repository / "sizes of things.claims.toml").write_text('[values]\nunknown = "no formula"\n', encoding="utf-8")
    git(repository, "commit", "-q", "-m", "lesson", "--no-verify", "--", "sizes of things.md")
    declared = hooked()
    assert declared.returncode == 1 and "sizes of things.claims.toml:2" in declared.stdout, declared.stdout


@pytest.mark.parametrize("name", ["--output=json=NOTES.md", "--config=evil.md", "--ignore=figure.md", "--help.md", "-h.md"])
def test_a_file_called_like_an_option_is_a_file(name: str, hooked: Hooked, repository: Path) -> None:
    (repository / "NOTES.md").write_text("keep\n", encoding="utf-8")
    (repository / "evil.md").write_text('select = ["hypothesis-idle"]\n', encoding="utf-8")
    (repository / name).write_text(LESSON, encoding="utf-8")
    found = hooked()
    assert found.returncode == 1 and f"{name}:7:25: figure-wrong" in found.stdout, found.stdout
    assert (repository / "NOTES.md").read_text(encoding="utf-8") == "keep\n"


def test_arguments_without_dashes_stop_the_commit(hooked: Hooked, repository: Path) -> None:
    (repository / "sizes.md").write_text(LESSON.replace("78,500", "78,400"), encoding="utf-8")
    found = hooked(args=["--quiet", "--strict"])
    assert found.returncode == 1 and "--files-after-dashes asks for a -- behind all options" in found.stdout, found.stdout
    assert hooked(args=["--quiet", "--strict", "--"]).returncode == 0


def test_every_example_ends_its_arguments() -> None:
    page = (ROOT / "docs" / "continuous-integration.md").read_text(encoding="utf-8")
    examples = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)]
    hooks = [hook for one in examples for repo in one.get("repos", []) for hook in repo["hooks"]]
    assert len(hooks) == 2 and all(hook["args"][-1] == "--" for hook in hooks)
    assert all("--files-after-dashes" in hook.get("entry", "--files-after-dashes") for hook in hooks)
