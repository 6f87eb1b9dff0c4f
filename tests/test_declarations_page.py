"""docs/declarations.md and its Chinese edition: their examples are run, and they have every key, word and convention."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lessons.check import verify
from lessons.conventions import ROUNDINGS
from lessons.declarations import comments, sidecar
from reports.concise import concise
from reports.sentences import LANGUAGES, Language

DOCS = Path(__file__).resolve().parent.parent / "docs"
TEXT = {
    language: (DOCS / f"declarations{'' if language == 'en' else '.zh'}.md").read_text(encoding="utf-8")
    for language in LANGUAGES
}
EXAMPLE = re.compile(
    r"```markdown\n(?P<lesson>.*?)```\n\n(?:```toml\n(?P<sidecar>.*?)```\n\n)?```text\n(?P<report>.*?)```", re.DOTALL
)
EXAMPLES = {language: [match.groupdict() for match in EXAMPLE.finditer(text)] for language, text in TEXT.items()}


@pytest.mark.parametrize(
    ("language", "number"), [(language, number) for language in LANGUAGES for number in range(len(EXAMPLES[language]))]
)
def test_an_example_says_what_the_page_says(
    language: Language, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    example = EXAMPLES[language][number]
    Path("lesson.md").write_text(example["lesson"], encoding="utf-8")
    if example["sidecar"]:
        Path("lesson.claims.toml").write_text(example["sidecar"], encoding="utf-8")
    assert concise(verify(["lesson.md"], []), language=language) == example["report"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_of_the_page_is_part_of_an_example(language: Language) -> None:
    assert len(EXAMPLES[language]) == TEXT[language].count("```markdown") > 4
    assert TEXT[language].count("```toml") == sum(bool(example["sidecar"]) for example in EXAMPLES[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_key_and_word(language: Language) -> None:
    text = TEXT[language]
    for keys in sidecar.KEYS.values():
        for key in keys:
            assert re.search(rf"[`\[ ]{re.escape(key)}\b", text), key
    for word in comments.WORDS:
        assert f"`{word}" in text, word
    for rounding in ROUNDINGS:
        assert f'"{rounding}"' in text, rounding


@pytest.mark.parametrize("page", ["declarations", "reports"])
def test_both_editions_have_the_same_parts(page: str) -> None:
    """The same headings of the same rank, tables of as many rows, and examples that declare the same tables of a sidecar."""
    english, chinese = ((DOCS / f"{page}{suffix}.md").read_text(encoding="utf-8") for suffix in ("", ".zh"))

    def parts(text: str) -> tuple[list[str], list[int], list[list[str]]]:
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        rows = [len(table.splitlines()) for table in re.findall(r"(?:^\|.*\n)+", prose, re.M)]
        tables = [re.findall(r"^\[.*", block, re.M) for block in re.findall(r"^```toml\n(.*?)^```$", text, re.M | re.S)]
        return re.findall(r"^(#+) ", prose, re.M), rows, tables

    assert parts(english) == parts(chinese)
