"""The forward computation of a setting: its lines read as definitions, and which of them read which tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.prover.definitions import Defined, tensors
from derivations.prover.letters import label_letters
from derivations.prover.naming import Scope, all_slots, component, free, pieces
from derivations.prover.reading import Reading
from derivations.prover.setting import Axes, Axis, Setting
from derivations.prover.shaped import IllTyped, literals, shown, slots

Term = Any


SETTINGS = 128
"""Whose lines are remembered: a claim states many things in one setting, and many claims share one."""

_read: dict[tuple[type, str], tuple[Reading, list[Defined], list[Defined]]] = {}


class Forward:
    """nodes and abbreviations: the definitions of `forward` and `where`, in their order."""

    reader: type[Reading] = Reading

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.kernel_shapes: dict[str, list[str]] = {}  # of tensors that only a statement has
        self.mentioned: dict[int, tuple[Term, list[str]]] = {}  # by a term, which is kept so that no other has its id
        key = type(self), repr(setting)
        if key not in _read:
            self.reading = self.reader(setting)
            lines = self.all_defined([*setting.forward, *setting.where])
            self.nodes = [one for text in setting.forward for one in lines[text]]
            self.abbreviations = [one for text in setting.where for one in lines[text]]
            for node in self.nodes:
                self.reading.adjoint(node.of)
            while len(_read) >= SETTINGS:
                del _read[next(iter(_read))]
            _read[key] = self.reading.copy(), self.nodes, self.abbreviations
        reading, nodes, abbreviations = _read[key]
        self.reading, self.nodes, self.abbreviations = reading.copy(), list(nodes), list(abbreviations)

    def all_defined(self, texts: Sequence[str]) -> dict[str, list[Defined]]:
        """Every line read, whatever their order: one waits while it mentions what another defines."""
        found: dict[str, list[Defined]] = {}
        waiting = list(texts)
        while waiting:
            refused: list[IllTyped] = []
            for text in waiting:
                try:
                    found[text] = self.defined(text)
                except IllTyped as error:
                    refused.append(error)
            if len(refused) == len(waiting):
                raise refused[0]
            waiting = [text for text in waiting if text not in found]
        return found

    def defined(self, text: str) -> list[Defined]:
        """`Z = A V`, `A_{i j} = …` entry by entry, or `x_i = …` row by row; each with a superscript or without."""
        left, right = self.reading.sides(text)
        over = tuple(label_letters(left.label)) if isinstance(left, tree.Superscripted) else ()
        symbol = left.of if isinstance(left, tree.Superscripted) else left
        if not isinstance(symbol, tree.Symbol) or (over == () and symbol is not left):
            raise IllTyped(f"a definition is an equation with a name on its left: {text}")
        name, own = self.left_side(symbol.name, left, right, over)
        known = self.reading.free_sorts(right, *([left] if name in self.reading.shapes else []))
        scope = free(known)
        if set(known) - {*own, *over} - set(self.setting.fixed) or len({*own, *over}) != len(own) + len(over):
            raise IllTyped(f"the indices of the two sides are not the same: {text}")
        body = self.reading.read(right, scope)
        axes = self.shape_of(own, scope, body.axes)
        self.reading.declare(name, tuple(str(scope.letters[letter][1]) for letter in over), axes)
        return [
            one for choice in literals([slot for letter in own for slot in slots(scope.letters[letter][1])])
            for one in self.entries(name, over, own, choice, right, scope)
        ]  # fmt: skip

    def left_side(self, whole: str, left: Node, right: Node, over: tuple[str, ...]) -> tuple[str, list[str]]:
        """The tensor that a line defines, and its indices: all of them letters of the right side, else they are its name."""
        name, _, subscript = whole.partition("_")
        own = pieces(subscript) if subscript and whole not in self.reading.shapes else []
        base = self.setting.rows.get(name, name)
        letters = self.reading.free_sorts(right, *([left] if base in self.reading.shapes and own else []))
        if not own or not all(letter in letters for letter in own):
            return self.setting.rows.get(whole, whole), []
        return base, own

    def shape_of(self, own: Sequence[str], scope: Scope, rest: Axes) -> Axes:
        """A list of the indices' axes and those of the rows; a column keeps that it is one."""
        letters: tuple[Axis, ...] = tuple(scope.letters[letter][1] for letter in own)
        if not own:
            return rest
        return (*letters, *(axis for axis in rest if axis is not None)) if rest[-1:] != (None,) else (*letters, *rest)

    def entries(
        self, name: str, over: Sequence[str], own: Sequence[str], choice: Sequence[int | None], right: Node, scope: Scope
    ) -> list[Defined]:
        """The definition at one choice of the numbers among its indices, once for each choice of those of its rows."""
        left = iter(choice)
        letters, parameters, numbers = dict(scope.letters), [], list[int]()
        for letter in over:
            parameters.append((scope.letters[letter][0][0], str(scope.letters[letter][1])))
        for letter in own:
            indices, axis = scope.letters[letter]
            chosen = [next(left) for _ in slots(axis)]
            letters[letter] = tuple(index if k is None else k for index, k in zip(indices, chosen, strict=True)), axis
            parameters += [(index, str(slot)) for index, slot, k in zip(indices, slots(axis), chosen, strict=True) if k is None]
            numbers += [k for k in chosen if k is not None]
        body = self.reading.read(right, Scope(letters))
        found = []
        for at, names in self.reading.binder.places(body.slots):
            kernel_name = component(name, [*numbers, *(index for index in at if isinstance(index, int))])
            found.append(Defined(kernel_name, (*parameters, *names), body.at(at), right, name))
        return found

    # --- who reads what

    def components(self, name: str) -> list[str]:
        """The kernel's tensors of an author's."""
        shape = self.reading.shapes[name]
        return [component(name, [k for k in choice if k is not None]) for choice in literals(all_slots(shape))]

    def reads(self, term: Term, name: str) -> bool:
        """Whether a term reads a tensor, itself or through abbreviations."""
        if id(term) not in self.mentioned:
            self.mentioned[id(term)] = term, list(dict.fromkeys(tensors(term)))
        wanted, seen, waiting = set(self.components(name)), set[str](), list(self.mentioned[id(term)][1])
        bodies = {one.name: one for one in self.abbreviations if one.of != name}
        while waiting:
            here = waiting.pop()
            if here in wanted:
                return True
            if here in bodies and here not in seen:
                seen.add(here)
                waiting += bodies[here].mentioned
        return False

    def hypotheses(self) -> list[Term]:
        """The equations of `given`, with the letters that are free in them."""
        found = []
        for text in self.setting.given:
            left, right = self.reading.sides(text)
            scope = free(self.reading.free_sorts(left, right))
            one, other = self.reading.read(left, scope), self.reading.read(right, scope)
            if one.axes != other.axes:
                raise IllTyped(f"{shown(one.axes)} = {shown(other.axes)}")
            letters = [
                [index, str(slot)] for indices, axis in scope.letters.values()
                for index, slot in zip(indices, slots(axis), strict=True)
            ]  # fmt: skip
            for at, names in self.reading.binder.places(one.slots):
                found.append([[*letters, *map(list, names)], one.at(at), other.at(at)])
        return found
