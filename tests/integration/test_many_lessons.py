"""Many lessons in one run: on all cores, in a fixed order, and Ctrl-C leaves no half-written file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from lessons.check import what_is_asked
from tests.reports.documents import LESSON

ROOT = Path(__file__).resolve().parents[2]
LONG = "".join(f"## Part {n}\n\nHere {n} × 7 = {7 * n} and {n} × 11 = {11 * n + (n % 40 == 0)}.\n\n" for n in range(2, 220))


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    folder = tmp_path / "lessons"
    folder.mkdir()
    for n in range(6):
        (folder / f"{n}.md").write_text(f"# Lesson {n}\n\n" + (LONG if n % 2 else LESSON), encoding="utf-8")
    (folder / "3.claims.toml").write_text("[values]\nwidth = 784\n", encoding="utf-8")
    return folder


def environment(processes: int) -> dict[str, str]:
    return {**os.environ, "LC_ALL": "C.UTF-8", "LESSONPROOF_PROCESSES": str(processes), "PYTHONPATH": str(ROOT)}


def end_of(group: int) -> bool:
    """Whether the processes of a group end: those that were told to stop may be seen a moment longer than who told them."""
    for _ in range(200):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def report(folder: Path, processes: int) -> str:
    command = [sys.executable, str(ROOT / "cli.py"), "verify", "lessons", "--format", "json"]
    found = subprocess.run(command, cwd=folder.parent, env=environment(processes), capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (1, "")
    return found.stdout


def test_the_report_is_the_same_on_one_core_and_on_several(lessons: Path) -> None:
    alone = report(lessons, 1)
    assert report(lessons, 3) == alone
    record = json.loads(alone)
    assert [one["path"] for one in record["lessons"] if one["path"].endswith(".md")] == [f"lessons/{n}.md" for n in range(6)]
    wrong = [finding for finding in record["findings"] if finding["rule"] == "figure-wrong"]
    assert len(wrong) > 10
    for finding in wrong:  # each still belongs to its own figure
        figure = record["figures"][finding["figure"]]
        assert (figure["lesson"], figure["line"], figure["column"]) == (finding["lesson"], finding["line"], finding["column"])


def test_further_processes_are_used_where_they_pay(lessons: Path) -> None:
    script = (
        "import os, sys\n"
        "from lessons import surveys\n"
        "seen, survey = [], surveys.survey\n"
        "def told(*given):\n"
        "    os.write(1, f'{os.getpid()}\\n'.encode())\n"
        "    return survey(*given)\n"
        "surveys.survey = told\n"
        "from lessons.check import verify\n"
        "os.write(1, f'{os.getpid()}\\n'.encode())\n"
        "verify(sys.argv[1:], [])\n"
    )

    def pids(*targets: str) -> list[str]:
        command = [sys.executable, "-c", script, *targets]
        found = subprocess.run(command, cwd=lessons.parent, env=environment(2), capture_output=True, text=True, check=True)
        return found.stdout.split()

    first, *others = pids("lessons")
    assert len(others) == 6 and len(set(others)) == 2 and first not in others
    assert len(set(pids("lessons/0.md", "lessons/2.md"))) == 1  # too little to share


@pytest.mark.corpus
def test_a_second_document_of_a_shipped_lesson_is_not_left_out_without_a_word(notes: Path, tmp_path: Path) -> None:
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(notes.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        what_is_asked([str(tmp_path)], [])
    assert refused.value.message.key == "two-documents"
    assert [Path(str(refused.value.message.values[which])).name for which in ("first", "second")] == ["one.txt", "two.txt"]


INTERRUPTED = """
import os, signal, sys
real = getattr(os, sys.argv[1])
def interrupted(*given, **keywords):
    signal.raise_signal(signal.SIGINT)
    return real(*given, **keywords)
import tempfile, cli
cli_main = cli.main
setattr(os, sys.argv[1], interrupted)
sys.exit(cli_main(sys.argv[2:]))
"""


@pytest.mark.parametrize("moment", ["replace", "chmod"])
def test_an_interrupted_write_leaves_the_old_file_and_nothing_beside_it(lessons: Path, moment: str) -> None:
    """At the worst moments: when the new file is complete and not yet in its place."""
    out = lessons.parent / "out"
    out.mkdir()
    (out / "found.json").write_text("old", encoding="utf-8")
    command = [sys.executable, "-c", INTERRUPTED, moment, "verify", "lessons/0.md", "--output", "json=out/found.json"]
    found = subprocess.run(command, cwd=lessons.parent, env=environment(1), capture_output=True, text=True)
    assert found.returncode == 130, found.stderr
    assert os.listdir(out) == ["found.json"] and (out / "found.json").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("processes", [1, 3])
def test_ctrl_c_ends_all_processes_with_one_sentence(lessons: Path, processes: int) -> None:
    """Sent, as a terminal does, to the whole group, at several moments of the run."""
    for n in range(12):
        (lessons / f"long{n}.md").write_text(LONG, encoding="utf-8")
    out = lessons.parent / "out"
    out.mkdir()
    ended = []
    for wait in (0.6, 1.2, 2.0):
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "cli.py"), "verify", "lessons", "--output", "json=out/found.json"],
            cwd=lessons.parent, env=environment(processes), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        time.sleep(wait)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=120)
        ended.append(process.returncode)
        assert process.returncode in (1, 130, -signal.SIGINT) and "Process" not in err
        if process.returncode == 130:
            assert err.startswith("lessonproof: ") and err.count("\n") == 1, err
        for left in out.iterdir():
            json.loads(left.read_text(encoding="utf-8"))
            assert left.name == "found.json"
        assert end_of(process.pid), "processes of the run went on after it"
    assert ended
