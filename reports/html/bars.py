"""The coverage bar: which share of the figures of a part is right, wrong, given, declared, a label, or not explained."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.verdict import FigureOutcome
from reports.coverage import KINDS, kind
from reports.html.element import Element, element
from reports.sentences import Language, say

WIDTH, HEIGHT = 240, 8
_ORDER = ("wrong", "open", "loose", "tight", "claims", "given", "declared", "labels")
_LOOK = {
    "wrong": "error", "open": "open", "loose": "loose", "tight": "certified", "claims": "certified", "given": "given",
    "declared": "declared", "labels": "label",
}  # fmt: skip
LEAST = 4  # what an error is drawn with at least, in 1/240 of the bar


def bar(figures: Sequence[FigureOutcome], language: Language) -> Element:
    """A picture of the shares; its title says the numbers. Errors stand first and taller, so that nobody needs the colours."""
    counts = {name: sum(kind(figure) == name for figure in figures) for name in KINDS}
    title = said(counts, len(figures), language)
    parts: list[Element | str] = [element("title", title)]
    total = len(figures)
    left = 0.0
    for name in _ORDER:
        if not counts[name] or not total:
            continue
        share = counts[name] * WIDTH / total
        share = max(share, LEAST) if name in ("wrong", "open") else share
        tall = name in ("wrong", "open")
        parts.append(
            element(
                "rect",
                class_=f"bar-{_LOOK[name]}",
                x=f"{left:.2f}",
                y="0" if tall else "1.5",
                width=f"{min(share, WIDTH - left):.2f}",
                height=str(HEIGHT) if tall else str(HEIGHT - 3),
            )
        )
        left = min(left + share, WIDTH)
    return element(
        "svg", *parts, class_="bar", viewBox=f"0 0 {WIDTH} {HEIGHT}", preserveAspectRatio="none", role="img", aria_label=title
    )


def said(counts: dict[str, int], total: int, language: Language) -> str:
    """`72 figures: 40 follow …, 2 wrong`."""
    parts = [f"{counts[name]} {say(language, f'coverage.{name}')}" for name in KINDS if counts[name]]
    colon, comma = ("：", "，") if language == "zh" else (": ", ", ")
    return say(language, "summary.figures", n=total) + (colon + comma.join(parts) if parts else "")
