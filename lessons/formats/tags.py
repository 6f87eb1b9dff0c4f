"""The tokens of HTML with their exact places: text, tags, comments. What browsers do with broken markup is done here too.

The text is gone through once: what is not closed ends with the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.formats.entities import ENTITY, meant

# Elements whose content is no markup.
RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})

_RAW_ENDS = {name: pattern(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in RAW}
_OPENING = pattern(r"<(?:(!--)|([!?]|/(?=[^A-Za-z]))|(/?)([A-Za-z][^\s/>]*+))")
_REST = pattern(r"(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+>")
_COMMENT_END = pattern(r"--!?>")
_ATTRIBUTE = pattern(r"([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++)))?+")


class Markup(Enum):
    TEXT = auto()
    OPEN = auto()
    CLOSE = auto()
    COMMENT = auto()
    RAW = auto()  # the content of an element that holds no markup
    UNCLOSED = auto()  # a tag or comment that does not end: nothing after it is displayed


@dataclass(frozen=True, slots=True)
class Token:
    """text[start:stop]; of a comment only what stands between its signs. `name`: of a tag, in small letters."""

    kind: Markup
    start: int
    stop: int
    name: str = ""
    attributes_at: int = 0

    def attributes(self, text: str) -> dict[str, str]:
        """The attributes of a tag, entities replaced; of two with one name the first counts."""
        found: dict[str, str] = {}
        for name, *values in _ATTRIBUTE.findall(text, self.attributes_at, self.stop - 1):
            found.setdefault(name.lower(), ENTITY.sub(_replaced, "".join(values)))
        return found


def _replaced(entity: re.Match[str]) -> str:
    character, length = meant(entity[0])
    return character + entity[0][length:]


def markup(text: str) -> Iterator[Token]:
    """The tokens of a text, in order."""
    position = begun = 0
    while (opening := _OPENING.search(text, position)) is not None:
        start = opening.start()
        if start > begun:
            yield Token(Markup.TEXT, begun, start)
        comment, declaration, slash, name = opening.groups()
        if comment is not None:
            if text.startswith((">", "->"), opening.end()):
                end = text.index(">", opening.end()) + 1
            else:
                closing = _COMMENT_END.search(text, opening.end())
                if closing is None:
                    yield Token(Markup.UNCLOSED, start, len(text))
                    return
                yield Token(Markup.COMMENT, opening.end(), closing.start())
                end = closing.end()
        elif declaration is not None:
            end = text.find(">", opening.end()) + 1
            if not end:
                yield Token(Markup.UNCLOSED, start, len(text))
                return
        else:
            rest = _REST.match(text, opening.end())
            if rest is None:
                yield Token(Markup.UNCLOSED, start, len(text))
                return
            end, name = rest.end(), name.lower()
            yield Token(Markup.CLOSE if slash else Markup.OPEN, start, end, name, opening.end())
            if name in RAW and not slash and text[end - 2] != "/":
                closing = _RAW_ENDS[name].search(text, end)
                stop = closing.start() if closing else len(text)
                yield Token(Markup.RAW, end, stop, name)
                if closing is None:
                    yield Token(Markup.UNCLOSED, start, len(text))
                    return
                end = stop
        position = begun = end
    if begun < len(text):
        yield Token(Markup.TEXT, begun, len(text))
