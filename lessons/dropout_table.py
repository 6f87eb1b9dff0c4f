"""The table [dropout] of a model file: the masks, entry by entry, because nothing here is random.

```toml
[dropout]
rate = 0.1                          # what is kept is multiplied by 1/(1 − rate)
embedding = [[1, 0], [1, 1]]        # a row for each position: 1 is kept, 0 is dropped

[dropout.layers.1]                  # of an encoder–decoder [dropout.encoder] and [dropout.decoder], with layers.1 in them
self_weights = [[[1, 0], [1, 1]]]   # one mask for each head; self_attention, inner, feed_forward: one mask each
```
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.catalogue import UsageError
from derivations.verdict import Message
from lessonproof.records import dataclass
from lessons.settings_table import Table
from numeric.given_masks import PLACES, PLACES_BY_HEAD, GivenMasks, Kept


@dataclass(frozen=True, slots=True)
class Sizes:
    """d, H, m, L of the towers   length: T, positions of the only tower or the decoder   source: S, None for one tower."""

    d: int
    H: int
    m: int
    L: int
    length: int
    source: int | None


def given_masks(table: Table, sizes: Sizes) -> tuple[GivenMasks | None, GivenMasks | None]:
    """The masks of the only tower or the decoder, and those of the encoder. Raises UsageError."""
    rate = table.number("rate")
    if not 0 <= rate < 1:
        raise table.wrong("rate", Message("model-expects-rate"))
    if sizes.source is None:
        rest = Table(table.path, table.name, {key: value for key, value in table.values.items() if key != "rate"})
        return GivenMasks(rate, *_tower(rest, sizes, sizes.length, None)), None
    table.known(("rate", "encoder", "decoder"))
    found = []
    for name, length, source in (("decoder", sizes.length, sizes.source), ("encoder", sizes.source, None)):
        tower = table.table(name)
        found.append(None if tower is None else GivenMasks(rate, *_tower(tower, sizes, length, source)))
    return found[0], found[1]


def _tower(table: Table, sizes: Sizes, T: int, S: int | None) -> tuple[Kept | None, tuple[Mapping[str, Any], ...]]:
    """T: positions   S: those that cross-attention reads, None without it."""
    table.known(("embedding", "layers"))
    layers = table.table("layers")
    numbers = [str(number) for number in range(1, sizes.L + 1)]
    if layers is not None:
        layers.known(numbers)
    found: list[Mapping[str, Any]] = []
    for number in numbers:
        layer = None if layers is None else layers.table(number)
        found.append({} if layer is None else _layer(layer, sizes, T, S))
    return _mask(table, "embedding", (T, sizes.d)) if table.has("embedding") else None, tuple(found)


def _layer(table: Table, sizes: Sizes, T: int, S: int | None) -> dict[str, Any]:
    crossing = ("cross_weights", "cross_attention")
    table.known([name for name in (*PLACES_BY_HEAD, *PLACES) if S is not None or name not in crossing])
    masks: dict[str, Any] = {}
    for name in PLACES:
        if table.has(name):
            masks[name] = _mask(table, name, (T, sizes.m if name == "inner" else sizes.d))
    for name in PLACES_BY_HEAD:
        if table.has(name):
            heads = table.list(name)
            if len(heads) != sizes.H:
                raise UsageError(
                    "model-masks", path=table.path, setting=f"{table.name}.{name}", length=len(heads), heads=sizes.H
                )
            shape = (T, S if name == "cross_weights" and S is not None else T)
            masks[name] = tuple(_rows(table, f"{name}[{r}]", rows, shape) for r, rows in enumerate(heads, 1))
    return masks


def _mask(table: Table, key: str, shape: tuple[int, int]) -> Kept:
    return _rows(table, key, table.list(key), shape)


def _rows(table: Table, key: str, rows: Any, shape: tuple[int, int]) -> Kept:
    """A mask of 0 and 1, or of false and true, of this shape."""
    expected = Message("model-expects-mask", {"rows": shape[0], "columns": shape[1]})
    if not isinstance(rows, list) or len(rows) != shape[0]:
        raise table.wrong(key, expected)
    for row in rows:
        if not isinstance(row, list) or len(row) != shape[1]:
            raise table.wrong(key, expected)
        if not all(isinstance(mark, bool) or (type(mark) is int and mark in (0, 1)) for mark in row):
            raise table.wrong(key, expected)
    return tuple(tuple(bool(mark) for mark in row) for row in rows)
