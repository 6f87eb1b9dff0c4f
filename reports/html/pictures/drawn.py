"""Which pictures a lesson gets, and after which section each stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from derivations.catalogue import Chapter, Lesson, UsageError, lessons
from derivations.verdict import ClaimOutcome, LessonRead, Line, Verification
from lessons.check import DocumentGiven, companion
from reports.html.element import Element, element
from reports.html.pictures.graph import graph
from reports.html.pictures.mask import mask
from reports.html.pictures.rows import rows
from reports.plain import plain
from reports.sentences import Language, say

DIGITS = 4
_BARRED = "\u0304"


def pictures_of(verification: Verification, language: Language) -> Callable[[LessonRead], Mapping[str, Sequence[Element]]]:
    """For a lesson, its pictures by section; every number was verified or comes from the worked example's companion."""

    def drawn(lesson: LessonRead) -> Mapping[str, Sequence[Element]]:
        claims = [claim for claim in verification.claims if claim.lesson == lesson.name]
        found: dict[str, list[Element]] = {}
        for number in dict.fromkeys(claim.section.split(".")[0] for claim in claims):
            here = [claim for claim in claims if claim.section.split(".")[0] == number]
            values = _companion(lesson, number)
            for section, picture in _of_chapter(here, values, number, language):
                found.setdefault(section, []).append(_framed(picture, language))
        return found

    return drawn


def _of_chapter(
    claims: Sequence[ClaimOutcome], values: Mapping[str, Any] | None, number: str, language: Language
) -> list[tuple[str, Element]]:
    found: list[tuple[str, Element | None]] = []
    scores = _masked(claims)
    if scores is not None:
        found.append((scores[0], mask(scores[1], language)))
    if values is not None:
        # Where the lesson prints most of the gradients.
        gradients = Counter(
            claim.section for claim in claims for line in claim.lines if _BARRED in line.left for row in line.rows for _ in row
        )
        if gradients:
            where = say(language, "lesson.chapter", number=number)
            picture = graph(values, scores[1] if scores else None, where, language)
            found.append((gradients.most_common(1)[0][0], picture))
        tables = [claim.section for claim in claims if claim.columns]
        if tables:
            found.append((tables[-1], rows(values, _names(claims), language)))
    return [(section, picture) for section, picture in found if picture is not None]


def _masked(claims: Sequence[ClaimOutcome]) -> tuple[str, list[list[str]]] | None:
    """The section and the verified entries of the first square matrix that hides what is to come."""
    for claim in claims:
        for line in claim.lines:
            shown = [[cell.value or plain(cell.printed) for cell in row] for row in line.rows]
            square = len(shown) > 1 and len(shown[0]) == len(shown)
            if line.holds and square and any("∞" in one for row in shown for one in row):
                return claim.section, shown
    return None


def _names(claims: Sequence[ClaimOutcome]) -> list[str]:
    """What the lesson calls the probabilities of the next token."""

    def of(line: Line) -> list[str]:
        return [plain(cell.name) for row in line.rows for cell in row]

    named = (of(line) for claim in claims for line in claim.lines if len(line.rows) == 1)
    return next((names for names in named if len(names) > 1 and all(name.startswith("p_") for name in names)), [])


def _companion(lesson: LessonRead, number: str) -> Mapping[str, Any] | None:
    """The values of a chapter's worked example; None where it has none, or where the document has changed meanwhile."""
    name = lesson.part_of or lesson.name
    found = _chapter(name, number)
    if found is None:
        return None
    shipped, chapter = found
    if not chapter.encoded or chapter.example() is None:
        return None
    given = [DocumentGiven(name, lesson.path)] if lesson.path is not None else []
    try:
        values = companion(f"{shipped.name}/{shipped.unit}{number}", given, digits=DIGITS)
    except UsageError:
        return None
    return values if values["sha256"] == lesson.sha256 else None


def _chapter(name: str, number: str) -> tuple[Lesson, Chapter] | None:
    for lesson in lessons():
        for chapter in lesson.chapters:
            if lesson.name == name and chapter.number == number:
                return lesson, chapter
    return None


def _framed(picture: Element, language: Language) -> Element:
    title = dict(picture.attributes)["aria-label"]
    said = element("p", say(language, "html.picture"), class_="drawn")
    return element("details", element("summary", title), said, picture, class_="picture", open=True)
