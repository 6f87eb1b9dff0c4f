"""Chapter 11 against a document: nothing wrong, nothing left out, every place exact."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.notes.chapter11 import CLAIMS
from derivations.verdict import Binding, FigureVerdict, Verdict
from lessons.check import verify

ACCOUNTED = {
    FigureVerdict.EXACT,
    FigureVerdict.ROUNDED,
    FigureVerdict.BOUND,
    FigureVerdict.GIVEN,
    FigureVerdict.STRUCTURAL,
}


def test_every_claim_is_bound_and_decided_and_every_figure_accounted_for(lesson: PrintedLesson) -> None:
    found = lesson.verified()
    assert not found.findings
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert len(found.claims) == len(CLAIMS)
    assert not {claim.verdict for claim in found.claims} & {Verdict.REFUTED, Verdict.UNDECIDED, Verdict.CONDITIONAL}
    assert {figure.verdict for figure in found.figures} == ACCOUNTED
    assert all(step.holds for claim in found.claims for step in claim.steps)
    assert all(line.holds for claim in found.claims for line in claim.lines)


def test_the_same_without_a_document(lesson: PrintedLesson) -> None:
    recorded, printed = verify(["chapter11"], []), lesson.verified()
    assert not recorded.findings
    assert [claim.verdict for claim in recorded.claims] == [claim.verdict for claim in printed.claims]
    claimed = Counter(figure.printed for figure in printed.figures if figure.claims)
    assert Counter(figure.printed for figure in recorded.figures) == claimed
    assert all(figure.place is None for figure in recorded.figures)
    assert recorded.lessons[0].path is None


def test_lines_and_columns_are_those_of_the_text(lesson: PrintedLesson) -> None:
    lines = lesson.text.split("\n")
    for figure in lesson.verified().figures:
        assert figure.place is not None
        assert lines[figure.place.line - 1][figure.place.column - 1 :].startswith(figure.printed)


def test_the_ledger_holds_every_number_of_the_chapter_once_and_in_order(lesson: PrintedLesson) -> None:
    """Counted independently: every run of digits of the chapter's text, but those of subscripts."""
    found = lesson.verified()
    chapter = re.search(r"^第 11 章.*?(?=^第 12 章)", lesson.text, re.S | re.M)
    assert chapter
    without_subscripts = re.sub(r"_\{[^}]*\}|\\times 10\^\{- [0-9]+\}", "", chapter[0])
    without_subscripts = without_subscripts.replace("10^{- 5}", "10")
    assert len(found.figures) == len(re.findall(r"[0-9]+(?:\.[0-9]+)?", without_subscripts))
    places = [(figure.place.line, figure.place.column) for figure in found.figures if figure.place]
    assert places == sorted(set(places))


@pytest.mark.corpus
def test_49_six_decimal_figures_of_the_notes_are_certified_roundings(published: PrintedLesson) -> None:
    six = [figure for figure in published.verified().figures if re.search(r"\.[0-9]{6}$", figure.printed)]
    assert len(six) == 49
    assert {figure.verdict for figure in six} == {FigureVerdict.ROUNDED}


@pytest.mark.parametrize("target", ["11.3", "notes/11.3", "notes.11.3.loss", "第 11 章", "chapter11", "第十一章"])
def test_a_part_is_verified_like_the_whole(lesson: PrintedLesson, target: str) -> None:
    whole = {claim.id: claim for claim in lesson.verified().claims}
    part = lesson.verified(target=target)
    assert part.claims and not errors(part)
    for claim in part.claims:
        assert claim.verdict is whole[claim.id].verdict
        assert claim.places == whole[claim.id].places


def test_a_file_that_prints_the_chapter_is_taken_for_it(own: PrintedLesson) -> None:
    whole = own.verified()
    found = verify([str(own.folder / "lesson.txt")], [])
    assert [one.recognised for one in found.lessons] == ["bindings"]
    here = [claim for claim in found.claims if claim.section.startswith("11.")]
    assert [(claim.id, claim.verdict, claim.places) for claim in here] == [
        (claim.id, claim.verdict, claim.places) for claim in whole.claims
    ]


def test_a_file_that_prints_something_else_is_checked_by_itself(own: PrintedLesson) -> None:
    file = own.folder / "course.md"
    file.write_text("# One\n\n512 / 8 = 64, and $2^5 = 32$.\n\n# Two\n\nHere 7 × 8 = 54.\n", encoding="utf-8")
    found = verify([str(file)], [])
    assert [one.recognised for one in found.lessons] == ["document"]
    [finding] = found.findings
    assert (finding.rule, finding.section, finding.repair) == ("figure-wrong", "Two", "56")
    assert finding.places[0].line == 7
