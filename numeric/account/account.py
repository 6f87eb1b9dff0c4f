"""The account of a model's parameters: each component counted twice, from the shapes and by its formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from lessonproof.records import dataclass
from numeric.account.configuration import Configuration
from numeric.account.formulas import Formula, Key, formulas, value
from numeric.account.shapes import KINDS, PARTS, PLACES, Kind, Part, Place, Shape, shapes


class AccountsDisagree(RuntimeError):
    """The shapes of the model and the formula give different numbers: one of the two is wrong, and nothing is reported."""

    def __init__(self, what: str, shapes: int, formula: int) -> None:
        super().__init__(f"{what}: the shapes of the model give {shapes:,}, the formula {formula:,}")


@dataclass(frozen=True, slots=True)
class Entry:
    """The parameters of one kind in one component, in all layers together."""

    place: Place
    part: Part
    kind: Kind
    count: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Account:
    """entries: by place, part and kind, in that order; their counts agree with `matrices`, those that the model has."""

    configuration: Configuration
    matrices: tuple[Shape, ...]
    entries: tuple[Entry, ...]

    @property
    def total(self) -> int:
        return self.count()

    def count(self, place: Place | None = None, parts: Collection[Part] | None = None, kinds: Collection[Kind] = KINDS) -> int:
        """The parameters there (None: everywhere, every part), of these kinds."""
        return sum(
            entry.count
            for entry in self.entries
            if place in (None, entry.place) and (parts is None or entry.part in parts) and entry.kind in kinds
        )

    def one_layer(self, place: Place, part: Part | None = None, kinds: Collection[Kind] = KINDS) -> int:
        """The parameters of one layer of that tower, or of one part of it. All layers are alike."""
        layered = [each for each in LAYER_PARTS if part in (None, each)]
        return self.count(place, layered, kinds) // self.configuration.layers


LAYER_PARTS: tuple[Part, ...] = ("self-attention", "cross-attention", "feed-forward", "norms")


def account(c: Configuration) -> Account:
    """The account of this configuration. Raises AccountsDisagree where its two routes do not meet."""
    matrices = tuple(shapes(c))
    counted: Counter[Key] = Counter()
    for shape in matrices:
        counted[shape.place, shape.part, shape.kind] += shape.entries
    by_formula, symbols = formulas(c), c.symbols()
    entries = []
    for key in sorted(counted.keys() | by_formula.keys(), key=_order):
        formula = by_formula.get(key, ())
        expected = value(formula, symbols)
        if counted[key] != expected:
            raise AccountsDisagree(", ".join(key), counted[key], expected)
        entries.append(Entry(*key, expected, formula))
    return Account(c, matrices, tuple(entries))


def _order(key: Key) -> tuple[int, int, int]:
    place, part, kind = key
    return PLACES.index(place), PARTS.index(part), KINDS.index(kind)
