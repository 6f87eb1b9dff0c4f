"""What was decided in each section of each lesson: the counts by which a green report says what was proved."""

from __future__ import annotations

from derivations.verdict import ClaimOutcome, FigureOutcome, Finding, LessonRead, Text, Verification
from lessonproof.records import dataclass
from reports.sentences import Language, spoken


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a verification that belongs to one section. `number` is "" before the first heading."""

    lesson: LessonRead
    number: str
    title: Text | None  # None where the heading is all there is: documents without claims call sections by their headings
    claims: tuple[ClaimOutcome, ...]
    figures: tuple[FigureOutcome, ...]
    findings: tuple[Finding, ...]

    def heading(self, language: Language) -> str:
        """`11.3 Residual, logits, loss`, or the heading itself. Not neutral yet where the number is a heading."""
        return f"{self.number} {spoken(self.title, language)}" if self.title else self.number

    def alone(self) -> Verification:
        """As if nothing else had been verified. For counting: the claims still count figures of the whole verification."""
        return Verification((), (self.lesson,), self.claims, self.figures, self.findings)


def sections(verification: Verification) -> list[Section]:
    """Every section in which there is a claim, a figure or a finding, in the order of the lessons and their sections."""
    found: dict[tuple[str, str], tuple[list[ClaimOutcome], list[FigureOutcome], list[Finding]]] = {}
    titles: dict[tuple[str, str], Text | None] = {}
    for lesson in verification.lessons:
        for title in lesson.sections:
            key = lesson.name, title.number
            found.setdefault(key, ([], [], []))
            titles[key] = title.title if title.title.en != title.number else None
    for claim in verification.claims:
        found.setdefault((claim.lesson, claim.section), ([], [], []))[0].append(claim)
    for figure in verification.figures:
        found.setdefault((figure.lesson, figure.section), ([], [], []))[1].append(figure)
    for finding in verification.findings:
        found.setdefault((finding.lesson, finding.section), ([], [], []))[2].append(finding)
    lessons = {lesson.name: lesson for lesson in verification.lessons}
    order = {name: position for position, name in enumerate(lessons)}
    return [
        Section(lessons[lesson], number, titles.get((lesson, number)), tuple(claims), tuple(figures), tuple(findings))
        for (lesson, number), (claims, figures, findings) in sorted(found.items(), key=lambda entry: order[entry[0][0]])
        if claims or figures or findings
    ]
