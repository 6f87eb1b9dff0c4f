"""Whether a stretch of text may hold a relation between figures: a figure, and a sign or a word that relates.

Asked of every line of a document, most of which hold none: the signs are looked for one by one, and a word's pattern, which
begins with its letters, only where these stand.
"""

from __future__ import annotations

from lessonproof.patterns import pattern

_DIGITS = "0123456789"
_FIGURES_IN_WORDS = ("times", "plus", "minus", "divided by", "乘", "除以")
_SIGNS = (
    "=", "<", ">", "≈", "≡", "≤", "≥", "≠", "≃", "∼", "~", "＝", "→", "⇒", "等于", "大概", "近似", "约", "得",
    "共计", "即", "也就是", "结果是", "结果为",
)  # fmt: skip
_COMMAND = pattern(r"\\(?:approx|sim|cong|eq|equiv|le|ge|ne|lt|gt|to\b|right)")
_WORDS = {
    "is": "", "are": "", "equal": "s?", "give": "s?", "make": "s?", "yield": "s?", "take": "s?", "need": "s?", "require": "s?",
    "occup": "", "total": "s?", "comes to": "", "rounds to": "",
}  # fmt: skip
"""How each goes on up to its end."""
_WHOLE_WORDS = {word: pattern(rf"{word}(?<=\b{word}){ending}\b") for word, ending in _WORDS.items()}


def may_relate(text: str) -> bool:
    """text: a line, or a cell."""
    holds = text.__contains__
    if not (any(map(holds, _DIGITS)) or any(map(holds, _FIGURES_IN_WORDS))):
        return False
    if any(map(holds, _SIGNS)) or ("\\" in text and _COMMAND.search(text)):
        return True
    return any(whole.search(text) for word, whole in _WHOLE_WORDS.items() if word in text)
