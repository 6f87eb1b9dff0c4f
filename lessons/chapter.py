"""One chapter of a lesson beside the document that prints it: places bound, given values read, claims decided."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType

from derivations.catalogue import Chapter, Lesson
from derivations.claim import Claim
from derivations.decide import decide
from derivations.decisions import Decision
from derivations.example import Rows
from derivations.formula.spelling import Spelling
from derivations.formula.tokens import Token, tokens
from derivations.formula.tree import Node, Symbol, walk
from derivations.pieces import formula, given_values, pieces, recorded
from derivations.values import Values, values_of
from derivations.verdict import Binding, SectionTitle, Text
from lessonproof.records import dataclass
from lessons.bind import Bound, bind
from lessons.flat import Flat
from lessons.occurrence import Occurrence
from lessons.outline import Heading, outline
from lessons.pattern import patterns
from lessons.source import Source, source
from numeric.written import Written

Progress = Callable[[str, int, int], None]
Deciding = Callable[[Claim, Sequence[Written], Sequence[Written], Values, int], Decision]
"""What decides a claim: `derivations.decide.decide`, or what stands for it where only a part is asked for."""
Elsewhere = Mapping[str, tuple[Source, Heading]]
"""Of a lesson in several files: the chapters and sections that stand in the others, by number."""
Decided = tuple[Claim, list[tuple[Occurrence | None, Decision]]]
"""A claim and its decision at each place that prints it; one decision without a place where none does."""

_NOWHERE: Elsewhere = MappingProxyType({})


@dataclass(frozen=True)
class Reading:
    """A chapter as its document prints it; without a document, as the claims record it."""

    lesson: Lesson
    chapter: Chapter
    claims: tuple[Claim, ...]
    document: Source | None
    headings: Mapping[str, Heading]
    everywhere: Flat | None  # the chapter's text; the whole document where the chapter's heading is gone
    bound: Mapping[str, Bound]
    values: Values
    elsewhere: Elsewhere = field(default_factory=dict)

    @property
    def share_bound(self) -> float:
        """The share of the chapter's claims that the document prints."""
        found = sum(bool(place.occurrences) for place in self.bound.values())
        return found / len(self.claims) if self.claims else 0.0

    def printed(self, claim: Claim, occurrence: Occurrence | None = None) -> tuple[Written, ...]:
        """The figures in the claim's holes: the document's where it prints the claim, else the recorded ones."""
        occurrence = occurrence or self.first_occurrence(claim)
        if occurrence is None:
            return recorded(claim)
        return tuple(figure.written for figure in occurrence.figures)

    def first_occurrence(self, claim: Claim) -> Occurrence | None:
        place = self.bound.get(claim.id)
        return place.occurrences[0] if place and place.occurrences else None

    def text_of(self, number: str) -> str | None:
        """What the lesson prints under a heading, in this file or another of its; None where no file has it."""
        if self.document is not None and (heading := self.headings.get(number)):
            return self.document.text[heading.title_end : heading.end]
        if number in self.elsewhere:
            source, heading = self.elsewhere[number]
            return source.text[heading.title_end : heading.end]
        return None

    def titles(self, section: str | None) -> tuple[SectionTitle, ...]:
        """The headings of the chapter, or of the chapter and one section of it: the document's words, else ours."""
        wanted = [(self.chapter.number, self.chapter.title)]
        wanted += [(part.number, part.title) for part in self.chapter.sections if section in (None, part.number)]
        return tuple(self._title(number, title) for number, title in wanted)

    def _title(self, number: str, ours: Text) -> SectionTitle:
        heading = self.headings.get(number)
        if heading is None or self.document is None:
            return SectionTitle(number, ours, None)
        title = Text(heading.title, heading.title) if heading.title else ours
        return SectionTitle(number, title, self.document.place(heading.start))

    def section_at(self, offset: int) -> str:
        """The number of the section that an offset of the document lies in; the chapter's outside all of them."""
        heading = self.heading_at(offset)
        return heading.number if heading else self.chapter.number

    def heading_at(self, offset: int) -> Heading | None:
        """The last heading that begins at or before an offset: each reaches to the next of its rank, so it is the innermost."""
        position = bisect_right(self._heading_starts, offset)
        return self._in_order[position - 1] if position else None

    @cached_property
    def _in_order(self) -> list[Heading]:
        return sorted(self.headings.values(), key=lambda heading: heading.start)

    @cached_property
    def _heading_starts(self) -> list[int]:
        return [heading.start for heading in self._in_order]

    def stretch(self, section: str | None) -> tuple[int, int]:
        """The offsets of the chapter or of one section of it in the document."""
        assert self.document is not None
        heading = self.headings.get(section or self.chapter.number) or self.headings.get(self.chapter.number)
        return (heading.start, heading.end) if heading else (0, len(self.document.text))


