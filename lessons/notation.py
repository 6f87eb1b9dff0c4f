"""Which letter means what in which lesson: from the claims of shipped lessons, and from what documents define.

What a document means by a letter is read from the words beside its definition, "a vocabulary of V = 37000 words". That is a
reading and no proof, so whatever it leads to is a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

from derivations.catalogue import Lesson
from derivations.claim import Claim
from derivations.formula import tree
from derivations.formula.pretty import pretty
from derivations.letters import CONVENTIONAL, LETTERS
from derivations.pieces import given_values
from derivations.verdict import Place
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.chapter import Reading, as_printed
from lessons.detectors import definitions
from lessons.detectors.detection import STEPS, Budget, Detection, OutOfSteps, Reporter, Text
from lessons.document import Document
from lessons.passage import Passage, passages

WORDS: dict[str, re.Pattern[str]] = {
    "vocabulary": pattern(r"\bvocabular(?:y|ies)\b|\bvocab\b|词表|词汇", re.IGNORECASE),
    "layers": pattern(r"\blayers?\b|(?<!子)层(?!归一)", re.IGNORECASE),
    "heads": pattern(r"\bheads?\b|注意力头|个头|头数", re.IGNORECASE),
    "positions": pattern(
        r"\b(?:sequence|context) (?:length|size)\b|\bcontext (?:window )?of\b|\bpositions\b|序列长度|上下文长度|个位置",
        re.IGNORECASE,
    ),
    "width": pattern(
        r"\b(?:model|hidden|embedding) (?:width|size|dimension)\b|\b(?:the|of) width\b|\bhas width\b|模型宽度|隐藏维|嵌入维",
        re.IGNORECASE,
    ),
    "learning-rate": pattern(r"\blearning rate\b|学习率", re.IGNORECASE),
    "batch": pattern(r"\bbatch size\b|\bbatch of\b|批大小|批量", re.IGNORECASE),
}  # fmt: skip
"""What a sentence calls the thing whose letter it defines."""

NEAR = 24
"""Signs between a definition and the words for it."""

# The letter right before its value, in whichever spelling: `\\eta = `, `d_{ff} = `, `V ≈ $`.
_NAMED = pattern(r"(?:\\[A-Za-z]+|[^\W\d_])(?:_\{[^{}]{1,20}\}|_\w|\w)*\s*\$?\s*(?:=|≈|:=|\\approx)\s*\$?\s*\Z")
_APART = pattern(r"[0-9=,，、(（)）]")
_SENTENCE_END = pattern(r"[。；;\r\n]|[.](?=\s)")


@dataclass(frozen=True, slots=True)
class Use:
    """A letter in a lesson.

    meaning: a key of WORDS or of LETTERS, None where nothing says it.   value: as it is printed there, "" without one.
    """

    letter: str
    lesson: str
    meaning: str | None
    value: str
    section: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Clash:
    """One letter with two meanings, or one meaning (`letter` is "") with two letters; a use for each."""

    letter: str
    meaning: str
    uses: tuple[Use, ...]


def of_lesson(lesson: Lesson, readings: Iterable[Reading], name: str) -> list[Use]:
    """The letters of a shipped lesson, with the values that its document, or else its claims, give them."""
    meanings = LETTERS.get((lesson.whole or lesson).name, {})
    uses: list[Use] = []
    for reading in readings:
        for claim in reading.claims:
            if not claim.fixes:
                continue
            place = reading.first_occurrence(claim)
            at = reading.document.place(place.start) if place and reading.document else None
            values = given_values(as_printed(claim, place), reading.printed(claim), reading.values.functions)
            for letter in claim.fixes:
                if letter in meanings and _is_printed(letter, claim):
                    rows = values.get(letter, ())
                    value = _decimal(rows[0][0]) if len(rows) == 1 == len(rows[0]) else ""
                    uses.append(Use(letter, name, meanings[letter], value, claim.section, at))
    known = {use.letter for use in uses}
    uses += [Use(letter, name, meaning, "", "", None) for letter, meaning in meanings.items() if letter not in known]
    return _each_once(uses)


def of_document(document: Document, name: str) -> list[Use]:
    """The letters that a document without claims gives values to."""
    read = passages(document)
    text = Text(read)
    with suppress(OutOfSteps):  # what was found so far is told
        definitions.define(text, Reporter(text, Detection(), "definitions", Budget(STEPS)))
    uses: list[Use] = []
    for letter, found in text.names.definitions.items():
        for one in found:
            passage = read[one.passage]
            meaning = CONVENTIONAL.get(letter) or _meaning(passage, one.start, one.end, letter)
            if meaning is not None or isinstance(one.meaning.node, tree.Number):
                value = passage.text[one.start : one.end].strip()
                uses.append(Use(letter, name, meaning, value, "", passage.places(one.start)))
    return _each_once(sorted(uses, key=lambda use: (use.place.line, use.place.column) if use.place else (0, 0)))


def clashes(uses: Sequence[Use]) -> list[Clash]:
    """Letters that mean several things, then things that have several letters; lessons and documents together."""
    found: list[Clash] = []
    for letter in dict.fromkeys(use.letter for use in uses):
        first = {use.meaning: use for use in reversed(uses) if use.letter == letter and use.meaning}
        if len(first) > 1:
            found.append(Clash(letter, "", tuple(use for use in uses if use in first.values())))
    for meaning in dict.fromkeys(use.meaning for use in uses if use.meaning):
        of = {use.letter: use for use in reversed(uses) if use.meaning == meaning}
        if len(of) > 1:
            found.append(Clash("", meaning, tuple(use for use in uses if use in of.values())))
    return found


def shown(letter: str) -> str:
    """A letter as a line of text shows it."""
    return pretty(tree.Symbol(letter, span=(0, 0)))


def _each_once(uses: Iterable[Use]) -> list[Use]:
    """The first place of each letter with the same meaning and value; a letter that is explained once is so everywhere."""
    uses = list(uses)
    meant: dict[str, set[str]] = {}
    for use in uses:
        if use.meaning:
            meant.setdefault(use.letter, set()).add(use.meaning)
    kept: dict[tuple[str, str | None, str], Use] = {}
    for use in uses:
        only = next(iter(meant[use.letter])) if len(meant.get(use.letter, ())) == 1 else use.meaning
        one = Use(use.letter, use.lesson, use.meaning or only, use.value, use.section, use.place)
        kept.setdefault((one.letter, one.meaning, one.value), one)
    return list(kept.values())


def _is_printed(letter: str, claim: Claim) -> bool:
    """Whether the page gives the letter its value; else the letter is only ours, for a cell of a table."""
    return any(f"{letter}=" in text.translate(_BARE) for text in claim.says)


_BARE = str.maketrans("", "", " {}\\")


def _decimal(value: Fraction) -> str:
    """0.1 for a tenth; as a ratio where no decimal ends."""
    for places in range(13):
        if (scaled := value * 10**places).denominator == 1:
            digits = str(abs(scaled.numerator)).zfill(places + 1)
            whole = digits[:-places] + "." + digits[-places:] if places else digits
            return "−" * (value < 0) + whole
    return str(value)


def _meaning(passage: Passage, start: int, end: int, letter: str) -> str | None:
    """The nearest words of the same sentence; None where two things are equally near, or none is."""
    begin, stop = _sentence(passage.text, start)
    named = _NAMED.search(passage.text, begin, start)
    before = passage.text.rfind(letter.partition("_")[0], begin, start)
    first = named.start() if named else before if before >= 0 else start
    near: list[tuple[int, str]] = []
    for meaning, words in WORDS.items():
        for word in words.finditer(passage.text, begin, stop):
            between = (word.end(), first) if word.end() <= first else (end, word.start())
            distance = between[1] - between[0]
            # What stands behind a comma or another number is said of something else.
            if 0 <= distance <= NEAR and not _APART.search(passage.text, *between):
                near.append((distance, meaning))
    near.sort()
    return near[0][1] if near and all(near[0][0] < other for other, name in near[1:] if name != near[0][1]) else None


def _sentence(text: str, offset: int) -> tuple[int, int]:
    ends = [0, *(end.end() for end in _SENTENCE_END.finditer(text)), len(text)]
    spans: Iterator[tuple[int, int]] = pairwise(ends)
    return next(((start, end) for start, end in spans if start <= offset < end), (0, len(text)))
