"""Configurations of authors: what is refused, with which sentence, and that no file does harm."""

from __future__ import annotations

import os
import re
from dataclasses import MISSING, asdict, fields, replace
from pathlib import Path
from typing import get_args

import pytest

from numeric.account.account import account
from numeric.account.configuration import (
    LARGEST,
    Configuration,
    NormKind,
    Output,
    Positions,
    SourceTable,
    Towers,
    WrongConfiguration,
)
from numeric.account.configuration_file import LARGEST_BYTES, configuration
from numeric.account.presets import PRESETS

WHOLE = """
name = "mine"
towers = "decoder-only"
vocabulary = 100
d_model = 8
layers = 2
heads = 2
d_ff = 16
positions = "none"
"""


def write(folder: Path, text: str | bytes, name: str = "model.toml") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def refused(path: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(WrongConfiguration) as caught:
        account(configuration(path))
    return caught.value.kind, caught.value.values


def test_a_whole_configuration(tmp_path: Path) -> None:
    c = configuration(write(tmp_path, WHOLE))
    assert c == Configuration(
        name="mine", towers="decoder-only", vocabulary=100, d_model=8, layers=2, heads=2, d_ff=16, positions="none"
    )
    assert account(c).total == 100 * 8 + 2 * (4 * 64 + 2 * 128 + 2 * 16)


def test_like_a_published_model(tmp_path: Path) -> None:
    """Sizes carry over; whose they are and what is printed about them does not."""
    c = configuration(write(tmp_path, 'like = "bert-base"\nlayers = 3\n[printed]\n"page 1" = "46M"', "tiny.toml"))
    assert (c.name, c.source, c.layers, c.printed) == ("tiny", "like bert-base", 3, (("page 1", "46M"),))
    base = PRESETS["bert-base"]
    assert replace(c, name=base.name, source=base.source, layers=12, printed=base.printed) == base
    assert configuration(write(tmp_path, b"\xef\xbb\xbf" + WHOLE.encode())).name == "mine"


@pytest.mark.parametrize(
    ("change", "kind", "expected"),
    [
        ("head = 4", "unknown-key", {"setting": "head", "nearest": "heads"}),
        ("dmodel = 4", "unknown-key", {"setting": "dmodel", "nearest": "d_model"}),
        ("d_model = 9", "not-divisible", {"d_model": 9, "heads": 2, "setting": "d_k"}),
        ("d_model = 9\nd_k = 4", "not-divisible", {"setting": "d_v"}),
        ("heads = 3\nd_k = 4\nd_v = 4\nkey_value_heads = 2", "uneven-groups", {"heads": 3, "groups": 2}),
        ('positions = "rotary"\nd_k = 3', "odd-rotary", {"d_k": 3}),
        ('positions = "learned"', "no-context", {}),
        ('positions = "sinus"', "not-a-choice", {"given": "sinus"}),
        ('towers = ["decoder-only"]', "not-a-choice", {"given": "['decoder-only']"}),
        ("vocabulary = 0", "not-in-range", {"given": "0", "least": 1, "most": LARGEST}),
        ("vocabulary = -5", "not-in-range", {"given": "-5"}),
        ("vocabulary = 100.0", "not-in-range", {"given": "100.0"}),
        ("vocabulary = true", "not-in-range", {"given": "true"}),
        ('vocabulary = "100"', "not-in-range", {"given": "100"}),
        ("vocabulary = 0x" + "f" * 5000, "not-in-range", {"given": "…"}),
        ("vocabulary = 2001-01-01", "not-in-range", {"setting": "vocabulary"}),
        ("layers = 100000000", "not-in-range", {"most": 1000}),
        ("gated = 1", "not-a-flag", {"given": "1"}),
        ("name = 5", "not-a-text", {"given": "5"}),
        ('name = "  "', "not-a-text", {}),
        (f'name = "{"x" * 500}"', "not-a-text", {}),
        ('printed = "65M"', "not-a-figure", {"place": "printed"}),
        ('[printed]\n"Table 3" = "many"', "not-a-figure", {"place": "Table 3", "given": "many"}),
        ('[printed]\n"Table 3" = 65', "not-a-figure", {"given": "65"}),
        ('[printed]\n"Table 3" = "1e999999999"', "not-a-figure", {}),
        ('like = "bert"', "not-a-choice", {"setting": "like", "given": "bert", "choices": tuple(PRESETS)}),
        ('like = ["bert-base"]', "not-a-choice", {"setting": "like"}),
        ("pooler = true", "needs", {"setting": "pooler = true", "needed": 'towers = "encoder-only"'}),
        ("masked_token_head = true", "needs", {}),
        ('source_table = "own"', "needs", {"needed": 'towers = "encoder-decoder"'}),
        ('output = "none"\noutput_biases = true', "needs", {"setting": "output_biases = true"}),
        ('towers = "encoder-only"\nnext_sentence_head = true', "needs", {"needed": "pooler = true"}),
        ('towers = "encoder-decoder"\nsegments = 2', "needs", {"setting": "segments = 2"}),
        ('towers = "encoder-decoder"\nembedding_norm = true', "needs", {}),
    ],
)
def test_what_is_refused(tmp_path: Path, change: str, kind: str, expected: dict[str, object]) -> None:
    changed = {line.split(" = ")[0] for line in change.splitlines()}
    kept = [line for line in WHOLE.splitlines() if line.split(" = ")[0] not in changed]
    found, values = refused(write(tmp_path, "\n".join([*kept, change])))
    assert found == kind
    assert values.items() >= expected.items()


@pytest.mark.parametrize("key", ["towers", "vocabulary", "d_model", "layers", "heads", "d_ff", "positions"])
def test_what_is_missing(tmp_path: Path, key: str) -> None:
    text = "\n".join(line for line in WHOLE.splitlines() if not line.startswith(f"{key} "))
    assert refused(write(tmp_path, text)) == ("missing-key", {"path": str(tmp_path / "model.toml"), "setting": key})


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00",
        b"a = 1\na = 2",
        b"a = " + b"[" * 8000,
        b"vocabulary = " + b"9" * 5000,
        b"a." * 4000 + b"b = 1",
        b"not toml",
    ],
)
def test_what_is_no_toml(tmp_path: Path, text: bytes) -> None:
    kind, values = refused(write(tmp_path, text))
    assert kind in ("unreadable", "unknown-key")
    assert all(len(str(value)) < 400 for value in values.values())


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refused(str(tmp_path / "none.toml"))[0] == "file-missing"
    assert refused(str(tmp_path))[0] == "no-file"
    os.mkfifo(tmp_path / "pipe.toml")
    assert refused(str(tmp_path / "pipe.toml"))[0] == "no-file"
    assert refused("a\0b.toml")[0] == "unreadable"
    assert refused(write(tmp_path, "#" * (LARGEST_BYTES + 1)))[0] == "too-large"
    assert configuration(write(tmp_path, WHOLE + "#" * (LARGEST_BYTES - len(WHOLE)))).name == "mine"


