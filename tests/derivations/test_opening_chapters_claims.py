"""The preface and chapters 1 to 4 of the notes: what each claim ends in, and under which hypotheses."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from derivations.claim import Claim, Label
from derivations.decide import decide
from derivations.decisions import Decision
from derivations.example import Rows
from derivations.notes import NOTES
from derivations.notes.chapter03 import EXAMPLE as SIZES
from derivations.notes.chapter03 import KINDS, STEPS
from derivations.notes.sentence import FULL_STOP, PROMPT, TARGET, TOKENS
from derivations.pieces import given_values, pieces, recorded
from derivations.proof import of_text
from derivations.values import Values, values_of
from derivations.verdict import Verdict

NUMBERS = ("0", "1", "2", "3", "4")
CHAPTERS = [chapter for chapter in NOTES.chapters if chapter.number in NUMBERS]
CLAIMS = [claim for chapter in CHAPTERS for claim in chapter.claims()]
by_id = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
VALUES: dict[str, Values] = {}


def decision(claim: Claim) -> Decision:
    number = claim.section.partition(".")[0]
    if number not in VALUES:
        [chapter] = [chapter for chapter in CHAPTERS if chapter.number == number]
        example, givens = chapter.example(), dict[str, Rows]()
        for each in chapter.claims():
            if each.fixes:
                givens |= given_values(each, recorded(each), example.functions if example else frozenset())
        VALUES[number] = values_of(example, givens)
    return decide(claim, recorded(claim), recorded(claim), VALUES[number], 12)


def test_they_state_98_statements() -> None:
    assert sum(len(claim.inventory) for claim in CLAIMS) == 98


# Everything else is proved for all shapes or, where no record is stated for all shapes, decided exactly.
OTHERWISE = {
    Verdict.EMPIRICAL: {
        "notes.0.formulas-can-be-copied",
        "notes.0.what-to-read-first",
        "notes.0.abilities-are-no-theorems",
        "notes.1.3.real-tokenizers-differ",
    },
    Verdict.EXTERNAL: {"notes.0.date-of-the-edition"},
    Verdict.ILLUSTRATIVE: {"notes.1.3.no-tokenizer-was-called", "notes.4.3.made-up-percentages"},
    Verdict.CONDITIONAL: {"notes.3.1.new-parameters-before-new-weights", "notes.3.2.rows-times-matrices"},
    Verdict.DEFINITION: {
        "notes.0.parts",
        "notes.0.figures-are-constructed",
        "notes.1.1.what-is-studied",
        "notes.1.1.text-as-ids",
        "notes.1.1.conditional-probability",
        "notes.1.1.all-parameters",
        "notes.1.2.generation-goes-on",
        "notes.1.2.back-propagation-and-optimizer",
        "notes.1.2.two-paths-in-the-figure",
        "notes.1.3.sentence",
        "notes.2.1.two-ids",
        "notes.2.1.rows-of-the-embedding",
        "notes.2.1.lookup",
        "notes.2.2.positions-are-added",
        "notes.3.2.n",
        "notes.3.2.N",
        "notes.3.2.d",
        "notes.3.2.d_k-and-d_v",
        "notes.3.2.N-is-no-V",
        "notes.3.2.sizes-of-an-example",
        "notes.3.3.projections",
        "notes.3.3.scores",
        "notes.3.3.weights-and-mixture",
    },
}


@by_id
def test_what_the_claim_records_is_decided(claim: Claim) -> None:
    found = decision(claim)
    stated = Verdict.PROVED if claim.setting or claim.proves else Verdict.EXACT
    expected = next((verdict for verdict, names in OTHERWISE.items() if claim.id in names), stated)
    assert found.verdict is expected, found.message
    assert all(line.holds for line in found.lines)
    assert all(step.holds for step in found.steps)


def test_the_names_above_are_names_of_claims() -> None:
    assert set().union(*OTHERWISE.values()) <= {claim.id for claim in CLAIMS}


@pytest.mark.corpus
def test_no_number_identity_inequality_count_or_shape_ends_undecided_without_a_reason(corpus: Path) -> None:
    """Of the mathematical statements, these are definitions or givens: the lesson chooses them, and their use is checked."""
    lines = (corpus / "claims" / "notes.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = {one["id"]: one["kind"] for one in map(json.loads, lines)}
    undecided = {Verdict.DEFINITION, Verdict.EXTERNAL, Verdict.EMPIRICAL, Verdict.ILLUSTRATIVE}
    mathematical = {"numeric", "identity", "inequality", "limit", "count", "shape"}
    assert not {
        name
        for claim in CLAIMS
        for name in claim.inventory
        if kinds[name] in mathematical and decision(claim).verdict in undecided
    }


@by_id
def test_every_formula_that_is_printed_is_decided(claim: Claim) -> None:
    functions = claim.setting.functions | {"mean"} if claim.setting else frozenset({"mean"})
    for piece in pieces(claim.says, functions):
        if piece.formula is not None:
            assert of_text(claim, piece.text) or claim.fixes, piece.text
    assert not claim.assumes


def test_the_hypotheses_are_these() -> None:
    """Where the whole model is meant, its LayerNorms need a positive ε (§8.4)."""
    found = {claim.id: [hypothesis.name for hypothesis in decision(claim).hypotheses] for claim in CLAIMS}
    whole_model = {claim.id for claim in CLAIMS if any(getattr(record, "layers", None) for record in claim.proves)}
    assert len(whole_model) == 7
    assert {name: names for name, names in found.items() if names} == {
        **{name: ["ε > 0"] for name in whole_model},
        "notes.3.1.new-parameters-before-new-weights": ["X_new = X", "W_{Q,new} = W_Q", "W_{K,new} = W_K"],
        "notes.4.2.layers-wait-for-each-other": ["j ≤ i"],
    }


def test_the_conditions_that_the_lesson_leaves_out_go_without_saying() -> None:
    first, second = (decision(claim) for claim in CLAIMS if claim.unstated or claim.condition)
    assert first.fair and first.message is not None and first.message.key == "needs-hypothesis-fairly-read"
    assert first.message.values["hypothesis"] == "X_new = X"
    assert second.fair and second.message is not None and second.message.key == "needs-condition-fairly-read"


# Claims that state no false neighbour: what they say is no mathematics, fixes a word, or is settled by reading the document.
WITHOUT_NEIGHBOUR = {
    "notes.0.formulas-can-be-copied",
    "notes.0.date-of-the-edition",
    "notes.0.sixteen-questions",
    "notes.0.what-to-read-first",
    "notes.0.figures-are-constructed",
    "notes.0.abilities-are-no-theorems",
    "notes.1.1.what-is-studied",
    "notes.1.1.all-parameters",
    "notes.1.2.generation-goes-on",
    "notes.1.2.back-propagation-and-optimizer",
    "notes.1.2.two-paths-in-the-figure",
    "notes.1.3.sentence",
    "notes.1.3.real-tokenizers-differ",
    "notes.1.3.no-tokenizer-was-called",
    "notes.3.2.n",
    "notes.3.2.N",
    "notes.3.2.d",
    "notes.3.2.d_k-and-d_v",
}


@by_id
def test_every_claim_that_could_be_false_names_a_false_neighbour(claim: Claim) -> None:
    assert bool(claim.must_refuse or claim.fails) is (claim.id not in WITHOUT_NEIGHBOUR)


def test_what_fails_in_general_comes_with_a_counterexample() -> None:
    shown = {claim.id: [line.left for line in decision(claim).lines if line.left.startswith("¬")] for claim in CLAIMS}
    assert sum(map(len, shown.values())) == sum(len(claim.fails) for claim in CLAIMS) >= 15
    assert all(" = " in line.partition("   (")[2] for lines in shown.values() for line in lines)


def test_a_mask_in_the_last_layer_alone_leaks() -> None:
    """By hand: two positions, every weight 1. z₁ = y₁ = x₁ + x₂ without a mask in the first layer, and x₁ with one."""
    weights = [[Fraction(1)] * 2] * 2

    def mixed(weights: list[list[Fraction]], x: list[Fraction], *, masked: bool) -> list[Fraction]:
        return [
            sum((w * x[j] for j, w in enumerate(row) if j <= i or not masked), Fraction(0)) for i, row in enumerate(weights)
        ]

    for masked, differs in ((False, True), (True, False)):
        runs = [mixed(weights, mixed(weights, [Fraction(1), x], masked=masked), masked=True) for x in map(Fraction, (1, 2))]
        assert (runs[0][0] != runs[1][0]) is differs


def test_positions_of_the_sentence() -> None:
    assert "".join(TOKENS).index("黑便") == sum(len(token) for token in TOKENS[: TARGET - 1])
    assert (PROMPT, TARGET, FULL_STOP, len(TOKENS)) == (5, 6, 7, 7)


def test_the_parts_are_all_chapters_in_order() -> None:
    [claim] = [claim for claim in CLAIMS if claim.id == "notes.0.parts"]
    printed = [int(figure.value) for figure in recorded(claim)]
    parts = [*zip(printed[:-1:2], printed[1:-1:2], strict=True), (printed[-1], printed[-1])]
    assert [k for first, last in parts for k in range(first, last + 1)] == list(range(1, 15))
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(parts))


@pytest.mark.corpus
def test_of_the_chapters_to_read_first_only_one_section_prints_a_partial_derivative(corpus: Path) -> None:
    from lessons.outline import outline
    from lessons.source import read

    document = read(str(corpus / "lessons" / "transformer-notes.txt"))
    sections = {number: heading for number, heading in outline(document).items() if "." in number}
    first = {str(chapter) for chapter in (*range(1, 9), 12)}
    found = {number for number, heading in sections.items() if r"\partial" in document.text[heading.start : heading.end]}
    assert {number for number in found if number.partition(".")[0] in first} == {"7.3"}


def test_the_first_table_names_each_object_once() -> None:
    named = [name for names in KINDS.values() for name in names]
    assert len(set(named)) == len(named)
    made = {line.partition(" ")[0] for line in STEPS.forward}
    assert made == {*KINDS["projections"], *KINDS["scores and weights"], "Z"}
    assert set(KINDS["parameters"]) & set(STEPS.shapes) == {"W_Q", "W_K", "W_V", "U"}


def test_steps_are_counted_along_what_reads_what() -> None:
    """By hand: Q, K, V read the input; S reads Q and K; A reads S; Z reads A and V."""
    assert {name: SIZES.letters[f"step_{name}"] for name in "QKVSAZ"} == dict(zip("QKVSAZ", "111234", strict=True))


def test_labels_are_few_and_named() -> None:
    labels = {claim.id for claim in CLAIMS for reading in (claim.reads or {}).values() if isinstance(reading, Label)}
    rows = {claim.id for claim in CLAIMS if claim.id.startswith("notes.4.1.row-")}
    assert labels == rows | {
        "notes.0.date-of-the-edition",
        "notes.0.what-to-read-first",
        "notes.1.2.two-paths-in-the-figure",
        "notes.2.2.positions-are-added",
        "notes.2.3.gradients-are-added-to-the-row",
        "notes.2.3.coordinates-have-no-labels",
    }
