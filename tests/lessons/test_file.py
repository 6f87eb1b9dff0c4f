"""What is read: regular files up to a limit, and no link that leads out of a folder."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from lessons import baseline, settings, source
from lessons.check import verify
from lessons.file import content, leads_out
from lessons.gathering import documents, left_out
from lessons.settings_table import read_table

LESSON = "2/3 = 0.66\n"
READERS: dict[str, Callable[[Path], object]] = {
    "content": lambda path: content(str(path), 1 << 20),
    "document": lambda path: source.read(str(path)),
    "baseline": lambda path: baseline.read(str(path)),
    "settings": lambda path: settings.read(path),
    "table": lambda path: read_table(path, str(path)),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_link_to_a_device_is_not_read(reader: str, device: str, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(device)
    with pytest.raises(UsageError) as refused:
        READERS[reader](tmp_path / "link")
    assert refused.value.message.key in ("document-no-file", "settings-missing")


@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_is_not_waited_for(reader: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    start = time.monotonic()
    with pytest.raises(UsageError):
        READERS[reader](tmp_path / "pipe")
    assert time.monotonic() - start < 5


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    """Also of a file that says it has no size, as those of the system do."""
    path = tmp_path / "file"
    path.write_bytes(b"x" * (1 << 20))
    assert len(content(str(path), 1 << 20)) == 1 << 20
    path.write_bytes(b"x" * ((1 << 20) + 1))
    with pytest.raises(UsageError) as refused:
        content(str(path), 1 << 20)
    assert refused.value.message.key == "document-too-large"


@pytest.mark.parametrize("key", ["a." * 40_000 + "a", '"a" . ' * 13_000 + "a"])
@pytest.mark.parametrize("name", ["lessonproof.toml", "pyproject.toml"])
def test_settings_with_a_long_key_are_refused_at_once(name: str, key: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(f"{key} = 1\n", encoding="utf-8")
    start = time.process_time()
    with pytest.raises(UsageError) as refused:
        settings.read(tmp_path / name)
    assert refused.value.message.key == "settings-unreadable"
    assert time.process_time() - start < 2


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a document, a link to it, and links out of the folder."""
    here = tmp_path / "course"
    (here / "part").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    for path in (tmp_path / "outside" / "o.md", here / "in.md"):
        path.write_text(LESSON, encoding="utf-8")
    (here / "same.md").symlink_to("in.md")
    (here / "out.md").symlink_to("../outside/o.md")
    (here / "part" / "out.md").symlink_to(tmp_path / "outside" / "o.md")
    (here / "linked").symlink_to("../outside")
    monkeypatch.chdir(here)
    return here


@pytest.mark.parametrize("target", [".", "*.md", "**/*.md", "*/*.md", "../course", "*"])
def test_what_a_link_leads_out_to_is_not_found_by_looking(target: str, course: Path) -> None:
    try:
        found = documents(target)
    except UsageError as refused:
        assert refused.message.key == "no-documents" and target == "*/*.md"
        found = []
    assert not any(leads_out(path, [str(course)]) for path in found)
    assert left_out(target)
    assert all(leads_out(path, [str(course)]) for path in left_out(target))


def test_what_is_named_is_read(course: Path) -> None:
    assert documents("out.md") == ["out.md"] and left_out("out.md") == []
    assert [os.path.basename(path) for path in documents("linked")] == ["o.md"]


def test_a_sidecar_that_leads_out_is_not_read(course: Path) -> None:
    (course.parent / "outside" / "secret.toml").write_text("secret 4242\n", encoding="utf-8")
    (course / "in.claims.toml").symlink_to("../outside/secret.toml")
    [problem] = [one for one in verify(["in.md"], []).findings if one.rule == "declaration-unreadable"]
    assert problem.message.key == "link-leads-out"


def test_each_link_that_is_left_out_is_said_once(course: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, str(root / "cli.py"), "verify", ".", "--fix", "--format", "concise", "--lang", "en"]
    found = subprocess.run(command, cwd=course, capture_output=True, text=True, encoding="utf-8")
    assert (
        found.stderr.count("./out.md is a link that leads out") == found.stderr.count("./part/out.md is a link that leads") == 1
    )
    assert (course / "in.md").read_text(encoding="utf-8") == "2/3 = 0.67\n"
    assert (course.parent / "outside" / "o.md").read_text(encoding="utf-8") == LESSON
