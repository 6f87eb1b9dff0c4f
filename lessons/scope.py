"""How far the value of a name reaches: whether a name certainly still means what it was defined as somewhere before.

Within its paragraph a value is trusted. Beyond it, it is where the name has one value in the whole document, that value was not
only supposed, and the sentence that uses the name speaks of no other case. Letters reach over a heading only as whole numbers
that give a long whole number: sizes of a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from derivations.formula import tree
from lessonproof.patterns import pattern
from lessons.names import Definition, Names, Reading
from lessons.passage import Passage, Span
from lessons.vectors import vectors
from lessons.vocabulary import Meaning
from lessons.words import POWERS, in_digits
from numeric.written import Written, scan

CONDITION = "unread-condition"
ANOTHER_CASE = "unread-another-case"
ANOTHER_SECTION = "unread-another-section"
OTHER_VALUES = "unread-other-values"
OF_ANOTHER_CASE = frozenset({CONDITION, ANOTHER_CASE, ANOTHER_SECTION, OTHER_VALUES})
"""Doubts that a row most of whose entries follow from the value of a name puts to rest."""

A_SENTENCE = 300
CLAUSE = 30
LONG_NAME = 3
LONG_NUMBER = 4  # digits
MOST_OTHERS = 12
_SENTENCE_END = pattern(r"[。！？；!?;\n\t]|\.(?=[\s$]|$)")
# What makes a sentence speak of another case than the one that the document has been about, or of a condition.
_ANOTHER_CASE = pattern(
    r"\b(?:if|suppose|assum\w+|imagine|when|whenever|while|until|unless|would|were|could|might|can|may|instead|otherwise"
    r"|else|another|others?|different|any|general|twice|double[sd]?|doubling|half|halv\w+|tripl\w+|quadrupl\w+"
    r"|as (?:many|large|much)|increas\w+|decreas\w+|reduc\w+"
    r"|larger|smaller|bigger|longer|shorter|wider|deeper|more|less|fewer|grow\w*|shrink\w*"
    r"|rises?|falls?|tends?|approach\w*|limit|below|above|second|third|fourth|fifth"
    r"|now|new|later|next|before|after|previous\w*|solv\w+|such that|equation|exercise|for example|for instance|e\.g|say|try"
    r"|compare|orthogonal|unit|normali[sz]ed|parallel|identical|exceeds?|what|wrong|not|never|no|cannot|toy|tiny|small"
    r"|base|large|huge|version|variant)\b|\A\W*find\b"
    r"|[若设令当改换另试求任更倍半新旧]|如果|假[如定设]|要是|倘|例如|比如|变[成为]|其[他它]|别的|现在|此时|这时|方程|一般|正交|归一|单位"
    r"|增[加大]|减[少小]|趋|上[文面述]|下[文面列]|第[二三四五]|不同|平行",
    re.IGNORECASE,
)
_MODEL = pattern(
    r"\b[A-Z][A-Za-z]{2,}-?[0-9]|\b(?:GPT|BERT|L[Ll]a[Mm][Aa]|T5|PaLM|OPT|BLOOM|ViT|CLIP|XL|Mistral|Gemma|Qwen|RoBERTa)\b"
)
# What makes a value one of an example, beyond whose paragraph it means nothing.
_SUPPOSED = pattern(
    r"\b(?:if|suppose|imagine|when|whenever|for example|for instance|e\.g|example|exercise|try|instead|until|while"
    r"|as long as)\b"
    r"|\bfor\s+(?:all\s|some\s|a\s|an\s|the\s)?(?:[a-z]+\s){0,2}\$?[^\s$=]{1,20}\s*=?\s*$|若|如果|假如|要是|例如|比如|当|对于|练习",
    re.IGNORECASE,
)
_NUMBER = pattern(
    r"[0-9]|(?<![A-Za-z])(?P<word>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|[一二三四五六七八九十百两]{1,5})(?![A-Za-z])",
    re.IGNORECASE,
)
_WHERE = pattern(r"[\s$,，。.;:；：]*(?:(?:where|with|for|here)\b|其中|这里)", re.IGNORECASE)


def doubt(
    passages: Sequence[Passage], names: Names, reading: Reading, passage: int, span: Span, printed: Written
) -> str | None:
    """Why the names of a reading may mean something else where a number is printed, as the key of a message; None where they
    certainly mean this.

    span: of the relation.   printed: the number that does not follow under this reading.
    """
    far = False
    for chosen in reading.definitions:
        if chosen is names.in_force(chosen.name, passage, span[0]):
            continue
        if any(other.meaning.node != chosen.meaning.node for other in names.definitions[chosen.name]):
            if _just_before(passages[passage].text, chosen, passage, span[0]):
                continue
            return "unread-name-elsewhere"
        here = chosen.passage == passage
        if (chosen.passage, chosen.start) > (passage, span[0]):
            if not here or not _explained(passages[passage].text, span[1], chosen.start):
                return "unread-name-later"
        elif not here:
            far = True
            if passages[chosen.passage].rows or _supposed(passages[chosen.passage].text, chosen):
                return "unread-name-supposed"
            if _beyond(passages, chosen, passage, printed):
                return ANOTHER_SECTION
    if not far:
        return None
    if printed.value in (0, 1):
        return CONDITION
    sentence = _sentence(passages, passage, span)
    if of_another_case(sentence):
        return ANOTHER_CASE
    rows = any(isinstance(one.meaning.node, (tree.Row, tree.Table)) for one in reading.definitions)
    if rows and any(True for _ in vectors(Passage(sentence, passages[passage].places))):
        return OTHER_VALUES
    return None


def of_another_case(text: str) -> bool:
    """Whether a sentence speaks of a condition, or of another case or model than the one the document has been about."""
    return _ANOTHER_CASE.search(text) is not None or _MODEL.search(text) is not None


def other_readings(passages: Sequence[Passage], reading: Reading, passage: int, span: Span) -> Iterator[Reading]:
    """The reading with numbers of the surrounding text in place of the values of names: it may be about those.

    One number in place of one name, and numbers in their order in place of all names.
    """
    text = passages[passage].text
    before = passages[passage - 1].text[-A_SENTENCE:] if passage else ""
    near = text[max(0, span[0] - A_SENTENCE) : span[0]], text[span[1] : span[1] + A_SENTENCE]
    numbers = [number for part in (*near, before) for number in islice(_numbers(part), MOST_OTHERS)]
    names = [one.name for one in sorted(reading.definitions, key=lambda one: (one.passage, one.start))]
    names = [name for name in names if isinstance(reading.names[name].node, tree.Number)]
    for name in names:
        for number in dict.fromkeys(numbers):
            yield _instead(reading, {name: number})
    if len(names) > 1:
        for first in range(len(numbers) - len(names) + 1):
            yield _instead(reading, dict(zip(names, numbers[first : first + len(names)], strict=True)))


def _instead(reading: Reading, values: Mapping[str, tree.Number]) -> Reading:
    return replace(reading, names={**reading.names, **{name: Meaning(number, {}) for name, number in values.items()}})


def _numbers(text: str) -> Iterator[tree.Number]:
    """The numbers of a text in order, in digits and in words."""
    at = 0
    while begin := _NUMBER.search(text, at):
        if begin.lastgroup == "word":
            word = begin["word"].lower()
            digits = str(10 ** POWERS[word]) if word in POWERS else in_digits(word)
            found = scan(digits or "")
            at = begin.end()
        else:
            found = scan(text, begin.start())
            at = found[1] if found else begin.end()
        if found is not None:
            yield tree.Number(found[0], None, found[0].value, found[0].ulp, span=(0, 0))


def _just_before(text: str, chosen: Definition, passage: int, at: int) -> bool:
    """Whether a name has got its value right before: `n = 6 gives n² = 36`, whatever n was before."""
    near = chosen.passage == passage and 0 <= at - chosen.end <= CLAUSE
    return near and not _SENTENCE_END.search(text, chosen.end, at)


def _explained(text: str, end: int, start: int) -> bool:
    """Whether a value that is given behind a relation is given for it: `2 d = 1536, where d = 768`."""
    return _WHERE.match(text, end) is not None and not _SENTENCE_END.search(text, end + 1, start)


def _supposed(text: str, chosen: Definition) -> bool:
    before = text[max(0, chosen.start - A_SENTENCE) : chosen.start]
    return _SUPPOSED.search(_SENTENCE_END.split(before)[-1]) is not None


def _beyond(passages: Sequence[Passage], chosen: Definition, passage: int, printed: Written) -> bool:
    """Whether a heading lies between a letter and its value, and no size of a model is meant."""
    if passages[chosen.passage].section == passages[passage].section or len(chosen.name) >= LONG_NAME:
        return False
    value = chosen.meaning.node
    size = isinstance(value, tree.Number) and value.value.denominator == 1
    return not size or printed.ulp != 1 or len(str(abs(printed.steps))) < LONG_NUMBER


def _sentence(passages: Sequence[Passage], passage: int, span: Span) -> str:
    """The sentence around a relation without the relation; of a display formula, with the sentence that leads to it."""
    text = passages[passage].text
    before = _SENTENCE_END.split(text[max(0, span[0] - A_SENTENCE) : span[0]])[-1]
    behind = _SENTENCE_END.split(text[span[1] : span[1] + A_SENTENCE])[0]
    if passage and not before.strip(" $") and len(text) - (span[1] - span[0]) < LONG_NAME:
        before = _SENTENCE_END.split(passages[passage - 1].text[-A_SENTENCE:].rstrip(" .。:："))[-1]
    return f"{before} {behind}"
