"""Where a document prints the claims of a chapter: each in its own section, in the order of the lesson, or drifted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derivations.claim import Claim
from derivations.verdict import Binding
from lessonproof.records import dataclass
from lessons.flat import Flat
from lessons.occurrence import Occurrence
from lessons.order import longest_rising
from lessons.recasting import may_be_recast
from lessons.relabelled import relabelled


@dataclass(frozen=True, slots=True)
class Bound:
    """What became of a claim's place. `occurrences` is empty for missing and changed; `near` is the nearest place then."""

    binding: Binding
    occurrences: tuple[Occurrence, ...] = ()
    near: tuple[int, int] | None = None


def bind(
    claims: Sequence[Claim],
    stretches: Mapping[str, Flat],
    everywhere: Flat,
    known: Mapping[str, Sequence[Occurrence]] | None = None,
) -> dict[str, Bound]:
    """The places of claims that are listed in document order.

    stretches: section number → its text; a claim is looked for in its own section first, then in the whole stretch.
    A place out of its section or out of the order of the others is `moved`, two places in one section are `ambiguous`. Where
    the heading of a section is gone, a place anywhere in the right order is its claim's.
    known: places of claims in their own sections that need not be looked for again.
    """
    bound: dict[str, Bound] = {}
    taken: set[int] = set()  # figures that print a claim in its own section
    for claim in claims:
        home = stretches.get(claim.section)
        found: Sequence[Occurrence]
        if known and claim.id in known:
            found = known[claim.id]
        else:
            found = (home.occurrences(claim) or home.occurrences(claim, respelled=True)) if home else ()
        if found:
            bound[claim.id] = Bound(Binding.BOUND if len(found) == 1 else Binding.AMBIGUOUS, tuple(found))
            taken.update(figure.start for place in found for figure in place.figures)
    for claim in claims:
        if claim.id not in bound and (found := _in_another_form(claim, stretches.get(claim.section), bound)):
            bound[claim.id] = Bound(Binding.BOUND, found)
            taken.update(figure.start for figure in found[0].figures)
    for claim in claims:
        if claim.id not in bound:
            bound[claim.id] = _away_from_home(claim, stretches.get(claim.section), everywhere, taken)
    places = [(bound[claim.id].occurrences[0].start, claim.id) for claim in claims if bound[claim.id].binding is Binding.BOUND]
    in_order = longest_rising([start for start, _ in places], strictly=False)
    for index, (_, name) in enumerate(places):
        if index not in in_order:
            bound[name] = Bound(Binding.MOVED, bound[name].occurrences)
    return bound


def _in_another_form(claim: Claim, home: Flat | None, bound: Mapping[str, Bound]) -> tuple[Occurrence, ...]:
    """The first place in its own section that prints a claim in other words, in another form, or with other labels of its
    table, and that is no other claim's."""
    if home is None:
        return ()
    found: list[Occurrence] = []
    if claim.columns:
        found = relabelled(home, claim)
    else:
        found = home.occurrences(claim, otherwise=True)
        if not found and may_be_recast(claim):
            found = home.occurrences(claim, recast=True)
    taken = [span for one in bound.values() for place in one.occurrences for span in place.spans]
    figures = {figure.start for one in bound.values() for place in one.occurrences for figure in place.figures}
    for place in found:
        new = [span for span, says, recorded in zip(place.spans, place.says, claim.says, strict=True) if says != recorded]
        if any(figure.start in figures for figure in place.figures):
            continue
        if not any(start < end and first < stop for first, end in taken for start, stop in new):
            return (place,)
    return ()


def _away_from_home(claim: Claim, home: Flat | None, everywhere: Flat, taken: set[int]) -> Bound:
    """A claim that its own section does not print: another place that prints it and nothing else, or the nearest one."""
    found = [
        place
        for place in everywhere.occurrences(claim) or everywhere.occurrences(claim, respelled=True)
        if not place.figures or any(figure.start not in taken for figure in place.figures)
    ]
    if found:
        alone = Binding.MOVED if home else Binding.BOUND
        return Bound(alone if len(found) == 1 else Binding.AMBIGUOUS, tuple(found))
    near = (home.nearest(claim) if home else None) or everywhere.nearest(claim)
    return Bound(Binding.CHANGED if near else Binding.MISSING, near=near)
