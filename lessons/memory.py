"""What is known of documents that are verified again and again in one process: only what an edit reaches is done anew.

The result is the same as without a memory. A chapter is read again where its text or the headings within it have
changed, wherever it stands. Its claims are settled again where it was read again or has moved, or where what they cite
elsewhere has changed. A claim is decided again where what its holes print is new, or a given value that it asks for; what is
proved for all shapes is not proved again over other values. A document without claims is surveyed again where anything in it
has changed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from derivations.catalogue import Chapter, Lesson
from derivations.claim import OfTheDocument
from derivations.decisions import about_values
from derivations.values import Values
from lessonproof.records import dataclass
from lessons.chapter import Elsewhere, Progress, Reading, cited_givens, read_chapter
from lessons.outline import Heading, headed_again, outline
from lessons.source import Source, part_of

if TYPE_CHECKING:
    from lessons.ledger import Ledger, Settled
    from lessons.survey import Survey

EDITS = 8
"""Over how many different choices of its given values the decisions of a chapter are kept."""

Name = tuple[str, str]


@dataclass
class Memory:
    """All that is kept. One lesson is one document in it."""

    _readings: dict[Name, tuple[Hashable, Reading]] = field(default_factory=dict)
    _values: dict[Name, list[Values]] = field(default_factory=dict)
    _settled: dict[Name, tuple[Hashable, Settled]] = field(default_factory=dict)
    _surveys: dict[str, tuple[Hashable, Survey]] = field(default_factory=dict)
    _unsettled: set[Name] = field(default_factory=set)
    _proofs: dict[tuple[str, ...], Any] = field(default_factory=dict)

    def reading(
        self, lesson: Lesson, chapter: Chapter, source: Source | None, elsewhere: Elsewhere = MappingProxyType({})
    ) -> Reading:
        """The chapter as the document prints it, as `read_chapter` reads it."""
        name = (lesson.name, chapter.number)
        headings = outline(source, lesson.unit) if source else {}
        whole = headings.get(chapter.number)
        key: Hashable = None
        within: Mapping[str, Heading] | None = None
        if source is not None and whole is not None:
            cited = tuple(cited_givens(chapter, source, headings, elsewhere)[0].items())
            if source.as_written is source:
                # By itself, so that it is the same reading wherever in the document it stands.
                within = {number: one for number, one in headings.items() if whole.start <= one.start < whole.end}
                others = {number: (source, one) for number, one in headings.items() if number not in within}
                elsewhere = {**others, **elsewhere}
                within = {number: one.moved(-whole.start) for number, one in within.items()}
                source = part_of(source, whole.start, whole.end)
                key = (tuple(within.values()), source.text, source.written, cited)
            else:
                # Where a reader sees another text than the file has, the places of the same text may be others.
                within = headings
                key = (tuple(headings.values()), source.sha256, cited)
            known = self._readings.get(name)
            if known is not None and known[0] == key:
                return replace(known[1], document=source, headings=within, elsewhere=elsewhere)
        reading = read_chapter(lesson, chapter, source, elsewhere, within)
        self._unsettled.add(name)
        values = self._values.setdefault(name, [])
        same = next((one for one in values if one.givens == reading.values.givens), None)
        if same is None:
            same = reading.values
            if values:
                carry_over(chapter, values[0], same)
        self._values[name] = [same, *(one for one in values if one is not same)][:EDITS]
        reading = replace(reading, values=same)
        if key is not None:
            self._readings[name] = (key, reading)
        return reading

    def remembering(self) -> AbstractContextManager[None]:
        """Within: what is proved for all shapes is not proved again, whatever the values are."""
        from derivations.proof import remembering

        return remembering(self._proofs)

    def is_new(self, reading: Reading) -> bool:
        """Whether the chapter was read again, so that claims of it may have to be decided."""
        return (reading.lesson.name, reading.chapter.number) in self._unsettled

    def settled(self, ledger: Ledger, progress: Progress | None) -> Settled:
        """The claims, figures and findings of a chapter, as its ledger settles them."""
        key = self._key(ledger)
        name = (ledger.reading.lesson.name, ledger.reading.chapter.number)
        known = self._settled.get(name)
        if known is not None and key is not None and known[0] == key:
            return known[1]
        settled = ledger.settle(progress)
        self._unsettled.discard(name)
        if key is not None:
            self._settled[name] = (key, settled)
        return settled

    def survey(self, path: str, key: Hashable) -> Survey | None:
        """What was found in a document without claims, where everything that `key` says of it is the same."""
        known = self._surveys.get(path)
        return known[1] if known is not None and known[0] == key else None

    def surveyed(self, path: str, key: Hashable, survey: Survey) -> None:
        self._surveys[path] = (key, survey)

    def _key(self, ledger: Ledger) -> Hashable:
        """All that a chapter's findings depend on; None where they are not kept."""
        reading = ledger.reading
        document, whole = reading.document, reading.headings.get(reading.chapter.number)
        known = self._readings.get((reading.lesson.name, reading.chapter.number))
        if document is None or whole is None or known is None:
            return None
        line = document.place(whole.start).line
        asked = tuple((one.section, one.claim) for one in ledger.wanted)
        again = headed_again(document.entire).get(reading.chapter.number)
        copy = document.entire.place(again) if again is not None else None
        headed = (*reading.headings, "", *reading.elsewhere)
        return (known[0], line, asked, ledger.digits, ledger.first, headed, tuple(_cited(reading)), copy)


def carry_over(chapter: Chapter, old: Values, new: Values) -> None:
    """What has been decided over some values of a chapter and asked for none that are others now."""
    free = {claim.id for claim in chapter.claims() if not about_values(claim, old.functions)}
    for key, decision in old.decisions.items():
        names = old.needs.get(key)
        if key[0] in free or (names is not None and all(old.givens.get(name) == new.givens.get(name) for name in names)):
            new.decisions.setdefault(key, decision)
            if names is not None:
                new.needs.setdefault(key, names)


def _cited(reading: Reading) -> Iterator[str | None]:
    """The texts outside of a chapter that its claims speak of: promised words, lists of stated length, what they quote."""
    for claim in reading.claims:
        numbers = [number for number, _ in claim.promises]
        numbers += [one.section for one in (claim.reads or {}).values() if isinstance(one, OfTheDocument)]
        yield from map(reading.text_of, numbers)
