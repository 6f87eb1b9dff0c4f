"""The findings of a lesson, the worst first, each a button that leads to its place; numbered, as footnotes in print."""

from __future__ import annotations

from derivations.verdict import Finding
from reports.html.element import Element, element
from reports.html.status import OF_SEVERITY, ORDER, SIGNS, Kind, Part
from reports.neutral import neutral
from reports.plain import plain
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
    rule = element("code", finding.rule, class_="rule")
    button = element(
        "button",
        sign,
        element("span", label, " ", where, _state(part.states.get(number), language), " ", rule, class_="head"),
        element("span", sentence(finding.message, language), class_="what"),
        type="button",
        data_d=target(number, finding, part),
        data_l=str(finding.places[0].line) if finding.places else None,
        class_="finding",
    )
    return element("li", button, class_=str(kind))


def _state(state: str | None, language: Language) -> Element | None:
    """Whether the baseline knows of a finding, where there is one."""
    if state is None:
        return None
    return element("span", say(language, f"html.state.{state}"), class_=f"state {state}")


def gone_list(part: Part, language: Language) -> Element | None:
    """What the baseline knows and is not found any more."""
    if not part.gone:
        return None
    items = (
        element("li", element("code", one.rule), " ", " · ".join(neutral(text) for text in (one.section, one.printed) if text))
        for one in part.gone
    )
    said = element("summary", say(language, "html.gone", n=len(part.gone)))
    return element("details", said, element("ul", *items), class_="further", id="gone")


def unread_list(part: Part, language: Language) -> Element | None:
    """The relations between figures that were not decided, each with its place and why."""
    if not part.unread:
        return None
    items = (
        element(
            "li",
            element("a", f"{one.place.line}:{one.place.column}", href=f"#L{one.place.line}"),
            " ",
            element("span", plain(one.printed), class_="number"),
            element("span", sentence(one.reason, language), class_="why"),
        )
        for one in part.unread
    )
    said = element("summary", say(language, "html.unread", n=len(part.unread)))
    explained = element("p", say(language, "html.unread.means"), class_="quiet")
    return element("details", said, explained, element("ul", *items), class_="further", id="unread")
