"""Which format a document is in: its name says so, else its content does, else it is plain text."""

from __future__ import annotations

import re
from enum import StrEnum

from lessonproof.patterns import pattern


class Format(StrEnum):
    PLAIN = "plain text"
    MARKDOWN = "Markdown"
    HTML = "HTML"
    NOTEBOOK = "Jupyter notebook"
    LATEX = "LaTeX"


_ENDINGS = {
    "txt": Format.PLAIN, "text": Format.PLAIN,
    "md": Format.MARKDOWN, "markdown": Format.MARKDOWN, "mdown": Format.MARKDOWN, "mkd": Format.MARKDOWN,
    "qmd": Format.MARKDOWN, "rmd": Format.MARKDOWN,
    "html": Format.HTML, "htm": Format.HTML, "xhtml": Format.HTML,
    "ipynb": Format.NOTEBOOK,
    "tex": Format.LATEX, "latex": Format.LATEX, "ltx": Format.LATEX,
}  # fmt: skip
# How much of a document is looked at.
BEGINNING = 64 * 1024
_NOTEBOOK = pattern(r'\s*\{(?=.*"(?:cells|worksheets|nbformat)"\s*:)', re.DOTALL)
_HTML = pattern(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_LATEX = pattern(r"^[ \t]*\\(?:documentclass|begin\{document\}|(?:sub)*section\*?\{|chapter\*?\{)", re.MULTILINE)
_MARKDOWN = pattern(r"\A---[ \t]*$|^(?:#{1,6}[ \t]+\S|`{3}|~{3}|\|?[ \t]*:?-{3,}:?[ \t]*\|)", re.MULTILINE)


def displayed_otherwise(form: Format) -> bool:
    """Whether the file itself reads otherwise than what is displayed of it, so that claims are looked for in the latter."""
    return form in (Format.HTML, Format.NOTEBOOK)


def recognised(name: str, text: str) -> Format:
    """The format of a document of this name with this text."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    beginning = text[:BEGINNING]
    if _HTML.match(beginning):
        return Format.HTML
    if _NOTEBOOK.match(beginning):
        return Format.NOTEBOOK
    if _LATEX.search(beginning):
        return Format.LATEX
    return Format.MARKDOWN if _MARKDOWN.search(beginning) else Format.PLAIN
