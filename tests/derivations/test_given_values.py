"""Examples of given values and of letters that formulas define from them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations.example import ExampleImpossible, Rows
from derivations.formula.evaluate import EvaluationError
from derivations.given_values import GivenValues
from derivations.pieces import formula
from derivations.statement import holds
from derivations.values import EXACT, Values

EXAMPLE = GivenValues(
    givens=("n", "Q", "K"),
    letters={"S": r"Q K^{T}", "A": "softmax_{row} (S)", "m": "n + S_{22}", "u": "v", "x": "softmax (n)"},
)
GIVENS: dict[str, Rows] = {
    "n": ((Fraction(3),),),
    "Q": ((Fraction(1), Fraction(2)), (Fraction(0), Fraction(1))),
    "K": ((Fraction(1), Fraction(0)), (Fraction(3), Fraction(1))),
}
VALUES = Values(EXAMPLE, GIVENS)


@pytest.mark.parametrize(
    "text",
    [
        r"S = [\begin{matrix} 1 & 5 \\ 0 & 1 \end{matrix}]",  # (1, 2)·(1, 0), (1, 2)·(3, 1), (0, 1)·(1, 0), (0, 1)·(3, 1)
        r"A = [\begin{matrix} e / (e + e^{5}) & e^{5} / (e + e^{5}) \\ 1 / (1 + e) & e / (1 + e) \end{matrix}]",
        "m = 4",
        "n + 1 = 4",
    ],
)
def test_letters_have_the_values_of_their_formulas(text: str) -> None:
    assert all(holds(chain, VALUES).holds for chain in formula(text, EXAMPLE.functions).chains)
    wrong = text.replace("1", "2", 1) if "1" in text else text.replace("4", "5")
    assert not any(holds(chain, VALUES).holds for chain in formula(wrong, EXAMPLE.functions).chains)


@pytest.mark.parametrize("letter", ["u", "x"])
def test_a_letter_without_value_is_told(letter: str) -> None:
    with pytest.raises((EvaluationError, ExampleImpossible)):
        VALUES.entries(formula(letter).chains[0].sides[0], (), EXACT)


def test_another_given_value_gives_other_letters() -> None:
    other = VALUES.elsewhere({"n": ((Fraction(5),),)})
    assert holds(formula("n + 1 = 6").chains[0], other).holds


def test_what_it_writes_out_is_what_was_given_and_what_follows() -> None:
    assert EXAMPLE.companion()["letters"] == dict(EXAMPLE.letters)
    assert set(EXAMPLE.companion()["given"]) == set(EXAMPLE.givens)
