"""The full report: each printed figure beside its digits, what is wrong at its place, one sentence that sums up."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from derivations.verdict import Finding, Message, SectionTitle, Severity, Text, Verification
from reports.layout import cells, rendered
from reports.sentences import Language
from reports.terminal import full
from tests.reports.sample import verification

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def report(
    shown: Verification,
    *,
    language: Language = "en",
    width: int = 100,
    colour: bool = False,
    program: str = "lessonproof",
) -> str:
    return rendered(full(shown, language=language, width=width, program=program), colour=colour, width=width)


def row(text: str, containing: str) -> str:
    return next(line for line in text.splitlines() if containing in line)


def test_the_first_line_says_against_what_was_checked() -> None:
    assert report(verification()).splitlines()[0] == "Checked against notes.txt, lines 576–698."


def test_without_a_document_the_first_line_says_that_no_file_was_read() -> None:
    first = report(verification(document=False)).splitlines()[0]
    assert "no file was read" in first
    assert "未读取任何文件" in report(verification(document=False), language="zh").splitlines()[0]


def test_every_figure_of_the_run_stands_in_the_report() -> None:
    shown = verification()
    text = report(shown).replace("−", "- ")
    for figure in shown.figures:
        assert figure.printed in text, figure.printed


def test_a_scalar_stands_beside_its_certain_digits() -> None:
    assert re.fullmatch(r"  a = e/\(e \+ 1\) ≈ +0\.731059 +0\.731058578630… +✓", row(report(verification()), "a = e"))


def test_a_vector_is_listed_by_its_entries_names() -> None:
    text = report(verification(wrong=False))
    assert re.search(r"  p = softmax\(ℓ\) ≈ +p_A +0\.339660 +0\.339659749429… +✓\n +p_B +0\.581626", text)


def test_a_matrix_has_brackets_over_all_its_rows() -> None:
    lines = report(verification()).splitlines()
    first = next(number for number, line in enumerate(lines) if "W̄_V = W̄_O ≈" in line)
    assert lines[first].count("⎡") == lines[first].count("⎤") == 2
    assert lines[first + 1].count("⎣") == lines[first + 1].count("⎦") == 2
    assert "✓✓" in lines[first] and "✓✓" in lines[first + 1]


def test_a_table_has_its_headings_and_rows() -> None:
    lines = report(verification(), language="zh").splitlines()
    head = next(number for number, line in enumerate(lines) if "更新前" in line)
    assert lines[head].split() == ["更新前", "更新后", "更新前", "更新后"]
    assert lines[head + 1].split()[:3] == ["a₂₁", "0.731059", "0.713748"]


def test_a_wrong_figure_has_its_place_the_right_print_and_the_distance() -> None:
    text = report(verification())
    assert re.search(r"p_B +0\.581662 +0\.581625763174… +✗ 644:49", text)
    explanation = " ".join(text.split("└ error 644:49:")[1].split())
    assert explanation.startswith("printed 0.581662, should be 0.581626: 36 units in the last place (ulp) apart.")
    assert "two digits changed places" in explanation


def test_the_end_sums_up_and_says_what_to_run_next() -> None:
    lines = report(verification(), program="python cli.py").splitlines()
    end = next(number for number, line in enumerate(lines) if line.startswith("✗ "))
    assert "1 error · 1 warning" in lines[end]
    assert "no figure left out" in " ".join(lines[end : end + 2])
    assert "errors at 644:49" in " ".join(lines[end:])
    assert lines[-1].endswith("python cli.py explain notes.11.3.probabilities")


def test_without_a_document_nobody_claims_that_nothing_was_left_out() -> None:
    text = report(verification(document=False, wrong=False))
    assert "✓ no errors" in text
    assert "no figure left out" not in text
    assert "verify chapter11 --lesson FILE" in text


def test_statements_without_figures_take_one_line() -> None:
    text = report(verification())
    assert "  ✓ B is largest but C is the target: p_B > p_A, p_B > p_C  exact" in text.splitlines()


def test_piped_text_has_no_escapes_and_colour_changes_nothing_else() -> None:
    plain = report(verification())
    coloured = report(verification(), colour=True)
    assert "\x1b" not in plain
    assert "\x1b[1;31m" in coloured
    assert ESCAPE.sub("", coloured) == plain


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_no_line_is_wider_than_the_terminal(width: int, language: Language) -> None:
    # Commands to copy and the place in the head are never broken.
    lines = [line for line in report(verification(), language=language, width=width).splitlines() if "explain" not in line]
    assert max(map(cells, lines)) <= width


def test_on_a_narrow_terminal_a_wide_matrix_becomes_a_list_of_its_entries() -> None:
    assert re.search(r"Ū ≈ +1,1 +0\.248311 +0\.248311173635… +✓", report(verification(), width=60))


def test_chinese_headings_do_not_shift_the_columns() -> None:
    english, chinese = (row(report(verification(), language=language), "a = e") for language in ("en", "zh"))
    assert english == chinese


def test_the_same_run_gives_the_same_bytes() -> None:
    assert report(verification(), colour=True) == report(verification(), colour=True)


def test_a_hostile_title_cannot_reach_the_terminal() -> None:
    shown = verification()
    title = SectionTitle("11.3", Text("\x1b[2J[/nope]\u202e", "\x1b[2J[/nope]\u202e"), None)
    lesson = replace(shown.lessons[0], path="\x1b]0;x\x07.txt", sections=(title,))
    text = report(replace(shown, lessons=(lesson,)))
    assert "\x1b" not in text and "\u202e" not in text
    assert "11.3 ␛[2J[/nope]⟨U+202E⟩" in text


def test_a_finding_of_no_claim_stands_in_its_section() -> None:
    shown = verification()
    finding = Finding(
        "figure-unaccounted",
        Severity.WARNING,
        "notes",
        "11.2",
        (),
        None,
        None,
        Message("figure-unaccounted", {"printed": "77"}),
    )
    text = report(replace(shown, findings=(*shown.findings, finding)))
    section = text.split("\n11.2 ")[1].split("\n11.3 ")[0]
    assert "nothing explains the figure 77" in section


def test_findings_outside_all_sections_are_not_lost() -> None:
    shown = verification()
    finding = Finding(
        "figure-unaccounted",
        Severity.WARNING,
        "notes",
        "12.1",
        (),
        None,
        None,
        Message("figure-unaccounted", {"printed": "77"}),
    )
    assert "nothing explains the figure 77" in report(replace(shown, findings=(*shown.findings, finding)))


def test_several_chapters_take_one_line_a_section_then_the_worst_findings_first() -> None:
    shown = verification()
    other = replace(shown.claims[0], id="notes.12.1.other", section="12.1")
    lines = report(replace(shown, claims=(*shown.claims, other))).splitlines()
    assert any(line.startswith("✗ 11.3 Residual, logits, loss") for line in lines)
    assert any(line.startswith("✓ 12.1") for line in lines)
    findings = [line for line in lines if "└" in line]
    assert "error" in findings[0] and "warning" in findings[-1]
