"""Every printed figure changed by one unit of its last place, up and down, one at a time."""

from __future__ import annotations

import pytest
from printed_lesson import FOLLOWS, PrintedLesson, at, errors

from derivations.verdict import FigureOutcome, FigureVerdict, Severity
from numeric.written import read
from reports.sentences import sentence

# Rows of E that no token looks up are free: the document is the source, and nothing it prints depends on them.
NOT_LOOKED_UP = {"E₃₁", "E₃₂"}


def neighbours(figure: FigureOutcome) -> list[str]:
    written = read(figure.printed)
    return [written.reprinted(written.steps + step) for step in (-1, 1)]


def test_a_figure_that_follows_is_wrong_at_its_place_with_the_right_print_and_the_distance(lesson: PrintedLesson) -> None:
    figures = [figure for figure in lesson.verified().figures if figure.verdict in FOLLOWS]
    assert len(figures) > 90
    for figure in figures:
        for printed, distance in zip(neighbours(figure), (-1, 1), strict=True):
            found = lesson.verified(lesson.with_figure(figure, printed))
            [finding] = at(found, figure)
            assert finding.rule in ("figure-wrong", "figure-truncated"), (figure, printed)
            assert finding.message.values["printed"] == printed
            assert finding.repair == figure.printed
            assert finding.figure is not None and found.figures[finding.figure].ulps == distance


def test_a_given_value_that_changes_makes_what_followed_from_it_wrong(own: PrintedLesson) -> None:
    given = [figure for figure in own.verified().figures if figure.verdict is FigureVerdict.GIVEN]
    assert {"η", "ϵ", "E₁₁", "W_Q₁₁", "W_K₁₁", "U₁₁", "id_A", "N", "n", "d_k"} <= {figure.name for figure in given}
    for figure in given:
        for printed in neighbours(figure):
            found = own.verified(own.with_figure(figure, printed))
            assert bool(errors(found)) is (figure.name not in NOT_LOOKED_UP), (figure.name, printed)


@pytest.mark.parametrize("printed", ["0.2", "0.05"])
def test_another_learning_rate_gives_other_digits_and_says_which(lesson: PrintedLesson, printed: str) -> None:
    [rate] = [figure for figure in lesson.verified().figures if figure.name == "η" and figure.verdict is FigureVerdict.GIVEN]
    found = lesson.verified(lesson.with_figure(rate, printed))
    wrong = {figure.name: figure for figure in found.figures if figure.verdict is FigureVerdict.WRONG}
    assert {"p_{C,new}", "L_new", "a_{21,new}", "W_Q,new[2]", "U_new[2,C]"} <= set(wrong)
    assert not {"p_C", "L", "h₁"} & set(wrong)
    notes = [finding for finding in found.findings if finding.severity is Severity.NOTE]
    assert [finding.rule for finding in notes] == ["given-changed"]
    # What the report says should be printed is right: printing it mends the lesson.
    mended = lesson.with_figure(rate, printed)
    for finding in sorted(errors(found), key=lambda one: one.places[0].column, reverse=True):
        assert finding.figure is not None
        figure = found.figures[finding.figure]
        assert figure.place is not None and figure.expected is not None
        lines = mended.split("\n")
        line, column = figure.place.line - 1, figure.place.column - 1
        assert lines[line][column:].startswith(figure.printed)
        lines[line] = lines[line][:column] + figure.expected + lines[line][column + len(figure.printed) :]
        mended = "\n".join(lines)
    assert not errors(lesson.verified(mended))


@pytest.mark.parametrize(
    ("printed", "holds"),
    [
        ("8 \\times 10^{- 12}", False),
        ("9 \\times 10^{- 12}", True),
        ("1 \\times 10^{- 11}", True),
        ("4 \\times 10^{- 11}", True),
        ("8.3 \\times 10^{- 12}", False),
        ("8.4 \\times 10^{- 12}", True),
    ],
)
def test_a_changed_bound_is_flagged_exactly_when_it_is_false(lesson: PrintedLesson, printed: str, holds: bool) -> None:
    [bound] = [figure for figure in lesson.verified().figures if figure.verdict is FigureVerdict.BOUND]
    found = lesson.verified(lesson.with_figure(bound, printed))
    assert (not errors(found)) is holds
    if not holds:
        [finding] = at(found, bound)
        assert finding.repair is not None and read(finding.repair).value > read(printed).value


def test_a_sign_slip_is_wrong_and_called_one(lesson: PrintedLesson) -> None:
    [figure] = [f for f in lesson.verified().figures if f.name == "ℓ̄_C"]
    found = lesson.verified(lesson.with_figure(figure, figure.printed.lstrip("- ")))
    [finding] = errors(found)
    assert finding.rule == "figure-wrong" and finding.message.key == "figure-sign-wrong"
    assert "ulp" not in sentence(finding.message, "en") and "正负号" in sentence(finding.message, "zh")


def test_a_sign_of_the_formula_is_told_as_such(lesson: PrintedLesson) -> None:
    signs = [("e / (e + 1)", "e / (e - 1)"), ("θ_{o l d} - 0.1", "θ_{o l d} + 0.1"), ("p - (0, 0, 1)", "p + (0, 0, 1)")]
    for printed, wrong in signs:
        [finding] = errors(lesson.verified(lesson.text.replace(printed, wrong, 1)))
        assert finding.message.key == "sign-before-wrong"


def test_transposed_digits_are_called_so_and_the_places_that_print_it_right_are_named(lesson: PrintedLesson) -> None:
    right = [figure for figure in lesson.verified().figures if figure.printed == "0.581626"]
    found = lesson.verified(lesson.with_figure(right[0], "0.581662"))
    [finding] = errors(found)
    assert finding.figure is not None and found.figures[finding.figure].ulps == 36
    assert finding.message.values["slip"].key == "slip-transposed-digits"  # type: ignore[attr-defined]
    others = finding.message.values["elsewhere"].values["lines"].split(", ")  # type: ignore[attr-defined]
    assert others == list(dict.fromkeys(str(figure.place.line) for figure in right[1:] if figure.place))


def test_a_given_value_at_which_something_is_not_defined_is_a_finding_and_no_crash(own: PrintedLesson) -> None:
    for name in ("d_k", "ϵ"):
        [given] = [f for f in own.verified().figures if f.name == name and f.verdict is FigureVerdict.GIVEN][:1]
        zero = read(given.printed).reprinted(0)
        assert errors(own.verified(own.with_figure(given, zero))), name
