"""Comments that an author addresses to lessonproof: `<!-- lessonproof: … -->`, `% lessonproof: …`.

Plain text has no comments: there a line that begins with `lessonproof:` is one, also behind `%`, `#`, `//` or in `<!-- -->`.
"""

from __future__ import annotations

import re

from lessonproof.patterns import pattern
from lessons.excerpt import Excerpt

ADDRESS = "lessonproof:"
_LINE = pattern(r"[ \t]*(?:%+|#+|//|<!--)?[ \t]*(?=lessonproof:)")
_CLOSING = pattern(r"[ \t]*-->[ \t]*$")


def addressed(comment: Excerpt) -> Excerpt | None:
    """What a comment tells lessonproof, from the address on; None for every other comment."""
    told = comment.strip()
    return told if told.text.startswith(ADDRESS) else None


def addressed_line(line: Excerpt) -> Excerpt | None:
    """What a line of a plain text tells lessonproof; None for every other line."""
    if ADDRESS not in line.text:
        return None
    signs = _LINE.match(line.text)
    if signs is None:
        return None
    closing = _CLOSING.search(line.text) if "<!--" in signs[0] else None
    return line.slice(signs.end(), closing.start() if closing else len(line.text.rstrip()))


def without_addressed_lines(text: str) -> str:
    """A plain text in which blanks stand for such lines: every other sign keeps its place."""
    if ADDRESS not in text:
        return text
    return re.sub(rf"^{_LINE.pattern}.*$", lambda found: " " * len(found[0]), text, flags=re.MULTILINE)
