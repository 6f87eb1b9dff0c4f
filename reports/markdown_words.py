"""Plain words in Markdown: nothing in them begins markup, HTML or a formula, or ends the cell of a table."""

from __future__ import annotations

import re

from reports.neutral import neutral


def markdown_words(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|$~&])", r"\\\1", neutral(text))
