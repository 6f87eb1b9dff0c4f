"""Terms with axes: what a printed matrix expression is, entry by entry, and the operations on it.

Every operation checks shapes and makes its own bound indices. An entry has one index for each slot of its axes: a name, or a
number from 1 where the length of the slot is a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from derivations.prover.setting import Axes, Axis, Slot
from lessonproof.records import dataclass

Term = Any
Index = Any


class IllTyped(ValueError):
    """Two shapes that do not go together, or notation that means nothing here."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """`at` makes the entry at the indices of all slots. `fills`: a number that stands for all entries."""

    axes: Axes
    at: Callable[[Sequence[Index]], Term]
    fills: bool = False

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(slot for axis in self.axes for slot in slots(axis))

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sizes of the slots, for shapes without numbers."""
        return tuple(map(str, self.slots))

    @property
    def term(self) -> Term:
        """The term of a scalar."""
        if self.slots:
            raise IllTyped(f"expected a number, found {shown(self.axes)}")
        return self.at(())


def slots(axis: Axis) -> tuple[Slot, ...]:
    return () if axis is None else axis if isinstance(axis, tuple) else (axis,)


def literals(of: Sequence[Slot]) -> Iterator[tuple[int | None, ...]]:
    """All choices of a number for each slot whose length is a number; None for the others."""
    return product(*(range(1, slot + 1) if isinstance(slot, int) else (None,) for slot in of))


def shown(axes: Axes) -> str:
    return " × ".join("·".join(map(str, slots(axis))) or "1" for axis in axes) or "a number"


def number(value: object) -> Term:
    return ["number", str(value)]


def scalar(term: Term) -> Shaped:
    return Shaped((), lambda _: term)


def times(*parts: Term) -> Term:
    """A product without products directly inside: `signs` of the kernel looks for masks among the factors of a sum."""
    flat: list[Term] = []
    for part in parts:
        flat += part[1] if part[0] == "times" else [part]
    return ["times", flat]


def plus(*parts: Term) -> Term:
    return ["plus", list(parts)]


def inverse(term: Term) -> Term:
    return ["power", term, "-1"]


class Binder:
    """Makes indices that no formula can name."""

    def __init__(self) -> None:
        self.made = 0

    def fresh(self) -> str:
        self.made += 1
        return f"·{self.made}"

    def places(self, over: Sequence[Slot]) -> Iterator[tuple[list[Index], list[tuple[str, str]]]]:
        """New indices for the slots, once for each choice of numbers: the indices, and those of them that have a sort."""
        for choice in literals(over):
            at = [self.fresh() if chosen is None else chosen for chosen in choice]
            yield at, [(name, str(slot)) for name, slot in zip(at, over, strict=True) if isinstance(name, str)]

    def total(self, over: Sequence[Slot], body: Callable[[Sequence[Index]], Term]) -> Term:
        """Σ over new indices of these slots."""
        terms = [summed(named, body(at)) for at, named in self.places(over)]
        return terms[0] if len(terms) == 1 else plus(*terms)

    # --- operations

    def product(self, one: Shaped, other: Shaped) -> Shaped:
        """Scalar times anything, or the matrix product."""
        if not one.axes or not other.axes:
            parts = (one, other)
            return Shaped(one.axes or other.axes, lambda at: times(*(part.at(at if part.axes else ()) for part in parts)))
        if len(one.axes) != 2 or len(other.axes) != 2 or one.axes[1] != other.axes[0]:
            raise IllTyped(f"a product of {shown(one.axes)} and {shown(other.axes)}")
        inner = slots(one.axes[1])
        axes = (one.axes[0], other.axes[1])

        def entry(at: Sequence[Index]) -> Term:
            row, column = split(axes, at)
            if not inner:
                return times(one.at(row), other.at(column))
            return self.total(inner, lambda k: times(one.at([*row, *k]), other.at([*k, *column])))

        return simplified(Shaped(axes, entry))

    def dot(self, one: Shaped, other: Shaped) -> Shaped:
        """Σ of the products of the entries of two rows or lists."""
        if one.axes != other.axes or len([axis for axis in one.axes if axis is not None]) != 1:
            raise IllTyped(f"a scalar product of {shown(one.axes)} and {shown(other.axes)}")
        return scalar(self.total(one.slots, lambda at: times(one.at(at), other.at(at))))

    def mean(self, of: Shaped, size: Callable[[Axis], Term]) -> Shaped:
        """Over the last axis, which has to be the only one."""
        if not of.axes or of.axes[-1] is None or of.slots != slots(of.axes[-1]):
            raise IllTyped(f"a mean of {shown(of.axes)}")
        return scalar(times(inverse(size(of.axes[-1])), self.total(of.slots, of.at)))

    def softmax(self, of: Shaped) -> Shaped:
        """Along the last axis."""
        if not of.axes or of.axes[-1] is None:
            raise IllTyped(f"a softmax of {shown(of.axes)}")
        last = slots(of.axes[-1])

        def entry(at: Sequence[Index]) -> Term:
            outer = at[: len(at) - len(last)]
            below = self.total(last, lambda k: ["apply", "exp", of.at([*outer, *k])])
            return times(["apply", "exp", of.at(at)], inverse(below))

        return Shaped(of.axes, entry)


