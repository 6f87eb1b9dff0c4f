"""`watch`: what it says of each save, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cli
from lessons.changes import changes
from lessons.watching import watched
from tests.reports.documents import LESSON, verified

ROOT = Path(__file__).resolve().parents[2]
RIGHT = LESSON.replace("78,500", "78,400")
LONGEST = 120.0  # seconds that a watching process may live
Watch = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    started: list[subprocess.Popen[str]] = []

    def starts(*arguments: str) -> subprocess.Popen[str]:
        started.append(
            subprocess.Popen(
                [sys.executable, str(ROOT / "cli.py"), "watch", *arguments],
                cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        )  # fmt: skip
        limit = threading.Timer(LONGEST, started[-1].kill)
        limit.daemon = True
        limit.start()
        return started[-1]

    yield starts
    for process in started:
        process.kill()
        process.communicate()


def until(process: subprocess.Popen[str], words: str) -> list[str]:
    """The lines up to one with these words. A process that never says them is ended after its time."""
    assert process.stdout
    lines: list[str] = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if words in line:
            return lines
    raise AssertionError(f"ended with {process.wait()} after {lines}")


def test_it_says_what_changed_and_ends_cleanly(watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "sizes.md"
    path.write_text(RIGHT, encoding="utf-8")
    process = watch("sizes.md")
    assert until(process, "Ctrl-C")[-1].startswith("Watching 1 file;")
    path.write_text(LESSON, encoding="utf-8")
    _, new, _ = until(process, "·")
    assert new.startswith("  + sizes.md:7:25: figure-wrong: printed 78,500, should be 78,400")
    path.write_text("A line more.\n\n" + LESSON, encoding="utf-8")
    assert len(until(process, "·")) == 2  # the finding has moved, and is the same
    other = tmp_path / "other.md"
    other.write_text(RIGHT, encoding="utf-8")
    other.replace(path)  # as editors do it
    _, gone, _ = until(process, "·")
    assert gone.startswith("  − sizes.md:9:25: figure-wrong")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "", "")


def test_a_folder_is_watched_with_what_comes_into_it(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "lessons" / "deep").mkdir(parents=True)
    (tmp_path / "lessons" / "one.md").write_text(RIGHT, encoding="utf-8")
    process = watch("lessons")
    until(process, "Ctrl-C")
    (tmp_path / "lessons" / "deep" / "two.md").write_text(LESSON, encoding="utf-8")
    until(process, "  + lessons/deep/two.md:7:25:")


def test_a_document_that_cannot_be_read_is_waited_for(watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "sizes.md"
    path.write_text(RIGHT, encoding="utf-8")
    process = watch("sizes.md")
    until(process, "Ctrl-C")
    path.write_bytes(b"\xff\xfe\x00")
    assert process.stderr and "UTF-16" in process.stderr.readline()
    path.write_text(LESSON, encoding="utf-8")
    assert until(process, "·")[1].startswith("  + ")


def test_what_is_no_file_cannot_be_watched(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    assert cli.main(["watch", "chapter11"]) == 2
    assert "no file to watch" in capsys.readouterr().err


def test_a_missing_library_is_named_with_the_way_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (tmp_path / "sizes.md").write_text(RIGHT, encoding="utf-8")
    assert cli.main(["watch", "sizes.md"]) == 2
    assert "pip install 'lessonproof[watch]'" in capsys.readouterr().err


def test_findings_are_the_same_where_they_only_moved(tmp_path: Path) -> None:
    before = verified(tmp_path)
    assert changes(before, verified(tmp_path, "\n\n" + LESSON)) == changes(before, before)
    twice = changes(before, verified(tmp_path, LESSON + "\n784 × 100 = 78,500 again.\n"))
    assert (len(twice.new), len(twice.gone)) == (1, 0)
    other = changes(before, verified(tmp_path, LESSON.replace("78,500", "78,600")))
    assert (len(other.new), len(other.gone)) == (1, 1)


def test_the_folder_of_a_pattern_is_listened_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c.md").write_text(RIGHT, encoding="utf-8")
    assert watched(["a/**/*.md"], []).folders() == (["a"], True)
    assert watched(["a/b/c.md"], []).folders() == (["a/b"], False)
    assert watched(["notes"], ["a/b/c.md"]).folders() == (["a/b"], False)
