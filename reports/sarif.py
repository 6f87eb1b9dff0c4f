"""`--format sarif`: SARIF 2.1.0, which code-scanning services, editors and dashboards read.

Each finding is a result with its rule, the exact stretch of the document (columns count code points), the other places of the
same statement, a fingerprint that does not depend on lines, and a fix where the right print is certified. What was decided in
each section stands in the properties of the run, and one notification says it in a sentence. Nothing in the log depends on time
or machine, except for documents outside the folder of the run, whose addresses are absolute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from derivations.verdict import Finding, LessonRead, Place, Severity
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.fingerprint import FORM, fingerprints, is_first_form
from reports.formats import Run
from reports.json import counts, document, left_out, section_counts
from reports.neutral import neutral
from reports.places import repaired, stops, uri
from reports.rules import ALL, Rule
from reports.sentences import Language, say, sentence, spoken
from reports.summary import closing

if TYPE_CHECKING:
    from lessons.baseline import Known

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note", Severity.NONE: "none"}
_PLACEHOLDER = pattern(r"\{([0-9]+)\}")
_LINK = pattern(r"\[(?=[^\]]*\]\()")
_Object = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Log:
    """The run, with what each result looks up: the numbers of rules and artifacts, lessons by name, and where things stop."""

    run: Run
    rules: Mapping[str, int]
    artifacts: Mapping[str, int]
    lessons: Mapping[str, LessonRead]
    stop_of: Callable[[Finding, Place], Place | None]


def sarif(run: Run) -> str:
    """The run as one SARIF log."""
    return document({"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(run)]})


def _run(run: Run) -> _Object:
    from lessonproof import __version__

    rules = list(ALL.values())
    index = {rule.name: number for number, rule in enumerate(rules)}
    read = [lesson for lesson in run.verification.lessons if lesson.path is not None]
    artifacts = {lesson.name: number for number, lesson in enumerate(read)}
    lessons = {lesson.name: lesson for lesson in reversed(run.verification.lessons)}
    log = _Log(run, index, artifacts, lessons, stops(run.verification))
    return {
        "tool": {
            "driver": {
                "name": "lessonproof",
                "semanticVersion": __version__,
                "language": "zh-CN" if run.language == "zh" else "en-US",
                "rules": [_rule(rule, run.language) for rule in rules],
            }
        },
        "language": "zh-CN" if run.language == "zh" else "en-US",
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,
                "exitCode": run.exit_code,
                "toolExecutionNotifications": [
                    {
                        "level": "note",
                        "message": {"text": _message(" · ".join(closing(run.verification, run.language, run.comparison)))},
                    }
                ],
            }
        ],
        "artifacts": [
            {"location": _address(lesson), "encoding": "utf-8", "hashes": {"sha-256": lesson.sha256 or ""}} for lesson in read
        ],
        "results": [
            _result(number, finding, fingerprint, log)
            for number, (finding, fingerprint) in enumerate(
                zip(run.verification.findings, fingerprints(run.verification), strict=True)
            )
        ]
        + _all_absent(log),
        "properties": {
            **counts(run.verification),
            "ignored": sum(one.findings for one in run.verification.left_out if one.by == "ignore"),
            "left_out": left_out(run.verification, run.language),
            "sections": section_counts(run.verification),
        },
    }


def _rule(rule: Rule, language: Language) -> _Object:
    text, marked = rule.help(language), rule.help_markdown(language)
    return {
        "id": rule.name,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": _message(spoken(rule.short, language))},
        "fullDescription": {"text": _message(spoken(rule.means, language))},
        "help": {"text": _message(text), "markdown": marked},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(number: int, finding: Finding, fingerprint: str, log: _Log) -> _Object:
    run, index, lesson = log.run, log.rules, log.lessons[finding.lesson]
    result: _Object = {
        "ruleId": finding.rule,
        **({"ruleIndex": index[finding.rule]} if finding.rule in index else {}),
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(sentence(finding.message, run.language))},
        "locations": [_location(finding, finding.places[:1], lesson, log)],
        "partialFingerprints": {_form(fingerprint): fingerprint},
    }
    if lesson.path is not None and len(finding.places) > 1:
        result["relatedLocations"] = [
            {
                "id": position,
                "message": {"text": _message(say(run.language, "sarif.related"))},
                **_location(finding, [place], lesson, log),
            }
            for position, place in enumerate(finding.places[1:], 1)
        ]
    changes, text = _changes(finding, run)
    if changes and lesson.path is not None:
        result["fixes"] = [
            {
                "description": {"text": _message(text)},
                "artifactChanges": [{"artifactLocation": _address(lesson), "replacements": changes}],
            }
        ]
    if run.suppressed is not None:  # then it is said of every result, as the standard asks
        reason = run.suppressed.get(number)
        result["suppressions"] = [] if reason is None else [{"kind": "inSource", "justification": neutral(reason)}]
    if run.states is not None:
        result["baselineState"] = run.states.get(number, "new")
    return result


def _all_absent(log: _Log) -> list[_Object]:
    """What the baseline knows and is not found any more."""
    comparison, verification = log.run.comparison, log.run.verification
    if comparison is None:
        return []
    here: dict[Known, list[LessonRead]] = {}
    for lesson in verification.lessons:
        for known in comparison.gone_from(verification, lesson.name):
            here.setdefault(known, []).append(lesson)
    return [_absent(known, here.get(known, []), log) for known in comparison.absent]


def _absent(known: Known, here: Sequence[LessonRead], log: _Log) -> _Object:
    """One of them. Its place is gone with it; its document may be left."""
    run, index, artifacts = log.run, log.rules, log.artifacts
    location: _Object = {"logicalLocations": [{"fullyQualifiedName": neutral(f"{known.lesson} {known.section}".strip())}]}
    for lesson in here:
        if lesson.name in artifacts:
            location["physicalLocation"] = {"artifactLocation": {**_address(lesson), "index": artifacts[lesson.name]}}
    return {
        "ruleId": known.rule,
        **({"ruleIndex": index[known.rule]} if known.rule in index else {}),
        "level": _LEVELS.get(Severity(known.severity), "none") if known.severity in tuple(Severity) else "none",
        "message": {"text": _message(say(run.language, "sarif.absent", printed=neutral(known.printed)))},
        "locations": [location],
        "partialFingerprints": {_form(known.fingerprint): known.fingerprint},
        **({"suppressions": []} if run.suppressed is not None else {}),
        "baselineState": "absent",
    }


def _form(fingerprint: str) -> str:
    """By what name a fingerprint is known: those of different forms are never compared."""
    return f"lessonproof/{'v1' if is_first_form(fingerprint) else FORM}"


def _changes(finding: Finding, run: Run) -> tuple[list[_Object], str]:
    """What would mend it, and a sentence that says so: a figure, or a sentence and the form of a formula."""
    if finding.edits and finding.severity is Severity.ERROR:
        changes = [(edit.place, edit.stop, edit.text) for edit in finding.edits]
        text = say(run.language, "sarif.edits", expected=" … ".join(edit.text for edit in finding.edits))
    elif (mended := repaired(finding, run.verification)) is not None:
        figure, right = mended
        assert figure.place is not None and figure.stop is not None
        changes = [(figure.place, figure.stop, right)]
        text = say(run.language, "sarif.fix", printed=figure.printed, expected=right)
    else:
        return [], ""
    regions = [(_region(start, stop), right) for start, stop, right in changes]
    return [{"deletedRegion": region, "insertedContent": {"text": right}} for region, right in regions], text


def _location(finding: Finding, places: Sequence[Place], lesson: LessonRead, log: _Log) -> _Object:
    location: _Object = {}
    if lesson.path is not None:
        physical: _Object = {"artifactLocation": {**_address(lesson), "index": log.artifacts[lesson.name]}}
        if places:
            physical["region"] = _region(places[0], log.stop_of(finding, places[0]))
        location["physicalLocation"] = physical
    name = finding.claim or f"{finding.lesson} {finding.section}".strip()
    location["logicalLocations"] = [{"fullyQualifiedName": neutral(name), "kind": "claim" if finding.claim else "section"}]
    return location


def _region(start: Place, stop: Place | None) -> _Object:
    """Line and column of the first sign, and of what stands behind the last one."""
    region: _Object = {"startLine": start.line, "startColumn": start.column}
    return region if stop is None else {**region, "endLine": stop.line, "endColumn": stop.column}


def _address(lesson: LessonRead) -> _Object:
    address, relative = uri(lesson.path or "")
    return {"uri": address, **({"uriBaseId": "%SRCROOT%"} if relative else {})}


def _message(text: str) -> str:
    """A plain-text message: `{0}` is no placeholder of it, and `[text](address)` no link."""
    text = _PLACEHOLDER.sub(r"{{\1}}", text)
    return _LINK.sub(r"\\[", text)
