"""Printed formulas for adjoints, composed: the gradient of a whole computation from the formula of every node of it.

A formula for each adjoint defines it from the adjoints of what reads the node, down to the inputs. Where a single node is all
that the later ones know of the earlier ones, the computation is cut. Each stretch is a link of `kernel/layers`: with
d out = Σ_v D_v out over what moves in it, ⟨bar(out), d out⟩ = ⟨bar(in), d in⟩ + Σ_v ⟨bar(v), d v⟩ over its parameters v.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from derivations.formula.tree import Node
from derivations.prover.definitions import Defined, in_order
from derivations.prover.naming import free
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped, plus, shown, summed, times
from derivations.prover.statements import Writing, primal
from lessonproof.records import dataclass

Term = Any
Link = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Nodes between two cuts. before: the tensor that comes in, None where nothing does; after: the node that goes out."""

    nodes: tuple[Defined, ...]
    before: str | None
    after: str


class Backward(Writing):
    """A setting with a formula for the adjoint of every node on the way from an input to `out`, which goes without.

    Inputs are the tensors with a formula that are no nodes; `carried` is the one, if any, that an earlier computation makes,
    the others are parameters. A tensor without a formula does not move. Raises IllTyped where a formula is missing or there
    are two.
    """

    def __init__(self, setting: Setting, formula: str, out: str, carried: str | None = None) -> None:
        super().__init__(setting)
        self.out, self.carried = out, carried
        every = in_order([*self.nodes, *self.abbreviations], [["entry", node.name, []] for node in self.nodes])
        self.nodes = [one for one in every if one in self.nodes]
        self.adjoints: list[Defined] = []
        chains = self.parsed(formula)
        conditions = [chain for chain in chains if self.is_condition(chain)]
        for chain in chains:
            if chain not in conditions:
                if chain.relations != ("=",):
                    raise IllTyped("a formula for an adjoint is one equation")
                self.adjoints += self.adjoint_defined(chain.sides[0], chain.sides[1], conditions)
        names = [one.name for one in self.adjoints]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise IllTyped(f"two formulas for {twice}")
        self.moving = self.all_moving()
        if carried is not None and carried not in self.moving:
            raise IllTyped(f"no formula for the adjoint of {carried}")

    def adjoint_defined(self, left: Node, right: Node, conditions: Sequence[Node]) -> Iterator[Defined]:
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

    def all_moving(self) -> set[str]:
        """The inputs, and the nodes that one of them reaches. Raises IllTyped where one of these lacks its formula."""
        nodes, have = {node.of for node in self.nodes}, {primal(one.of) for one in self.adjoints}
        moving = have - nodes
        for node in self.nodes:
            if any(self.reads(node.body, name) for name in moving):
                moving.add(node.of)
        for name in moving & nodes - have - {self.out}:
            if self.leads_out(name):
                raise IllTyped(f"no formula for the adjoint of {name}")
        if self.out not in moving:
            raise IllTyped(f"{self.out} does not depend on any input")
        return moving

    def leads_out(self, name: str) -> bool:
        readers = {node.of for node in self.nodes if node.of != name and self.reads(node.body, name)}
        return self.out in readers or any(map(self.leads_out, readers))

    # --- cutting

    def stretches(self) -> list[Stretch]:
        """As many as there are: a cut that leaves a link not closed is undone."""
        found: list[Stretch] = []
        inside: list[Defined] = []
        before = self.carried
        for node in self.nodes:
            inside.append(node)
            if node.of in self.moving and node.name == self.components(node.of)[-1]:
                stretch = Stretch(tuple(inside), before, node.of)
                rest = Stretch(tuple(self.nodes[self.nodes.index(node) + 1 :]), node.of, self.out)
                if node.of == self.out or (self.is_closed(stretch) and self.is_closed(rest) and self.apart(stretch, rest)):
                    found.append(stretch)
                    inside, before = [], node.of
        return found

    def is_closed(self, stretch: Stretch) -> bool:
        """Whether its nodes, and the formulas of their adjoints, know of other nodes only what comes in and what comes back."""
        own = {stretch.before, stretch.after, *(node.of for node in stretch.nodes)}
        outside = {node.of for node in self.nodes if node.of not in own}
        if self.carried is not None and self.carried not in own:
            outside.add(self.carried)
        terms = [node.body for node in stretch.nodes] + [one.body for one in self.answers(stretch)]
        bars = {f"bar({name})" for name in outside} & set(self.reading.shapes)
        return not any(self.reads(term, name) for term in terms for name in outside | bars)

    def apart(self, one: Stretch, other: Stretch) -> bool:
        return not set(self.parameters(one)) & set(self.parameters(other))

    def parameters(self, stretch: Stretch) -> list[str]:
        """The inputs that nodes of the stretch read."""
        return [name for name in self.inputs() if any(self.reads(node.body, name) for node in stretch.nodes)]

    def inputs(self) -> list[str]:
        """All parameters, in the order of their formulas."""
        nodes = {node.of for node in self.nodes}
        names = dict.fromkeys(primal(one.of) for one in self.adjoints)
        return [name for name in names if name not in nodes and name != self.carried]

    def answers(self, stretch: Stretch) -> list[Defined]:
        """The adjoints that the stretch makes: of what comes in, its parameters, and its nodes but the last."""
        wanted = {*(node.of for node in stretch.nodes), stretch.before, *self.parameters(stretch)} - {stretch.after}
        return [one for one in self.adjoints if primal(one.of) in wanted]

    # --- links

    def link(self, stretch: Stretch) -> Link:
        before = [] if stretch.before is None or stretch.before not in self.moving else [stretch.before]
        moved = [name for of in (*before, *self.parameters(stretch)) for name in self.components(of)]
        changes = []
        for node in (node for node in stretch.nodes if node.of == stretch.after):
            at = [index for index, _ in node.parameters]
            moves = [["D", name, f"d{name}", ["entry", node.name, at]] for name in moved]
            changes.append(Defined(f"d{node.name}", node.parameters, plus(*moves), node.source))
        terms = {"before": self.pairing(before), "after": self.pairing([stretch.after]),
                 "gained": self.pairing(self.parameters(stretch))}  # fmt: skip
        wanted = [*stretch.nodes, *self.abbreviations, *self.answers(stretch), *changes]
        changing = {name: f"d{name}" for name in moved}
        statement = self.statement(terms["after"], plus(terms["before"], terms["gained"]), [], wanted, changing)
        del statement["left"], statement["right"]
        return {**statement, **terms}

    def pairing(self, names: Iterable[str]) -> Term:
        """Σ_v ⟨bar(v), d v⟩, with indices of one name wherever it is written; the adjoint of the loss is 1."""
        terms = []
        for name in (name for of in names for name in self.components(of)):
            of = name.partition("[")[0]
            over = [(f"c{k}", sort) for k, sort in enumerate(self.reading.sorts_of(of))]
            at = [index for index, _ in over]
            bar = [] if of == self.setting.loss else [["entry", f"bar({of})" + name.removeprefix(of), at]]
            terms.append(summed(over, times(*bar, ["entry", f"d{name}", at])))
        return plus(*terms)

    def state(self, of: str | None) -> list[str]:
        """What is carried with a tensor: itself, its change, its adjoint."""
        if of is None:
            return []
        names = self.components(of)
        bars = [] if of == self.setting.loss else [f"bar({of})" + name.removeprefix(of) for name in names]
        return [*names, *(f"d{name}" for name in names), *bars]
