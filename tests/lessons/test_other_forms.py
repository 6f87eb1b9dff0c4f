"""What stays true when an author writes it otherwise raises no error; its wrong sibling does."""

from __future__ import annotations

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.verdict import Binding, Severity

QUOTIENT = r"\frac{L (θ + ϵ e_{r}) - L (θ - ϵ e_{r})}{2 ϵ}"
SUM = "6 + 2 + 2 + 4 + 4 + 6 = 24"
SCORE = "a (1.260945 - a 1.260945 - c 0.581626)"
ROW = r"p \approx (0.339660, 0.581626, 0.078714)"

# (what the lesson prints, another form of it that holds, a form like that one which does not)
FORMS = [
    (QUOTIENT, "(L(θ + ϵ e_{r}) - L(θ - ϵ e_{r}))/(2 ϵ)", "(L(θ + ϵ e_{r}) - L(θ - ϵ e_{r}))/(3 ϵ)"),
    (QUOTIENT, "[L(θ + ϵ e_{r}) - L(θ - ϵ e_{r})]/(2ϵ)", "[L(θ + ϵ e_{r}) + L(θ - ϵ e_{r})]/(2ϵ)"),
    (QUOTIENT, r"\frac{1}{2 ϵ} (L(θ + ϵ e_{r}) - L(θ - ϵ e_{r}))", r"\frac{1}{ϵ} (L(θ + ϵ e_{r}) - L(θ - ϵ e_{r}))"),
    (QUOTIENT, r"\hat{g}_r = " + QUOTIENT, r"L = " + QUOTIENT),
    (QUOTIENT, QUOTIENT.replace("e_{r}", r"\mathbf{e}_{r}"), r"\frac{L (θ + ϵ e_{r}) - L (θ)}{ϵ}"),
    ("η = 0.1", "η = 1/10", "η = 1/20"),
    ("η = 0.1", r"η = \frac{1}{10}", r"η = \frac{1}{5}"),
    ("ϵ = 10^{- 5}", "ϵ = 1/100000", "ϵ = 1/100"),
    (r"θ_{o l d} - 0.1 \nabla", r"θ_{o l d} - η \nabla", r"θ_{o l d} + η \nabla"),
    (r"θ_{o l d} - 0.1 \nabla", r"θ_{o l d} - \frac{1}{10} \nabla", r"θ_{o l d} - \frac{1}{5} \nabla"),
    (SUM, "2 + 2 + 4 + 4 + 6 + 6 = 24", "2 + 2 + 4 + 4 + 6 + 7 = 25"),
    (SUM, "3 × 2 + 2 + 2 + 4 + 4 + 6 = 24", "3 × 3 + 2 + 2 + 4 + 4 + 6 = 24"),
    (SUM, r"2 \times 6 + 2 \times 2 + 2 \times 4 = 24", r"2 \times 6 + 2 \times 2 + 2 \times 4 = 26"),
    (SUM, "24 = 6 + 2 + 2 + 4 + 4 + 6", "24 = 6 + 2 + 2 + 4 + 4 + 8"),
    (ROW, r"(p_A,p_B,p_C) \approx (0.339660, 0.581626, 0.078714)", r"(p_A,p_C,p_B) \approx (0.339660, 0.581626, 0.078714)"),
    (ROW, r"p_A \approx 0.339660, p_B \approx 0.581626, p_C \approx 0.078714", r"p_A \approx 0.339660, p_B \approx 0.078714"),
    (ROW, r"p = softmax(ℓ) \approx (0.339660, 0.581626, 0.078714)", r"p = softmax(- ℓ) \approx (0.339660, 0.581626, 0.078714)"),
    ("h = (a, 1 + c)", "(h_1, h_2) = (a, 1 + c)", "(h_2, h_1) = (a, 1 + c)"),
    ("a = e / (e + 1)", "a = σ(1)", "a = σ(2)"),
    ("a = e / (e + 1)", r"a = \sigma(1) = \frac{e}{e + 1}", r"a = \sigma(-1) = \frac{e}{e + 1}"),
    ("c = 1 / (e + 1)", "c = σ(-1)", "c = σ(1)"),
    # A step that is put between, in decimals that stand for the values they are the prints of.
    ("a = e / (e + 1)", "a = e / (e + 1) = 2.718282 / 3.718282", "a = e / (e + 1) = 2.718283 / 3.718282"),
    ("c = 1 / (e + 1)", r"c = 1 / (e + 1) \approx 1 / 3.718282", r"c = 1 / (e + 1) \approx 1 / 3.718228"),
    ("c = 1 / (e + 1)", "c = 1 / (e + 1) = 1 - a", "c = 1 / (e + 1) = 1 + a"),
    ("h = (a, 1 + c)", "h = (a, 1 + c) = (0.731059, 1 + 0.268941)", "h = (a, 1 + c) = (0.731059, 1 + 0.268914)"),
    (SCORE, SCORE + r" \approx 0.731059 \times 0.182697", SCORE + r" \approx 0.731059 \times 0.182698"),
    (
        SCORE,
        SCORE + r" \approx 0.731059 (1.260945 - 0.921825 - 0.156423)",
        SCORE + r" \approx 0.731059 (1.260945 - 0.921825 + 0.156423)",
    ),
    (SCORE, "a ((1 - a) 1.260945 - c 0.581626)", "a ((1 - a) 1.260945 + c 0.581626)"),
    (SCORE, "a c (1.260945 - 0.581626)", "a (1.260945 - 0.581626)"),
    (SCORE, "a [1.260945 - (a 1.260945 + c 0.581626)]", "a [1.260945 - (a 1.260945 - c 0.581626)]"),
    (SCORE, "0.731059 × (1.260945 - 0.731059 × 1.260945 - 0.268941 × 0.581626)", "0.731059 × (1.260945 - 0.268941 × 0.581626)"),
    (r"L = - \ln p_{C}", r"L = - \ln(0.078714)", r"L = - \ln(0.078741)"),
    (r"L = - \ln p_{C}", r"L = - \ln p_{y}", r"L = - \ln p_{B}"),
    ("0.339660, 0.581626, 0.078714", ".339660, .581626, .078714", ".339661, .581626, .078714"),
    ("- 0.921286", "–0.921286", "–0.921287"),
    ("0 & 0 \\\\ 0.133562 & - 0.133562", "0 & 0 \\\\ 0.133562 & –0.133562", "0 & 0 \\\\ –0.133562 & 0.133562"),
    (r"\bar{ℓ} = p - (0, 0, 1)", r"\bar{ℓ} = p – (0, 0, 1)", r"\bar{ℓ} = p – (0, 1, 0)"),
    (r"{\bar{W}}_{Q} \approx [\begin{matrix} 0 \\ 0.133562 \end{matrix}]", r"\bar{W}_Q \approx (0, 0.133562)^T",
     r"\bar{W}_Q \approx (0.133562, 0)^T"),
    (r"{\bar{W}}_{Q} \approx", r"\nabla_{W_Q} L \approx", r"\nabla_{W_K} L \approx"),
    (r"{\bar{W}}_{Q} \approx", r"\frac{\partial L}{\partial W_Q} \approx", r"\frac{\partial L}{\partial W_K} \approx"),
    (r"{\bar{S}}_{21} = a", r"\bar{S}_{2,1} = a", r"\bar{S}_{1,2} = a"),
    (r"L = - \ln p_{C} \approx", r"L = - \ln p_{C} \doteq", r"L = \ln p_{C} \doteq"),
    (r"L = - \ln p_{C} \approx", r"L = - \ln p_{C} &\approx", r"L = \ln p_{C} &\approx"),
    ("N = 3, n = 2, d = d_{v} = 2, d_{k} = 1", "n = 2, N = 3, d_{k} = 1, d = d_{v} = 2", "n = 3, N = 2, d_{k} = 1, d = 2"),
    ("0.986644", r"\num{0.986644}", r"\num{0.986643}"),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "other", "wrong"), FORMS)
