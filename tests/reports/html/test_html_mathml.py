"""Formulas as MathML: what the tree says, with brackets only where it needs them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivations.catalogue import lessons
from derivations.formula.parser import parse
from derivations.formula.tree import Number
from derivations.pieces import pieces
from reports.html.element import Element, element, markup, text_of
from reports.html.mathematics import mathematics, words_and_formulas
from reports.html.mathml import formula, in_pieces

# MathML Core, without what runs or loads anything.
CORE = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "munder", "mover",
    "munderover", "mtable", "mtr", "mtd",
}  # fmt: skip
CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "munderover": 3}


def elements(root: Element | str) -> list[Element]:
    if isinstance(root, str):
        return []
    return [root, *(one for child in root.children for one in elements(child))]


def drawn(text: str) -> str:
    return markup(formula(parse(text))).partition(">")[2].removesuffix("</math>")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x_1", "<msub><mi>x</mi><mn>1</mn></msub>"),
        ("a_{ij}", "<msub><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>"),
        ("θ_{new}", "<msub><mi>θ</mi><mi>new</mi></msub>"),
        ("W_Q", "<msub><mi>W</mi><mi>Q</mi></msub>"),
        (r"\frac{1}{n + 1}", "<mfrac><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"),
        ("a/b", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
        (r"\sqrt{d_k}", "<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>"),
        (r"A^{T}", '<msup><mi>A</mi><mi class="upright">T</mi></msup>'),
        (r"\bar{S}", '<mover accent="true"><mi>S</mi><mo>¯</mo></mover>'),
        (r"3 \times 10^{- 11}", "<mrow><mn>3</mn><mo>×</mo><msup><mn>10</mn><mn>−11</mn></msup></mrow>"),
        ("2 × 3", "<mrow><mn>2</mn><mo>×</mo><mn>3</mn></mrow>"),
        ("a · 2", "<mrow><mi>a</mi><mo>·</mo><mn>2</mn></mrow>"),
        ("-a", "<mrow><mo>−</mo><mi>a</mi></mrow>"),
    ],
)
def test_what_is_drawn(text: str, shown: str) -> None:
    assert drawn(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(a + b) c", "(a+b)c"),
        ("a (b + c)^2", "a(b+c)2"),
        ("(a b)^2", "(ab)2"),
        ("a - (b - c)", "a−(b−c)"),
        (r"\frac{(a + b)}{c}", "a+bc"),
        (r"(\frac{a}{b})^2", "(ab)2"),
        ("2 (-3)", "2(−3)"),
        (r"(a + b)^{T}", "(a+b)T"),
        (r"\ln (p_C)", "ln(pC)"),
        (r"(\sum_{i} x_i) y", "(∑ixi)y"),
    ],
)
def test_brackets_where_the_tree_needs_them(text: str, shown: str) -> None:
    assert text_of(formula(parse(text))) == shown


def test_a_text_that_is_no_formula_stays_text() -> None:
    assert markup(mathematics("the numerator of 1/d_k")) == '<span class="tex">the numerator of 1/d_k</span>'
    assert markup(mathematics("independence")) == '<span class="tex">independence</span>'
    assert markup(mathematics("a = (")) == '<span class="tex">a = (</span>'
    assert [one.tag for one in elements(mathematics("x = 1; 1 ≠ 0"))].count("math") == 2


def test_semicolons_within_brackets_part_the_rows_of_a_matrix() -> None:
    for text in ("X = (1, 2; 3, -4/5)", "X = [1 2; 3 -4/5]"):
        shown = markup(mathematics(text))
        assert shown.count("<mtr>") == 2 and shown.count("<mtd>") == 4, text
    assert "mtable" not in markup(mathematics("(1, 2; 3)"))


def test_what_is_no_formula_stands_as_text_between_those_that_are() -> None:
    shown = mathematics("n = 2, ≤ = (1, 0; 1, 1), i = 1; 0 = 0")
    assert [one.tag for one in elements(shown)].count("math") == 3
    assert text_of(shown) == "n=2, ≤ = (1, 0; 1, 1), i=1; 0=0"


def test_a_refused_neighbour_and_where_it_is_false() -> None:
    shown = mathematics("¬ (V = P)   (n = 1, X = (0), T = (1); 0 ≠ 1)")
    assert text_of(shown) == "¬ V=P (n=1, X=0, T=1; 0≠1)"
    assert [one.tag for one in elements(shown)].count("math") == 5


def test_printed_numbers_are_marked_where_they_stand() -> None:
    text = r"\frac{7.389}{11.107} = 0.665, x_2"
    seen: list[str] = []

    def mark(number: Number, shown: Element) -> Element:
        seen.append(text[slice(*number.span)])
        return element("mrow", shown, class_="fig")

    assert markup(formula(parse(text), decorate=mark)).count('class="fig"') == 3
    assert seen == ["7.389", "11.107", "0.665"]


def every_formula() -> list[str]:
    claims = [claim for lesson in lessons() for chapter in lesson.chapters if chapter.encoded for claim in chapter.claims()]
    said = {piece.text for claim in claims for piece in pieces(claim.says, frozenset()) if piece.formula is not None}
    return sorted({step.formula for claim in claims for step in claim.derivation} | said)


def test_every_derivation_is_typeset_with_sound_elements() -> None:
    formulas = every_formula()
    assert len(formulas) > 200
    for text in formulas:
        root = mathematics(text)
        for one in elements(root):
            assert one.tag in CORE | {"span"}, (text, one.tag)
            if one.tag in CHILDREN:
                assert len(one.children) == CHILDREN[one.tag], (text, one.tag)
            if one.tag in ("mi", "mn", "mo"):
                assert text_of(one).strip(), text
        assert any(one.tag == "math" for one in elements(root)), text


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(st.text(alphabet="ab12+-*/^_=(){}[],;\\ ≈∑√", max_size=60))
def test_never_raises(text: str) -> None:
    mathematics(text)
    words_and_formulas(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a = b", 1),
        (r"p = \mathrm{softmax}(z) \approx (0.738, 0.201, 0.061), L = -\ln(0.738) \approx 0.304", 6),
        ("0.5649 · 1 + 0.1393 · 2 + 0.0420 · 3 - 0.2538 · 4 = 1.9847", 5),
        ("s = (0.56491, 0.13932, 0.04203, 0.25384, 0.1)", 6),
        (r"a_{11} = \frac{1}{1 + e^{-x}} (b + c + d + e + f + g + h)", 2),
    ],
)
def test_a_long_formula_is_in_pieces_that_say_the_same(text: str, count: int) -> None:
    tree = parse(text)
    marked: list[Number] = []

    def decorate(number: Number, shown: Element) -> Element:
        marked.append(number)
        return shown

    pieces_of_it = in_pieces(tree, decorate)
    assert [one.tag for one in pieces_of_it] == ["math"] * count
    assert "".join(map(text_of, pieces_of_it)) == text_of(formula(tree))
    numbers = list(marked)
    marked.clear()
    formula(tree, decorate=decorate)
    assert numbers == marked
