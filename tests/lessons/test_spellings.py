"""A formula in another spelling is the same formula; in another form it is decided by itself."""

from __future__ import annotations

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.formula.parser import parse
from derivations.formula.spelling import Spelling
from derivations.verdict import Binding, Severity
from reports.tables import tables

SPELLINGS = [
    ("R = X + Z W_{O}", "R = X + ZW_O"),
    ("R = X + Z W_{O}", "R = Z W_O + X"),
    ("Z = A V = ", r"Z = A \cdot V = "),
    ("Z = A V = ", r"\mathbf{Z} = \mathbf{A}\mathbf{V} = "),
    (r"\bar{ℓ} U^{T} \approx", r"\bar\ell U^\top \approx"),
    (r"\bar{ℓ} U^{T} \approx", r"\bar{\ell} U^{\mathsf T} \approx"),
    (r"c = 1 / (e + 1) \approx", r"c = \frac{1}{1+e} \approx"),
    (r"c = 1 / (e + 1) \approx", r"c = \dfrac1{e+1} ≈"),
    ("ϵ = 10^{- 5}", r"\varepsilon = 10^{-5}"),
    (r"L = - \ln p_{C} \approx", r"\mathcal{L} = -\log(p_{\text{C}}) \simeq"),
    (r"p \approx (0.339660, 0.581626, 0.078714)", r"p \approx \begin{pmatrix}0.339660 & 0.581626 & 0.078714\end{pmatrix}"),
    (r"p \approx (0.339660, 0.581626, 0.078714)", r"p \approx (0.339660, \mathbf{0.581626}, 0.078714)"),
    ("0.556819", "**0.556819**"),
    ("0.268941", "０．２６８９４１"),
    ("30%", r"30\%"),
    ("\n11.3 ", "\n## §11.3\u3000"),
    ("\n第 11 章", "\n# 第十一章"),
]


@pytest.mark.parametrize(("printed", "spelled"), SPELLINGS)
def test_another_spelling_is_the_same_formula(lesson: PrintedLesson, printed: str, spelled: str) -> None:
    found = lesson.verified(_replaced(lesson, printed, spelled))
    assert not found.findings
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}


_DIGITS = "0123456789０１２３４５６７８９"
_CHOSEN = ("frac1", "\n## §11.3", "10^{-5")  # given values and labels: what ends so is free to change


def _up_to_its_last_digit(spelled: str) -> str:
    return spelled.rstrip("".join(set(spelled) - set(_DIGITS)))


CHECKED = [pair for pair in SPELLINGS if (figure := _up_to_its_last_digit(pair[1])) and not figure.endswith(_CHOSEN)]


@pytest.mark.parametrize(("printed", "spelled"), CHECKED)
def test_a_figure_in_another_spelling_is_checked_all_the_same(lesson: PrintedLesson, printed: str, spelled: str) -> None:
    last = len(_up_to_its_last_digit(spelled)) - 1
    changed = spelled[:last] + chr(ord(spelled[last]) ^ 1) + spelled[last + 1 :]
    assert errors(lesson.verified(_replaced(lesson, printed, changed)))


@pytest.mark.parametrize(
    ("printed", "other"),
    [
        ("a = e / (e + 1)", r"a = 1 - \frac{1}{e + 1}"),
        ("V = X .", "V = X I_2 ."),
        (r"\bar{h} = \bar{ℓ} U^{T}", r"\bar{h} = (U \bar{ℓ}^{T})^{T}"),
    ],
)
def test_another_form_that_holds_is_a_note(published: PrintedLesson, printed: str, other: str) -> None:
    found = published.verified(_replaced(published, printed, other))
    assert [finding.rule for finding in found.findings] == ["claim-reformulated"]
    assert found.findings[0].severity is Severity.NOTE


@pytest.mark.parametrize(
    ("printed", "other"),
    [
        ("a = e / (e + 1)", r"a = 1 - \frac{1}{e - 1}"),
        ("V = X .", "V = - X ."),
        (r"\bar{h} = \bar{ℓ} U^{T}", r"\bar{h} = (U^{T} \bar{ℓ}^{T})"),
        (r"\bar{ℓ} = p - (0, 0, 1)", r"\bar{ℓ} = p - (0, 1, 0)"),
    ],
)
def test_another_form_that_is_false_is_an_error(published: PrintedLesson, printed: str, other: str) -> None:
    assert errors(published.verified(_replaced(published, printed, other)))


FALSE = ["p_A > p_B", "a < c", "a + c = 2", r"A_{21} = c", r"L = \ln p_C", "η = 0.2", "a ≈ 0.7312", "2 + 2 = 5", "W_V = 2 W_O"]
FALSE += ["a = 1 / (1 + e^{- 2})", "c = e^{- 2} a", r"c = e^{1} a", r"p_C ≈ 7.9 \times 10^{- 3}"]
TRUE = ["p_B > p_A", "c < a", "a + c = 1", r"A_{21} = a", r"L = - \ln p_C", "η = 0.1", "a ≈ 0.7311", "2 + 2 = 4", "V = 1 X"]
TRUE += ["a = 1 / (1 + e^{- 1})", "a = 1/(1 + e^{-1}) ≈ 0.731059", "c = e^{- 1} a", r"p_C ≈ 7.9 \times 10^{- 2}"]
TRUE += ["p_A < 0.5", "0.5 > p_A", "0 < p_C < 0.1", "p_C < p_A < p_B", "a ≠ 0.5", "a ≥ 0.7", "0.731059 ≈ a", "24 = 12 + 12"]
FALSE += ["p_A > 0.5", "0.5 < p_A", "0 < p_C < 0.05", "p_C < p_B < p_A", "a ≤ 0.7", "0.731061 ≈ a", "24 = 12 + 13", "2 = a + c"]
# Letters of somebody else, and what cannot be read, say nothing.
FOREIGN = ["q_7 > w", "K = 2 X", "A = 2", "K = 3", "x = y", "A > B", "f(x) = 3", r"\foo = a", "a = ", "0.3 a ≈ 0.2 c + 0.166"]


