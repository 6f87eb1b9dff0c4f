"""The sentence around a stretch of a document, as it is quoted in a report: whole, or cut where an ellipsis says so."""

from __future__ import annotations

from lessonproof.patterns import pattern

LONGEST = 160
_ENDS = pattern(r"[。！？；]|[.!?](?=\s|$)")
_FORMULA = pattern(r"\$\$?[^$]*\$\$?")
# Where a long sentence may be cut: behind a comma or a blank, before or behind a Chinese character.
_CUT = pattern(r"(?<=[，、：,:\s])|(?<=[\u4e00-\u9fff])|(?=[\u4e00-\u9fff])")
ELLIPSIS = "…"


def sentence_around(text: str, start: int, end: int, longest: int = LONGEST) -> str:
    """The sentences of the line that text[start:end] begins in, and only those which it touches."""
    first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    last = min((found for sign in "\r\n" if (found := text.find(sign, start)) >= 0), default=len(text))
    formulas = [found.span() for found in _FORMULA.finditer(text, first, last)]
    ends = [found.end() for found in _ENDS.finditer(text, first, last) if not _within(found.start(), formulas)]
    begins = max((at for at in ends if at <= start), default=first)
    stops = min((at for at in ends if at >= min(end, last)), default=last)
    if stops - begins <= longest:
        return text[begins:stops].strip().rstrip("：，、:,")
    cuts = [at.start() for at in _CUT.finditer(text, begins, stops) if not _within(at.start(), formulas)]
    if start - begins > longest // 4:
        begins = max((at for at in cuts if at <= start), default=begins)
    shown = max((at for at in cuts if begins < at <= begins + longest), default=stops)
    shown = stops if stops - shown < longest // 8 else shown
    before = ELLIPSIS if text[first:begins].strip() and begins not in ends else ""
    return f"{before}{text[begins:shown].strip()}{ELLIPSIS if shown < stops else ''}"


def _within(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start < at < stop for start, stop in spans)
