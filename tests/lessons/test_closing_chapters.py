"""Chapters 12 to 14 against a document: every claim in its place, every edit of a figure or formula caught there."""

from __future__ import annotations

from pathlib import Path

import own_words
import pytest
from printed_lesson import FOLLOWS, PrintedLesson, at, errors

from derivations.notes import NOTES
from derivations.verdict import Binding, FigureVerdict, Severity, Verdict
from lessons.check import verify
from numeric.written import read

NUMBERS = ("12", "13", "14")


@pytest.fixture(scope="module", params=NUMBERS)
def number(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


@pytest.fixture
def published(notes: Path, tmp_path: Path) -> PrintedLesson:
    return PrintedLesson(notes.read_text(encoding="utf-8"), tmp_path)


@pytest.fixture(params=["own", pytest.param("published", marks=pytest.mark.corpus)])
def lesson(request: pytest.FixtureRequest, number: str, tmp_path: Path) -> PrintedLesson:
    if request.param == "own":
        return PrintedLesson(own_words.text(number), tmp_path)
    found: PrintedLesson = request.getfixturevalue("published")
    return found


@pytest.mark.corpus
def test_every_claim_is_bound_and_every_figure_accounted_for(published: PrintedLesson, number: str) -> None:
    found = published.verified(target=f"chapter{number}")
    chapter = NOTES.chapter(number)
    assert chapter is not None
    assert not [finding for finding in found.findings if finding.severity in (Severity.ERROR, Severity.WARNING)]
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert len(found.claims) == len(chapter.claims())
    assert not {claim.verdict for claim in found.claims} & {Verdict.REFUTED, Verdict.UNDECIDED}
    assert FigureVerdict.UNACCOUNTED not in {figure.verdict for figure in found.figures}


@pytest.mark.corpus
def test_the_same_without_a_document(published: PrintedLesson, number: str) -> None:
    recorded = verify([f"chapter{number}"], [])
    assert not errors(recorded)
    printed = {claim.id: claim.verdict for claim in published.verified(target=f"chapter{number}").claims}
    assert {claim.id: claim.verdict for claim in recorded.claims} == printed


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("number", "claim", "line"),
    [
        ("12", "notes.12.2.limit-at-zero", 715),
        ("12", "notes.12.4.old-keys-and-values-stay", 727),
        ("13", "notes.13.1.one-head", 747),
        ("13", "notes.13.3.less-attention-and-less-loss", 763),
        ("14", "notes.14.1.question-16", 795),
        ("14", "notes.14.3.shapes", 805),
        ("14", "notes.14.4.sixteen-questions", 829),
    ],
    indirect=["number"],
)
def test_claims_stand_where_the_lesson_prints_them(published: PrintedLesson, number: str, claim: str, line: int) -> None:
    [found] = [one for one in published.verified(target=f"chapter{number}").claims if one.id == claim]
    assert [place.line for place in found.places] == [line]


# The limit point 0, twice · none · 64 and 8, ten lengths, 3 of the root, two factors 100, the 16 questions.
FOLLOWING = {"12": 2, "13": 0, "14": 16}


@pytest.mark.corpus
def test_a_figure_that_follows_is_wrong_at_its_place_with_the_right_print(published: PrintedLesson, number: str) -> None:
    target = f"chapter{number}"
    figures = [figure for figure in published.verified(target=target).figures if figure.verdict in FOLLOWS]
    assert len(figures) == FOLLOWING[number]
    for figure in figures:
        written = read(figure.printed)
        for step in (-1, 1):
            found = published.verified(published.with_figure(figure, written.reprinted(written.steps + step)), target)
            [finding] = at(found, figure)
            if number == "12":  # a limit as T tends to 1 or −1 is not decided: limits are read at 0 and ∞
                assert finding.rule == "figure-undecided"
            else:
                assert (finding.rule, finding.repair) == ("figure-wrong", figure.printed), (figure.printed, step)


# What is given, and how many of the figures are then wrong: each row, column and factor that is made of it, and the variance 64
# with its root.
DEPENDING = {"n": 4, "d": 2, "d_k": 2, "d_v": 2, "H": 2, "N": 1, "m": 2, "s₁": 0, "s₂": 0, "s₃": 0, "c": 0, "t": 2}


@pytest.mark.corpus
@pytest.mark.parametrize("number", ["14"], indirect=True)
def test_what_follows_from_a_given_value_that_changes_is_told(published: PrintedLesson, number: str) -> None:
    figures = [figure for figure in published.verified(target="chapter14").figures if figure.verdict is FigureVerdict.GIVEN]
    given = {figure.name: figure for figure in figures if figure.name in DEPENDING}
    assert set(given) == set(DEPENDING)
    for name, figure in given.items():
        written = read(figure.printed)
        step = 1 if name != "s₂" else -1
        found = published.verified(published.with_figure(figure, written.reprinted(written.steps + 2 * step)), "chapter14")
        wrong = [one for one in found.figures if one.verdict is FigureVerdict.WRONG]
        assert len(wrong) == DEPENDING[name], (name, [one.name for one in wrong])


EDITS = [
    (r"\frac{X W_{Q} W_{K}^{T} X^{T}}{\sqrt{d_{k}}} + M", r"\frac{X W_{K} W_{Q}^{T} X^{T}}{\sqrt{d_{k}}} + M", "≠"),
    (r"\frac{X W_{Q} W_{K}^{T} X^{T}}{\sqrt{d_{k}}} + M", r"\frac{X W_{Q} W_{K}^{T} X^{T}}{d_{k}} + M", "≠"),
    (r"+ M) X W_{V} .", r"- M) X W_{V} .", "≠"),
    (r"+ M) X W_{V} .", r"+ M) X W_{Q} .", ""),
]


@pytest.mark.corpus
@pytest.mark.parametrize("printed, edited, why", EDITS, ids=[edited for _, edited, _ in EDITS])
def test_an_edited_formula_is_refuted_at_its_line(published: PrintedLesson, printed: str, edited: str, why: str) -> None:
    start = published.text.index(printed, published.text.index("\n13.1 "))
    text = published.text[:start] + edited + published.text[start + len(printed) :]
    found = [one for one in errors(published.verified(text, "13.1")) if one.rule == "formula-refuted"]
    assert found and {one.places[0].line for one in found} == {747}
    assert all(why in str(one.message) for one in found)


@pytest.mark.corpus
@pytest.mark.parametrize("number", ["14"], indirect=True)
def test_a_question_out_of_order_is_noticed(published: PrintedLesson, number: str) -> None:
    lines = published.text.split("\n")
    [five] = [at for at, line in enumerate(lines) if line.startswith("5 ")]
    lines[five], lines[five + 1] = lines[five + 1], lines[five]
    found = published.verified("\n".join(lines), "chapter14")
    assert {finding.claim for finding in found.findings} & {"notes.14.1.question-5", "notes.14.1.question-6"}


def test_own_words_are_bound(lesson: PrintedLesson, number: str) -> None:
    """Sections that only the published lesson has are cited, so only places and figures are looked at."""
    found = lesson.verified(target=f"chapter{number}")
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert FigureVerdict.UNACCOUNTED not in {figure.verdict for figure in found.figures}
