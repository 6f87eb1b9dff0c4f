"""JSON whose strings know where they stand in the file. What a notebook holds, and no more: numbers are not told apart."""

from __future__ import annotations

import re
from collections.abc import Callable

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.excerpt import Excerpt, joined, whole

DEEPEST = 100

# Numbers in a row are one token: the plots of a notebook hold millions.
_TOKEN = pattern(
    r"[ \t\r\n]*+(?:(?P<sign>[{}\[\],:])|\"(?P<string>(?:[^\"\\]++|\\.)*+)\""
    r"|(?P<scalar>[A-Za-z0-9+\-.]++(?:\s*+,\s*+[A-Za-z0-9+\-.]++)*+))",
    re.DOTALL,
)
_ESCAPE = pattern(
    r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)", re.DOTALL
)  # fmt: skip
_ESCAPED = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
REPLACEMENT = "\ufffd"


class NotJson(ValueError):
    """A text that is no JSON: what was expected, and the offset."""

    def __init__(self, expected: str, offset: int) -> None:
        super().__init__(f"expected {expected} (at offset {offset})")
        self.expected = expected
        self.offset = offset


@dataclass(frozen=True, slots=True)
class String:
    """A string: text[start:stop] between its quotes, escapes as written."""

    start: int
    stop: int


Value = dict[str, "Value"] | list["Value"] | String | None
"""Objects, arrays, strings; None for numbers, true, false and null."""


class _Parser:
    """Recursive descent, at most 100 levels deep."""

    def __init__(self, text: str, count: Callable[[int], None]) -> None:
        self.text = text
        self.count = count
        self.token = _TOKEN.match(text)
        self.end = 0  # of the token before

    def next(self) -> None:
        assert self.token is not None
        self.end = self.token.end()
        self.token = _TOKEN.match(self.text, self.end)

    def sees(self, sign: str) -> bool:
        return self.token is not None and self.token["sign"] == sign

    def accepts(self, sign: str) -> bool:
        found = self.sees(sign)
        if found:
            self.next()
        return found

    def wrong(self, expected: str) -> NotJson:
        rest = self.text[self.end :]
        return NotJson(expected, self.end + len(rest) - len(rest.lstrip(" \t\r\n")))

    def value(self, depth: int) -> Value:
        self.count(1)
        if depth > DEEPEST:
            raise self.wrong(f"a value that is nested at most {DEEPEST} deep")
        if self.accepts("{"):
            return self.members(depth)
        if self.accepts("["):
            return self.elements(depth)
        string = self.string()
        if string is None:
            if self.token is None or self.token["scalar"] is None:
                raise self.wrong("a value")
            self.next()
        return string

    def string(self) -> String | None:
        if self.token is None or self.token["string"] is None:
            return None
        found = String(*self.token.span("string"))
        self.next()
        return found

    def members(self, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        if self.accepts("}"):
            return found
        while True:
            key = self.string()
            if key is None:
                raise self.wrong("a name in quotes")
            if not self.accepts(":"):
                raise self.wrong("a colon")
            found[decoded(whole(self.text), key, self.count).text] = self.value(depth + 1)
            if self.accepts("}"):
                return found
            if not self.accepts(","):
                raise self.wrong("a comma or }")

    def elements(self, depth: int) -> list[Value]:
        found: list[Value] = []
        if self.accepts("]"):
            return found
        while True:
            found.append(self.value(depth + 1))
            if self.accepts("]"):
                return found
            if not self.accepts(","):
                raise self.wrong("a comma or ]")


def parse(text: str, count: Callable[[int], None]) -> Value:
    """The value that a text is. Raises NotJson, also for values nested deeper than 100. count: told of every value."""
    parser = _Parser(text, count)
    found = parser.value(1)
    if text[parser.end :].strip(" \t\r\n"):
        raise parser.wrong("the end")
    return found


def decoded(excerpt: Excerpt, string: String, count: Callable[[int], None]) -> Excerpt:
    """What a string says. A half of a surrogate pair is U+FFFD. Raises NotJson for escapes that JSON does not have.

    count: told what that costs, half a piece for a backslash.
    """
    text = excerpt.text
    if text.find("\\", string.start, string.stop) < 0:
        return excerpt.slice(string.start, string.stop)
    count(text.count("\\", string.start, string.stop) // 2)
    parts: list[Excerpt] = []
    position = string.start
    for escape in _ESCAPE.finditer(text, string.start, string.stop):
        start, stop = escape.span()
        parts.append(excerpt.slice(position, start))
        parts.append(excerpt.standing_for(start, stop, _meant(escape[0], start)))
        position = stop
    return joined([*parts, excerpt.slice(position, string.stop)])


def _meant(escape: str, offset: int) -> str:
    if len(escape) == 12:
        return bytes.fromhex(escape[2:6] + escape[8:12]).decode("utf-16-be")
    if len(escape) == 6:
        number = int(escape[2:], 16)
        return REPLACEMENT if 0xD800 <= number < 0xE000 else chr(number)
    if escape[1] not in _ESCAPED:
        raise NotJson("an escape that JSON has", offset)
    return _ESCAPED[escape[1]]
