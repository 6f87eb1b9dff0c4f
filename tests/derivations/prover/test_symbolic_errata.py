"""Published slips in formulas: the wrong form is refuted, or ill-typed, and the right form is proved.

Of the symbolic entries of the collection those that the language of `prove` can state; the restatement is ours. What does not
fit: limits (s09, s18), maxima and indicators of inequalities (s02, s11, s54, s70), inequalities and minima (s41, s51), powers
with an index in the exponent (s05, s34, f07), shifted positions (s16, s96), distributions and expectations, which other
families decide (s52, s71, f08), an integral (f12), and a convention of layout (f05).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derivations.answer import Answer, Outcome, answers
from derivations.prover.question import question

EXPONENTS = r"\frac{e^{- ((x - u_{i}) w)^{2} / 2}}"

# what is declared, the wrong form, the right form
CASES: dict[str, tuple[dict[str, object], str, str]] = {
    "s12": (
        {"shapes": ["v: n k", "x: n", "P:"], "forward": [r"P = - \sum_{i} \sum_{l} v_{i l}^{2} x_{i}^{2}"]},
        r"P = - \sum_{i} \sum_{l} v_{i l} v_{j l} x_{i} x_{i}",
        r"P = - \sum_{i} \sum_{l} v_{i l} v_{i l} x_{i} x_{i}",
    ),
    "s13": (
        {"shapes": "f, q: N", "positive": "f q", "where": r"p_{y} = \frac{f_{y} q_{y}}{\sum_{z} f_{z} q_{z}}"},
        r"p_{y} = \frac{f_{y}}{\sum_{z} f_{z}}",
        r"p_{y} \sum_{z} f_{z} q_{z} = f_{y} q_{y}",
    ),
    "s14": (
        {"shapes": "a, b:", "positive": "a b", "where": "n = a + b"},
        r"\frac{a + 1}{n + 1} + \frac{b + 1}{n + 1} = 1",
        r"\frac{a + 1}{n + 2} + \frac{b + 1}{n + 2} = 1",
    ),
    "s15": (
        {"shapes": ["w, x: 1 d", "b, y:"], "forward": r"L = (w x^{T} + b - y)^{2} / 2", "loss": "L"},
        r"\bar{b} = w x^{T} - y",
        r"\bar{b} = w x^{T} + b - y",
    ),
    "s17": (
        {"shapes": ["u: m", "x, w:"], 
         "where": [r"s_{i} = - ((x - u_{i}) w)^{2} / 2", r"a_{i} = \frac{e^{s_{i}}}{\sum_{j} e^{s_{j}}}"]},
        rf"a_{{i}} = {EXPONENTS}{{\sum_{{j = 1}}^{{m}} e^{{- ((x - u_{{i}}) w)^{{2}} / 2}}}}",
        rf"a_{{i}} = {EXPONENTS}{{\sum_{{j = 1}}^{{m}} e^{{- ((x - u_{{j}}) w)^{{2}} / 2}}}}",
    ),
    "s23": (
        {
            "shapes": ["X: d n", "W: d k", "λ:"], "where": "M = X^T W", "loss": "J",
            "forward": r"J = - \sum_{i r} M_{i r}^{2} - λ \sum_{j r} W_{j r}^{2}",
        },
        r"\bar{W} = X X^T W + λ W",
        r"\bar{W} = - (2 X X^T W + 2 λ W)",
    ),
    "s24": (
        {"shapes": "x, z, b, λ:", "forward": r"g = \frac{b}{2} (x - z)^{2} + λ x", "loss": "g"},
        r"\bar{x} = b (x - z) - λ",
        r"\bar{x} = b (x - z) + λ",
    ),
    "s39": (
        {"shapes": "s: 1 m", "where": "a = softmax(s)"},
        r"a_{i} = \frac{s_{i}}{\sum_{j} s_{j}}",
        r"a_{i} = \frac{e^{s_{i}}}{\sum_{j} e^{s_{j}}}",
    ),
    "s40": ({"shapes": ["g: d 1", "F: d d"], "given": "F = g g^T"}, "F = g^T g", "F = g g^T"),
    "s55": (
        {"shapes": "x:", "where": r"t = \frac{e^{x} - e^{- x}}{e^{x} + e^{- x}}"},
        r"t = 2 \frac{1}{1 + e^{- x}} - 1",
        r"t = 2 \frac{1}{1 + e^{- 2 x}} - 1",
    ),
    "s60": (
        {
            "shapes": "α, σ_1, σ_2, μ_1, μ_2:",
            "where": [
                r"m = α μ_{1} + (1 - α) μ_{2}",
                r"V = α (σ_{1}^{2} + (μ_{1} - m)^{2}) + (1 - α) (σ_{2}^{2} + (μ_{2} - m)^{2})",
            ],
        },
        r"V = [α σ_{1}^{2} + (1 - α) σ_{2}^{2}] + [α μ_{1}^{2} + (1 - α) μ_{2}^{2}] [α μ_{1} + (1 - α) μ_{2}]^{2}",
        r"V = [α σ_{1}^{2} + (1 - α) σ_{2}^{2}] + [α μ_{1}^{2} + (1 - α) μ_{2}^{2}] - [α μ_{1} + (1 - α) μ_{2}]^{2}",
    ),
    "s62": (
        {"shapes": ["x, b: 1 d", "B: d d"], "where": "A = B + B^T", "forward": "f = x A x^T - x b^T", "loss": "f"},
        r"\bar{x} = x A - b",
        r"\bar{x} = 2 x A - b",
    ),
    "s69": (
        {"shapes": ["X: m n", "W: n k", "c:"], "positive": "c", "where": ["Y = X W", "C = Y^T Y / c"]},
        r"C = \frac{1}{c} W^T X^T X^T W",
        r"C = \frac{1}{c} W^T X^T X W",
    ),
    "s72": (
        {
            "shapes": ["x, w, γ: n", "ε:"], "positive": "ε",
            "where": [r"r = \sqrt{\frac{1}{n} \sum_{i} x_{i}^{2} + ε}", r"y_{j} = x_{j} γ_{j} / r"],
        },
        r"y_{j} = \frac{x_{j}}{\sqrt{\frac{1}{n} \sum_{i} w_{i}^{2} + ε}} γ_{j}",
        r"y_{j} = \frac{x_{j}}{\sqrt{\frac{1}{n} \sum_{i} x_{i}^{2} + ε}} γ_{j}",
    ),
    "s77": (
        {"shapes": "s: m", "where": [r"p_{i} = \frac{e^{s_{i}}}{\sum_{j} e^{s_{j}}}", r"H = - \sum_{i} p_{i} \ln p_{i}"]},
        r"- \sum_{i} p_{i} \ln p_{i} = 0",
        r"- \sum_{i} p_{i} \ln p_{i} = H",
    ),
    "s85": ({"shapes": ["ω, ν: m", "c:"]}, *(rf"\sin(c ω_{{i}})^{{2}} + \cos(c {other}_{{i}})^{{2}} = 1" for other in "νω")),
    "s89": ({"shapes": "v, ε:", "positive": "v ε", "where": r"s = \sqrt{v + ε}"}, r"s = (v + ε)^{2}", r"s = (v + ε)^{1/2}"),
    "s90": (
        {"shapes": "p:", "where": ["μ = 2 p - 1", r"V = p (1 - μ)^{2} + (1 - p) (- 1 - μ)^{2}"]},
        r"V = (1 - μ)^{2}",
        r"V = 1 - μ^{2}",
    ),
    "s92": (
        {"shapes": "z, y: n", "forward": r"h_{i} = \frac{1}{1 + e^{- z_{i}}}"},
        r"\bar{z}_{i} = \bar{h}_{i} y_{i} (1 - y_{i})",
        r"\bar{z}_{i} = \bar{h}_{i} h_{i} (1 - h_{i})",
    ),
    "s94": (
        {"shapes": ["β: n", "λ:"], "forward": r"R = λ \sum_{j} β_{j}^{2}"},
        r"R = λ \sum_{j} β_{j}",
        r"R = λ \sum_{j} β_{j}^{2}",
    ),
    "f10": (
        {"shapes": "w_0, w_1, x_0, x_1, y:", "forward": "g = w_{0} x_{0} + w_{1} x_{1} - y", "loss": "g"},
        r"\bar{w}_{1} = x_{1} - y",
        r"\bar{w}_{1} = x_{1}",
    ),
}  # fmt: skip

# The wrong thing is the definition: L lacks the constant of the constraint, and its derivative is not the constraint.
LAGRANGIAN = {"shapes": ["p: n", "λ:"], "positive": "p", "loss": "L"}
WRONG_LAGRANGIAN = r"L = - \sum_{i} p_{i} \ln p_{i} + λ \sum_{i} p_{i}"
RIGHT_LAGRANGIAN = r"L = - \sum_{i} p_{i} \ln p_{i} + λ (\sum_{i} p_{i} - 1)"


def only(declared: dict[str, object], claim: str) -> Answer:
    [answer] = answers(question({**declared, "claim": claim}))
    return answer


@pytest.mark.parametrize("case", CASES)
def test_the_wrong_form_is_refused_and_the_right_one_proved(case: str) -> None:
    declared, wrong, right = CASES[case]
    assert only(declared, wrong).outcome in (Outcome.REFUTED, Outcome.ILL_TYPED)
    assert only(declared, right).outcome is Outcome.PROVED


def test_a_lagrangian_gives_its_constraint_back() -> None:
    constraint = r"\bar{λ} = \sum_{i} p_{i} - 1"
    assert only({**LAGRANGIAN, "forward": WRONG_LAGRANGIAN}, constraint).outcome is Outcome.REFUTED
    assert only({**LAGRANGIAN, "forward": RIGHT_LAGRANGIAN}, constraint).outcome is Outcome.PROVED


@pytest.mark.corpus
def test_every_symbolic_entry_is_accounted_for(corpus: Path) -> None:
    lines = (corpus / "cases" / "public-errata.jsonl").read_text(encoding="utf-8").splitlines()
    symbolic = {entry["id"] for entry in map(json.loads, lines) if entry["form"] == "symbolic"}
    outside = {"s02", "s05", "s09", "s11", "s16", "s18", "s34", "s41", "s51", "s52", "s54", "s70", "s71", "s96"}
    assert set(CASES) | {"s75"} | outside | {"f05", "f07", "f08", "f12"} == symbolic
