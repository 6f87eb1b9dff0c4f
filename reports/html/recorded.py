"""Without a document: the statements as the claims record them, section by section, so that there is something to read."""

from __future__ import annotations

from derivations.verdict import LessonRead
from reports.html.element import Element, element
from reports.html.mathematics import words_and_formulas
from reports.html.section import Section, before, sections
from reports.html.status import OF_SEVERITY, SIGNS, Part
from reports.sentences import Language, say, word


def recorded(lesson: LessonRead, part: Part, language: Language) -> list[Section]:
    found = sections(lesson, language)
    for section in found:
        section.body.append(element(f"h{section.level + 1}", section.title, id=section.anchor, class_="recorded-title"))
    by_number = {section.number: section for section in found}
    for number, claim in part.claims.items():
        if claim.section not in by_number:
            found.append(before(language))
            found[-1].number = claim.section
            by_number[claim.section] = found[-1]
        by_number[claim.section].body.append(_claim(number, part, language))
    return [section for section in found if section.body]


def _claim(number: int, part: Part, language: Language) -> Element:
    claim, kinds = part.claims[number], part.claim_kinds[number]
    look = kinds[0]
    name = claim.id.rsplit(".", 1)[-1].replace("-", " ")
    lead = say(language, f"html.kind.{look}") if look in OF_SEVERITY.values() else word("verdict", claim.verdict, language)
    button = element(
        "button",
        element("span", SIGNS[look], aria_hidden="true"),
        type="button",
        class_=f"chip is-{look} " + " ".join(kinds),
        data_d=f"c{number}",
        aria_label=f"{lead}: {name}",
        tabindex="-1" if look not in OF_SEVERITY.values() else None,
    )
    said = element("span", words_and_formulas(claim.says), class_=f"said is-{look} " + " ".join(kinds), data_c=f"c{number}")
    return element("div", element("p", said, class_="t"), element("span", button, class_="chips"), class_="b recorded")
