"""Which given values a computation asks for, so that what asked for none that has changed need not be made again.

What is made once and kept hands on, whenever it is used, what was asked for when it was made. Every way from a decision to the
given values leads through `Givens` or through something kept with `kept`; nothing else may keep what was computed from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from derivations.example import Rows

Made = TypeVar("Made")
_open: list[set[str]] = []  # what is asked for within the computations that are going on, the innermost last


class Givens(Mapping[str, Rows]):
    """The given values by name; whoever looks at one has asked for it."""

    def __init__(self, values: Mapping[str, Rows]) -> None:
        # Handing them on asks for none.
        self._values: Mapping[str, Rows] = values._values if isinstance(values, Givens) else dict(values)

    def __getitem__(self, name: str) -> Rows:
        ask((name,))
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        ask(self._values)
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def ask(names: Iterable[str]) -> None:
    """These given values are asked for."""
    if _open:
        _open[-1].update(names)


@contextmanager
def asking() -> Iterator[set[str]]:
    """The names that are asked for within, complete at the end."""
    names: set[str] = set()
    _open.append(names)
    try:
        yield names
    finally:
        _open.pop()
        ask(names)


def kept(made: dict[Any, tuple[Made, frozenset[str]]], name: Any, make: Callable[[], Made]) -> Made:
    """What `made` holds under a name, made if it is not there yet."""
    found = made.get(name)
    if found is None:
        with asking() as names:
            value = make()
        found = made[name] = value, frozenset(names)
    ask(found[1])
    return found[0]
