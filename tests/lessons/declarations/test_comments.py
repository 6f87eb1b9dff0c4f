"""Comments in the text: of what each speaks, in each format, and what is said of one that cannot be followed."""

from __future__ import annotations

import pytest

from derivations.verdict import FigureVerdict
from tests.lessons.declarations.declared import said, surveyed, verdicts

IGNORE = "lessonproof: ignore figure-wrong because it is a joke"


def test_an_ignored_finding_stays_as_a_note_with_its_reason() -> None:
    found = surveyed(f"So 2 + 2 = 5. <!-- {IGNORE} -->")
    assert said(found) == [("figure-wrong", 1, "note")]
    finding = found.findings[0]
    assert finding.declared is not None and finding.declared.values["reason"] == "it is a joke"
    assert finding.message.values["finding"].key == "figure-wrong"  # type: ignore[attr-defined]
    assert finding.repair == "4"
    assert verdicts(found)["5"] is FigureVerdict.WRONG


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.md", f"2 + 2 = 5.\n\n<!-- {IGNORE} -->\n2 + 2 = 6.\n\n2 + 2 = 7.\n", "ene"),
        ("a.md", f"2 + 2 = 5. <!-- {IGNORE} -->\nAnd 2 + 2 = 6.\n\n2 + 2 = 7.\n", "nee"),
        ("a.md", f"<!-- {IGNORE} -->\n\n- 2 + 2 = 5\n- 2 + 2 = 6\n\n2 + 2 = 7.\n", "nne"),
        ("a.md", f"2 + 2 = 5.\n\n<!-- {IGNORE} -->\n# Sums\n\n2 + 2 = 6.\n\n# Others\n\n2 + 2 = 7.\n", "ene"),
        ("a.md", f"| a |\n|---|\n| 2 + 2 = 5 |\n| 2 + 2 = 6 <!-- {IGNORE} --> |\n| 2 + 2 = 7 |\n", "ene"),
        ("a.html", f"<p>2 + 2 = 5. <!-- {IGNORE} -->\nAnd 2 + 2 = 6.</p><p>2 + 2 = 7.</p>", "nee"),
        ("a.html", f"<p>2 + 2 = 5.</p><!-- {IGNORE} --><p>2 + 2 = 6.</p><p>2 + 2 = 7.</p>", "ene"),
        ("a.tex", f"$2 + 2 = 5$. % {IGNORE}\nAnd $2 + 2 = 6$.\n\n$2 + 2 = 7$.\n", "nee"),
        ("a.tex", f"$2 + 2 = 5$.\n% {IGNORE}\nAnd $2 + 2 = 6$.\n\n$2 + 2 = 7$.\n", "ene"),
        ("a.txt", f"2 + 2 = 5.\n{IGNORE}\n2 + 2 = 6.\n2 + 2 = 7.\n", "ene"),
        ("a.txt", f"2 + 2 = 5.\n\n# {IGNORE}\n\n2 + 2 = 6.\n\n2 + 2 = 7.\n", "ene"),
        ("a.txt", f"2 + 2 = 5.\n<!-- {IGNORE} -->\n2 + 2 = 6.\n2 + 2 = 7.\n", "ene"),
    ],
)
def test_of_what_a_comment_speaks(name: str, text: str, expected: str) -> None:
    severities = [one[2][0] for one in said(surveyed(text, name=name))]
    assert severities == list(expected)


def test_in_a_notebook_a_comment_speaks_of_its_cell_only() -> None:
    cells = [["2 + 2 = 5.\\n", f"<!-- {IGNORE} -->\\n", "2 + 2 = 6."], ["2 + 2 = 7."]]
    sources = ", ".join(
        '{"cell_type": "markdown", "source": [' + ", ".join(f'"{line}"' for line in cell) + "]}" for cell in cells
    )
    found = surveyed('{"cells": [' + sources.replace(", ", ",\n") + "]}", name="a.ipynb")
    assert [one[2] for one in said(found)] == ["error", "note", "error"]


def test_only_the_rule_that_is_named_is_ignored() -> None:
    text = "2 + 2 = 5. <!-- lessonproof: ignore total-wrong because it is a joke -->"
    assert said(surveyed(text)) == [("figure-wrong", 1, "error"), ("declaration-idle", 1, "warning")]


@pytest.mark.parametrize(
    ("comment", "rule", "values"),
    [
        ("ignore figure-wrong", "declaration-wrong-value", {"rule": "figure-wrong"}),
        ("ignore figure-wrong because", "declaration-wrong-value", {"rule": "figure-wrong"}),
        ("ignore figure-wrnog because x", "declaration-unknown-rule", {"setting": "figure-wrnog", "nearest": "figure-wrong"}),
        ("ignore everything because of it", "declaration-unknown-rule", None),
        ("ignore", "declaration-wrong-value", None),
        ("ignroe figure-wrong because x", "declaration-unknown-key", {"setting": "ignroe", "nearest": "ignore"}),
        ("external", "declaration-wrong-value", {}),
        ("value d", "declaration-wrong-value", None),
        ("value d = ", "declaration-wrong-value", None),
        ("value d = 9^9^9^9", "declaration-wrong-value", None),
        ("equals 2 + ", "declaration-wrong-value", None),
        ("equals __import__('os')", "declaration-wrong-value", None),
    ],
)  # fmt: skip
def test_what_cannot_be_followed_is_an_error_at_the_comment(comment: str, rule: str, values: dict[str, object] | None) -> None:
    found = surveyed(f"It is 4. <!-- lessonproof: {comment} -->")
    assert said(found) == [(rule, 1, "error")]
    assert found.findings[0].places[0].column == 28
    assert values is None or found.findings[0].message.values == values


