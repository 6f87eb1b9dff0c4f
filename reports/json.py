"""`--format json` and `json-lines`, schema 1: the verification for programs. The language changes only the sentences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from derivations.verdict import (
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    LessonRead,
    Line,
    Place,
    Severity,
    Text,
    Verdict,
    Verification,
)
from reports.formats import reason
from reports.neutral import escaped_json
from reports.sections import Section, sections
from reports.sentences import Language, sentence
from reports.summary import left_out_by

if TYPE_CHECKING:
    from lessons.baseline import Comparison

SCHEMA = 1
_plain = json.JSONEncoder(ensure_ascii=False).encode  # made once: `json.dumps` makes one for each value


def document(value: object) -> str:
    """`value` as JSON text: readable, UTF-8, and safe to print on a terminal. A list of plain values is one line."""
    return escaped_json(_laid_out(value, "")) + "\n"


def _laid_out(value: object, margin: str) -> str:
    if isinstance(value, dict) and value:
        entries = [f"{_plain(str(name))}: {_laid_out(entry, margin + ' ')}" for name, entry in value.items()]
        return _block("{", entries, "}", margin)
    if isinstance(value, (list, tuple)) and any(isinstance(entry, (dict, list, tuple)) for entry in value):
        return _block("[", [_laid_out(entry, margin + " ") for entry in value], "]", margin)
    return _plain(value)


def _block(opening: str, entries: Sequence[str], closing: str, margin: str) -> str:
    return opening + ",".join(f"\n{margin} {entry}" for entry in entries) + f"\n{margin}{closing}"


def verification_record(
    verification: Verification, language: Language, comparison: Comparison | None = None
) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "targets": list(verification.targets),
        "lessons": [_lesson(lesson) for lesson in verification.lessons],
        "claims": [_claim(claim, language) for claim in verification.claims],
        "figures": [_figure(figure, language) for figure in verification.figures],
        "findings": _findings(verification, language, comparison),
        **_absent(comparison),
        "summary": _summary(verification, language),
    }


def verification_lines(verification: Verification, language: Language, comparison: Comparison | None = None) -> str:
    """`--format json-lines`: the same values one a line, each with its `type`, in the order of the document; first the run,
    last the summary."""
    records: list[tuple[str, dict[str, object]]] = [
        ("run", {"schema": SCHEMA, "targets": list(verification.targets)}),
        *(("lesson", _lesson(lesson)) for lesson in verification.lessons),
        *(("claim", _claim(claim, language)) for claim in verification.claims),
        *(("figure", _figure(figure, language)) for figure in verification.figures),
        *(("finding", finding) for finding in _findings(verification, language, comparison)),
        *(("absent", one) for one in _absent(comparison).get("absent", ())),
        ("summary", _summary(verification, language)),
    ]
    return "".join(escaped_json(json.dumps({"type": name, **one}, ensure_ascii=False)) + "\n" for name, one in records)


def _lesson(lesson: LessonRead) -> dict[str, object]:
    part = {"part_of": lesson.part_of} if lesson.part_of else {}
    return {"name": lesson.name, "path": lesson.path, "sha256": lesson.sha256, "recognised": lesson.recognised, **part}


def _findings(verification: Verification, language: Language, comparison: Comparison | None) -> list[dict[str, object]]:
    """All findings, with what a baseline says of each; notes are in none."""
    states = [{} if comparison is None else {"baseline": comparison.states.get(at)} for at in range(len(verification.findings))]
    return [_finding(one, language) | state for one, state in zip(verification.findings, states, strict=True)]


def _absent(comparison: Comparison | None) -> dict[str, list[dict[str, object]]]:
    """What a baseline holds and the document does not any more."""
    if comparison is None:
        return {}
    gone: list[dict[str, object]] = [
        {"rule": one.rule, "lesson": one.lesson, "section": one.section, "printed": one.printed, "baseline": "absent"}
        for one in comparison.absent
    ]
    return {"absent": gone}


def _claim(claim: ClaimOutcome, language: Language) -> dict[str, object]:
    evidence = claim.evidence
    return {
        "id": claim.id,
        "lesson": claim.lesson,
        "section": claim.section,
        "inventory": list(claim.inventory),
        "says": claim.says,
        "verdict": claim.verdict,
        "severity": claim.severity,
        "message": sentence(claim.message, language) if claim.message else "",
        "binding": claim.binding,
        "places": _places(claim.places),
        "hypotheses": [
            {
                "name": hypothesis.name,
                "needed": hypothesis.needed,
                "witness": hypothesis.witness,
                "undefined": hypothesis.undefined,
            }
            for hypothesis in claim.hypotheses
        ],
        "evidence": {
            "method": evidence.method,
            "scope": evidence.scope,
            "agrees": list(evidence.agrees),
            "entries": evidence.entries,
            "theorems": list(evidence.theorems),
            "instance": evidence.instance,
            "remarks": [_text(remark, language) for remark in evidence.remarks],
        },
        "counterexample": claim.counterexample,
        "repair": claim.repair,
        "steps": [
            {"formula": step.formula, "reason": _text(step.reason, language), "holds": step.holds} for step in claim.steps
        ],
        "lines": [_line(line) for line in claim.lines],
        "columns": [_text(column, language) for column in claim.columns],
        "remark": _text(claim.remark, language) if claim.remark else "",
        "figures": list(claim.figures),
    }


def _line(line: Line) -> dict[str, object]:
    return {
        "left": line.left,
        "relation": line.relation,
        "holds": line.holds,
        "rows": [
            [
                {
                    "printed": cell.printed,
                    "name": cell.name,
                    "value": cell.value,
                    "figure": cell.figure,
                    "holds": cell.holds,
                }
                for cell in row
            ]
            for row in line.rows
        ],
    }


def _figure(figure: FigureOutcome, language: Language) -> dict[str, object]:
    return {
        "printed": figure.printed,
        "lesson": figure.lesson,
        "section": figure.section,
        **_position(figure.place),
        "claims": list(figure.claims),
        "name": figure.name,
        "value": figure.value,
        "expected": figure.expected,
        "ulps": figure.ulps,
        "verdict": figure.verdict,
        "note": sentence(figure.note, language) if figure.note else "",
    }


def _finding(finding: Finding, language: Language) -> dict[str, object]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "lesson": finding.lesson,
        "section": finding.section,
        **_position(finding.places[0] if finding.places else None),
        "places": _places(finding.places),
        "claim": finding.claim,
        "figure": finding.figure,
        "message": sentence(finding.message, language),
        "repair": finding.repair,
        "suppressed": {"reason": reason(finding.declared, language)} if finding.declared else None,
        "edits": [
            {**_position(edit.place), "end_line": edit.stop.line, "end_column": edit.stop.column, "text": edit.text}
            for edit in finding.edits
        ],
    }


def counts(part: Verification | Section) -> dict[str, object]:
    """How many claims and figures ended in each verdict, in the order of the verdicts."""
    claims = Counter(claim.verdict for claim in part.claims)
    figures = Counter(figure.verdict for figure in part.figures)
    return {
        "claims_by_verdict": {verdict: claims[verdict] for verdict in Verdict if verdict in claims},
        "figures_by_verdict": {verdict: figures[verdict] for verdict in FigureVerdict if verdict in figures},
    }


def _summary(verification: Verification, language: Language) -> dict[str, object]:
    return {
        "claims": len(verification.claims),
        "figures": len(verification.figures),
        "errors": verification.count(Severity.ERROR),
        "warnings": verification.count(Severity.WARNING),
        "notes": verification.count(Severity.NOTE),
        "ignored": sum(one.findings for one in verification.left_out if one.by == "ignore"),
        "left_out": left_out(verification, language),
        "unaccounted": verification.figures_by_verdict().get(FigureVerdict.UNACCOUNTED, 0),
        **counts(verification),
        "sections": section_counts(verification),
    }


def left_out(verification: Verification, language: Language) -> list[dict[str, object]]:
    """What `select` and `ignore` have left out of each document; `settings` is null where an option says so."""
    return [
        {
            "lesson": one.lesson,
            "by": one.by,
            "settings": one.settings,
            "findings": one.findings,
            "errors": one.errors,
            "message": left_out_by(one.by, one.settings, one.findings, one.errors, language),
        }
        for one in verification.left_out
    ]


def section_counts(verification: Verification) -> list[dict[str, object]]:
    return [
        {"lesson": one.lesson.name, "section": one.number, "findings": len(one.findings), **counts(one)}
        for one in sections(verification)
    ]


def _position(place: Place | None) -> dict[str, int | None]:
    return {"line": place.line if place else None, "column": place.column if place else None}


def _places(places: Sequence[Place]) -> list[dict[str, int | None]]:
    return [_position(place) for place in places]


def _text(text: Text, language: Language) -> str:
    return text.zh if language == "zh" else text.en
