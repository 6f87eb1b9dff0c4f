"""docs/declarations.md: its examples are run, and it has every key, word and convention."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lessons.check import verify
from lessons.conventions import ROUNDINGS
from lessons.declarations import comments, sidecar
from reports.concise import concise

PAGE = Path(__file__).resolve().parent.parent / "docs" / "declarations.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"```markdown\n(?P<lesson>.*?)```\n\n(?:```toml\n(?P<sidecar>.*?)```\n\n)?```text\n(?P<report>.*?)```", re.DOTALL
)
EXAMPLES = [match.groupdict() for match in EXAMPLE.finditer(TEXT)]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_says_what_the_page_says(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    example = EXAMPLES[number]
    Path("lesson.md").write_text(example["lesson"], encoding="utf-8")
    if example["sidecar"]:
        Path("lesson.claims.toml").write_text(example["sidecar"], encoding="utf-8")
    assert concise(verify(["lesson.md"], []), language="en") == example["report"]


def test_every_block_of_the_page_is_part_of_an_example() -> None:
    assert len(EXAMPLES) == TEXT.count("```markdown") > 4
    assert TEXT.count("```toml") == sum(bool(example["sidecar"]) for example in EXAMPLES)


def test_the_page_has_every_key_and_word() -> None:
    for keys in sidecar.KEYS.values():
        for key in keys:
            assert re.search(rf"[`\[ ]{re.escape(key)}\b", TEXT), key
    for word in comments.WORDS:
        assert f"`{word}" in TEXT, word
    for rounding in ROUNDINGS:
        assert f'"{rounding}"' in TEXT, rounding
