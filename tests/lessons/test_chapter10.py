"""Chapter 10 against a document: every formula found and proved, every edit of one caught where it stands."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import own_words
import pytest
from printed_lesson import PrintedLesson, errors

from derivations.notes.chapter10 import CLAIMS
from derivations.verdict import Binding, FigureVerdict, Severity, Verdict, Verification


def verified(lesson: PrintedLesson, text: str | None = None, target: str = "chapter10") -> Verification:
    return lesson.verified(text, target)


def section_at(text: str, offset: int) -> str:
    return str(re.findall(r"^10\.[1-9]", text[:offset], re.M)[-1])


@pytest.fixture
def own(tmp_path: Path) -> PrintedLesson:
    return PrintedLesson(own_words.text("10"), tmp_path)


@pytest.fixture(params=["own", pytest.param("published", marks=pytest.mark.corpus)])
def lesson(request: pytest.FixtureRequest) -> PrintedLesson:
    found: PrintedLesson = request.getfixturevalue(request.param)
    return found


def test_every_claim_is_bound_and_decided(lesson: PrintedLesson) -> None:
    found = verified(lesson)
    assert not errors(found)
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert len(found.claims) == len(CLAIMS)
    verdicts = Counter(claim.verdict for claim in found.claims)
    assert verdicts[Verdict.PROVED] >= 29
    assert not verdicts.keys() & {Verdict.REFUTED, Verdict.UNDECIDED}
    assert all(line.holds for claim in found.claims for line in claim.lines)
    assert FigureVerdict.UNACCOUNTED not in {figure.verdict for figure in found.figures}


def test_what_the_lesson_leaves_out_is_a_note_with_its_witness(lesson: PrintedLesson) -> None:
    found = verified(lesson)
    notes = [finding for finding in found.findings if finding.rule == "claim-conditional"]
    assert {finding.claim for finding in notes} == {"notes.10.3.signs-of-the-gradient", "notes.10.3.independent-logits"}
    assert {finding.severity for finding in notes} == {Severity.NOTE}


def test_the_same_without_a_document(lesson: PrintedLesson) -> None:
    from lessons.check import verify

    recorded = verify(["chapter10"], [])
    assert not errors(recorded)
    assert [claim.verdict for claim in recorded.claims] == [claim.verdict for claim in verified(lesson).claims]


EDITS = [
    (r"{\bar{W}}_{O} = Z^{T} \bar{R}", r"{\bar{W}}_{O} = - Z^{T} \bar{R}", "≠"),
    (r"\bar{Z} = \bar{R} W_{O}^{T}", r"\bar{Z} = \bar{R} W_{O}", "a product of n × d and d_v × d"),
    (r"\bar{A} = \bar{Z} V^{T}", r"\bar{A} = V \bar{Z}^{T}", "≠"),
    (r"\bar{K} = {\bar{S}}^{T} Q / \sqrt{d_{k}}", r"\bar{K} = {\bar{S}}^{T} Q / d_{k}", "≠"),
    (r"{\bar{A}}_{i j} = {\bar{z}}_{i} \cdot v_{j}", r"{\bar{A}}_{i j} = {\bar{z}}_{j} \cdot v_{i}", "≠"),
    (r"\bar{X} = \bar{R} + \bar{Q}", r"\bar{X} = \bar{Q}", "≠"),
    (r"\bar{B} = \bar{C} ⊙ σ^{'} (B)", r"\bar{B} = \bar{C} ⊙ σ (B)", "≠"),
    (r"- \hat{x} mean (u ⊙ \hat{x})", r"+ \hat{x} mean (u ⊙ \hat{x})", "≠"),
    (r"d v = 2 mean ((x - μ) ⊙ d x)", r"d v = mean ((x - μ) ⊙ d x)", "≠"),
    (r"\sum_{i : t_{i} = w} {\bar{X}}_{i, :}", r"\sum_{i} {\bar{X}}_{i, :}", "≠"),
    (r"L = - ℓ_{y} + \ln", r"L = ℓ_{y} + \ln", "≠"),
    (r"L (θ) - η ‖ g ‖^{2}", r"L (θ) + η ‖ g ‖^{2}", "≠"),
]


@pytest.mark.parametrize("printed, edited, why", EDITS, ids=[edited for _, edited, _ in EDITS])
def test_an_edited_formula_is_refuted_at_its_line(lesson: PrintedLesson, printed: str, edited: str, why: str) -> None:
    """The formula that stands in place of the recorded one is read in the same setting: its counterexample, or its shapes."""
    assert lesson.text.count(printed) >= 1
    at = lesson.text.index(printed, lesson.text.index("\n10.1 "))
    text = lesson.text[:at] + edited + lesson.text[at + len(printed) :]
    line = text[: at + len(edited)].count("\n") + 1
    found = [one for one in errors(verified(lesson, text, section_at(text, at))) if one.rule == "formula-refuted"]
    assert found and {one.places[0].line for one in found} == {line}
    assert all(why in str(one.message) for one in found)


FIGURES = [(r"p_{j} - 1_{j = y}", "p_{j} - 2_{j = y}"), ("d s = d v / (2 s)", "d s = d v / (3 s)")]


@pytest.mark.parametrize("printed, edited", FIGURES)
def test_a_wrong_figure_in_a_formula_is_told_with_the_right_one(lesson: PrintedLesson, printed: str, edited: str) -> None:
    at = lesson.text.index(printed, lesson.text.index("\n10.1 "))
    text = lesson.text[:at] + edited + lesson.text[at + len(printed) :]
    [finding] = [one for one in errors(verified(lesson, text, section_at(text, at))) if one.rule == "figure-wrong"]
    assert finding.repair == ("1" if "p_{j}" in printed else "2")


def test_a_true_formula_in_another_form_is_proved_too(own: PrintedLesson) -> None:
    """W̄_O = (R̄ᵀ Z)ᵀ is the same matrix: the place is told to have changed, and nothing is called false."""
    text = own.text.replace(r"{\bar{W}}_{O} = Z^{T} \bar{R}", r"{\bar{W}}_{O} = (\bar{R}^{T} Z)^{T}")
    assert text != own.text
    found = verified(own, text, "10.5")
    assert not [one for one in found.findings if one.rule == "formula-refuted"]
