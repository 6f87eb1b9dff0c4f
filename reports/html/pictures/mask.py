"""The causal mask, as a verified matrix of scores prints it: which position may read which."""

from __future__ import annotations

from collections.abc import Sequence

from reports.html.element import Element, element
from reports.html.pictures.svg import box, drawing, printed, text
from reports.sentences import Language, say

SIDE, LEFT, TOP = 64, 46, 46
LARGEST = 8


def mask(scores: Sequence[Sequence[str]], language: Language) -> Element | None:
    """scores: row by row, as they were verified; an entry −∞ is hidden. None for a matrix too large to draw."""
    size = len(scores)
    if size > LARGEST or any(len(row) != size for row in scores):
        return None
    hatch = element(
        "defs",
        element(
            "pattern",
            element("path", d="M-1 7 L7 -1 M5 9 L9 5 M-1 1 L1 -1", class_="hatch"),
            id="hatch", width=8, height=8, patternUnits="userSpaceOnUse",
        ),
    )  # fmt: skip
    shapes: list[Element] = [hatch, text(0, 14, say(language, "html.mask.axes"), "soft", size=11)]
    said: list[str] = []
    for i, row in enumerate(scores):
        y = TOP + i * SIDE
        shapes += [text(LEFT - 14, y + SIDE / 2 + 4, str(i + 1), "soft", anchor="end"),
                   text(LEFT + i * SIDE + SIDE / 2, TOP - 10, str(i + 1), "soft", anchor="middle")]  # fmt: skip
        for j, score in enumerate(row):
            hidden = "∞" in score
            key = "html.mask.hidden" if hidden else "html.mask.reads"
            said.append(say(language, key, query=i + 1, key=j + 1))
            x = LEFT + j * SIDE
            shapes.append(box(x + 2, y + 2, SIDE - 4, SIDE - 4, "hidden" if hidden else "allowed"))
            if hidden:
                shapes.append(box(x + 14, y + SIDE / 2 - 11, SIDE - 28, 22, "card", 11))
            shapes.append(text(x + SIDE / 2, y + SIDE / 2 + 5, printed(score), "num", anchor="middle", size=14))
    extent = size * SIDE
    return drawing("mask", say(language, "html.mask"), "; ".join(said), LEFT + extent + 8, TOP + extent + 4, shapes)
