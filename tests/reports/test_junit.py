"""JUnit: held against Jenkins' schema, and read by a consumer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import junitparser
import pytest
import xmlschema

from derivations.verdict import Verdict, Verification
from reports.formats import Run, written
from tests.reports.documents import LESSON, hostile, verified
from tests.reports.sample import verification

SCHEMA = xmlschema.XMLSchema(str(Path(__file__).parent / "schemas" / "junit-10.xsd"))


def suites(found: Verification, **more: Any) -> list[junitparser.TestSuite]:
    text = written("junit", Run(found, more.pop("language", "en"), "lessonproof", **more))
    SCHEMA.validate(text)
    read = junitparser.JUnitXml.fromstring(text.encode("utf-8"))
    assert read.tests == sum(suite.tests for suite in read)
    return list(read)


def cases(found: Verification, **more: Any) -> dict[str, junitparser.TestCase]:
    return {case.name: case for suite in suites(found, **more) for case in suite}


def failing(found: Verification, **more: Any) -> list[str]:
    results = cases(found, **more)
    return [name for name, case in results.items() if any(isinstance(one, junitparser.Failure) for one in case.result)]


@pytest.mark.parametrize("document", [True, False])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_case_a_claim_in_suites_by_section(document: bool, language: str) -> None:
    found = verification(document=document)
    read = suites(found, language=language)
    assert [len(suite) for suite in read] == [sum(c.section == f"11.{n}" for c in found.claims) for n in range(1, 8)]
    assert {case.name for suite in read for case in suite} == {claim.id for claim in found.claims}
    assert failing(found, language=language) == ["notes.11.3.probabilities"]


def test_warnings_fail_only_a_strict_run() -> None:
    assert failing(verification(wrong=False)) == []
    assert failing(verification(wrong=False), strict=True) == ["notes.11.6.update-rule"]
    assert "notes.txt:668:1: warning: claim-moved" in cases(verification(wrong=False))["notes.11.6.update-rule"].system_out


def test_a_failure_names_rule_and_place() -> None:
    [failure] = cases(verification())["notes.11.3.probabilities"].result
    assert failure.type == "figure-wrong" and failure.message.startswith("printed 0.581662, should be 0.581626")
    assert failure.text.startswith("notes.txt:644:49: error: figure-wrong: printed 0.581662")


def test_what_nobody_decided_is_skipped() -> None:
    found = verification(wrong=False)
    skipped = [name for name, case in cases(found).items() if any(isinstance(one, junitparser.Skipped) for one in case.result)]
    assert skipped == [claim.id for claim in found.claims if claim.verdict is Verdict.EMPIRICAL]


def test_a_finding_without_claim_is_a_case_that_keeps_its_name(tmp_path: Path) -> None:
    assert failing(verified(tmp_path)) == ["figure-wrong 78,500"]
    assert failing(verified(tmp_path, "New.\n\n" + LESSON)) == ["figure-wrong 78,500"]


def test_a_green_document_is_not_an_empty_run(tmp_path: Path) -> None:
    read = suites(verified(tmp_path, LESSON.replace("78,500", "78,400")))
    assert [(suite.tests, suite.failures) for suite in read] == [(1, 0), (1, 0)]


def test_a_green_run_says_what_was_decided() -> None:
    text = written("junit", Run(verification(wrong=False), "en", "lessonproof"))
    assert "<system-out>no errors · 2 claims: 2 certified" in text


def test_what_xml_cannot_hold_is_shown_otherwise(tmp_path: Path) -> None:
    found = hostile(tmp_path)
    assert failing(found)
    # A name of a document may hold what the text cannot: bytes that are no UTF-8.
    lesson = replace(found.lessons[0], path="a\udcff\ufffe\x00\uffff]]>.md")
    found = replace(found, lessons=(lesson,))
    assert suites(found)
    assert "a⟨U+DCFF⟩⟨U+FFFE⟩␀⟨U+FFFF⟩]]&gt;.md:" in written("junit", Run(found, "en", "lessonproof"))
