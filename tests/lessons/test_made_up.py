"""Figures that the text itself calls made up or supposed; what can be checked of them is still checked."""

from __future__ import annotations

import pytest

from derivations.verdict import FigureVerdict
from tests.lessons.declarations.declared import said, surveyed, verdicts


@pytest.mark.parametrize(
    ("text", "made_up", "open_"),
    [
        ("For illustration the scores are 1.7 and 2.9.\n\nNow 3.5.", ["1.7", "2.9"], ["3.5"]),
        ("The scores 1.7 are made-up values.\n\nNow 3.5.", ["1.7"], ["3.5"]),
        ("以下分数仅为示意：1.7、2.9。\n\n另有 3.5。", ["1.7", "2.9"], ["3.5"]),
        ("In 3 steps, suppose a batch has $n$ rows of 17 words, and 19 more. Then 3.5.", ["17", "19"], ["3.5"]),
        ("共 3.5 米。假设一批有 17 句；再有 19 句。", ["17"], ["3.5", "19"]),
        ("Nothing is presupposed: 3.5.", [], ["3.5"]),
    ],
)
def test_what_the_text_says_of_its_figures(text: str, made_up: list[str], open_: list[str]) -> None:
    kinds = verdicts(surveyed(text))
    assert {name for name, kind in kinds.items() if kind is FigureVerdict.ILLUSTRATIVE} == set(made_up)
    assert all(kinds[name] is FigureVerdict.UNACCOUNTED for name in open_)


def test_supposed_figures_are_still_checked() -> None:
    assert said(surveyed("Suppose that 3 × 4 = 13.")) == [("figure-wrong", 1, "error")]
    shares = surveyed("For illustration the probabilities are softmax = (0.0351, 0.2595, 0.7354).")
    assert [one[0] for one in said(shares)] == ["shares-sum"]
    assert [one.verdict for one in surveyed("Assume 3 × 4 = 12.").figures] == [FigureVerdict.EXACT] * 3


def test_a_declaration_of_what_the_text_says_already_is_welcome() -> None:
    text = "For illustration the scores are 1.7 and 2.9. <!-- lessonproof: {} -->"
    assert said(surveyed(text.format("illustrative"))) == []
    found = surveyed(text.format("external a paper"))
    assert said(found) == []
    assert {figure.verdict for figure in found.figures} == {FigureVerdict.EXTERNAL}
