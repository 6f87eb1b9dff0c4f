"""A text that moves, loses or repeats a line gives a report about places; reflowed white space gives nothing at all."""

from __future__ import annotations

import re

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.verdict import Binding, FigureVerdict, Severity, Verification

DRIFT = {"claim-moved", "claim-changed", "claim-missing", "claim-ambiguous", "claim-repeated", "figure-unaccounted"}


def lines_with_figures(lesson: PrintedLesson) -> list[int]:
    """Lines of the chapter that print something a claim is about, from 0."""
    found = lesson.verified()
    return sorted({claim.places[0].line - 1 for claim in found.claims})


def no_figure_is_wrong(found: Verification) -> bool:
    return not any(figure.verdict in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED) for figure in found.figures)


def test_a_line_taken_out_is_reported_missing_and_nothing_else_is_wrong(lesson: PrintedLesson) -> None:
    for number in lines_with_figures(lesson):
        found = lesson.verified(lesson.with_lines(lambda lines, n=number: lines[:n] + lines[n + 1 :]))
        assert errors(found), number
        assert {finding.rule for finding in found.findings} <= DRIFT, number
        assert no_figure_is_wrong(found)


def test_a_line_printed_twice_is_reported_and_nothing_else_is_wrong(lesson: PrintedLesson) -> None:
    for number in lines_with_figures(lesson):
        found = lesson.verified(lesson.with_lines(lambda lines, n=number: [*lines[: n + 1], "", *lines[n:]]))
        # A row of a table that stands there twice is a row too many: its figures are what nothing accounts for.
        rules = {finding.rule for finding in found.findings}
        assert rules & {"claim-ambiguous", "claim-repeated"} or rules == {"figure-unaccounted"}, number
        assert rules <= DRIFT, number
        assert no_figure_is_wrong(found)


def test_a_line_moved_to_another_section_is_reported_moved_and_nothing_else_is_wrong(lesson: PrintedLesson) -> None:
    lines = lesson.text.split("\n")
    [destination] = [number for number, line in enumerate(lines) if line.startswith("11.7 ")]
    for number in lines_with_figures(lesson):
        if number > destination:
            continue
        moved = [*lines[:number], *lines[number + 1 : destination + 2], lines[number], "", *lines[destination + 2 :]]
        found = lesson.verified("\n".join(moved))
        assert found.findings, number
        assert {finding.rule for finding in found.findings} <= DRIFT, number
        assert no_figure_is_wrong(found)


def test_two_lines_of_a_section_exchanged_are_a_warning_about_the_order(own: PrintedLesson) -> None:
    lines = own.text.split("\n")
    first = next(number for number, line in enumerate(lines) if "ℓ = h U" in line)
    second = next(number for number, line in enumerate(lines) if "0.339660, 0.581626" in line)
    lines[first], lines[second] = lines[second], lines[first]
    found = own.verified("\n".join(lines))
    assert [finding.rule for finding in found.findings] == ["claim-moved"]
    assert found.findings[0].severity is Severity.WARNING


def _wide(text: str) -> str:
    """Spaces doubled in formulas, and white space around every sign that may have some."""
    return re.sub(r"([=&,])", r"  \1   ", text).replace("\t", "   \t ")


def _narrow(text: str) -> str:
    """Spaces that separate nothing taken out."""
    return re.sub(r"(?<=[=&,(]) +| +(?=[=&,)])", "", text)


def _wrapped(text: str) -> str:
    """Every line broken at each space, as an editor with a narrow column would; headings stay whole."""
    heading = re.compile(r"第 [0-9]+ 章|[0-9]+\.[0-9]+ ")
    return "\n".join(line if heading.match(line) else line.replace(" ", "\n") for line in text.split("\n"))


def _windows(text: str) -> str:
    return text.replace("\n", "\r\n")


def _old_mac(text: str) -> str:
    return text.replace("\n", "\r")


def _marked(text: str) -> str:
    return "\ufeff" + text


@pytest.mark.parametrize("reflow", [_wide, _narrow, _wrapped, _windows, _old_mac, _marked])
def test_reflowed_white_space_changes_nothing(lesson: PrintedLesson, reflow) -> None:  # type: ignore[no-untyped-def]
    before, after = lesson.verified(), lesson.verified(reflow(lesson.text))
    assert not after.findings
    assert [claim.verdict for claim in after.claims] == [claim.verdict for claim in before.claims]
    assert {claim.binding for claim in after.claims} == {Binding.BOUND}
    assert [figure.verdict for figure in after.figures] == [figure.verdict for figure in before.figures]


def test_a_table_with_bars_is_the_same_table(lesson: PrintedLesson) -> None:
    rows = re.compile(r"^(.*(?:a_\{21\}|p_\{[ABC]\}|L)\$?)[ \t]+([0-9.]{8})[ \t]+([0-9.]{8})$", re.M)
    text, count = rows.subn(r"| \1 | \2 | \3 |", lesson.text)
    assert count == 5
    assert not lesson.verified(text).findings


def test_a_formula_that_says_something_else_is_reported_with_the_nearest_place(lesson: PrintedLesson) -> None:
    found = lesson.verified(lesson.text.replace("h = (a, 1 + c)", "h = (a, 1 - c)"))
    [finding] = errors(found)
    assert finding.rule == "formula-refuted" and finding.claim == "notes.11.3.h"
    assert finding.places and "1 - c" in str(finding.message.values["says"])


def test_words_that_say_something_else_are_reported_with_the_nearest_place(lesson: PrintedLesson) -> None:
    found = lesson.verified(lesson.text.replace("取最后一行", "取第一行"))
    [finding] = errors(found)
    assert finding.rule == "claim-changed" and finding.claim == "notes.11.3.residual"
    assert finding.places and "取第一行" in str(finding.message.values["near"])


def test_a_mistyped_heading_is_one_warning(lesson: PrintedLesson) -> None:
    found = lesson.verified(lesson.text.replace("\n11.3 ", "\n11.33 ", 1))
    assert not errors(found)
    assert {finding.rule for finding in found.findings} == {"section-missing", "figure-unaccounted"}
    [missing] = [finding for finding in found.findings if finding.rule == "section-missing"]
    assert missing.section == "11.3" and missing.severity is Severity.WARNING and missing.places


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("不是普遍恒等式", "是普遍恒等式"),
        ("输出列有非零梯度", "输出列没有非零梯度"),
        ("不能先改完 U", "可以先改完 U"),
        ("同时使用旧参数", "先后使用新参数"),
        ("未被输入查到", "已被输入查到"),
        ("不能从两位置实验", "能从两位置实验"),
        ("而非只修改", "只修改"),
        ("不需要真的选出 B", "需要真的选出 B"),
        ("更新前", "更新后"),
        ("不是凭空", "正是凭空"),
    ],
)
def test_a_statement_turned_into_its_opposite_is_reported(lesson: PrintedLesson, right: str, wrong: str) -> None:
    assert right in lesson.text
    assert errors(lesson.verified(lesson.text.replace(right, wrong)))


def test_a_second_copy_of_the_chapter_is_an_error_that_names_both(lesson: PrintedLesson) -> None:
    lines = lesson.text.split("\n")
    heading = next(line for line in lines if re.match("第 11 章", line))
    copy = "\n".join(["", heading, "", r"$a \approx 0.9$", ""])
    [finding] = errors(lesson.verified(lesson.text + copy))
    assert finding.rule == "chapter-repeated"
    assert finding.places[0].line > finding.places[1].line == lines.index(heading) + 1
    assert not lesson.verified(f"{lesson.text}\n{heading}\n").findings  # an entry of a list of contents, say
