"""Where the keys of a TOML text stand, which `tomllib` does not tell. Needs a text that `tomllib` has read without error."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from lessonproof.patterns import pattern

Path = tuple[str | int, ...]
"""`("claim", 0, "equals")`: the key `equals` of the first `[[claim]]`; `("claim", 0)`: its heading."""

_NAME = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_NAMES = pattern(_NAME)
_KEY = pattern(rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*+[ \t]*=")
_HEADING = pattern(rf"(\[\[?)[ \t]*({_NAME}(?:[ \t]*\.[ \t]*{_NAME})*+)[ \t]*\]")
# What is skipped within a value as one: strings and comments.
_PIECE = pattern(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"""+|' r"'''(?:[^']|'(?!''))*+'''+|"
    r'"(?:[^"\\\n]|\\.)*+"|' r"'[^'\n]*+'|#[^\n]*|[\[\]{}\n]",
    re.DOTALL,
)  # fmt: skip


def key_offsets(text: str) -> dict[Path, int]:
    """The offset of every key and heading outside arrays and inline tables. Takes time proportional to the text."""
    found: dict[Path, int] = {}
    tables: Counter[str] = Counter()
    prefix: Path = ()
    for start in _lines_at_depth_zero(text):
        if heading := _HEADING.match(text, start):
            names = _split(heading[2])
            if heading[1] == "[[":
                prefix = (*names, tables[heading[2]])
                tables[heading[2]] += 1
            else:
                prefix = tuple(names)
            found.setdefault(prefix, start)
        elif key := _KEY.match(text, start):
            path = (*prefix, *_split(key[0][:-1]))
            for length in range(len(prefix) + 1, min(len(path), len(prefix) + 4) + 1):
                found.setdefault(path[:length], start)
    return found


def _lines_at_depth_zero(text: str) -> Iterator[int]:
    """Where a line begins that is no part of a value, without its indentation."""
    depth, position, fresh = 0, 0, True
    while position < len(text):
        if fresh and depth == 0:
            while position < len(text) and text[position] in " \t\r":
                position += 1
            yield position
            matched = _HEADING.match(text, position) or _KEY.match(text, position)
            if matched:
                position = matched.end() + (text[matched.end() : matched.end() + 1] == "]")
        fresh = False
        piece = _PIECE.search(text, position)
        if piece is None:
            return
        position = piece.end()
        if piece[0] == "\n":
            fresh = True
        elif piece[0] in "[{":
            depth += 1
        elif piece[0] in "]}":
            depth -= 1


def _split(names: str) -> list[str]:
    return [name.strip("\"'") if name[0] in "\"'" else name for name in _NAMES.findall(names)]
