"""The command line: what it asks of the rest, what it prints where, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import cli
from derivations.catalogue import UsageError
from derivations.verdict import Verification
from lessons.check import DocumentGiven
from reports import output
from reports.commands import NAMES
from tests.reports.sample import verification

ROOT = Path(__file__).resolve().parent.parent
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Replaces `verify` by one that answers with the sample and remembers what it was asked."""
    calls: list[dict[str, Any]] = []

    def verify(
        targets: Sequence[str],
        documents: Sequence[DocumentGiven],
        *,
        digits: int = 12,
        progress: object = None,
        contents: object = None,
        claims: object = None,
    ) -> Verification:
        calls.append({"targets": list(targets), "documents": list(documents), "digits": digits, "progress": progress})
        return verification(document=bool(documents), wrong="wrong" in targets)

    monkeypatch.setattr("lessons.check.verify", verify)
    return calls


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs the command line in an empty folder, in English unless told otherwise."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv(cli.TRACEBACK, raising=False)

    def runs(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return runs


# verify


def test_no_error_is_0_and_an_error_is_1(run: Run, asked: list[dict[str, Any]]) -> None:
    assert run("verify", "chapter11")[0] == 0
    assert run("verify", "wrong")[0] == 1


def test_strict_counts_warnings(run: Run, asked: list[dict[str, Any]]) -> None:
    assert run("verify", "chapter11", "--lesson", "notes.txt")[0] == 0
    assert run("verify", "chapter11", "--lesson", "notes.txt", "--strict")[0] == 1


def test_standard_output_has_the_document_and_nothing_else(run: Run, asked: list[dict[str, Any]]) -> None:
    code, out, err = run("verify", "chapter11", "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out)["schema"] == 1
    assert run("verify", "chapter11", "--format", "concise")[1].startswith("no errors · ")
    assert run("verify", "chapter11")[1].startswith("Checked the figures recorded")


def test_options_and_targets_may_be_mixed(run: Run, asked: list[dict[str, Any]]) -> None:
    run("verify", "11.3", "--digits", "30", "11.4", "--lesson", "lesson02=two.txt", "--lesson", "one.txt")
    assert asked[0]["targets"] == ["11.3", "11.4"]
    assert asked[0]["digits"] == 30
    assert asked[0]["documents"] == [DocumentGiven("lesson02", "two.txt"), DocumentGiven(None, "one.txt")]


def test_a_file_with_an_equals_sign_in_its_name_is_a_file(run: Run, asked: list[dict[str, Any]], tmp_path: Path) -> None:
    (tmp_path / "notes=2.txt").touch()
    run("verify", "chapter11", "--lesson", "notes=2.txt")
    assert asked[0]["documents"] == [DocumentGiven(None, "notes=2.txt")]


def test_settings_are_read_and_the_command_line_goes_before(run: Run, asked: list[dict[str, Any]], tmp_path: Path) -> None:
    text = 'language = "zh"\ndigits = 20\nstrict = true\n[lessons]\nnotes = "notes.txt"\n'
    (tmp_path / "lessonproof.toml").write_text(text, encoding="utf-8")
    code, out, _ = run("verify", "chapter11")
    assert code == 1 and out.startswith("对照 notes.txt")
    assert asked[0]["digits"] == 20
    assert asked[0]["documents"] == [DocumentGiven("notes", "notes.txt", "configured")]
    assert run("verify", "chapter11", "--lang", "en", "--digits", "3")[1].startswith("Checked against")
    assert asked[1]["digits"] == 3


def test_a_settings_file_can_be_named(run: Run, asked: list[dict[str, Any]], tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("digits = 7", encoding="utf-8")
    run("verify", "chapter11", "--config", "other.toml")
    assert asked[0]["digits"] == 7


def test_the_language_comes_from_the_environment(
    run: Run, asked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert run("verify", "chapter11")[1].startswith("核对的是")
    assert run("verify", "chapter11", "--lang=en")[1].startswith("Checked")


def test_piped_output_has_no_colour_unless_asked(run: Run, asked: list[dict[str, Any]]) -> None:
    assert "\x1b" not in run("verify", "chapter11")[1]
    assert "\x1b" in run("verify", "chapter11", "--color", "always")[1]


def test_the_bar_is_only_for_terminals(run: Run, asked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    run("verify", "chapter11")
    assert asked[0]["progress"] is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("verify", "chapter11")[2] == ""
    assert asked[1]["progress"] is not None


# the other commands


def test_explain_shows_the_claims(run: Run, asked: list[dict[str, Any]]) -> None:
    code, out, _ = run("explain", "wrong")
    assert code == 0 and "Steps, each with its reason" in out


def test_list_shows_lessons_and_claims(run: Run) -> None:
    code, out, _ = run("list")
    assert code == 0 and "chapter11" in out and "card6" in out
    code, out, _ = run("list", "11.3")
    assert code == 0 and "notes.11.3.probabilities" in out


def test_table_prints_what_can_be_pasted(run: Run, asked: list[dict[str, Any]]) -> None:
    code, out, err = run("table", "chapter11", "--format", "tsv")
    assert code == 0 and "0.921825\t0.425203\n" in out, err


def test_export_writes_a_file_whole_or_not_at_all(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def companion(target: str, documents: Sequence[DocumentGiven], *, digits: int) -> dict[str, object]:
        return {"target": target, "digits": digits, "values": "ℓ"}

    monkeypatch.setattr("lessons.check.companion", companion, raising=False)
    code, out, _ = run("export", "chapter11", "--digits", "30")
    assert code == 0 and json.loads(out) == {"target": "chapter11", "digits": 30, "values": "ℓ"}
    code, out, err = run("export", "chapter11", "--output", "companion.json")
    assert (code, out) == (0, "") and "companion.json" in err
    assert json.loads((tmp_path / "companion.json").read_text(encoding="utf-8"))["digits"] == 12
    assert os.listdir(tmp_path) == ["companion.json"]
    assert (tmp_path / "companion.json").stat().st_mode & 0o777 == 0o666 & ~output._umask()
    assert run("export", "chapter11", "--output", "none/companion.json")[0] == 2


# mistakes

MISTAKES = [
    (("verfy",), "There is no command “verfy”; the nearest is “verify”."),
    (("verify",), "Nothing to check: name a file or a part such as chapter11, or list your lessons"),
    (("verify", "chapter11", "--digits", "0"), "--digits must be a whole number from 1 to 1000, not “0”."),
    (("verify", "chapter11", "--digits", "-3"), "--digits must be a whole number from 1 to 1000, not “-3”."),
    (("verify", "chapter11", "--digits", "９"), "--digits must be a whole number from 1 to 1000, not “９”."),
    (("verify", "chapter11", "--digits", "9" * 5000), "--digits must be a whole number from 1 to 1000, not “999"),
    (
        ("verify", "chapter11", "--format", "xml"),
        "--format must be one of full, concise, json, json-lines, junit, sarif, github, markdown, html, not “xml”.",
    ),
    (("verify", "chapter11", "--lang", "fr"), "--lang must be one of en, zh, not “fr”."),
    (("verify", "chapter11", "--color", "no"), "--color must be one of auto, always, never, not “no”."),
    (("verify", "chapter11", "--nope"), "“verify” has no option “--nope”; see lessonproof verify --help."),
    (("verify", "chapter11", "--lesson", "notes="), "--lesson needs a file."),
    (("verify", "chapter11", "--config", "none.toml"), "There is no settings file none.toml."),
    (("export", "11.3", "11.4"), "“export” takes one target."),
    (("list", "chapter99"), "There is no “chapter99” in the lessons; the nearest names are: "),
]


@pytest.mark.parametrize(("arguments", "says"), MISTAKES, ids=[" ".join(each)[:40] for each, _ in MISTAKES])
def test_a_mistake_is_one_clear_sentence_and_exit_2(run: Run, arguments: tuple[str, ...], says: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"lessonproof: {says}")
    assert err.count("\n") == 1


def test_mistakes_are_reported_in_the_language_asked_for(run: Run) -> None:
    assert "没有命令" in run("verfy", "--lang", "zh")[2]


def test_a_missing_value_is_a_mistake_too(run: Run) -> None:
    code, _, err = run("verify", "chapter11", "--lesson")
    assert code == 2 and err.count("\n") == 1


def test_nothing_to_verify_is_exit_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise UsageError("nothing-collected", targets="11.9")

    monkeypatch.setattr("lessons.check.verify", refuses)
    assert run("verify", "11.9") == (2, "", "lessonproof: 11.9 contains no claims to verify.\n")


def test_no_arguments_show_the_help(run: Run) -> None:
    code, out, err = run()
    assert (code, out) == (2, "") and "verify" in err
    assert run("--help")[0] == 0


def test_an_internal_error_is_one_sentence_that_tells_how_to_see_more(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("\x1b[2Jbroken")

    monkeypatch.setattr("lessons.check.verify", breaks)
    code, out, err = run("verify", "chapter11")
    assert (code, out) == (2, "")
    assert err == (
        "lessonproof: Something went wrong inside lessonproof (RuntimeError: ␛[2Jbroken);"
        " set LESSONPROOF_TRACEBACK=1 to see where.\n"
    )
    monkeypatch.setenv(cli.TRACEBACK, "1")
    assert "Traceback" in run("verify", "chapter11")[2]


def test_an_interrupt_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lessons.check.verify", interrupted)
    assert run("verify", "chapter11") == (130, "", "lessonproof: Interrupted.\n")


# as a process


def started(*arguments: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(ROOT / "cli.py"), *arguments], stderr=subprocess.PIPE, **more)


def test_a_closed_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = started("list", stdout=writing)
    os.close(writing)
    _, err = process.communicate()
    assert (process.returncode, err) == (141, b"")


def test_output_that_knows_no_unicode_gets_escapes() -> None:
    process = started("list", "--lang", "zh", stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert rb"\u7ae0" in out or rb"\u547d" in out


@pytest.mark.parametrize("command", NAMES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_command_explains_itself(run: Run, capsys: pytest.CaptureFixture[str], command: str, language: str) -> None:
    with pytest.raises(SystemExit) as ended:
        run(command, "--help", "--lang", language)
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: " if language == "en" else "用法：")


def test_help_names_the_program_as_it_was_started() -> None:
    out = started("verify", "--help", stdout=subprocess.PIPE).communicate()[0]
    assert out.startswith(b"usage: python cli.py verify")


def test_export_never_writes_over_a_lesson(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = tmp_path / "lesson.txt"
    lesson.write_text("mine", encoding="utf-8")
    assert cli.main(["export", "chapter11", "--output", str(lesson)]) == 2
    assert lesson.read_text(encoding="utf-8") == "mine"
    capsys.readouterr()


def test_what_the_document_does_not_print_never_stands_under_what_it_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim whose place is gone is named with its finding; its recorded figures get no tick."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "lessons"))
    import own_words

    lesson = tmp_path / "lesson.txt"
    lesson.write_text(own_words.text().replace("p_{B} 0.581626 0.556819\n", "", 1), encoding="utf-8")
    assert cli.main(["verify", "11.6", "--lesson", str(lesson), "--lang", "en"]) == 1
    shown = capsys.readouterr().out
    assert "0.556819" not in shown.split("does not print this")[0]
    assert "✗ before and after" in shown
