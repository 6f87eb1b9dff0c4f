"""What a lesson announces for a card is looked for there: in the document, or in the pieces of the card's claims."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.lesson02 import LESSON02
from derivations.verdict import Verdict
from lessons.chapter import Reading, decide_all, read_chapter
from lessons.settled_by_reading import settled_by_reading
from lessons.source import Source, source

LESSON = "第 1 课\n6拼起来：一句话走完两座塔\n1\n塔\n2\n层\n3\n注意力\n4\n残差\n5\n位置\n6\n{last}\n"


def settled(text: Source | None, *promises: tuple[str, str]) -> tuple[Verdict, str]:
    card = LESSON02.chapter("0")
    assert card is not None
    reading: Reading = read_chapter(LESSON02, card, text)
    [claim] = [one for one in card.claims() if one.id == "lesson02.0.last-step"]
    claim = replace(claim, promises=promises, mistake=None)
    [(_, [(_, decision)])] = decide_all(reading, [claim], 12)
    found = settled_by_reading(claim, decision, reading, ())
    return found.verdict, str(found.message.values["missing"]) if found.message else ""


def printed(last: str) -> Source:
    return source("lesson.txt", LESSON.format(last=last), "0" * 64)


@pytest.mark.parametrize("last", ["I love you", "把 I love you 走一遍"])
def test_a_word_that_stands_where_it_is_announced(last: str) -> None:
    assert settled(printed(last), ("6", "I love you")) == (Verdict.EXACT, "")


def test_a_word_that_stands_elsewhere_or_nowhere_is_missing() -> None:
    assert settled(printed("I love you"), ("5", "I love you"), ("6", "love")) == (Verdict.REFUTED, "I love you (5)")
    assert settled(printed("共用"), ("6", "I love you")) == (Verdict.REFUTED, "I love you (6)")


def test_a_card_that_the_document_lacks_says_nothing() -> None:
    assert settled(printed("共用"), ("9", "I love you")) == (Verdict.EXACT, "")


def test_without_a_document_the_claims_of_the_card_are_asked() -> None:
    assert settled(None, ("1", "512×512")) == (Verdict.EXACT, "")
    assert settled(None, ("1", "残差与归一化")) == (Verdict.REFUTED, "残差与归一化 (1)")
