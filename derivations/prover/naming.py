"""What the names in a printed formula stand for: tensors with their subscripts, adjoints, sizes, index functions, masks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from math import prod
from typing import Any

from derivations.prover.setting import NEXT, ORDINAL, Axes, Axis, Setting, Slot, axes, labels
from derivations.prover.shaped import IllTyped, Shaped, number, shown, slots, times
from lessonproof.patterns import pattern
from lessonproof.records import dataclass

Index = Any
Term = Any
MOST_PARTS = 64  # a tensor whose axes are numbers is so many tensors at most


@dataclass(frozen=True, slots=True)
class Scope:
    """Letters that are indices here: the indices each stands for, one for each slot of its axis, and the axis; and letters
    that stand for what a function was called with."""

    letters: Mapping[str, tuple[tuple[Index, ...], Axis]] = field(default_factory=dict)
    values: Mapping[str, Shaped] = field(default_factory=dict)

    def having(self, letters: Mapping[str, tuple[tuple[Index, ...], Axis]]) -> Scope:
        return Scope({**self.letters, **letters}, self.values)


def own_indices(letter: str, axis: Axis) -> tuple[tuple[Index, ...], Axis]:
    """A letter stands for itself; over an axis of blocks, for a name of each slot: the head and the place in the head."""
    over = slots(axis)
    return (letter,) if len(over) == 1 else tuple(f"{letter}.{k}" for k in range(1, len(over) + 1)), axis


def free(sorts: Mapping[str, Axis]) -> Scope:
    """Letters that stand for themselves."""
    return Scope({letter: own_indices(letter, axis) for letter, axis in sorts.items()})


class Names:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.shapes: dict[str, Axes] = {name: axes(text, setting.blocks) for name, text in setting.shapes.items()}
        self.labels: dict[str, tuple[str, ...]] = {name: labels(text) for name, text in setting.shapes.items()}
        for name, size in setting.permutations.items():
            self.shapes[name] = (size, size)
        self.masks: dict[str, Axes] = {name: axes(text, setting.blocks) for name, text in setting.masks.items()}
        for name, shape in [
            *self.shapes.items(),
            *self.masks.items(),
            *((size, self.axes_of(size)) for size in setting.blocks),
        ]:
            self.check_axes(name, shape)
        self.shifted: set[str] = set()  # the index functions t of which t_{i+1} is used
        self.counted: set[str] = set()  # the sizes whose indices are used as numbers

    def axes_of(self, size: str) -> Axes:
        return axes(size, self.setting.blocks)

    def check_axes(self, name: str, shape: Axes) -> None:
        """Raises IllTyped where an axis is no size of the setting, or where numbers make too many tensors of one."""
        over = all_slots(shape)
        unknown = next((slot for slot in over if isinstance(slot, str) and slot not in self.setting.sorts), None)
        if unknown is not None:
            raise IllTyped(f"{name} has the size {unknown}, which is not declared")
        if prod(slot for slot in over if isinstance(slot, int)) not in range(1, MOST_PARTS + 1):
            raise IllTyped(f"the numbers in the shape of {name} make more than {MOST_PARTS} parts, or none")

    # --- tensors

    def tensor(self, name: str) -> str | None:
        """The tensor a name stands for: itself, what `rows` calls it, or an adjoint of such."""
        if name in self.shapes:
            return name
        if self.setting.rows.get(name) in self.shapes:
            return self.setting.rows[name]
        letter, bracket, rest = name.removeprefix("bar(").rpartition(")")
        if name.startswith("bar(") and bracket:  # bar(W)_Q is the adjoint of W_Q, bar(γ)′ that of γ′
            return self.adjoint(letter + rest)
        return None

    def adjoint(self, name: str) -> str | None:
        of = self.setting.rows.get(name, name)
        if of not in self.shapes:
            return None
        self.declare(f"bar({of})", self.labels.get(of, ()), self.shapes[of])
        return f"bar({of})"

    def declare(self, name: str, over: tuple[str, ...], shape: Axes) -> None:
        """Raises IllTyped where the name has another shape already."""
        declared = self.labels.setdefault(name, over), self.shapes.setdefault(name, shape)
        if (declared[0], all_slots(declared[1])) != (over, all_slots(shape)):
            raise IllTyped(f"{name} has the shape {shown(declared[1])}, not {shown(shape)}")

    def named(self, name: str) -> tuple[str, list[str]] | None:
        """A tensor and the pieces of its subscript, `W_Q` before `W` with subscript Q."""
        if (whole := self.tensor(name)) is not None:
            return whole, []
        cuts = [at for at, sign in enumerate(name) if sign in "_,"]
        for at in reversed(cuts):
            if (of := self.tensor(name[:at])) is not None:
                return of, pieces(name[at + 1 :])
        return None

    def entry(self, name: str, over: Sequence[Index], at: Sequence[Index]) -> Term:
        """The entry of a tensor at its labels and slots; numbers among the indices name a tensor of their own."""
        if name in self.setting.permutations:
            return ["delta", ["at", name, at[0]], at[1]]
        numbers = [index for index in at if isinstance(index, int)]
        return ["entry", component(name, numbers), [*over, *(index for index in at if not isinstance(index, int))]]

    def sorts_of(self, name: str) -> list[str]:
        """The sorts of the kernel's tensor, or of each of the tensors where some of the slots are numbers."""
        return [*self.labels.get(name, ()), *(slot for slot in all_slots(self.shapes[name]) if isinstance(slot, str))]

    def size(self, axis: Axis) -> Term:
        parts = [number(slot) if isinstance(slot, int) else ["size", slot] for slot in slots(axis)]
        return parts[0] if len(parts) == 1 else times(*parts)

    def axis(self, size: str) -> Axis | None:
        """The axis of a size that the setting names, None where it names no such size."""
        return axes(size, self.setting.blocks)[0] if size in self.setting.sizes.split() else None

    # --- index functions, masks, δ

    def function(self, name: str) -> tuple[str, Axis] | None:
        """What an index function leads from and to."""
        if name in self.setting.permutations:
            return self.setting.permutations[name], self.setting.permutations[name]
        if name in self.setting.tokens:
            source, target = axes(self.setting.tokens[name], self.setting.blocks)
            return str(source), target
        return None

    def letter(self, piece: str, scope: Scope) -> tuple[Index, ...] | None:
        """The indices that a piece of a subscript stands for; None for `:`."""
        if piece == ":":
            return None
        if piece.isdigit():
            return (int(piece),)
        function, _, of = piece.partition("_")
        if of and self.function(function):
            of = unbracketed(of)
            if of.endswith("+1") and function in self.setting.tokens:
                self.shifted.add(function)
                function, of = function + NEXT, of.removesuffix("+1")
            inner = self.letter(of, scope)
            if inner is None or len(inner) != 1:
                raise IllTyped(f"{piece} is no index here")
            return (["at", function, inner[0]],)
        if piece not in scope.letters:
            raise IllTyped(f"{piece} is no index here")
        return scope.letters[piece][0]

    def axis_of(self, piece: str, scope: Scope) -> Axis:
        function, _, of = piece.partition("_")
        known = self.function(function) if of else None
        return known[1] if known else scope.letters[piece][1]

    def as_number(self, name: str, scope: Scope) -> Term | None:
        """An index as the number of its position, where the setting says that its size is numbered."""
        indices, axis = scope.letters.get(name, ((), None))
        if len(indices) != 1 or axis not in self.setting.numbered:
            return None
        self.counted.add(str(axis))
        return ["entry", f"{ORDINAL}{axis}", list(indices)]

    def kronecker(self, name: str) -> tuple[str, str] | None:
        """δ_{j k}, unless δ is declared."""
        sign, _, subscript = name.partition("_")
        letters_of_delta = pieces(subscript) if sign == "δ" and self.named(name) is None else []
        return (letters_of_delta[0], letters_of_delta[1]) if len(letters_of_delta) == 2 else None

    def mask_of(self, name: str) -> tuple[str, list[str]] | None:
        """J_i → ("J", ["i"]), I → ("I", [])."""
        mask, _, letter = name.partition("_")
        found = (mask, [letter] if letter else []) if mask in self.masks else None
        return found if found and len(found[1]) + 1 == len(self.masks[mask]) else None


def component(name: str, numbers: Sequence[int]) -> str:
    return f"{name}[{','.join(map(str, numbers))}]" if numbers else name


def all_slots(of: Axes) -> tuple[Slot, ...]:
    return tuple(slot for axis in of for slot in slots(axis))


def unbracketed(text: str) -> str:
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text


_PIECE = pattern(r"[^\W_]['′]*_(?:\([^()]*\)|[^\W_]['′]*)|.['′]*")
"""t_i or t_(i+1); else one sign with its primes."""


def pieces(subscript: str) -> list[str]:
    """`ij` → i, j; `it_i` → i, t_i; `t_i,:` → t_i, :; a prime stays with its letter, a bracket with its function."""
    return subscript.split(",") if "," in subscript else _PIECE.findall(subscript)


def is_letter(piece: str) -> bool:
    """Whether a piece of a subscript may be an index: letters and digits with primes, nothing that was meant as a formula."""
    return piece.rstrip("'′").isalnum()
