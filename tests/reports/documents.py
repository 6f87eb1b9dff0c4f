"""Documents verified for the tests of the report formats, and the hostile signs that no report may pass on."""

from __future__ import annotations

from pathlib import Path

from derivations.verdict import Verification
from lessons.check import verify

WRONG_LINE = "A layer has 784 × 100 = 78,500 weights."
LESSON = f"# Sizes\n\nThe sum 2 + 2 = 4.\n\n## Weights\n\n{WRONG_LINE}\n"

# What a hostile author may put into titles, formulas and names, by what it attacks.
HOSTILE = {
    "command": "::error::boom",
    "old command": "##[error]boom ##vso[task.complete]",
    "escaped line": "%0A::error::boom %0D %25",
    "end of CDATA": "]]> <![CDATA[",
    "script": "<script>alert(1)</script> <img src=x onerror=alert(1)>",
    "code": "`code` ``` ~~~",
    "table": "a | b || c \\| d",
    "mention": "@octocat @org/team #12 GH-12 https://example.org www.example.org :tada:",
    "link": "[x](javascript:alert(1)) ![y](https://example.org/y.png) [1](2)",
    "markup": "*a* _b_ **c** ~~d~~ $e$ <b>f</b> &amp; <!-- g",
    "placeholder": "{0} {12} {n:error|errors}",
    "override": "1\u202e0.1\u202c \u2066x\u2069 \u200b\ufeff",
    "controls": "\x1b[2J \x9b31m \x07 \x00 \x7f \ufffe \uffff",
    "separators": "a\u2028b\u2029c\x85d\x0bd",
}


def verified(folder: Path, text: str = LESSON, name: str = "lesson.md") -> Verification:
    """The verification of a document that is read as it is."""
    (folder / name).write_text(text, encoding="utf-8", newline="")
    return verify([str(folder / name)], [])


def hostile(folder: Path) -> Verification:
    """A document whose headings and formulas hold all of them, each with a wrong figure."""
    parts = [f"## {sign}\n\nHere {sign} and 784 × 100 = 78,500 weights {sign}.\n" for sign in HOSTILE.values()]
    return verified(folder, "\n".join(parts), "hostile.md")
