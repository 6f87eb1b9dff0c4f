"""Printed formulas for adjoints, composed: the gradient of a whole computation from the formula of every node of it.

A formula for each adjoint defines it from the adjoints of what reads the node, down to the inputs. The statement is
⟨bar(out), d out⟩ = Σ_v ⟨bar(v), d v⟩ over the inputs v, with d out = Σ_v D_v out: reverse accumulation is the derivative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from derivations.formula.tree import Node
from derivations.prover.definitions import Defined
from derivations.prover.naming import free
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped, number, plus, shown, summed, times
from derivations.prover.statements import Statement, Writing, primal

Term = Any


class Backward(Writing):
    """A setting with formulas for adjoints; `out` is the node whose adjoint is given, or is 1 where it is the loss.

    Inputs are the tensors with a formula that are no nodes. A tensor without a formula does not move. Raises IllTyped where
    a node between an input and `out` has no formula, or two.
    """

    def __init__(self, setting: Setting, formula: str, out: str) -> None:
        super().__init__(setting)
        self.out = out
        self.adjoints: list[Defined] = []
        chains = self.parsed(formula)
        conditions = [chain for chain in chains if self.is_condition(chain)]
        for chain in chains:
            if chain not in conditions:
                if chain.relations != ("=",):
                    raise IllTyped("a formula for an adjoint is one equation")
                self.adjoints += self.formula(*chain.sides, conditions)
        names = [one.name for one in self.adjoints]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise IllTyped(f"two formulas for {twice}")
        nodes = {node.name for node in self.nodes}
        self.inputs = [one for one in self.adjoints if primal(one.name) not in nodes]
        self.complete()

    def formula(self, left: Node, right: Node, conditions: Sequence[Node]) -> Iterator[Defined]:
        """The adjoint that a formula defines; where a condition beside it does not hold, it is 0."""
        of = self.variable(left)
        if of is None:
            raise IllTyped("a formula for an adjoint has it on its left")
        letters = self.reading.free_sorts(left)
        beside = [one for one in conditions if set(self.reading.free_sorts(one)) <= set(letters)]
        scope = free(self.reading.free_sorts(left, right, *beside))
        if set(scope.letters) - set(letters) - set(self.setting.fixed):
            raise IllTyped("an index of the right side that the left side lacks")
        masks = [self.reading.condition(condition, scope) for condition in beside]
        bar, value = self.reading.read(left, scope), self.reading.read(right, scope)
        if bar.axes != value.axes:
            raise IllTyped(f"{shown(bar.axes)} = {shown(value.axes)}")
        for at, names in self.reading.binder.places(bar.slots):
            entry = bar.at(at)
            if entry[0] != "entry" or len(set(map(str, entry[2]))) != len(entry[2]):
                raise IllTyped("the left side is no adjoint at free indices")
            sorts = {**dict(self.sorts_in(scope)), **dict(names)}
            parameters = tuple((index, sorts[index]) for index in entry[2])
            body = times(*masks, value.at(at)) if masks else value.at(at)
            yield Defined(entry[1], parameters, body, right, f"bar({of})")

    def complete(self) -> None:
        """Every node that an input reaches and that reaches `out` has a formula for its adjoint."""
        have = {one.of for one in self.adjoints}
        moving = {primal(one.of) for one in self.inputs}
        for node in self.nodes:
            if any(self.reads(node.body, name) for name in moving):
                moving.add(node.of)
                if node.of != self.out and f"bar({node.of})" not in have and self.leads_out(node.of):
                    raise IllTyped(f"no formula for the adjoint of {node.of}")
        if self.out not in moving:
            raise IllTyped(f"{self.out} does not depend on any input")

    def leads_out(self, name: str) -> bool:
        readers = [node.of for node in self.nodes if node.of != name and self.reads(node.body, name)]
        return self.out in readers or any(self.leads_out(reader) for reader in readers)

    # --- terms

    def change(self) -> list[Defined]:
        """d out = Σ_v D_v out."""
        found = []
        for node in (node for node in self.nodes if node.of == self.out):
            at = [index for index, _ in node.parameters]
            moves = [["D", v, f"d{v}", ["entry", node.name, at]] for v in map(primal, (one.name for one in self.inputs))]
            found.append(Defined(f"d{node.name}", node.parameters, plus(*moves), node.source))
        return found

    def pairing(self, ones: Sequence[Defined]) -> Term:
        """Σ_v ⟨bar(v), d v⟩; the adjoint of the loss is 1."""
        terms = []
        for one in ones:
            at = [index for index, _ in one.parameters]
            v = primal(one.name) if one.name.startswith("bar(") else one.name
            bar = number(1) if v == self.setting.loss else ["entry", f"bar({one.of})" if v == one.name else one.name, at]
            terms.append(summed(one.parameters, times(bar, ["entry", f"d{v}", at])))
        return terms[0] if len(terms) == 1 else plus(*terms)

    def claim(self) -> Statement:
        """⟨bar(out), d out⟩ = Σ_v ⟨bar(v), d v⟩."""
        out = [node for node in self.nodes if node.of == self.out]
        wanted = [*self.nodes, *self.abbreviations, *self.adjoints, *self.change()]
        moved = {v: f"d{v}" for v in (primal(one.name) for one in self.inputs)}
        return self.statement(self.pairing(out), self.pairing(self.inputs), [], wanted, moved)
