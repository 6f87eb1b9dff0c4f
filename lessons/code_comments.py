"""Arithmetic in the comments of a program: `# = 2 * 80 * 8 * 128 * 2 = 327,680 bytes`, `# 缓存: 524,288 bytes (0.50 MB)`.

A comment speaks to a reader, and there `=` is the equality of mathematics. It also keeps lines of the program that are switched
off, indices, shapes and what was printed, so that only a comment is read that states what operations on figures come to, or
one amount in two units; none with a sign that only programs have, nor one that divides, which in a program may cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from lessonproof.patterns import pattern
from lessons.block import Run, RunKind

_COMMENT = pattern(r"(?:^|(?<=[\s;]))(?:#+|//)[ \t]*(?P<said>[^\s#!/][^\n]{0,200})")
_NUMBER = r"[0-9][0-9,.]*[KMGTB]?"
_STATES = pattern(
    rf"(?:^|[\s=≈:：(（，,]){_NUMBER}(?:\s?[-+*×·]\s?\(?{_NUMBER}\)?){{1,12}}[^=≈\n]{{0,12}}[=≈]\s?{_NUMBER}"
    rf"|{_NUMBER}\s?(?:[bB]ytes|字节)\s?[(（]\s?{_NUMBER}\s?[KMGT]i?B\s?[)）]"
)
_OF_A_PROGRAM = pattern(
    rf"[=≈]\s?{_NUMBER}\s?[-+]\s?[0-9]|[0-9]-bit\b"  # 7 * 8 = 56 + 8 = 64 goes on, as nobody would write in a text
    r"|//|\*\*|==|!=|<=|>=|\+=|->|=>|[\[\]{};%/]|\b(?:shape|return|print|range|import|assert|torch|np)\b|\w\("
)
LONGEST = 200_000  # characters of one block


def comments(code: Run) -> Iterator[Run]:
    """The comments of a block of code that state arithmetic, each a run of text."""
    if len(code.text) > LONGEST:
        return
    start = 0
    for line in code.text.splitlines(keepends=True):
        found = _COMMENT.search(line.rstrip("\r\n"))
        if found is not None:
            said = found["said"].rstrip()
            if _STATES.search(said) and not _OF_A_PROGRAM.search(said):
                first = start + found.start("said")
                yield Run(RunKind.TEXT, code.excerpt.slice(first, first + len(said)))
        start += len(line)
