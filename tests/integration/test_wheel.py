"""The wheel, built and installed in a fresh environment: the program, the plugin of pytest, and nothing at the top level."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.reports.documents import LESSON

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with the wheel; what it depends on is taken from the one that runs the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    [site] = folder.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return python


def run(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV"))}
    return subprocess.run(
        [str(python), *arguments], cwd=folder, env={**environment, "LC_ALL": "C"}, capture_output=True, text=True
    )


def test_it_holds_one_package_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].rpartition("-")[0].partition("-")[0] or name.partition("/")[0] for name in names} == {
        "lessonproof"
    }
    assert not any("tests/" in name for name in names)
    [entry_points] = [name for name in names if name.endswith("entry_points.txt")]
    assert "[pytest11]" in zipfile.ZipFile(wheel).read(entry_points).decode()


def test_the_plugin_is_registered_and_finds_the_wrong_figure(python: Path, tmp_path: Path) -> None:
    """Beside a test of the user's own, with a module called like one of ours."""
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "sizes.md").write_text(LESSON, encoding="utf-8")
    (tmp_path / "reports.py").write_text("MINE = 1\n", encoding="utf-8")
    (tmp_path / "test_mine.py").write_text(
        "import reports\n\ndef test_mine():\n    assert reports.MINE == 1\n", encoding="utf-8"
    )
    where = run(python, tmp_path, "-c", "import lessonproof; print(lessonproof.__file__)").stdout
    assert str(python.parents[1]) in where
    found = run(python, tmp_path, "-m", "pytest", "-q", "--lessonproof", "lessons", "test_mine.py")
    assert "lessons/sizes.md:7:25: error: figure-wrong: printed 78,500, should be 78,400" in found.stdout, found
    assert "1 failed, 2 passed" in found.stdout
    (tmp_path / "lessons" / "sizes.md").write_text(LESSON.replace("78,500", "78,400"), encoding="utf-8")
    assert run(python, tmp_path, "-m", "pytest", "-q", "--lessonproof", "lessons", "test_mine.py").returncode == 0


def test_the_program_verifies_from_anywhere(python: Path, tmp_path: Path) -> None:
    (tmp_path / "sizes.md").write_text(LESSON, encoding="utf-8")
    found = run(python, tmp_path, "-m", "lessonproof", "verify", "sizes.md", "--format", "concise")
    assert found.returncode == 1 and "should be 78,400" in found.stdout