@pytest.mark.parametrize("formula", FALSE)
def test_a_false_formula_that_no_claim_knows_is_an_error(lesson: PrintedLesson, formula: str) -> None:
    found = errors(lesson.verified(_with_sentence(lesson, formula)))
    assert [finding.rule for finding in found] in (["formula-refuted"], ["figure-wrong"])


@pytest.mark.parametrize("formula", TRUE)
def test_a_true_formula_that_no_claim_knows_is_accounted_for(lesson: PrintedLesson, formula: str) -> None:
    assert not lesson.verified(_with_sentence(lesson, formula)).findings


@pytest.mark.parametrize("formula", FOREIGN)
def test_a_formula_in_foreign_letters_is_no_error(lesson: PrintedLesson, formula: str) -> None:
    assert not errors(lesson.verified(_with_sentence(lesson, formula)))


def _with_sentence(lesson: PrintedLesson, formula: str) -> str:
    return lesson.text.replace("\n11.4 ", f"\n还要注意 ${formula}$ 这一点。\n\n11.4 ", 1)


def _replaced(lesson: PrintedLesson, printed: str, other: str) -> str:
    before, heading, chapter = lesson.text.partition("\n第 11 章")
    whole = heading + chapter
    assert printed in whole
    return before + whole.replace(printed, other, 1)


@pytest.mark.parametrize("form", ["markdown", "latex", "tsv"])
def test_a_recomputed_table_can_be_pasted_over_the_printed_one(lesson: PrintedLesson, form: str) -> None:
    claim = "notes.11.6.before-and-after"
    [outcome] = [one for one in lesson.verified().claims if one.id == claim]
    lines = lesson.text.split("\n")
    first = outcome.places[0].line - 1
    last = next(number for number in range(first, len(lines)) if "1.761382" in lines[number])
    wrong = [line.replace("0.556819", "0.556818") for line in lines]
    assert errors(lesson.verified("\n".join(wrong)))
    recomputed = tables(lesson.verified("\n".join(wrong), claim), form, "en")
    assert not lesson.verified("\n".join([*lines[:first], recomputed, *lines[last + 1 :]])).findings


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_a_recomputed_matrix_can_be_pasted_over_the_printed_one(published: PrintedLesson, form: str) -> None:
    recomputed = tables(published.verified(target="notes.11.5.E-gradient"), form, "en")
    lines = published.text.split("\n")
    [place] = [number for number, line in enumerate(lines) if line.startswith(r"\bar{E} \approx")]
    assert not published.verified("\n".join([*lines[:place], recomputed, *lines[place + 1 :]])).findings


@pytest.mark.parametrize("before", ["如果 ", "假设 ", "并非 ", "令 ", "if ", "Suppose "])
def test_a_formula_that_is_only_supposed_or_denied_is_no_error(lesson: PrintedLesson, before: str) -> None:
    found = lesson.verified(lesson.text.replace("\n11.4 ", f"\n{before}$a < c$ ，就另当别论。\n\n11.4 ", 1))
    assert not errors(found)


@pytest.mark.parametrize(
    ("printed", "with_another_sign"),
    [
        ("a = e / (e + 1)", "a = e / (e - 1)"),
        ("a = e / (e + 1)", r"a = \frac{e}{- 1 + e}"),
        ("c = 1 / (e + 1)", "c = 1 / (e - 1)"),
        ("c = 1 / (e + 1)", r"c = - \frac{1}{e + 1}"),
        ("θ_{o l d} - 0.1", "θ_{o l d} + 0.1"),
        ("p - (0, 0, 1)", "p + (0, 0, 1)"),
        ("h = (a, 1 + c)", "h = (a, 1 - c)"),
        ("- a 1.260945", "+ a 1.260945"),
        ("- c 0.581626", "+ c 0.581626"),
    ],
)
def test_a_sign_before_a_figure_is_no_matter_of_spelling(lesson: PrintedLesson, printed: str, with_another_sign: str) -> None:
    assert errors(lesson.verified(_replaced(lesson, printed, with_another_sign)))


def test_only_the_sign_of_a_figure_is_left_out_of_the_one_spelling() -> None:
    spelling = Spelling("aexy")

    def key(text: str) -> str:
        return spelling.spelled(parse(text, frozenset())).key

    for text, other in [("e - 1", "e + 1"), ("e^{- 1}", "e^{1}"), ("e^{- 1/2}", "e^{1/2}"), (r"- \frac{1}{2}", r"\frac{1}{2}")]:
        assert key(text) != key(other)
    assert key("y - 0.1 x") != key("y + 0.1 x")
    assert key("y - 0.1 x") == key("y - 0.2 x")
    assert key("x = - 1") == key("x = 1"), "here it belongs to the figure and is checked with it"
