"""Plain words in Markdown: nothing in them begins markup, HTML, a formula, a link or a mention, or ends the cell of a table."""

from __future__ import annotations

from lessonproof.patterns import pattern
from reports.neutral import neutral

# What GitHub links or replaces after the Markdown is read: mentions, references, addresses, emoji, commands of bots.
_LINKED = pattern(r"@|#(?=\w)|(?<=[A-Za-z])-(?=[0-9])|:(?=//|[A-Za-z0-9_+-]+:)|(?i:\bwww)(?=\.)|(?:(?<=\s)|\A)/(?=[a-z])")
_MARKUP = pattern(r"[\\`*_{}\[\]<>#|$~&]")
_BREAK = "&#8203;"
"""A zero-width space: it parts what must not be read as one."""


def markdown_words(text: str) -> str:
    return joined(_MARKUP.sub(r"\\\g<0>", parted(neutral(text))))


def parted(text: str) -> str:
    """With a NUL, which no neutral text has, behind each sign that would begin a link."""
    return _LINKED.sub(lambda found: f"{found[0]}\x00", text)


def joined(text: str) -> str:
    """The same as Markdown writes it."""
    return text.replace("\x00", _BREAK)
