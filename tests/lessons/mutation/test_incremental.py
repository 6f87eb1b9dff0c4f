"""What an incremental look says of a change is what verifying the changed document says."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import own_words
import pytest

from derivations.catalogue import resolve
from derivations.decide import decide
from derivations.decisions import about_values
from derivations.pieces import recorded
from derivations.proof import remembering
from derivations.values import Values
from derivations.verdict import FigureVerdict
from lessons.chapter import read_chapter
from lessons.check import DocumentGiven, verify
from lessons.document import of_source
from lessons.formats.recognition import Format
from lessons.mutation.guard import Guard, faults
from lessons.mutation.mutant import Mutant, mutants
from lessons.mutation.mutate import mutate
from lessons.read_before import many_editions
from lessons.source import Source, read, source
from lessons.survey import survey
from numeric.written import read as read_number


def guard_of(target: str, document: Source) -> Guard:
    [selection] = resolve(target)
    return Guard(read_chapter(selection.lesson, selection.chapters[0], document), [selection], 12)


def found_by_verifying(target: str, document: Source, mutant: Mutant, folder: Path) -> bool:
    """Whether the whole part, read and decided anew, has a grave finding more."""

    def known(text: str, changed: Mutant | None) -> frozenset[object]:
        file = folder / "changed.txt"
        file.write_text(text, encoding="utf-8", newline="")
        lesson = resolve(target)[0].lesson.name
        found = verify([target], [DocumentGiven(lesson, str(file))])
        return frozenset(faults(found.findings, source("changed.txt", text, ""), changed))

    return bool(known(mutant.of(document).text, mutant) - known(document.text, None))


def agree(target: str, document: Source, every: int, folder: Path) -> dict[FigureVerdict, set[bool]]:
    """Each `every`-th change looked at in both ways; what was found, by what the figure is."""
    guard = guard_of(target, document)
    figures = guard.unchanged.figures
    seen: dict[FigureVerdict, set[bool]] = {}
    with remembering():
        for mutant in list(mutants(document, figures))[::every]:
            incremental = bool(guard.new_faults(mutant, mutant.of(document))[0])
            figure = figures[mutant.figure]
            assert incremental is found_by_verifying(target, document, mutant, folder), (figure, mutant)
            seen.setdefault(figure.verdict, set()).add(incremental)
    return seen


def test_a_chapter_of_figures(tmp_path: Path) -> None:
    """Rounded and exact ones, given ones on which others depend and on which none does, a bound, headings."""
    seen = agree("chapter11", source("own.txt", own_words.text(), ""), 7, tmp_path)
    assert {FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.GIVEN} <= set(seen)
    assert seen[FigureVerdict.ROUNDED] == {True} and True in seen[FigureVerdict.GIVEN]


def test_given_values_and_a_bound_that_nothing_feels_are_told_from_those_that_something_does(tmp_path: Path) -> None:
    document = source("own.txt", own_words.text(), "")
    guard = guard_of("chapter11", document)
    names = {"E₃₁", "E₁₁", "η", "d_k", "ϵ"}
    for mutant in mutants(document, guard.unchanged.figures):
        figure = guard.unchanged.figures[mutant.figure]
        of_interest = (figure.name in names and figure.verdict is FigureVerdict.GIVEN) or figure.verdict is FigureVerdict.BOUND
        if of_interest:
            found = bool(guard.new_faults(mutant, mutant.of(document))[0])
            assert found is found_by_verifying("chapter11", document, mutant, tmp_path), (figure, mutant)


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("target", "lesson", "every"),
    [
        ("chapter9", "transformer-notes.txt", 3),  # statements for all shapes, labels, headings
        ("chapter2", "transformer-notes.txt", 5),  # shapes, names
        ("card4", "lesson02.txt", 11),  # rows run together
        ("card5", "lesson02.txt", 23),  # tables
        ("card6", "lesson02.txt", 13),  # declared values
    ],
)
def test_the_published_lessons(corpus: Path, target: str, lesson: str, every: int, tmp_path: Path) -> None:
    assert agree(target, read(str(corpus / "lessons" / lesson)), every, tmp_path)


class Asked(Values):
    """Values that say when they are asked for one."""

    asked = False

    def over(self, bits: int):  # type: ignore[no-untyped-def]
        self.asked = True
        return super().over(bits)


@pytest.mark.parametrize("target", ["chapter9", "chapter11", "chapter13", "chapter14", "lesson02/card4"])
def test_a_claim_that_is_not_about_values_asks_for_none(target: str) -> None:
    for selection in resolve(target):
        for chapter in selection.chapters:
            for claim in chapter.claims():
                values = Asked(chapter.example(), {})
                if not about_values(claim, values.functions):
                    decide(claim, recorded(claim), recorded(claim), values, 12)
                    assert not values.asked, claim.id


def test_the_numbers_of_a_run_add_up_and_it_is_the_same_every_time(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text(own_words.text(), encoding="utf-8")
    one, other = (mutate(["11.3"], [DocumentGiven("notes", str(file))]) for _ in range(2))
    assert one == other
    caught, total = one.score()
    assert total - caught == sum(change.states for change in one.survivors)
    assert all(change.reason is not None for change in one.survivors)


def test_a_document_without_claims(tmp_path: Path) -> None:
    file = tmp_path / "own.md"
    file.write_text("# Sizes\n\nThere are 12 × 64 = 768 units, and 2/3 ≈ 0.67. It was 1987.\n", encoding="utf-8")
    found = mutate([str(file)], [])
    went_by = [(change.figure.printed, change.reason) for change in found.survivors]
    assert went_by == [("1987", "unaccounted")] * 2
    assert found.score() == (12, 14)


DECLARED = '[[external]]\nfrom = "The training"\nto = "days"\nsource = "its authors"\n'


def test_what_an_author_declares_is_in_force(tmp_path: Path) -> None:
    file = tmp_path / "own.md"
    file.write_text("The training took 31 days, and 12 × 64 = 768.\n", encoding="utf-8")
    (tmp_path / "own.claims.toml").write_text(DECLARED, encoding="utf-8")
    found = mutate([str(file)], [])
    assert {(change.figure.printed, change.printed, change.reason) for change in found.survivors} == {
        ("31", "30", "external"),
        ("31", "32", "external"),
    }


@pytest.mark.parametrize("form", ["html", "ipynb"])
def test_a_lesson_that_is_displayed_otherwise(form: str, tmp_path: Path) -> None:
    """The same changes are caught as in plain text, each told at its place in the file."""
    lines = own_words.text().split("\n")
    if form == "html":
        body = "\n".join(f"<p>{escape(line)}</p>" for line in lines)
        text = f"<!doctype html><html><body>\n{body}\n</body></html>\n"
    else:
        cells = [{"cell_type": "markdown", "metadata": {}, "source": [line]} for line in lines if line.strip()]
        text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, ensure_ascii=False, indent=1)
    (tmp_path / f"own.{form}").write_text(text, encoding="utf-8")
    (tmp_path / "own.txt").write_text(own_words.text(), encoding="utf-8")
    plain, other = (mutate(["11.3"], [DocumentGiven("notes", str(tmp_path / f"own.{one}"))]) for one in ("txt", form))
    assert other.score() == plain.score() and not other.unspelled
    file = source("x", text, "")
    for change in other.changes:
        assert change.figure.place is not None and change.figure.stop is not None
        start, stop = file.offset(change.figure.place), file.offset(change.figure.stop)
        assert read_number(file.text[start:stop]).value == read_number(change.figure.printed).value


EDITED = """# A model

Let d = 64 and h = 4, so each head has d/h = 64/4 = 16 dimensions, and 4 × d² = 16,384.
It is 1/3 ≈ 0.333, and twice that 0.667; softmax(0, 1) ≈ (0.269, 0.731).

| part | share |
| --- | --- |
| attention | 33.3% |
| FFN | 66.7% |
| Total | 100% |

The sum is 0.333 + 0.667 = 1.000, and √2 ≈ 1.41421; see 1.41421 again.
"""


def test_what_was_read_before_changes_nothing(tmp_path: Path) -> None:
    """Every edition surveyed with what was read of the others, and by itself."""
    document = of_source(source("own.md", EDITED, ""), Format.MARKDOWN)
    every = list(mutants(document.source, survey(document, "own.md").figures))
    assert len(every) > 40
    alone = [survey(of_source(one.of(document.source), document.format), "own.md") for one in every]
    with many_editions():
        survey(document, "own.md")
        together = [survey(of_source(one.of(document.source), document.format), "own.md") for one in every]
    assert together == alone
