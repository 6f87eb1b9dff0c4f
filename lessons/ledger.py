"""The ledger: every figure of the verified stretch of a document, once, with what became of it, and every claim about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derivations.catalogue import Selection
from derivations.claim import Claim
from derivations.decide import Decision
from derivations.figures import FigureDecision
from derivations.pieces import said
from derivations.verdict import (
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    Finding,
    Place,
    Verdict,
)
from lessons.bind import Bound, Occurrence, Printed
from lessons.chapter import Decided, Progress, Reading, decide_all
from lessons.findings import claim_findings, explains, figure_findings, once, severity_of
from lessons.settled_by_reading import settled_by_reading


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
    place: Place | None
    claims: list[str]
    decision: FigureDecision


class Ledger:
    """Every figure of the verified stretch, once, and every claim of the selection."""

    def __init__(self, reading: Reading, wanted: Sequence[Selection], digits: int, first: int) -> None:
        self.reading = reading
        self.wanted = wanted
        self.digits = digits
        self.first = first
        self.lesson = reading.lesson.name

    def settle(self, progress: Progress | None) -> Settled:
        reading = self.reading
        claims = [claim for claim in reading.claims if any(selection.includes(claim) for selection in self.wanted)]
        decided = self._settled(decide_all(reading, claims, self.digits, progress))
        rows, indices = self._rows(decided)
        figures = [
            FigureOutcome(
                printed=row.printed,
                lesson=self.lesson,
                section=row.section,
                place=row.place,
                claims=tuple(row.claims),
                name=row.decision.name,
                value=row.decision.value,
                expected=row.decision.expected,
                ulps=row.decision.ulps,
                verdict=row.decision.verdict,
                note=row.decision.note,
            )
            for row in rows
        ]
        outcomes = [self._outcome(claim, places, indices[claim.id]) for claim, places in decided]
        findings = figure_findings(figures, self.first) + [
            finding
            for claim, outcome in zip(claims, outcomes, strict=True)
            for finding in self._claim_findings(claim, outcome, figures)
        ]
        return Settled(outcomes, figures, _in_order(once(findings)))

    def _settled(self, decided: list[Decided]) -> list[Decided]:
        """With what the document says of itself; that may need the figures of claims which the user did not ask for."""
        reading = self.reading
        about_itself = any(claim.refers or claim.decimals is not None for claim, _ in decided)
        everything = decide_all(reading, reading.claims, self.digits) if about_itself else []
        printed = [
            pair
            for claim, places in everything
            for place, decision in places
            for pair in zip(reading.printed(claim, place), decision.figures, strict=True)
        ]
        return [
            (claim, [(place, settled_by_reading(claim, decision, reading, printed)) for place, decision in places])
            for claim, places in decided
        ]

    def _rows(self, decided: Sequence[Decided]) -> tuple[list[_Row], dict[str, list[list[int]]]]:
        """The ledger's rows in document order, and for each claim, place by place, the index of each of its figures."""
        document = self.reading.document
        rows: dict[tuple[int, ...], _Row] = {}
        if document is not None:
            for figure, section in self._printed_figures():
                structural = section is None
                verdict = FigureVerdict.STRUCTURAL if structural else FigureVerdict.UNACCOUNTED
                rows[(figure.start,)] = _Row(
                    figure.written.text, section or "", document.place(figure.start), [], FigureDecision(verdict)
                )
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
                        place = document.place(printed.start) if document and printed else None
                        rows[key] = row = _Row(written[number].text, claim.section, place, [], of_figure)
                    row.decision = _worse(row.decision, of_figure) if row.claims else of_figure
                    row.section = claim.section
                    if claim.id not in row.claims:
                        row.claims.append(claim.id)
                    place_keys.append(key)
                keys[claim.id].append(place_keys)
        ordered = sorted(rows)
        index = {key: self.first + position for position, key in enumerate(ordered)}
        indices = {name: [[index[key] for key in place] for place in places] for name, places in keys.items()}
        return [rows[key] for key in ordered], indices

    def _printed_figures(self) -> list[tuple[Printed, str | None]]:
        """Every figure of the verified stretch with its section; None for the numbers of headings."""
        reading = self.reading
        assert reading.everywhere is not None
        stretches = [reading.stretch(selection.section) for selection in self.wanted if selection.claim is None]
        headings = list(reading.headings.values())
        found: list[tuple[Printed, str | None]] = []
        for figure in reading.everywhere.figures():
            if not any(start <= figure.start < end for start, end in stretches):
                continue
            if any(heading.start <= figure.start < heading.number_end for heading in headings):
                found.append((figure, None))
                continue
            within = [heading.number for heading in headings if heading.start <= figure.start < heading.end]
            found.append((figure, max(within, key=len, default=reading.chapter.number)))
        return found

    def _outcome(
        self, claim: Claim, places: Sequence[tuple[Occurrence | None, Decision]], indices: Sequence[Sequence[int]]
    ) -> ClaimOutcome:
        bound = self.reading.bound[claim.id]
        decision = max(
            (decision for _, decision in places), key=lambda one: _BADNESS.index(one.verdict) if one.verdict in _BADNESS else -1
        )
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
            says=said(claim, self.reading.printed(claim)),
            verdict=decision.verdict,
            severity=severity_of(decision.verdict, bound.binding),
            message=decision.message,
            binding=bound.binding,
            places=self._places(bound),
            hypotheses=(),
            evidence=decision.evidence,
            counterexample=decision.counterexample,
            repair=None,
            steps=decision.steps,
            lines=lines,
            figures=tuple(index for place in indices for index in place),
            columns=claim.columns,
            remark=claim.remark,
        )

    def _places(self, bound: Bound) -> tuple[Place, ...]:
        document = self.reading.document
        if document is None:
            return ()
        starts = [occurrence.start for occurrence in bound.occurrences] or ([bound.near[0]] if bound.near else [])
        return tuple(document.place(start) for start in starts)

    def _claim_findings(self, claim: Claim, outcome: ClaimOutcome, figures: Sequence[FigureOutcome]) -> list[Finding]:
        explained = any(explains(figures[index - self.first]) for index in outcome.figures)
        return claim_findings(claim, outcome, explained, self._near_text(claim))

    def _near_text(self, claim: Claim) -> str | None:
        bound = self.reading.bound[claim.id]
        if bound.near is None or self.reading.document is None:
            return None
        start, end = bound.near
        return self.reading.document.text[start : min(end, start + 200)]


_BADNESS = (Verdict.UNDECIDED, Verdict.REFUTED)
_FIGURE_BADNESS = (FigureVerdict.UNDECIDED, FigureVerdict.LOOSE, FigureVerdict.TRUNCATED, FigureVerdict.WRONG)


def _worse(one: FigureDecision, other: FigureDecision) -> FigureDecision:
    def rank(decision: FigureDecision) -> int:
        return _FIGURE_BADNESS.index(decision.verdict) if decision.verdict in _FIGURE_BADNESS else -1

    return other if rank(other) > rank(one) else one


def _in_order(findings: list[Finding]) -> list[Finding]:
    def key(finding: Finding) -> tuple[int, int, str]:
        place = finding.places[0] if finding.places else Place(0, 0)
        return place.line, place.column, finding.rule

    return sorted(findings, key=key)
