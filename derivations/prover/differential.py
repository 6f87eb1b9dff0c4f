"""Equations between differentials, as the lesson writes them: `d v = 2 mean ((x - μ) ⊙ d x)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.presupposed import presupposed
from derivations.prover.setting import Setting
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.formula.tree import Node, Product
    from derivations.prover.statements import Writing


@dataclass(frozen=True, kw_only=True, slots=True)
class Differential:
    """A printed equation in which a letter d before a tensor is its change to first order.

    of: the tensors that move, independently of each other; a definition of theirs in the setting does not count here. Every
    other tensor moves as its definition makes it: d T = Σ over m in `of` of the derivative of T at m along d m.
    """

    setting: Setting
    formula: str
    of: tuple[str, ...]

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(presupposed(self.setting, self.statement()))

    def without(self, hypothesis: str) -> Differential:
        return replace(self, setting=presupposed(self.setting, self.statement())[hypothesis])

    def examined(self) -> Finding:
        """Raises IllTyped where the formula states no single equation."""
        from derivations.prover.examine import examine

        return examine(self.statement())

    def statement(self) -> Mapping[str, Any]:
        """What the kernel is asked. Raises IllTyped where the formula states no single equation."""
        from derivations.prover.shaped import IllTyped

        writing = self._writing()
        chains = writing.parsed(self.formula)
        if len(chains) != 1 or chains[0].relations != ("=",):
            raise IllTyped(f"one equation is meant: {self.formula}")
        left, right = (_joined(side, writing) for side in chains[0].sides)
        return writing.equation(left, right, ())

    def _writing(self) -> Writing:
        """The setting with a tensor `dT` for each tensor T: free for those that move, defined for the others."""
        from derivations.prover.statements import Writing

        whole = Writing(self.setting)
        moved = {one.name for one in [*whole.nodes, *whole.abbreviations]} & set(self.of)
        shapes = {name: _spelled(shape) for name, shape in whole.reading.shapes.items()}
        still = {name: shape for name, shape in shapes.items() if name in {*self.setting.shapes, *moved}}
        setting = replace(
            self.setting,
            forward=tuple(line for line in self.setting.forward if not _defines(line, moved)),
            where=tuple(line for line in self.setting.where if not _defines(line, moved)),
            shapes={**still, **{f"d{name}": shape for name, shape in shapes.items()}},
            rows={**self.setting.rows, **{f"d{letter}": f"d{name}" for letter, name in self.setting.rows.items()}},
        )
        writing = Writing(setting)
        for one in [*writing.nodes, *writing.abbreviations]:
            at = [index for index, _ in one.parameters]
            changes = [["D", name, f"d{name}", ["entry", one.name, at]] for name in self.of]
            writing.abbreviations.append(replace(one, name=f"d{one.name}", tensor=None, body=["plus", changes]))
        return writing


def _spelled(shape: Sequence[object]) -> str:
    """A shape as a setting writes it. Raises IllTyped for axes that are made of blocks."""
    from derivations.prover.shaped import IllTyped

    if not all(axis is None or isinstance(axis, str) for axis in shape):
        raise IllTyped("differentials of tensors whose axes are made of blocks are not read")
    return " ".join("1" if axis is None else str(axis) for axis in shape)


def _defines(line: str, names: set[str]) -> bool:
    from derivations.formula import tree
    from derivations.formula.parser import parse

    left = parse(line).chains[0].sides[0]
    return isinstance(left, tree.Symbol) and (left.name in names or left.base in names)


def _joined(node: Node, writing: Writing) -> Node:
    """The tree with `d T` as one symbol, wherever the letter d stands before a tensor."""
    from derivations.formula import tree

    def change(inner: Node) -> Node:
        if not isinstance(inner, tree.Product):
            return inner
        pairs = list(_pairs(inner, writing))
        factors, operators = tuple(factor for factor, _ in pairs), tuple(operator for _, operator in pairs)
        return tree.Product(factors, operators[:-1], span=inner.span) if len(factors) > 1 else factors[0]

    return tree.mapped(node, change)


def _pairs(product: Product, writing: Writing) -> Iterator[tuple[Node, str]]:
    """The factors of a product, each with the sign behind it."""
    from derivations.formula import tree

    waiting = list(zip(product.factors, (*product.operators, ""), strict=True))
    while waiting:
        factor, operator = waiting.pop(0)
        following = waiting[0][0] if waiting else None
        is_d = isinstance(factor, tree.Symbol) and factor.name == "d" and operator == ""
        if is_d and isinstance(following, tree.Symbol) and writing.reading.named(following.name) is not None:
            _, operator = waiting.pop(0)
            factor = tree.Symbol(f"d{following.name}", span=(factor.span[0], following.span[1]))
        yield factor, operator
