"""Sums and products over letters, with the conditions that stand under them, beside them and in cases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.prover.letters import Letters
from derivations.prover.naming import Index, Scope, Term
from derivations.prover.setting import Setting
from derivations.prover.shaped import Binder, IllTyped, Shaped, number, plus, scalar, slots, summed, times


class Sums(Letters):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.binder = Binder()

    def fold(self, node: tree.Fold, scope: Scope) -> Shaped:
        """A sum over letters: new indices for each, and the masks that its conditions name.

        A product of positive numbers is exp of the sum of their logarithms.
        """
        sorts, conditions = self.bound(node, {letter: axis for letter, (_, axis) in scope.letters.items()})
        terms: list[tuple[Shaped, list[Term], list[tuple[str, str]]]] = []
        over = [slot for axis in sorts.values() for slot in slots(axis)]
        for at, named in self.binder.places(over):
            left = iter(at)
            new = {letter: (tuple(next(left) for _ in slots(axis)), axis) for letter, axis in sorts.items()}
            inner = scope.having(new)
            body = self.read(node.body, inner)
            terms.append((body, [self.condition(condition, inner) for condition in conditions], named))

        def entry(at: Sequence[Index]) -> Term:
            parts = []
            for body, masks, named in terms:
                value = body.at(at) if node.operator == "∑" else ["apply", "log", body.at(at)]
                parts.append(summed(named, times(*masks, value)))
            whole = parts[0] if len(parts) == 1 else plus(*parts)
            return whole if node.operator == "∑" else ["apply", "exp", whole]

        return Shaped(terms[0][0].axes, entry)

    def count(self, node: tree.Call, scope: Scope) -> Shaped:
        """|I|, |J_i|: how many ones the mask has."""
        found = self.counted_mask(node)
        assert found is not None
        mask, row = found
        at = list(chain.from_iterable(self.letter(letter, scope) or () for letter in row))
        over = slots(self.masks[mask][-1])
        return scalar(self.binder.total(over, lambda k: times(["entry", mask, [*at, *k]])))

    def condition(self, node: Node, scope: Scope) -> Term:
        """1 where the condition holds, else 0."""
        match node:
            case tree.Chain(sides=(tree.Symbol(name=left), tree.Symbol(name=right)), relations=("=",)):
                return self.equal(left, right, scope)
            case tree.Chain(sides=(tree.Symbol(name=left), tree.Symbol(name=right)), relations=("∈" | "∉" as sign,)):
                mask = self.mask_of(right)
                if mask is not None:
                    entry = self.mask_entry(mask[0], [*mask[1], left], scope)
                    return entry if sign == "∈" else plus(number(1), times(number(-1), entry))
            case tree.Chain(sides=(tree.Symbol(name=left), tree.Symbol(name=right)), relations=("≤" | "<" as sign,)):
                if sign in self.masks:
                    return self.mask_entry(sign, [right, left], scope)
        raise IllTyped("a condition that is not read")

    def mask_entry(self, mask: str, places: Sequence[str], scope: Scope) -> Term:
        indices = [index for place in places for index in self.letter(place, scope) or ()]
        return ["entry", mask, indices]

    def equal(self, left: str, right: str, scope: Scope) -> Term:
        one, other = self.letter(left, scope), self.letter(right, scope)
        if one is None or other is None or self.axis_of(left, scope) != self.axis_of(right, scope):
            raise IllTyped(f"{left} and {right} run over different sizes")
        parts = [
            number(int(a == b)) if isinstance(a, int) and isinstance(b, int) else ["delta", a, b]
            for a, b in zip(one, other, strict=True)
        ]
        return parts[0] if len(parts) == 1 else times(*parts)

    def cases(self, branches: tuple[tuple[Node, Node], ...], scope: Scope) -> Shaped:
        parts = [times(self.condition(where, scope), self.read(value, scope).term) for value, where in branches
                 if not (isinstance(value, tree.Number) and value.value == 0)]  # fmt: skip
        return scalar(parts[0] if len(parts) == 1 else plus(*parts))
