"""From a printed formula and its setting to the statement that the kernel checks.

`Z = A V` states that both sides are equal entry by entry. `∂a_j/∂s_l = …` states D_s a_j = Σ_l … ds_l for every direction ds. A
formula for an adjoint, `bar(V) = …`, states ⟨formula, dV⟩ = Σ_c ⟨bar(c), D_V c⟩ for every dV, over the nodes c of the forward
computation that read V: the formula is held against the graph, with all other nodes kept fixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from derivations.formula import tree
from derivations.formula.parser import parse
from derivations.formula.tree import Node
from derivations.prover.definitions import Defined, closed, in_order, renamed, tensors
from derivations.prover.reading import Reading, Scope, free, pieces
from derivations.prover.setting import Setting, axes
from derivations.prover.shaped import Axes, IllTyped, Shaped, number, plus, shown, times

Term = Any
Statement = dict[str, Any]


def statements(setting: Setting, formula: str) -> list[Statement]:
    """One statement for each equation of the formula; `j ∈ J_i` beside an equation restricts it.

    Raises IllTyped where shapes do not go together, FormulaError where the text is no formula.
    """
    return Writing(setting).statements(formula)


class Writing:
    """Writes statements in one setting, whose definitions it has read."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.reading = Reading(setting)
        lines = self.all_defined([*setting.forward, *setting.where])
        self.nodes = [lines[text] for text in setting.forward]
        self.abbreviations = [lines[text] for text in setting.where]
        for node in self.nodes:
            self.reading.adjoint(node.name)

    def all_defined(self, texts: Sequence[str]) -> dict[str, Defined]:
        """Every line read, whatever their order: one waits while it mentions what another defines."""
        found: dict[str, Defined] = {}
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

    def parsed(self, text: str) -> tuple[tree.Chain, ...]:
        return parse(text, functions=self.setting.functions | {"mean"}).chains

    # --- definitions

    def defined(self, text: str) -> Defined:
        """`Z = A V`, `A_{i j} = …` entry by entry, or `x_i = …` row by row."""
        chain = self.parsed(text)[0]
        if chain.relations != ("=",) or not isinstance(chain.sides[0], tree.Symbol):
            raise IllTyped(f"a definition is an equation with a name on its left: {text}")
        left, right = chain.sides[0].name, chain.sides[1]
        scope = free(self.reading.free_sorts(right))
        name, _, subscript = left.partition("_")
        own = pieces(subscript) if subscript and left not in self.reading.shapes else []
        if not own or not all(letter in scope.letters for letter in own):
            name, own = left, []
        name = self.setting.rows.get(name, name)
        if set(scope.letters) - set(own) - set(self.setting.fixed) or len(set(own)) != len(own):
            raise IllTyped(f"the indices of the two sides are not the same: {text}")
        body = self.reading.read(right, scope)
        columns = [(self.reading.binder.fresh(), sort) for sort in body.sorts]
        parameters = (*((letter, scope.letters[letter][1]) for letter in own), *columns)
        shape = body.axes if not own else tuple(sort for _, sort in parameters)
        declared = self.reading.shapes.setdefault(name, shape)
        if [sort for sort in declared if sort] != [sort for _, sort in parameters]:
            raise IllTyped(f"{name} has the shape {shown(declared)}, not {shown(shape)}")
        return Defined(name, parameters, body.at([index for index, _ in columns]), right)

    # --- statements

    def statements(self, formula: str) -> list[Statement]:
        chains = self.parsed(formula)
        equations = [chain for chain in chains if "=" in chain.relations and not self.is_condition(chain)]
        conditions = [chain for chain in chains if self.is_condition(chain)]
        found: list[Statement] = []
        for chain in equations:
            if set(chain.relations) != {"="}:
                raise IllTyped("only equations are stated")
            for left, right in zip(chain.sides, chain.sides[1:], strict=False):
                found.append(self.equation(left, right, conditions))
        return found

    def is_condition(self, chain: tree.Chain) -> bool:
        return chain.relations in (("∈",), ("≤",), ("<",))

    def equation(self, left: Node, right: Node, conditions: Sequence[Node]) -> Statement:
        scope = free(self.reading.free_sorts(left, right, *conditions))
        masks = [self.reading.condition(condition, scope) for condition in conditions]
        if isinstance(left, tree.Symbol) and left.name.startswith("bar(") and (of := self.variable(left.name)):
            return self.gradient(of, left, right, scope, masks)
        if isinstance(left, tree.Quotient) and self.is_derivative(left):
            return self.derivative(left, right, scope, masks)
        one, other = self.reading.read(left, scope), self.reading.read(right, scope)
        if one.axes != other.axes:
            raise IllTyped(f"{shown(one.axes)} = {shown(other.axes)}")
        names = [(self.reading.binder.fresh(), sort) for sort in one.sorts]
        at = [name for name, _ in names]
        indices = [*((letter, sort) for letter, (_, sort) in scope.letters.items()), *names]
        definitions = [*self.nodes, *self.abbreviations]
        return self.statement(times(*masks, one.at(at)), times(*masks, other.at(at)), indices, definitions, {})

    # --- gradients

    def variable(self, adjoint: str) -> str | None:
        named = self.reading.named(adjoint)
        return named[0][4:-1] if named else None

    def gradient(self, of: str, left: Node, right: Node, scope: Scope, masks: Sequence[Term]) -> Statement:
        """⟨formula, dV⟩ = Σ_c ⟨bar(c), D_V c⟩ over the nodes c that read V."""
        bar, formula = self.reading.read(left, scope), self.reading.read(right, scope)
        if bar.axes != formula.axes:
            raise IllTyped(f"{shown(bar.axes)} = {shown(formula.axes)}")
        consumers = [node for node in self.nodes if node.name != of and self.reads(node, of)]
        if not consumers:
            raise IllTyped(f"no node of the forward computation reads {of}")
        claimed = self.paired(bar, formula, of, scope, masks)
        # All other nodes keep their values under D. A consumer that the formula mentions is unfolded, and where another
        # consumer reads it, it is read there under a second name: the same value, but one that does not move.
        needed = [node for node in consumers if self.mentions(right, node.name)]
        still = {node.name: f"{node.name}°" for node in needed if any(self.reads(other, node.name) for other in consumers)}
        true = plus(*(self.pushed(consumer, of, still) for consumer in consumers))
        given = [self.same(node, still[node.name]) for node in needed if node.name in still]
        return self.statement(claimed, true, [], [*needed, *self.abbreviations], {of: f"d{of}"}, given)

    def same(self, node: Defined, other: str) -> Term:
        """The hypothesis that the other name stands for the value of the node."""
        self.reading.shapes[other] = self.reading.shapes[node.name]
        at = [index for index, _ in node.parameters]
        return [[list(pair) for pair in node.parameters], ["entry", other, at], ["entry", node.name, at]]

    def paired(self, bar: Shaped, formula: Shaped, of: str, scope: Scope, masks: Sequence[Term]) -> Term:
        """Σ over the entries of bar(V), as its indices are written, of formula · dV there."""
        names = [(self.reading.binder.fresh(), sort) for sort in bar.sorts]
        at = [name for name, _ in names]
        entry = bar.at(at)
        if entry[0] != "entry":
            raise IllTyped("the left side is no adjoint")
        letters = {letter: sort for letter, (_, sort) in scope.letters.items() if letter in entry[2]}
        if set(scope.letters) - set(letters) - set(self.setting.fixed):
            raise IllTyped("an index of the right side that the left side lacks")
        term = times(*masks, formula.at(at), ["entry", f"d{of}", entry[2]])
        for name, sort in reversed([*letters.items(), *names]):
            term = ["sum", name, sort, term]
        return term

    def pushed(self, consumer: Defined, of: str, still: Mapping[str, str]) -> Term:
        """⟨bar(c), D_V c⟩."""
        bar = f"bar({consumer.name})"
        at = [index for index, _ in consumer.parameters]
        adjoint = number(1) if consumer.name == self.setting.loss else ["entry", bar, at]
        term = times(adjoint, ["D", of, f"d{of}", renamed(consumer.body, still)])
        for name, sort in reversed(consumer.parameters):
            term = ["sum", name, sort, term]
        return term

    def reads(self, node: Defined, name: str) -> bool:
        """Whether the node reads the tensor, itself or through abbreviations."""
        inside = [a for a in self.abbreviations if a.name != node.name and self.mentions(node.source, a.name)]
        return self.mentions(node.source, name) or any(self.reads(a, name) for a in inside)

    def mentions(self, node: Node, name: str) -> bool:
        symbols = (inner for inner in tree.walk(node) if isinstance(inner, tree.Symbol))
        return any((named := self.reading.named(symbol.name)) is not None and named[0] == name for symbol in symbols)

    # --- derivatives

    def is_derivative(self, node: tree.Quotient) -> bool:
        sides = (node.numerator, node.denominator)
        return all(isinstance(side, tree.Symbol) and side.name.startswith("∂") for side in sides)

    def derivative(self, left: tree.Quotient, right: Node, scope: Scope, masks: Sequence[Term]) -> Statement:
        """∂a_j/∂s_l = f: Σ_l f ds_l = D_s a_j."""
        above, below = (tree.Symbol(side.name[1:], span=side.span) for side in (left.numerator, left.denominator)
                        if isinstance(side, tree.Symbol))  # fmt: skip
        used = self.reading.free_sorts(above, below, right)
        scope = free(used)
        of, function = self.reading.read(below, scope), self.reading.read(above, scope)
        formula = self.reading.read(right, scope)
        if of.sorts or function.sorts or formula.sorts:
            raise IllTyped("a derivative of an entry by an entry")
        entry = of.at(())
        own = {letter: used[letter] for letter in entry[2]}
        term = times(*masks, formula.at(()), ["entry", f"d{entry[1]}", entry[2]])
        for name, sort in reversed(own.items()):
            term = ["sum", name, sort, term]
        others = [(letter, sort) for letter, sort in used.items() if letter not in own]
        true = ["D", entry[1], f"d{entry[1]}", function.at(())]
        definitions = [*self.nodes, *self.abbreviations]
        return self.statement(term, true, others, definitions, {entry[1]: f"d{entry[1]}"})

    # --- the record

    def statement(
        self, left: Term, right: Term, free: Sequence[tuple[str, str]], wanted: Sequence[Defined], moved: Mapping[str, str],
        given: Sequence[Term] = (),
    ) -> Statement:  # fmt: skip
        definitions, (left, right) = closed(in_order(wanted, [left, right]), [left, right], self.setting.fixed)
        fixed = [(letter, sort) for letter, sort in self.setting.fixed.items() if letter not in dict(free)]
        shapes: dict[str, Axes] = {**self.reading.shapes, **{dx: self.reading.shapes[x] for x, dx in moved.items()}}
        used = set(tensors([left, right, *given, *(one.body for one in definitions)]))
        own = {one.name for one in definitions}
        masks = {name: axes(text) for name, text in self.setting.masks.items()}
        return {
            "sorts": list(self.setting.sorts),
            "tensors": {
                name: [sort for sort in shape if sort is not None]
                for name, shape in shapes.items() if name in used and name not in own
            },
            "positive": sorted(name for name in self.setting.positive if name in used),
            "masks": {
                name: [list(shape), [] if name in self.setting.sparse else [len(shape) - 1]] for name, shape in masks.items()
            },
            "maps": {name: list(axes(text)) for name, text in self.setting.tokens.items()},
            "functions": sorted(self.setting.functions),
            "define": [[one.name, [list(pair) for pair in one.parameters], one.body] for one in definitions],
            "given": list(given),
            "free": [list(pair) for pair in [*free, *fixed]],
            "left": left,
            "right": right,
        }  # fmt: skip
