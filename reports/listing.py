"""`list`: the shipped lessons with their chapters and sections, or the claims of one part."""

from __future__ import annotations

import os
from collections.abc import Sequence

from derivations.catalogue import Lesson, Selection
from derivations.verdict import Verification
from lessonproof.records import dataclass
from reports.blocks import GOOD, QUIET, STRONG
from reports.layout import Line, cells, filled, labelled, line, shortened
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, spoken


def contents(lessons: Sequence[Lesson], *, language: Language, width: int, program: str) -> list[Line]:
    """Every lesson with its chapters; those that have claims with their sections and how many."""
    drawn: list[Line] = []
    for lesson in lessons:
        names = ", ".join((lesson.name, *lesson.aliases))
        drawn += [
            *([()] if drawn else []),
            line((names, STRONG), "  ", shortened(spoken(lesson.title, language), width - cells(names) - 2)),
        ]
        column = max((cells(lesson.target(chapter)) for chapter in lesson.chapters), default=0) + 4
        for chapter in lesson.chapters:
            name = line("  ", (lesson.target(chapter), GOOD if chapter.encoded else QUIET))
            claims = chapter.claims()
            count = say(language, "list.claims", n=len(claims)) if claims else say(language, "list.not-encoded")
            title = shortened(spoken(chapter.title, language), width - column - cells(count) - 2)
            drawn.append(line(*filled(name, column), (title, "" if claims else QUIET), "  ", (count, QUIET)))
            for section in chapter.sections if claims else ():
                here = sum(claim.section == section.number for claim in claims)
                count = say(language, "list.claims", n=here)
                title = shortened(spoken(section.title, language), width - column - cells(count) - 8)
                drawn.append(line(*filled(line("    ", section.number), column), "  ", title, "  ", (count, QUIET)))
    example = next((each.target(chapter) for each in lessons for chapter in each.chapters if chapter.encoded), None)
    if example:
        drawn += [(), labelled(say(language, "list.next"), f"{program} list {example}", QUIET)]
    return drawn


def claims(selections: Sequence[Selection], *, language: Language, width: int, program: str) -> list[Line]:
    """The claims that the selections name: id, and what the lesson prints."""
    listed = [
        _Listed(f"{claim.section} {_title(selections, claim.section, language)}".strip(), claim.id, " … ".join(claim.says))
        for selection in selections
        for claim in selection.claims()
    ]
    return _listed(listed, language=language, width=width, program=program)


def decided(verification: Verification, *, language: Language, width: int, program: str) -> list[Line]:
    """The claims of the documents that were verified, those that their authors declare among them."""
    drawn: list[Line] = []
    for lesson in verification.lessons:
        titles = {section.number: spoken(section.title, language) for section in lesson.sections}
        here = [claim for claim in verification.claims if claim.lesson == lesson.name]
        name = neutral(lesson.path or lesson.name)
        heads = [" ".join((name, *dict.fromkeys((claim.section, titles.get(claim.section, ""))))).strip() for claim in here]
        listed = [_Listed(head, claim.id, claim.says) for head, claim in zip(heads, here, strict=True)]
        if not listed and lesson.recognised != "declarations":
            drawn += [*([()] if drawn else []), line((name, STRONG)), line("  ", (say(language, "list.no-claims"), QUIET))]
        elif listed:
            document = _elsewhere(lesson.path)
            drawn += [*([()] if drawn else []), *_listed(listed, document, language=language, width=width, program=program)]
    return drawn


@dataclass(frozen=True, slots=True)
class _Listed:
    head: str
    id: str
    says: str


def _elsewhere(path: str | None) -> str:
    """A document that `explain` has to be told of, because it lies in another folder."""
    return neutral(path) + " " if path and os.path.dirname(path) else ""


def _listed(listed: Sequence[_Listed], document: str = "", *, language: Language, width: int, program: str) -> list[Line]:
    drawn: list[Line] = []
    for head in dict.fromkeys(one.head for one in listed):
        drawn += [*([()] if drawn else []), line((shortened(head, width), STRONG))]
        for one in listed:
            if one.head == head:
                drawn.append(line("  ", neutral(one.id)))
                drawn.append(line("      ", (shortened(plain(one.says), width - 6), QUIET)))
    if listed:
        drawn += [
            (),
            labelled(say(language, "list.next-explain"), f"{program} explain {document}{neutral(listed[0].id)}", QUIET),
        ]
    return drawn


def _title(selections: Sequence[Selection], number: str, language: Language) -> str:
    for selection in selections:
        for chapter in selection.chapters:
            titles = {chapter.number: chapter.title} | {section.number: section.title for section in chapter.sections}
            if number in titles:
                return spoken(titles[number], language)
    return ""
