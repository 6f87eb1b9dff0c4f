"""A table with other labels keeps its figures; a label that says another row does not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.verdict import FigureVerdict, Severity

ROWS = [
    ("a_{21}", "0.731059", "0.713748"),
    ("p_{A}", "0.339660", "0.271374"),
    ("p_{B}", "0.581626", "0.556819"),
    ("p_{C}", "0.078714", "0.171807"),
    ("目标损失 L", "2.541928", "1.761382"),
]
HEAD = ("更新前", "更新后")


def with_table(own: PrintedLesson, lines: Sequence[str]) -> str:
    start = own.text.index("更新前 更新后")
    end = own.text.index("1.761382", start) + len("1.761382")
    return own.text[:start] + "\n".join(lines) + own.text[end:]


def tabs(labels: dict[int, str] | None = None, head: Sequence[str] = HEAD, rows: Sequence[Sequence[str]] = ROWS) -> list[str]:
    named = [[(labels or {}).get(number, row[0]), *row[1:]] for number, row in enumerate(rows)]
    return ["\t".join(("量", *head)), *("\t".join(row) for row in named)]


TRUE = [
    (tabs({4: "损失 L"}), Severity.NOTE),
    (tabs({0: "$A_{21}$"}), Severity.NOTE),
    (tabs({1: "输出 A 的概率", 2: "$P(B)$"}), Severity.NOTE),
    (tabs(head=("旧参数", "新参数")), Severity.NOTE),
    (tabs(head=("before", "after")), Severity.NOTE),
    (tabs({0: "第二行的第一个权重"}), Severity.WARNING),
    (tabs(rows=[*ROWS[1:], ROWS[0]]), Severity.NONE),
    (tabs(head=HEAD[::-1], rows=[(row[0], row[2], row[1]) for row in ROWS]), Severity.NONE),
    (["\t".join(("量", *(row[0] for row in ROWS))), *("\t".join((HEAD[n], *(row[n + 1] for row in ROWS))) for n in (0, 1))],
     Severity.NONE),
    (["| 量 | 旧 | 新 |", "|:--|--:|--:|", *(f"| {' | '.join(row)} |" for row in ROWS)], Severity.NOTE),
    (["\\begin{tabular}{lrr}", "量 & 之前 & 之后 \\\\ \\hline", *(" & ".join(row) + " \\\\" for row in ROWS), "\\end{tabular}"],
     Severity.NOTE),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "severity"), TRUE)
def test_other_labels_cost_a_report_of_the_label_and_no_figure(
    own: PrintedLesson, lines: list[str], severity: Severity
) -> None:
    found = own.verified(with_table(own, lines))
    assert {finding.rule for finding in found.findings} <= {"claim-relabelled"}
    assert {finding.severity for finding in found.findings} in ({severity}, set() if severity is Severity.NONE else {severity})
    assert not any(figure.verdict is FigureVerdict.UNACCOUNTED for figure in found.figures)


@pytest.mark.parametrize("lines", [lines for lines, _ in TRUE])
def test_a_figure_under_another_label_is_checked_all_the_same(own: PrintedLesson, lines: list[str]) -> None:
    wrong = [line.replace("0.713748", "0.713749") for line in lines]
    [finding] = errors(own.verified(with_table(own, wrong)))
    assert finding.rule == "figure-wrong" and finding.repair == "0.713748"


@pytest.mark.parametrize(
    "lines",
    [
        tabs(head=HEAD[::-1]),
        tabs(head=("新", "旧")),
        tabs(head=("更新之后", "更新之前")),
        tabs(head=("after", "before")),
        tabs({1: "p_{B}", 2: "p_{A}"}),
        tabs({1: "$P(B)$", 2: "$P(A)$"}),
        tabs({1: "C 的概率"}),
        tabs({3: "p_{A}"}),
        tabs({0: "$a_{22}$"}),
        tabs({0: "权重 $A_{22}$"}),
        tabs({3: "$1 - p_{C}$"}),
        tabs(rows=ROWS[1:]),
    ],
)
def test_a_label_that_says_something_else_is_an_error(own: PrintedLesson, lines: list[str]) -> None:
    assert errors(own.verified(with_table(own, lines)))
