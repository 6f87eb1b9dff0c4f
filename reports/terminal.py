"""`--format full`: the verification for a reader, section by section, each printed figure beside its true digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from derivations.verdict import ClaimOutcome, Finding, LessonRead, SectionTitle, Severity, Verdict, Verification
from derivations.verdict import Line as Relation
from reports.blocks import BAD, DOUBT, GOOD, QUIET, STRONG, Blocks, is_displayed, stops
from reports.layout import Line, Span, cells, filled, joined, labelled, length, line, paragraph, shortened
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, sentence, spoken, word
from reports.summary import RIGHT, WRONG, closing

if TYPE_CHECKING:
    from lessons.baseline import Comparison

SEVERITY_STYLE = {Severity.ERROR: BAD, Severity.WARNING: DOUBT, Severity.NOTE: "cyan", Severity.NONE: ""}
MOST_UNREAD = 5
MOST_PATHS = 3
MOST_PLACES = 20  # of errors, at the end
_BROKEN = (Verdict.REFUTED, Verdict.UNDECIDED)


def full(
    verification: Verification, *, language: Language, width: int, program: str, comparison: Comparison | None = None
) -> list[Line]:
    """The report as lines for `reports.layout.rendered`. `program` is how the reader started us, for the last hint.

    comparison: with a baseline, whose findings the verification leaves out.
    """
    return _Report(verification, language, width, program, comparison).lines()


class _Report:
    def __init__(
        self, verification: Verification, language: Language, width: int, program: str, comparison: Comparison | None
    ) -> None:
        self.verification = verification
        self.comparison = comparison
        self.language = language
        self.width = width
        self.program = program
        self.at = stops(verification, width)
        self.blocks = Blocks(verification, language, self.at)
        self.reported: set[int] = set()  # findings that stand in the report already, by identity

    def lines(self) -> list[Line]:
        drawn: list[Line] = []
        for lesson in self.verification.lessons:
            if lesson.recognised == "document":
                drawn += self.document(lesson)
                continue
            if lesson.recognised == "declarations":
                drawn += self.sidecar(lesson)
                continue
            if lesson.part_of is not None:
                parts = [one for one in self.verification.lessons if one.part_of == lesson.part_of]
                drawn += self.course(lesson.part_of, parts) if lesson is parts[0] else []
                continue
            drawn += self.opening(lesson)
            claims = [claim for claim in self.verification.claims if claim.lesson == lesson.name]
            chapters = dict.fromkeys(_chapter(claim.section) for claim in claims)
            if len(chapters) > 1:
                drawn += self.overview(lesson.sections, claims)
            else:
                drawn += self.chapter(lesson, claims)
        remaining = [finding for finding in self.verification.findings if id(finding) not in self.reported]
        if remaining:
            worst = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2, Severity.NONE: 3}
            drawn.append(())
            drawn += self.findings(sorted(remaining, key=lambda finding: worst[finding.severity]), with_claim=True)
        return [*drawn, *self.end()]

    def document(self, lesson: LessonRead) -> list[Line]:
        """A document without claims: what is wrong, under the heading above it; how much was checked, what was not read."""
        claims = sum(claim.lesson == lesson.name for claim in self.verification.claims)
        key = "checked-as-declared" if claims else "checked-by-itself"
        text = say(self.language, key, path=lesson.path, form=lesson.form, n=claims)
        drawn = paragraph(text, self.width, style=QUIET)
        findings = [finding for finding in self.verification.findings if finding.lesson == lesson.name]
        for section in dict.fromkeys(finding.section for finding in findings):
            if section:
                drawn += [(), line((shortened(neutral(section), self.width), STRONG))]
            drawn += self.findings([finding for finding in findings if finding.section == section])
        figures = [figure for figure in self.verification.figures if figure.lesson == lesson.name]
        right = sum(figure.verdict in RIGHT for figure in figures)
        said = say(self.language, "checked-relations", n=right) if right else say(self.language, "checked-nothing")
        if right or not (findings or any(figure.verdict in WRONG for figure in figures)):
            drawn += [(), *paragraph(said, self.width, style=QUIET, first=line("  ", ("✓" if right else "·", GOOD)), indent=4)]
        return [*drawn, *self.not_read(lesson)]

    def sidecar(self, lesson: LessonRead) -> list[Line]:
        """What is declared beside a document: findings at the declarations themselves."""
        findings = [finding for finding in self.verification.findings if finding.lesson == lesson.name]
        title = line((shortened(neutral(lesson.path or ""), self.width), STRONG))
        return [(), title, *self.findings(findings)] if findings else []

    def not_read(self, lesson: LessonRead) -> list[Line]:
        unread = [one for one in self.verification.unread if one.lesson == lesson.name]
        if not unread:
            return []
        head = say(self.language, "not-read", n=len(unread))
        drawn = paragraph(head, self.width, style=QUIET, first=line("  ", ("?", DOUBT)), indent=4)
        for one in unread[:MOST_UNREAD]:
            text = f"{one.place.line}:{one.place.column}  {plain(one.printed)}"
            drawn.append(line("      ", (shortened(text, self.width - 6), QUIET)))
        if len(unread) > MOST_UNREAD:
            more = say(self.language, "not-read-more", n=len(unread) - MOST_UNREAD)
            drawn += paragraph(more, self.width, style=QUIET, first=line("      "), indent=6)
        return drawn

    # ── top ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def opening(self, lesson: LessonRead) -> list[Line]:
        """What was checked against what, on the first line."""
        if lesson.path is None:
            return paragraph(say(self.language, "no-document"), self.width, style=DOUBT)
        if lesson.first_line is None or lesson.last_line is None:
            source = say(self.language, "checked-against-whole", path=lesson.path)
        else:
            source = say(self.language, "checked-against", path=lesson.path, first=lesson.first_line, last=lesson.last_line)
        drawn = paragraph(source, self.width, style=QUIET)
        if lesson.recognised in ("configured", "bindings"):
            text = say(self.language, f"recognised.{lesson.recognised}", path=lesson.path, lesson=lesson.name)
            drawn += paragraph(text, self.width, style=QUIET)
        return drawn

    def chapter(self, lesson: LessonRead, claims: Sequence[ClaimOutcome]) -> list[Line]:
        titles = {title.number: title for title in lesson.sections}
        drawn: list[Line] = []
        if claims and (title := titles.get(_chapter(claims[0].section))):
            unit = "lesson.chapter" if lesson.name == "notes" else "lesson.card"
            chapter = _capital(say(self.language, unit, number=title.number))
            heading = f"{chapter}  {_capital(spoken(title.title, self.language))}"
            drawn += [(), *paragraph(heading, self.width, style=STRONG)]
        drawn += self.column_heads(claims)
        for number in dict.fromkeys(claim.section for claim in claims):
            drawn += self.section(lesson, number, titles.get(number), [claim for claim in claims if claim.section == number])
        return drawn

    def column_heads(self, claims: Sequence[ClaimOutcome]) -> list[Line]:
        if not any(is_displayed(relation) for claim in claims for relation in claim.lines):
            return []
        printed, computed = say(self.language, "head.printed"), say(self.language, "head.computed")
        stop = max(self.at.computed, self.at.printed + cells(printed) + 2)
        head = filled(line(" " * self.at.printed, (printed, QUIET)), stop)
        return [(*head, Span(computed, QUIET))]

    # ── sections ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def section(
        self, lesson: LessonRead, number: str, title: SectionTitle | None, claims: Sequence[ClaimOutcome]
    ) -> list[Line]:
        drawn = [(), self.section_head(number, title)]
        quiet: list[Line] = []
        for claim in claims:
            # What the document does not print must not stand under "the lesson prints" with a tick.
            block, below = [] if claim.binding.gone else self.blocks.claim(claim), self.under_claim(claim)
            if block:
                remark = spoken(claim.remark, self.language) if claim.remark else ""
                drawn += [*block, *self.further(claim), *below]
                drawn += paragraph(remark, self.width, style=QUIET, indent=4) if remark else []
            elif below:
                drawn += [self.statement(claim), *below]
            else:
                quiet.append(self.statement(claim))
        drawn += [*quiet, *self.agreement(claims)]
        loose = [each for each in self.verification.findings if each.claim is None and each.lesson == lesson.name]
        return [*drawn, *self.findings([finding for finding in loose if finding.section == number])]

    def section_head(self, number: str, title: SectionTitle | None) -> Line:
        name = f"{number} {_capital(spoken(title.title, self.language))}" if title else number
        if title is None or title.place is None:
            return line((shortened(name, self.width), STRONG))
        where = say(self.language, "section-line", line=title.place.line)
        return line((shortened(name, self.width - cells(where) - 2), STRONG), "  ", (where, QUIET))

    def further(self, claim: ClaimOutcome) -> list[Line]:
        """What a claim with figures states besides them, on one line."""
        relations = [] if claim.columns else [relation for relation in claim.lines if not is_displayed(relation)]
        if not relations:
            return []
        bad = [relation for relation in relations if relation.holds is not True]
        text = shortened(", ".join(map(_stated, relations)), self.width - 4)
        return [line("  ", Span("?" if bad else "✓", DOUBT if bad else GOOD), " ", (text, QUIET))]

    def statement(self, claim: ClaimOutcome) -> Line:
        """One line for a claim that prints no figure: what it is about, what was compared, the verdict."""
        if claim.binding.gone:
            text = shortened(self.about(claim, compared=False), self.width - 4)
            return line("  ", Span("✗", BAD), " ", (text, QUIET))
        verdict = word("verdict", claim.verdict, self.language)
        needed = [hypothesis.name for hypothesis in claim.hypotheses if hypothesis.needed is not False]
        if claim.verdict is Verdict.PROVED and needed:
            verdict = say(self.language, "proved-given", hypotheses=needed)
        sign = Span("✗", BAD) if claim.verdict in _BROKEN else Span("✓", GOOD)
        if claim.verdict in (Verdict.DEFINITION, Verdict.EMPIRICAL, Verdict.EXTERNAL, Verdict.ILLUSTRATIVE):
            sign = Span("·", QUIET)
        room = self.width - 4 - 2 - cells(verdict)
        text = shortened(self.about(claim), room)
        return line("  ", sign, " ", (text, QUIET), "  ", (verdict, QUIET))

    def about(self, claim: ClaimOutcome, *, compared: bool = True) -> str:
        """A claim in a few words: its name in English, what it says in Chinese; then what was compared."""
        name = neutral(claim.id.rsplit(".", 1)[-1].replace("-", " "))
        relations = ", ".join(map(_stated, claim.lines)) if compared else ""
        says = plain(claim.says)
        text = says if self.language == "zh" and says else name
        if not relations:
            return text
        if says == relations:
            return relations
        return shortened(text, self.width // 2) + ("：" if self.language == "zh" else ": ") + relations

    def under_claim(self, claim: ClaimOutcome) -> list[Line]:
        """What an author must see about a claim: steps that fail, and its findings."""
        drawn: list[Line] = []
        for step in claim.steps:
            if step.holds is not True:
                key = "step-undecided" if step.holds is None else "step-fails"
                text = say(self.language, key, formula=plain(step.formula), reason=step.reason)
                drawn += paragraph(text, self.width, first=line("    ", ("└ ", BAD)), indent=6)
        return drawn + self.findings([finding for finding in self.verification.findings if finding.claim == claim.id])

    def agreement(self, claims: Sequence[ClaimOutcome]) -> list[Line]:
        """Which independent routes gave the same answers, once a section."""
        groups: dict[tuple[str, ...], int] = {}
        for claim in claims:
            if len(claim.evidence.agrees) > 1:
                groups[claim.evidence.agrees] = groups.get(claim.evidence.agrees, 0) + claim.evidence.entries
        drawn: list[Line] = []
        for routes, count in groups.items():
            names = " · ".join(word("route", route, self.language) for route in routes)
            text = say(self.language, "agreement", entries=count, routes=names)
            drawn += paragraph(text, self.width, style=QUIET, first=line("  ", ("✓", GOOD)), indent=4)
        return drawn

    def findings(self, findings: Sequence[Finding], *, with_claim: bool = False) -> list[Line]:
        drawn: list[Line] = []
        for finding in findings:
            self.reported.add(id(finding))
            style = SEVERITY_STYLE[finding.severity]
            places = " ".join(f"{place.line}:{place.column}" for place in finding.places)
            if with_claim and finding.places:  # no heading above says in which file
                places = " ".join([self.where(finding), *places.split()[1:]])
            label = word("severity", finding.severity, self.language)
            colon = "：" if self.language == "zh" else ": "
            lead = Span(f"{label} {places}".strip() + colon, style)
            text = sentence(finding.message, self.language)
            if with_claim and finding.claim:
                text += f" [{neutral(finding.claim)}]"
            drawn += paragraph(text, self.width, first=line("    ", ("└", style)), indent=6, lead=lead)
        return drawn

    def course(self, name: str, parts: Sequence[LessonRead]) -> list[Line]:
        """A lesson in several files: what was read, then one line a section of all of them."""
        names = {part.name for part in parts}
        claims = [claim for claim in self.verification.claims if claim.lesson in names]
        paths = [neutral(part.path) for part in parts if part.path is not None]
        shown = paths if len(paths) <= MOST_PATHS else [*paths[: MOST_PATHS - 1], "…", paths[-1]]
        said = say(self.language, "checked-against-files", lesson=name, n=len(paths), paths=shown)
        titles = [title for part in parts for title in part.sections]
        return [*paragraph(said, self.width, style=QUIET), *self.overview(titles, claims)]

    def overview(self, sections: Sequence[SectionTitle], claims: Sequence[ClaimOutcome]) -> list[Line]:
        """One line a section; the findings follow, the worst first."""
        titles = {title.number: title for title in sections}
        bad = {finding.claim for finding in self.verification.findings if finding.severity is Severity.ERROR}
        drawn: list[Line] = [()]
        for number in dict.fromkeys(claim.section for claim in claims):
            here = [claim for claim in claims if claim.section == number]
            sign = Span("✗", BAD) if any(claim.id in bad for claim in here) else Span("✓", GOOD)
            count = say(
                self.language,
                "overview-section",
                claims=len(here),
                figures=len({f for claim in here for f in claim.figures}),
            )
            title = titles.get(number)
            name = f"{number} {spoken(title.title, self.language)}" if title else number
            room = self.width - cells(count) - 6
            drawn.append(line(sign, " ", *filled(line(shortened(name, room)), room), "  ", (count, QUIET)))
        return drawn

    # ── end ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def end(self) -> list[Line]:
        """The sentence that sums up, where the errors are, and what to run next."""
        errors = [finding for finding in self.verification.findings if finding.severity is Severity.ERROR]
        doubtful = self.verification.count(Severity.WARNING) or any(one.errors for one in self.verification.left_out)
        style = BAD if errors else DOUBT if doubtful else GOOD
        rows = joined(closing(self.verification, self.language, self.comparison), " · ", self.width - 2)
        signs = ["✗ " if errors else "✓ ", *["  "] * (len(rows) - 1)]
        drawn = [(), *(line((sign + row, style)) for sign, row in zip(signs, rows, strict=True))]
        places = [self.where(finding) for finding in errors if finding.places]
        if len(places) > MOST_PLACES:
            places[MOST_PLACES:] = ["…"]
        if places:
            where = say(self.language, "summary.where", places=places)
            drawn += paragraph(where, self.width, style=BAD, indent=2)
        return [*drawn, *self.rewriting(errors), *self.hint()]

    def rewriting(self, errors: Sequence[Finding]) -> list[Line]:
        """How many of the errors `--fix` can mend."""
        from lessons.fixing import may_be_rewritten

        read = {lesson.name for lesson in self.verification.lessons if lesson.path is not None}
        certain = [one for one in errors if one.lesson in read and may_be_rewritten(self.verification, one)]
        if not certain:
            return []
        return paragraph(say(self.language, "next.fix", n=len(certain)), self.width, style=QUIET, first=line("  "), indent=2)

    def where(self, finding: Finding) -> str:
        """The first place of a finding; with the document, where there are several."""
        at = f"{finding.places[0].line}:{finding.places[0].column}"
        paths = {lesson.name: lesson.path for lesson in self.verification.lessons if lesson.path is not None}
        return f"{neutral(paths[finding.lesson])}:{at}" if len(paths) > 1 and finding.lesson in paths else at

    def hint(self) -> list[Line]:
        """What to run next."""
        lessons = [lesson for lesson in self.verification.lessons if lesson.recognised not in ("document", "declarations")]
        explained = {lesson.name for lesson in lessons}
        findings = [one for one in self.verification.findings if one.severity is not Severity.NOTE and one.lesson in explained]
        target = next((finding.claim or finding.section for finding in findings), None)
        key = "next.explain-finding" if target else "next.explain"
        if target is None:
            target = next((claim.section for claim in self.verification.claims if claim.steps), None)
        if target is None:
            return []
        drawn = self.command(key, f"explain {neutral(target)}")
        if all(lesson.path is None for lesson in self.verification.lessons):
            drawn += self.command("next.lesson", f"verify {' '.join(map(neutral, self.verification.targets))} --lesson FILE")
        return drawn

    def command(self, key: str, arguments: str) -> list[Line]:
        hint, command = say(self.language, key), f"{self.program} {arguments}"
        whole = line("  ", *labelled(hint, command, QUIET))
        return [whole] if length(whole) <= self.width else [line("  ", (hint, QUIET)), line("    ", command)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _stated(relation: Relation) -> str:
    """A relation on one line; one without a right-hand side is a whole statement."""
    right = [plain(cell.printed) for row in relation.rows for cell in row]
    return " ".join([plain(relation.left), relation.relation, ", ".join(right)]).strip()


def _chapter(section: str) -> str:
    return section.split(".")[0]