def test_another_form_is_no_error_and_its_wrong_sibling_is_one(
    lesson: PrintedLesson, printed: str, other: str, wrong: str
) -> None:
    found = lesson.verified(_replaced(lesson, printed, other))
    assert not errors(found)
    assert all(finding.severity is Severity.NOTE for finding in found.findings)
    assert errors(lesson.verified(_replaced(lesson, printed, wrong)))


WORDS = [
    ("小于 3", "不超过 3", "大于 3"),
    ("小于 3", "低于 3", "超过 3"),
    ("小于 3", "< 3", "> 3"),
    ("小于 3", r"\le 3", "不小于 3"),
    (r"小于 3 \times 10^{- 11}", r"大于 8 \times 10^{- 12}", r"大于 9 \times 10^{- 12}"),
    (r"小于 3 \times 10^{- 11}", r"约为 8.4 \times 10^{- 12}", r"约为 8.5 \times 10^{- 12}"),
    ("取最后一行", "取末行", "取首行"),
    ("编号为 1、2、3", "编号依次为 1, 2, 3", "编号依次为 1, 3, 2"),
    ("第 2 个位置", "第二个位置", "第三个位置"),
    ("第 1 项", "第一项", "第二项"),
    ("六位小数", "6 位小数", "5 位小数"),
    ("概率最大的是 B", "最大概率对应 B", "最大概率对应 A"),
    ("另一项约为", "另一项为", "这一项不是"),
    ("全部 24 个参数元素", "所有 24 个参数", "所有 23 个参数"),
    ("第二元素从 1", "第二个元素从 1", "第一个元素从 1"),
    ("不是普遍恒等式", "并非普遍恒等式", "正是普遍恒等式"),
    ("仍不是最大项", "还不是最大项", "已经是最大项"),
    ("比例反而下降", "比例反而降低", "比例反而升高"),
    ("正确目标概率提高", "正确目标概率上升", "正确目标概率降低"),
    ("没有偏置，不共享 E 与 U", "不设偏置，E 与 U 不共享", "不设偏置，E 与 U 共享"),
    ("不能替代第 10 章", "无法替代第十章", "足以替代第十章"),
]


