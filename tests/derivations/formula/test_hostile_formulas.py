"""Hostile texts: bounded work, counted in tokens, nodes and calls; refused with a FormulaError or read, never a crash."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.formula import cursor as module
from derivations.formula.cursor import MAX_DEPTH, MAX_NODES, MAX_TOKENS
from derivations.formula.parser import FormulaError, parse
from derivations.formula.pretty import latex, pretty
from derivations.formula.spelling import Spelling
from derivations.formula.tokens import Token
from derivations.formula.tree import Node, walk

HOSTILE = {
    "parentheses": "(" * 2000 + "x" + ")" * 2000,
    "unclosed": "(" * 2000,
    "crossed": "([" * 900 + "x" + ")]" * 900,
    "fractions": r"\frac{1}{" * 200 + "x" + "}" * 200,
    "roots": r"\sqrt{" * 200 + "x" + "}" * 200,
    "bare roots": "√" * 1900 + "x",
    "accents": r"\bar{" * 200 + "x" + "}" * 200,
    "indices": "x" + "_{x" * 600 + "}" * 600,
    "powers": "9" + "^{9" * 600 + "}" * 600,
    "bare powers": "9" + "^9" * 900,
    "signs": "a" + " × -" * 900 + " b",
    "minuses": "-" * 1900 + "b",
    "quotients": "a" + "/a" * 900,
    "nested quotients": "(" * 40 + "a" + ("/a" * 10 + ")") * 40,
    "functions": "ln " * 1900 + "x",
    "calls": "ln(" * 600 + "x" + ")" * 600,
    "conditions": "f(" * 60 + "a ∣ b" + " ∣ c)" * 60,
    "sums": "∑" * 1900 + "x",
    "bars": "|" * 1900,
    "norms": "‖" * 1900 + "x",
    "brackets of brackets": "[" * 900 + "]" * 900,
    "rows": "[" + "[1]," * 600 + "[1]]",
    "matrices": r"\begin{matrix}" * 100 + "1" + r"\end{matrix}" * 100,
    "dollars": "$" * 10**5,
    "commas": "," * 1900,
    "primes": "x" + "'" * 1900,
    "factorials": "3" + "!" * 1900,
    "differentials": "∂" * 1900 + "x",
    "words": "一" * 1900,
    "controls": "a \x00 \x1b[31m \x85 \u202e \ufeff b",
    "surrogate": "a \ud800 b",
    "long": "x + " * 10**6,
    "digits": "9" * 10**6,
}


def calls(work: Callable[[], object]) -> int:
    """How many functions are called; a million is enough to know."""
    count = 0

    def one(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"
        assert count < 10**6

    sys.setprofile(one)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_end_within_the_limits(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0
    original = module.each_token

    def counted(text: str) -> object:
        nonlocal read
        for token in original(text):
            read += 1
            yield token

    monkeypatch.setattr(module, "each_token", counted)
    formula = None

    def reading() -> None:
        nonlocal formula
        try:
            formula = parse(text)
        except FormulaError as error:
            assert 0 <= error.offset <= len(text)
            assert len(str(error)) < 200

    assert calls(reading) < 60 * MAX_TOKENS
    assert read <= MAX_TOKENS + 1
    if formula is not None:
        assert sum(1 for _ in walk(formula)) <= MAX_NODES
        if 2 * read <= MAX_TOKENS:  # what is shown may have more brackets than what was read
            assert parse(latex(formula)) == parse(pretty(formula)) == formula


# What holds a formula, so that it may be put into itself as often as the depth allows.
WRAPPINGS = [
    "-{}", "-({})", "−({} + 1)", "({})^2", "-{}^2", "2^{{{}}}", "e^{{-{}}}", "({})/2", "2/({})", r"\frac{{1}}{{{}}}",
    "|{}|", r"\|{}\|", r"\sqrt{{{}}}", "({}, 1)", "2 ({})", r"2 \times ({})", "3 - ({})", "({})^T", "({})!", "({})′",
    "f({})", r"\max({}, 2)", r"\log ({})", r"\sum_i ({})", r"\sum_{{i={}}} 2", r"\bar{{{}}}",
    r"\begin{{pmatrix}} {} & 1 \end{{pmatrix}}", r"\{{{}\}}", "x_{{{}}}", "({}) kB",
    r"\begin{{cases}} {}, & x > 0 \end{{cases}}", r"P({} \mid x)", r"({}) \odot x",
]  # fmt: skip


@pytest.mark.parametrize("shown", [pretty, latex, Spelling([]).spelled])
@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_brackets_in_brackets_are_shown_in_bounded_work(wrapping: str, shown: Callable[[Node], object]) -> None:
    text, formula = "x", None
    for _ in range(60):
        text, deeper = wrapping.format(text), formula
        try:
            formula = parse(text)
        except FormulaError:
            formula = deeper
            break
    assert formula is not None
    nodes = sum(1 for _ in walk(formula))
    assert calls(lambda: shown(formula)) < 60 * nodes * nodes


def test_the_depth_allowed_is_allowed() -> None:
    parse("(" * (MAX_DEPTH - 1) + "x" + ")" * (MAX_DEPTH - 1))
    with pytest.raises(FormulaError, match="deeper"):
        parse("(" * MAX_DEPTH + "x" + ")" * MAX_DEPTH)


def test_many_things_side_by_side_are_not_deep() -> None:
    parse(" + ".join(["x^2 √y ln(z) 2^-n"] * 80))


def test_a_caller_deep_in_the_stack_gets_a_formula_error() -> None:
    def deep(levels: int) -> None:
        if levels:
            deep(levels - 1)
        else:
            parse("(" * 60 + "x" + ")" * 60)

    frame, used = sys._getframe(), 0
    while frame.f_back is not None:
        frame, used = frame.f_back, used + 1
    with pytest.raises(FormulaError, match="too deep"):
        deep(sys.getrecursionlimit() - used - 150)


ENVIRONMENTS = [f"\\{edge}{{{name}}}" for edge in ("begin", "end") for name in ("matrix", "cases")]
COMMANDS = ["\\frac", "\\bar", "\\sqrt", "\\sum", "\\ln", "\\mathrm", "\\{", "\\}", "\\\\", *ENVIRONMENTS]
SIGNS = "abeE19+-−×·/=≈<({[)]}|∣‖_^'!,.:;&%…一倍²ᵢ√∑∂∇∞$\n \x00\ud800"
PIECES = st.sampled_from([*SIGNS, *COMMANDS, "max", "10^{- 5}", "0.50"])


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60))
def test_anything_is_read_or_refused(text: str) -> None:
    try:
        formula = parse(text)
    except FormulaError as error:
        assert 0 <= error.offset <= len(text)
    else:
        assert isinstance(pretty(formula), str)
        assert isinstance(latex(formula), str)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_what_is_read_prints_as_the_same_formula(text: str) -> None:
    try:
        formula = parse(text)
    except FormulaError:
        return
    assert parse(pretty(formula)) == formula
    assert parse(latex(formula)) == formula


def test_the_end_is_a_token_without_text() -> None:
    assert isinstance(module.Cursor("a").tokens[-1], Token)
    assert module.Cursor("a").tokens[-1].text == ""
