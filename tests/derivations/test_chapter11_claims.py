"""The claims of chapter 11: complete, lawfully named, each able to say no."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from derivations.claim import Claim, Value
from derivations.decide import decide
from derivations.notes import NOTES
from derivations.notes.chapter11 import CLAIMS, EXAMPLE
from derivations.pieces import formula, given_values, recorded
from derivations.statement import holds
from derivations.values import Values
from derivations.verdict import Verdict
from numeric.fields.ball import Ball
from numeric.fields.mpf import Mpf

GIVENS = {name: rows for claim in CLAIMS if claim.fixes for name, rows in
          given_values(claim, recorded(claim), EXAMPLE.functions).items()}  # fmt: skip
VALUES = Values(EXAMPLE, GIVENS)
by_id = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)


def test_the_givens_of_the_example_are_all_fixed_by_claims() -> None:
    assert set(GIVENS) == set(EXAMPLE.givens)


@pytest.mark.corpus
def test_every_statement_of_the_inventory_belongs_to_exactly_one_claim(corpus: Path) -> None:
    lines = (corpus / "claims" / "notes.jsonl").read_text(encoding="utf-8").splitlines()
    stated = [statement["id"] for statement in map(json.loads, lines) if statement["section"].startswith("11.")]
    claimed = [name for claim in CLAIMS for name in claim.inventory]
    assert len(stated) > 100
    assert sorted(claimed) == sorted(stated)


@pytest.mark.corpus
def test_the_project_ships_no_sentence_of_the_lesson(notes: Path) -> None:
    """Keywords, formulas and figures only: nothing that ends in a full stop, no more than a dozen characters."""
    for claim in CLAIMS:
        for piece in claim.says:
            assert "。" not in piece
            assert len(re.findall(r"[\u4e00-\u9fff]", piece)) <= 12, piece


@by_id
def test_names_are_lawful_and_sections_exist(claim: Claim) -> None:
    assert re.fullmatch(r"notes\.11\.[1-7]\.[A-Za-z0-9_-]+", claim.id)
    chapter = NOTES.chapter("11")
    assert chapter is not None
    assert claim.section in {section.number for section in chapter.sections}
    assert claim.inventory


def test_names_are_given_once() -> None:
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)


@by_id
def test_what_the_claim_records_is_true(claim: Claim) -> None:
    decision = decide(claim, recorded(claim), recorded(claim), VALUES, 12)
    assert decision.verdict not in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.CONDITIONAL)
    assert all(step.holds for step in decision.steps)


@by_id
def test_false_neighbours_are_refused(claim: Claim) -> None:
    for text in claim.must_refuse:
        for chain in formula(text, EXAMPLE.functions).chains:
            assert holds(chain, VALUES).holds is False, text


# Claims that state no false neighbour: they fix a value, print only figures (each is changed in
# tests/lessons/test_figures_changed.py), or are settled by reading.
WITHOUT_NEIGHBOUR = re.compile(
    r"model-boundary|whole-structure|nothing-follows|E$|W_Q$|W_K$|W_V-and-W_O$|U$|no-language|not-an-unexplained|"
    r"chapter-10|equality-is-an-accident|learning-rate|central-difference|difference-to-the|companion|six-decimals"
)


@by_id
def test_every_claim_that_could_be_false_names_a_false_neighbour(claim: Claim) -> None:
    assert claim.must_refuse or WITHOUT_NEIGHBOUR.search(claim.id)


# A number, identity, inequality or count may end as a definition or outside mathematics only for a written reason.
DECLARED = {
    "notes.11.1.model-boundary": Verdict.DEFINITION,
    "notes.11.1.nothing-follows-for-large-models": Verdict.EMPIRICAL,
    "notes.11.1.training-sample": Verdict.DEFINITION,
    "notes.11.1.sizes": Verdict.DEFINITION,
    "notes.11.1.untied-without-bias": Verdict.DEFINITION,
    "notes.11.2.no-language-knowledge": Verdict.EMPIRICAL,
    "notes.11.7.companion-files": Verdict.EXTERNAL,
}


def test_the_declared_verdicts_are_few_and_these() -> None:
    assert {claim.id: claim.declared.verdict for claim in CLAIMS if claim.declared} == DECLARED


def test_equal_gradients_are_an_accident_of_the_initial_values() -> None:
    """The witness of §11.5 is needed: at the printed values the statement of the witness is false."""
    [claim] = [claim for claim in CLAIMS if claim.elsewhere]
    for text in claim.elsewhere[0].means:
        assert holds(formula(text, EXAMPLE.functions).chains[0], VALUES).holds is False


def test_the_printed_products_of_section_4_round_the_same_from_the_printed_operands() -> None:
    [claim] = [claim for claim in CLAIMS if claim.id.endswith("score-gradient-first-entry")]
    decision = decide(claim, recorded(claim), recorded(claim), VALUES, 12)
    assert [figure.verdict.value for figure in decision.figures] == ["structural", "rounded", "rounded", "rounded", "rounded"]


def test_plain_mpmath_the_exact_field_and_the_enclosures_agree_on_every_letter() -> None:
    """Every value of the chapter at 50 digits of mpmath lies in the ball around the exact number and in the enclosure."""
    mpf, ball = Mpf(50), Ball(160)
    scopes = {field.name: EXAMPLE.scope(field, GIVENS) for field in (mpf, ball)}
    _, exact = VALUES.over(0)
    letters = [name for name in exact if not callable(exact[name]) and name not in ("S", "gap")]
    assert {"p", "L_new", "bar(W)_Q", "E_new", "a_21,new", "L_Ufirst"} <= set(letters)
    for name in letters:
        values = [scope[name] for scope in (scopes[mpf.name], scopes[ball.name], exact)]
        rows = [value.rows() if hasattr(value, "rows") else [[value]] for value in values]
        for by_mpf, by_ball, by_exact in zip(*([n for row in each for n in row] for each in rows), strict=True):
            enclosure = by_exact.enclosure(160)
            assert by_ball.overlaps(enclosure), name
            assert abs(by_ball - _as_ball(by_mpf, ball)) < ball.num("1e-45"), name


def _as_ball(number: object, field: Ball) -> object:
    """An mpf as the exact dyadic number it is."""
    sign, mantissa, exponent, _ = number._mpf_  # type: ignore[attr-defined]
    with field.working():
        size = field.num(int(mantissa)) * field.num(2) ** int(exponent)
        return -size if sign else size


@by_id
def test_a_figure_reads_as_an_expression_that_has_a_value(claim: Claim) -> None:
    for index, reading in (claim.reads or {}).items():
        assert index < len(recorded(claim))
        if isinstance(reading, Value):
            assert formula(reading.expression, EXAMPLE.functions).chains
