"""Settings: found upward, paths beside their file, mistakes named."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from lessons.settings import Settings, find, read

ROOT = Path(__file__).resolve().parents[2]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path, text: str) -> UsageError:
    with pytest.raises(UsageError) as raised:
        read(write(path, text))
    return raised.value


def test_nothing_set_where_there_is_no_file(tmp_path: Path) -> None:
    assert find(tmp_path) == Settings()


def test_all_settings_are_read(tmp_path: Path) -> None:
    text = 'language = "zh"\ndigits = 20\nstrict = true\n[lessons]\nnotes = "texts/notes.txt"\n'
    found = read(write(tmp_path / "lessonproof.toml", text))
    assert (found.language, found.digits, found.strict) == ("zh", 20, True)
    assert found.lessons == {"notes": str(tmp_path / "texts" / "notes.txt")}


def test_lessons_may_be_a_list_and_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    text = (
        'lessons = ["texts", "*.md"]\nclaims = "claims"\nbaseline = "known.json"\nmin-coverage = "80%"\nignore = ["figure"]\n'
    )
    found = read(write(tmp_path / "lessonproof.toml", text))
    assert found.documents == (str(tmp_path / "texts"), str(tmp_path / "*.md")) and found.lessons == {}
    assert (found.claims, found.baseline) == ((str(tmp_path / "claims"),), str(tmp_path / "known.json"))
    assert found.min_coverage == Fraction(4, 5) and found.ignore == ("figure",)


def test_the_nearest_folder_above_wins(tmp_path: Path) -> None:
    write(tmp_path / "lessonproof.toml", "digits = 5")
    write(tmp_path / "a" / "pyproject.toml", "[tool.lessonproof]\ndigits = 6")
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    assert find(deep).digits == 6
    assert find(tmp_path).digits == 5


def test_a_pyproject_without_our_table_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "lessonproof.toml", "digits = 5")
    write(tmp_path / "a" / "pyproject.toml", "[project]\nname = 'x'")
    assert find(tmp_path / "a").digits == 5


def test_our_own_file_goes_before_pyproject(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.lessonproof]\ndigits = 6")
    write(tmp_path / "lessonproof.toml", "digits = 5")
    assert find(tmp_path).digits == 5


def test_paths_are_relative_to_where_we_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "lessonproof.toml", '[lessons]\nnotes = "notes.txt"')
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    assert find().lessons == {"notes": "../notes.txt"}


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    error = refused(tmp_path / "lessonproof.toml", "langauge = 'zh'")
    assert error.message.key == "settings-unknown-key"
    assert error.message.values["nearest"] == "language"


@pytest.mark.parametrize(
    "text",
    ["digits = 0", "digits = 1001", "digits = true", "digits = '12'", "language = 'fr'", "strict = 1",
     "lessons = 3", "lessons = ['']", "ignore = [1]", "select = true", "rounding = 'up'",
     "min-coverage = 80", "min-coverage = '180%'", "baseline = ''",
     "[lessons]\nnotes = 3", "[lessons]\nnotes = ''"],
)  # fmt: skip
def test_a_wrong_value_is_refused(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path / "lessonproof.toml", text).message.key == "settings-wrong-value"


def test_broken_toml_and_missing_files_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "lessonproof.toml", "digits = ").message.key == "settings-unreadable"
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    for path, key in ((tmp_path / "bytes.toml", "settings-unreadable"), (tmp_path / "none.toml", "settings-missing")):
        with pytest.raises(UsageError) as raised:
            read(path)
        assert raised.value.message.key == key


def test_toml_is_not_loaded_without_a_file(tmp_path: Path) -> None:
    program = "import sys; from lessons.settings import find; find(); print('tomllib' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert ran.stdout == "False\n", ran.stderr
