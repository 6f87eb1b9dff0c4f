"""Which letter means what where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cli
from derivations.catalogue import lessons
from derivations.letters import CONVENTIONAL, LETTERS
from lessons.check import DocumentGiven, notation
from lessons.notation import WORDS, Use, clashes
from reports.messages import WORDINGS
from tests.reports.documents import HOSTILE

MINE = (
    "# My model\n\nA vocabulary of V = 37000 words and N = 6 layers. The model has d_model = 512, h = 8 heads.\n\n"
    "Later, with a vocabulary of N = 100 words, x = 3.\n"
)


def uses(folder: Path, text: str, name: str = "mine.md") -> list[Use]:
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return notation([str(folder / name)], [])


def meanings(found: list[Use]) -> set[tuple[str, str | None, str]]:
    return {(use.letter, use.meaning, use.value) for use in found}


def test_the_words_beside_a_definition_say_what_it_is(tmp_path: Path) -> None:
    found = uses(tmp_path, MINE)
    assert meanings(found) == {
        ("V", "vocabulary", "37000"), ("N", "layers", "6"), ("d_model", "width", "512"), ("h", "heads", "8"),
        ("N", "vocabulary", "100"), ("x", None, "3"),
    }  # fmt: skip
    assert {(use.letter, use.place.line) for use in found if use.place} >= {("V", 3), ("N", 3), ("N", 5)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("词表大小 V = 37000，学习率 η = 0.1。", {("V", "vocabulary", "37000"), ("η", "learning-rate", "0.1")}),
        ("There are N = 6 layers.", {("N", "layers", "6")}),
        ("The vocabulary is large. Now N = 6.", {("N", None, "6")}),
        ("The vocabulary has 100 words, so take k = 6.", {("k", None, "6")}),
        ("A head and a layer: a = 6.", {("a", "layers", "6")}),
        ("No letter is here.", set()),
        (r"We train with learning rate $\eta = 0.1$.", {("η", "learning-rate", "0.1")}),
        ("The model has width $d = 768$ and a context of $L = 1024$.", {("d", "width", "768"), ("L", "positions", "1024")}),
        (
            r"Here $\eta = 768$ is the width, $d$ is the learning rate: $d = 0.1$.",
            {("η", "width", "768"), ("d", "learning-rate", "0.1")},
        ),
    ],
)
def test_only_near_words_of_the_same_clause_count(
    tmp_path: Path, text: str, expected: set[tuple[str, str | None, str]]
) -> None:
    assert meanings(uses(tmp_path, text)) == expected


def test_clashes_are_letters_and_meanings_that_are_not_one_to_one(tmp_path: Path) -> None:
    found = clashes(uses(tmp_path, MINE))
    assert [(one.letter, one.meaning, {use.value for use in one.uses}) for one in found] == [
        ("N", "", {"6", "100"}),
        ("", "vocabulary", {"37000", "100"}),
    ]
    assert clashes(uses(tmp_path, "A vocabulary of V = 10 words. A vocabulary of V = 20 words.")) == []


def test_the_two_lessons_mean_different_things_by_n() -> None:
    [of_n] = [one for one in clashes(notation(["notes", "lesson2"], [])) if one.letter == "N"]
    assert {(use.lesson, use.meaning) for use in of_n.uses} == {("notes", "vocabulary"), ("lesson02", "layers")}


def test_values_of_a_shipped_lesson_are_printed_with_their_letter() -> None:
    """A cell of a table that we call N for ourselves is no layer count."""
    values = {(use.letter, use.value) for use in notation(["lesson2"], []) if use.value}
    assert ("N", "6") in values and ("V", "37000") in values and not any(value == "32000" for _, value in values)


@pytest.mark.corpus
def test_with_a_document_values_and_places_are_its_own(notes: Path, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(notes.read_text(encoding="utf-8").replace("η = 0.1", "η = 0.25"), encoding="utf-8")
    [eta] = [use for use in notation(["chapter11"], [DocumentGiven("notes", str(path))]) if use.letter == "η"]
    assert eta.value == "0.25" and eta.place is not None and eta.lesson == str(path)


def test_every_meaning_has_words_and_every_letter_is_one_of_its_lesson() -> None:
    keys = {meaning for letters in LETTERS.values() for meaning in letters.values()} | set(CONVENTIONAL.values()) | set(WORDS)
    assert keys == {key.removeprefix("letter-means.") for key in WORDINGS if key.startswith("letter-means.")}
    for lesson in lessons():
        claims = [claim for chapter in lesson.chapters for claim in chapter.claims()]
        text = " ".join(piece for claim in claims for piece in (*claim.says, *claim.fixes)).translate(
            str.maketrans("", "", "{}\\ ")
        )
        assert all(letter in text for letter in LETTERS[lesson.name])


def test_the_command_speaks_both_languages_and_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    uses(tmp_path, MINE)
    assert cli.main(["notation", "mine.md", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "note: N means several things: number of layers (mine.md:3:41); size of the vocabulary (mine.md:5:33)." in shown
    assert cli.main(["notation", "mine.md", "--lang", "zh"]) == 0
    assert "提示：N 有多种含义：层数 (mine.md:3:41)；词表大小 (mine.md:5:33)。" in capsys.readouterr().out
    assert cli.main(["notation", "mine.md", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [clash["letter"] for clash in record["clashes"]] == ["N", None]


def test_hostile_documents_stay_inert(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    uses(tmp_path, "\n\n".join(f"{sign} a vocabulary of N = 5 and N_{sign} = 6 layers {sign}" for sign in HOSTILE.values()))
    assert cli.main(["notation", "mine.md", "--lang", "en"]) == 0
    assert not any(sign in capsys.readouterr().out for sign in ("\x1b", "\x9b", "\u202e", "\x07", "\u2028"))
