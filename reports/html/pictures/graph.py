"""The computation graph of a model with one head (notes §11): operations, and on the edges each value with its gradient.

Places are drawn here; every number comes from the companion of the worked example.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessonproof.records import dataclass
from reports.html.element import Element, element
from reports.html.pictures.svg import PER_SIGN, Rows, box, drawing, letter, printed, spoken, text, wire
from reports.sentences import Language, say

WIDTH, HEIGHT = 620, 1134
CELL, ROW, PAD, NAME = 48, 15, 6, 28
NEEDED = ("parameters", "forward", "gradients", "gradients_between")


@dataclass(frozen=True, slots=True)
class Tensor:
    """What an edge carries."""

    name: str
    value: Rows
    gradient: Rows | None
    parameter: bool = False

    @property
    def height(self) -> int:
        return len(self.value) * ROW + 2 * PAD

    @property
    def width(self) -> int:
        blocks = len(self.value[0]) * (1 if self.gradient is None else 2)
        return NAME + blocks * CELL + (0 if self.gradient is None else 10) + PAD


def graph(companion: Mapping[str, Any], scores: Rows | None, section: str, language: Language) -> Element | None:
    """The picture; None for a model of another kind. scores: the masked scores S, which the companion does not have."""
    if any(part not in companion for part in NEEDED):
        return None
    try:
        tensors = _tensors(companion, scores)
    except KeyError:
        return None
    if any(len(one.value) > 3 or len(one.value[0]) > 3 for one in tensors.values()):
        return None  # the places of this drawing are those of a small model
    title = say(language, "html.graph", section=section)
    value, gradient = say(language, "html.graph.value"), say(language, "html.graph.gradient")
    words = [
        f"{one.name} = {spoken(one.value)}" + (f" ({gradient}: {spoken(one.gradient)})" if one.gradient else "")
        for one in tensors.values()
    ]
    legend = [
        text(WIDTH - 10, 18, value, "num", anchor="end", size=11),
        text(WIDTH - 10, 34, gradient, "num grad", anchor="end", size=11),
    ]
    return drawing("graph", title, ". ".join(words), WIDTH, HEIGHT, [*_Graph(tensors, language).shapes(), *legend])


def _tensors(companion: Mapping[str, Any], scores: Rows | None) -> dict[str, Tensor]:
    forward, between = companion["forward"], companion["gradients_between"]
    parameters, gradients = companion["parameters"], companion["gradients"]
    found = {name: Tensor(name, parameters[name], gradients[name], True) for name in ("E", "W_Q", "W_K", "W_V", "W_O", "U")}
    for name in ("X", "Q", "K", "V", "A", "Z", "R", "h"):
        found[name] = Tensor(name, forward[name], between[name])
    found["S_0"] = Tensor("S_0", forward["S_{0}"], None)
    found["S"] = Tensor("S", scores or forward["S_{0}"], between["S"])
    found["ℓ"] = Tensor("ℓ", forward["logits"], between["logits"])
    found["p"] = Tensor("p", forward["p"], None)
    found["L"] = Tensor("L", ((forward["loss"],),), None)
    return found


class _Graph:
    def __init__(self, tensors: Mapping[str, Tensor], language: Language) -> None:
        self.tensors = tensors
        self.language = language
        self.drawn: list[Element] = []

    def shapes(self) -> list[Element]:
        left, keys, values, residual = 72, 230, 440, 582
        middle, scores, tail = keys, (left + keys) / 2, values
        self.card("E", middle, 8)
        self.down(middle, 8 + self.tensors["E"].height, 90 - 11)
        self.operation(self.word("lookup"), middle, 90)
        self.down(middle, 101, 120)
        self.card("X", middle, 120)
        bus = 176
        for name, made, lane, side in (("W_Q", "Q", left, 79), ("W_K", "K", keys, -79), ("W_V", "V", values, -129)):
            self.card(name, lane, 190)
            self.down(lane, 232, 245)
            self.drawn += wire((middle, 162), (middle, bus), (lane + side, bus), (lane + side, 256), (lane + _edge(side), 256))
            self.operation("×", lane, 256)
            self.down(lane, 267, 284)
            self.card(made, lane, 284)
        at = 352
        self.drawn += wire((left, 326), (left, at), (scores - 44, at))
        self.drawn += wire((keys, 326), (keys, at), (scores + 44, at))
        self.operation("Q Kᵀ / √d_k", scores, at)
        self.chain(scores, at + 11, (("S_0", self.word("mask")), ("S", "softmax"), ("A", "")))
        weighted = 612
        self.drawn += wire((scores, 597), (scores, weighted), (tail - 11, weighted))
        self.down(values, 326, weighted - 11)
        self.operation("×", tail, weighted)
        self.down(tail, weighted + 11, 634)
        self.card("Z", tail, 634)
        self.down(tail, 676, 693)
        self.side("W_O", 704, tail)
        self.operation("×", tail, 704)
        self.down(tail, 715, 727)
        self.drawn += wire((middle, 162), (middle, bus), (residual, bus), (residual, 738), (tail + 11, 738))
        self.operation("+", tail, 738)
        self.down(tail, 749, 766)
        self.card("R", tail, 766)
        self.down(tail, 808, 822)
        self.operation(self.word("last-row"), tail, 833)
        self.down(tail, 844, 858)
        self.card("h", tail, 858)
        self.down(tail, 885, 905)
        self.side("U", 916, tail)
        self.operation("×", tail, 916)
        self.down(tail, 927, 946)
        self.card("ℓ", tail, 946)
        bottom = self.chain(tail, 973, (("", "softmax"), ("p", "−ln p_y")))
        self.down(tail, bottom, bottom + 14)
        self.card("L", tail, bottom + 14)
        return self.drawn

    def word(self, key: str) -> str:
        return say(self.language, f"html.graph.{key}")

    def chain(self, x: float, y: float, rows: tuple[tuple[str, str], ...]) -> float:
        """Cards and the operations that follow them below each other, from y down to what is returned."""
        for name, operation in rows:
            if name:
                self.down(x, y, y + 14)
                self.card(name, x, y + 14)
                y += 14 + self.tensors[name].height
            if operation:
                self.down(x, y, y + 11)
                self.operation(operation, x, y + 22)
                y += 33
        return y

    def down(self, x: float, start: float, stop: float) -> None:
        self.drawn += wire((x, start), (x, stop))

    def side(self, name: str, y: float, operation: float) -> None:
        """A parameter left of its operation."""
        one = self.tensors[name]
        right = operation - 40
        self.card(name, right - one.width / 2, y - one.height / 2)
        self.drawn += wire((right, y), (operation - 11, y))

    def operation(self, label: str, x: float, y: float) -> None:
        width = max(22.0, len(label) * 6.3 + 14)
        self.drawn += [box(x - width / 2, y - 11, width, 22, "op", 11), text(x, y + 4, label, anchor="middle", size=11)]

    def card(self, name: str, x: float, y: float) -> None:
        one = self.tensors[name]
        look = "card param" if one.parameter else "card loss" if name == "L" else "card"
        left = x - one.width / 2
        self.drawn += [box(left, y, one.width, one.height, look), letter(name, left + 8, y + one.height / 2 + 4)]
        self.block(one.value, left + NAME, y, "num")
        if one.gradient is not None:
            middle = left + NAME + len(one.value[0]) * CELL + 5
            self.drawn.append(element("line", x1=middle, x2=middle, y1=y + 4, y2=y + one.height - 4, class_="rule"))
            self.block(one.gradient, middle + 5, y, "num grad")

    def block(self, rows: Rows, left: float, y: float, look: str) -> None:
        for number, row in enumerate(rows):
            for at, entry in enumerate(row):
                shown = printed(entry)
                size = 10.5 if len(shown) * PER_SIGN <= CELL else 8.5
                x = left + (at + 1) * CELL - 5
                self.drawn.append(text(x, y + PAD + number * ROW + 11, shown, look, anchor="end", size=size))


def _edge(side: int) -> int:
    return 11 if side > 0 else -11
