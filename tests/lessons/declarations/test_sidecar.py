"""`NAME.claims.toml`: values, claims, stretches; what is wrong with a sidecar is said at its line, and the rest holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.verdict import FigureVerdict, Severity, Verdict
from lessons.check import verify
from lessons.declarations import sidecar
from tests.lessons.declarations.declared import PATH, errors, said, surveyed, verdicts

LESSON = """# Sizes

The embedding has 18.944M parameters; $V d_{model} = 18.944M$ in all.

The table stores 18.944M numbers.

# Toy

Scores are 1.7 and 2.9.
"""
VALUES = "[values]\nV = 37000\nd_model = 512\n"


def claim(prints: str, equals: str, more: str = "") -> str:
    return f"{VALUES}[[claim]]\nprints = '{prints}'\nequals = '{equals}'\n{more}\n"


def test_a_value_is_what_the_formulas_of_the_document_use() -> None:
    without = surveyed(LESSON)
    assert {figure.verdict for figure in without.figures} == {FigureVerdict.UNACCOUNTED}
    found = surveyed(LESSON, VALUES)
    assert [one.verdict for one in found.figures][:2] == [FigureVerdict.UNACCOUNTED, FigureVerdict.EXACT]
    wrong = errors(surveyed(LESSON.replace("= 18.944M", "= 18.945M"), VALUES))
    assert [(one.rule, one.places[0].line, one.repair) for one in wrong] == [("figure-wrong", 3, "18.944M")]


def test_a_value_may_use_the_values_before_it_and_is_exact() -> None:
    toml = '[values]\na = 0.1\nb = "a + 0.2"\nr = ["b", 1]\n'
    assert said(surveyed("$r = (0.3, 1)$\n\nHere $10 b = 3$.", toml)) == []
    assert said(surveyed("$r = (0.3, 2)$\n\nHere $10 b = 3.1$.", toml)) == [
        ("value-differs", 1, "error"),
        ("figure-wrong", 3, "error"),
    ]


def test_the_text_may_not_give_a_declared_name_another_value() -> None:
    found = surveyed("Let $V = 37001$. Then $2 V = 74000$.", "[values]\nV = 37000\n")
    assert said(found) == [("value-differs", 1, "error")]
    assert (found.findings[0].repair, found.findings[0].places[0].column) == ("37000", 10)
    assert said(surveyed("Let $V = 37000$. Then $2 V = 74000$.", "[values]\nV = 37000\n")) == []
    assert said(surveyed("About $V ≈ 37k$ words.", "[values]\nV = 37123\n")) == []
    assert said(surveyed("About $V ≈ 36k$ words.", "[values]\nV = 37123\n")) == [("value-differs", 1, "error")]
    assert said(surveyed("$a = 1/3$", '[values]\na = "1/4"\n')) == [("value-differs", 1, "error")]
    assert said(surveyed("$a = 1/3$", '[values]\na = "2/6"\n')) == []


@pytest.mark.parametrize("values", ["", "[values]\nh_kv = 8\nd_h = 128\n"])
def test_a_name_with_a_subscript_is_not_the_name_before_it(values: str) -> None:
    """The text gives h two values; h_kv has its own, declared or printed."""
    text = "Of $h = 24$ heads of width $d_h = 128$ only $h_{kv} = 8$ hold keys.\n\nThen $h = (1, 1)$ and 2,048 columns.\n"
    toml = values + "[[claim]]\nprints = 'and 2,048 columns'\nequals = '2 h_kv d_h'\n"
    assert said(surveyed(text, toml)) == []
    assert said(surveyed(text.replace("2,048", "2,084"), toml.replace("2,048", "2,084"))) == [("figure-wrong", 3, "error")]
    several = "[[claim]]\nprints = 'and 2,048 columns'\nequals = '2 h'\n"
    assert said(surveyed(text, several)) == [("@declaration-wrong-value", 1, "error")]


def test_a_claim_checks_the_figure_at_its_place() -> None:
    found = surveyed(LESSON, claim("embedding has 18.944M parameters", "V d_model"))
    assert said(found) == []
    assert [(one.id, one.verdict, one.places[0].line) for one in found.claims] == [("lesson.claim-1", Verdict.EXACT, 3)]
    assert found.figures[0].claims == ("lesson.claim-1",)
    assert found.figures[0].verdict is FigureVerdict.EXACT


@pytest.mark.parametrize("printed", ["18.943M", "18.945M", "19.844M"])
def test_a_figure_that_changes_is_wrong_at_its_place(printed: str) -> None:
    text = LESSON.replace("has 18.944M", f"has {printed}")
    found = surveyed(text, claim("embedding has 18.944M parameters", "V d_model"))
    assert said(found) == [("figure-wrong", 3, "error")]
    assert found.findings[0].repair == "18.944M"
    assert found.claims[0].verdict is Verdict.REFUTED
    assert found.figures[0].verdict is FigureVerdict.WRONG


def test_every_format_has_claims() -> None:
    toml = claim("embedding has 18.944M parameters", "V d_model")
    texts = {
        "a.html": "<h1>Sizes</h1><p>The embedding\nhas <b>{}</b> parameters.</p>",
        "a.tex": "\\section{{Sizes}}\nThe embedding has ${}$\nparameters.",
        "a.txt": "Sizes\n\nThe embedding has {} parameters.",
        "a.md": "# Sizes\n\nThe embedding has\n**{}** parameters.",
        "a.ipynb": '{{"cells": [{{"cell_type": "markdown", "source": ["The embedding has {} parameters."]}}]}}',
    }
    for name, text in texts.items():
        assert said(surveyed(text.format("18.944M"), toml, name)) == [], name
        assert [one[0] for one in said(surveyed(text.format("18.946M"), toml, name))] == ["figure-wrong"], name


@pytest.mark.parametrize(
    ("toml", "rule", "line"),
    [
        (claim("nothing like it", "V"), "declaration-missing", 4),
        (claim("18.944M", "V d_model"), "declaration-ambiguous", 4),
        (claim("18.944M", "V d_model", "section = 'Toys'"), "declaration-missing", 4),
        (claim("Scores are 1.7 and 2.9", "V"), "declaration-ambiguous", 4),
        (claim("Scores are 1.7 and 2.9", "V", "figure = 3"), "declaration-missing", 4),
        (claim("Scores are", "V"), "declaration-missing", 4),
        (claim("embedding has 18.944M", "V d_modell"), "declaration-wrong-value", 4),
        (claim("embedding has 18.944M", "V = 3"), "declaration-wrong-value", 6),
        (claim("embedding has 18.944M", "9^9^9^9"), "declaration-wrong-value", 4),
        (claim("embedding has 18.944M", "V/(V - 37000)"), "declaration-wrong-value", 4),
        (VALUES + "[[claim]]\nprints = 'embedding'\n", "declaration-wrong-value", 4),
        (VALUES + "[[claim]]\nequals = 'V'\n", "declaration-wrong-value", 4),
        (VALUES + "d_model = 3\n", "declaration-unreadable", 4),
        (VALUES + "'d_{model}' = 3\n", "declaration-wrong-value", 4),
        (VALUES + "x = true\n", "declaration-wrong-value", 4),
        (VALUES + "x = 'y + 1'\n", "declaration-wrong-value", 4),
        (VALUES + "[[external]]\nprints = 'Scores'\n", "declaration-wrong-value", 4),
        (VALUES + "[[illustrative]]\nfrom = 'Scores'\n", "declaration-wrong-value", 4),
        (VALUES + "[[illustrative]]\n", "declaration-wrong-value", 4),
        (VALUES + "[illustrative]\nsection = 'Toy'\n", "declaration-wrong-value", 4),
        (VALUES + "[[illustrative]]\nsection = 'Toys'\n", "declaration-missing", 4),
        (VALUES + "[conventions]\nrounding = 'up'\n", "declaration-wrong-value", 5),
        (VALUES + "[conventions]\nepsilon = 2\n", "declaration-wrong-value", 5),
    ],
)  # fmt: skip
def test_what_cannot_be_followed_is_an_error_at_its_line(toml: str, rule: str, line: int) -> None:
    found = surveyed(LESSON, toml)
    assert [(one.rule, one.places[0].line, one.lesson) for one in errors(found)] == [(rule, line, PATH)]


@pytest.mark.parametrize(
    ("toml", "key", "nearest", "line"),
    [
        ("[value]\nV = 3\n", "value", "values", 1),
        (VALUES + "[[claim]]\nprints = 'has 18.944M'\nequal = 'V d_model'\nequals = 'V d_model'\n", "equal", "equals", 6),
        (VALUES + "\n\n[[illustrative]]\nsection = 'Toy'\n\nreasons = 'x'\n", "reasons", "reason", 9),
        ("[conventions] # a comment\nroundng = 'half-even'\n", "roundng", "rounding", 2),
        ('claims = """\n[[claim]]\n"""\n', "claims", "claim", 1),
    ],
)
def test_an_unknown_key_names_the_nearest_with_its_line(toml: str, key: str, nearest: str, line: int) -> None:
    found = [one for one in surveyed(LESSON, toml).findings if one.rule == "declaration-unknown-key"]
    assert [(one.places[0].line, one.message.values) for one in found] == [(line, {"setting": key, "nearest": nearest})]


def test_the_section_chooses_between_several_places() -> None:
    text = "# One\n\nIt is 3.14.\n\n# 2 Two\n\nIt is 3.15.\n"
    for section in ("Two", "2", "2 two"):
        found = surveyed(text, f"[[claim]]\nprints = 'It is 3.15'\nsection = '{section}'\nequals = '22/7'\n")
        assert said(found) == [("figure-wrong", 7, "error")]
    assert said(surveyed(text, "[[claim]]\nprints = 'It is 3.14'\nsection = 'One'\nequals = '22/7'\n")) == []
    found = surveyed(text, "[[claim]]\nprints = 'It is 3.14'\nsection = 'Three'\nequals = '22/7'\n")
    assert said(found) == [("@declaration-missing", 1, "error")]


def test_several_values_take_as_many_figures() -> None:
    toml = "[[claim]]\nprints = 'weights 0.09, 0.24, 0.67'\nequals = 'softmax((1, 2, 3))'\n"
    assert said(surveyed("The weights 0.09, 0.24, 0.67.", toml)) == []
    assert said(surveyed("The weights 0.09, 0.25, 0.67.", toml)) == [("figure-wrong", 1, "error")]


def test_words_and_units_behind_a_figure_are_part_of_what_it_says() -> None:
    values = "[values]\nV = 37000\nd = 512\n"
    for text, quoted, equals in (
        ("It has 18.9 million entries.", "It has 18.9", "V d"),
        ("It takes 75.8 MB here.", "It takes 75.8 MB", "4 V d"),
        ("词表共 1894.4 万 个参数。", "词表共 1894.4", "V d"),
    ):
        toml = f"{values}[[claim]]\nprints = '{quoted}'\nequals = '{equals}'\n"
        assert said(surveyed(text, toml)) == []
        changed = text.replace("8.9 m", "9.1 m").replace("75.8", "75.9").replace("4.4", "4.5")
        assert [one[0] for one in said(surveyed(changed, toml))] == ["figure-wrong"], text


def test_declared_stretches_count_as_declared_and_are_still_checked() -> None:
    text = LESSON + "\nNow 3 × 4 = 13.\n\n# Model\n\nIt has 65M parameters.\n"
    toml = (
        "[[illustrative]]\nsection = 'Toy'\n[[external]]\nprints = 'has 65M'\nsource = 'a paper'\n"
        "[[illustrative]]\nfrom = 'The table'\nto = 'numbers.'\n"
    )
    found = surveyed(text, toml)
    kinds = verdicts(found)
    assert kinds["1.7"] is kinds["2.9"] is FigureVerdict.ILLUSTRATIVE
    assert kinds["65M"] is FigureVerdict.EXTERNAL
    assert found.figures[2].verdict is FigureVerdict.ILLUSTRATIVE
    assert said(found) == [("figure-wrong", 11, "error")]


def test_what_changes_nothing_is_idle() -> None:
    toml = (
        "[values]\nd = 3\nunused = 'd + 1'\n[[illustrative]]\nprints = 'in all'\n"
        "[conventions]\nepsilon = '1e-5'\nbiases = true\n"
    )
    found = surveyed(LESSON + "\nAnd $2 d = 6$.\n", toml)
    assert said(found) == [("@declaration-idle", line, "warning") for line in (3, 4, 7, 8)]


def test_a_value_that_only_another_value_uses_is_not_idle() -> None:
    assert said(surveyed("So $2 b = 8$.", "[values]\na = 3\nb = 'a + 1'\n")) == []


def test_claims_may_use_what_the_text_defines_if_that_is_one_thing() -> None:
    toml = "[[claim]]\nprints = 'table has 18.9M entries'\nequals = 'V d'\n"
    text = "With $V = 37000$ and $d = 512$, the table has 18.9M entries.\n\n"
    assert said(surveyed(text, toml)) == []
    assert said(surveyed(text.replace("37000", "47000"), toml)) == [("figure-wrong", 1, "error")]
    assert said(surveyed(text + "Later $d = 64$.", toml)) == [("@declaration-wrong-value", 1, "error")]


def test_the_file_beside_a_document_is_found(tmp_path: Path) -> None:
    lesson = tmp_path / "course.md"
    lesson.write_text(LESSON, encoding="utf-8")
    assert sidecar.read(str(lesson)) is None
    assert len(verify([str(lesson)], []).lessons) == 1
    (tmp_path / "course.claims.toml").write_text(claim("embedding has 18.944M", "2 V d_model"), encoding="utf-8")
    found = verify([str(lesson)], [])
    assert [one.recognised for one in found.lessons] == ["document", "declarations"]
    assert found.lessons[1].path == str(tmp_path / "course.claims.toml")
    assert [(one.rule, one.severity, one.repair) for one in found.findings] == [("figure-wrong", Severity.ERROR, "37.888M")]


def test_a_value_may_be_needed_by_the_claim_that_is_not_understood() -> None:
    text = "# T\n\nA layer has 2,362,368 parameters.\n"
    claim = '[values]\nd = 768\n\n[[claim]]\nprints = "2,362,368"\nequals = "4 d^2 + 4 d{}"\n'
    assert said(surveyed(text, claim.format(""))) == []
    assert [rule for rule, *_ in said(surveyed(text, claim.format(")")))] == ["@declaration-wrong-value"]
