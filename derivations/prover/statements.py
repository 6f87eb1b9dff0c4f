"""From a printed formula and its setting to the statement that the kernel checks.

`Z = A V` states that both sides are equal entry by entry. `∂a_j/∂s_l = …` states D_s a_j = Σ_l … ds_l for every direction ds. A
formula for an adjoint, `bar(V) = …`, states ⟨formula, dV⟩ = Σ_c ⟨bar(c), D_V c⟩ for every dV, over the nodes c of the forward
computation that read V: the formula is held against the graph, with all other nodes kept fixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.kernel.language import frozen
from derivations.kernel.monomials import mentions
from derivations.prover.definitions import Defined, closed, in_order, numbered, renamed, tensors
from derivations.prover.forward import Forward
from derivations.prover.naming import Scope, all_slots, component, free
from derivations.prover.setting import NEXT, ORDINAL, Setting, axes
from derivations.prover.shaped import IllTyped, Shaped, literals, number, plus, shown, slots, summed, times

Term = Any
Statement = dict[str, Any]


def statements(setting: Setting, formula: str) -> list[Statement]:
    """One statement for each equation of the formula, or for each entry of a table of its; `j ∈ J_i` beside an equation
    restricts it.

    Raises IllTyped where shapes do not go together, FormulaError where the text is no formula.
    """
    return Writing(setting).statements(formula)


class Writing(Forward):
    """Writes statements in one setting, whose definitions it has read."""

    def statements(self, formula: str) -> list[Statement]:
        chains = self.parsed(formula)
        equations = [chain for chain in chains if not self.is_condition(chain)]
        conditions = [chain for chain in chains if self.is_condition(chain)]
        found: list[Statement] = []
        for chain in equations:
            if set(chain.relations) != {"="}:
                raise IllTyped("only equations are stated")
            for left, right in zip(chain.sides, chain.sides[1:], strict=False):
                found += self.equations(left, right, conditions)
        return found

    def parsed(self, text: str) -> tuple[tree.Chain, ...]:
        return self.reading.parsed(text)

    def is_condition(self, chain: tree.Chain) -> bool:
        return chain.relations in (("∈",), ("∉",), ("≤",), ("<",))

    def equation(self, left: Node, right: Node, conditions: Sequence[Node]) -> Statement:
        """The statement of an equation that is a single one."""
        found = list(self.equations(left, right, conditions))
        if len(found) != 1:
            raise IllTyped(f"{len(found)} equations where one is meant")
        return found[0]

    def equations(self, left: Node, right: Node, conditions: Sequence[Node]) -> Iterator[Statement]:
        scope = free(self.reading.free_sorts(left, right, *conditions))
        if of := self.variable(left):
            masks = [self.reading.condition(condition, scope) for condition in conditions]
            yield self.gradient(of, left, right, scope, masks)
            return
        if isinstance(left, tree.Quotient) and self.is_derivative(left):
            masks = [self.reading.condition(condition, scope) for condition in conditions]
            yield self.derivative(left, right, masks)
            return
        for chosen, letters in choices(scope):
            masks = [self.reading.condition(condition, chosen) for condition in conditions]
            one, other = self.reading.read(left, chosen), self.reading.read(right, chosen)
            if one.axes != other.axes:
                raise IllTyped(f"{shown(one.axes)} = {shown(other.axes)}")
            for at, names in self.reading.binder.places(one.slots):
                definitions = [*self.nodes, *self.abbreviations]
                sides = times(*masks, one.at(at)), times(*masks, other.at(at))
                yield self.statement(*sides, [*letters, *names], definitions, {})

    def entries_of(self, left: Node, right: Node) -> tuple[list[list[str]], Term]:
        """What stands at the entries of the left side, a whole tensor, in place of them: its indices, and a term."""
        scope = free(self.reading.free_sorts(left, right))
        one, other = self.reading.read(left, scope), self.reading.read(right, scope)
        if one.axes != other.axes:
            raise IllTyped(f"{shown(one.axes)} and {shown(other.axes)}")
        names = [(f"i{k}", sort) for k, sort in enumerate(one.sorts)]
        at = [name for name, _ in names]
        labels = one.at(at)[2][: len(scope.letters)]
        letters = [(index, sort) for index, sort in self.sorts_in(scope)]
        if labels != [index for index, _ in letters]:
            raise IllTyped("the indices of the two sides are not the same")
        return [list(pair) for pair in [*letters, *names]], numbered(other.at(at))

    # --- gradients

    def variable(self, node: Node) -> str | None:
        """The tensor V of bar(V), with or without superscript and subscript."""
        of = node.of if isinstance(node, tree.Superscripted) else node
        named = self.reading.named(of.name) if isinstance(of, tree.Symbol) and of.name.startswith("bar(") else None
        return named[0][4:-1] if named else None

    def gradient(self, of: str, left: Node, right: Node, scope: Scope, masks: Sequence[Term]) -> Statement:
        """⟨formula, dV⟩ = Σ_c ⟨bar(c), D_V c⟩ over the nodes c that read V."""
        bar, formula = self.reading.read(left, scope), self.reading.read(right, scope)
        if bar.axes != formula.axes:
            raise IllTyped(f"{shown(bar.axes)} = {shown(formula.axes)}")
        consumers = [node for node in self.nodes if node.of != of and self.reads(node.body, of)]
        if not consumers:
            raise IllTyped(f"no node of the forward computation reads {of}")
        claimed = self.paired(bar, formula, of, scope, masks)
        # All other nodes keep their values under D. A consumer that the formula mentions is unfolded, and where another
        # consumer reads it, it is read there under a second name: the same value, but one that does not move.
        needed = [node for node in consumers if self.reads(claimed, node.of)]
        still = {
            node.name: f"{node.name}°" for node in needed
            if any(other.of != node.of and self.reads(other.body, node.of) for other in consumers)
        }  # fmt: skip
        true = plus(*(self.pushed(consumer, of, still) for consumer in consumers))
        given = [self.same(node, still[node.name]) for node in needed if node.name in still]
        given += self.within(bar, scope, masks) if masks else []
        moved = {name: f"d{name}" for name in self.components(of)}
        return self.statement(claimed, true, [], [*needed, *self.abbreviations], moved, given)

    def same(self, node: Defined, other: str) -> Term:
        """The hypothesis that the other name stands for the value of the node."""
        self.kernel_shapes[other] = [sort for _, sort in node.parameters]
        at = [index for index, _ in node.parameters]
        return [[list(pair) for pair in node.parameters], ["entry", other, at], ["entry", node.name, at]]

    def within(self, bar: Shaped, scope: Scope, masks: Sequence[Term]) -> Iterator[Term]:
        """The hypothesis that V changes only where the conditions beside the formula hold: it says nothing of other entries."""
        for at, names in self.reading.binder.places(bar.slots):
            entry = bar.at(at)
            letters = [(index, sort) for index, sort in self.sorts_in(scope) if index in entry[2]]
            change = f"d{primal(entry[1])}"
            self.kernel_shapes[f"{change}°"] = [dict([*letters, *names])[index] for index in entry[2]]
            where = times(*masks, ["entry", f"{change}°", entry[2]])
            yield [list(map(list, [*letters, *names])), ["entry", change, entry[2]], where]

    def paired(self, bar: Shaped, formula: Shaped, of: str, scope: Scope, masks: Sequence[Term]) -> Term:
        """Σ over the entries of bar(V), as its indices are written, of formula · dV there."""
        terms = []
        for at, names in self.reading.binder.places(bar.slots):
            entry = bar.at(at)
            if entry[0] != "entry":
                raise IllTyped("the left side is no adjoint")
            letters = [(index, sort) for index, sort in self.sorts_in(scope) if index in entry[2]]
            unused = {index for index, _ in self.sorts_in(scope)} - {index for index, _ in letters} - set(self.setting.fixed)
            if unused:
                raise IllTyped("an index of the right side that the left side lacks")
            change = ["entry", f"d{primal(entry[1])}", entry[2]]
            term = times(*masks, formula.at(at), change)
            terms.append(summed([*letters, *names], term))
        return terms[0] if len(terms) == 1 else plus(*terms)

    def sorts_in(self, scope: Scope) -> list[tuple[str, str]]:
        """The indices that the letters of a scope stand for, with their sorts."""
        return [
            (index, str(slot)) for indices, axis in scope.letters.values()
            for index, slot in zip(indices, slots(axis), strict=True)
        ]  # fmt: skip

    def pushed(self, consumer: Defined, of: str, still: Mapping[str, str]) -> Term:
        """⟨bar(c), D_V c⟩."""
        at = [index for index, _ in consumer.parameters]
        bar = f"bar({consumer.of}){consumer.name[len(consumer.of) :]}"
        adjoint = number(1) if consumer.of == self.setting.loss else ["entry", bar, at]
        body = renamed(consumer.body, still)
        moves: list[Term] = [times(adjoint, ["D", name, f"d{name}", body]) for name in self.components(of)]
        return summed(consumer.parameters, moves[0] if len(moves) == 1 else plus(*moves))

    # --- derivatives

    def is_derivative(self, node: tree.Quotient) -> bool:
        sides = (node.numerator, node.denominator)
        return all(isinstance(side, tree.Symbol) and side.name.startswith("∂") for side in sides)

    def derivative(self, left: tree.Quotient, right: Node, masks: Sequence[Term]) -> Statement:
        """∂a_j/∂s_l = f: Σ_l f ds_l = D_s a_j."""
        above, below = (tree.Symbol(side.name[1:], span=side.span) for side in (left.numerator, left.denominator)
                        if isinstance(side, tree.Symbol))  # fmt: skip
        scope = free(self.reading.free_sorts(above, below, right))
        of, function = self.reading.read(below, scope), self.reading.read(above, scope)
        formula = self.reading.read(right, scope)
        if of.slots or function.slots or formula.slots:
            raise IllTyped("a derivative of an entry by an entry")
        entry = of.at(())
        used = self.sorts_in(scope)
        own = [(index, sort) for index, sort in used if index in entry[2]]
        if shared := sorted(index for index, _ in own if mentions(frozen(function.at(())), index)):
            raise IllTyped(f"{', '.join(shared)} stands above and below: give both entries letters of their own, and δ")
        term = summed(own, times(*masks, formula.at(()), ["entry", f"d{entry[1]}", entry[2]]))
        others = [pair for pair in used if pair not in own]
        true = ["D", entry[1], f"d{entry[1]}", function.at(())]
        definitions = [*self.nodes, *self.abbreviations]
        return self.statement(term, true, others, definitions, {entry[1]: f"d{entry[1]}"})

    # --- the record

    def statement(
        self, left: Term, right: Term, free: Sequence[tuple[str, str]], wanted: Sequence[Defined], moved: Mapping[str, str],
        given: Sequence[Term] = (),
    ) -> Statement:  # fmt: skip
        """The kernel's statement with the declarations it needs. moved: the tensors that D moves, each with its direction."""
        definitions, (left, right) = closed(in_order(wanted, [left, right]), [left, right], self.setting.fixed)
        fixed = [(letter, str(sort)) for letter, sort in self.setting.fixed.items() if letter not in dict(free)]
        hypotheses = self.hypotheses()
        if set(moved) & set(tensors(hypotheses)):
            raise IllTyped("a hypothesis about what the derivative moves")
        hypotheses += given
        used = set(
            tensors(
                [
                    left,
                    right,
                    *hypotheses,
                ]
            )
        ).union(*(one.mentioned for one in definitions))
        own = {one.name for one in definitions}
        shapes = {**self.declared(), **self.kernel_shapes}
        shapes |= {dx: shapes[x] for x, dx in moved.items()}
        return {
            "sorts": list(self.setting.sorts),
            "tensors": {name: shape for name, shape in shapes.items() if name in used and name not in own},
            "positive": sorted(name for name in self.positive() if name in used and name not in own),
            "masks": {
                name: [list(map(str, all_slots(shape))), [] if name in self.setting.sparse else [len(shape) - 1]]
                for name, shape in self.reading.masks.items()
            },
            "maps": self.maps(),
            "functions": sorted(self.setting.functions),
            "define": [[one.name, [list(pair) for pair in one.parameters], one.body] for one in definitions],
            "given": hypotheses,
            "free": [list(pair) for pair in [*free, *fixed]],
            "left": left,
            "right": right,
        }

    def declared(self) -> dict[str, list[str]]:
        """Every tensor as the kernel knows it, and the numbers of the positions."""
        found = {
            component(name, [k for k in choice if k is not None]): self.reading.sorts_of(name)
            for name, shape in self.reading.shapes.items() if name not in self.setting.permutations
            for choice in literals(all_slots(shape))
        }  # fmt: skip
        return found | {f"{ORDINAL}{size}": [size] for size in self.reading.counted}

    def positive(self) -> set[str]:
        return {name for tensor in self.setting.positive for name in self.components(tensor)} | {
            f"{ORDINAL}{size}" for size in self.reading.counted
        }

    def maps(self) -> dict[str, list[str]]:
        tokens = {name: [str(axis) for axis in axes(text)] for name, text in self.setting.tokens.items()}
        shifted = {name + NEXT: tokens[name] for name in sorted(self.reading.shifted)}
        return tokens | shifted | {name: [size, size, "bijective"] for name, size in self.setting.permutations.items()}


def primal(adjoint: str) -> str:
    """`bar(q)[1]` → `q[1]`."""
    of, _, numbers = adjoint.removeprefix("bar(").rpartition(")")
    return of + numbers


def choices(scope: Scope) -> Iterator[tuple[Scope, list[tuple[str, str]]]]:
    """The scope for each choice of a number where the length of a slot is one, with the indices that stay and their sorts."""
    over = [slot for _, axis in scope.letters.values() for slot in slots(axis)]
    for choice in literals(over):
        left = iter(choice)
        letters, named = {}, []
        for letter, (indices, axis) in scope.letters.items():
            chosen = [next(left) for _ in slots(axis)]
            letters[letter] = tuple(index if k is None else k for index, k in zip(indices, chosen, strict=True)), axis
            named += [(index, str(slot)) for index, slot, k in zip(indices, slots(axis), chosen, strict=True) if k is None]
        yield Scope(letters, scope.values), named
