"""Relations between expressions: proved, excluded, or left open; never assumed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from derivations.formula.evaluate import EvaluationError
from derivations.formula.parser import parse
from derivations.formula.tree import Chain, figures
from derivations.statement import attained, holds, mending_value
from derivations.values import AnyRounding, Values

NOTHING = Values(None, {})


def chain(text: str) -> Chain:
    return parse(text).chains[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 / (1 + e) + e / (1 + e) = 1", True),
        ("e^{2} = e e", True),
        ("e = 2.718281828459045235360287", False),  # equal to 24 places
        ("e > 2.718281828459045235360287", True),
        (r"\sqrt{8} = 2 \sqrt{2}", True),
        (r"\ln (6) = \ln (2) + \ln (3)", True),
        ("(1, e) = (1, e)", True),
        ("(1, e) ≠ (1, e)", False),
        ("(1, e) ≠ (1, 2)", True),
        ("(1, 2) = (1, 2, 3)", False),
        (r"[\begin{matrix} 1 & - \infty \end{matrix}] = [\begin{matrix} 1 & - \infty \end{matrix}]", True),
        (r"[\begin{matrix} 1 & - \infty \end{matrix}] = [\begin{matrix} 1 & 0 \end{matrix}]", False),
        ("1 < 2 < 2", False),
        ("2 ≤ 2 < 3", True),
        ("x = x", None),
        ("1 / 0 = 1 / 0", None),
        ("(e - e)^{2} < 1", True),
        ("(1 / 3 - 1 / 3)^{2} ≠ 1", True),
        ("(2 / 3 - 2 / 3)^{5} + 2^{5} > 31", True),
        ("(1 / 3 - e)^{3} = (1 / 3 - e) (1 / 3 - e) (1 / 3 - e)", True),
    ],
)
def test_relations(text: str, expected: bool | None) -> None:
    assert holds(chain(text), NOTHING).holds is expected


@pytest.mark.parametrize("text", ["e^{54} = e^{27} e^{27}", r"\sqrt{5 + 2 \sqrt{6}} = \sqrt{2} + \sqrt{3}"])
def test_a_true_equality_beyond_the_field_stays_undecided(text: str) -> None:
    """Agreeing digits, however many, are no equality."""
    assert holds(chain(text), NOTHING).holds is None


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("6 + 2 + 3 = 10", 2, Fraction(2)),
        ("2 e = e + e + 1 e", 0, Fraction(3)),
        ("(e, 1 + e) = (e, 2 + e)", 1, Fraction(1)),
        ("e = 2", 0, None),  # no rational number mends it
        ("1 / (1 + e) = 1 / (2 + e)", 0, None),  # (1 + e)/(2 + e) is none either
        ("1 / (1 + e) = 1 / (2 + e)", 1, Fraction(2)),
    ],
)
def test_the_value_that_mends_a_false_equality(text: str, number: int, expected: Fraction | None) -> None:
    of = chain(text)
    printed: list[Any] = [figure.written for figure in figures(of)]
    found = mending_value(NOTHING, of, printed, number, printed[number].value)
    assert found == expected
    if expected is not None:
        mended = [expected if index == number else figure for index, figure in enumerate(printed)]
        assert holds(of, NOTHING, mended).holds


@pytest.mark.parametrize(
    ("equality", "shown"),
    [
        ("e / (e + 1) = 2.718282 / 3.718282", True),
        ("e / (e + 1) = 2.718283 / 3.718282", False),
        ("ln 2 = 0.6931 × 1.0000", True),
        ("0.5000 × 0.5000 = 0.2500", True),
        ("(1 - 1.0000)^{2} = 0 - 1 / 1000000000000", False),  # below what a square may be, within what its ball may
        ("1 / 0.0000 = 7", False),  # without a value somewhere between the ends
        ("ln 0.0000 = 1", False),
        ("0.1000 + 0.1000 + 0.1000 + 0.1000 + 0.1000 + 0.1000 + 0.1000 + 0.1000 + 0.1000 = e / 3", False),  # too many to try
    ],
)
def test_an_equality_of_roundings_is_shown_by_a_change_of_order(equality: str, shown: bool) -> None:
    boxes = [AnyRounding(one.written) if one.written.decimals else one.written for one in figures(chain(equality))]
    try:
        assert attained(chain(equality), NOTHING, boxes) is shown
    except EvaluationError:
        assert not shown
