"""Regular expressions that are compiled when they are first used.

A program that reads many kinds of documents knows many patterns, and a short run uses few of them: compiling them all when
the modules are loaded costs a tenth of its time. To a type checker `pattern` is `re.compile`.

Most texts hold no match of most patterns. Where a pattern has many alternatives, or ignores case, searching it is a hundred
times slower than looking for plain words: such a pattern is `Worded`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from re import compile as compiled

    pattern = compiled
else:

    class pattern:  # noqa: N801 - stands for a function
        """As `re.compile(text, flags)`, later. A malformed expression is told at its first use: a test compiles them all."""

        def __init__(self, text: str, flags: int = 0) -> None:
            self._text, self._flags = text, flags

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            # Once asked for, a method is found in the instance, as fast as that of the compiled pattern.
            value = self.__dict__[name] = getattr(re.compile(self._text, self._flags), name)
            return value


class Worded:
    """A pattern each match of which holds one of a few words; a text without any of them is not searched.

    words: in small letters where the pattern ignores case. That no match is without them, a test shows of every such pattern.
    """

    def __init__(self, text: str, words: tuple[str, ...], flags: int = 0) -> None:
        self.pattern = pattern(text, flags)
        self.words = words
        self.folds = bool(flags & re.IGNORECASE)

    def occurs(self, text: str) -> bool:
        """Whether one of the words stands in a text."""
        if self.folds:
            text = folded(text)
        return any(map(text.__contains__, self.words))

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        return self.pattern.search(text, start, end) if self.occurs(text[start:end]) else None

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        return self.pattern.finditer(text, start, end) if self.occurs(text[start:end]) else iter(())


def folded(text: str) -> str:
    """In small letters, as far as patterns that ignore case take letters for the same."""
    if not text.isascii():
        for letter, small in _SAME.items():
            text = text.replace(letter, small)
    return text.lower()


# To a pattern of plain letters these are ASCII letters too, and `lower` does not make them so (İ becomes two signs).
_SAME = {"İ": "i", "ı": "i", "ſ": "s", "\N{KELVIN SIGN}": "k"}
