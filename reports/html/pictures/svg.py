"""What the pictures are drawn with: shapes as elements, numbers as certified digits, words for those who cannot see."""

from __future__ import annotations

from collections.abc import Sequence

from reports.html.element import Element, element

Rows = Sequence[Sequence[str]]
"""A matrix as the companion writes it: decimal strings, each the certain rounding of the entry."""

SMALL = 400  # no wider than a telephone
PER_SIGN = 6.4  # how wide a digit of the drawing's numbers is


def drawing(name: str, title: str, description: str, width: int, height: int, shapes: Sequence[Element]) -> Element:
    """The picture; in a narrow window it scrolls in its own frame instead of shrinking to nothing."""
    picture = element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", description, id=f"{name}-desc"),
        *shapes,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_="drawing" if width > SMALL else "drawing small",
    )
    return element("div", picture, class_="scroll", tabindex="0", role="region", aria_label=title)


def text(x: float, y: float, shown: str | Element, look: str = "", *, anchor: str = "start", size: float = 12) -> Element:
    return element("text", shown, x=_at(x), y=_at(y), class_=look or None, text_anchor=anchor, font_size=size)


def letter(name: str, x: float, y: float, *, anchor: str = "start") -> Element:
    """A letter of the lesson with its index below the line: W_Q."""
    base, _, index = name.partition("_")
    below = element("tspan", index, dy="4", font_size=10) if index else None
    return element("text", base, below, x=_at(x), y=_at(y), class_="name", text_anchor=anchor, font_size=14)


def box(x: float, y: float, width: float, height: float, look: str, radius: int = 6) -> Element:
    return element("rect", x=_at(x), y=_at(y), width=_at(width), height=_at(height), rx=radius, class_=look)


def wire(*points: tuple[float, float]) -> list[Element]:
    """A line through the points, with a tip at the last one."""
    path = "M" + " L".join(f"{_at(x)} {_at(y)}" for x, y in points)
    (x0, y0), (x, y) = points[-2:]
    back = {(0, 1): "l-3.5 -6 h7 z", (1, 0): "l-6 -3.5 v7 z", (-1, 0): "l6 -3.5 v7 z", (0, -1): "l-3.5 6 h7 z"}
    way = (_sign(x - x0), 0) if y == y0 else (0, _sign(y - y0))
    return [element("path", d=path, class_="wire"), element("path", d=f"M{_at(x)} {_at(y)} {back[way]}", class_="tip")]


def printed(number: str | None) -> str:
    """A companion's number as it is read: a real minus sign; a question mark where no precision decides a digit."""
    return "?" if number is None else number.replace("-", "−")


def spoken(rows: Rows) -> str:
    """A matrix in words, row by row."""
    return "; ".join(" ".join(printed(entry) for entry in row) for row in rows)


def _at(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
