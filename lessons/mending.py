"""What would mend a claim where a document prints it: edits of its wordings and formulas, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from derivations.claim import Claim
from derivations.decisions import Decision
from derivations.pieces import pieces, recorded
from derivations.verdict import Edit, Finding, Message, Place
from lessons.chapter import Reading, as_printed
from lessons.edits import Formula, recast, restated, reworded
from lessons.occurrence import Occurrence
from lessons.source import Source
from lessons.unclaimed import Unclaimed

Decisions = Sequence[tuple[Occurrence | None, Decision]]
"""A claim decided at each place that prints it."""


def edits_at(document: Source | None, places: Decisions) -> tuple[Edit, ...]:
    """What would make the wording and the form of its formulas right at every place that prints the claim."""
    edits: tuple[Edit, ...] = ()
    for occurrence, decision in places:
        if document is not None and occurrence is not None and not occurrence.recast:
            edits += restated(document, occurrence, decision.restated)
            edits += reworded(document, occurrence, decision.instead) if decision.instead else ()
    return edits


def recast_instead(reading: Reading, claim: Claim, instead: Sequence[Unclaimed]) -> dict[int, tuple[Edit, ...]]:
    """What would make the false ones of the formulas true that stand for a claim, by their offsets."""
    document, functions = reading.document, reading.values.functions
    if document is None or all(other.holds for other in instead):
        return {}
    formulas = [
        Formula(chain, piece.text, piece.of(recorded(claim)))
        for piece in pieces(claim.says, functions)
        if piece.formula
        for chain in piece.formula.chains
    ]
    if len(formulas) != len(instead):  # a row entry by entry: each is mended as a figure
        return {}
    return {
        other.chain.start: recast(
            document,
            other.chain.start,
            Formula(other.chain.chain, other.chain.text, [figure.written for figure in other.figures]),
            formula,
            reading.values,
        )
        for other, formula in zip(instead, formulas, strict=True)
        if not other.holds
    }


def mended_by(finding: Finding, mended: Iterable[tuple[Edit, ...]]) -> Finding:
    """A finding about a figure within a stretch that is to say something else: that mends it."""
    for edits in mended if finding.figure is not None and finding.places else ():
        if any(_position(edit.place) <= _position(finding.places[0]) < _position(edit.stop) for edit in edits):
            return replace(finding, edits=edits)
    return finding


def _position(place: Place) -> tuple[int, int]:
    return place.line, place.column


def right_wording(decision: Decision) -> str | None:
    """The wording or the parts of formulas that would be right; None where the printed ones are, or nothing is known."""
    if decision.instead is not None:
        return " … ".join(decision.instead)
    return " … ".join(part.text for part in decision.restated) or None


def about_wording(claim: Claim, places: Decisions) -> Message | None:
    """What is said of a sentence that is false in its printed wording and true in another."""
    for occurrence, decision in places:
        says = as_printed(claim, occurrence).says
        if decision.instead is not None:
            pairs = [pair for pair in zip(says, decision.instead, strict=True) if pair[0] != pair[1]]
        elif decision.restated:
            pairs = [(says[part.piece][slice(*part.span)], part.text) for part in decision.restated]
        else:
            continue
        printed, repair = (" … ".join(pieces) for pieces in zip(*pairs, strict=True))
        why = {"why": decision.message} if decision.message else {}
        return Message("wording-false", {"says": printed, "near": repair, **why})
    return None
