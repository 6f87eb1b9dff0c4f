"""The list of what is taken on trust: short, complete, in both languages, each with a source."""

from __future__ import annotations

import re

import pytest

from derivations.kernel.base_theorems import BASE_THEOREMS, BaseTheorem
from reports.theorems import cited, listed


def test_the_list_is_short_and_names_are_given_once() -> None:
    names = [theorem.name for theorem in BASE_THEOREMS]
    assert len(set(names)) == len(names) <= 24


@pytest.mark.parametrize("theorem", BASE_THEOREMS, ids=lambda theorem: theorem.name)
def test_each_says_what_under_which_hypotheses_and_where(theorem: BaseTheorem) -> None:
    for english, chinese in (theorem.says, *theorem.hypotheses):
        assert english and chinese
        assert not re.search(r"[\u4e00-\u9fff]", english)
    assert theorem.hypotheses and theorem.source
    for language in ("en", "zh"):
        assert theorem.source in cited(theorem.name, language)


def test_all_of_them_can_be_printed() -> None:
    assert len(listed("en")) == len(listed("zh")) == len(BASE_THEOREMS)


def test_a_theorem_that_is_not_listed_is_shown_by_its_name() -> None:
    assert cited("no such theorem", "en") == "no such theorem"
