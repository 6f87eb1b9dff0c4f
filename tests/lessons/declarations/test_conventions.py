"""Conventions decide what the detectors and claims say; one that decides nothing is idle."""

from __future__ import annotations

import re

import pytest

from derivations.verdict import FigureVerdict
from lessons.conventions import in_force
from tests.lessons.declarations.declared import errors, said, surveyed, verdicts


def conventions(*lines: str) -> str:
    return "\n".join(["[conventions]", *lines, ""])


def test_the_epsilon_of_layer_norm() -> None:
    rows = "x + output is [0.01, 0.02, 0.03, 0.05], normalised [{}]"
    without = rows.format("-1.183, -0.507, 0.169, 1.521")
    with_five = rows.format("-1.157, -0.496, 0.165, 1.488")
    for text in (without, with_five):
        assert said(surveyed(text)) == []
    assert said(surveyed(without, conventions("epsilon = 0"))) == []
    assert said(surveyed(with_five, conventions('epsilon = "1e-5"'))) == []
    assert said(surveyed(with_five, conventions("epsilon = 0"))) == [("figure-wrong", 1, "error")] * 4
    repairs = [one.repair for one in surveyed(without, conventions('epsilon = "1e-5"')).findings]
    assert repairs == ["-1.157", "-0.496", "0.165", "1.488"]


def test_truncation_is_allowed_where_it_is_declared() -> None:
    text = "So 2/3 = 0.66 here."
    assert said(surveyed(text)) == [("figure-truncated", 1, "error")]
    found = surveyed(text, conventions('rounding = "truncate"'))
    assert said(found) == []
    assert verdicts(found)["0.66"] is FigureVerdict.ROUNDED
    assert said(surveyed("So 2/3 = 0.65.", conventions('rounding = "truncate"')))[0] == ("figure-wrong", 1, "error")


def test_a_tie_goes_by_the_declared_rounding() -> None:
    for printed, modes in (("0.12", ["half-even"]), ("0.13", ["half-up", "half-away-from-zero"])):
        text = f"So 1/8 ≈ {printed} here."
        assert said(surveyed(text)) == []
        for mode in ("half-even", "half-up", "half-away-from-zero"):
            found = surveyed(text, conventions(f'rounding = "{mode}"'))
            assert said(found) == ([] if mode in modes else [("figure-wrong", 1, "error")])
            assert mode in modes or found.findings[0].repair == ("0.13" if printed == "0.12" else "0.12")


def test_the_base_of_a_logarithm() -> None:
    text = "So log(8) = 3 and that is it."
    assert said(surveyed(text)) == []
    assert said(surveyed(text, conventions("logarithm = 2"))) == []
    assert said(surveyed(text, conventions('logarithm = "e"'))) == [("figure-wrong", 1, "error")]


def test_whether_biases_count() -> None:
    claim = "[[claim]]\nprints = 'layer has 32,768 parameters'\nequals = 'linear(512, 64)'\n"
    text = "The layer has 32,768 parameters."
    assert said(surveyed(text, claim)) == [("@declaration-wrong-value", 1, "error")]
    assert said(surveyed(text, conventions("biases = false") + claim)) == []
    found = surveyed(text, conventions("biases = true") + claim)
    assert [one.repair for one in found.findings] == ["32,832"]


def test_decimal_commas() -> None:
    text = "Es gilt 0,5 × 3 = {} und 37.000 × 2 = 74.000, dazu 1/8 = 0,125."
    toml = conventions('decimal-separator = ","')
    assert said(surveyed(text.format("1,5"), toml)) == []
    found = surveyed(text.format("1,6"), toml)
    assert said(found) == [("figure-wrong", 1, "error")]
    finding = found.findings[0]
    assert (finding.repair, finding.message.values["printed"], finding.places[0].column) == ("1,5", "1,6", 19)
    assert [figure.printed for figure in found.figures] == ["0,5", "3", "1,6", "37.000", "2", "74.000", "1", "8", "0,125"]


def test_a_sidecar_quotes_a_text_with_commas_as_it_stands() -> None:
    toml = conventions('decimal-separator = ","') + (
        "[values]\nd = 0.5\n[[claim]]\nprints = 'ist 1,5 lang'\nequals = '3 d'\n"
        "[[external]]\nprints = 'etwa 2,7'\nsource = 'arXiv 1706.03762'\n"
    )
    found = surveyed("Es ist 1,5 lang, etwa 2,7 breit.", toml)
    assert said(found) == []
    assert found.figures[1].note is not None and found.figures[1].note.values["why"] == "arXiv 1706.03762"
    assert [one.repair for one in surveyed("Es ist 1,6 lang, etwa 2,7 breit.", toml).findings] == ["1,5"]


def test_a_declared_point_makes_every_comma_one_of_thousands() -> None:
    text = "So 4/3 = 1,333 here."
    assert said(surveyed(text)) == []
    assert said(surveyed(text, conventions('decimal-separator = "."')))[0] == ("figure-wrong", 1, "error")


def test_conventions_end_with_their_document() -> None:
    surveyed("So 2/3 = 0.66.", conventions('rounding = "truncate"'))
    assert in_force().rounding is None
    assert said(surveyed("So 2/3 = 0.66 here.")) == [("figure-truncated", 1, "error")]


COMMA = 'decimal-separator = ","'
CONTRADICTED = ("@declaration-contradicted", 2)


@pytest.mark.parametrize(
    "text",
    [
        "2/3 = 0.66 and 2.5 + 1.5 = 5.0 and 1.25 × 4 = 6.",
        "So $2/3 = 0.66$.",
        "So $\\frac{2}{3} \\approx 0.66$ of them.",
        "| part | share |\n|---|---|\n| x | 30.00 |\n| y | 41.00 |\n| total | 70.00 |",
        "Half is 0,5. And 2/3 = 0.66, 1/3 = 0.34.",
        "Es ist 0,5 + 0,25 = 0,75 und 1/4 = 0,25, aber 2/3 = 0.66.",
    ],
)
def test_a_declared_comma_hides_no_decimal_point(text: str) -> None:
    """Whatever was an error without the declaration: the run still fails, at the declaration."""
    assert errors(surveyed(re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text)))
    assert (*CONTRADICTED, "error") in said(surveyed(text, conventions(COMMA)))


@pytest.mark.parametrize(
    "text",
    [
        "Abschnitt 2.5 und Tabelle 3.1: die Hälfte ist 0,5, und 37.000 × 2 = 74.000.",
        "# 2.5 Gewichte\n\nPython ≥ 3.10, am 01.02.2024, 37.000 × 2 = 74.000. Siehe (2.5) und 192.168.0.1.",
        "Es sind 1.250.000 = 1.250 × 1.000 Werte.",
        "| Modell | Größe |\n|---|---|\n| 3.1 | 8,5 |\n| 3.2 | 1,2 |\n| Llama 3.1 | 4,5 |",
        "| Abschnitt | Titel |\n|---|---|\n| 2.1 | Einbettung |\n| 2.2 | Aufmerksamkeit |\n\nDie Hälfte ist 0,5.",
        "1/8 = 0,125\n\n```python\nx = 0.66\n```",
    ],
)
def test_a_document_with_commas_may_have_points(text: str) -> None:
    assert said(surveyed(text, conventions(COMMA))) == []
