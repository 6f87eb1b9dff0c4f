"""SARIF: held against the published schema, and read as its consumers read it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from derivations.verdict import Verification
from lessons.baseline import Comparison
from reports.formats import Run, written
from tests.reports.documents import LESSON, WRONG_LINE, hostile, verified
from tests.reports.sample import verification

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft7Validator(SCHEMA, format_checker=jsonschema.FormatChecker())


def log(found: Verification, **more: Any) -> dict[str, Any]:
    """The one run of a valid log."""
    whole = json.loads(written("sarif", Run(found, more.pop("language", "en"), "lessonproof", **more)))
    VALIDATOR.validate(whole)
    [run] = whole["runs"]
    return dict(run)


def stretch(text: str, region: dict[str, int]) -> str:
    """What a consumer marks: from the start up to the end, in code points of one line."""
    assert region["startLine"] == region["endLine"]
    return text.split("\n")[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]


@pytest.mark.parametrize("document", [True, False])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_valid(document: bool, language: str) -> None:
    run = log(verification(document=document), language=language, exit_code=1)
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"][0]["exitCode"] == 1
    assert [one["level"] for one in run["results"]] == (["error", "warning"] if document else ["error"])


def test_the_region_is_the_figure_in_code_points(tmp_path: Path) -> None:
    text = LESSON.replace("A layer has", "𝑾 个层 has")
    [result] = log(verified(tmp_path, text))["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert stretch(text, region) == "78,500"


def test_the_fix_mends_the_document(tmp_path: Path) -> None:
    [result] = log(verified(tmp_path))["results"]
    [change] = result["fixes"][0]["artifactChanges"]
    [replacement] = change["replacements"]
    region = replacement["deletedRegion"]
    lines = LESSON.split("\n")
    line = lines[region["startLine"] - 1]
    right = replacement["insertedContent"]["text"]
    lines[region["startLine"] - 1] = line[: region["startColumn"] - 1] + right + line[region["endColumn"] - 1 :]
    assert log(verified(tmp_path, "\n".join(lines)))["results"] == []


MENDED = [
    ("It has 3.5 million × 2 = 7.1 million weights.", "It has 3.5 million × 2 = 7.0 million weights."),
    ("共有 3.5 万 × 2 = 7.1 万个参数。", "共有 3.5 万 × 2 = 7.0 万个参数。"),
    ("It has 2 × 18.94M = 37.98M weights.", "It has 2 × 18.94M = 37.88M weights."),
    ("It takes 3 × 4 KB = 13 KB.", "It takes 3 × 4 KB = 12 KB."),
    ("A third is 1/3 = 34%.", "A third is 1/3 = 33%."),
    ("$10^{3} × 2.5 = 2.6 \\times 10^{3}$", "$10^{3} × 2.5 = 2.5 \\times 10^{3}$"),
    ("$784 × 100 = 78{,}500$", "$784 × 100 = 78{,}400$"),
]


@pytest.mark.parametrize(("text", "mended"), MENDED)
def test_a_fix_replaces_what_stands_there_with_what_should(text: str, mended: str, tmp_path: Path) -> None:
    """No unit is doubled or lost: the mended text is verified again."""
    [result] = log(verified(tmp_path, text))["results"]
    [replacement] = result["fixes"][0]["artifactChanges"][0]["replacements"]
    region = replacement["deletedRegion"]
    changed = text[: region["startColumn"] - 1] + replacement["insertedContent"]["text"] + text[region["endColumn"] - 1 :]
    assert changed == mended
    assert log(verified(tmp_path, mended))["results"] == []


def test_only_a_certain_print_is_a_fix(tmp_path: Path) -> None:
    text = "First 0.581626 is found. Then 0.581626 is used. At last 0.581627 is quoted."
    [result] = log(verified(tmp_path, text))["results"]
    assert (result["level"], result["ruleId"]) == ("warning", "near-figure") and "fixes" not in result


def test_a_fingerprint_survives_moved_lines_and_tells_alike_findings_apart(tmp_path: Path) -> None:
    def prints(text: str) -> list[str]:
        return [one["partialFingerprints"]["lessonproof/v2"] for one in log(verified(tmp_path, text))["results"]]

    twice = LESSON + f"\n{WRONG_LINE}\n"
    [alone], [first, second] = prints(LESSON), prints(twice)
    assert alone == first != second
    assert prints("A new first line.\n\nAnd another one.\n\n" + twice) == [first, second]
    assert prints(LESSON.replace("78,500", "78,600")) != [alone]
    assert prints(LESSON.replace("## Weights", "## Other")) != [alone]


def test_other_places_of_a_statement_are_related_locations(tmp_path: Path) -> None:
    text = "We set d = 512.\n\nThen 2 d = 1,025 columns.\n"
    [result] = log(verified(tmp_path, text))["results"]
    [related] = result["relatedLocations"]
    assert related["physicalLocation"]["region"]["startLine"] == 1


def test_the_artifact_is_named_with_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import hashlib

    monkeypatch.chdir(tmp_path)
    Path("a ü 中#%.md").write_text(LESSON, encoding="utf-8")
    from lessons.check import verify

    run = log(verify(["a ü 中#%.md"], []))
    [artifact] = run["artifacts"]
    assert artifact["location"] == {"uri": "a%20%C3%BC%20%E4%B8%AD%23%25.md", "uriBaseId": "%SRCROOT%"}
    assert artifact["hashes"]["sha-256"] == hashlib.sha256(LESSON.encode()).hexdigest()
    address = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert address == {**artifact["location"], "index": 0}


def test_a_document_elsewhere_has_an_absolute_address(tmp_path: Path) -> None:
    [artifact] = log(verified(tmp_path))["artifacts"]
    assert artifact["location"] == {"uri": (tmp_path / "lesson.md").as_uri()}


def test_every_rule_has_help_and_every_result_its_rule(tmp_path: Path) -> None:
    run = log(hostile(tmp_path))
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        assert rule["help"]["text"] and rule["help"]["markdown"]
    assert run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_green_run_says_what_was_decided() -> None:
    run = log(verification(document=False, wrong=False))
    assert run["results"] == []
    assert run["properties"]["claims_by_verdict"]["certified"] == 3
    assert [one["section"] for one in run["properties"]["sections"]][:2] == ["11.1", "11.2"]
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert "3 certified" in note["message"]["text"]


def test_suppressions_and_states_are_said_of_every_result_or_of_none() -> None:
    plain = log(verification())
    assert not any("suppressions" in one or "baselineState" in one for one in plain["results"])
    known = Comparison("known.json", {1: "unchanged"}, ())
    first, second = log(verification(), suppressed={0: "printed so in the paper"}, comparison=known)["results"]
    assert first["suppressions"] == [{"kind": "inSource", "justification": "printed so in the paper"}]
    assert (second["suppressions"], first["baselineState"], second["baselineState"]) == ([], "new", "unchanged")


def test_a_message_is_no_template_and_has_no_links(tmp_path: Path) -> None:
    found = verification()
    finding = found.findings[1]
    message = replace(finding.message, values={"printed": "{0} {12} [x](javascript:1) [1](2) d^{2}"})
    found = replace(found, findings=(replace(finding, message=message),))
    [result] = log(found)["results"]
    assert "{{0}} {{12}} \\[x](javascript:1) \\[1](2) d^{{2}}" in result["message"]["text"]


def test_findings_without_a_figure_cost_no_search_through_all_figures(tmp_path: Path) -> None:
    """A document of a stranger may have thousands of both."""

    class Counted(tuple[Any, ...]):
        passes = 0

        def __iter__(self) -> Any:
            Counted.passes += 1
            return super().__iter__()

    def passes(comments: int) -> int:
        found = verified(tmp_path, "2 apples <!-- lessonproof: nonsense -->\n\n" * comments)
        assert len(found.findings) == comments
        Counted.passes = 0
        written("sarif", Run(replace(found, figures=Counted(found.figures)), "en", "lessonproof"))
        return Counted.passes

    assert passes(40) == passes(4)
