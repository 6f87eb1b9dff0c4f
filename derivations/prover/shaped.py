"""Terms with axes: what a printed matrix expression is, entry by entry, and the operations on it.

Axes are sorts; None is an axis of length 1 and has no index. Every operation checks shapes and makes its own bound indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Term = Any
Index = Any
Axes = tuple[str | None, ...]


class IllTyped(ValueError):
    """Two shapes that do not go together, or notation that means nothing here."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """`at` makes the entry at the indices of the axes that have some. `fills`: a number that stands for all entries."""

    axes: Axes
    at: Callable[[Sequence[Index]], Term]
    fills: bool = False

    @property
    def sorts(self) -> tuple[str, ...]:
        return tuple(axis for axis in self.axes if axis is not None)

    @property
    def term(self) -> Term:
        """The term of a scalar."""
        if self.sorts:
            raise IllTyped(f"expected a number, found {shown(self.axes)}")
        return self.at(())


def shown(axes: Axes) -> str:
    return " × ".join(axis or "1" for axis in axes) or "a number"


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

    def total(self, sorts: Sequence[str], body: Callable[[Sequence[Index]], Term]) -> Term:
        """Σ over new indices of these sorts."""
        names = [self.fresh() for _ in sorts]
        term = body(names)
        if term[0] not in ("times", "sum"):
            term = times(term)
        for name, sort in reversed(list(zip(names, sorts, strict=True))):
            term = ["sum", name, sort, term]
        return term

    # --- operations

    def product(self, one: Shaped, other: Shaped) -> Shaped:
        """Scalar times anything, or the matrix product."""
        if not one.axes or not other.axes:
            parts = (one, other)
            return Shaped(one.axes or other.axes, lambda at: times(*(part.at(at if part.axes else ()) for part in parts)))
        if len(one.axes) != 2 or len(other.axes) != 2 or one.axes[1] != other.axes[0]:
            raise IllTyped(f"a product of {shown(one.axes)} and {shown(other.axes)}")
        inner = one.axes[1]
        axes = (one.axes[0], other.axes[1])

        def entry(at: Sequence[Index]) -> Term:
            row, column = split(axes, at)
            if inner is None:
                return times(one.at(row), other.at(column))
            return self.total([inner], lambda k: times(one.at([*row, *k]), other.at([*k, *column])))

        return simplified(Shaped(axes, entry))

    def dot(self, one: Shaped, other: Shaped) -> Shaped:
        """Σ of the products of the entries of two rows or lists."""
        if one.axes != other.axes or len(one.sorts) != 1:
            raise IllTyped(f"a scalar product of {shown(one.axes)} and {shown(other.axes)}")
        return scalar(self.total(one.sorts, lambda at: times(one.at(at), other.at(at))))

    def mean(self, of: Shaped) -> Shaped:
        """Over the last axis, which has to be the only one."""
        if len(of.sorts) != 1 or of.axes[-1] is None:
            raise IllTyped(f"a mean of {shown(of.axes)}")
        return scalar(times(inverse(["size", of.sorts[0]]), self.total(of.sorts, of.at)))

    def softmax(self, of: Shaped) -> Shaped:
        """Along the last axis."""
        if not of.axes or of.axes[-1] is None:
            raise IllTyped(f"a softmax of {shown(of.axes)}")

        def entry(at: Sequence[Index]) -> Term:
            below = self.total([of.sorts[-1]], lambda k: ["apply", "exp", of.at([*at[:-1], *k])])
            return times(["apply", "exp", of.at(at)], inverse(below))

        return Shaped(of.axes, entry)


def split(axes: Axes, at: Sequence[Index]) -> tuple[Sequence[Index], Sequence[Index]]:
    """The indices of the first axis and those of the second."""
    first = 0 if axes[0] is None else 1
    return at[:first], at[first:]


def simplified(of: Shaped) -> Shaped:
    """A 1 × 1 matrix is its entry."""
    return of if of.sorts else Shaped((), of.at)


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
        return make(*(part.at(()) if part.fills else part.at(at[len(at) - len(part.sorts) :]) for part in parts))

    return Shaped(axes, entry)


def letters(of: Shaped, at: Iterator[Index | None]) -> Shaped:
    """The entries at some indices: an index for each axis, None for an axis that stays (`:`)."""
    places = list(at)
    sorts = of.sorts
    if len(places) > len(sorts):
        raise IllTyped(f"{len(places)} indices of {shown(of.axes)}")
    row_only = len(places) == 1 and len(sorts) == 2
    places += [None] * (len(sorts) - len(places))
    kept: tuple[str | None, ...] = tuple(sort for sort, place in zip(sorts, places, strict=True) if place is None)
    axes = (None, *kept) if row_only or (len(sorts) == 2 and kept and places[1] is None) else kept
    if len(sorts) == 2 and kept and places[0] is None:
        axes = (*kept, None)

    def entry(inner: Sequence[Index]) -> Term:
        rest = iter(inner)
        return of.at([next(rest) if place is None else place for place in places])

    return Shaped(axes, entry)
