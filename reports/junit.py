"""`--format junit`: what a build server shows as tests. A suite is a section, a case is a claim, or a finding without one.

A case fails where a finding about it fails the run; other findings stand in its output. What is no mathematical statement, or a
fact from elsewhere, is skipped: nobody decided it. A section without claims and findings is one case that says what its
figures are, so that a green run of a document is not an empty one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from derivations.verdict import ClaimOutcome, Finding, Severity, Verdict
from lessonproof.patterns import pattern
from reports.formats import Run
from reports.neutral import escaped_xml, neutral
from reports.plain import plain
from reports.sections import Section, sections
from reports.sentences import sentence, word
from reports.summary import closing, left_out

_NOT_DECIDED = (Verdict.EMPIRICAL, Verdict.EXTERNAL)
_NOT_XML = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def junit(run: Run) -> str:
    """The run as a JUnit report. Times are 0: a report of the same input is the same report."""
    suites = [suite for section in sections(run.verification) if (suite := _suite(section, run)) is not None]
    suites += _selection(run)
    root = Xml.Element("testsuites", {"name": "lessonproof", **_totals(suites)})
    root.extend(suites)
    Xml.indent(root, " ")
    return escaped_xml(f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n')


def _suite(section: Section, run: Run) -> Xml.Element | None:
    """None for a part of a lesson that has labels and nothing else."""
    name = f"{section.lesson.name} {section.heading(run.language)}".strip()
    by_claim = {claim.id: [one for one in section.findings if one.claim == claim.id] for claim in section.claims}
    others = [one for one in section.findings if one.claim not in by_claim]
    group = f"{section.lesson.name}.{section.number}".rstrip(".")
    cases = [_claim(claim, by_claim[claim.id], group, run) for claim in section.claims]
    seen: Counter[str] = Counter()
    for finding in others:
        cases.append(_finding(finding, group, seen, run))
    if not cases and section.lesson.recognised != "document":
        return None
    cases = cases or [_case("figures", group)]
    suite = Xml.Element("testsuite", {"name": _clean(name), **_counted(cases)})
    if section.lesson.path is not None:
        suite.set("file", _clean(section.lesson.path))
    suite.extend(cases)
    _output(suite, [" · ".join(closing(section.alone(), run.language))])
    return suite


def _selection(run: Run) -> list[Xml.Element]:
    """A suite with a skipped case for each selection that left something out: nobody is told of that."""
    said = left_out(run.verification, run.language)
    if not said:
        return []
    cases = []
    for text in said:
        case = _case(text, "selection")
        case.append(Xml.Element("skipped", type="selection", message=_clean(text)))
        cases.append(case)
    suite = Xml.Element("testsuite", {"name": "selection", **_counted(cases)})
    suite.extend(cases)
    return [suite]


def _claim(claim: ClaimOutcome, findings: Sequence[Finding], group: str, run: Run) -> Xml.Element:
    case = _case(claim.id, group)
    verdict = word("verdict", claim.verdict, run.language)
    remarks = _judged(case, findings, run)
    if case.find("failure") is None and claim.verdict in _NOT_DECIDED:
        case.append(Xml.Element("skipped", type=claim.verdict.value, message=_clean(verdict)))
    places = ", ".join(f"{place.line}:{place.column}" for place in claim.places)
    _output(case, [f"{verdict}: {plain(claim.says)}" + (f" ({places})" if places else ""), *remarks])
    return case


def _finding(finding: Finding, group: str, seen: Counter[str], run: Run) -> Xml.Element:
    """A case that is called like the same finding in the next run, on whatever line it will stand."""
    printed = run.verification.figures[finding.figure].printed if finding.figure is not None else ""
    name = f"{finding.rule} {neutral(printed)}".strip()
    seen[name] += 1
    case = _case(name if seen[name] == 1 else f"{name} ({seen[name]})", group)
    _output(case, _judged(case, [finding], run))
    return case


def _judged(case: Xml.Element, findings: Sequence[Finding], run: Run) -> list[str]:
    """Lets the case fail where findings say so, and returns what the others say."""
    grave = (Severity.ERROR, Severity.WARNING) if run.strict else (Severity.ERROR,)
    failing = [finding for finding in findings if finding.severity in grave]
    if failing:
        failure = Xml.SubElement(case, "failure", type=failing[0].rule, message=_said(failing[0], run))
        failure.text = "\n".join(_line(finding, run) for finding in failing)
    return [_line(finding, run) for finding in findings if finding not in failing]


def _line(finding: Finding, run: Run) -> str:
    """As compilers print it, so that consoles which link to places find this one."""
    lesson = next(lesson for lesson in run.verification.lessons if lesson.name == finding.lesson)
    place = f":{finding.places[0].line}:{finding.places[0].column}" if finding.places and lesson.path else ""
    where = f"{neutral(lesson.path or f'{finding.lesson} {finding.section}')}{place}"
    return _clean(f"{where}: {word('severity', finding.severity, run.language)}: {finding.rule}: {_said(finding, run)}")


def _said(finding: Finding, run: Run) -> str:
    return _clean(sentence(finding.message, run.language))


def _case(name: str, group: str) -> Xml.Element:
    return Xml.Element("testcase", name=_clean(name), classname=_clean(group), time="0")


def _output(parent: Xml.Element, lines: Sequence[str]) -> None:
    if lines:
        Xml.SubElement(parent, "system-out").text = "\n".join(map(_clean, lines))


def _counted(cases: Sequence[Xml.Element]) -> dict[str, str]:
    def having(tag: str) -> str:
        return str(sum(case.find(tag) is not None for case in cases))

    return {"tests": str(len(cases)), "failures": having("failure"), "errors": "0", "skipped": having("skipped"), "time": "0"}


def _totals(suites: Sequence[Xml.Element]) -> dict[str, str]:
    names = ("tests", "failures", "errors")
    return {**{name: str(sum(int(suite.get(name, "0")) for suite in suites)) for name in names}, "time": "0"}


def _clean(text: str) -> str:
    """On one line, visible, and within what XML 1.0 can hold."""
    return _NOT_XML.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", neutral(text))
