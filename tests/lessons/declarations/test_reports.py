"""How declarations look in reports: JSON, the full report, coverage, exit codes, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lessons.check import DocumentGiven, verify
from reports.coverage import coverage, covered
from reports.formats import Run, suppressions, written
from reports.json import document, verification_record
from reports.layout import rendered
from reports.terminal import full
from tests.lessons.own_words import text as own_words

LESSON = (
    "# Sums\n\nThe scores are 1.7 and 2.9. <!-- lessonproof: illustrative -->\n\n"
    "2 + 2 = 5. <!-- lessonproof: ignore figure-wrong because it quotes a novel -->\n\nIt has 18.944M entries.\n"
)
SIDECAR = "[values]\nV = 37000\nunused = 1\n[[claim]]\nprints = 'has 18.944M entries'\nequals = '512 V'\n"


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    path = tmp_path / "lesson.md"
    path.write_text(LESSON, encoding="utf-8")
    (tmp_path / "lesson.claims.toml").write_text(SIDECAR, encoding="utf-8")
    return path


def record(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(document(verification_record(verify([str(path)], []), "en")))
    return loaded


def test_json_says_what_is_suppressed_and_why(lesson: Path) -> None:
    found = record(lesson)
    wrong, idle = found["findings"]
    assert (wrong["rule"], wrong["severity"], wrong["repair"]) == ("figure-wrong", "note", "4")
    assert wrong["suppressed"] == {"reason": "it quotes a novel"}
    assert (idle["rule"], idle["line"], idle["suppressed"]) == ("declaration-idle", 3, None)
    assert idle["lesson"] == found["lessons"][1]["name"] == str(lesson.with_name("lesson.claims.toml"))
    assert found["lessons"][1]["recognised"] == "declarations"
    assert [claim["id"] for claim in found["claims"]] == ["lesson.claim-1"]
    assert found["figures"][found["claims"][0]["figures"][0]]["printed"] == "18.944M"
    assert (found["summary"]["errors"], found["summary"]["notes"]) == (0, 1)
    assert found["summary"]["figures_by_verdict"]["illustrative"] == 2


@pytest.mark.parametrize(
    ("language", "reason", "idle"), [("en", "The author ignores", "uses “unused”"), ("zh", "作者在此忽略", "“unused”")]
)
def test_the_full_report_tells_it_in_both_languages(lesson: Path, language: Any, reason: str, idle: str) -> None:
    lines = full(verify([str(lesson)], []), language=language, width=200, program="lessonproof")
    shown = rendered(lines, colour=False, width=200)
    assert reason in shown and "it quotes a novel" in shown
    assert idle in shown and "lesson.claims.toml" in shown
    assert "explain" not in shown


def test_sarif_has_the_suppression_and_the_sidecar(lesson: Path) -> None:
    found = verify([str(lesson)], [])
    run = Run(found, "en", "lessonproof", suppressed=suppressions(found, "en"))
    results = json.loads(written("sarif", run))["runs"][0]["results"]
    assert [result["suppressions"] for result in results] == [
        [{"kind": "inSource", "justification": "it quotes a novel"}],
        [],
    ]
    address = results[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert address.endswith("lesson.claims.toml")
    for form in ("junit", "github", "markdown", "json-lines", "concise"):
        assert "lesson.claims.toml" in written(form, run) and "it quotes a novel" in written(form, run), form


def test_coverage_counts_declared_figures_and_leaves_the_sidecar_out(lesson: Path) -> None:
    found = verify([str(lesson)], [])
    assert covered(found.figures) == (4, 6)
    shown = rendered(coverage(found, language="en", width=100), colour=False, width=100)
    assert "declared" in shown and "by claims" in shown and "lesson.claims.toml" not in shown


def test_a_shipped_lesson_accepts_ignore(tmp_path: Path) -> None:
    text = own_words("11").replace("0.581626", "0.581662", 1)
    line = next(line for line in text.splitlines() if "0.581662" in line)
    comment = "lessonproof: ignore figure-wrong because the errata list 0.581662\n"
    lesson = tmp_path / "notes.txt"
    severities = []
    for content in (text, text.replace(line, comment + line), text.replace(line, line + "\n\n" + comment)):
        lesson.write_text(content, encoding="utf-8")
        found = verify(["chapter11"], [DocumentGiven("notes", str(lesson))])
        severities.append(
            [(one.rule, one.severity.value) for one in found.findings if one.severity.value != "note" or one.declared]
        )
        assert any(figure.verdict == "wrong" for figure in found.figures)
    assert severities == [
        [("figure-wrong", "error")],
        [("figure-wrong", "note")],
        [("figure-wrong", "error"), ("declaration-idle", "warning")],
    ]
