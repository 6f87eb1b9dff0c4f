"""Words and numbers in the cells of a table with tabs: a spreadsheet shows them, and computes none of them."""

from __future__ import annotations

from lessonproof.patterns import pattern
from reports.neutral import neutral

# Whoever opens the table trusts us, not the author of the heading `=cmd|…` (OWASP, CSV Injection).
_COMPUTED = pattern(r"\s*[=+\-−@＝＋－＠]")
_NUMBER = pattern(r"[+-]?(?:[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?%?|∞)")


def tsv_cell(text: str) -> str:
    """`text` on one line with an ASCII minus; with an apostrophe before it where it would be computed and is no number."""
    shown = neutral(text)
    number = shown.replace("−", "-")
    if _NUMBER.fullmatch(number):
        return number
    return f"'{shown}" if _COMPUTED.match(shown) else shown