def test_the_largest_sizes_are_counted(tmp_path: Path) -> None:
    """Sizes cost nothing: only layers are built."""
    c = configuration(write(tmp_path, WHOLE))
    huge = replace(c, vocabulary=LARGEST, d_model=LARGEST, d_ff=LARGEST, heads=1)
    assert account(huge).total == LARGEST**2 + 2 * (4 * LARGEST**2 + 2 * LARGEST**2 + 4 * LARGEST)


def test_nothing_in_a_preset_is_left_to_chance() -> None:
    for model in PRESETS.values():
        assert model.source and model.printed
        assert Configuration(**asdict(model)) == model


def test_the_page_about_these_files_is_true(tmp_path: Path) -> None:
    """Every key and choice is there, the example can be read, and the keys that are needed are those said to be."""
    page = (Path(__file__).resolve().parents[3] / "docs" / "account-files.md").read_text(encoding="utf-8")
    for field in fields(Configuration):
        assert field.name in page, field.name
    for choice in (*get_args(Towers), *get_args(Positions), *get_args(NormKind), *get_args(Output), *get_args(SourceTable)):
        assert f'"{choice}"' in page, choice
    example = tmp_path / "example.toml"
    example.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    read = configuration(str(example))
    assert (read.name, read.layers, read.printed, read.pooler) == ("my model", 6, (("model card", "60M"),), True)
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")][:3]
    needed = {field.name for field in fields(Configuration) if field.default is MISSING} - {"name"}
    assert set(re.findall(r"`(\w+)`", "".join(rows))) == needed
