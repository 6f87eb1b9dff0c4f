"""Where findings stand, as report formats say it: stretches of a document, and paths."""

from __future__ import annotations

import os
from urllib.parse import quote

from derivations.verdict import FigureOutcome, FigureVerdict, Finding, Place, Severity, Verification

REPAIRED = (FigureVerdict.WRONG, FigureVerdict.TRUNCATED)


def stop_of(finding: Finding, place: Place, verification: Verification) -> Place | None:
    """Right behind what stands at a place of a finding: the figure, or the piece of the claim; None where that is not known."""
    if finding.figure is not None:
        figure = verification.figures[finding.figure]
        if figure.place == place and figure.stop is not None:
            return figure.stop
    # A finding about several claims has the places of all.
    claims = [claim for claim in verification.claims if claim.lesson == finding.lesson] if finding.claim is not None else []
    for claim in sorted(claims, key=lambda one: one.id != finding.claim):
        for start, stop in zip(claim.places, claim.stops, strict=False):
            if start == place:
                return stop
    return next((one.stop for one in verification.figures if one.lesson == finding.lesson and one.place == place), None)


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
