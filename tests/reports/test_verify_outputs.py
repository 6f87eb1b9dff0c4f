"""`verify` in several formats at once, and what it does with rules."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import cli
from reports.formats import FORMATS, Run, written
from reports.output import write
from tests.reports.documents import HOSTILE, LESSON, hostile

Runs = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Runs:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    Path("lesson.md").write_text(LESSON, encoding="utf-8")

    def runs(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return runs


def test_every_format_is_written_to_its_file_and_the_terminal_has_its_own(run: Runs) -> None:
    outputs = [f"--output={form}={form}.out" for form in FORMATS]
    code, out, err = run("verify", "lesson.md", *outputs, "--format", "concise")
    assert (code, err) == (1, "") and out.startswith("lesson.md:7:25: figure-wrong")
    for form in FORMATS:
        shown = run("verify", "lesson.md", "--format", form)
        assert shown[0] == 1
        assert Path(f"{form}.out").read_text(encoding="utf-8") == shown[1], form
    assert json.loads(Path("sarif.out").read_text(encoding="utf-8"))["runs"][0]["invocations"][0]["exitCode"] == 1


def test_the_same_document_gives_the_same_reports(run: Runs) -> None:
    for form in FORMATS:
        assert run("verify", "lesson.md", "--format", form) == run("verify", "lesson.md", "--format", form)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--output", "sarif"], "--output takes FORMAT=FILE"),
        (["--output", "word=a.docx"], "--output must be one of full, concise, json"),
        (["--output", "sarif="], "needs a file"),
        (["--output", "sarif=a", "--output", "junit=a"], "Two reports would be written to a"),
        (["--output", "sarif=no/such/folder/a"], "cannot be written"),
        (["--select", "figur"], "There is no rule “figur”; the nearest are: figure"),
        (["--ignore", "figure,clam-moved"], "There is no rule “clam-moved”; the nearest are: claim-moved"),
    ],
)
def test_a_question_that_cannot_be_answered_is_2(given: list[str], told: str, run: Runs) -> None:
    code, out, err = run("verify", "lesson.md", *given)
    assert (code, out) == (2, "") and told in err


def test_a_report_that_cannot_be_written_leaves_the_old_one(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.sarif").write_text("old", encoding="utf-8")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full_disk)
    assert run("verify", "lesson.md", "--output", "sarif=a.sarif")[0] == 2
    assert [path.name for path in sorted(Path().iterdir())] == ["a.sarif", "lesson.md"]
    assert Path("a.sarif").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("rules", ["--ignore=figure", "--select=claim", "ignore = ['figure']", "select = ['claim']"])
@pytest.mark.parametrize("form", FORMATS)
def test_every_report_says_how_many_findings_a_selection_left_out_and_whose_it_is(run: Runs, form: str, rules: str) -> None:
    """Settings may come with a stranger's change, and are never taken for an option of whoever runs this."""
    setting = "=" in rules and not rules.startswith("--")
    if setting:
        Path("lessonproof.toml").write_text(rules, encoding="utf-8")
    by = f"“{rules.split()[0]}” in lessonproof.toml" if setting else rules.partition("=")[0]
    told = f"1 finding (1 error) left out by {by}"
    options = [] if setting else [rules]
    if form == "html":
        assert run("verify", "lesson.md", *options, "--output", "html=page.html")[0] == 0
        out = Path("page.html").read_text(encoding="utf-8")
    else:
        code, out, _ = run("verify", "lesson.md", "--format", form, *options)
        assert code == 0
    assert told in re.sub(r"\s+", " ", re.sub(r"\\(?=[\[\]_*-])", "", html.unescape(out).replace("\u200b", "")))


def test_settings_that_hide_errors_are_named_on_standard_error_by_the_quiet(run: Runs) -> None:
    assert run("verify", "lesson.md", "--quiet", "--ignore", "figure") == (0, "", "")
    Path("lessonproof.toml").write_text("ignore = ['figure']", encoding="utf-8")
    code, out, err = run("verify", "lesson.md", "--quiet")
    assert (code, out) == (0, "") and "1 finding (1 error) left out by “ignore” in lessonproof.toml" in err


def test_a_selection_that_leaves_nothing_out_is_not_mentioned(run: Runs) -> None:
    assert "left out by" not in run("verify", "lesson.md", "--select", "figure", "--ignore", "claim")[1]


def test_an_annotation_stands_at_the_settings_that_hide_errors(run: Runs) -> None:
    Path("lessonproof.toml").write_text("select = ['hypothesis-idle']", encoding="utf-8")
    assert (
        "::warning file=lessonproof.toml,title=select::lesson.md: 1 finding"
        in run("verify", "lesson.md", "--format", "github")[1]
    )
    assert "::warning" not in run("verify", "lesson.md", "--format", "github", "--select", "hypothesis-idle")[1]


def test_explain_shows_the_page_of_a_rule(run: Runs) -> None:
    code, out, _ = run("explain", "figure-truncated")
    assert code == 0 and out.startswith("figure-truncated  usual severity: error") and "2/3 = 0.66" in out
    assert run("explain", "figure-truncated", "--lang", "zh")[1].startswith("figure-truncated  通常级别：错误")


def test_a_document_called_like_a_rule_is_a_document(run: Runs) -> None:
    Path("figure-wrong").write_text(LESSON, encoding="utf-8")
    assert "What it means" not in run("explain", "figure-wrong")[1]


def test_a_mistyped_rule_is_told_with_the_nearest(run: Runs) -> None:
    code, out, err = run("explain", "figure-wrogn")
    assert (code, out) == (2, "") and "There is no rule “figure-wrogn”; the nearest are: figure-wrong" in err
    assert "in the lessons; the nearest names are" in run("explain", "11.2.nonsense")[2]


def test_rules_lists_each_one(run: Runs) -> None:
    from lessons.rules import RULES

    code, out, _ = run("rules")
    assert code == 0 and all(f"{rule} " in out for rule in RULES)


# ── hostile documents ─────────────────────────────────────────────────────────────────────────────────────────────────

UNSAFE = [*map(chr, range(0x20)), "\x7f", *map(chr, range(0x80, 0xA0)), "\u202e", "\u2028", "\u2029", "\u200b", "\ufeff"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_sign_that_repaints_a_screen_reaches_a_report(form: str, language: str, tmp_path: Path) -> None:
    text = written(form, Run(hostile(tmp_path), language, "lessonproof"))  # type: ignore[arg-type]
    assert not {sign for sign in UNSAFE if sign in text} - {"\n"}
    text.encode("utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_no_line_is_a_command_of_a_build_server(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = hostile(tmp_path)
    write(written(form, Run(found, "en", "lessonproof")), utf8=form not in ("full", "concise"))
    lines = capsys.readouterr().out.split("\n")
    commands = [line for line in lines if line.lstrip().startswith("::") or "##[" in line or "##vso[" in line]
    assert all(form == "github" and line.startswith("::error file=") for line in commands), commands


@pytest.mark.parametrize("sign", HOSTILE.values(), ids=HOSTILE)
def test_no_title_breaks_the_full_report(sign: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(f"{sign}\n  {sign}\n")
    for line in capsys.readouterr().out.split("\n"):
        assert not line.lstrip().startswith("::") and "##[" not in line
