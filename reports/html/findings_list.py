"""The findings of a lesson, the worst first, each a button that leads to its place; numbered, as footnotes in print."""

from __future__ import annotations

from derivations.verdict import Finding
from reports.html.element import Element, element
from reports.html.status import OF_SEVERITY, ORDER, SIGNS, Kind, Part
from reports.sentences import Language, say, sentence, word


def findings_list(part: Part, language: Language) -> Element:
    shown = [(OF_SEVERITY[one.severity], number, one) for number, one in part.findings.items() if one.severity in OF_SEVERITY]
    if not shown:
        return element("p", say(language, "html.no-findings"), class_="quiet")
    ordered = sorted(shown, key=lambda one: (ORDER[one[0]], one[1]))
    return element("ol", *(_item(kind, number, one, part, language) for kind, number, one in ordered), class_="findings")


def target(number: int, finding: Finding, part: Part) -> str:
    """Whose details tell most about a finding: those of its figure, of its statement, its own."""
    if finding.figure in part.figures:
        return f"f{finding.figure}"
    if finding.claim in part.claim_number:
        return f"c{part.claim_number[finding.claim]}"
    return f"n{number}"


def _item(kind: Kind, number: int, finding: Finding, part: Part, language: Language) -> Element:
    sign = element("span", SIGNS[kind], class_=f"sign is-{kind}", aria_hidden="true")
    label = element("span", word("severity", finding.severity, language), class_="severity")
    places = " ".join(f"{place.line}:{place.column}" for place in finding.places)
    where = element("span", places, class_="where")
    button = element(
        "button",
        sign,
        element("span", label, " ", where, " ", element("code", finding.rule, class_="rule"), class_="head"),
        element("span", sentence(finding.message, language), class_="what"),
        type="button",
        data_d=target(number, finding, part),
        data_l=str(finding.places[0].line) if finding.places else None,
        class_="finding",
    )
    return element("li", button, class_=str(kind))
