"""What a text itself denies or asks: “a common mistake is 3 + 4 × 2 = 14”, “is 2^10 = 1000?”, “有人写成 …，错在哪里？”.

A relation in such a clause is not stated by the author. Within a sentence the denial ends where the text turns to what is right
(“but”, “should be”, 正确); a short sentence such as “What is wrong?” speaks of the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lessonproof.patterns import pattern
from lessons.passage import Passage, Span

_STOP = pattern(r"[。！？；!?;\n\t]|\.(?=\s|$)")
_TURN = pattern(
    r"\b(?:but|whereas|while|in fact|in truth|actually|of course|rather|instead|correct(?:ly)?|right|should (?:be|read))\b"
    r"|正确|应该?[为是]|而是|实际上|事实上|其实",
    re.IGNORECASE,
)
_RELATION = pattern(r"[=≈<>≤≥＝]|\\(?:approx|neq?|l[et]|g[et])\b|等于|约为|得(?=\s*[0-9])")
_OTHERS = r"(?:students?|people|beginners?|newcomers?|readers?|colleagues?|pupils?|tutorials?)"
_SLIP = r"an?\ (?:[a-z]+\ )?(?:typo|slip|mistake|misprint|fallacy)"
_FALSE = rf"(?:wrong|incorrect|false|untrue|not\ true|not\ correct|nonsense|{_SLIP})"
_DENIAL = pattern(
    rf"""\b(?:common|frequent|typical|classic|usual|popular|beginner['’]?s?['’]?)\ (?:mistake|error|misconception|slip|fallacy)
      |\b(?:mistake|error)s?\ (?:is|was|would\ be)\ to\b|\b(?:find|spot|where\ is)\ the\ (?:mistake|error)
      |\bwhat(?:\ is|['’]s)\ wrong|\b(?:wrong|incorrect|false)[ ]?[:!]
      |\bcontradict(?:ion|s)\b|\babsurd|矛盾|荒谬
      |\b(?:is|are|was|were|be)\ (?:(?:simply|just|plainly|clearly|therefore|also|of\ course)\ )?{_FALSE}(?![a-z])
      |\b(?:is|are|was|were)\W{{1,4}}not\W{{1,4}}true\b
      |\bnever\ (?:believe|write|assume)\b|\bdo(?:n['’]t|\ not)\ (?:believe|write)\b
      |\b(?:wrongly|mistakenly|incorrectly|erroneously|falsely)\b
      |\b(?:{_OTHERS}|we|I|he|she)\ (?:(?:sometimes|often|always|once|first|at\ first)\ )*(?:thought|believed?|misread)\b
      |\b{_OTHERS}\ (?:(?:sometimes|often|always|once|first|at\ first)\ )*(?:wrote|write|["“'‘]?simplif(?:y|ied)|claim(?:ed)?)\b
      |häufiger\ Fehler|\bfalsch\ (?:ist|wäre)|\berreur\ (?:fréquente|courante)
      |写错|算错|写成|误[以认]为|误[写算作]|(?<![可足难得])以为|常见(?:的)?(?:错误|误区)|易错|笔误|谬误
      |是错(?:误)?的|不对(?![称齐应])|不成立|不正确|错在|错误的?(?:写法|算法|答案|做法|说法)|判断(?:题|对错|正误|[：:])
      |(?:有人|有的|有些|同学|学生|小[明红刚华])[^，。；]{{0,8}}(?:[写说]|(?<!计)算|认为)""",
    re.VERBOSE | re.IGNORECASE,
)
# A question begins with its verb; one that ends with “doesn't it?” states something.
_ASKS = pattern(
    r"(?:^|[>*_()（）“\"'‘:：.,，])\s*(?:(?:and|or|but|so|then)\s)?"
    r"(?:is|are|was|isn['’]t|aren['’]t|does|do|doesn['’]t|can|could|true or false|ist|gilt|est-ce)\b"
    r"|[“\"„«「‘][^”\"“»」’]*(?:[=≈]|\\approx)[^”\"“»」’]*[”\"“»」’]",
    re.IGNORECASE,
)
_ASKS_IN_CHINESE = pattern(r"吗|是否|对不对|是不是|「[^」]*=[^」]*」")
_OF_THE_SENTENCE_BEFORE = pattern(
    rf"""\W*(?:(?:then|so|hence|thus|which|but|that|this|则|于是|这|但).{{0,30}}(?:\bcontradict|\babsurd|矛盾)
         |(?:what|where)\b.{{0,12}}\b(?:wrong|mistake|error)\b
         |(?:this|that|it|which)\ (?:is|was)\ {_FALSE}
         |(?:right|true|correct|really|agreed)\W*$|错在哪|这是错|(?:这|此)?不对|对吗|对不对|哪里错)""",
    re.VERBOSE | re.IGNORECASE,
)
_SHORT = 60
LONGEST = 2_000


def denied(passage: Passage) -> list[Span]:
    """The stretches of a passage that it does not state itself, in order."""
    found: list[Span] = []
    before: Span | None = None
    for start, stop in _sentences(passage):
        sentence = passage.text[start:stop]
        if len(sentence) > LONGEST:  # no sentence that anybody wrote
            before = None
            continue
        if before and len(sentence) < _SHORT and _OF_THE_SENTENCE_BEFORE.match(sentence):
            found.append(before)
        asked = sentence.endswith(("?", "？"))
        for first, last in _clauses(sentence):
            clause = sentence[first:last]
            if _DENIAL.search(clause) or (asked and last == len(sentence) and _asks(clause)):
                found.append((start + first, start + last))
        if sentence.strip():
            before = start, stop
    return sorted(found)


def _asks(clause: str) -> bool:
    """Whether a clause that ends in a question mark asks for the truth of a relation in it."""
    asking, relation = _ASKS.search(clause), _RELATION.search(clause)
    return bool((asking and relation and asking.start() < relation.start()) or _ASKS_IN_CHINESE.search(clause))


def _sentences(passage: Passage) -> Iterator[Span]:
    """From stop to stop, the stop included; none within a formula ends a sentence."""
    inside, formulas = 0, passage.formulas
    start = 0
    for stop in _STOP.finditer(passage.text):
        while inside < len(formulas) and formulas[inside][1] <= stop.start():
            inside += 1
        if inside < len(formulas) and formulas[inside][0] <= stop.start():
            continue
        yield start, stop.end()
        start = stop.end()
    yield start, len(passage.text)


def _clauses(sentence: str) -> Iterator[Span]:
    """The parts of a sentence: a turn begins one where a relation was said before it; so does a colon."""
    start = 0
    for turn in _TURNS.finditer(sentence):
        if _RELATION.search(sentence, start, turn.start()):
            yield start, turn.start()
            start = turn.start()
    yield start, len(sentence)


_TURNS = pattern(rf"{_TURN.pattern}|[:：]", re.IGNORECASE)
