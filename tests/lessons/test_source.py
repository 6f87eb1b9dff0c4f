"""Reading documents: places, line ends, byte order marks, and one clear sentence where a file cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from derivations.verdict import Place
from lessons.source import read, source


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_where_editors_end_them(end: str) -> None:
    of = source("x", f"ab{end}c\u2028d\x0be{end}ℓ̄f", "")
    assert of.place(of.text.index("c")) == Place(2, 1)
    assert of.place(of.text.index("e")) == Place(2, 5)  # U+2028 and vertical tab end no line
    assert of.place(of.text.index("f")) == Place(3, 3)  # columns count code points: ℓ and its bar are two


def test_a_byte_order_mark_is_no_character_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "lesson.txt"
    file.write_bytes(b"\xef\xbb\xbfab")
    assert read(str(file)).text == "ab"


@pytest.mark.parametrize(
    ("content", "key", "guess"),
    [
        ("第 1 章".encode("gb18030"), "document-not-utf8", "GB18030"),
        ("第 1 章".encode("utf-16"), "document-not-utf8", "UTF-16"),
    ],
)
def test_other_encodings_are_refused_with_the_likely_one(tmp_path: Path, content: bytes, key: str, guess: str) -> None:
    file = tmp_path / "lesson.txt"
    file.write_bytes(content)
    with pytest.raises(UsageError) as refused:
        read(str(file))
    assert refused.value.message.key == key and refused.value.message.values["guess"] == guess


def test_what_is_no_readable_file_is_refused(tmp_path: Path) -> None:
    for path, key in [
        (str(tmp_path), "document-is-folder"),
        (str(tmp_path / "no"), "document-missing"),
        ("a\0b", "document-unreadable"),
    ]:
        with pytest.raises(UsageError) as refused:
            read(path)
        assert refused.value.message.key == key


def test_what_may_never_end_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (str(pipe), "/dev/zero"):
        with pytest.raises(UsageError) as refused:
            read(path)
        assert refused.value.message.key == "document-no-file"