def read_chapter(
    lesson: Lesson,
    chapter: Chapter,
    document: Source | None,
    elsewhere: Elsewhere = _NOWHERE,
    headings: Mapping[str, Heading] | None = None,
) -> Reading:
    """Bind the chapter's claims to the document and read the given values from it.

    elsewhere: what stands in the other files of the lesson.   headings: of the document, where they are known.
    """
    if document is None:
        claims = chapter.claims()
        bound = {claim.id: Bound(Binding.NONE) for claim in claims}
        return _with_values(Reading(lesson, chapter, claims, None, {}, None, bound, Values(chapter.example(), {})))
    headings = outline(document, lesson.unit) if headings is None else headings
    whole = headings.get(chapter.number)
    stretch = (whole.start, whole.end) if whole else (0, len(document.text))
    return read_tokens(lesson, chapter, document, headings, tokens(document.text, *stretch), elsewhere=elsewhere)


def read_tokens(
    lesson: Lesson,
    chapter: Chapter,
    document: Source,
    headings: Mapping[str, Heading],
    found: Sequence[Token],
    known: Mapping[str, Sequence[Occurrence]] | None = None,
    elsewhere: Elsewhere = _NOWHERE,
) -> Reading:
    """The same from the tokens of the chapter's stretch. known: the places of claims in their own sections, by claim."""
    apart = frozenset(heading.number_end for heading in headings.values())
    everywhere = Flat(document.text, found, functions_of(chapter), _spelling(chapter), apart)
    needed = {claim.section for claim in chapter.claims() if not known or claim.id not in known}
    stretches = {
        number: everywhere.part(headings[number].title_end, headings[number].end) for number in needed if number in headings
    }
    return read_stretches(lesson, chapter, document, headings, everywhere, stretches, known, elsewhere)


def read_stretches(
    lesson: Lesson,
    chapter: Chapter,
    document: Source,
    headings: Mapping[str, Heading],
    everywhere: Flat,
    stretches: Mapping[str, Flat],
    known: Mapping[str, Sequence[Occurrence]] | None = None,
    elsewhere: Elsewhere = _NOWHERE,
) -> Reading:
    """The same from the chapter's stretch, and those of the sections whose claims are not known, flattened."""
    claims = chapter.claims()
    bound = bind(claims, stretches, everywhere, known)
    unvalued = Values(chapter.example(), {})
    return _with_values(Reading(lesson, chapter, claims, document, headings, everywhere, bound, unvalued, elsewhere))


def _with_values(reading: Reading) -> Reading:
    """The reading with the values that its own figures give, and those of the chapter that it cites."""
    functions = functions_of(reading.chapter)
    givens: dict[str, Rows] = {}
    edition: dict[str, Rows] = {}
    for claim in reading.claims:
        if claim.fixes:
            printed = as_printed(claim, reading.first_occurrence(claim))
            givens.update(given_values(printed, reading.printed(claim), functions))
            edition.update(given_values(claim, recorded(claim), functions))
    example = reading.chapter.example()
    cited, recorded_there = cited_givens(reading.chapter, reading.document, reading.headings, reading.elsewhere)
    givens |= cited
    edition |= recorded_there
    values = values_of(example, givens)
    if givens != edition:
        values.edition = values_of(example, edition)
    return replace(reading, values=values)


def cited_givens(
    chapter: Chapter, document: Source | None, headings: Mapping[str, Heading], elsewhere: Elsewhere = _NOWHERE
) -> tuple[dict[str, Rows], dict[str, Rows]]:
    """The values that the chapter whose example this one cites is given by the document, and by its claims; none where it
    cites none, or no file has that chapter."""
    from derivations.citing_values import CitingValues

    example = chapter.example()
    if document is None or not isinstance(example, CitingValues):
        return {}, {}
    heading = headings.get(example.of)
    there, heading = (document, heading) if heading else elsewhere.get(example.of, (document, None))
    cited = example.lesson.chapter(example.of)
    if heading is None or cited is None:
        return {}, {}
    # By the text alone, so that an edit of another chapter does not have it read again.
    printed, recorded_there = _givens_of(example.lesson, cited, there.written[heading.start : heading.end])
    return example.cited(printed), example.cited(recorded_there)


