"""The claims of all chapters of the notes: complete, decided, able to say no. Chapters may have tests of their own."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from derivations.catalogue import Chapter
from derivations.claim import Claim
from derivations.decide import decide
from derivations.decisions import Decision
from derivations.example import Rows
from derivations.notes import NOTES
from derivations.pieces import formula, given_values, recorded
from derivations.proof import idle_reasons, refusal
from derivations.statement import holds
from derivations.values import Values, values_of
from derivations.verdict import Verdict

CHAPTERS = [chapter for chapter in NOTES.chapters if chapter.encoded]
CLAIMS = [(chapter, claim) for chapter in CHAPTERS for claim in chapter.claims()]
by_id = pytest.mark.parametrize(("chapter", "claim"), CLAIMS, ids=lambda each: each.id if isinstance(each, Claim) else "")

# Statements of the notes that do not hold as printed: what is wrong with each is told by its finding.
WRONG: set[str] = set()


@cache
def values(number: str) -> Values:
    """The chapter's worked example at the values that the claims record."""
    chapter = _chapter(number)
    example = chapter.example()
    givens: dict[str, Rows] = {}
    for claim in chapter.claims():
        if claim.fixes:
            givens.update(given_values(claim, recorded(claim), example.functions if example else frozenset()))
    return values_of(example, givens)


def decision(chapter: Chapter, claim: Claim) -> Decision:
    return decide(claim, recorded(claim), recorded(claim), values(chapter.number), 12)


def _chapter(number: str) -> Chapter:
    found = NOTES.chapter(number)
    assert found is not None
    return found


@pytest.mark.corpus
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.number)
def test_every_statement_of_the_inventory_belongs_to_exactly_one_claim(chapter: Chapter, corpus: Path) -> None:
    lines = (corpus / "claims" / "notes.jsonl").read_text(encoding="utf-8").splitlines()
    statements = map(json.loads, lines)
    stated = [one["id"] for one in statements if one["section"].split(".")[0].split("/")[0] == chapter.number]
    assert sorted(name for claim in chapter.claims() for name in claim.inventory) == sorted(stated)


@by_id
def test_the_project_ships_no_sentence_of_the_lesson(chapter: Chapter, claim: Claim) -> None:
    for piece in claim.says:
        assert "。" not in piece.removesuffix(", 。)")  # of a list of tokens it is one
        assert len(re.findall(r"[\u4e00-\u9fff]", piece)) <= 14, piece


def test_names_are_lawful_and_given_once() -> None:
    for chapter, claim in CLAIMS:
        assert re.fullmatch(r"notes\.[0-9]+(\.[0-9]+)?\.[A-Za-z0-9_-]+", claim.id), claim.id
        assert claim.section in {chapter.number, *(section.number for section in chapter.sections)}, claim.id
    assert len({claim.id for _, claim in CLAIMS}) == len(CLAIMS)


@by_id
def test_what_is_recorded_is_decided_and_holds(chapter: Chapter, claim: Claim) -> None:
    found = decision(chapter, claim)
    if claim.id in WRONG:
        assert found.verdict is Verdict.REFUTED and found.message
        return
    assert found.verdict not in (Verdict.REFUTED, Verdict.UNDECIDED), found.message
    assert all(step.holds for step in found.steps)
    assert all(line.holds for line in found.lines)
    assert all(hypothesis.needed and hypothesis.witness for hypothesis in found.hypotheses)
    assert bool(found.hypotheses) == bool(found.evidence.instance)


@by_id
def test_false_neighbours_are_refused(chapter: Chapter, claim: Claim) -> None:
    """By an exact counterexample, because two shapes do not go together, or by the values of the example."""
    for text in claim.must_refuse:
        if claim.setting or claim.proves or claim.fails:
            assert refusal(claim, text) is not None, text
        else:
            here = values(chapter.number)
            parsed = formula(text, here.functions)
            assert all(holds(chain, here).holds is False for chain in parsed.chains), text


@by_id
def test_no_reason_of_a_derivation_is_idle(chapter: Chapter, claim: Claim) -> None:
    if claim.setting or claim.proves:
        for step in claim.derivation:
            assert not idle_reasons(claim, step), step.formula


@by_id
def test_what_is_not_decided_says_why(chapter: Chapter, claim: Claim) -> None:
    if claim.declared is not None:
        assert claim.declared.why.en and claim.declared.why.zh
