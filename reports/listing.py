"""`list`: the shipped lessons with their chapters and sections, or the claims of one part."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.catalogue import Lesson, Selection
from derivations.claim import Claim
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
    drawn: list[Line] = []
    listed: list[Claim] = [claim for selection in selections for claim in selection.claims()]
    for section in dict.fromkeys((claim.lesson, claim.section) for claim in listed):
        here = [claim for claim in listed if (claim.lesson, claim.section) == section]
        title = _title(selections, section[1], language)
        drawn += [*([()] if drawn else []), line((shortened(f"{section[1]} {title}".strip(), width), STRONG))]
        for claim in here:
            drawn.append(line("  ", neutral(claim.id)))
            drawn.append(line("      ", (shortened(plain(" … ".join(claim.says)), width - 6), QUIET)))
    if listed:
        drawn += [(), labelled(say(language, "list.next-explain"), f"{program} explain {neutral(listed[0].id)}", QUIET)]
    return drawn


def _title(selections: Sequence[Selection], number: str, language: Language) -> str:
    for selection in selections:
        for chapter in selection.chapters:
            titles = {chapter.number: chapter.title} | {section.number: section.title for section in chapter.sections}
            if number in titles:
                return spoken(titles[number], language)
    return ""
