"""The copies of a formula that a page holds beside its TeX source: MathML, and what KaTeX shows. They are rewritten with it.

Copies are followed digit by digit. A page writes the same digits in each, in another order: KaTeX shows a denominator before
its numerator, and a matrix column by column. Where the digits do not match in that order, nothing is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.formats.entities import ENTITY
from lessons.formats.tags import Markup, markup

Edit = tuple[int, int, str]
"""A stretch of the document, and what should stand there."""

_SOURCE = pattern(r"<annotation\b[^>]*\bencoding\s*=\s*[\"'][^\"'>]*tex[^\"'>]*[\"'][^>]*>", re.IGNORECASE)
_OPENS = pattern(r"<math\b", re.IGNORECASE)
_SHOWN = pattern(r"</math\s*>\s*(?:</span\s*>\s*)?(?=<span\b[^>]*\bclass\s*=\s*[\"'][^\"'>]*\bkatex-html\b)", re.IGNORECASE)
_NOT_PRINTED = pattern(r"\\(?:[hvm]space|[hm]skip|m?kern|tag|label|color|rule)\*?(?:\{[^{}]*\})+|\\\\\[[^\]]*\]")
_NUMERAL = pattern(r"[0-9](?:[0-9.]|(?:,|\{,\}|\\,)(?=[0-9]{3}))*")
_SIGNED = pattern(r"\s*([-−]?)\s*(.*)", re.DOTALL)
_MINUS_BEFORE = {
    "mo": pattern(r"<mo\b[^>]*>\s*(?:[-−]|&minus;)\s*</mo\s*>\s*\Z"),
    "span": pattern(r"<span\b[^>]*>\s*(?:[-−]|&minus;)\s*</span\s*>(?:<span\b[^>]*\bmspace\b[^>]*></span\s*>)*\Z"),
}
_MINUS = {"mo": "<mo>−</mo>", "span": '<span class="mord">−</span>'}
LONGEST = 1 << 20
"""How far from a source its copies may reach."""


def _is_number(text: str) -> bool:
    return _NUMERAL.fullmatch(_SIGNED.fullmatch(text)[2].strip()) is not None  # type: ignore[index]  # matches everything


class NotFollowed(ValueError):
    """A copy that does not match its source digit by digit."""


@dataclass
class _Element:
    name: str
    children: list[_Element] = field(default_factory=list)
    digits: list[int] = field(default_factory=list)  # where they stand in the document


def copies(text: str, start: int, stop: int, new: str) -> list[Edit]:
    """The further edits that text[start:stop] → new needs, where it stands in the source of a formula; else none.

    Raises NotFollowed where a copy cannot be rewritten.
    """
    around = _around(text, start, stop)
    if around is None:
        return []
    source, begins, ends = around
    shown = _shown(text, ends)
    if not shown and not any(text[slice(*token)].strip() for token in _texts(text, begins, source[0])):
        return []  # the page has the source alone
    parts = _numeral_by_numeral(text, source, start, stop, new)
    if len(parts) > 1:  # each digit is looked for where it stands before anything is rewritten
        return [edit for part in parts for edit in copies(text, *part)]
    root = _mathml(text, begins, source[0])
    if text[slice(*source)].strip() == text[start:stop].strip() and not any(sign.isdigit() for sign in text[start:stop] + new):
        return [_alone(text, one, text[start:stop].strip(), new) for one in ((begins, source[0]), shown) if one]
    numeral = next((one for one in _NUMERAL.finditer(text, *source) if one.start() <= stop and start <= one.end()), None)
    if numeral is None:
        raise NotFollowed("no numeral")
    first, last = min(start, numeral.start()), max(stop, numeral.end())
    if not _is_number(text[first:start] + new + text[stop:last]):
        raise NotFollowed("another form")
    old_sign, _ = _parted(text[first:last])
    sign, number = _parted(text[first:start] + new + text[stop:last])
    before = len(_digits(text, source[0], numeral.start()))
    count = sum(character.isdigit() for character in numeral[0])
    printed = _digits(text, *source)
    edits: list[Edit] = []
    if any(text[slice(*token)].strip() for token in _texts(text, begins, source[0])):  # else the page has the source alone
        edits += _change(text, list(_source_order(root)), printed, (before, count), number, (old_sign, sign), "mo")
    if shown:
        order = list(_shown_order(root))
        places = [at for token in _texts(text, *shown) for at in _digits(text, *token)]
        if sorted(order) != sorted(_source_order(root)) or len(places) != len(order):
            raise NotFollowed("the visible copy prints other digits")
        if any(text[one] != text[other] for one, other in zip(order, places, strict=True)):
            raise NotFollowed("the visible copy prints its digits in another order")
        stands = dict(zip(order, places, strict=True))
        there = [stands[at] for at in _source_order(root)]
        edits += _change(text, there, printed, (before, count), number, (old_sign, sign), "span")
    return edits


def _numeral_by_numeral(text: str, source: tuple[int, int], start: int, stop: int, new: str) -> list[Edit]:
    """An edit as those of its numerals, where it changes nothing else; none where it changes the form of the formula."""
    numerals = [one for one in _NUMERAL.finditer(text, *source) if one.start() < stop and start < one.end()]
    if not numerals:
        return []
    first, last = min(start, numerals[0].start()), max(stop, numerals[-1].end())
    whole = text[first:start] + new + text[stop:last]
    others = [one[0] for one in _NUMERAL.finditer(whole)]
    if _NUMERAL.sub("0", text[first:last]) != _NUMERAL.sub("0", whole):
        return []
    pairs = zip(numerals, others, strict=True)
    return [(old.start(), old.end(), number) for old, number in pairs if old[0] != number]


def _parted(text: str) -> tuple[str, str]:
    found = _SIGNED.fullmatch(text)
    assert found is not None
    return found[1], found[2]


def _around(text: str, start: int, stop: int) -> tuple[tuple[int, int], int, int] | None:
    """The source of a formula around a stretch, where its `<math>` begins, and where that ends."""
    opening = text.rfind("<annotation", max(0, start - LONGEST), start)
    tag = _SOURCE.match(text, opening) if opening >= 0 else None
    closing = text.find("</annotation", stop, stop + LONGEST)
    if tag is None or closing < 0 or tag.end() > start or "</" in text[tag.end() : start]:
        return None
    begins = [one.start() for one in _OPENS.finditer(text, max(0, opening - LONGEST), opening)]
    ends = text.find("</math", closing, closing + LONGEST)
    if not begins or ends < 0 or "</math" in text[begins[-1] : opening]:
        return None
    return (tag.end(), closing), begins[-1], ends


def _digits(text: str, start: int, stop: int) -> list[int]:
    """Where digits stand that are displayed: not those of entities, nor the lengths of spaces."""
    hidden = [found.span() for pattern in (ENTITY, _NOT_PRINTED) for found in pattern.finditer(text, start, stop)]
    return [
        at for at in range(start, stop)
        if "0" <= text[at] <= "9" and not any(first <= at < last for first, last in hidden)
    ]  # fmt: skip


def _mathml(text: str, start: int, stop: int) -> _Element:
    """The elements of a `<math>` up to its source, with their digits."""
    root = _Element("")
    stack = [root]
    for token in markup(text[start:stop]):
        if token.kind is Markup.TEXT:
            stack[-1].digits += _digits(text, start + token.start, start + token.stop)
        elif token.kind is Markup.OPEN:
            child = _Element(token.name)
            stack[-1].children.append(child)
            if text[start + token.stop - 2] != "/":
                stack.append(child)
        elif token.kind is Markup.CLOSE and len(stack) > 1 and stack[-1].name == token.name:
            stack.pop()
        if len(stack) > 200:
            raise NotFollowed("nested too deep")
    return root


def _source_order(element: _Element) -> Iterator[int]:
    """The digits as TeX writes them: the degree of a root before what is under it."""
    yield from element.digits
    for child in reversed(element.children) if element.name == "mroot" else element.children:
        yield from _source_order(child)


def _shown_order(element: _Element) -> Iterator[int]:
    """The digits as KaTeX shows them: from the bottom up, and a table column by column."""
    yield from element.digits
    children = element.children
    if element.name in ("mroot", "mfrac"):
        children = children[::-1]
    elif element.name == "munderover" and len(children) == 3:
        children = [children[1], children[0], children[2]]
    elif element.name == "munder":
        children = children[::-1]
    elif element.name == "mtable":
        rows = [row.children for row in element.children]
        width = max(map(len, rows), default=0)
        children = [row[column] for column in range(width) for row in rows if column < len(row)]
    for child in children:
        yield from _shown_order(child)


def _shown(text: str, ends: int) -> tuple[int, int] | None:
    """The visible copy that KaTeX writes behind `</math>`."""
    found = _SHOWN.match(text, ends)
    if found is None:
        return None
    depth = 0
    for token in markup(text[found.end() : found.end() + LONGEST]):
        if token.name == "span" and token.kind in (Markup.OPEN, Markup.CLOSE):
            depth += 1 if token.kind is Markup.OPEN else -1
            if not depth:
                return found.end(), found.end() + token.stop
    raise NotFollowed("the visible copy does not end")


def _texts(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    return ((start + token.start, start + token.stop) for token in markup(text[start:stop]) if token.kind is Markup.TEXT)


def _alone(text: str, stretch: tuple[int, int], old: str, new: str) -> Edit:
    """A formula that is one letter, in one of its copies."""
    found = [(start, stop) for start, stop in _texts(text, *stretch) if text[start:stop].strip() == old]
    if len(found) != 1:
        raise NotFollowed("not one letter")
    return (*found[0], new)


def _change(
    text: str,
    places: Sequence[int],
    printed: Sequence[int],
    which: tuple[int, int],
    number: str,
    signs: tuple[str, str],
    tag: str,
) -> list[Edit]:
    """The edits of one copy. places, printed: where the copy and the source have their digits, in the order of the source.

    which: the first digit of the number, and how many it has.   signs: of the number before and after.
    """
    if len(places) != len(printed) or any(text[one] != text[other] for one, other in zip(places, printed, strict=True)):
        raise NotFollowed("a copy prints other digits")
    here = list(places[which[0] : which[0] + which[1]])
    new = [character for character in number if character.isdigit()]
    there = text[here[0] : here[-1] + 1]
    edits: list[Edit] = []
    if len(new) == len(here) and number.count(".") == there.count("."):
        edits += [(at, at + 1, digit) for at, digit in zip(here, new, strict=True) if text[at] != digit]
    elif "<" in there:
        raise NotFollowed("the number stands in several elements")
    else:
        edits.append((here[0], here[-1] + 1, number.replace("{,}", ",").replace("\\,", "\u2009")))
    if bool(signs[0]) is not bool(signs[1]):
        edits.append(_sign(text, here[0], signs[1], tag))
    return edits


def _sign(text: str, at: int, sign: str, tag: str) -> Edit:
    """A minus before the element that holds a number, or the one that is there taken away."""
    opening = text.rfind("<", 0, at)
    if text[opening + 1] == "/" or text[text.find(">", opening) + 1 : at].strip():
        raise NotFollowed("the number does not begin an element")
    if sign:
        return opening, opening, _MINUS[tag]
    before = _MINUS_BEFORE[tag].search(text, max(0, opening - 400), opening)
    if before is None:
        raise NotFollowed("no sign stands before the number")
    return before.start(), opening, ""
