"""The ledger: every figure of the verified stretch of a document, once, with what became of it, and every claim about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derivations.catalogue import PREFACE, Selection
from derivations.claim import Claim
from derivations.decide import decide
from derivations.decisions import Decision, FigureDecision
from derivations.pieces import said
from derivations.verdict import (
    Binding,
    ClaimOutcome,
    Edit,
    FigureOutcome,
    FigureVerdict,
    Finding,
    Message,
    Place,
    Severity,
    Verdict,
)
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.bind import Bound
from lessons.chapter import Decided, Deciding, Progress, Reading, as_printed, decide_all
from lessons.findings import Standing, claim_findings, explains, figure_findings, once, severity_of
from lessons.mending import about_wording, edits_at, mended_by, recast_instead, right_wording
from lessons.occurrence import Occurrence, Printed
from lessons.outline import gaps, headed_again
from lessons.sentence import sentence_around
from lessons.settled_by_reading import PrintedFigure, settled_by_reading
from lessons.unclaimed import Unclaimed, formula_findings, standing_in, unclaimed

# Arguments of LaTeX that name an equation, a place or a source.
_NAMES = pattern(r"\\(?:label|tag\*?|ref|eqref|autoref|cref|pageref|cite[pt]?)\{[^{}\r\n]{0,200}\}")


@dataclass(frozen=True, slots=True)
class Settled:
    """The claims, figures and findings of one chapter, each in document order."""

    claims: list[ClaimOutcome]
    figures: list[FigureOutcome]
    findings: list[Finding]


@dataclass
class _Row:
    """One figure before the ledger is in order: where it stands and what the claims that print it say of it."""

    printed: str
    section: str
    span: tuple[Place, Place] | None
    claims: list[str]
    decision: FigureDecision


def wanted_claims(reading: Reading, wanted: Sequence[Selection]) -> list[Claim]:
    return [claim for claim in reading.claims if any(selection.includes(claim) for selection in wanted)]


class Ledger:
    """Every figure of the verified stretch, once, and every claim of the selection."""

    def __init__(
        self, reading: Reading, wanted: Sequence[Selection], digits: int, first: int, deciding: Deciding = decide
    ) -> None:
        self.reading = reading
        self.wanted = wanted
        self.digits = digits
        self.first = first
        self.deciding = deciding
        self.lesson = reading.lesson.name

    def settle(self, progress: Progress | None) -> Settled:
        reading = self.reading
        claims = wanted_claims(reading, self.wanted)
        decided = self._settled(decide_all(reading, claims, self.digits, progress, self.deciding))
        others = unclaimed(reading, self._stretches(), self.digits)
        rows, indices = self._rows(decided, others)
        figures = [
            FigureOutcome(
                printed=row.printed,
                lesson=self.lesson,
                section=row.section,
                place=row.span[0] if row.span else None,
                claims=tuple(row.claims),
                name=row.decision.name,
                value=row.decision.value,
                expected=row.decision.expected,
                ulps=row.decision.ulps,
                verdict=row.decision.verdict,
                note=row.decision.note,
                stop=row.span[1] if row.span else None,
            )
            for row in rows
        ]
        outcomes: list[ClaimOutcome] = []
        findings = figure_findings(figures, self.first)
        gone: dict[int, str] = {}  # where a formula stands for a claim that is gone: the claim
        mended: dict[int, tuple[Edit, ...]] = {}  # and what would make it true
        for claim, places in decided:
            instead = standing_in(reading, claim, others)
            gone |= {other.chain.start: claim.id for other in instead}
            mended |= recast_instead(reading, claim, instead)
            standing = self._standing(claim, places, instead)
            outcomes.append(self._outcome(claim, places, indices[claim.id], standing, instead))
            findings += self._claim_findings(claim, outcomes[-1], figures, standing, edits_at(reading.document, places))
        findings += formula_findings(reading, others, gone, mended)
        findings = [mended_by(finding, mended.values()) for finding in findings]
        findings += self._missing_sections(outcomes)
        findings += self._headed_again()
        return Settled(outcomes, figures, _in_order(once(findings)))

    def _settled(self, decided: list[Decided]) -> list[Decided]:
        """With what the document says of itself; that may need the figures of claims which the user did not ask for."""
        reading = self.reading
        about_itself = any(claim.refers or claim.decimals is not None for claim, _ in decided)
        everything = decide_all(reading, reading.claims, self.digits, None, self.deciding) if about_itself else []
        printed = [
            PrintedFigure(written, figure, self._place_of(place, number))
            for claim, places in everything
            for place, decision in places
            for number, (written, figure) in enumerate(zip(reading.printed(claim, place), decision.figures, strict=True))
        ]
        return [
            (claim, [(place, settled_by_reading(claim, decision, reading, printed)) for place, decision in places])
            for claim, places in decided
        ]

    def _stretches(self) -> list[tuple[int, int]]:
        """The verified parts of the document; none where single claims or no document are asked for."""
        if self.reading.document is None:
            return []
        return [self.reading.stretch(selection.section) for selection in self.wanted if selection.claim is None]

    def _place_of(self, occurrence: Occurrence | None, number: int) -> Place | None:
        document = self.reading.document
        return document.place(occurrence.figures[number].start) if document and occurrence else None

    def _rows(self, decided: Sequence[Decided], others: Sequence[Unclaimed]) -> tuple[list[_Row], dict[str, list[list[int]]]]:
        """The ledger's rows in document order, and for each claim, place by place, the index of each of its figures."""
        document = self.reading.document
        rows: dict[tuple[int, ...], _Row] = {}
        if document is not None:
            for figure, in_heading in self._printed_figures():
                verdict = FigureVerdict.STRUCTURAL if in_heading else FigureVerdict.UNACCOUNTED
                section = self.reading.section_at(figure.start)
                around = (document.place(figure.start), document.stop(figure.end))
                rows[(figure.start,)] = _Row(figure.written.text, section, around, [], FigureDecision(verdict))
        keys: dict[str, list[list[tuple[int, ...]]]] = {}
        for order, (claim, places) in enumerate(decided):
            keys[claim.id] = []
            for occurrence, decision in places:
                place_keys: list[tuple[int, ...]] = []
                written = self.reading.printed(claim, occurrence)
                for number, of_figure in enumerate(decision.figures):
                    if occurrence is None and document is not None:
                        continue  # the document does not print it: it is in no ledger
                    printed = occurrence.figures[number] if occurrence else None
                    key = (printed.start,) if printed else (order, number)
                    row = rows.get(key)
                    if row is None:
                        span = (document.place(printed.start), document.stop(printed.end)) if document and printed else None
                        rows[key] = row = _Row(written[number].text, claim.section, span, [], of_figure)
                    row.decision = _worse(row.decision, of_figure) if row.claims else of_figure
                    row.section = claim.section
                    if claim.id not in row.claims:
                        row.claims.append(claim.id)
                    place_keys.append(key)
                keys[claim.id].append(place_keys)
        for other in others:
            for printed, of_figure in zip(other.figures, other.decision.figures, strict=True):
                row = rows.get((printed.start,))
                if row is not None and not row.claims:
                    row.decision = of_figure
        ordered = sorted(rows)
        index = {key: self.first + position for position, key in enumerate(ordered)}
        indices = {name: [[index[key] for key in place] for place in places] for name, places in keys.items()}
        return [rows[key] for key in ordered], indices

    def _printed_figures(self) -> list[tuple[Printed, bool]]:
        """Every figure of the verified stretch, and whether it is part of a name: of a heading, a reference, a word."""
        reading = self.reading
        assert reading.everywhere is not None
        stretches = self._stretches()
        joined = [span for bound in reading.bound.values() for place in bound.occurrences for span in place.joined]
        names = [span.span() for span in _NAMES.finditer(reading.everywhere.text)]
        words = {label for bound in reading.bound.values() for place in bound.occurrences for label in place.labels}
        found: list[tuple[Printed, bool]] = []
        for figure in reading.everywhere.figures():
            if not any(start <= figure.start < end for start, end in stretches):
                continue
            if any(start <= figure.start < end for start, end in joined):
                continue  # the claim knows where the cells of this row part
            heading = reading.heading_at(figure.start)
            in_heading = heading is not None and figure.start < heading.number_end
            named = any(start <= figure.start < end for start, end in names)
            found.append((figure, in_heading or named or figure.start in words))
        return found

    def _missing_sections(self, outcomes: Sequence[ClaimOutcome]) -> list[Finding]:
        """A section whose heading is gone, though the document prints what belongs into it."""
        if self.reading.document is None:
            return []
        places: dict[str, Place] = {}
        for outcome in outcomes:
            no_heading = outcome.section not in self.reading.headings and outcome.section != PREFACE
            if outcome.binding is Binding.BOUND and no_heading:
                places.setdefault(outcome.section, outcome.places[0])
        missing = [(section, place, Message("section-missing", {"section": section})) for section, place in places.items()]
        return [
            Finding("section-missing", Severity.WARNING, self.lesson, section, (place,), None, None, message)
            for section, place, message in (*missing, *self._missing_steps())
        ]

    def _missing_steps(self) -> list[tuple[str, Place, Message]]:
        """A card numbers its steps 1, 2, 3, …: where a number is left out, the step after it."""
        document, number = self.reading.document, self.reading.chapter.number
        if document is None or self.reading.lesson.unit != "card" or not self._stretches():
            return []
        return [
            (
                after.number,
                document.place(after.start),
                Message("step-missing", {"step": step, "after": after.number.rpartition(".")[2]}),
            )
            for step, after in gaps(self.reading.headings, number)
        ]

    def _headed_again(self) -> list[Finding]:
        """Another copy of the chapter further on, which is read as no part of it."""
        document, number = self.reading.document, self.reading.chapter.number
        again = headed_again(document.entire).get(number) if document is not None and self._stretches() else None
        if document is None or again is None or number not in self.reading.headings:
            return []
        first = document.place(self.reading.headings[number].start)
        message = Message("chapter-repeated", {"chapter": number, "line": first.line})
        return [
            Finding(
                "chapter-repeated",
                Severity.ERROR,
                self.lesson,
                number,
                (document.entire.place(again), first),
                None,
                None,
                message,
            )
        ]

    def _standing(
        self, claim: Claim, places: Sequence[tuple[Occurrence | None, Decision]], instead: Sequence[Unclaimed]
    ) -> Standing:
        binding = self.reading.bound[claim.id].binding
        printed = {tuple(figure.text for figure in self.reading.printed(claim, place)) for place, _ in places}
        # What is decided alike at every place is one statement printed several times.
        alike = len(printed) == len({decision.verdict for _, decision in places}) == 1
        repeated = binding is Binding.AMBIGUOUS and alike
        mended = binding.gone and bool(claim.mistake or claim.condition)
        forms = tuple((other.chain.text, other.holds) for other in instead)
        recast = [(place, one) for place, one in places if place is not None and place.recast]
        if recast and not instead:
            held = all(one.verdict not in _BADNESS for _, one in recast)
            forms = tuple((text, held) for place, _ in recast for text in _new_forms(place.says, claim.says))
        labels = tuple(label for place, _ in places if place is not None for label in place.relabelled)
        recorded = ", ".join(dict.fromkeys(says for place, _ in recast for says in _new_forms(claim.says, place.says))) or None
        return Standing(binding, repeated, forms, mended, recorded, labels)

    def _outcome(
        self,
        claim: Claim,
        places: Sequence[tuple[Occurrence | None, Decision]],
        indices: Sequence[Sequence[int]],
        standing: Standing,
        instead: Sequence[Unclaimed],
    ) -> ClaimOutcome:
        bound = self.reading.bound[claim.id]
        decision = _worst([decision for _, decision in places])
        if standing.reformulated and decision.verdict in _BADNESS:
            decision = _worst([other.decision for other in instead])  # the recorded form fails, which is why it is gone
        first = indices[0] if indices else []
        lines = tuple(
            replace(
                line,
                rows=tuple(
                    tuple(
                        replace(cell, figure=first[cell.figure] if cell.figure is not None and first else None) for cell in row
                    )
                    for row in line.rows
                ),
            )
            for line in decision.lines
        )
        return ClaimOutcome(
            id=claim.id,
            lesson=self.lesson,
            section=claim.section,
            inventory=claim.inventory,
            says=said(as_printed(claim, self.reading.first_occurrence(claim)), self.reading.printed(claim)),
            verdict=decision.verdict,
            severity=severity_of(decision.verdict, standing, decision.fair),
            message=about_wording(claim, places) or decision.message,
            binding=bound.binding,
            places=self._places(bound),
            hypotheses=decision.hypotheses,
            evidence=decision.evidence,
            counterexample=decision.counterexample,
            repair=right_wording(decision),
            steps=decision.steps,
            lines=lines,
            figures=tuple(index for place in indices for index in place),
            columns=claim.columns,
            remark=claim.remark,
            stops=self._stops(bound),
        )

    def _places(self, bound: Bound) -> tuple[Place, ...]:
        document = self.reading.document
        if document is None:
            return ()
        starts = [occurrence.start for occurrence in bound.occurrences] or ([bound.near[0]] if bound.near else [])
        return tuple(document.place(start) for start in starts)

    def _stops(self, bound: Bound) -> tuple[Place, ...]:
        document = self.reading.document
        if document is None:
            return ()
        ends = [occurrence.end for occurrence in bound.occurrences] or ([bound.near[1]] if bound.near else [])
        return tuple(document.stop(end) for end in ends)

    def _claim_findings(
        self,
        claim: Claim,
        outcome: ClaimOutcome,
        figures: Sequence[FigureOutcome],
        standing: Standing,
        edits: tuple[Edit, ...],
    ) -> list[Finding]:
        explained = any(explains(figures[index - self.first]) for index in outcome.figures)
        return claim_findings(claim, outcome, explained, self._near_text(claim), standing, edits)

    def _near_text(self, claim: Claim) -> str | None:
        bound = self.reading.bound[claim.id]
        if bound.near is None or self.reading.document is None:
            return None
        return sentence_around(self.reading.document.text, *bound.near)


_BADNESS = (Verdict.UNDECIDED, Verdict.REFUTED)
_FIGURE_BADNESS = (FigureVerdict.UNDECIDED, FigureVerdict.LOOSE, FigureVerdict.TRUNCATED, FigureVerdict.WRONG)


def _new_forms(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """The pieces of one wording that the other has in another form."""
    return [says for says, before in zip(one, other, strict=True) if says != before]


def _worst(decisions: Sequence[Decision]) -> Decision:
    return max(decisions, key=lambda one: _BADNESS.index(one.verdict) if one.verdict in _BADNESS else -1)


def _worse(one: FigureDecision, other: FigureDecision) -> FigureDecision:
    def rank(decision: FigureDecision) -> int:
        return _FIGURE_BADNESS.index(decision.verdict) if decision.verdict in _FIGURE_BADNESS else -1

    return other if rank(other) > rank(one) else one


def _in_order(findings: list[Finding]) -> list[Finding]:
    def key(finding: Finding) -> tuple[int, int, str]:
        place = finding.places[0] if finding.places else Place(0, 0)
        return place.line, place.column, finding.rule

    return sorted(findings, key=key)
