"""Statements of a lesson about itself, settled by looking at the document: cross-references, the number of decimals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from derivations.claim import Claim
from derivations.decide import Decision
from derivations.figures import FigureDecision
from derivations.verdict import Evidence, FigureVerdict, Message, Place, Verdict
from lessons.chapter import Reading
from numeric.written import Written


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure of the chapter, what became of it, and where it stands; no place without a document."""

    written: Written
    decision: FigureDecision
    place: Place | None


def settled_by_reading(claim: Claim, decision: Decision, reading: Reading, printed: Iterable[PrintedFigure]) -> Decision:
    """The decision with what the document itself says of the claim.

    printed: all figures of the chapter with what became of them.
    """
    if claim.refers and (missing := _missing(claim, reading)):
        return _refuted(decision, Message("reference-missing", {"missing": ", ".join(missing)}))
    if claim.decimals is not None:
        for one in printed:
            decimals = one.written.decimals
            if one.decision.verdict is FigureVerdict.ROUNDED and decimals != claim.decimals:
                values: dict[str, object] = {"printed": one.written.text, "found": decimals, "decimals": claim.decimals}
                if one.place is None:
                    return _refuted(decision, Message("decimals-differ", values))
                return _refuted(decision, Message("decimals-differ-at", {**values, "place": one.place}))
    if (claim.refers or claim.decimals is not None) and decision.evidence.method == "declaration":
        return replace(decision, evidence=replace(decision.evidence, method="inspection", scope="this document"))
    return decision


def _missing(claim: Claim, reading: Reading) -> list[str]:
    """The chapters and sections that the claim cites and the document lacks.

    Without a document, our own outline is the list of chapters. An excerpt, with less than half of the lesson's chapters,
    says nothing about the others.
    """
    known = {chapter.number for chapter in reading.lesson.chapters}
    if reading.document is None:
        return [number for number in claim.refers if number.split(".")[0] not in known]
    if 2 * len(known & set(reading.headings)) < len(known):
        return []
    return [number for number in claim.refers if number not in reading.headings]


def _refuted(decision: Decision, message: Message) -> Decision:
    evidence = Evidence("inspection", "this document", remarks=decision.evidence.remarks)
    return replace(decision, verdict=Verdict.REFUTED, message=message, evidence=evidence)
