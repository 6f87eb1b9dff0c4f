"""`explain` shows all that is known about a claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.explain import explanations
from reports.layout import cells, rendered
from reports.sentences import Language
from tests.reports.sample import verification


def explained(name: str, language: Language = "en", width: int = 100, *, document: bool = True) -> str:
    shown = verification(document=document)
    claims = tuple(claim for claim in shown.claims if name in claim.id)
    lines = explanations(replace(shown, claims=claims), language=language, width=width)
    return rendered(lines, colour=False, width=width)


def test_each_step_stands_with_its_reason() -> None:
    lines = explained("probabilities").splitlines()
    at = next(number for number, line in enumerate(lines) if "p = softmax(ℓ)" in line and "1" in line and "✓" in line)
    assert lines[at + 1].strip() == "softmax over the vocabulary (notes §9.1)"
    assert "p = 1/(1 + e² + e^(2 a)) (e^(2 a), e², 1)" in lines[at + 2]


def test_verdict_places_evidence_and_findings_are_said() -> None:
    text = explained("probabilities")
    for part in (
        "refuted · what is printed does not hold",
        "notes.txt:644:1 · found",
        "0.581662 644:49 wrong",
        "rigorous enclosure · this example",
        "independent routes agree: mpmath · exact field · enclosure",
        "The three add up to 1.",
        "error 644:49: printed 0.581662, should be 0.581626",
    ):
        assert part in text


def test_a_nearby_initial_value_and_the_hypothesis_are_shown() -> None:
    text = explained("W_V-and-W_O")
    assert "From other given values\n    E = [1 0; 0 1; 1 1], W_O = [1 1; 0 1]: W̄_V ≠ W̄_O" in text
    assert "W_V = W_O = I₂ · needed" in text


def test_without_a_document_there_are_no_places() -> None:
    assert "Where" not in explained("probabilities", document=False)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_wraps_on_narrow_terminals(language: Language) -> None:
    assert max(map(cells, explained("", language, 60).splitlines())) <= 60
