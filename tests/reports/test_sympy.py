"""`explain --sympy` for every claim: what it states as expressions, or why there are none."""

from __future__ import annotations

import pytest
import sympy

from derivations.catalogue import Chapter, lessons
from derivations.prover.written_in_sympy import UNWRITTEN
from reports.layout import rendered
from reports.messages import WORDINGS
from reports.symbols import _statements, expressions, written

CHAPTERS = [(lesson.name, chapter) for lesson in lessons() for chapter in lesson.chapters if chapter.encoded]
KINDS = {*UNWRITTEN.values(), "example", "words", "declared"}


@pytest.mark.parametrize(("lesson", "chapter"), CHAPTERS, ids=lambda each: getattr(each, "number", each))
def test_a_claim_shows_an_expression_or_says_why_there_is_none(lesson: str, chapter: Chapter) -> None:
    for claim in chapter.claims():
        found, kinds = _statements(claim)
        assert found or kinds, claim.id
        assert set(kinds) <= KINDS and all(f"sympy.{kind}" in WORDINGS for kind in kinds)
        for one in found:
            assert isinstance(one.relation, sympy.core.relational.Relational) and one.shown
            assert "\n" not in "".join(written(one))
        if claim.proves and not kinds:
            assert found, claim.id


@pytest.mark.parametrize(
    "claim, expected",
    [
        ("notes.6.2.larger-scores-weigh-more", "a[j] > a[k]"),
        ("notes.7.1.variance-of-a-product", "E((-E(Y[r]) + Y[r])**2)"),
        ("notes.12.2.limit-at-zero", "Limit("),
        ("notes.10.5.weights-and-values", "Derivative("),
        ("notes.7.5.a-layer-keeps-the-order", "no relation of two expressions"),
        ("notes.11.2.V", "at given numbers"),
    ],
)
def test_every_kind_is_written_as_it_is_meant(claim: str, expected: str) -> None:
    [found] = [one for _, chapter in CHAPTERS for one in chapter.claims() if one.id == claim]
    shown = expressions([found], language="en", width=200)
    assert expected in " ".join(rendered(shown, colour=False, width=200).split())
