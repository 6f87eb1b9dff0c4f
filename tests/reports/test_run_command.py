"""`run` on the command line: formats, options, exit codes, and the page that describes its files."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import cli
from lessons import generation_table, model_file, model_kinds
from lessons.model_file import read_model
from numeric import examples
from numeric.given_masks import PLACES, PLACES_BY_HEAD

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `run` in an empty folder, in English unless told otherwise."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")

    def runs(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(["run", *arguments])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return runs


def test_a_shipped_example_runs_by_name(run: Run) -> None:
    code, out, err = run("single-head", "--only", "loss")
    assert (code, err) == (0, "") and "L ≈ 2.541928" in out and "L ≈ 1.761382" in out


def test_the_same_file_runs_by_path_and_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_bytes(examples.path("single-head").read_bytes())
    by_name, by_path = run("single-head")[1], run("m.toml")[1]
    assert by_name == by_path == run("m.toml")[1]


def test_places_come_from_the_options_before_the_file(run: Run) -> None:
    assert "L ≈ 2.54" in run("single-head", "--only", "loss", "--decimals", "2")[1]
    assert "L ≈ 2.54192805668" in run("single-head", "--only", "loss", "--digits", "12")[1]


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_formats_to_paste(run: Run, form: str) -> None:
    code, out, _ = run("single-head", "--format", form, "--only", "forward")
    assert code == 0 and r"\begin{bmatrix}" in out and "Gradients" not in out


def test_json_names_the_model_as_the_user_does(run: Run) -> None:
    code, out, _ = run("translation", "--format", "json", "--only", "loss")
    found = json.loads(out)
    assert code == 0 and found["model"] == "translation" and "".join(found["vocabulary"][-3:]) == "我爱你"
    assert [each["words"] for each in found["predictions"]] == [["我"], ["爱"], ["你"], ["<EOS>"]]


def test_numbers_without_certain_print_are_exit_1(run: Run) -> None:
    code, out, err = run("pre-norm-block", "--digits", "3", "--only", "forward")
    assert (code, err) == (1, "") and "?" in out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "“run” takes one model file; ready to run are: single-head, pre-norm-block, translation."),
        (["single-head", "translation"], "“run” takes one model file"),
        (["single"], "There is no model file single; ready to run are: single-head"),
        (["single-head", "--only", "los"], "--only must be one of weights, forward"),
        (["single-head", "--format", "tsv"], "--format must be one of full, markdown, latex, json"),
        (["single-head", "--decimals", "-1"], "--decimals must be a whole number from 0 to 1000, not “-1”"),
        (["single-head", "--decimals", "９"], "--decimals must be a whole number"),
        (["single-head", "--digits", "0"], "--digits must be a whole number from 1 to 1000"),
        (["single-head", "--digits", "1", "--decimals", "1"], "Give --decimals or --digits, not both."),
    ],
)
def test_mistakes_are_exit_2_and_one_line(run: Run, arguments: list[str], part: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and part in err and err.count("\n") == 1


def test_the_page_about_model_files_is_true() -> None:
    page = (ROOT / "docs" / "model-files.md").read_text(encoding="utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    shipped = tomllib.loads(examples.path("single-head").read_text(encoding="utf-8"))
    assert {**tomllib.loads(example), "title": ""} == {**shipped, "title": ""}
    keys = {key for kind in model_kinds.KEYS.values() for key in kind} | {"kind", "longest", "N"}
    keys |= {"title", "vocabulary", "tokens", "source", "padding", "target", "targets", "loss_mask", "optimizer", "file"}
    keys |= {*generation_table.KEYS, "rate", "embedding", "layers"}
    dropout = page.split("## Dropout")[1].split("##")[0]
    assert not [place for place in (*PLACES, *PLACES_BY_HEAD) if place not in dropout]
    keys |= {"learning_rate", "steps", "decimals", "digits", *(key for rates in model_file.RATES.values() for key in rates)}
    assert not [key for key in keys if not re.search(rf"`{key}`", page)]
    for name in (*model_kinds.KINDS, *model_file.RATES, *examples.NAMES):
        assert f"`{name}`" in page, name
    assert read_model("single-head").kind == "single-head"
