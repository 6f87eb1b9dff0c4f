"""One place of a document that prints a claim, and the figures that it prints there."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.claim import Reading
from lessonproof.records import dataclass
from numeric.written import Written


@dataclass(frozen=True, slots=True)
class Printed:
    """One figure of the document: its number and the offsets of its text, sign included."""

    written: Written
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place that prints a claim: offsets, and the document's figures in the order of the claim's holes.

    joined: parts of it whose cells may be run together, so that the document's own tokens say nothing about their figures.
    says: the claim's pieces in the wording of this place, and where each stands.
    reads: what its figures stand for, where that is not what the claim says.
    recast: one of its formulas has another form than the claim's, which `says` then has.
    labels: figures of it that the claim has as words, by their offsets.
    means: what must hold beside what the claim says, because of how this place says it.
    relabelled: the labels of a table that read otherwise: as recorded, as printed, and whether that can be told to be the same.
    """

    start: int
    end: int
    figures: tuple[Printed, ...]
    joined: tuple[tuple[int, int], ...] = ()
    says: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    reads: Mapping[int, Reading] | None = None
    recast: bool = False
    labels: tuple[int, ...] = ()
    means: tuple[str, ...] = ()
    relabelled: tuple[tuple[str, str, bool], ...] = ()
