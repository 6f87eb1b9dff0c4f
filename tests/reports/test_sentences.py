"""Keys become sentences: nested, counted, harmless, in the language asked for."""

from __future__ import annotations

import pytest

from derivations.verdict import Message, Place, Text
from reports.sentences import environment_language, say, sentence, word


def test_counts_pick_the_english_noun() -> None:
    assert say("en", "summary.errors", n=1) == "1 error"
    assert say("en", "summary.errors", n=2) == "2 errors"
    assert say("zh", "summary.errors", n=2) == "2 处错误"


def test_messages_nest() -> None:
    values = {"printed": "1", "expected": "2", "ulps": -1, "slip": Message("slip-sign")}
    assert sentence(Message("figure-wrong", values), "en").endswith(
        "1 unit in the last place (ulp) apart. It looks like the sign is wrong."
    )


def test_a_further_remark_that_is_not_there_leaves_nothing() -> None:
    text = sentence(Message("figure-wrong", {"printed": "1", "expected": "2", "ulps": 3}), "zh")
    assert text == "印作 1，应印 2：差 3 个末位单位（ulp）。"


def test_a_missing_value_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        say("en", "figure-wrong", printed="1")


def test_texts_places_and_lists_are_spoken() -> None:
    assert say("zh", "summary.where", places=[Place(1, 2), Text("here", "此处")]) == "错误位于 1:2、此处"


def test_values_of_documents_are_made_harmless_and_never_templates() -> None:
    assert "␛[2J{printed}" in say("en", "figure-unaccounted", printed="\x1b[2J{printed}")


def test_formulas_become_readable() -> None:
    assert say("en", "claim-missing", says=r"\sqrt{d_{k}} = 1") == "the document does not print this: √d_k = 1."


def test_an_unknown_name_stands_for_itself() -> None:
    assert word("method", "exact arithmetic", "zh") == "精确算术"
    assert word("method", "divination", "zh") == "divination"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "zh_TW", "LANG": "en_US"}, "zh"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language
