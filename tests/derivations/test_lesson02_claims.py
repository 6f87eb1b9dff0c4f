"""The claims of lesson 2, card by card: complete, each decided, each able to say no, and what is wrong is said."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from derivations.catalogue import PREFACE, Chapter
from derivations.claim import Claim
from derivations.example import Rows
from derivations.lesson02 import LESSON02
from derivations.pieces import JOINT, formula, given_values, recorded
from derivations.proof import idle_reasons, refusal
from derivations.statement import holds
from derivations.values import Values, values_of
from derivations.verdict import ClaimOutcome, FigureVerdict, Severity, Verdict, Verification
from lessons.check import verify

CARDS = [card for card in LESSON02.chapters if card.encoded]
CLAIMS = [(card, claim) for card in CARDS for claim in card.claims()]
by_id = pytest.mark.parametrize(("card", "claim"), CLAIMS, ids=lambda each: each.id if isinstance(each, Claim) else "")

# Statements of the lesson that do not hold as printed, with what is told of each.
WRONG: dict[str, str] = {
    "lesson02.0.last-step": "claim-refuted",
    "lesson02.1.first-word": "claim-refuted",
    "lesson02.1.longer-source": "claim-refuted",
    "lesson02.1.FFN-always": "claim-refuted",
    "lesson02.1.what-the-difference-comes-from": "claim-refuted",
    "lesson02.4.the-gradient-is-at-least-1": "claim-refuted",
    "lesson02.5.the-column-is-not-the-i-of-the-formula": "claim-refuted",
}
# Statements that hold only under a condition that the page does not state. A fair reading supplies it for the notes.
CONDITIONAL: dict[str, Severity] = {
    "lesson02.0.two-towers": Severity.WARNING,
    "lesson02.0.order": Severity.WARNING,
    "lesson02.1.question": Severity.WARNING,
    "lesson02.1.English-and-French": Severity.WARNING,
    "lesson02.1.opposite-requirements": Severity.NOTE,
    "lesson02.1.two-towers-needed": Severity.WARNING,
    "lesson02.1.interpreters": Severity.NOTE,
    "lesson02.1.one-set-of-weights": Severity.WARNING,
    "lesson02.1.learned-in-training": Severity.WARNING,
    "lesson02.1.one-tower-cannot": Severity.WARNING,
    "lesson02.1.decoder-runs": Severity.NOTE,
    "lesson02.1.total-row": Severity.WARNING,
    "lesson02.1.what-a-cache-saves": Severity.WARNING,
    "lesson02.1.one-layer-grows": Severity.NOTE,
    "lesson02.4.why-a-norm": Severity.NOTE,
    "lesson02.4.columns-of-the-first-table": Severity.NOTE,
    "lesson02.4.summary": Severity.WARNING,
    "lesson02.5.attention-has-no-notion-of-position": Severity.WARNING,
    "lesson02.5.codes-are-unique": Severity.NOTE,
    "lesson02.6.three-matrices-are-named": Severity.WARNING,
    "lesson02.6.rows-of-the-output-matrix": Severity.NOTE,
    "lesson02.6.two-tables": Severity.NOTE,
    "lesson02.6.the-model-would-swell": Severity.NOTE,
    "lesson02.2.must-the-order-be-this": Severity.WARNING,
    "lesson02.2.deeper-nets": Severity.WARNING,
    "lesson02.2.which-sentence": Severity.WARNING,
    "lesson02.2.nothing-is-lost": Severity.WARNING,
    "lesson02.2.what-is-made-up": Severity.NOTE,
    "lesson02.2.order-of-the-product": Severity.WARNING,
    "lesson02.2.output-of-the-encoder": Severity.NOTE,
    "lesson02.2.second-norm-2": Severity.NOTE,
    "lesson02.3.two-attentions": Severity.WARNING,
    "lesson02.3.source-of-Q": Severity.WARNING,
    "lesson02.3.encoder-output": Severity.NOTE,
    "lesson02.3.scores": Severity.WARNING,
    "lesson02.3.output": Severity.NOTE,
}
# Statements of the inventory that no claim decides yet.
PENDING: set[str] = set()


@cache
def verified(number: str) -> Verification:
    """A card as its claims record it, without a document."""
    return verify([f"card{number}"], [])


@cache
def outcomes(number: str) -> dict[str, ClaimOutcome]:
    """What becomes of a card's claims."""
    return {outcome.id: outcome for outcome in verified(number).claims}