@pytest.mark.parametrize(("printed", "other", "wrong"), WORDS)
def test_other_words_for_the_same_are_the_same_and_other_words_are_an_error(
    own: PrintedLesson, printed: str, other: str, wrong: str
) -> None:
    found = own.verified(_replaced(own, printed, other))
    assert not errors(found)
    assert {claim.binding for claim in found.claims} == {Binding.BOUND}
    assert errors(own.verified(_replaced(own, printed, wrong)))


def test_a_value_given_by_a_fraction_is_read_and_everything_follows_from_it(own: PrintedLesson) -> None:
    found = own.verified(_replaced(own, "η = 0.1", r"η = \frac{1}{20}"))
    [changed] = [finding for finding in found.findings if finding.rule == "given-changed"]
    assert changed.message.values["recorded"] == "0.1"
    expected = {figure.name: figure.expected for figure in found.figures if figure.name}
    assert expected["W_Q,new[2]"] == "0.993322"


def test_a_value_that_is_none_is_an_error_and_no_crash(own: PrintedLesson) -> None:
    for form in ("η = 1/0", "η = x", "0.1 = η", "η = e"):
        assert errors(own.verified(_replaced(own, "η = 0.1", form))), form


@pytest.mark.parametrize(
    "heading",
    [
        r"\section*{{{chapter}}}",
        r"\chapter{{{chapter}}}\label{{ch:11}}",
        "**{chapter}**",
        "## {chapter} ##",
    ],
)
def test_marks_of_headings_are_no_part_of_them(lesson: PrintedLesson, heading: str) -> None:
    lines = lesson.text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("第 11 章："):
            lines[number] = heading.format(chapter=line)
        elif line.startswith("11."):
            lines[number] = rf"\subsection*{{{line}}}\label{{sec:{line[:4]}}}"
    found = lesson.verified("\n".join(lines))
    assert not [finding for finding in found.findings if finding.severity is not Severity.NOTE]


@pytest.mark.parametrize("signs", [(r"\(", r"\)"), (r"\begin{equation}", r"\end{equation}"), ("$$", "$$")])
def test_what_encloses_a_formula_is_no_part_of_it(own: PrintedLesson, signs: tuple[str, str]) -> None:
    parts = own.text.split("$")
    text = "".join(part if number % 2 == 0 else f"{signs[0]}{part}{signs[1]}" for number, part in enumerate(parts))
    assert not own.verified(text).findings


def _replaced(lesson: PrintedLesson, printed: str, other: str) -> str:
    """The chapter with another print; a number within `$…$` in one document may stand without in the other."""
    before, heading, chapter = lesson.text.partition("\n第 11 章")
    whole = heading + chapter
    assert printed in whole
    return before + whole.replace(printed, other, 1)