@lru_cache(maxsize=16)
def _givens_of(lesson: Lesson, chapter: Chapter, text: str) -> tuple[dict[str, Rows], dict[str, Rows]]:
    """The given values of a chapter that is all of a text, and those that its claims record."""
    values = read_chapter(lesson, chapter, source("", text, "")).values
    return dict(values.givens), dict((values.edition or values).givens)


@lru_cache(maxsize=64)
def functions_of(chapter: Chapter) -> frozenset[str]:
    """The names that stand for functions in a chapter's formulas."""
    example = chapter.example()
    functions = example.functions if example else frozenset()
    for claim in chapter.claims():
        functions |= claim.setting.functions | {"mean"} if claim.setting else frozenset()
    return functions


@lru_cache(maxsize=64)
def _spelling(chapter: Chapter) -> Spelling:
    example = chapter.example()
    return Spelling(_letters(chapter.claims(), functions_of(chapter)), example.column_letters if example else None)


def _letters(claims: Sequence[Claim], functions: frozenset[str]) -> set[str]:
    """The letters that a chapter's formulas are made of."""
    texts = [step.formula for claim in claims for step in claim.derivation]
    texts += [text for claim in claims for text in claim.means if "#" not in text]
    trees: list[Node] = [formula(text, functions) for text in texts]
    trees += [piece.formula for claim in claims for piece in pieces(claim.says, functions) if piece.formula]
    trees += [piece.expression for claim in claims for piece in patterns(claim, functions) if piece.expression]
    return {node.name for whole in trees for node in walk(whole) if isinstance(node, Symbol)}


def as_printed(claim: Claim, occurrence: Occurrence | None) -> Claim:
    """The claim in the wording, or with formulas in the form, of one of its places."""
    if occurrence is not None and occurrence.reads is not None:
        return _without_other_forms(replace(claim, says=occurrence.says, reads=occurrence.reads))
    if occurrence is not None and occurrence.means:
        return replace(claim, means=claim.means + occurrence.means)
    return replace(claim, says=occurrence.says) if occurrence is not None and occurrence.says != claim.says else claim


def _without_other_forms(claim: Claim) -> Claim:
    """The claim without the wordings of formulas that have another form here: such a formula is decided as it stands."""
    kept = {piece: cases for piece, cases in (claim.wordings or {}).items() if claim.says[piece] in cases}
    return replace(claim, wordings=kept)


def _as_meant(claim: Claim, occurrence: Occurrence | None, reading: Reading) -> Claim:
    printed = as_printed(claim, occurrence)
    if occurrence is None or not occurrence.recast:
        return printed
    from lessons.lettered import lettered

    return lettered(printed, reading.printed(claim, occurrence), reading.values)


def recorded_at(claim: Claim, occurrence: Occurrence | None) -> tuple[Written, ...]:
    """The figures that the claim records for the holes of a place: nothing else than printed where the form is another."""
    if occurrence is not None and occurrence.recast:
        return tuple(figure.written for figure in occurrence.figures)
    return recorded(claim)


def decide_all(
    reading: Reading, claims: Sequence[Claim], digits: int, progress: Progress | None = None, deciding: Deciding = decide
) -> list[Decided]:
    """Each claim decided at every place that prints it; once, from its recorded figures, where no place does."""
    decided: list[Decided] = []
    for number, claim in enumerate(claims):
        if progress is not None:
            progress(claim.id, number, len(claims))
        places: Sequence[Occurrence | None] = reading.bound[claim.id].occurrences or (None,)
        decided.append(
            (
                claim,
                [
                    (
                        place,
                        deciding(
                            _as_meant(claim, place, reading),
                            reading.printed(claim, place),
                            recorded_at(claim, place),
                            reading.values,
                            digits,
                        ),
                    )
                    for place in places
                ],
            )
        )
    if progress is not None:
        progress("", len(claims), len(claims))
    return decided
