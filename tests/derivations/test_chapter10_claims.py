"""The claims of chapter 10: complete, each proved for all shapes from what is printed, each able to say no."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from derivations.claim import Claim
from derivations.decide import decide
from derivations.decisions import Decision
from derivations.formula.pretty import pretty
from derivations.notes import NOTES
from derivations.notes.chapter10 import CLAIMS
from derivations.notes.chapter10.block import BLOCK
from derivations.pieces import formula, recorded
from derivations.proof import decided, idle_reasons, of_text, refusal
from derivations.prover.statements import Writing
from derivations.statement import holds
from derivations.values import Values
from derivations.verdict import Verdict

VALUES = Values(None, {})
by_id = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
FOR_ALL_SHAPES = [claim for claim in CLAIMS if claim.setting or claim.proves or claim.fails]


def decision(claim: Claim) -> Decision:
    return decide(claim, recorded(claim), recorded(claim), VALUES, 12)


@pytest.mark.corpus
def test_every_statement_of_the_inventory_belongs_to_exactly_one_claim(corpus: Path) -> None:
    lines = (corpus / "claims" / "notes.jsonl").read_text(encoding="utf-8").splitlines()
    stated = {statement["id"] for statement in map(json.loads, lines) if statement["section"].startswith("10.")}
    claimed = [name for claim in CLAIMS for name in claim.inventory]
    assert len(stated) == 64
    assert sorted(claimed) == sorted(stated)


@by_id
def test_the_project_ships_no_sentence_of_the_lesson(claim: Claim) -> None:
    for piece in claim.says:
        assert "。" not in piece
        assert len(re.findall(r"[\u4e00-\u9fff]", piece)) <= 12, piece


@by_id
def test_names_are_lawful_and_sections_exist(claim: Claim) -> None:
    assert re.fullmatch(r"notes\.10\.[1-9]\.[A-Za-z0-9_-]+", claim.id)
    chapter = NOTES.chapter("10")
    assert chapter is not None
    assert claim.section in {section.number for section in chapter.sections}
    assert claim.inventory


def test_names_are_given_once() -> None:
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)


# What a claim that is not proved for all shapes ends in, and why that is right: notation that the section introduces, a fact of
# software, a witness that is a number, a condition that the page leaves out.
OTHERWISE = {
    "notes.10.1.differentiable-loss": Verdict.DEFINITION,
    "notes.10.1.finite-steps-need-not-descend": Verdict.EXACT,
    "notes.10.1.what-back-propagation-is": Verdict.DEFINITION,
    "notes.10.1.branches-in-the-figure": Verdict.DEFINITION,
    "notes.10.2.gradient-of-a-matrix": Verdict.DEFINITION,
    "notes.10.2.no-quotient-of-matrices": Verdict.DEFINITION,
    "notes.10.3.signs-of-the-gradient": Verdict.CONDITIONAL,
    "notes.10.3.independent-logits": Verdict.CONDITIONAL,
    "notes.10.3.logits-share-parameters": Verdict.CERTIFIED,
    "notes.10.5.one-head-first": Verdict.DEFINITION,
    "notes.10.8.automatic-differentiation": Verdict.EXTERNAL,
}


@by_id
def test_what_the_claim_records_is_proved(claim: Claim) -> None:
    found = decision(claim)
    assert found.verdict is OTHERWISE.get(claim.id, Verdict.PROVED), found.message
    assert all(step.holds for step in found.steps)
    assert all(line.holds for line in found.lines)


def test_forty_and_more_statements_are_proved() -> None:
    lines = [line for claim in FOR_ALL_SHAPES for line in decision(claim).lines if not line.left.startswith("¬")]
    assert len(lines) >= 60
    assert {line.holds for line in lines} == {True}


@by_id
def test_every_formula_that_is_printed_is_decided(claim: Claim) -> None:
    """A formula is stated for all shapes, is said to fail, is assumed, or is about numbers alone: none is passed over."""
    from derivations.pieces import pieces

    functions = claim.setting.functions | {"mean"} if claim.setting else frozenset({"mean"})
    for piece in pieces(claim.says, functions):
        if piece.formula is not None:
            fails = any(record.formula == piece.text for record in claim.fails)
            assert of_text(claim, piece.text) or fails or piece.text in claim.assumes


@by_id
def test_what_is_assumed_is_a_hypothesis_or_a_notation(claim: Claim) -> None:
    names = {name for record in claim.proves for name in record.hypotheses}
    for text in claim.assumes:
        notation = claim.declared is not None and claim.declared.verdict is Verdict.DEFINITION
        assert notation or pretty(formula(text)) in names


@by_id
def test_hypotheses_are_needed_and_can_be_met(claim: Claim) -> None:
    found = decision(claim)
    assert all(hypothesis.needed and hypothesis.witness for hypothesis in found.hypotheses)
    assert bool(found.hypotheses) == bool(found.evidence.instance)


def test_the_hypotheses_are_these() -> None:
    found = {claim.id: [hypothesis.name for hypothesis in decision(claim).hypotheses] for claim in FOR_ALL_SHAPES}
    assert {name: names for name, names in found.items() if names} == {
        "notes.10.1.small-steps-descend": ["g ≠ 0"],
        "notes.10.3.signs-of-the-gradient": ["N ≥ 2", "j ≠ y", "unique maximum"],
        "notes.10.3.independent-logits": ["j ≠ y", "η > 0", "N ≥ 2"],
        "notes.10.5.one-head-first": ["J_i ≠ ∅"],
        "notes.10.6.softmax-over-the-allowed": ["J_i ≠ ∅"],
        "notes.10.6.forbidden-positions": ["J_i ≠ ∅"],
        "notes.10.6.own-effect-less-the-mean": ["J_i ≠ ∅"],
        "notes.10.8.layer-norm": ["ε > 0"],
        "notes.10.8.scale-and-shift": ["ε > 0"],
        "notes.10.8.no-unit-variance-needed": ["ε > 0"],
        "notes.10.8.differentials": ["ε > 0"],
        "notes.10.8.the-rules-cover-the-network": ["ε > 0", "J_i ≠ ∅", "I ≠ ∅"],
    }


def test_every_node_and_every_parameter_of_a_block_has_its_rule() -> None:
    """All but the output, whose gradient is given."""
    writing = Writing(BLOCK)
    [claim] = [claim for claim in CLAIMS if claim.setting is BLOCK]
    ruled = {writing.variable(chain.sides[0]) for text in claim.means for chain in writing.parsed(text)}
    parameters = {name for name in BLOCK.shapes if name not in ("X", "ε")}
    assert len(parameters) == 12
    assert ruled == {node.of for node in writing.nodes} - {"Y"} | parameters | {"X"}
    assert len(claim.means) == len(ruled)


def test_the_rules_compose_to_the_gradient_of_any_number_of_layers() -> None:
    """With U of its own and with U = Eᵀ; a rule with a slip is refuted by a model that is written out."""
    [claim] = [claim for claim in CLAIMS if claim.setting is BLOCK]
    whole = [line for line in decision(claim).lines if line.left.startswith("dL = ")]
    assert len(whole) == len(claim.proves) == 2
    assert all(line.holds for line in whole)
    untied = claim.proves[0]
    wrong = untied.formula.replace(r"\bar{M} = \bar{B} W_{1}^{T}", r"\bar{M} = 2 \bar{B} W_{1}^{T}")
    assert wrong != untied.formula
    [statement] = decided(replace(untied, formula=wrong))
    assert statement.holds is False and statement.counterexample


SHAPES = re.compile(r"×|runs over|an index of|no index")


@by_id
def test_false_neighbours_are_refused(claim: Claim) -> None:
    """By an exact counterexample, or because two shapes that the refusal names do not go together."""
    for text in claim.must_refuse:
        if claim in FOR_ALL_SHAPES:
            why = refusal(claim, text)
            assert why is not None and ("≠" in why or ";" in why or SHAPES.search(why)), text
        else:
            assert all(holds(chain, VALUES).holds is False for chain in formula(text).chains), text


# Claims that state no false neighbour: they fix a notation, name a drawing, or tell of software.
WITHOUT_NEIGHBOUR = {name for name, verdict in OTHERWISE.items() if verdict in (Verdict.DEFINITION, Verdict.EXTERNAL)}


@by_id
def test_every_claim_that_could_be_false_names_a_false_neighbour(claim: Claim) -> None:
    assert claim.must_refuse or claim.id in WITHOUT_NEIGHBOUR


@by_id
def test_no_reason_of_a_derivation_is_idle(claim: Claim) -> None:
    for step in claim.derivation:
        assert not idle_reasons(claim, step), step.formula


def test_the_rule_for_a_residual_module_fails_for_a_block_with_a_norm() -> None:
    [claim] = [claim for claim in CLAIMS if claim.id.endswith("not-the-gradient-of-a-whole-block")]
    [line] = [line for line in decision(claim).lines if line.left.startswith("¬")]
    assert line.holds and "n = 1" in line.left
