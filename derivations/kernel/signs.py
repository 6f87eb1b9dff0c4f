"""What is seen to be positive, or not negative, from the shape of a term and the declarations of its statement alone.

Sound, not complete: False means "not seen". Sizes are at least 1, so a sum over a sort is never empty; a sum over a mask is
not empty where the mask is declared to have, along that axis, a one for all values of its other axes.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from fractions import Fraction
from typing import Any, Protocol


class Declarations(Protocol):
    @property
    def positive(self) -> Set[str]: ...
    @property
    def masks(self) -> Mapping[str, Set[int]]: ...
    @property
    def definitions(self) -> Mapping[Any, tuple[tuple[str, ...], Any]]: ...
    def looked_at(self, term: Any) -> Any: ...


def positive(known: Declarations, term: Any) -> bool:
    match known.looked_at(term):
        case ("number", value):
            return Fraction(value) > 0
        case ("size", _) | ("apply", "exp", _):
            return True
        case ("entry", name, _):
            return name in known.positive or (name in known.definitions and positive(known, known.definitions[name][1]))
        case ("plus", parts):
            return any(positive(known, part) for part in parts) and all(nonnegative(known, part) for part in parts)
        case ("times", parts):
            return all(positive(known, part) for part in parts)
        case ("power", base, _):
            return positive(known, base)
        case ("sum", index, _, ("times", parts)):
            masks = [part for part in parts if part[0] == "entry" and _never_empty(known, part, index)]
            return all(positive(known, part) for part in parts if part not in masks[:1])
        case ("sum", _, _, body):
            return positive(known, body)
    return False


def nonnegative(known: Declarations, term: Any) -> bool:
    match known.looked_at(term):
        case ("delta", _, _):
            return True
        case ("number", value):
            return Fraction(value) >= 0
        case ("entry", name, _) if name in known.masks:
            return True
        case ("entry", name, _) if name in known.definitions:
            return nonnegative(known, known.definitions[name][1])
        case ("plus", parts) if all(nonnegative(known, part) for part in parts):
            return True
        case ("times", parts) if all(nonnegative(known, part) for part in set(parts) if parts.count(part) % 2):
            return True  # what stands twice is a square
        case ("power", base, exponent) if Fraction(exponent).denominator == 1:
            return int(Fraction(exponent)) % 2 == 0 or nonnegative(known, base)
        case ("sum", _, _, body) if nonnegative(known, body):
            return True
    return positive(known, term)


def _never_empty(known: Declarations, entry: Any, index: str) -> bool:
    """Whether the mask has a one somewhere as `index` runs, whatever its other indices are."""
    _, name, indices = entry
    axes = [axis for axis, at in enumerate(indices) if _mentions(at, index)]
    return len(axes) == 1 and indices[axes[0]] == index and axes[0] in known.masks.get(name, ())


def _mentions(index: Any, name: str) -> bool:
    return bool(index == name) if isinstance(index, str) else _mentions(index[2], name)
