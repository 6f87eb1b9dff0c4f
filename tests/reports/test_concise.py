"""One line a finding, then one line that sums up."""

from __future__ import annotations

from reports.concise import concise
from tests.reports.sample import verification


def test_findings_are_lines_that_editors_can_jump_to() -> None:
    lines = concise(verification(), language="en").splitlines()
    assert lines[0].startswith("notes.txt:644:49: figure-wrong: printed 0.581662, should be 0.581626: 36 units")
    assert lines[1].startswith("notes.txt:668:1: claim-moved: ")
    assert lines[2].startswith("1 error · 1 warning · ") and len(lines) == 3


def test_without_a_document_the_section_stands_for_the_place() -> None:
    assert concise(verification(document=False), language="en").startswith("notes 11.3: figure-wrong: ")


def test_nothing_wrong_is_one_line() -> None:
    assert concise(verification(document=False, wrong=False), language="zh").startswith("没有错误 · 命题 ")
