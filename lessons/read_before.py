"""What was read of passages and found of their chains in one run over many editions of one document; it outlives no run.

An edition differs from the others in a figure or two, so most of its passages were read before. What is kept is kept by all
that it depends on: signs by the passage and the names that are known, what a chain comes to by its signs. A chain that uses a
name, or an operand that some formula of the document is the source of, is looked at anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from lessonproof.records import dataclass

if TYPE_CHECKING:
    from lessons.chain_verdict import Outcome
    from lessons.comparison import Source
    from lessons.passage import Passage
    from lessons.relations import Chain
    from numeric.real import Real

Found = TypeVar("Found")


@dataclass
class ReadBefore:
    """signs, chains: of stretches, by what they depend on.   outcomes: of chains, with the sources that were asked for."""

    stretches: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    outcomes: dict[tuple[Any, ...], tuple[Outcome, frozenset[Source]]] = field(default_factory=dict)


_before: ContextVar[ReadBefore | None] = ContextVar("_before", default=None)


@contextmanager
def many_editions() -> Iterator[None]:
    """Within: what depends on nothing that has changed is not read again."""
    token = _before.set(ReadBefore())
    try:
        yield
    finally:
        _before.reset(token)


def of_stretch(read: Callable[[], Found], what: str, passage: Passage, *rest: object) -> Found:
    """What `read` makes of a passage, which must depend on what it prints and on the rest alone."""
    before = _before.get()
    if before is None:
        return read()
    key = what, passage.text, passage.formulas, passage.rows, passage.run_together, passage.joints, *rest
    if key not in before.stretches:
        before.stretches[key] = read()
    found: Found = before.stretches[key]
    return found


def of_text(read: Callable[[str], Iterable[Found]], text: str) -> Iterable[Found]:
    """What `read` makes of a text, one after the other."""
    before = _before.get()
    if before is None:
        return read(text)
    key = read, text
    if key not in before.stretches:
        before.stretches[key] = tuple(read(text))
    found: tuple[Found, ...] = before.stretches[key]
    return found


def of_chain(
    judge: Callable[[Mapping[Source, Real]], Outcome],
    chain: Chain,
    sources: Mapping[Source, Real],
    *rest: object,
) -> Outcome:
    """What a chain comes to. judge: finds it, from these sources; it depends on the chain, the rest and its names alone."""
    before = _before.get()
    if before is None:
        return judge(sources)
    sides = tuple((tuple(side.signs), side.continued) for side in chain.sides)
    ends = tuple(chain.starts), tuple(chain.ends), chain.after
    key = sides, tuple(chain.relations), chain.left_open, chain.right_open, ends, *rest
    known = before.outcomes.get(key)
    if known is not None and sources.keys().isdisjoint(known[1]):
        return known[0]
    listening = _Listening(sources)
    found = judge(listening)
    uses_names = found.reading is not None and found.reading.definitions
    if not uses_names and sources.keys().isdisjoint(listening.asked):
        before.outcomes[key] = found, frozenset(listening.asked)
    return found


class _Listening(Mapping["Source", "Real"]):
    """The same sources, and which of them were asked for, whether known or not."""

    def __init__(self, sources: Mapping[Source, Real]) -> None:
        self._sources = sources
        self.asked: set[Source] = set()

    def __getitem__(self, name: Source) -> Real:
        self.asked.add(name)
        return self._sources[name]

    def __iter__(self) -> Iterator[Source]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)
