"""`explain` of a claim for all shapes: its hypotheses with their witnesses, an instance, the theorems it rests on."""

from __future__ import annotations

import json

import pytest

from derivations.kernel.base_theorems import BASE_THEOREMS
from lessons.check import verify
from reports.explain import explanations
from reports.json import document, verification_record
from reports.layout import cells, rendered
from reports.sentences import LANGUAGES, Language

PROVED, CONDITIONAL, FAILING = "notes.10.8.layer-norm", "notes.10.3.signs-of-the-gradient", "notes.10.8.no-unit-variance-needed"


def explained(claim: str, language: Language = "en", width: int = 200) -> str:
    return rendered(explanations(verify([claim], []), language=language, width=width), colour=False, width=width)


def test_a_proof_tells_what_it_needs_and_what_it_rests_on() -> None:
    text = explained(PROVED)
    assert "proved · for all shapes and values that the hypotheses allow" in text
    assert "ε > 0 · needed" in text
    assert "without it the formula has no value: d = " in text
    assert "all of them hold at: d = 2" in text
    assert "a proof that the kernel checked · all shapes" in text
    derivatives = next(theorem for theorem in BASE_THEOREMS if theorem.name == "elementary derivatives")
    assert derivatives.source in text


def test_a_condition_that_the_lesson_leaves_out_is_told_with_witness_reading_and_repair() -> None:
    text = " ".join(explained(CONDITIONAL).split())
    assert "holds only where N ≥ 2; without it: d = 1, N = 1" in text
    assert "leaves nothing to predict" in text and "Say that the vocabulary has at least two tokens." in text


def test_what_fails_is_shown_with_its_counterexample() -> None:
    assert "✓ ¬ (mean(x̂²) = 1) (d = 1, x = (0), ε = 1; 0 ≠ 1)" in " ".join(explained(FAILING).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 100])
def test_lines_fit_in_both_languages(language: Language, width: int) -> None:
    for claim in (PROVED, CONDITIONAL, FAILING):
        assert all(cells(row) <= width for row in explained(claim, language, width).splitlines())


def test_json_carries_hypotheses_theorems_and_instance() -> None:
    [claim] = json.loads(document(verification_record(verify([PROVED], []), "en")))["claims"]
    [hypothesis] = claim["hypotheses"]
    assert (hypothesis["name"], hypothesis["needed"], hypothesis["undefined"]) == ("ε > 0", True, True)
    assert claim["evidence"]["method"] == "kernel" and claim["evidence"]["scope"] == "all shapes"
    assert claim["evidence"]["theorems"] == ["elementary derivatives"]
    assert claim["evidence"]["instance"].startswith("d = 2")
