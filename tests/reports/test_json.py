"""Schema 1: every field of it, positions null without a document, the language only in sentences."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from reports.json import document, verification_lines, verification_record
from tests.reports.sample import verification

ROOT = Path(__file__).resolve().parents[2]

CLAIM = (
    "id lesson section inventory says verdict severity message binding places hypotheses evidence counterexample"
    " repair steps figures"
)
FIGURE = "printed lesson line column claims value expected ulps verdict"
FINDING = "rule severity lesson line column places claim message repair"
SUMMARY = "claims figures errors warnings notes unaccounted claims_by_verdict figures_by_verdict ignored left_out sections"


def record(language: str = "en", *, with_document: bool = True) -> dict[str, Any]:
    shown = verification(document=with_document)
    loaded: dict[str, Any] = json.loads(document(verification_record(shown, "zh" if language == "zh" else "en")))
    return loaded


def test_all_fields_of_the_schema_are_there() -> None:
    loaded = record()
    assert loaded["schema"] == 1
    assert {"schema", "targets", "lessons", "claims", "figures", "findings", "summary"} <= set(loaded)
    assert {"name", "path", "sha256", "recognised"} <= set(loaded["lessons"][0])
    for name, fields in (("claims", CLAIM), ("figures", FIGURE), ("findings", FINDING)):
        for each in loaded[name]:
            assert set(fields.split()) <= set(each)
    assert set(SUMMARY.split()) == set(loaded["summary"])


def test_the_summary_counts_what_is_there() -> None:
    loaded = record()
    assert loaded["summary"]["claims"] == len(loaded["claims"]) == sum(loaded["summary"]["claims_by_verdict"].values())
    assert loaded["summary"]["figures"] == len(loaded["figures"]) == sum(loaded["summary"]["figures_by_verdict"].values())
    assert (loaded["summary"]["errors"], loaded["summary"]["warnings"]) == (1, 1)


def test_a_wrong_figure_is_a_finding_with_its_repair() -> None:
    loaded = record()
    finding = loaded["findings"][0]
    assert (finding["rule"], finding["repair"]) == ("figure-wrong", "0.581626")
    figure = loaded["figures"][finding["figure"]]
    assert (figure["printed"], figure["ulps"], figure["verdict"]) == ("0.581662", 36, "wrong")
    assert (figure["line"], figure["column"]) == (finding["line"], finding["column"]) == (644, 49)


def test_without_a_document_places_are_null() -> None:
    loaded = record(with_document=False)
    assert loaded["lessons"][0]["path"] is None
    assert all(figure["line"] is None and figure["column"] is None for figure in loaded["figures"])
    assert loaded["findings"][0]["line"] is None and loaded["findings"][0]["places"] == []


def sentences(value: object) -> object:
    """The record without what may differ between the languages."""
    wording = {"message", "reason", "remark", "remarks", "note", "columns"}
    if isinstance(value, dict):
        return {key: sentences(each) for key, each in value.items() if key not in wording}
    return [sentences(each) for each in value] if isinstance(value, list) else value


def test_the_language_changes_only_sentences() -> None:
    assert record("en") != record("zh")
    assert sentences(record("en")) == sentences(record("zh"))


def test_json_needs_none_of_the_heavy_libraries() -> None:
    program = (
        "import sys, cli; code = cli.main(['verify', 'chapter11', '--format', 'json']);"
        "heavy = {'rich', 'numpy', 'mpmath', 'sympy'} & set(sys.modules);"
        "print(code, sorted(heavy), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert ran.stderr.split("\n")[0] == "0 []"
    assert json.loads(ran.stdout)["schema"] == 1


def test_json_lines_are_the_same_values_one_a_line() -> None:
    lines = [json.loads(line) for line in verification_lines(verification(), "en").splitlines()]
    whole = record()
    kinds = [line.pop("type") for line in lines]
    assert kinds == sorted(kinds, key=["run", "lesson", "claim", "figure", "finding", "summary"].index)
    for kind in ("lesson", "claim", "figure", "finding"):
        assert [line for name, line in zip(kinds, lines, strict=True) if name == kind] == whole[f"{kind}s"]
    assert lines[-1] == whole["summary"]
    assert lines[0] == {"schema": 1, "targets": whole["targets"]}


def test_the_sections_add_up_to_the_whole() -> None:
    summary = record()["summary"]
    for name in ("claims_by_verdict", "figures_by_verdict"):
        total: Counter[str] = Counter()
        for section in summary["sections"]:
            total.update(section[name])
        assert dict(total) == summary[name]
    assert sum(section["findings"] for section in summary["sections"]) == summary["errors"] + summary["warnings"]
