"""Words, units and glued cells: how running text becomes arithmetic."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations.formula.parser import parse
from derivations.verdict import Place
from lessons.amounts import amounts
from lessons.byte_units import scales
from lessons.glued import first_figures, halves, is_number
from lessons.passage import Passage
from lessons.relations import Chain, chains
from lessons.sign import Role
from lessons.signs import signs
from lessons.unfolding import MOST_TERMS, unfolded
from lessons.vectors import vectors
from lessons.words import in_digits


def passage(text: str, *, run_together: bool = False) -> Passage:
    return Passage(text, lambda offset: Place(1, offset + 1), run_together=run_together)


def chains_of(text: str, *, run_together: bool = False) -> list[Chain]:
    return chains(signs(passage(text, run_together=run_together), (0, len(text))))


def sides(text: str) -> list[list[str]]:
    return [[side.text for side in chain.sides] for chain in chains_of(text)]


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("seven", "7"), ("nineteen", "19"), ("twenty", "20"), ("fifty-six", "56"), ("三", "3"), ("十二", "12"), ("二十", "20"),
        ("五十六", "56"), ("一百二十", "120"), ("三成", "30%"), ("三四", None),
    ],
)  # fmt: skip
def test_numerals(words: str, digits: str | None) -> None:
    assert in_digits(words) == digits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("784 inputs times 100 neurons is 78,400", ["784 × 100", "78,400"]),
        ("The area: 28x28 ~ 784.", ["28×28", "784"]),
        ("768 (= 28 x 28) pixels", ["768", "28 × 28"]),
        ("3.5 million × 2 = 7 百万", ["3.5 ×10^6 × 2", "7 ×10^6"]),
        ("(20% of 50 is exactly 10)", ["20% × 50", "10"]),
        ("有 12 个头 × 64 维 = 768", ["12 × 64", "768"]),
        ("In 2017 3 + 4 = 7", ["3 + 4", "7"]),
        ("about 5! = 120", ["5!", "120"]),
    ],
)
def test_sides_of_a_chain(text: str, expected: list[str]) -> None:
    assert expected in sides(text)


@pytest.mark.parametrize("text", ["GPT-4 × 3 = 12", "loss - 5 = 2", "2 × 3–4 = 7", "word(2) × 3 = 12", "n±1 × 2 = 4"])
def test_what_may_belong_to_a_side_leaves_it_open(text: str) -> None:
    assert all(chain.left_open or chain.sides[0].node is None for chain in chains_of(text))


def test_every_figure_of_a_side_knows_its_place() -> None:
    text = "now 784 inputs times twenty is 15,680"
    (chain,) = chains_of(text)
    figures = [sign for side in chain.sides for sign in side.signs if sign.role is Role.FIGURE]
    assert [text[sign.start : sign.end] for sign in figures] == ["784", "twenty", "15,680"]
    result = chain.sides[1]
    assert result.places((0, 6)) == (text.index("15,680"), len(text))


def test_cuts_pass_inside_digits_only() -> None:
    (chain,) = chains_of("词）163 × 6 = 18", run_together=True)
    whole = passage("词）163 × 6 = 18", run_together=True)
    assert [part.sides[0].text for part in first_figures(whole, chain)] == ["63 × 6", "3 × 6"]
    (chain,) = chains_of("2/4 = 0.51/2 = 0.5")
    assert [(left.sides[-1].text, right.sides[0].text) for left, right in halves(chain)] == [("0.5", "1/2")]
    assert is_number("0.5") and is_number("0") and not is_number("05") and not is_number("1.2.3")


@pytest.mark.parametrize(
    ("of_expression", "of_number", "expected"),
    [
        ((), (), [1]),
        (("GB",), ("GB",), [1]),
        (("bytes",), ("MB",), [Fraction(1, 10**6), Fraction(1, 2**20)]),
        (("float32",), ("GB",), [Fraction(4, 10**9), Fraction(4, 2**30)]),
        ((), ("KB",), [Fraction(1, 1000), Fraction(1, 1024), 1]),
        (("GB", "MB"), ("GB",), []),
    ],
)
def test_units_of_bytes(of_expression: tuple[str, ...], of_number: tuple[str, ...], expected: list[Fraction]) -> None:
    assert [scale for scale, _ in scales(of_expression, of_number)] == expected


def test_amounts_with_their_units() -> None:
    text = "uses 140 GB, 1.5e3 tokens and 24% of v2.1"
    assert [(one.written.text, one.unit, one.kind) for one in amounts(text, 0, len(text))] == [
        ("140", "GB", "bytes"),
        ("1.5e3", "tokens", "tokens"),
        ("24%", "of", "%"),
    ]


def test_rows_of_numbers() -> None:
    text = "f(1, 2) [1.5, -2] （3，4） [x, 1] (0.25, 1e-3)"
    found = list(vectors(passage(text)))
    assert [[entry.text for entry in row.entries] for row in found] == [["1.5", "-2.0"], ["3", "4"], ["0.25", "1e-3"]]
    assert [text[slice(*span)] for span in found[0].spans] == ["1.5", "-2"]


def test_sums_are_written_out() -> None:
    """1 + 4 + 9 and 1 + 2 + … + 6 = 21."""
    squares = unfolded(parse(r"\sum_{i = 1}^{3} i^{2}").chains[0].sides[0], {})
    assert [term.base.value for term in squares.terms] == [1, 2, 3]  # type: ignore[union-attr]
    progression = unfolded(parse("1 + 2 + … + 6").chains[0].sides[0], {})
    assert sum(term.value for term in progression.terms) == 21  # type: ignore[union-attr,misc]
    too_long = parse(r"\sum_{i = 1}^{" + str(MOST_TERMS + 1) + "} i").chains[0].sides[0]
    assert unfolded(too_long, {}) == too_long
