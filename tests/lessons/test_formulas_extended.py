"""A true formula inside a longer false one, and braces that enclose something else: neither passes for the claim."""

from __future__ import annotations

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.verdict import FigureVerdict


@pytest.mark.parametrize(
    ("printed", "extended"),
    [
        (r"L = - \ln p_{C} \approx", r"\ln p_{A} = L = - \ln p_{C} \approx"),
        (r"L = - \ln p_{C} \approx", r"p_{C} = L = - \ln p_{C} \approx"),
        ("a = e / (e + 1)", r"\ln a = e / (e + 1)"),
        ("a = e / (e + 1)", "c a = e / (e + 1)"),
        ("a = e / (e + 1)", "c = a = e / (e + 1)"),
        ("h = (a, 1 + c)", "R h = (a, 1 + c)"),
        (r"{\bar{S}}_{21} =", r"- {\bar{S}}_{21} ="),
        (r"{\bar{W}}_{Q} \approx", r"{\bar{W}}_{K} = {\bar{W}}_{Q} \approx"),
        (r"W_{Q} = [", r"- W_{Q} = ["),
        (r"1 & 1 \end{matrix}]", r"1 & 1 \end{matrix}]^{T}"),
        ("0.731059$", "0.731059 c$"),
        ("0.731059$", "0.731059 / c$"),
        ("2.541928", "2.541928 x"),
        ("0.078714)", "0.078714) = ℓ"),
        ("0.078714)", "0.078714) > p"),
        ("R = X + Z W_{O}", "R = X + Z W_{O} + b"),
        ("V = X", "V = X + X"),
        (r"\bar{Z} = \bar{R}", r"\bar{Z} = \bar{R}^{T}"),
        (r"\nabla L (θ_{o l d})", r"\nabla L (θ_{o l d}) + θ_{o l d}"),
        ("6 + 2 + 2 + 4 + 4 + 6 = 24", "E = 6 + 2 + 2 + 4 + 4 + 6 = 24"),
        ("6 + 2 + 2 + 4 + 4 + 6 = 24", "6 + 2 + 2 + 4 + 4 + 6 = 24!"),
        (r"\sqrt{d_{k}} = 1", r"d \sqrt{d_{k}} = 1"),
        ("0.271374", "0.271374 / p_C"),
        ("0.271374", "0.271374 K"),
        ("0.271374", "0.271374^{x}"),
        ("目标损失 L", "目标概率 L"),
        ("目标损失 L", "目标损失 -L"),
        # braces
        (r"{2 ϵ}", r"{2} ϵ"),
        (r"\sqrt{d_{k}}", r"\sqrt{d}_{k}"),
        (r"\bar{Z} V^{T}", r"\bar{Z V}^{T}"),
        (r"\bar{ℓ} U^{T}", r"{\bar{ℓ} U}^{T}"),
        (r"- \ln p_{C}", r"- {\ln p}_{C}"),
    ],
)
def test_a_formula_that_goes_on_is_another_formula(lesson: PrintedLesson, printed: str, extended: str) -> None:
    before, heading, chapter = lesson.text.partition("\n第 11 章")
    assert printed in chapter
    assert errors(lesson.verified(before + heading + chapter.replace(printed, extended, 1)))


def test_a_figure_hidden_in_a_heading_is_not_a_label(lesson: PrintedLesson) -> None:
    found = lesson.verified(lesson.text.replace("\n11.4 ", "\n11.4 p_C = 0.9，", 1))
    assert [figure.verdict for figure in found.figures if figure.printed == "0.9"] == [FigureVerdict.WRONG]
