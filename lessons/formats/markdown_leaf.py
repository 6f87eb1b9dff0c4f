"""The blocks of Markdown while they are read: containers, and the leaves that hold text."""

from __future__ import annotations

import re
from dataclasses import field
from enum import Enum, auto

from lessonproof.records import dataclass
from lessons.excerpt import Excerpt, joined


class Kind(Enum):
    PARAGRAPH = auto()
    HEADING = auto()
    FENCE = auto()
    CODE = auto()
    HTML = auto()
    FORMULA = auto()
    TABLE = auto()


@dataclass(slots=True)
class Container:
    """A quote, or a list item whose content is indented by `indent` columns."""

    quote: bool
    indent: int = 0
    number: Excerpt | None = None
    level: int = 0
    fresh: bool = True  # nothing has been read in it


@dataclass(slots=True)
class Leaf:
    """A block while its lines are read: stretches of the text, line ends included."""

    kind: Kind
    item: Container | None
    stretches: list[tuple[int, int]] = field(default_factory=list)
    level: int = 0  # of a heading
    fence: str = ""
    info: str = ""
    indent: int = 0
    closing: str = ""  # of a formula
    ends: re.Pattern[str] | None = None  # of HTML
    last_line: tuple[int, int] = (0, 0)
    rows: list[tuple[int, int]] = field(default_factory=list)

    def add(self, first: int, last: int) -> None:
        if self.stretches and self.stretches[-1][1] == first:
            self.stretches[-1] = (self.stretches[-1][0], last)
        else:
            self.stretches.append((first, last))

    def content(self, excerpt: Excerpt) -> Excerpt:
        """What its lines hold, without the signs of the containers around it."""
        if len(self.stretches) == 1:
            return excerpt.slice(*self.stretches[0])
        return joined(excerpt.slice(first, last) for first, last in self.stretches)
