"""The GitHub Action: lawful YAML, no expression in a script, and the script does what a runner expects of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.reports.documents import LESSON

ROOT = Path(__file__).resolve().parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "continuous-integration.md").read_text(encoding="utf-8")
RIGHT = LESSON.replace("78,500", "78,400")
BASH = shutil.which("bash")


def examples() -> list[Any]:
    return [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.S)]


def steps(whole: Any) -> Iterator[dict[str, Any]]:
    """The steps of the action, or of a workflow."""
    if "runs" in whole:
        yield from whole["runs"]["steps"]
    for job in whole.get("jobs", {}).values():
        yield from job["steps"]


def step(name: str) -> dict[str, Any]:
    [found] = [one for one in ACTION["runs"]["steps"] if one.get("name") == name]
    return dict(found)


def test_no_expression_is_written_into_a_script() -> None:
    scripts = [one["run"] for whole in [ACTION, *examples()] for one in steps(whole) if "run" in one]
    assert len(scripts) >= 2
    assert not any("${{" in script for script in scripts)


def test_inputs_and_outputs_are_those_of_the_page() -> None:
    tables = [re.findall(r"^\| `([a-z-]+)` \|", part, re.M) for part in re.split(r"^\| input|^\| output", PAGE, flags=re.M)[1:]]
    assert tables == [list(ACTION["inputs"]), list(ACTION["outputs"])]
    wanted = set(re.findall(r"inputs\.([a-z-]+)", json.dumps(ACTION)))
    assert wanted == set(ACTION["inputs"])


def test_the_example_needs_no_right_but_reading_where_strangers_reach_it() -> None:
    [workflow] = [whole for whole in examples() if "jobs" in whole]
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow[True]  # YAML reads `on` so
    assert "secrets." not in json.dumps(workflow) and "secrets." not in json.dumps(ACTION)
    [used] = [one for one in steps(workflow) if "lessonproof@" in one.get("uses", "")]
    assert set(used["with"]) <= set(ACTION["inputs"])
    more = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    for name in more:  # a job with more rights is not for the pull requests of strangers, and runs nothing of theirs
        job = workflow["jobs"][name]
        assert "head.repo.full_name == github.repository" in job["if"]
        assert not any("checkout" in one.get("uses", "") or "run" in one for one in job["steps"])


Runner = Callable[..., tuple[int, str, dict[str, str], str]]


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """Runs a step as a runner would: exit code, standard output, what it left in GITHUB_OUTPUT, the summary."""
    assert BASH
    program = tmp_path / "lessonproof"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "cli.py"}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "temp").mkdir()
    (tmp_path / "workspace").mkdir()

    def runs(name: str = "Verify the lessons", **inputs: str) -> tuple[int, str, dict[str, str], str]:
        of_step = step(name)
        files = {name: tmp_path / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        given = {key: str(ACTION["inputs"][key].get("default", "")) for key in ACTION["inputs"]} | inputs
        variables = {
            variable: re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda found: given[found[1]], value)
            for variable, value in of_step["env"].items()
        }
        environment = {
            **os.environ, "LC_ALL": "C.UTF-8", "RUNNER_TEMP": str(tmp_path / "temp"), "LESSONPROOF_PROGRAM": str(program),
            "GITHUB_ACTION_PATH": str(ROOT), **{name: str(file) for name, file in files.items()}, **variables,
        }  # fmt: skip
        command = [BASH, "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", of_step["run"]]
        found = subprocess.run(command, cwd=tmp_path / "workspace", env=environment, capture_output=True, text=True)
        left = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines())
        return found.returncode, found.stdout + found.stderr, left, files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")

    return runs


def written(tmp_path: Path, text: str, name: str = "sizes.md") -> None:
    (tmp_path / "workspace" / name).write_text(text, encoding="utf-8")


def test_a_wrong_figure_fails_at_its_line(runner: Runner, tmp_path: Path) -> None:
    written(tmp_path, LESSON)
    code, out, left, summary = runner()
    assert code == 1 and left["exit-code"] == "1"
    assert "::error file=./sizes.md,line=7,col=25," in out or "::error file=sizes.md,line=7,col=25," in out
    sarif = json.loads(Path(left["sarif"]).read_text(encoding="utf-8"))
    [result] = sarif["runs"][0]["results"]
    assert (result["ruleId"], result["locations"][0]["physicalLocation"]["region"]["startLine"]) == ("figure-wrong", 7)
    assert "78,400" in summary and summary == Path(left["report"]).read_text(encoding="utf-8")


def test_a_right_document_passes(runner: Runner, tmp_path: Path) -> None:
    written(tmp_path, RIGHT)
    code, out, left, summary = runner()
    assert code == 0 and left["exit-code"] == "0" and "::error" not in out
    assert json.loads(Path(left["sarif"]).read_text(encoding="utf-8"))["runs"][0]["results"] == []
    assert summary


def test_what_cannot_be_answered_is_2_and_leaves_no_old_report(runner: Runner, tmp_path: Path) -> None:
    written(tmp_path, LESSON)
    runner()
    code, _, left, summary = runner(targets="missing.md")
    assert code == 2 and left == {"exit-code": "2"} and summary == ""


def test_without_targets_the_settings_name_them(runner: Runner, tmp_path: Path) -> None:
    written(tmp_path, LESSON, "draft.md")
    written(tmp_path, RIGHT)
    assert runner()[0] == 1
    written(tmp_path, 'lessons = ["sizes.md"]\n', "lessonproof.toml")
    assert runner()[0] == 0


def test_targets_and_arguments_stand_one_a_line(runner: Runner, tmp_path: Path) -> None:
    written(tmp_path, RIGHT)
    written(tmp_path, LESSON, "two words.md")
    assert runner(targets="sizes.md\n")[0] == 0
    assert runner(targets="sizes.md\n\ntwo words.md\n")[0] == 1
    assert runner(targets="two words.md\r\n", args="--ignore\r\nfigure-wrong\r\n")[0] == 0


@pytest.mark.parametrize(
    "name",
    ["$(touch stolen).md", "`touch stolen`.md", "a; touch stolen #.md", "--output=full=stolen", "-x.md", "* a.md", '"$(x)".md'],
)
def test_names_of_strangers_are_names(runner: Runner, tmp_path: Path, name: str) -> None:
    written(tmp_path, LESSON, name)
    code, out, left, _ = runner(targets=name)
    assert (code, left["exit-code"]) == (1, "1"), out
    assert not list((tmp_path / "workspace").glob("stolen*"))


def test_the_settings_of_the_base_branch_decide(runner: Runner, tmp_path: Path) -> None:
    """Whatever the change brings under that name: a file, a link, a folder with settings beside it."""
    workspace = tmp_path / "workspace"
    base = workspace / ".base"
    base.mkdir()
    opened = "select = ['hypothesis-idle']\nlessons = ['right.md']\nbaseline = 'theirs.json'\n"
    written(tmp_path, RIGHT, "right.md")
    written(tmp_path, LESSON)
    written(tmp_path, opened, "lessonproof.toml")
    code, out, _, summary = runner()
    assert code == 0
    written(tmp_path, opened.replace("lessons = ['right.md']", "lessons = ['sizes.md']"), "lessonproof.toml")
    code, out, _, summary = runner()
    assert code == 0 and "::warning file=lessonproof.toml,title=select::" in out and "left out by “select”" in summary
    assert runner(config=".base/lessonproof.toml")[0] == 1  # the base branch has none
    (base / "lessonproof.toml").write_text("lessons = ['sizes.md']\n", encoding="utf-8")
    (workspace / "lessonproof.toml").unlink()
    (workspace / "lessonproof.toml").symlink_to("sizes.md")
    assert runner(config=".base/lessonproof.toml")[0] == 1 and (workspace / "sizes.md").read_text(encoding="utf-8") == LESSON
    (workspace / "lessonproof.toml").unlink()
    (workspace / "lessonproof.toml").mkdir()
    written(tmp_path, f"[tool.lessonproof]\n{opened}", "pyproject.toml")
    assert runner(config=".base/lessonproof.toml")[0] == 1
    assert runner(config="lessonproof.toml", targets="sizes.md")[0] == 1  # a file may take its own place


def test_the_baseline_of_the_base_branch_decides(runner: Runner, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    written(tmp_path, LESSON)
    command = [sys.executable, str(ROOT / "cli.py"), "baseline", "create", "sizes.md"]
    subprocess.run(command, cwd=workspace, check=True, capture_output=True)
    written(tmp_path, "baseline = 'lessonproof-baseline.json'\n", "lessonproof.toml")
    assert runner(targets="sizes.md")[0] == 0  # the change knows its own error
    assert runner(targets="sizes.md", baseline=".base/lessonproof-baseline.json")[0] == 1
    subprocess.run(command, cwd=workspace, capture_output=True)
    (workspace / ".base").mkdir()
    (workspace / "lessonproof-baseline.json").unlink()
    subprocess.run(command, cwd=workspace, check=True, capture_output=True)
    shutil.move(workspace / "lessonproof-baseline.json", workspace / ".base")
    assert runner(targets="sizes.md", baseline=".base/lessonproof-baseline.json")[0] == 0


SHADOWS = ("venv", "pip", "json", "logging", "pathlib", "argparse", "site", "lessonproof", "cli", "re")


def shadowed(folder: Path) -> None:
    """Modules of a stranger, called like those of the standard library and ours, which leave a trace where they are run."""
    for name in SHADOWS:
        trace = f"open({str(folder / 'run.txt')!r}, 'a').write({name!r})\n"
        (folder / f"{name}.py").write_text(trace, encoding="utf-8")


def test_no_module_of_the_checkout_is_run(runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = tmp_path / "workspace"
    shadowed(workspace)
    written(tmp_path, LESSON)
    assert runner(targets="sizes.md")[0] == 1
    assert not (workspace / "run.txt").exists()
    # What installs is the Python of the runner; here only up to where it would download.
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    code, out, _, _ = runner("Install lessonproof", version="0.0.0.dev0")
    assert code != 0 and "0.0.0.dev0" in out
    assert not (workspace / "run.txt").exists()


def test_every_python_of_the_action_is_isolated() -> None:
    started = [line for one in steps(ACTION) for line in one.get("run", "").splitlines() if re.search(r"python3?\"? -", line)]
    assert len(started) == 3 and all(re.search(r"python3?\"? -I ", line) for line in started)


def test_the_module_runs_no_module_of_the_folder_it_is_started_in(tmp_path: Path) -> None:
    shadowed(tmp_path)
    (tmp_path / "lessonproof.py").unlink()  # that one is the module which is asked for
    (tmp_path / "sizes.md").write_text(LESSON, encoding="utf-8")
    command = [sys.executable, "-m", "lessonproof", "verify", "sizes.md", "--format", "json", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    environment.pop("PYTHONSAFEPATH", None)
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert found.returncode == 1, found.stderr
    # A site of that name is what Python itself looks for before anything of ours begins.
    assert not (tmp_path / "run.txt").exists(), (tmp_path / "run.txt").read_text(encoding="utf-8")


def test_code_scanning_is_not_told_what_is_accepted_or_gone(runner: Runner, tmp_path: Path) -> None:
    """It would take them for open alerts."""
    accepted = "\n<!-- lessonproof: ignore figure-wrong because it quotes Orwell -->\nThe joke is that 2 + 2 = 5.\n"
    written(tmp_path, LESSON + accepted + "\nAnd 3 × 3 = 8.\n")
    written(tmp_path, 'baseline = "known.json"\n', "lessonproof.toml")
    command = [sys.executable, str(ROOT / "cli.py")]
    workspace = tmp_path / "workspace"
    subprocess.run([*command, "baseline", "create", "sizes.md", "--baseline", "known.json"], cwd=workspace, check=True)
    written(tmp_path, LESSON + accepted)
    code, _, left, _ = runner(targets="sizes.md")
    assert code == 0
    results = json.loads(Path(left["sarif"]).read_text(encoding="utf-8"))["runs"][0]["results"]
    assert [(one["baselineState"], one["suppressions"]) for one in results] == [("unchanged", [])]
    whole = [*command, "verify", "sizes.md", "--format", "sarif"]
    found = subprocess.run(whole, cwd=workspace, capture_output=True, text=True, encoding="utf-8")
    assert len(json.loads(found.stdout)["runs"][0]["results"]) == 3


def test_the_actions_of_others_are_those_of_the_page() -> None:
    """Each by a major version, the same everywhere."""
    used = [one["uses"] for whole in [ACTION, *examples()] for one in steps(whole) if "uses" in one]
    others = {one for one in used if one.startswith(("actions/", "github/"))}
    assert all(re.fullmatch(r"[a-z]+/[a-z/-]+@v[0-9]+", one) for one in others)
    assert len({one.partition("@")[0] for one in others}) == len(others) == 5


def test_a_version_is_a_version(runner: Runner) -> None:
    for version in ("--index-url=https://example.org", "1; touch stolen", "$(x)", "../x", "1 2"):
        assert runner("Install lessonproof", version=version)[0] == 2
