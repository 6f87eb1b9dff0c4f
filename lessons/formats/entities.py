"""Character references of HTML (`&alpha;`, `&#945;`, `&#x3b1;`), each with the place where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from lessonproof.patterns import pattern
from lessons.excerpt import Excerpt, joined
from lessons.formats.page import Page

ENTITY = pattern(r"&(?:#[0-9]{1,9}+;?|#[xX][0-9A-Fa-f]{1,8}+;?|[A-Za-z][A-Za-z0-9]{1,31}+;?)")
REPLACEMENT = "\ufffd"
# What browsers show for the numbers 128 to 159.
_WINDOWS = bytes(range(0x80, 0xA0)).decode("cp1252", "replace")


@cache
def names() -> Mapping[str, str]:
    """The characters that have a name, by it, with its `;` where it needs one: most documents name none."""
    from html.entities import html5

    return html5


@cache
def _longest_bare() -> int:
    return max(len(name) for name in names() if not name.endswith(";"))


def meant(entity: str) -> tuple[str, int]:
    """What an entity stands for, and how much of it that takes: of `&notit;` browsers read `&not`.

    A number that is no character (0, a surrogate, beyond U+10FFFF) stands for U+FFFD; an unknown name for itself.
    """
    if entity[1] == "#":
        digits = entity[2:].rstrip(";")
        number = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
        if 0x80 <= number < 0xA0:
            character = _WINDOWS[number - 0x80]
        elif number == 0 or 0xD800 <= number < 0xE000 or number > 0x10FFFF:
            character = REPLACEMENT
        else:
            character = chr(number)
        return character, len(entity)
    name = entity[1:]
    known = names()
    if name in known:
        return known[name], len(entity)
    for length in range(min(len(name), _longest_bare()), 1, -1):
        if name[:length] in known:
            return known[name[:length]], 1 + length
    return entity, len(entity)


def decoded(excerpt: Excerpt, page: Page) -> Excerpt:
    """The text with every entity replaced by what it stands for. page: where what they cost is counted."""
    if "&" not in excerpt.text:
        return excerpt
    parts: list[Excerpt] = []
    position = 0
    for entity in ENTITY.finditer(excerpt.text):
        page.count(1)
        character, length = meant(entity[0])
        if character != entity[0]:
            start = entity.start()
            parts += (excerpt.slice(position, start), excerpt.standing_for(start, start + length, character))
            position = start + length
    return joined([*parts, excerpt.slice(position, len(excerpt.text))])
