"""Chapters 12 to 14 of the notes: what each claim ends in, under which hypotheses, and that their examples are right."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.citing_values import CitingValues
from derivations.claim import Claim, Label
from derivations.decide import decide
from derivations.decisions import Decision
from derivations.example import ExampleImpossible, Rows
from derivations.notes import NOTES
from derivations.notes.chapter12 import GREEDY
from derivations.notes.sentence import TOKENS
from derivations.pieces import formula, given_values, pieces, recorded
from derivations.proof import of_text
from derivations.values import EXACT, Values, values_of
from derivations.verdict import Verdict
from numeric.fields.exact import Exact
from numeric.generation.sequence import GREEDY_IS_NOT_BEST, greedy_and_best

NUMBERS = ("12", "13", "14")
CHAPTERS = [chapter for chapter in NOTES.chapters if chapter.number in NUMBERS]
CLAIMS = [claim for chapter in CHAPTERS for claim in chapter.claims()]
by_id = pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
VALUES: dict[str, Values] = {}


def values(number: str) -> Values:
    if number not in VALUES:
        [chapter] = [chapter for chapter in CHAPTERS if chapter.number == number]
        example, givens = chapter.example(), dict[str, Rows]()
        for each in chapter.claims():
            if each.fixes:
                givens |= given_values(each, recorded(each), example.functions if example else frozenset())
        VALUES[number] = values_of(example, givens)
    return VALUES[number]


def decision(claim: Claim) -> Decision:
    return decide(claim, recorded(claim), recorded(claim), values(claim.section.partition(".")[0]), 12)


def test_they_state_91_statements() -> None:
    assert sum(len(claim.inventory) for claim in CLAIMS) == 91


# Everything else is proved for all shapes or, where nothing is stated for all shapes, decided exactly or by an enclosure.
OTHERWISE = {
    Verdict.EMPIRICAL: {
        "notes.12.3.chat",
        "notes.13.2.where-features-come-from",
        "notes.13.3.nothing-was-measured",
        "notes.14.4.nothing-was-trained",
    },
    Verdict.EXTERNAL: {
        "notes.14.4.attention",
        "notes.14.4.language-models",
        "notes.14.4.layer-normalization",
        "notes.14.4.rotary-positions",
        "notes.14.4.bidirectional-encoders",
        "notes.14.4.shared-matrices",
    },
    Verdict.DEFINITION: {
        "notes.13.1.one-head-without-rotation",
        "notes.13.4.what-the-text-can-establish",
        "notes.14.1.order-of-the-questions",
        "notes.14.1.question-3",
        "notes.14.2.three-kinds-of-learning",
        "notes.14.3.sizes-of-exercise-1",
        "notes.14.3.scores-of-exercise-2",
        "notes.14.4.what-is-presupposed",
    },
}


@by_id
def test_what_the_claim_records_is_decided(claim: Claim) -> None:
    found = decision(claim)
    stated = {Verdict.PROVED} if claim.setting or claim.proves else {Verdict.EXACT, Verdict.CERTIFIED}
    expected = next(({verdict} for verdict, names in OTHERWISE.items() if claim.id in names), stated)
    assert found.verdict in expected, found.message
    assert all(line.holds for line in found.lines)
    assert all(step.holds for step in found.steps)


def test_the_names_above_are_names_of_claims() -> None:
    assert set().union(*OTHERWISE.values()) <= {claim.id for claim in CLAIMS}


@pytest.mark.corpus
def test_no_number_identity_inequality_limit_count_or_shape_is_only_declared(corpus: Path) -> None:
    lines = (corpus / "claims" / "notes.jsonl").read_text(encoding="utf-8").splitlines()
    kinds = {one["id"]: one["kind"] for one in map(json.loads, lines)}
    mathematical = {"numeric", "identity", "inequality", "limit", "count", "shape"}
    declared = set().union(*OTHERWISE.values())
    assert not {name for claim in CLAIMS for name in claim.inventory if kinds[name] in mathematical and claim.id in declared}


@by_id
def test_every_formula_that_is_printed_is_decided(claim: Claim) -> None:
    functions = claim.setting.functions | {"mean"} if claim.setting else frozenset({"mean"})
    names = {name for record in claim.proves for name in record.hypotheses}
    for piece in pieces(claim.says, functions):
        if piece.formula is not None:
            assert of_text(claim, piece.text) or claim.fixes or piece.text in claim.assumes, piece.text
    assert set(claim.assumes) <= names


def test_the_hypotheses_are_these() -> None:
    found = {claim.id: [hypothesis.name for hypothesis in decision(claim).hypotheses] for claim in CLAIMS}
    assert {name: names for name, names in found.items() if names} == {
        "notes.12.1.the-last-row-goes-on": ["ε > 0"],
        "notes.12.1.the-prefix-is-not-stored": ["j ≤ i"],
        "notes.12.1.history-can-still-be-read": ["j ≤ i", "ε > 0"],
        "notes.12.2.greedy": ["greatest score"],
        "notes.12.2.temperature": ["unique maximum", "T > 0"],
        "notes.12.2.sharper-and-flatter": ["T > 0", "larger score"],
        "notes.12.2.limit-at-zero": ["unique maximum", "the largest", "the others", "J ≠ ∅"],
        "notes.12.2.truncation": ["J_i ≠ ∅"],
        "notes.12.3.five-positions": ["ε > 0"],
        "notes.12.4.old-keys-and-values-stay": ["ε > 0"],
        "notes.12.4.a-cache-for-every-layer": ["ε > 0"],
        "notes.12.4.earlier-rows-have-been-used": ["j ≤ i"],
        "notes.12.4.memory-for-fewer-computations": ["j ≤ i"],
        "notes.14.1.variance-and-standard-deviation": ["zero mean", "unit variance", "independence"],
        "notes.14.3.multiplying-by-a-constant": ["t > 0"],
        "notes.14.3.ties": ["the largest", "the others", "J ≠ ∅"],
        "notes.14.3.no-detour-for-the-future": ["ε > 0"],
    }


# Claims that state no false neighbour: what they say is no mathematics, fixes a word, cites, or is itself that something fails.
WITHOUT_NEIGHBOUR = {
    *OTHERWISE[Verdict.EMPIRICAL],
    *OTHERWISE[Verdict.EXTERNAL],
    "notes.12.1.the-last-row-goes-on",
    "notes.12.3.five-positions",
    "notes.12.4.old-keys-and-values-stay",
    "notes.12.4.what-makes-a-cache-invalid",
    "notes.13.1.one-head-without-rotation",
    "notes.13.4.what-the-text-can-establish",
    "notes.14.1.order-of-the-questions",
    "notes.14.2.three-kinds-of-learning",
    "notes.14.3.no-detour-for-the-future",
    "notes.14.3.question-of-exercise-5",
    "notes.14.4.sixteen-questions",
    "notes.14.4.what-is-presupposed",
    *(f"notes.14.1.question-{number}" for number in range(1, 17) if number != 3),
}


@by_id
def test_every_claim_that_could_be_false_names_a_false_neighbour(claim: Claim) -> None:
    assert bool(claim.must_refuse) is (claim.id not in WITHOUT_NEIGHBOUR)


def test_what_fails_in_general_comes_with_a_counterexample() -> None:
    shown = [line.left for claim in CLAIMS for line in decision(claim).lines if line.left.startswith("¬")]
    assert len(shown) == sum(len(claim.fails) for claim in CLAIMS) >= 28
    assert all(" = " in line.partition("   (")[2] for line in shown)


def test_greedy_decoding_misses_the_best_output_of_the_same_table() -> None:
    """The table that the generation code searches in full is the one of the claim."""
    table = {(): ("1", "2"), (1,): ("11", "12"), (2,): ("21", "22")}
    assert {
        beginning: tuple(Fraction(GREEDY[f"p_{index}"].replace(" ", "")) for index in row) for beginning, row in table.items()
    } == {beginning: tuple(Fraction(p) for p in row) for beginning, row in GREEDY_IS_NOT_BEST.items()}
    found = greedy_and_best(GREEDY_IS_NOT_BEST)
    assert (found.greedy, found.best) == ((1, 1), ((2, 1),))
    assert (found.greedy_probability, found.best_probability) == (Fraction(33, 100), Fraction(38, 100))


def test_the_sentence_has_seven_tokens_and_thirteen_characters() -> None:
    assert (len(TOKENS), [len(token) for token in TOKENS]) == (7, [2, 2, 3, 1, 2, 2, 1])  # 2+2+3+1+2+2+1 = 13
    assert values("12").entries(formula("c").chains[0].sides[0], (), EXACT)[0][0].rational() == 13


def test_entropy_grows_with_the_temperature_at_a_rate_found_by_hand() -> None:
    """Two scores 0 and ℓ: H = ln(1 + x) − (x/(1 + x)) ln x with x = e^{ℓ/T}; dH/dT = (ℓ²/T³) x/(1 + x)², which is v/T³."""
    from mpmath import diff, exp, ln, mp, mpf

    with mp.workdps(30):
        score = mpf(2)

        def entropy(T: object) -> object:
            x = exp(score / T)
            return ln(1 + x) - x / (1 + x) * ln(x)

        x = exp(score / 3)
        v = score**2 * x / (1 + x) ** 2
        assert abs(diff(entropy, 3) - v / 27) < mpf(10) ** -12


def test_one_head_is_neither_additive_nor_homogeneous_by_hand() -> None:
    """n = 2, d = 1, all parameters 1, M = 0, X = (0; 1): row 2 of F(X) is e/(1 + e), that of F(2X) is 2 e⁴/(1 + e⁴)."""
    from mpmath import e, mpf

    assert 2 * e**4 / (1 + e**4) - 2 * e / (1 + e) > mpf("0.5")


@pytest.mark.parametrize("letter, printed", [("p_{C,new}", "0.171807"), ("p_{C}", "0.078714"), ("L_{new}", "1.761382")])
def test_what_is_cited_of_chapter_11_is_what_it_prints(letter: str, printed: str) -> None:
    [[ball]] = values("14").entries(formula(letter).chains[0].sides[0], (), 128)
    assert abs(float(ball) - float(printed)) <= 5e-7


def test_a_chapter_without_an_example_cannot_be_cited() -> None:
    citing = CitingValues(givens=(), lesson=NOTES, of="10", cites=("L",))
    with pytest.raises(ExampleImpossible, match="chapter 10 has no worked example"):
        citing.scope(Exact(), {})


def test_labels_are_few_and_named() -> None:
    labels = {claim.id for claim in CLAIMS for reading in (claim.reads or {}).values() if isinstance(reading, Label)}
    numbered = ("notes.14.1.question-", "notes.14.3.question-of-exercise-")
    assert labels == {claim.id for claim in CLAIMS if claim.id.startswith(numbered)} | {
        "notes.12.4.a-cache-for-every-layer",
        "notes.13.3.less-attention-and-less-loss",
        "notes.14.3.sizes-of-exercise-1",
        "notes.14.3.scores-of-exercise-2",
        "notes.14.3.accuracy-is-discrete",
        "notes.14.4.attention",
        "notes.14.4.language-models",
        "notes.14.4.layer-normalization",
    }
