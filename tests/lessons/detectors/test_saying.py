"""What only few passages say is looked for in all of them at once, and chains are read as far as anybody asks for them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.verdict import Place
from lessonproof.patterns import Worded
from lessons.detectors import detection
from lessons.detectors.detection import Text
from lessons.passage import Passage
from lessons.related import may_relate

WORDS = Worded(r"total|sum of", ("total", "sum of"))
IN_ANY_CASE = Worded(r"softmax|exp", ("softmax", "exp"), re.IGNORECASE)
PARTS = ("total", "sum", " of", "Softmax", "EXP", "\n", "tot", "al", "İ", "ſ", "é", " 3 ")


def text_of(*texts: str) -> Text:
    return Text([Passage(text, lambda offset: Place(1, offset + 1)) for text in texts])


@given(st.lists(st.lists(st.sampled_from(PARTS), max_size=4).map("".join), max_size=8))
def test_the_passages_are_those_in_which_a_word_occurs(texts: list[str]) -> None:
    read = text_of(*texts)
    for patterns in ([WORDS], [IN_ANY_CASE], [WORDS, IN_ANY_CASE]):
        expected = [number for number, text in enumerate(texts) if any(one.occurs(text) for one in patterns)]
        assert read.saying(*patterns) == expected


@pytest.mark.parametrize(
    "relation", ["3 is 4", "3 are", "takes 3", "equals 3", "(gives 3)", "3 comes to", "times = ", "\\to 3", "3 约 4"]
)
def test_a_figure_and_a_sign_or_word_for_a_relation_may_relate(relation: str) -> None:
    assert may_relate(relation)


@pytest.mark.parametrize("text", ["the mean = m", "this 3", "areas of 3", "mistakes 3", "given 3", "3 totally", "\\top 3", ""])
def test_other_words_do_not(text: str) -> None:
    assert not may_relate(text)


def test_chains_are_read_once_and_as_far_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    read_signs = detection.signs

    def counted(passage: Passage, *rest: object) -> object:
        looked_at.append(passage.text)
        return read_signs(passage, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(detection, "signs", counted)
    text = text_of(*(f"{number} + 1 = {number + 1}" for number in range(50)))
    for asked in (3, 5, 2):
        for (number, _), _ in zip(text.all_chains(), range(asked), strict=False):
            assert number < asked
    assert len(looked_at) <= 6
    assert len(list(text.all_chains())) == 50
    assert len(looked_at) == 50
