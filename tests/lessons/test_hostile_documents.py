"""Documents that are out to break the reader: huge values, endless runs, control characters. Never a crash or a hang."""

from __future__ import annotations

from time import process_time

import pytest
from printed_lesson import PrintedLesson, errors

from derivations.verdict import FigureVerdict, Finding, Message, Place, Severity, Verification
from lessons.findings import once

E_BEGINS = r"E = [\begin{matrix} 1 &"


@pytest.mark.parametrize("value", ["10^{300}", "9" * 300, "9" * 400, "0." + "3" * 300, "- 10^{300}", "10^{- 300}"])
@pytest.mark.parametrize("given", [E_BEGINS, r"W_{Q} = [\begin{matrix} 0 \\ 1", r"U = [\begin{matrix} 1 &"])
def test_values_beyond_all_proportion_are_computed_or_undecided(own: PrintedLesson, given: str, value: str) -> None:
    """Exponentials of such numbers have exponents that no machine holds; flint must never be asked for their integer part."""
    head, _, last = given.partition("1") if given.count("1") == 1 else given.rpartition("1")
    assert given in own.text
    found = own.verified(own.text.replace(given, f"{head}{value}{last}", 1))
    assert errors(found)


@pytest.mark.parametrize("rate", ["0", "10^{300}", "10^{- 300}", "- 5"])
def test_any_learning_rate_is_computed(own: PrintedLesson, rate: str) -> None:
    assert errors(own.verified(own.text.replace("η = 0.1", f"η = {rate}", 1)))


@pytest.mark.parametrize("step", ["0", "10^{- 300}", "10^{300}"])
def test_any_step_of_the_central_difference_is_computed_or_undecided(own: PrintedLesson, step: str) -> None:
    assert errors(own.verified(own.text.replace("ϵ = 10^{- 5}", f"ϵ = {step}", 1)))


@pytest.mark.parametrize(
    "insertion",
    [
        "{" * 20_000,
        "_{" * 20_000,
        "$" * 100_000,
        "(" * 20_000,
        "9" * 1_000_000,
        "a " * 100_000,
        "\x00\x1b[31m\u202e\ud83d" + "[/nope]",
        "^9" * 20_000,
    ],
    ids=["braces", "subscripts", "dollars", "brackets", "digits", "words", "controls", "powers"],
)
def test_a_paragraph_of_rubbish_changes_nothing_else(own: PrintedLesson, insertion: str) -> None:
    text = own.text.replace("11.3 ", f"{insertion}\n\n11.3 ".encode("utf-8", "replace").decode(), 1)
    found = own.verified(text)
    assert not errors(found)
    assert _right(found) == _right(own.verified())


@pytest.mark.parametrize("wrapping", ["e^{{-{}}}", r"2^{{{}}}", "√{}", "-({})", r"\frac{{1}}{{{}}}"])
def test_formulas_as_deep_as_may_be_are_read_or_left(own: PrintedLesson, wrapping: str) -> None:
    """As a claim would write them they have more brackets than the document, and so more than may be read."""
    deep = "x"
    for _ in range(40):
        deep = wrapping.format(deep)
    found = own.verified(own.text.replace("11.3 ", f"S = {deep}\n\nη = {deep} = 0.5\n\n11.3 ", 1))
    assert not any(finding.rule == "check-failed" for finding in found.findings)


def _right(found: Verification) -> int:
    return sum(figure.verdict in (FigureVerdict.ROUNDED, FigureVerdict.GIVEN, FigureVerdict.BOUND) for figure in found.figures)


def test_a_large_step_is_the_fault_of_the_step_alone(own: PrintedLesson) -> None:
    found = errors(own.verified(own.text.replace("ϵ = 10^{- 5}", "ϵ = 100", 1)))
    assert {finding.section for finding in found} == {"11.7"}


def test_the_givens_of_two_copies_that_differ_are_a_finding(own: PrintedLesson) -> None:
    found = own.verified(own.text.replace("η = 0.1", "η = 0.1$ ，又写 $η = 0.2", 1))
    # What stands with the words of the claim counts; the other copy contradicts it.
    assert [figure.printed for figure in found.figures if figure.verdict is FigureVerdict.WRONG][:1] == ["0.1"]
    assert errors(found)


@pytest.mark.parametrize(
    ("printed", "instead"),
    [
        (r"0 & - \infty", r"0 & \infty"),
        (r"0 & - \infty", r"\infty & - \infty"),
        (r"0 & - \infty", r"0 & \frac{1}{0}"),
        (r"0 & - \infty", r"0 & \sum_{k} k"),
        (r"0 & - \infty", r"0 & \ldots"),
    ],
)
def test_an_entry_without_a_value_is_an_error_at_its_place(own: PrintedLesson, printed: str, instead: str) -> None:
    assert printed in own.text
    assert errors(own.verified(own.text.replace(printed, instead, 1)))


def test_thousands_of_findings_take_no_more_than_their_number() -> None:
    place = Place(1, 1)
    found = [
        Finding(
            "figure-unaccounted", Severity.WARNING, "notes", "11.2", (place,), None, number, Message("figure-unaccounted", {})
        )
        for number in range(20_000)
    ]
    started = process_time()
    assert len(once(found)) == len(found)
    assert process_time() - started < 2  # every finding held against every other: minutes
