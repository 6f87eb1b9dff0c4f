"""The places of a stretch that print a claim.

A claim's pieces are matched token by token against the document's: white space, `$`, grouping braces and the bars of
table cells do not count, every numeral outside a subscript is a hole that takes whatever number stands there (with its
sign, where a sign may stand), labels apart. A piece must stand alone: nothing that would make it part of a longer formula
touches it, and what braces enclose in it is what they enclose in the claim. The pieces of one claim follow each other with
plain words between them. A claim that is not found so is looked for once more in other spellings of its formulas.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import field, replace

from derivations.claim import Claim
from derivations.formula import tree
from derivations.formula.tokens import Kind, Token
from derivations.same_words import FILLERS
from derivations.wording import variants
from lessonproof.records import dataclass
from lessons.joined_rows import JoinedRow
from lessons.occurrence import Occurrence, Printed
from lessons.pattern import Pattern, Slot, patterns, reworded
from lessons.recasting import readings, recast_as
from lessons.reordered import in_recorded_order
from lessons.spelled import matched
from lessons.stretch import Stretch

# Words between two pieces of one claim: a paragraph's worth, never a whole section.
LONGEST_GAP = 240
# A claim's text that is gone counts as changed, not missing, where at least this share of its tokens stands in one place.
LIKENESS = 0.6
_SEPARATORS = frozenset("、,")
_LISTING = frozenset("、和且及")


@dataclass(frozen=True, slots=True)
class Sought:
    """How a claim is looked for: in other spellings, in other words, and in other forms of the formulas of this claim."""

    respelled: bool = False
    reworded: bool = False
    recast: Claim | None = None


@dataclass(slots=True)
class Found:
    """What pieces that were found print: what they say, their figures, and figures that the claim has as words."""

    said: list[str]
    figures: list[Printed] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)


class Flat(Stretch):
    """A stretch in which claims are looked for."""

    def subjects(self, claim: Claim) -> list[tuple[str, tuple[str, ...]]]:
        """What the formulas of a claim are about, in the one spelling, and what the entries of each are called.

        Empty where a piece of the claim is no formula.
        """
        pieces = patterns(claim, self.functions)
        if not all(piece.chains for piece in pieces):
            return []
        chains = [node for piece in pieces for node in piece.chains if isinstance(node, tree.Chain)]
        return [(self.spelling.spelled(chain.sides[0]).key, self._entries(chain)) for chain in chains]

    def _entries(self, chain: tree.Chain) -> tuple[str, ...]:
        subject = chain.sides[0]
        count = max((len(side.items) for side in chain.sides if isinstance(side, tree.Row)), default=0)
        if not isinstance(subject, tree.Symbol):
            return ()
        names = self.spelling.entries.get(subject.name, [str(number) for number in range(1, count + 1)])
        entries = (tree.Symbol(f"{subject.name}_{name}", span=subject.span) for name in names if len(names) == count)
        return tuple(self.spelling.spelled(entry).key for entry in entries)

    def occurrences(
        self, claim: Claim, *, respelled: bool = False, otherwise: bool = False, recast: bool = False
    ) -> list[Occurrence]:
        """All places that print the claim, in order, no two of them overlapping; in other spellings too, if so asked.

        Of a claim that has several wordings those places that print the recorded one; where none does, those of the others.
        otherwise: in other words for the same.   recast: formulas about the same may have any form, beside words or readings
        that tell that this is the place.
        """
        for worded in variants(claim):
            sought = Sought(respelled or otherwise or recast, otherwise or recast, worded if recast else None)
            if found := self._occurrences(worded, sought):
                said_so = worded.reads != claim.reads
                return [replace(one, reads=one.reads or worded.reads) for one in found] if said_so else found
        return []

    def _occurrences(self, claim: Claim, sought: Sought) -> list[Occurrence]:
        pieces = patterns(claim, self.functions)
        if sought.respelled and not sought.reworded and not any(piece.spells for piece in pieces):
            return []
        ways = reworded(claim, self.functions) if sought.reworded else tuple((piece,) for piece in pieces)
        candidates: Sequence[int] = self._beginning(pieces[0])
        if sought.reworded:
            candidates = sorted({position for way in ways[0] for position in self._beginning(way)})
        if sought.respelled and pieces[0].spells:
            spelled = self.spelled_expressions if pieces[0].expression else self.spelled_chains
            candidates = sorted({*candidates, *spelled})
        found: list[Occurrence] = []
        for position in candidates:
            occurrence = self._all_pieces(claim.says, ways, position, sought)
            if occurrence is None:
                continue
            if found and occurrence.start < found[-1].end:
                # The same ending reached from an earlier beginning: the shorter stretch is the place, unless the longer one
                # prints a figure of its own, or the head of a table, twice.
                if claim.columns or occurrence.figures != found[-1].figures:
                    found.append(occurrence)
                elif occurrence.end <= found[-1].end:
                    found[-1] = occurrence
                continue
            found.append(occurrence)
        return found

    def nearest(self, claim: Claim) -> tuple[int, int] | None:
        """The line of the stretch that is most like the claim, if it is like enough to say that it was changed."""
        from difflib import SequenceMatcher

        wanted = [slot.text for piece in patterns(claim, self.functions) for slot in piece.slots]
        best, place = LIKENESS, None
        for line, texts in self.lines:
            # Blocks are only looked for where there are tokens enough for a line that is liker than the best.
            if sum(map(texts.__contains__, wanted)) <= best * len(wanted):
                continue
            blocks = SequenceMatcher(None, wanted, [token.text for token in line], autojunk=False).get_matching_blocks()
            # A single token found by itself says nothing: only runs count.
            share = sum(block.size for block in blocks if block.size > 1) / len(wanted)
            if share > best:
                first = next(block for block in blocks if block.size > 1)
                last = next(block for block in reversed(blocks) if block.size > 1)
                best, place = share, (line[first.b].start, line[last.b + last.size - 1].end)
        return place

    def _beginning(self, piece: Pattern) -> Sequence[int]:
        """The positions at which a piece may begin."""
        if piece.row is None:
            return self._candidates(piece.slots[0])
        if not self.tokens:
            return ()
        first, last = self.tokens[0].start, self.tokens[-1].end
        starts = (matched.start() for matched in piece.row.pattern.finditer(self.text, first, last))
        return [at for start in starts if (at := bisect_left(self.token_starts, start)) < len(self.tokens)]

    def _candidates(self, slot: Slot) -> Sequence[int]:
        if not slot.hole:
            return self.where.get((slot.text, slot.subscript), ())
        return [
            position - 1
            if slot.signed and position and self.tokens[position - 1].text == "-" and self.sign_at(position - 1)
            else position
            for position in self.figure_positions
        ]

    def _all_pieces(
        self, says: tuple[str, ...], pieces: tuple[tuple[Pattern, ...], ...], position: int, sought: Sought
    ) -> Occurrence | None:
        found = Found(list(says))
        end = self._one_way(0, pieces[0], position, found, sought)
        if end is None:
            return None
        spans = [(self.tokens[position].start, self.tokens[end - 1].end)]
        for number, ways in enumerate(pieces[1:], 1):
            for later in range(end, min(end + LONGEST_GAP, len(self.tokens))):
                stop = self._one_way(number, ways, later, found, sought)
                if stop is not None:
                    end = stop
                    spans.append((self.tokens[later].start, self.tokens[end - 1].end))
                    break
                if self.tokens[later].written is not None:
                    return None  # only plain words stand between the pieces of a claim
            else:
                return None
        start, stop = self.tokens[position].start, self.tokens[end - 1].end
        rows = tuple(row for ways in pieces if ways[0].row for row in self._row_spans(ways[0].row, start, stop))
        said, figures, labels = tuple(found.said), found.figures, tuple(found.labels)
        if sought.recast is None or said == says:
            ordered = in_recorded_order(says, self.functions, figures)
            return Occurrence(start, stop, ordered, rows, says, tuple(spans), labels=labels)
        reads = readings(sought.recast, said, self.functions)
        return Occurrence(start, stop, tuple(figures), rows, said, tuple(spans), reads, True, labels)

    def _one_way(self, number: int, ways: tuple[Pattern, ...], position: int, found: Found, sought: Sought) -> int | None:
        """The position after a piece that stands here in one of several ways; what it prints is added."""
        for way in ways:
            here = Found([])
            if (end := self._piece(way, position, here, sought)) is not None:
                found.figures += here.figures
                found.labels += here.labels
                return end
        return self._recast(sought.recast, number, ways[0], position, found) if sought.recast else None

    def _recast(self, claim: Claim, number: int, piece: Pattern, position: int, found: Found) -> int | None:
        """The same for a formula about what a claim's piece is about, in any form."""
        formula = (self.spelled_chains if piece.chains else self.spelled_expressions).get(position)
        text = recast_as(claim, number, piece, formula, self.spelling, self.functions) if formula and piece.spells else None
        if formula is None or text is None:
            return None
        found.said[number] = text
        found.figures += formula.figures
        return formula.stop

    def _row_spans(self, row: JoinedRow, start: int, stop: int) -> list[tuple[int, int]]:
        return [matched.span() for matched in row.pattern.finditer(self.text, start, stop)]

    def _piece(self, piece: Pattern, position: int, found: Found, sought: Sought) -> int | None:
        """The position after the piece, if it stands here, alone and of the same shape; its figures are added."""
        if piece.row is not None:
            return self._row(piece.row, position, found.figures)
        printed = Found([])
        end = self._slots(piece.slots, position, printed, flexible=sought.reworded and piece.shape is None)
        shaped = piece.shape is None or (end is not None and self.shape_of(position, end) == piece.shape)
        if end is None or not shaped or not self.stands_alone(position, end):
            printed = Found([])
            respelled = sought.respelled and piece.spells
            end = self._respelled(piece, position, printed.figures) if respelled else None
        found.figures += printed.figures
        found.labels += printed.labels
        return end

    def _row(self, row: JoinedRow, position: int, figures: list[Printed]) -> int | None:
        """The position after a table row that begins here, and its figures; it ends where a token does."""
        found = row.at(self.text, self.tokens[position].start)
        if found is None:
            return None
        end = bisect_left(self.token_starts, found[0])
        if self.tokens[end - 1].end > found[0]:
            return None
        figures += [Printed(*figure) for figure in found[1]]
        return end

    def _respelled(self, piece: Pattern, position: int, figures: list[Printed]) -> int | None:
        """The same for a formula that says what the piece says in another spelling: its chains, in any order."""
        if piece.expression is not None:
            formula = self.spelled_expressions.get(position)
            standing = matched(piece.expression, formula, self.spelling) if formula else None
            if formula is None or standing is None:
                return None
            figures += standing
            return formula.stop
        end = position
        found: dict[int, list[Printed]] = {}
        while len(found) < len(piece.chains):
            while end > position and end < len(self.tokens) and self._lists(self.tokens[end]):
                end += 1
            if (printed := self.spelled_chains.get(end)) is None:
                return None
            waiting = (number for number in range(len(piece.chains)) if number not in found)
            fitting = ((number, matched(piece.chains[number], printed, self.spelling)) for number in waiting)
            number, standing = next(((number, one) for number, one in fitting if one is not None), (0, None))
            if standing is None:
                return None
            found[number] = standing
            end = printed.stop
        for number in sorted(found):
            figures += found[number]
        return end

    @staticmethod
    def _lists(token: Token) -> bool:
        """Whether this stands between the items of a list of formulas."""
        return token.kind is Kind.COMMA or token.text in _LISTING

    def _slots(self, slots: tuple[Slot, ...], position: int, found: Found, *, flexible: bool) -> int | None:
        """flexible: words that say nothing may stand between the others, or be missing."""
        begins = position
        for slot in slots:
            if flexible and position > begins:
                position = self._after_fillers(slot, position)
            if position >= len(self.tokens):
                return None
            first = position
            if slot.signed and self.tokens[position].text == "-" and position + 1 < len(self.tokens):
                position += 1
            token = self.tokens[position]
            if slot.hole:
                if token.written is None:
                    return None
            elif token.text != slot.text and flexible and {token.text, slot.text} <= _SEPARATORS:
                pass  # 1、2、3 and 1, 2, 3 are one list
            elif token.text != slot.text or token.subscript is not slot.subscript:
                if flexible and slot.text in FILLERS:
                    continue
                return None
            if slot.stands is not None:
                found.figures.append(Printed(slot.stands, token.start, token.end))
            elif slot.figure:
                found.figures.append(self.printed(first, position))
            elif slot.extra:
                found.labels.append(token.start)
            position += 1
        return position

    def _after_fillers(self, slot: Slot, position: int) -> int:
        """The position after a word that says nothing, where the slot asks for something else."""
        while position < len(self.tokens) and self.tokens[position].text != slot.text:
            at = self.tokens[position].start
            filler = next((word for word in FILLERS if self.text.startswith(word, at)), None)
            if filler is None:
                break
            position += len(filler)
        return position
