"""What a differentiable loss does along a step: `L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (η)`, and `L (θ - η g) < L (θ)`.

The first-order expansion is a base theorem; that the printed coefficient of the step is the right one is an equation that the
kernel proves for vectors of any length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from derivations.prover.finding import Finding, Result
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.formula.tree import Node

EXPANSION = "first-order expansion"
SIGN_OF_A_LIMIT = "sign of a limit"
SQUARES = "sum of squares"


@dataclass(frozen=True, slots=True)
class Told:
    """An exact instance that is written down by hand."""

    text: str

    @property
    def sizes(self) -> dict[str, int]:
        return {}

    def shown(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True, slots=True)
class FirstOrder:
    """A printed expansion with `o (step)`, or a decrease `L (…) < L (…)` for all small positive steps where g ≠ 0.

    given: name → hypothesis, as in `Hypothetical`; the only one that is read is that the gradient is not 0.
    loss, at, step, gradient: the lesson's letters for L, θ, η and g = ∇L(θ); θ and g are vectors of one length.
    """

    formula: str
    loss: str = "L"
    at: str = "θ"
    step: str = "η"
    gradient: str = "g"
    given: Mapping[str, str] = field(default_factory=lambda: {"g ≠ 0": r"g \neq 0"})

    @property
    def shown(self) -> str:
        from derivations.formula.parser import parse
        from derivations.formula.pretty import pretty

        return pretty(parse(self.formula, frozenset({self.loss, "o", f"∇{self.loss}"})))

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(self.given) if "<" in self.formula else ()

    @property
    def _nonzero(self) -> bool:
        """Whether the hypotheses say that the gradient is not 0."""
        from derivations.formula import tree
        from derivations.formula.parser import parse

        here = (0, 0)
        meant = tree.Symbol(self.gradient, span=here)
        chains = [chain for text in self.given.values() for chain in parse(text, frozenset()).chains]
        return any(
            chain.relations == ("≠",) and chain.sides[0] == meant and getattr(chain.sides[1], "value", None) == 0
            for chain in chains
        )

    def without(self, hypothesis: str) -> FirstOrder:
        return replace(self, given={name: text for name, text in self.given.items() if name != hypothesis})

    def examined(self) -> Finding:
        """Raises IllTyped where the formula is neither of the two."""
        from derivations.formula.parser import parse
        from derivations.prover.examine import examine
        from derivations.prover.statements import Writing

        first, *others = parse(self.formula, frozenset({self.loss, "o"})).chains
        for chain in others:
            self._is_gradient(chain.sides, chain.relations)
        left, right = first.sides[0], first.sides[-1]
        if first.relations == ("=",):
            claimed, cited = self._rest(right), [EXPANSION]
        elif first.relations == ("<",) and self._is_here(right):
            claimed, cited = self._squares(), [EXPANSION, SQUARES, SIGN_OF_A_LIMIT]
        else:
            raise IllTyped(f"no expansion and no decrease: {self.formula}")
        letters = {self.gradient: "M", self.step: "", self.at: "M"}
        writing = Writing(Setting(sizes="M", shapes=letters, positive=frozenset({self.step})))
        statement = writing.equation(self._change(left), claimed, ())
        finding = examine(statement)
        if finding.result is not Result.PROVED:
            return finding
        if first.relations == ("<",) and not self._nonzero:
            zero = Told(f"{self.gradient} = 0; {self.loss}({self.at} − {self.step} {self.gradient}) = {self.loss}({self.at})")
            return Finding(finding.statement, Result.REFUTED, counterexample=zero)
        return replace(finding, theorems=tuple(cited), instance=Told(f"{self.gradient} = (1), {self.step} = 1"))

    # --- the parts of the printed formula

    def _change(self, left: Node) -> Node:
        """⟨g, v⟩ for the left side L(θ + v), where v is the step times what does not depend on it."""
        from derivations.formula import tree

        match left:
            case tree.Call(function=self.loss, arguments=(tree.Sum(terms=(tree.Symbol(name=self.at), moved)),)):
                inner = moved.of if isinstance(moved, tree.Negative) else moved
                factors = inner.factors if isinstance(inner, tree.Product) else ()
                if [factor for factor in factors if self._mentions(factor, self.step)] != [tree.Symbol(self.step, span=(0, 0))]:
                    raise IllTyped(f"what is added to {self.at} is not {self.step} times a vector")
                return tree.Product((tree.Symbol(self.gradient, span=left.span), moved), ("·",), span=left.span)
        raise IllTyped(f"the left side is not {self.loss} at {self.at} and a step")

    def _rest(self, right: Node) -> Node:
        """The right side without L(θ) and o(η), which it must have once each."""
        from derivations.formula import tree

        terms: Sequence[Node] = right.terms if isinstance(right, tree.Sum) else ()
        rest = [term for term in terms if not self._is_here(term) and not self._is_small(term)]
        if len(terms) - len(rest) != 2 or not rest or not any(map(self._is_small, terms)) or not any(map(self._is_here, terms)):
            raise IllTyped(f"the right side is not {self.loss}({self.at}), a term in {self.step}, and o({self.step})")
        return tree.mapped(tree.Sum(tuple(rest), span=right.span) if len(rest) > 1 else rest[0], _squared)

    def _squares(self) -> Node:
        """− η ⟨g, g⟩."""
        from derivations.formula import tree

        here = (0, 0)
        step, gradient = (tree.Symbol(name, span=here) for name in (self.step, self.gradient))
        square = tree.Product((gradient, gradient), ("·",), span=here)
        return tree.Negative(tree.Product((step, square), ("",), span=here), span=here)

    def _is_here(self, node: Node) -> bool:
        from derivations.formula import tree

        return node == tree.Call(self.loss, (tree.Symbol(self.at, span=(0, 0)),), span=(0, 0))

    def _is_small(self, node: Node) -> bool:
        from derivations.formula import tree

        return node == tree.Call("o", (tree.Symbol(self.step, span=(0, 0)),), span=(0, 0))

    def _is_gradient(self, sides: Sequence[Node], relations: Sequence[str]) -> None:
        """`g = ∇L(θ)` beside the formula: any other statement there would pass unread."""
        from derivations.formula import tree

        at = tree.Symbol(self.at, span=(0, 0))
        nabla = tree.Symbol(f"∇{self.loss}", span=(0, 0))
        meant = (tree.Call(nabla.name, (at,), span=(0, 0)), tree.Product((nabla, at), ("",), span=(0, 0)))
        if relations != ("=",) or sides[0] != tree.Symbol(self.gradient, span=(0, 0)) or sides[1] not in meant:
            raise IllTyped(f"only {self.gradient} = ∇{self.loss}({self.at}) is read beside the formula")

    def _mentions(self, node: Node, name: str) -> bool:
        from derivations.formula import tree

        return any(isinstance(inner, tree.Symbol) and inner.name == name for inner in tree.walk(node))


def _squared(node: Node) -> Node:
    """‖g‖² as g · g."""
    from derivations.formula import tree

    match node:
        case tree.Power(base=tree.Call(function="norm", arguments=(of,)), exponent=tree.Number(value=value)) if value == 2:
            return tree.Product((of, of), ("·",), span=node.span)
    return node