def summed(over: Sequence[tuple[str, str]], term: Term) -> Term:
    """Σ over these indices of these sorts."""
    if over and term[0] not in ("times", "sum"):
        term = times(term)
    for name, sort in reversed(over):
        term = ["sum", name, sort, term]
    return term


def split(axes: Axes, at: Sequence[Index]) -> tuple[Sequence[Index], Sequence[Index]]:
    """The indices of the first axis and those of the second."""
    first = len(slots(axes[0]))
    return at[:first], at[first:]


def simplified(of: Shaped) -> Shaped:
    """A 1 × 1 matrix is its entry."""
    return of if of.slots else Shaped((), of.at)


def transposed(of: Shaped) -> Shaped:
    if not of.axes:
        return of
    if len(of.axes) != 2:
        raise IllTyped(f"the transpose of {shown(of.axes)}")
    turned = (of.axes[1], of.axes[0])
    return Shaped(turned, lambda at: of.at([*split(turned, at)[1], *split(turned, at)[0]]))


def entrywise(make: Callable[..., Term], *parts: Shaped) -> Shaped:
    """An operation entry by entry, on shapes that are equal. A row goes with every row of a matrix."""
    full = [part for part in parts if not part.fills]
    axes = max((part.axes for part in full), key=lambda axes: len([a for a in axes if a]), default=())
    for part in full:
        row_of = len(part.axes) == len(axes) == 2 and part.axes[0] is None and part.axes[1] == axes[1]
        if part.axes != axes and not row_of:
            raise IllTyped(f"{shown(axes)} and {shown(part.axes)} entry by entry")

    def entry(at: Sequence[Index]) -> Term:
        return make(*(part.at(()) if part.fills else part.at(at[len(at) - len(part.slots) :]) for part in parts))

    return Shaped(axes, entry)


def letters(of: Shaped, places: Sequence[Sequence[Index] | None]) -> Shaped:
    """The entries at some places: the indices for each axis that has some, None for an axis that stays (`:`)."""
    long = [axis for axis in of.axes if axis is not None]
    if len(places) > len(long):
        raise IllTyped(f"{len(places)} indices of {shown(of.axes)}")
    filled = [*places, *[None] * (len(long) - len(places))]
    waiting = iter(filled)
    axes = tuple(axis for axis in of.axes if axis is None or next(waiting) is None)
    if len(long) == len(of.axes) > len(axes) == 1:  # a row of a matrix is 1 × d; a column, asked for with `:`, is n × 1
        axes = (*axes, None) if places[0] is None else (None, *axes)
    if all(axis is None for axis in axes):
        axes = ()

    def entry(inner: Sequence[Index]) -> Term:
        rest = list(inner)
        at: list[Index] = []
        for axis, place in zip(long, filled, strict=True):
            count = len(slots(axis))
            if place is not None and len(place) != count:
                raise IllTyped(f"an index of {shown((axis,))} is no single one")
            at += rest[:count] if place is None else place
            rest = rest[count:] if place is None else rest
        return of.at(at)

    return Shaped(axes, entry)
