"""The last row of a column: far from the sum as well as near it, and 100% as the whole."""

from __future__ import annotations

import pytest
from detected import grave

from derivations.verdict import Severity


def table(*rows: tuple[str, ...], before: str = "The memory of one step:") -> str:
    head, *rest = rows
    lines = [head, ("---",) * len(head), *rest]
    return f"{before}\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


GB = (("part", "GB"), ("weights", "12"), ("cache", "30"), ("optimizer", "45"))
SHARES = (("part", "share"), ("attention", "68.3%"), ("FFN", "31.7%"))


@pytest.mark.parametrize(
    ("rows", "severity"),
    [
        ((*GB, ("Total", "90")), Severity.ERROR),
        ((*GB, ("Total", "42")), Severity.ERROR),  # smaller than a part
        ((*GB, ("Total", "57")), Severity.ERROR),  # the cache is missing
        ((*GB, ("Total", "132")), Severity.ERROR),  # a part counted twice
        ((*GB, ("Total", "107")), Severity.WARNING),
        ((*GB, ("合计", "60")), Severity.WARNING),
        ((("层", "参数量"), ("注意力", "1.05M"), ("FFN", "2.10M"), ("合计", "4.15M")), Severity.WARNING),
        ((SHARES[0], SHARES[1], ("FFN", "31.4%"), ("Total", "100%")), Severity.ERROR),
        ((SHARES[0], ("attention", "68.0%"), SHARES[2], ("Total", "100 %")), Severity.ERROR),
        ((SHARES[0], ("attention", "68.0%"), SHARES[2], ("Total", "100.0%")), Severity.ERROR),
    ],
)
def test_a_total_that_is_not_the_sum(rows: tuple[tuple[str, ...], ...], severity: Severity) -> None:
    assert [found.severity for found in grave(table(*rows), "lesson.md")] == [severity]


@pytest.mark.parametrize(
    ("rows", "before"),
    [
        ((*GB, ("Total", "87")), "The memory of one step:"),
        ((*GB, ("Total", "97")), "The main parts of the memory:"),
        ((*GB, ("Total", "97")), "内存的主要部分："),
        ((*GB[:3], ("of which keys", "15"), ("Total", "42")), "The memory of one step:"),
        ((*GB[:3], ("…", "…"), ("Total", "97")), "The memory of one step:"),
        ((("part", "ms per step"), *GB[1:], ("Total", "33")), "The time:"),
        ((("run", "accuracy"), ("a", "81.2"), ("b", "79.9"), ("Total", "80.6")), "Two runs:"),
        ((("名称", "值"), ("层数", "6"), ("维度", "512"), ("词表", "37000"), ("合计", "63M")), "配置："),
        ((("name", "value"), ("layers", "6"), ("width", "512"), ("Total", "3,072")), "Sizes:"),
        ((*SHARES, ("Total", "100%")), "Shares:"),
        ((("part", "share"), ("a", "33.3%"), ("b", "33.3%"), ("c", "33.3%"), ("Total", "100%")), "Shares:"),
        ((("part", "share"), ("a", "33%"), ("b", "33%"), ("c", "33%"), ("Total", "100%")), "Shares:"),
        ((("part", "share"), ("a", "40%"), ("b", "20%"), ("Total", "100%")), "The two largest:"),
    ],
)
def test_a_total_that_is_the_sum_or_of_something_else(rows: tuple[tuple[str, ...], ...], before: str) -> None:
    assert not grave(table(*rows, before=before), "lesson.md")


@pytest.mark.parametrize("percent", ["%", " %"])
def test_the_sum_of_the_shares_is_said(percent: str) -> None:
    rows = (SHARES[0], ("attention", f"68.0{percent}"), ("FFN", f"31.7{percent}"), ("Total", f"100{percent}"))
    assert [found.message.values for found in grave(table(*rows), "lesson.md")] == [{"total": "99.7%"}]
