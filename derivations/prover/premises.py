"""From a formula with hypotheses, in a setting, to what the statements of order, limits and matrices are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from derivations.formula import tree
from derivations.formula.parser import parse
from derivations.formula.tree import Node
from derivations.prover.naming import Scope, free
from derivations.prover.reading import Reading
from derivations.prover.setting import Axis, Setting, positive_in
from derivations.prover.shaped import IllTyped, Shaped, number, plus, scalar, shown, slots, times
from derivations.prover.statements import Writing

Term = Any
FUNCTIONS = frozenset({"E", "Var", "Cov", "SD", "rank", "mean", "conv"})
ORDER = {">": False, "≥": False, "<": True, "≤": True}  # whether the sides change places


class MomentReading(Reading):
    """Reading with E, Var and Cov: Var(Z) is E[(Z − E Z)²], Cov(X, Y) is E[(X − E X)(Y − E Y)]."""

    def read(self, node: Node, scope: Scope) -> Shaped:
        match node:
            case tree.Call(function="E", arguments=(of,)):
                return scalar(["E", self.read(of, scope).term])
            case tree.Call(function="Var", arguments=(of,)):
                return scalar(["E", ["power", self.centred(of, scope), "2"]])
            case tree.Call(function="Cov", arguments=(one, other)):
                return scalar(["E", ["times", [self.centred(one, scope), self.centred(other, scope)]]])
        return super().read(node, scope)

    def centred(self, of: Node, scope: Scope) -> Term:
        return plus(self.read(of, scope).term, times(number(-1), ["E", self.read(of, scope).term]))


class MomentWriting(Writing):
    reader = MomentReading

    def is_condition(self, chain: tree.Chain) -> bool:
        """Whether a chain restricts letters: ∈, ∉, ≠, and =, ≤, < between two letters."""
        letters = all(isinstance(side, tree.Symbol) and self.reading.named(side.name) is None for side in chain.sides)
        return chain.relations in (("∈",), ("∉",), ("≠",)) or (letters and chain.relations in (("=",), ("≤",), ("<",)))


class Declared(NamedTuple):
    """The fields of a statement, and the terms that it is about as the kernel wants them."""

    of: dict[str, Any]
    where: list[Any]
    assume: list[Any]
    terms: list[Any]


class Premises:
    """Hypotheses in a setting. `letters` are the indices that stand free in the formula or in a condition."""

    def __init__(
        self, setting: Setting, formula: Sequence[Node], given: Sequence[str], beside: Sequence[tree.Chain] = ()
    ) -> None:
        """beside: conditions that the formula itself states."""
        said = frozenset[str]().union(*map(positive_in, given)) & set(setting.shapes)  # so that T > 0 may be raised to powers
        self.setting = setting = replace(setting, positive=setting.positive | said)
        self.writing = MomentWriting(setting)
        self.reading = self.writing.reading
        self.hypotheses = [*(parsed(setting, text) for text in given), *((chain,) for chain in beside)]
        conditions = [chain for chains in self.hypotheses if all(map(self.writing.is_condition, chains)) for chain in chains]
        self.letters = self.sorts(*formula, *conditions)
        self.scope = free(self.letters)
        self.where = [self.condition(chain, self.scope) for chain in conditions]

    def fixing(self, letters: dict[str, Axis]) -> None:
        """Further letters that are one index throughout."""
        self.letters |= letters
        self.scope = free(self.letters)

    # --- terms

    def sorts(self, *nodes: Node) -> dict[str, Axis]:
        """The free letters of formulas and conditions with what they run over; letters beside ≠ run over the same."""
        found = self.reading.free_sorts(*map(with_equal, nodes))
        for letter, axis in found.items():
            if not all(isinstance(slot, str) for slot in slots(axis)):
                raise IllTyped(f"{letter} runs over {shown((axis,))}: say it for each number")
        return found

    def pairs(self, letters: dict[str, Axis]) -> list[list[str]]:
        """The indices that letters stand for, with their sorts."""
        return [list(pair) for pair in self.writing.sorts_in(free(letters))]

    def term(self, node: Node) -> Term:
        return self.reading.read(node, self.scope).term

    def condition(self, chain: tree.Chain, scope: Scope) -> Term:
        match chain:
            case tree.Chain(sides=(tree.Symbol(name=one), tree.Symbol(name=other)), relations=("≠",)):
                return plus(number(1), times(number(-1), self.reading.equal(one, other, scope)))
        return self.reading.condition(chain, scope)

    # --- hypotheses

    def relations(self) -> Iterator[tuple[Node, str, Node, list[tree.Chain]]]:
        """Each relation of the hypotheses with the conditions beside it."""
        for chains in self.hypotheses:
            conditions = [chain for chain in chains if self.writing.is_condition(chain)]
            for chain in (chain for chain in chains if chain not in conditions):
                if not chain.relations or not set(chain.relations) <= {"=", *ORDER}:
                    raise IllTyped("a hypothesis is a condition, an inequality or an equation")
                for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:], strict=False):
                    yield left, relation, right, conditions

    def inequalities(self) -> Iterator[list[Any]]:
        for left, relation, right, conditions in self.relations():
            if relation in ORDER:
                letters = self.sorts(left, right, *conditions)
                scope = free({**letters, **self.letters})
                own = {letter: axis for letter, axis in letters.items() if letter not in self.letters}
                if own == letters and self.compares_all(left, right):
                    raise IllTyped("a hypothesis that compares all entries with all: fix one letter, or use it in the formula")
                sides = [self.reading.read(side, scope).term for side in ((right, left) if ORDER[relation] else (left, right))]
                guards = [self.condition(condition, scope) for condition in conditions]
                yield [self.pairs(own), guards, ">" if relation in "<>" else "≥", *sides]

    def compares_all(self, left: Node, right: Node) -> bool:
        """Whether both sides are entries of one tensor, as in s_r < s_m: for all r and m that says too much."""
        named = [self.reading.named(side.name) if isinstance(side, tree.Symbol) else None for side in (left, right)]
        return None not in named and named[0][0] == named[1][0]  # type: ignore[index]

    def equations(self) -> Iterator[list[Any]]:
        for left, relation, right, conditions in self.relations():
            if relation == "=":
                letters = self.sorts(left, right, *conditions)
                scope = free(letters)
                masks = [self.condition(condition, scope) for condition in conditions]
                one, other = self.reading.read(left, scope), self.reading.read(right, scope)
                if one.axes != other.axes:
                    raise IllTyped(f"a hypothesis with {shown(one.axes)} = {shown(other.axes)}")
                for at, names in self.reading.binder.places(one.slots):
                    sides = (times(*masks, side.at(at)) if masks else side.at(at) for side in (one, other))
                    yield [[*self.pairs(letters), *map(list, names)], *sides]

    # --- the record

    def declared(self, terms: Sequence[Term], random: Sequence[str] = ()) -> Declared:
        """The statement about these terms. All is packed into one term, so that one pass finds what has to be declared."""
        assume, given = list(self.inequalities()), list(self.equations())
        inside = [part for _, guards, _, *sides in assume for part in (*guards, *sides)]
        packed = plus(*terms, *self.where, *inside, *(side for _, *sides in given for side in sides))
        definitions = [*self.writing.nodes, *self.writing.abbreviations]
        own = [(index, sort) for index, sort in self.pairs(self.letters)]
        of = self.writing.statement(packed, number(0), own, definitions, {})
        parts = iter(of.pop("left")[1])
        del of["right"]
        found = [next(parts) for _ in terms]
        where = [next(parts) for _ in self.where]
        assume = [[own, [next(parts) for _ in guards], sign, next(parts), next(parts)] for own, guards, sign, *_ in assume]
        of["given"] = [*of["given"], *([own, next(parts), next(parts)] for own, *_ in given)]
        if missing := [name for name in random if self.reading.tensor(name) is None]:
            raise IllTyped(f"{missing[0]} is not declared")
        if random:
            of |= {"random": [name for name in random if name in of["tensors"]], "independent": []}
        elif has_expectation([found, of["given"], assume]):
            raise IllTyped("an expectation, and no letter is said to be random")
        return Declared(of, where, assume, found)


def conditions(setting: Setting, chains: Sequence[tree.Chain]) -> list[tree.Chain]:
    """Those chains of a formula that restrict its letters."""
    writing = MomentWriting(setting)
    return [chain for chain in chains if writing.is_condition(chain)]


def has_expectation(part: Any) -> bool:
    return isinstance(part, list) and (part[:1] == ["E"] or any(map(has_expectation, part)))


def with_equal(node: Node) -> Node:
    """≠ as =: it too stands between letters that run over the same."""
    return replace(node, relations=("=",)) if isinstance(node, tree.Chain) and node.relations == ("≠",) else node


def parsed(setting: Setting, text: str) -> tuple[tree.Chain, ...]:
    """The chains of a formula. E applies to what follows, unless it is a letter of the setting."""
    called = {line.partition("(")[0].strip(" {\\") for line in setting.calls}
    functions = setting.functions | called | FUNCTIONS - set(setting.shapes)
    return parse(text, functions=functions, operators={"E"} - set(setting.shapes)).chains
