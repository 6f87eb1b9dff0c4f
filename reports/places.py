"""Where findings stand, as report formats say it: stretches of a document, and paths."""

from __future__ import annotations

import os
from collections.abc import Callable
from urllib.parse import quote

from derivations.verdict import FigureOutcome, FigureVerdict, Finding, Place, Severity, Verification

REPAIRED = (FigureVerdict.WRONG, FigureVerdict.TRUNCATED)


def stops(verification: Verification) -> Callable[[Finding, Place], Place | None]:
    """Tells what is right behind what stands at a place of a finding: the figure, or the piece of the claim; None where that is
    not known. It looks through figures and claims once, however many findings ask."""
    of_figures = {(one.lesson, one.place): one.stop for one in reversed(verification.figures)}
    of_claims: dict[tuple[str, Place], list[tuple[str, Place]]] = {}
    for claim in verification.claims:
        for start, stop in zip(claim.places, claim.stops, strict=False):
            of_claims.setdefault((claim.lesson, start), []).append((claim.id, stop))

    def stop_of(finding: Finding, place: Place) -> Place | None:
        if finding.figure is not None:
            figure = verification.figures[finding.figure]
            if figure.place == place and figure.stop is not None:
                return figure.stop
        # A finding about several claims has the places of all.
        claims = of_claims.get((finding.lesson, place), []) if finding.claim is not None else []
        for _, stop in sorted(claims, key=lambda one: one[0] != finding.claim):
            return stop
        return of_figures.get((finding.lesson, place))

    return stop_of


def repaired(finding: Finding, verification: Verification) -> tuple[FigureOutcome, str] | None:
    """The figure that a finding is about and the certified print that should stand in its place; None where there is none."""
    if finding.figure is None or finding.severity is not Severity.ERROR or not finding.repair:
        return None
    figure = verification.figures[finding.figure]
    located = figure.place is not None and figure.stop is not None and figure.place.line == figure.stop.line
    return (figure, finding.repair) if located and figure.verdict in REPAIRED else None


def uri(path: str) -> tuple[str, bool]:
    """A path as a URI reference, and whether it is relative to the folder of the run. One that leads out of it is absolute."""
    if os.path.isabs(path) or os.path.normpath(path).split(os.sep)[0] == os.pardir:
        return "file://" + _quoted(os.path.abspath(path)), False
    return _quoted(os.path.normpath(path)), True


def _quoted(path: str) -> str:
    return quote(os.fsencode(path.replace(os.sep, "/")), safe="/-._~")
