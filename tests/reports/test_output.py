"""What is written where: nothing that is read is lost, no link chooses a place, and no line of a log is a command."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import cli
from derivations.catalogue import UsageError
from reports import output
from reports.formats import FORMATS
from tests.reports.documents import HOSTILE, LESSON

Runs = Callable[..., tuple[int, str, str]]
RIGHT = LESSON.replace("78,500", "78,400")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Runs:
    course = tmp_path / "course"
    course.mkdir()
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(course)
    monkeypatch.setenv("LC_ALL", "C")
    Path("lesson.md").write_text(LESSON, encoding="utf-8")

    def runs(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return runs


def written(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ── nothing that is read is written over ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def read(run: Runs) -> None:
    """All that a run reads."""
    Path("lesson.claims.toml").write_text("[values]\nn = 3\n", encoding="utf-8")
    Path("known.json").write_text("", encoding="utf-8")
    Path("known.json").unlink()
    assert run("baseline", "create", "lesson.md", "--baseline", "known.json")[0] == 0
    Path("lessonproof.toml").write_text('baseline = "known.json"\nlessons = ["lesson.md"]\n', encoding="utf-8")
    os.link("lesson.md", "hard.txt")


@pytest.mark.usefixtures("read")
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "path", ["lesson.md", "./lesson.md", "hard.txt", "lesson.claims.toml", "known.json", "lessonproof.toml"]
)
def test_a_report_takes_the_place_of_nothing_that_is_read(form: str, path: str, run: Runs, tmp_path: Path) -> None:
    before = written(tmp_path)
    for targets in ([], ["lesson.md"], ["."], ["*.md"]):
        code, out, err = run("verify", *targets, "--output", f"{form}={path}")
        assert (code, out) == (2, "") and f"{path} is read by this run" in err
    assert written(tmp_path) == before


@pytest.mark.parametrize(("one", "other"), [("z.json", "./z.json"), ("z.json", "x/../z.json"), ("z.json", "{here}/z.json")])
def test_one_place_has_one_report_however_it_is_written(one: str, other: str, run: Runs) -> None:
    Path("x").mkdir()
    other = other.replace("{here}", os.getcwd())
    code, _, err = run("verify", "lesson.md", "--output", f"json={one}", "--output", f"sarif={other}")
    assert code == 2 and "Two reports would be written to" in err and not Path("z.json").exists()


# ── links ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("path", ["link.out", "dangling.out", "folder/a.out"])
def test_no_link_chooses_where_a_report_goes(form: str, path: str, run: Runs, tmp_path: Path) -> None:
    (tmp_path / "outside" / "a.out").write_text("keep", encoding="utf-8")
    Path("link.out").symlink_to("../outside/a.out")
    Path("dangling.out").symlink_to("../outside/b.out")
    Path("folder").symlink_to("../outside")
    before = written(tmp_path)
    code, out, err = run("verify", "lesson.md", "--output", f"{form}={path}")
    assert (code, out) == (2, "") and "name the place itself" in err
    assert written(tmp_path) == before and Path("link.out").is_symlink()


@pytest.mark.parametrize("path", ["report", "report/", "report/below", "report/below/"])
def test_no_link_chooses_the_folder_of_the_pages(path: str, run: Runs, tmp_path: Path) -> None:
    Path("report").symlink_to("../outside")
    code, _, err = run("verify", "lesson.md", "--output", f"html={path}")
    assert code == 2 and "name the place itself" in err
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_place_that_is_named_may_be_anywhere(run: Runs, tmp_path: Path) -> None:
    assert run("verify", "lesson.md", "--output", f"json={tmp_path}/outside/a.json")[0] == 1
    assert run("verify", "lesson.md", "--output", "html=../outside/pages/")[0] == 1
    assert {path.name for path in (tmp_path / "outside").iterdir()} == {"a.json", "pages"}


# ── pipes and devices ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("link", [False, True])
def test_a_pipe_gets_the_report_and_stays_a_pipe(link: bool, run: Runs) -> None:
    """As /dev/stdout is one, or leads to one: what lies there must not become a file."""
    os.mkfifo("pipe")
    if link:
        Path("named").symlink_to("pipe")
    path = "named" if link else "pipe"
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(Path("pipe").read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert run("verify", "lesson.md", "--output", f"json={path}")[0] == 1
    reader.join(10)
    assert received and received[0].startswith("{")
    assert stat.S_ISFIFO(os.stat("pipe").st_mode) and Path("named").is_symlink() is link


# ── --fix ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_where_one_file_cannot_be_written_none_is(run: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("a.md", "b.md", "c.md"):
        Path(name).write_text(LESSON, encoding="utf-8")
    before = written(tmp_path)
    possible = os.access
    monkeypatch.setattr("os.access", lambda path, mode: not str(path).endswith("b.md") and possible(path, mode))
    code, _, err = run("verify", "a.md", "b.md", "c.md", "--fix")
    assert code == 2 and "b.md cannot be written" in err and "Rewrote" not in err
    assert written(tmp_path) == before


def test_where_the_disk_is_full_before_all_are_ready_none_is_rewritten(
    run: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("a.md", "b.md"):
        Path(name).write_text(LESSON, encoding="utf-8")
    before = written(tmp_path)
    done: list[str] = []

    def chmod(path: str, mode: int) -> None:
        done.append(path)
        if len(done) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.chmod", chmod)
    code, _, err = run("verify", "a.md", "b.md", "--fix")
    assert code == 2 and "b.md cannot be written: No space left on device" in err
    assert written(tmp_path) == before


def test_that_a_file_has_other_names_is_said(run: Runs) -> None:
    os.link("lesson.md", "other.txt")
    _, _, err = run("verify", "lesson.md", "--fix")
    assert "lesson.md has further names (hard links), which still hold the old text" in err
    assert Path("lesson.md").read_text(encoding="utf-8") == RIGHT


# ── what a person reads ───────────────────────────────────────────────────────────────────────────────────────────────

COMMANDS = ["::error file=a::boom", "##[error]boom", "##vso[task.complete]", "##teamcity[x]", "::stop-commands::token"]


def commands(text: str) -> list[str]:
    return [
        line
        for line in text.split("\n")
        if line.lstrip().startswith("::") or "##[" in line or "##vso[" in line or "##team" in line
    ]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", FORMATS)
def test_no_line_of_a_difference_is_a_command(command: str, form: str, run: Runs) -> None:
    text = f"# A\n\n  {command}\n\n2/3 = 0.66\n\nx {command}\n"
    Path("e.md").write_text(text, encoding="utf-8")
    for option in ("--diff", "--fix"):
        _, out, err = run("verify", "e.md", option, "--format", form)
        assert "0.67" in out + err
        assert commands(err) == [] and (form == "github" or commands(out) == [])


@pytest.mark.parametrize("command", [*COMMANDS, *HOSTILE.values()])
def test_no_sentence_beside_the_report_is_a_command(command: str, run: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    Path("lessonproof.toml").write_text("'" + command.replace("'", "").replace("\n", "") + "' = 1\n", encoding="utf-8")
    for arguments in (["verify", "lesson.md"], ["verify", f"{command}.md"], [command], ["verify", f"--{command}"]):
        code, out, err = run(*arguments)
        assert code == 2 and err and commands(out + err) == []
    output.diagnose(f"x\n{command}")
    assert commands(capsys.readouterr().err) == []


# ── what follows dashes ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["--output=json=NOTES.md", "--config=evil.md", "--lang=zh", "-h", "--help", "--strict"])
def test_what_follows_dashes_is_no_option(name: str, run: Runs) -> None:
    Path(name).write_text(LESSON, encoding="utf-8")
    code, out, _ = run("verify", "--format", "concise", "--files-after-dashes", "--", name)
    assert code == 1 and out.startswith(f"{name}:7:25: figure-wrong: printed")
    assert not Path("NOTES.md").exists()
    assert run("coverage", "--", name)[0] == 0


def test_without_dashes_a_hook_is_refused(run: Runs) -> None:
    code, out, err = run("verify", "--files-after-dashes", "lesson.md")
    assert (code, out) == (2, "") and "asks for a --" in err


def test_a_link_that_is_broken_or_none_is_no_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    output.refuse_link("new.json")
    output.refuse_link(str(tmp_path / "new.json"))
    with pytest.raises(UsageError):
        output.write_file("no/such/folder/a", "")
