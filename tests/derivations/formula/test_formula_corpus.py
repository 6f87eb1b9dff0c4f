"""The formulas of the published lessons: read, accounted for figure by figure, and read back from what is shown."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from derivations.formula import tree
from derivations.formula.parser import FormulaError, parse
from derivations.formula.pretty import latex, pretty
from derivations.formula.tokens import Kind, tokens

pytestmark = pytest.mark.corpus

FUNCTIONS = frozenset({"L", "f", "σ", "F", "E", "o", "R"})
IDEOGRAPH = re.compile("[\u3400-\u9fff]")
LATEX = re.compile(r"[_^]\{|\\[a-z]")
# Lesson 2 prints plain text with its table cells run together; these formulas stand whole in it.
PLAIN = (
    "3 × 6 = 18", "18 ÷ 6 = 3 倍", "4 × 512² ≈ 1.05M", "2 × 512 × 2048 ≈ 2.10M", "2 × 1024 ≈ 2K",
    "6 × 3.15M + 6 × 4.20M ≈ 44.1M", "V × 512 = 18.94M", "44.1M + 18.9M ≈ 63M", "x' = LayerNorm(x + attention_out)",
    "d_ff=4×d_model=2048", "W1×x'+b1", "x' = [−0.51, 0.17, 1.52, −1.18]", "Q = x' × W_Q = [−0.51, 0.17, 1.52, −1.18] × W_Q",
    "V = encoder_output × W_V", "0.355×V_I + 0.331×V_love + 0.315×V_you", "output = LayerNorm(x + Sublayer(x))",
    "x_l = F_l(x_{l-1})", "∂loss/∂x_{l-1} = ∂loss/∂x_l × ∂F_l/∂x_{l-1}",
    "∂loss/∂x_{l-1} = ∂loss/∂x_l × (I + ∂F_l/∂x_{l-1})", "0.85¹²", "I + 0.85×I = 1.85", "μ=(2+6+4+8)/4=5",
    "(x_i-μ)/σ", "σ=√((9+1+1+9)/4)=√5≈2.24", "γ×norm + β", "PE(pos, 2i+1) = cos(pos / 10000^(2i/d))",
    "ω_i = 1 / 10000^(2i/d)", "1/10000⁰ = 1.0", "1/10000^0.5 = 1/100 = 0.01", "sin(0.01)=0.01", "cos(2)=-0.42",
    "37,000×512 = 18.94M", "32,000×4,096 = 131M", "2 × 18.94M = 37.89M", "18.94 ÷ 65 ≈ 29%", "131M ÷ 6.74B ≈ 1.9%",
)  # fmt: skip


def formulas(document: Path) -> list[tuple[int, str]]:
    """Every `$…$`, and every line that is a displayed formula: LaTeX, or an equation without words."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(document.read_text(encoding="utf-8").split("\n"), start=1):
        if "$" in line:
            found += [(number, formula) for formula in re.findall(r"\$([^$]+)\$", line)]
        elif (LATEX.search(line) and not line.isspace()) or (" = " in line and not IDEOGRAPH.search(line)):
            found.append((number, line))
    return found


@pytest.fixture(scope="module")
def read(corpus: Path) -> dict[str, tree.Formula]:
    """The formulas of the notes that are read, and no fewer than 99.5 % of all."""
    every = formulas(corpus / "lessons" / "transformer-notes.txt")
    trees: dict[str, tree.Formula] = {}
    refused = []
    for number, text in every:
        try:
            trees[text] = parse(text, FUNCTIONS)
        except FormulaError as error:
            refused.append(f"{number}: {text}: {error}")
    assert len(every) > 300
    assert len(refused) <= 0.005 * len(every), refused
    return trees


def test_every_figure_is_in_the_tree_once(read: dict[str, tree.Formula]) -> None:
    for text, formula in read.items():
        printed = [token for token in tokens(text) if token.kind is Kind.FIGURE and not token.subscript]
        found = tree.figures(formula)
        assert [number.figure for number in found] == list(range(len(printed)))
        assert [number.span for number in found] == [(token.start, token.end) for token in printed]
        assert [number.written for number in found] == [token.written for token in printed]


def test_every_name_is_in_the_tree(read: dict[str, tree.Formula]) -> None:
    for text, formula in read.items():
        names = "".join(
            node.name if isinstance(node, tree.Symbol) else node.function if isinstance(node, tree.Call) else node.index
            for node in tree.walk(formula)
            if isinstance(node, (tree.Symbol, tree.Call, tree.Subscripted))
        )
        printed = [token.text for token in tokens(text) if token.kind is Kind.NAME and token.text not in ("T", "∞")]
        assert not Counter("".join(printed)) - Counter(names), text


def test_what_is_shown_reads_back(read: dict[str, tree.Formula]) -> None:
    for text, formula in read.items():
        assert parse(pretty(formula), FUNCTIONS) == formula, text
        assert parse(latex(formula), FUNCTIONS) == formula, text
        assert "\n" not in pretty(formula)


def test_the_plain_formulas_of_lesson_2(corpus: Path) -> None:
    text = (corpus / "lessons" / "lesson02.txt").read_text(encoding="utf-8")
    for formula in PLAIN:
        assert formula in text
        assert parse(pretty(parse(formula))) == parse(formula)


@pytest.mark.parametrize("lesson", ["transformer-notes.txt", "lesson02.txt"])
def test_whole_lessons_have_tokens(corpus: Path, lesson: str) -> None:
    text = (corpus / "lessons" / lesson).read_text(encoding="utf-8")
    covered = bytearray(len(text))
    for token in tokens(text):
        assert not any(covered[token.start : token.end])
        covered[token.start : token.end] = b"\x01" * (token.end - token.start)
    assert {text[i] for i, seen in enumerate(covered) if not seen} <= set(" \t\n\u3000$")
