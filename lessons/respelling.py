"""A printed number rewritten in the author's own file: only its digits change, in the signs that he writes digits with."""

from __future__ import annotations

import html
import json
from collections import Counter

from lessonproof.patterns import pattern

_FULL_WIDTH = "０１２３４５６７８９"
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_DIGITS = "0123456789"
_FOLDED = (
    {ord(sign): digit for style in (_FULL_WIDTH, _RAISED) for sign, digit in zip(style, _DIGITS, strict=True)}
    | dict.fromkeys(map(ord, "−－⁻‐‑–"), "-")
    | {ord("．"): ".", ord("％"): "%", ord("⁺"): "+", ord("＋"): "+"}
)
_ENTITY = pattern(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
_ESCAPE = pattern(r"\\(?:u[0-9a-fA-F]{4}|[\\/\"bfnrt])")
_SIGN = pattern(r"(?:[(\[{,&=≈]|\\approx|\\\\)\s*([-−–] ?)(?=[0-9])")


def respelled(
    here: str, printed: str, expected: str, *, in_json: bool = False, minus: str = "-"
) -> tuple[int, int, str] | None:
    """Which stretch of `here`, the author's own print of the number `printed`, must read otherwise for it to print `expected`.

    (start, stop, text), within `here`; None where `here` is no print of that number that is understood.
    in_json: it stands in a string of a notebook.   minus: how the author writes a minus before a number that has none yet.
    """
    places = _aligned(here, printed, in_json)
    if places is None:
        return None
    first = _shared(printed, expected)
    behind = _shared(printed[::-1], expected[::-1])
    behind = min(behind, len(printed) - first, len(expected) - first)
    wanted = expected[first : len(expected) - behind]
    start = places[first][0] if first < len(printed) else len(here)
    stop = places[len(printed) - behind - 1][1] if first < len(printed) - behind else start
    text = _in_style(wanted, here, minus)
    return start, stop, json.dumps(text, ensure_ascii=False)[1:-1] if in_json else text


def preferred_minus(text: str) -> str:
    """How a document writes the minus of a number: as it does most often, with or without a blank."""
    found = Counter(_SIGN.findall(text))
    return found.most_common(1)[0][0] if found else "-"


def _aligned(here: str, printed: str, in_json: bool) -> list[tuple[int, int]] | None:
    """Where `here` writes each character of `printed`; white space that only one of them has does not count."""
    places: list[tuple[int, int]] = []
    position = 0
    for character in printed:
        if character.isspace():
            unit = _unit(here, position, in_json)
            if unit is not None and unit[1].isspace():
                places.append((position, unit[0]))
                position = unit[0]
            else:
                places.append((position, position))
            continue
        while (unit := _unit(here, position, in_json)) is not None and unit[1].isspace():
            position = unit[0]
        if unit is None or unit[1].translate(_FOLDED) != character.translate(_FOLDED):
            return None
        places.append((position, unit[0]))
        position = unit[0]
    return places if not here[position:].strip() else None


def _unit(here: str, position: int, in_json: bool) -> tuple[int, str] | None:
    """Where the sign at a position ends, and what it says: one character, an entity, an escape of JSON."""
    if position >= len(here):
        return None
    if here[position] == "&" and (entity := _ENTITY.match(here, position)) and len(said := html.unescape(entity[0])) == 1:
        return entity.end(), said
    if in_json and here[position] == "\\" and (escape := _ESCAPE.match(here, position)):
        return escape.end(), json.loads(f'"{escape[0]}"')
    return position + 1, here[position]


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other)))


def _in_style(wanted: str, here: str, minus: str) -> str:
    """Digits as the author writes those of this number."""
    for style, sign, point in ((_FULL_WIDTH, "－", "．"), (_RAISED, "⁻", ".")):
        if any(digit in here for digit in style) and not any(digit in here for digit in _DIGITS):
            point = point if point in here or "." not in here else "."
            return wanted.translate(str.maketrans(_DIGITS + "-.", style + sign + point))
    return wanted.replace("-", minus) if not any(sign in here for sign in "-−－–") else wanted
