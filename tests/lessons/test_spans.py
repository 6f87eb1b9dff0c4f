"""A figure and a claim know where they begin and where they stop: what stands between is the author's own spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.verdict import Place, Verification
from lessons.check import DocumentGiven, verify
from lessons.source import Source, read
from numeric.written import read as written

SPELLINGS = "# A row\n\n| a | b |\n|---|---|\n| −0.25 | 1,024 |\n\n$3 \\times 0.5 = 1{,}5$ and 2¹² = 4096, **0.75**, ０．５.\n"


def between(source: Source, first: Place, stop: Place) -> str:
    start, end = (source.line_starts[place.line - 1] + place.column - 1 for place in (first, stop))
    return source.text[start:end]


def spans(found: Verification, source: Source) -> list[tuple[str, str]]:
    return [
        (figure.printed, between(source, figure.place, figure.stop))
        for figure in found.figures
        if figure.place is not None and figure.stop is not None
    ]


def test_what_stands_between_reads_as_the_figure(tmp_path: Path) -> None:
    file = tmp_path / "row.md"
    file.write_text(SPELLINGS, encoding="utf-8")
    pairs = spans(verify([str(file)], []), read(str(file)))
    assert len(pairs) >= 8
    for printed, spelled in pairs:
        assert written(printed).value == written(spelled.translate(RAISED)).value, (printed, spelled)


RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.mark.corpus
@pytest.mark.parametrize(("lesson", "target"), [("transformer-notes", "chapter11"), ("lesson02", "card5")])
def test_the_figures_and_claims_of_a_lesson_end_where_they_are_printed(corpus: Path, lesson: str, target: str) -> None:
    path = corpus / "lessons" / f"{lesson}.txt"
    found, source = verify([target], [DocumentGiven(None, str(path))]), read(str(path))
    pairs = spans(found, source)
    assert len(pairs) == len(found.figures)
    for printed, spelled in pairs:
        assert printed == spelled.translate(RAISED)
    for claim in found.claims:
        assert len(claim.stops) == len(claim.places)
        for first, stop in zip(claim.places, claim.stops, strict=True):
            assert between(source, first, stop).strip()