@cache
def values(number: str) -> Values:
    """The card's worked example at the values that its claims record."""
    card = next(card for card in CARDS if card.number == number)
    example = card.example()
    givens: dict[str, Rows] = {}
    for claim in card.claims():
        if claim.fixes:
            givens.update(given_values(claim, recorded(claim), example.functions if example else frozenset()))
    return values_of(example, givens)


@pytest.mark.corpus
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.number)
def test_every_statement_of_the_inventory_belongs_to_exactly_one_claim(card: Chapter, corpus: Path) -> None:
    lines = (corpus / "claims" / "lesson02.jsonl").read_text(encoding="utf-8").splitlines()
    cards = {"7": "6"}  # what follows the last card is told with it
    sections = [(one["id"], one["section"].split("/")[0]) for one in map(json.loads, lines)]
    stated = [name for name, section in sections if cards.get(section, section) == card.number and name not in PENDING]
    assert sorted(name for claim in card.claims() for name in claim.inventory) == sorted(stated)


@by_id
def test_the_project_ships_no_sentence_of_the_lesson(card: Chapter, claim: Claim) -> None:
    for piece in claim.says:
        cells = piece.split(JOINT)
        longest = 14 if len(cells) == 1 else 20  # the heads of table rows are names
        assert "。" not in piece
        assert all(len(re.findall(r"[\u4e00-\u9fff]", cell)) <= longest for cell in cells), piece


def test_names_are_lawful_and_given_once() -> None:
    for card, claim in CLAIMS:
        assert re.fullmatch(rf"lesson02\.{card.number}\.[A-Za-z0-9_-]+", claim.id), claim.id
    assert len({claim.id for _, claim in CLAIMS}) == len(CLAIMS)


@by_id
def test_what_is_recorded_is_decided_as_expected(card: Chapter, claim: Claim) -> None:
    found = outcomes(card.number)[claim.id]
    assert all(step.holds for step in found.steps)
    if claim.id in WRONG:
        assert found.verdict is Verdict.REFUTED and found.severity is Severity.ERROR
        return
    assert all(line.holds for line in found.lines)
    assert all(hypothesis.needed and hypothesis.witness for hypothesis in found.hypotheses)
    if claim.id in CONDITIONAL:
        assert found.verdict is Verdict.CONDITIONAL and found.severity is CONDITIONAL[claim.id] and found.message
        return
    assert found.verdict not in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.CONDITIONAL), found.message
    assert found.severity is Severity.NONE


@by_id
def test_a_mistake_says_why_and_how_to_repair_it_in_both_languages(card: Chapter, claim: Claim) -> None:
    texts = [claim.mistake.why, claim.mistake.repair] if claim.mistake else []
    texts += [claim.condition.says, claim.condition.repair] if claim.condition else []
    texts += [claim.declared.why] if claim.declared else []
    assert all(text.en and text.zh for text in texts)
    assert (claim.mistake is None) or claim.id in WRONG


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.number)
def test_what_is_wrong_is_one_finding_each_by_the_expected_rule(card: Chapter) -> None:
    found = verified(card.number)
    wrong = {name: rule for name, rule in WRONG.items() if name.split(".")[1] == card.number}
    errors = [finding for finding in found.findings if finding.severity is Severity.ERROR]
    assert {finding.claim: finding.rule for finding in errors} == wrong
    assert len(errors) == len(wrong)
    assert FigureVerdict.UNACCOUNTED not in {figure.verdict for figure in found.figures}


@by_id
def test_false_neighbours_are_refused(card: Chapter, claim: Claim) -> None:
    """By an exact counterexample, because two shapes do not go together, or by the values of the example."""
    for text in claim.must_refuse:
        if (claim.setting or claim.proves or claim.fails) and refusal(claim, text) is not None:
            continue
        here = values(card.number)
        parsed = formula(text, here.functions)
        assert all(holds(chain, here).holds is False for chain in parsed.chains), text


@by_id
def test_no_reason_of_a_derivation_is_idle(card: Chapter, claim: Claim) -> None:
    if claim.setting or claim.proves:
        for step in claim.derivation:
            assert not idle_reasons(claim, step), step.formula


def test_a_condition_left_out_at_several_places_is_one_finding() -> None:
    found = [one for one in verify(["card0", "card1"], []).findings if one.rule == "claim-conditional"]
    told = Counter(str(one.message) for one in found)
    assert set(told.values()) == {1}
    places = {claim.id for _, claim in CLAIMS if claim.id in CONDITIONAL and claim.id.split(".")[1] in (PREFACE, "1")}
    assert len(found) < len(places)
