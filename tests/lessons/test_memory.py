"""A document verified again and again in one process: always what a run without a memory finds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from derivations.catalogue import UsageError
from derivations.verdict import Verification
from lessons import memory as remembered
from lessons import surveys
from lessons.check import DocumentGiven, verify
from lessons.memory import Memory
from tests.reports.documents import LESSON

# One figure; a given value on which others depend; a line before everything; a heading gone; a place moved; and back again.
EDITS = (
    ("0.339660", "0.339661"),
    ("η = 0.1", "η = 0.2"),
    ("", "\n\n"),
    ("11.4", "11.44"),
    ("0.581626", "0.581626 0.581627"),
)


def edited(text: str, edit: tuple[str, str]) -> str:
    return text.replace(*edit, 1) if edit[0] else edit[1] + text


@pytest.mark.corpus
def test_every_edit_of_a_chapter_gives_what_a_fresh_run_gives(notes: Path, tmp_path: Path) -> None:
    text = notes.read_text(encoding="utf-8")
    path, memory = tmp_path / "notes.txt", Memory()
    documents = [DocumentGiven("notes", str(path))]
    found: list[Verification] = []
    for now in (text, *(edited(text, edit) for edit in EDITS), text):
        path.write_text(now, encoding="utf-8")
        found.append(verify(["chapter11"], documents, memory=memory))
        assert found[-1] == verify(["chapter11"], documents)
    assert found[0] == found[-1] and len({repr(one.findings) for one in found}) >= 4


@pytest.mark.corpus
def test_a_list_of_another_chapter_is_looked_at_again(notes: Path, tmp_path: Path) -> None:
    """What a claim cites lies outside of its chapter."""
    text = notes.read_text(encoding="utf-8")
    path, memory = tmp_path / "notes.txt", Memory()
    documents = [DocumentGiven("notes", str(path))]
    for now in (text, text.replace("第 10 章", "第 20 章"), text):
        path.write_text(now, encoding="utf-8")
        assert verify(["chapter13"], documents, memory=memory) == verify(["chapter13"], documents)


@pytest.mark.corpus
def test_a_second_copy_of_a_chapter_is_told_though_the_chapter_is_as_it_was(notes: Path, tmp_path: Path) -> None:
    text = notes.read_text(encoding="utf-8")
    [heading] = [line for line in text.split("\n") if line.startswith("第 11 章")]
    path, memory = tmp_path / "notes.txt", Memory()
    documents = [DocumentGiven("notes", str(path))]
    rules: list[set[str]] = []
    for now in (text, f"{text}\n{heading}\n\nA copy.\n", f"{text}\n\n{heading}\n\nA copy.\n", text):
        path.write_text(now, encoding="utf-8")
        found = verify(["chapter11"], documents, memory=memory)
        assert found == verify(["chapter11"], documents)
        rules.append({finding.rule for finding in found.findings})
    assert rules == [set(), {"chapter-repeated"}, {"chapter-repeated"}, set()]


@pytest.mark.corpus
def test_only_the_chapter_that_changed_is_read_again(notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    reading = remembered.read_chapter
    monkeypatch.setattr(remembered, "read_chapter", lambda *given: read.append(given[1].number) or reading(*given))
    path, memory = tmp_path / "notes.txt", Memory()
    text = notes.read_text(encoding="utf-8")
    documents = [DocumentGiven("notes", str(path))]
    for now in (text, text.replace("0.339660", "0.339661"), text.replace("0.339660", "0.339661")):
        path.write_text(now, encoding="utf-8")
        verify(["chapter2", "chapter11"], documents, memory=memory)
    assert read == ["2", "11", "11"]


def test_a_document_that_did_not_change_is_not_surveyed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    surveyed: list[str] = []
    survey = surveys.survey
    monkeypatch.setattr(surveys, "survey", lambda *given: surveyed.append(Path(given[1]).name) or survey(*given))
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(LESSON, encoding="utf-8")
    memory = Memory()
    first = verify([str(tmp_path)], [], memory=memory)
    (tmp_path / "a.md").write_text(LESSON.replace("78,500", "78,400"), encoding="utf-8")
    second = verify([str(tmp_path)], [], memory=memory)
    assert surveyed == ["a.md", "b.md", "a.md"]
    (tmp_path / "b.claims.toml").write_text("[values]\nwidth = 784\n", encoding="utf-8")  # which nothing needs
    third = verify([str(tmp_path)], [], memory=memory)
    assert surveyed[3:] == ["b.md"]
    for found in (first, second, third):
        assert all(
            finding.figure is None or finding.rule != "figure-wrong" or found.figures[finding.figure].printed == "78,500"
            for finding in found.findings
        )
    assert [len(found.findings) for found in (first, second)] == [2, 1]
    assert third == verify([str(tmp_path)], [])


def random_edit(text: str, random: Random) -> str:
    """A line of a chapter changed as authors change them: a digit, a sign, a blank line, a line twice, gone, or moved."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    kind = random.randrange(6)
    if kind <= 1 and (digits := [place for place, sign in enumerate(lines[at]) if sign.isascii() and sign.isdigit()]):
        place = random.choice(digits)
        lines[at] = f"{lines[at][:place]}{random.randrange(10)}{lines[at][place + 1 :]}"
    elif kind == 2:
        lines[at] = lines[at].replace("=", "≠", 1)
    elif kind == 3:
        lines[at:at] = ["", "A new line."]
    elif kind == 4:
        del lines[at]
    else:
        other = random.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


@pytest.mark.corpus
@pytest.mark.parametrize("seed", range(4))
def test_random_edits_one_after_another_give_what_a_fresh_run_gives(notes: Path, tmp_path: Path, seed: int) -> None:
    """Eight edits in a row on the text before them, some taken back."""
    random, memory = Random(seed), Memory()
    whole = notes.read_text(encoding="utf-8")
    first, last = (whole.index(f"第 {number} 章") for number in (11, 12))
    before, now, after = whole[:first], whole[first:last], whole[last:]
    path = tmp_path / "notes.txt"
    documents = [DocumentGiven("notes", str(path))]
    versions = [now]
    for _ in range(8):
        now = random.choice(versions) if random.random() < 0.2 else random_edit(now, random)
        versions.append(now)
        path.write_text(before + now + after, encoding="utf-8")
        try:
            fresh = verify(["chapter11"], documents)
        except UsageError as error:
            with pytest.raises(UsageError) as refused:
                verify(["chapter11"], documents, memory=memory)
            assert refused.value.message == error.message
            continue
        assert verify(["chapter11"], documents, memory=memory) == fresh
