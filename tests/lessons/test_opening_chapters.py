"""The preface and chapters 1 to 4 against a document: every claim in its place, every edit of a figure or formula caught."""

from __future__ import annotations

from pathlib import Path

import own_words
import pytest
from printed_lesson import FOLLOWS, PrintedLesson, at, errors

from derivations.notes import NOTES
from derivations.verdict import Binding, FigureOutcome, FigureVerdict, Severity, Verdict, Verification
from lessons.check import verify
from lessons.settled_by_reading import numbered_lines
from numeric.written import read

TARGETS = {"0": "preface", "1": "chapter1", "2": "chapter2", "3": "chapter3", "4": "chapter4"}


@pytest.fixture(scope="module", params=TARGETS)
def number(request: pytest.FixtureRequest) -> str:
    """Of the whole module, so that the tests of one chapter follow each other: what is decided is kept for a few chapters."""
    found: str = request.param
    return found


@pytest.fixture(params=["own", pytest.param("published", marks=pytest.mark.corpus)])
def lesson(request: pytest.FixtureRequest, number: str, tmp_path: Path) -> PrintedLesson:
    if request.param == "own":
        return PrintedLesson(own_words.text(number), tmp_path)
    notes: Path = request.getfixturevalue("notes")
    return PrintedLesson(notes.read_text(encoding="utf-8"), tmp_path)


@pytest.fixture
def published(notes: Path, tmp_path: Path) -> PrintedLesson:
    return PrintedLesson(notes.read_text(encoding="utf-8"), tmp_path)


def test_every_claim_is_bound_and_every_figure_accounted_for(lesson: PrintedLesson, number: str) -> None:
    found = lesson.verified(target=TARGETS[number])
    chapter = NOTES.chapter(number)
    assert chapter is not None
    assert not [finding for finding in found.findings if finding.severity in (Severity.ERROR, Severity.WARNING)]
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert [claim.id for claim in found.claims] == [claim.id for claim in chapter.claims()]
    assert not {claim.verdict for claim in found.claims} & {Verdict.REFUTED, Verdict.UNDECIDED}
    assert FigureVerdict.UNACCOUNTED not in {figure.verdict for figure in found.figures}


def test_the_same_without_a_document(lesson: PrintedLesson, number: str) -> None:
    recorded = verify([TARGETS[number]], [])
    assert not errors(recorded)
    printed = lesson.verified(target=TARGETS[number])
    assert [claim.verdict for claim in recorded.claims] == [claim.verdict for claim in printed.claims]


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("number", "claim", "line"),
    [
        ("0", "notes.0.parts", 9),
        ("1", "notes.1.3.seven-tokens", 45),
        ("2", "notes.2.1.a-difference-of-ids-is-no-distance", 57),
        ("3", "notes.3.2.scale-8", 121),
        ("4", "notes.4.1.row-5", 148),
        ("4", "notes.4.3.the-same-probability", 171),
    ],
    indirect=["number"],
)
def test_claims_stand_where_the_lesson_prints_them(published: PrintedLesson, number: str, claim: str, line: int) -> None:
    [found] = [one for one in published.verified(target=TARGETS[number]).claims if one.id == claim]
    assert [place.line for place in found.places] == [line]


def following(found: Verification) -> list[FigureOutcome]:
    return [figure for figure in found.figures if figure.verdict in FOLLOWS]


# How many figures of each chapter follow from something: where the parts of the lesson begin, and the questions of the list
# in §14.1, which only the published lesson has; the sum 1 and a position; a difference of ids and two lengths 1; a shape, a
# root, four steps; a position.
FOLLOWING = {"0": 6, "1": 4, "2": 3, "3": 7, "4": 1}


def test_a_figure_that_follows_is_wrong_at_its_place_with_the_right_print(lesson: PrintedLesson, number: str) -> None:
    figures = following(lesson.verified(target=TARGETS[number]))
    without_the_list = "14.1" not in lesson.text and number == "0"
    assert len(figures) == FOLLOWING[number] - without_the_list
    for figure in figures:
        written = read(figure.printed)
        for step in (-1, 1):
            printed = written.reprinted(written.steps + step)
            found = lesson.verified(lesson.with_figure(figure, printed), TARGETS[number])
            [finding] = at(found, figure)
            assert finding.rule == "figure-wrong", (figure.printed, printed)
            assert finding.repair == figure.printed
            assert finding.figure is not None and found.figures[finding.figure].ulps == step


@pytest.mark.parametrize("number", ["0"], indirect=True)
def test_where_a_part_begins_follows_from_where_the_one_before_it_ends(lesson: PrintedLesson, number: str) -> None:
    figures = {figure.name: figure for figure in lesson.verified(target="preface").figures if figure.name}
    for name in ("e₁ + 1", "e₂ + 1", "e₃ + 1", "e₅", "b₁"):
        written = read(figures[name].printed)
        for step in (-1, 1):
            found = lesson.verified(lesson.with_figure(figures[name], written.reprinted(written.steps + step)), "preface")
            [finding] = at(found, figures[name])
            assert (finding.rule, finding.repair) == ("figure-wrong", figures[name].printed)
    for name, next_one in (("e₁", "e₁ + 1"), ("e₂", "e₂ + 1"), ("e₃", "e₃ + 1"), ("e₄", "e₅")):
        written = read(figures[name].printed)
        found = lesson.verified(lesson.with_figure(figures[name], written.reprinted(written.steps - 1)), "preface")
        assert errors(found), (name, next_one)


