"""One figure changed in the author's own spelling, and where things stood before."""

from __future__ import annotations

import pytest

from derivations.verdict import FigureOutcome, FigureVerdict, Place
from lessons.mutation.mutant import mutants
from lessons.source import source


def figure(printed: str, column: int, length: int) -> FigureOutcome:
    return FigureOutcome(
        printed, "x", "", Place(1, column), (), "", None, None, 0, FigureVerdict.EXACT, None, Place(1, column + length)
    )


@pytest.mark.parametrize(
    ("text", "printed", "changed"),
    [
        ("0.581626", "0.581626", ["0.581625", "0.581627"]),
        ("9.99M", "9.99M", ["9.98M", "10.00M"]),
        ("0", "0", ["-1", "1"]),
        ("1,000", "1,000", ["999", "1,001"]),
        ("- 3", "- 3", ["- 4", "- 2"]),
        ("²", "2", ["¹", "³"]),
        ("3 \\times 10^{- 11}", "3 \\times 10^{- 11}", ["2 \\times 10^{- 11}", "4 \\times 10^{- 11}"]),
    ],
)
def test_one_unit_down_and_up_in_the_style_of_the_page(text: str, printed: str, changed: list[str]) -> None:
    document = source("x", f"a {text} b", "")
    found = list(mutants(document, [figure(printed, 3, len(text))]))
    assert [mutant.printed for mutant in found] == changed
    assert [mutant.of(document).text for mutant in found] == [f"a {one} b" for one in changed]
    for mutant in found:
        assert mutant.original(len(f"a {mutant.printed}")) == len(f"a {text}")
        assert mutant.original(1) == 1


def test_what_only_its_format_understands_is_left_as_it_is() -> None:
    assert not list(mutants(source("x", "a &#52; b", ""), [figure("4", 3, 5)]))