def test_a_value_holds_from_its_comment_on() -> None:
    text = (
        "<!-- lessonproof: value n = 3 -->\nFirst $2 n = 6$.\n\n"
        "<!-- lessonproof: value n = 4 -->\nThen $2 n = 8$.\n\nStill $3 n = 12$ and $2 n = 6$.\n"
    )
    assert said(surveyed(text)) == [("figure-wrong", 7, "error")]
    assert said(surveyed(text, "[values]\nn = 5\n")) == [("figure-wrong", 7, "error"), ("@declaration-idle", 2, "warning")]


def test_a_figure_is_what_its_comment_says() -> None:
    text = "It has 18.944M <!-- lessonproof: equals 37000 × 512 --> and 12 <!-- lessonproof: equals 3·4 --> parts."
    found = surveyed(text)
    assert said(found) == []
    assert [one.claims for one in found.figures] == [("lesson.line-1-34",), ("lesson.line-1-82",)]
    assert said(surveyed(text.replace("18.944M", "18.945M"))) == [("figure-wrong", 1, "error")]
    assert said(surveyed(text.replace(" 12 ", " 13 "))) == [("figure-wrong", 1, "error")]


def test_a_comment_above_means_the_next_line_with_a_figure() -> None:
    text = "<!-- lessonproof: equals 3·4 -->\nThe count of parts\nis {} here,\nand 14 there.\n"
    assert said(surveyed(text.format(12))) == []
    assert said(surveyed(text.format(13))) == [("figure-wrong", 3, "error")]


def test_behind_a_line_without_figures_the_line_above_is_meant() -> None:
    text = "There were 11 before.\nThe count is {}, which is\nnot large. <!-- lessonproof: equals 3·4 -->\nAnd 14 more.\n"
    assert said(surveyed(text.format(12))) == []
    assert said(surveyed(text.format(13))) == [("figure-wrong", 2, "error")]


def test_whole_parts() -> None:
    for equals in ("ceil(130000/64)", "floor(130000/64) + 1", "ceil(2031 + e/3)", "-floor(-130000/64)"):
        assert said(surveyed(f"It takes 2,032 steps. <!-- lessonproof: equals {equals} -->")) == [], equals
        assert said(surveyed(f"It takes 2,031 steps. <!-- lessonproof: equals {equals} -->")) != [], equals


def test_several_figures_need_a_word_which_is_meant() -> None:
    text = "There are 12 parts of 5 each. <!-- lessonproof: equals 3·4{} -->"
    assert said(surveyed(text.format(""))) == [("declaration-ambiguous", 1, "error")]
    assert said(surveyed(text.format(" for figure 1"))) == []
    assert said(surveyed(text.format(" for figure 2"))) == [("figure-wrong", 1, "error")]
    assert said(surveyed(text.format(" for figure 3"))) == [("declaration-missing", 1, "error")]
    assert said(surveyed(text.format(" for all figures"))) == [("figure-wrong", 1, "error")]


def test_declared_figures_and_sections() -> None:
    text = (
        "# One\n\nHere 1.5. <!-- lessonproof: illustrative by hand -->\n\n"
        "<!-- lessonproof: external a paper -->\nThere 2.5.\n\n"
        "# Two\n\n<!-- lessonproof: illustrative section -->\n\nThen 3.5.\n\nAnd 4.5.\n\n# Three\n\n5.5 is not.\n"
    )
    kinds = verdicts(surveyed(text))
    assert kinds["1.5"] is kinds["3.5"] is kinds["4.5"] is FigureVerdict.ILLUSTRATIVE
    assert kinds["2.5"] is FigureVerdict.EXTERNAL
    assert kinds["5.5"] is FigureVerdict.UNACCOUNTED


def test_one_comment_may_hold_several_declarations() -> None:
    text = "<!-- lessonproof:\n  value n = 3\n  ignore figure-wrong because it is a joke\n-->\nSo $2 n = 7$.\n"
    assert said(surveyed(text)) == [("figure-wrong", 5, "note")]


def test_chinese() -> None:
    text = "例如 3 × 3 = 10。 <!-- lessonproof: ignore figure-wrong 因为 此处演示错误 -->"
    found = surveyed(text)
    assert said(found) == [("figure-wrong", 1, "note")]
    assert found.findings[0].declared is not None and found.findings[0].declared.values["reason"] == "此处演示错误"


def test_comments_to_others_and_text_about_comments_say_nothing() -> None:
    text = "2 + 2 = 5. <!-- see lessonproof: ignore figure-wrong because x -->\n\n`<!-- lessonproof: nonsense -->`\n"
    assert said(surveyed(text)) == [("figure-wrong", 1, "error")]
