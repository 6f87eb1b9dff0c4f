"""Totals of whole numbers are exact where they count, and shares are those of the counts beside them."""

from __future__ import annotations

import pytest
from detected import detected, grave

from derivations.verdict import FigureVerdict


def table(*rows: str, head: str = "part | n") -> str:
    lines = [f"| {row} |" for row in (head, *rows)]
    return "\n".join(["# T", "", lines[0], "|" + "--|" * (head.count("|") + 1), *lines[1:], ""])


def told(text: str) -> list[tuple[str, int]]:
    return [(found.rule, found.place.line) for found in grave(text, "lesson.md")]


@pytest.mark.parametrize(
    ("parts", "total"),
    [
        ((30, 41), 70), ((1, 2, 3, 4), 12), ((12, 13), 26), ((100, 200), 301), (("4,722,432", "2,362,368"), "7,084,801"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("head", ["part | n", "module | parameters", "部分 | 参数量"])
def test_a_count_that_is_one_off_is_wrong(parts: tuple[object, ...], total: object, head: str) -> None:
    rows = [f"x{number} | {part}" for number, part in enumerate(parts)]
    assert told(table(*rows, f"total | {total}", head=head)) == [("total-wrong", 5 + len(rows))]


@pytest.mark.parametrize(
    "head", ["part | time (ms)", "part | seconds", "part | memory (GB)", "part | share in %", "部分 | 耗时（秒）"]
)
def test_what_is_measured_may_be_rounded_and_is_not_called_right(head: str) -> None:
    text = table("a | 30", "b | 41", "total | 70", head=head)
    assert told(text) == []
    assert {one.verdict for one in detected(text, "lesson.md").settled} == {FigureVerdict.LOOSE}
    exact = detected(table("a | 30", "b | 41", "total | 71", head=head), "lesson.md")
    assert {one.verdict for one in exact.settled} == {FigureVerdict.ROUNDED}


def test_shares_that_only_their_rounding_saves() -> None:
    text = table("a | 33.3%", "b | 33.3%", "c | 33.3%", "total | 100%", head="part | share")
    assert told(text) == []
    assert {one.verdict for one in detected(text, "lesson.md").settled} == {FigureVerdict.LOOSE}


HEAD = "word | count | share"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("a | 30 | 30%", "b | 50 | 52%", "c | 20 | 20%"), [("figure-wrong", 6)]),
        (("a | 30 | 30%", "b | 50 | 52%", "c | 20 | 20%", "total | 100 | 100%"), [("figure-wrong", 6)]),
        (("a | 30 | 30%", "b | 50 | 50%", "c | 20 | 20%", "total | 100 | 100%"), []),
        (("a | 25,362,432 | 22.97%", "b | 85,054,464 | 77.03%", "c | 1,536 | 0.00%"), []),
        (("a | 25,362,432 | 22.97%", "b | 85,054,464 | 77.33%", "c | 1,536 | 0.00%"), [("figure-wrong", 6)]),
        (("a | 1 | 33.3%", "b | 1 | 33.3%", "c | 1 | 33.4%"), []),  # bent, so that they sum to 100
        (("a | 30 | 12%", "b | 50 | 52%", "c | 20 | 20%"), []),  # not this column's
        (("a | 30 | 30%", "b | 50 | 50%", "c | 20 | 20%", "total | 150 | 100%"), [("total-wrong", 8)]),
        (("a | 30 ms | 30%", "b | 50 ms | 52%", "c | 20 ms | 20%"), []),
    ],
)
def test_a_share_is_that_of_the_count_beside_it(rows: tuple[str, ...], expected: list[tuple[str, int]]) -> None:
    assert told(table(*rows, head=HEAD)) == expected
