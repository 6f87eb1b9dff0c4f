"""Tokens: normalised text, exact offsets, figures with their minus, numerals of subscripts apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.formula import tokens as module
from derivations.formula.tokens import Kind, Token, tokens

ALPHABET = "aAeθℓ19.,− -+×·/=≈<({[)]}|∣‖_^′'\\frac\\bar\\times 10^{- 5}&$%KM万第。²⁻₂ᵢ̄…\n\t\x00\x1b\u202e￥（，＝"


def texts(text: str) -> list[str]:
    return [token.text for token in tokens(text)]


def figures(text: str) -> list[Token]:
    return [token for token in tokens(text) if token.kind is Kind.FIGURE and not token.subscript]


@pytest.mark.parametrize(
    ("printed", "other"),
    [
        (r"a \approx b \leq c \neq d \in e \to f", "a ≈ b ≤ c ≠ d ∈ e → f"),
        (r"a \times b \cdot c \div d \odot e", "a × b · c ÷ d ⊙ e"),
        (r"a <= b, c >= d, e != f, g -> h", "a ≤ b, c ≥ d, e ≠ f, g → h"),
        ("a（b，c）＝d：e", "a(b,c)=d:e"),
        (r"\theta \ell \infty \sum \dots \partial", "θ ℓ ∞ ∑ … ∂"),
        (r"\left( a \right) \, \quad b ~ c", "(a) b c"),
        ("a − b", "a - b"),
        (r"\lvert x \rvert, \| y \|, ∥ z ∥, p \mid q", "|x|, ‖y‖, ‖z‖, p ∣ q"),
        ("ē x̂", "e̅ x̂"),
        (r"\mathrm{LN} \operatorname{LN} \text{LN}", r"\text{LN} \mathrm{LN} \textrm{LN}"),
        ("a**b ... \u22ef", "a^b … …"),
    ],
)
def test_one_sign_for_each_meaning(printed: str, other: str) -> None:
    assert texts(printed) == texts(other)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("- 0.921286", "-0.921286"),
        ("(− 0.5", "-0.5"),
        ("a, - 0.5", "-0.5"),
        (r"\begin{matrix} 0 & - 0.5", "-0.5"),
        (r"1 \\ - 0.5", "-0.5"),
        (r"\begin{matrix} - 0.5", "-0.5"),
        (r"x \approx - 0.5", "-0.5"),
        ("约 -0.5", "-0.5"),
        ("“-0.5", "-0.5"),
        ("a\n-0.5", "-0.5"),
        ("b $- 0.5$", "-0.5"),
        ("e^{- 0.5", "-0.5"),
        ("a - 0.5", "0.5"),
        ("a) - 0.5", "0.5"),
        ("0.7 - 0.5", "0.5"),
        ("a × - 0.5", "0.5"),
        ("- 0.5^{2} x", "2"),
        ("- 0.5²", "2"),
    ],
)
def test_a_minus_belongs_to_the_figure_where_nothing_stands_before_it(text: str, value: str) -> None:
    last = figures(text)[-1]
    assert last.written is not None
    assert last.written.value == Fraction(value)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (r"3 \times 10^{- 11}", [Fraction(3, 10**11)]),
        ("10^{- 5}", [Fraction(1, 10**5)]),
        ("4 × 512² ≈ 1.05M", [4, 512, 2, 1_050_000]),
        ("x⁻¹", [-1]),
        ("X⁽⁰⁾", [0]),
        ("37{,}000 × 512", [37_000, 512]),
        ("50\\% 98%", [Fraction(1, 2), Fraction(98, 100)]),
        ("W1×x'+b1", []),
        ("S_{21} a_1 x_{l-1} aᵢ₊₁", []),
        (r"\sum_{r = 1}^{4} q_{r 1} 2", [4, 2]),
        ("1.2.3", []),
        ("9" * 401, []),
        ("1e999", []),
    ],
)
def test_figures_are_the_numbers_outside_names(text: str, values: list[Fraction]) -> None:
    assert [figure.written.value for figure in figures(text) if figure.written] == values


def test_a_signed_figure_prints_as_the_document_has_it() -> None:
    [figure] = figures("≈ − 0.50")
    assert figure.written is not None
    assert (figure.written.text, figure.start, figure.end, figure.text) == ("− 0.50", 2, 8, "-0.50")
    assert figure.written.reprinted(figure.written.steps - 1) == "− 0.51"


def test_numerals_below_are_names_even_behind_a_command() -> None:
    assert all(token.subscript for token in tokens(r"_{i 1}")[1:])
    assert all(token.subscript for token in tokens(r"_\mathrm{row 1}")[1:])
    assert not tokens(r"_{a} b")[-1].subscript


def test_an_unclosed_subscript_ends_with_the_paragraph_but_not_with_the_line() -> None:
    assert tokens("a_{b\n1}")[-2].subscript
    assert not tokens("a_{b\n \n1")[-1].subscript
    assert not tokens("$a_{b$ 1")[-1].subscript


def test_only_a_part_of_the_text() -> None:
    text = "x = 0.123456 y"
    assert [(t.text, t.start, t.end) for t in tokens(text, 4, 8)] == [("0.12", 4, 8)]
    assert tokens(text, 12) == [Token(Kind.NAME, "y", 13, 14)]


@given(st.text(st.sampled_from(ALPHABET), max_size=60) | st.text(max_size=60))
def test_every_character_is_in_a_token_or_is_spacing(text: str) -> None:
    position = 0
    for token in tokens(text):
        if token.start == token.end:  # the unprinted signs of raised and lowered runs
            continue
        assert token.start >= position
        skipped = text[position : token.start]
        for blank in ("\\left", "\\right", "\\quad", "\\,", "\\;", "\\:", "\\!", "\\>", "\\ "):
            skipped = skipped.replace(blank, "")
        assert not skipped.replace("~", "").replace("$", "").strip()
        position = token.end


@pytest.mark.parametrize(
    "unit", ["1 ", "x", "7", "第", "- ", "1,234,", "$", "\\bar{x}_{1} ", "10^{", "²", "_{", "1.2.", "\u0304"]
)
def test_the_work_is_linear_in_the_text(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts the characters that are looked at a second time, instead of measuring time."""
    calls: list[int] = []
    original = module.scan

    def counting(text: str, start: int = 0) -> object:
        found = original(text, start)
        calls.append(found[1] - start if found else 1)
        return found

    monkeypatch.setattr(module, "scan", counting)
    work = []
    for count in (500, 1000):
        calls.clear()
        found = tokens(unit * count)
        work.append(len(found) + len(calls) + sum(calls))
    assert work[1] <= 2 * work[0] + 10
