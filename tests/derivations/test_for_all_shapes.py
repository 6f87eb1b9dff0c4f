"""Claims about all shapes, decided from what is printed: verdicts, figures, hypotheses, steps, failures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from derivations.claim import Claim, Declared, Step, Unstated
from derivations.decide import decide
from derivations.decisions import Decision
from derivations.notes.settings import ATTENTION, LAYER_NORM, OUTPUT_LAYER, SOFTMAX
from derivations.pieces import filled, printed_tokens, recorded
from derivations.proof import idle_reasons, refusal
from derivations.prover import examine as examine_module
from derivations.prover.finding import EnginesDisagree
from derivations.prover.identity import Identity
from derivations.prover.refutation import refute
from derivations.prover.setting import Setting
from derivations.values import Values
from derivations.verdict import FigureVerdict, Text, Verdict
from numeric.written import Written

NOTHING = Text("nothing", "无")


def claim(*says: str, **more: Any) -> Claim:
    return Claim(id="notes.1.1.made-up", inventory=(), says=says, **more)


def figures_of(text: str) -> tuple[Written, ...]:
    return tuple(token.written for token in printed_tokens(text) if token.written is not None)


def decided(made_up: Claim, printed: str | None = None) -> Decision:
    """The decision where a document prints the one piece of the claim as `printed`."""
    figures = recorded(made_up) if printed is None else figures_of(printed)
    assert printed is None or filled(made_up.says[0], figures) == printed
    return decide(made_up, figures, recorded(made_up), Values(None, {}), 12)


def message(decision: Decision) -> str:
    assert decision.message is not None
    return decision.message.key


# --- verdicts


def test_a_chain_states_each_of_its_equations() -> None:
    found = decided(claim(r"\sum_{j} a_{j} = 1 = \sum_{j} a_{j}", setting=SOFTMAX))
    assert found.verdict is Verdict.PROVED
    assert [line.left for line in found.lines] == ["∑_{j} a_j = 1", "1 = ∑_{j} a_j"]
    assert found.evidence.method == "kernel" and found.evidence.scope == "all shapes"
    assert found.evidence.agrees == ("instances",)


def test_one_false_equation_among_true_ones_refutes_the_claim() -> None:
    found = decided(claim(r"\sum_{j} a_{j} = 1, a_{j} = a_{k}", setting=SOFTMAX))
    assert found.verdict is Verdict.REFUTED and message(found) == "refuted-at"
    assert [line.holds for line in found.lines] == [True, False]
    assert found.counterexample == "m = 2, s = (0, 1), j = 1, k = 2; 0.26894142… ≠ 0.73105858…"


def test_an_inequality_beside_an_equation_is_not_passed_over() -> None:
    found = decided(claim(r"\sum_{j} a_{j} = 1, a_{j} > 2", setting=SOFTMAX))
    assert found.verdict is Verdict.UNDECIDED and message(found) == "not-stated"


def test_what_has_no_value_somewhere_is_undecided_and_says_where() -> None:
    found = decided(claim(r"s_{j} / s_{j} = 1", setting=SOFTMAX))
    assert found.verdict is Verdict.UNDECIDED and message(found) == "without-value-at"


def test_shapes_that_do_not_go_together_are_no_proof() -> None:
    found = decided(claim(r"Q = X W_{V}", setting=ATTENTION))
    assert found.verdict is Verdict.UNDECIDED and message(found) == "not-stated"


def test_a_declared_claim_is_no_way_round_the_proof() -> None:
    declared = Declared(Verdict.DEFINITION, NOTHING)
    assert decided(claim("Q = X W_{Q}", setting=ATTENTION, declared=declared)).verdict is Verdict.DEFINITION
    assert decided(claim("Q = X W_{K}", setting=ATTENTION, declared=declared)).verdict is Verdict.REFUTED


def test_the_same_formula_without_its_setting_is_not_decided() -> None:
    assert decided(claim(r"Q = X W_{Q}")).verdict is Verdict.UNDECIDED


def test_numbers_and_shapes_mix_in_one_claim() -> None:
    both = claim("1 + 1 = 2", r"\sum_{j} a_{j} = 1", proves=(Identity(setting=SOFTMAX, formula=r"\sum_{j} a_{j} = 1"),))
    assert decided(both).verdict is Verdict.PROVED
    assert decided(replace(both, says=("1 + 1 = 3", both.says[1]))).verdict is Verdict.REFUTED


def test_a_record_that_is_printed_nowhere_is_stated_too() -> None:
    record = Identity(setting=SOFTMAX, formula=r"a_{j} = a_{k}")
    assert decided(claim("softmax", proves=(record,))).verdict is Verdict.REFUTED


def test_a_proof_that_an_instance_refutes_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = Identity(setting=SOFTMAX, formula=r"a_{j} = a_{k}").each()[0].statement
    wrong = refute(statement)
    monkeypatch.setattr(examine_module, "refute", lambda _, **__: wrong)
    with pytest.raises(EnginesDisagree):
        decided(claim(r"\sum_{j} a_{j} = 1", setting=SOFTMAX))


# --- figures


@pytest.mark.parametrize(
    "setting, true, false, wrong",
    [
        (SOFTMAX, r"\sum_{j} a_{j} = 1", r"\sum_{j} a_{j} = 2", [("2", "1")]),
        (OUTPUT_LAYER, r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y}", r"{\bar{ℓ}}_{j} = p_{j} - 2_{j = y}", [("2", "1")]),
        (LAYER_NORM, r"mean (\hat{x}) = 0", r"mean (\hat{x}) = 1", [("1", "0")]),
    ],
)
def test_the_figure_whose_change_mends_a_formula_is_wrong(
    setting: Setting, true: str, false: str, wrong: list[tuple[str, str]]
) -> None:
    made_up = claim(true, setting=setting)
    right = decided(made_up)
    assert right.verdict is Verdict.PROVED
    assert {figure.verdict for figure in right.figures} == {FigureVerdict.EXACT}
    found = decided(made_up, false)
    pairs = zip(figures_of(false), found.figures, strict=True)
    assert [(printed.text, one.expected) for printed, one in pairs if one.verdict is FigureVerdict.WRONG] == wrong


def test_of_two_figures_the_one_that_differs_from_the_record_is_to_blame() -> None:
    made_up = claim(r"2 \sum_{j} a_{j} = 2", setting=SOFTMAX)
    found = decided(made_up, r"2 \sum_{j} a_{j} = 3")
    assert [figure.verdict for figure in found.figures][1] is FigureVerdict.WRONG
    assert found.figures[1].expected == "2"


# --- hypotheses


def test_a_condition_that_the_lesson_leaves_out_makes_the_claim_conditional() -> None:
    made_up = claim(
        r"\sum_{j} a_{i j} = 1", setting=ATTENTION, unstated=(Unstated("J_i ≠ ∅", repair=NOTHING),)
    )  # fmt: skip
    found = decided(made_up)
    assert found.verdict is Verdict.CONDITIONAL and message(found) == "needs-hypothesis" and not found.fair
    [hypothesis] = found.hypotheses
    assert (hypothesis.name, hypothesis.needed, hypothesis.undefined) == ("J_i ≠ ∅", True, True)
    assert "J = " in hypothesis.witness
    read = decided(replace(made_up, unstated=(Unstated("J_i ≠ ∅", repair=NOTHING, fair=NOTHING),)))
    assert read.verdict is Verdict.CONDITIONAL and read.fair


def test_a_false_claim_stays_false_whatever_is_said_to_be_unstated() -> None:
    made_up = claim(r"\sum_{j} a_{i j} = 2", setting=ATTENTION, unstated=(Unstated("J_i ≠ ∅", repair=NOTHING),))
    assert decided(made_up).verdict is Verdict.REFUTED


def test_a_hypothesis_that_is_not_needed_is_told() -> None:
    setting = Setting(sizes="n", shapes={"x": "n", "c": ""}, positive=frozenset({"c"}))
    found = decided(claim(r"\sum_{i} c x_{i} = c \sum_{i} x_{i}", setting=setting))
    assert found.verdict is Verdict.PROVED
    assert [(one.name, one.needed) for one in found.hypotheses] == [("c > 0", False)]


def test_hypotheses_that_are_not_used_are_not_audited() -> None:
    assert not decided(claim(r"Q = X W_{Q}", setting=ATTENTION)).hypotheses


def test_hypotheses_that_nothing_satisfies_prove_nothing() -> None:
    contradictory = Setting(sizes="n", shapes={"x": "n", "c": ""}, positive=frozenset({"c"}), given=("c = 0",))
    found = decided(claim("c (1 + c) = c + c^{2}", setting=contradictory))
    assert found.verdict is Verdict.UNDECIDED and message(found) == "hypotheses-contradict"


def test_given_equations_are_hypotheses() -> None:
    setting = Setting(sizes="n", shapes={"x": "n", "m": ""}, given=(r"m = \frac{1}{n} \sum_{i} x_{i}",))
    found = decided(claim(r"\sum_{i} (x_{i} - m) = 0", setting=setting))
    assert found.verdict is Verdict.PROVED
    [hypothesis] = found.hypotheses
    assert hypothesis.name == "m = (1/n) ∑_{i} x_i" and hypothesis.needed and "≠" in hypothesis.witness


# --- what fails


def test_what_the_lesson_says_to_fail_needs_a_counterexample() -> None:
    formula = r"mean ({\hat{x}}^{2}) = 1"
    found = decided(claim(formula, fails=(Identity(setting=LAYER_NORM, formula=formula),)))
    assert found.verdict is Verdict.EXACT
    assert found.lines[0].left == "¬ (mean(x̂²) = 1)   (d = 1, x = (0), ε = 1; 0 ≠ 1)"
    assert [figure.verdict for figure in found.figures] == [FigureVerdict.EXACT, FigureVerdict.EXACT]
    holds = r"mean (\hat{x}) = 0"
    false = decided(claim(holds, fails=(Identity(setting=LAYER_NORM, formula=holds),)))
    assert false.verdict is Verdict.REFUTED and message(false) == "holds-after-all"


# --- steps


def test_a_step_passes_with_its_reason_and_fails_without_it() -> None:
    formula = r"\ln p_{y} = ℓ_{y} - \ln \sum_{r} e^{ℓ_{r}}"
    with_reason = Step(formula, by=NOTHING, uses=("p",))
    made_up = claim("softmax", setting=OUTPUT_LAYER, derivation=(with_reason,))
    assert [step.holds for step in decided(made_up).steps] == [True]
    assert not idle_reasons(made_up, with_reason)
    without = replace(made_up, derivation=(Step(formula, by=NOTHING, uses=("ℓ",)),))
    assert [step.holds for step in decided(without).steps] == [False]
    idle = Step(formula, by=NOTHING, uses=("p", "ℓ"))
    assert idle_reasons(replace(made_up, derivation=(idle,)), idle) == ("ℓ",)


def test_a_false_step_refutes_the_claim() -> None:
    made_up = claim(r"\sum_{j} a_{j} = 1", setting=SOFTMAX, derivation=(Step("a_{j} = a_{k}", by=NOTHING),))
    assert decided(made_up).verdict is Verdict.REFUTED


# --- false neighbours


def test_a_refusal_tells_the_counterexample_or_the_shapes() -> None:
    made_up = claim(r"\bar{Z} = \bar{R} W_{O}^{T}", setting=ATTENTION)
    assert refusal(made_up, r"\bar{Z} = \bar{R} W_{O}") == "a product of n × d and d_v × d"
    assert refusal(made_up, r"\bar{Z} = Z") == "n = 1, d = 1, d_v = 1, X = (0), W_O = (0), Z = (1), R̄ = (0), dZ = (1); 1 ≠ 0"
    assert refusal(made_up, r"\bar{Z} = \bar{R} W_{O}^{T}") is None


def test_words_alone_decide_nothing() -> None:
    found = decided(claim("softmax", setting=SOFTMAX))
    assert found.verdict is Verdict.UNDECIDED and message(found) == "nothing-decided"


# --- hostile documents


@pytest.mark.parametrize("exponent", ["99999999", "1 / 0", "1 / 99999999", "- 99999999"])
def test_an_exponent_out_of_all_proportion_is_not_multiplied_out(exponent: str) -> None:
    found = decided(claim(rf"mean ({{\hat{{x}}}}^{{{exponent}}}) = 1", setting=LAYER_NORM))
    assert found.verdict is Verdict.UNDECIDED and message(found) == "not-stated"


@pytest.mark.parametrize("number", ["9" * 100, "9" * 300, "9" * 500, "0." + "0" * 90 + "1", "0." + "0" * 400 + "1"])
def test_a_number_out_of_all_proportion_is_not_proved(number: str) -> None:
    found = decided(claim(rf"\sum_{{j}} a_{{j}} = {number}", setting=SOFTMAX))
    assert found.verdict in (Verdict.REFUTED, Verdict.UNDECIDED)