@pytest.mark.parametrize("number", ["2", "3"], indirect=True)
def test_what_follows_from_a_given_value_that_changes_is_told(lesson: PrintedLesson, number: str) -> None:
    target = TARGETS[number]
    figures = [figure for figure in lesson.verified(target=target).figures if figure.verdict is FigureVerdict.GIVEN]
    assert len(figures) == 2
    for figure in figures:
        written = read(figure.printed)
        found = lesson.verified(lesson.with_figure(figure, written.reprinted(written.steps + 1)), target)
        wrong = {one.name for one in found.figures if one.verdict is FigureVerdict.WRONG}
        assert wrong == {"id_a": {"id_b − id_a"}, "id_b": {"id_b − id_a"}, "n": {"n"}, "d_k": {"√d_k"}}[figure.name]
        assert "given-changed" in {finding.rule for finding in found.findings if finding.severity is Severity.NOTE}


@pytest.mark.corpus
def test_a_question_less_in_the_list_is_noticed_where_they_are_counted(published: PrintedLesson) -> None:
    lines = published.text.split("\n")
    [last] = [number for number, line in enumerate(lines) if line.startswith("16 ")]
    found = published.verified("\n".join(lines[:last] + lines[last + 1 :]), "preface")
    [finding] = errors(found)
    assert (finding.claim, finding.repair) == ("notes.0.sixteen-questions", "15")


def test_numbered_lines_count_from_one_without_a_gap() -> None:
    assert numbered_lines("1 a\n2 b\n\n| 3 | c |\n") == 3
    assert numbered_lines("2 b\n1 a\n3 c\n") == 1
    assert numbered_lines("10 a\n1.5 b\n") == 1
    assert numbered_lines("") == 0


EDITS = [
    ("2", r"E \in R^{N \times d}", r"E \in R^{d \times N}", "≠"),
    ("2", r"e_{i} = E_{t_{i}, :}", r"e_{i} = p_{i}", "≠"),
    ("2", r"x_{i} = e_{i} + p_{i}", r"x_{i} = e_{i} - p_{i}", "≠"),
    ("3", r"Q = X W_{Q}", r"Q = X W_{K}", "≠"),
    ("3", r"S = Q K^{T} / \sqrt{d_{k}}", r"S = Q K^{T} / d_{k}", "≠"),
    ("3", r"Z = A V", r"Z = A^{T} V", "≠"),
]


@pytest.mark.corpus
@pytest.mark.parametrize(("number", "printed", "edited", "why"), EDITS, indirect=["number"])
def test_an_edited_formula_is_refuted_at_its_line(
    published: PrintedLesson, number: str, printed: str, edited: str, why: str
) -> None:
    """The formula that stands in place of the recorded one is read in the same setting."""
    offset = published.text.index(printed, published.text.index(f"\n第 {number} 章"))
    text = published.text[:offset] + edited + published.text[offset + len(printed) :]
    found = errors(published.verified(text, TARGETS[number]))
    line = text[:offset].count("\n") + 1
    assert {one.places[0].line for one in found} == {line}
    assert [one for one in found if one.rule == "formula-refuted" and why in str(one.message)]


DRIFTS = [
    ("2", "e_{i} = u_{i} E", "e_{i} = E u_{i}", "notes.2.1.one-hot-product"),
    ("1", "(患者, 服用,", "(服用, 患者,", "notes.1.3.seven-tokens"),
    ("1", "t_{7}) =", "t_{8}) =", "notes.1.3.seven-tokens"),
    ("3", "$Z$\t单头输出\t$n \\times d_{v}$", "$Z$\t单头输出\t$n \\times d_{k}$", "notes.3.2.Z"),
    ("4", "5：出现\t到出现\t黑便", "5：出现\t到出现\t出现", "notes.4.1.row-5"),
    ("4", "labels 为 $t_{2}", "labels 为 $t_{1}", "notes.4.1.inputs-and-labels"),
    ("4", "计算 $h_{5}$", "计算 $h_{6}$", "notes.4.2.position-5-sees-five-tokens"),
]


@pytest.mark.corpus
@pytest.mark.parametrize(("number", "printed", "edited", "claim"), DRIFTS, indirect=["number"])
def test_an_edited_list_row_or_index_is_told_as_drift(
    published: PrintedLesson, number: str, printed: str, edited: str, claim: str
) -> None:
    assert published.text.count(printed) == 1
    found = errors(published.verified(published.text.replace(printed, edited), TARGETS[number]))
    assert {(one.rule, one.claim) for one in found} <= {("claim-changed", claim), ("claim-missing", claim)}
    assert found
