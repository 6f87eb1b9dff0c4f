"""Names that a document gives values to: `V = 37000`, `d_model = 512`, `a = e/(e + 1)`.

Authors use one letter for many things, so a value is trusted only near its definition, or where the name is long and never
means anything else. What follows from a value that is not trusted can be confirmed, and is refuted by a near miss, or where
nothing speaks against it (`lessons/scope.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import islice, product

from derivations.formula import tree
from lessonproof.records import dataclass
from lessons.vocabulary import Meaning

MOST_READINGS = 8
DEEPEST = 8
MOST_NAMES = 500


@dataclass(frozen=True, slots=True)
class Definition:
    """One place where a name gets a value: the number of its passage, and the offsets of the value there."""

    name: str
    meaning: Meaning
    passage: int
    start: int
    end: int


@dataclass
class Names:
    """All definitions of a document, in order.

    declared: what the author declares of a name, in order; from its place on it is what the name means, whatever the text
    seems to say.   consulted: the declarations that gave a name of the text its value: name, passage, offset.
    """

    definitions: dict[str, list[Definition]] = field(default_factory=lambda: defaultdict(list))
    declared: dict[str, list[Definition]] = field(default_factory=dict)
    consulted: set[tuple[str, int, int]] = field(default_factory=set)
    count: int = 0
    _known: frozenset[str] = frozenset()
    _words: tuple[str, ...] = ()
    _counted: tuple[int, int] = (0, 0)

    def known(self) -> frozenset[str]:
        counted = len(self.definitions), len(self.declared)
        if counted != self._counted:  # names are added, never taken away
            self._counted = counted
            self._known = frozenset(self.definitions) | frozenset(self.declared)
            self._words = tuple(name for name in self._known if len(name) > 1 and name.isalnum())
        return self._known

    def words(self) -> tuple[str, ...]:
        """The names that could be taken for words."""
        self.known()
        return self._words

    def in_force(self, name: str, passage: int, start: int) -> Definition | None:
        """What is declared of a name at a place."""
        declared = [one for one in self.declared.get(name, ()) if (one.passage, one.start) <= (passage, start)]
        return declared[-1] if declared else None

    def declare(self, definition: Definition) -> None:
        """What an author says of a name; its declarations come in the order of the document."""
        self.declared.setdefault(definition.name, []).append(definition)

    def define(self, definition: Definition) -> None:
        if self.count < MOST_NAMES and definition.meaning.depth <= DEEPEST:
            self.count += 1
            self.definitions[definition.name].append(definition)

    def readings(self, node: tree.Node, passage: int, start: int, apart_from: str = "") -> Iterator[Reading]:
        """The ways to give the names of an expression their values, the likeliest first; one empty way where it has none."""
        used = sorted({name for part in tree.walk(node) for name in self._names_in(part)} - {apart_from})
        choices = [found for name in used if (found := self._choices(name, passage, start))]
        for chosen in islice(product(*choices), MOST_READINGS):
            trusted = all(self._trusted(one, passage, start) for one in chosen)
            yield Reading({one.name: one.meaning for one in chosen}, chosen, trusted)

    def _names_in(self, part: tree.Node) -> list[str]:
        if not isinstance(part, tree.Symbol):
            return []
        whole = part.name.rpartition("_")[0]
        return [name for name in (part.name, whole) if name in self.definitions or name in self.declared][:1]

    def _choices(self, name: str, passage: int, start: int) -> list[Definition]:
        """Here and before, the nearest first; then here and after; then elsewhere. Equal values count once."""
        if (declared := self.in_force(name, passage, start)) is not None:
            self.consulted.add((name, declared.passage, declared.start))
            return [declared]
        found = self.definitions.get(name, [])
        before = [one for one in found if (one.passage, one.start) < (passage, start)]
        after = [one for one in found if (one.passage, one.start) >= (passage, start)]
        here = [one for one in after if one.passage == passage]
        distinct: list[Definition] = []
        for one in [*reversed(before[-MOST_READINGS:]), *here, *after]:
            if all(one.meaning.node != other.meaning.node for other in distinct):
                distinct.append(one)
            if len(distinct) == MOST_READINGS:
                break
        return distinct

    def _trusted(self, chosen: Definition, passage: int, start: int) -> bool:
        if chosen is self.in_force(chosen.name, passage, start):
            return True
        found = self.definitions[chosen.name]
        here = [one for one in found if one.passage == passage]
        if (chosen.passage, chosen.start) > (passage, start):
            return False
        if chosen.passage == passage:
            return all(one.meaning.node == chosen.meaning.node for one in here)
        alone = all(one.meaning.node == chosen.meaning.node for one in found)
        return alone and len(chosen.name) > 2


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the names of an expression."""

    names: Mapping[str, Meaning]
    definitions: tuple[Definition, ...]
    trusted: bool

    @property
    def nodes(self) -> dict[str, tree.Node]:
        """What each name stands for, as it was written."""
        return {name: meaning.node for name, meaning in self.names.items()}
