"""Targets of the command line: what they name, and one clear sentence for what they do not."""

from __future__ import annotations

import pytest

from derivations.catalogue import Chapter, Lesson, UsageError, lessons, resolve
from derivations.verdict import Text


@pytest.mark.parametrize(
    ("target", "lesson", "chapters", "section", "claim"),
    [
        ("notes", "notes", 15, None, None),
        ("preface", "notes", 1, None, None),
        ("notes/preface", "notes", 1, None, None),
        ("前言", "notes", 1, None, None),
        ("notes.0.parts", "notes", 1, None, "notes.0.parts"),
        ("chapter11", "notes", 1, None, None),
        ("notes/chapter11", "notes", 1, None, None),
        ("第 11 章", "notes", 1, None, None),
        ("第11章", "notes", 1, None, None),
        ("11.3", "notes", 1, "11.3", None),
        ("§11.3", "notes", 1, "11.3", None),
        ("notes/11.3", "notes", 1, "11.3", None),
        ("notes.11.3.loss", "notes", 1, None, "notes.11.3.loss"),
    ],
)
def test_a_target_names_one_part(target: str, lesson: str, chapters: int, section: str | None, claim: str | None) -> None:
    [selection] = resolve(target)
    assert (selection.lesson.name, len(selection.chapters), selection.section, selection.claim) == (
        lesson,
        chapters,
        section,
        claim,
    )
    assert selection.claims()


def test_all_names_every_lesson() -> None:
    assert [selection.lesson for selection in resolve("all")] == list(lessons())


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("chapter99", "unknown-target"),
        ("chaptr11", "unknown-target"),
        ("11.9", "unknown-target"),
        ("lesson2/11.3", "unknown-target"),
        ("notes.11.3.los", "unknown-target"),
        ("", "unknown-target"),
        ("../../etc/passwd", "unknown-target"),
        ("card7", "unknown-target"),
        ("lesson2/chapter3", "unknown-target"),
    ],
)
def test_what_names_nothing_is_refused_with_the_nearest_names(target: str, key: str) -> None:
    with pytest.raises(UsageError) as refused:
        resolve(target)
    assert refused.value.message.key == key
    assert refused.value.message.values.get("nearest") or refused.value.message.values.get("encoded")


def test_a_part_without_claims_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = Lesson("lesson03", (), Text("planned", "计划中"), "card", (Chapter("1", Text("one", "一")),))
    monkeypatch.setattr("derivations.catalogue.lessons", lambda: (planned,))
    with pytest.raises(UsageError) as refused:
        resolve("lesson03/card1")
    assert refused.value.message.key == "nothing-encoded"


def test_what_stands_before_the_cards_is_card_0() -> None:
    [selection] = resolve("card0")
    [card] = selection.chapters
    assert selection.lesson.name == "lesson02" and card.number == "0"
    assert selection.lesson.target(card) == "card0"
