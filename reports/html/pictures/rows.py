"""Attention rows, the probabilities of the next token and the loss, before and after one update."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from reports.html.element import Element
from reports.html.pictures.svg import box, drawing, letter, printed, text
from reports.sentences import Language, say

WIDTH, LEFT, TRACK, STEP = 640, 60, 440, 40


def rows(companion: Mapping[str, Any], names: Sequence[str], language: Language) -> Element | None:
    """names: what the probabilities are called, in order. None where the companion has no second forward pass."""
    try:
        before, after = companion["forward"], companion["forward_after_update"]
        groups = [
            (say(language, "html.rows.attention", row=number), _labelled(_pairs(one, other), ()))
            for number, (one, other) in enumerate(zip(before["A"], after["A"], strict=True), 1)
        ]
        pairs = _pairs(before["p"][0], after["p"][0])
        groups.append((say(language, "html.rows.probabilities"), _labelled(pairs, names)))
        loss = (before["loss"], after["loss"])
    except KeyError:
        return None
    if any(entry is None for _, entries in groups for _, *pair in entries for entry in pair) or None in loss:
        return None
    words = (say(language, "html.rows.before"), say(language, "html.rows.after"))
    shapes = [
        box(LEFT, 2, 18, 9, "before", 2), text(LEFT + 24, 11, words[0], "soft", size=11),
        box(LEFT + 130, 2, 18, 9, "after", 2), text(LEFT + 154, 11, words[1], "soft", size=11),
    ]  # fmt: skip
    said: list[str] = []
    y = 40.0
    for title, entries in groups:
        shapes.append(text(0, y, title, size=12))
        y += 12
        for label, one, other in entries:
            said.append(f"{title}, {label}: {words[0]} {printed(one)}, {words[1]} {printed(other)}")
            shapes += _bars(label, one, other, y)
            y += STEP
        y += 20
    said.append(f"{say(language, 'html.rows.loss')}: {words[0]} {printed(loss[0])}, {words[1]} {printed(loss[1])}")
    shapes.append(text(0, y, f"{say(language, 'html.rows.loss')}  {printed(loss[0])} → {printed(loss[1])}", size=12))
    return drawing("rows", say(language, "html.rows"), "; ".join(said), WIDTH, int(y) + 14, shapes)


def _bars(label: str, before: str, after: str, y: float) -> list[Element]:
    shapes = [letter(label, LEFT - 10, y + 19, anchor="end")]
    for number, (shown, look) in enumerate(((before, "before"), (after, "after"))):
        top = y + 4 + number * 13
        shapes += [
            box(LEFT, top, TRACK, 10, "track", 2),
            box(LEFT, top, int(Fraction(shown) * TRACK), 10, look, 2),
            text(LEFT + TRACK + 10, top + 9, printed(shown), "num", size=11),
        ]
    return shapes


def _labelled(pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Each pair below its name, or below its number where there are no names for all."""
    labels = names if len(names) == len(pairs) else [str(at) for at in range(1, len(pairs) + 1)]
    return [(label, *pair) for label, pair in zip(labels, pairs, strict=True)]


def _pairs(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(before, after, strict=True))
