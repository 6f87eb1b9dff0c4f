"""The sides of a chain under a reading of its names: which are numbers, which expressions, and what they are worth."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from derivations.formula import tree
from lessonproof.records import dataclass
from lessons.byte_units import Scale, scales
from lessons.comparison import Worth
from lessons.names import Reading
from lessons.printed import Printed, printed_rows
from lessons.relations import Chain, Side
from lessons.sign import APPROXIMATE, Role, Sign
from lessons.unfolding import unfolded
from numeric.real import Real

# Lengths of contexts are powers of two: 128K tokens are 131,072 to whoever counts their bytes.
_CONTEXTS = frozenset(f"{2**power}{letter}" for power in range(11) for letter in "Kk")


@dataclass
class ChainSides:
    """types: of stored numbers, which the passage names."""

    chain: Chain
    types: frozenset[str] = frozenset()

    @cached_property
    def nodes(self) -> list[tree.Node | None]:
        """The tree of each side; None where it is not read, or what stands beside the chain may belong to it."""
        last = len(self.chain.sides) - 1
        return [
            None if (self.chain.left_open and i == 0) or (self.chain.right_open and i == last) else side.node
            for i, side in enumerate(self.chain.sides)
        ]

    @cached_property
    def printed(self) -> list[list[list[Printed]] | None]:
        """The numbers of each side that is nothing but numbers."""
        pairs = zip(self.nodes, self.chain.sides, strict=True)
        return [printed_rows(node, side.text) if node is not None else None for node, side in pairs]

    @cached_property
    def expressions(self) -> list[int]:
        """The sides that are neither numbers nor a lone name."""
        return [
            i
            for i, node in enumerate(self.nodes)
            if node is not None and self.printed[i] is None and not isinstance(node, tree.Symbol)
        ]

    def side(self, i: int) -> Side:
        return self.chain.sides[i]

    def between(self, i: int, j: int) -> list[Sign]:
        """The relations between two sides."""
        return self.chain.relations[min(i, j) : max(i, j)]

    def approximate(self, i: int, j: int) -> bool:
        """Whether side i is said to be about what side j is."""
        return any(relation.text in APPROXIMATE for relation in self.between(i, j)) or self.side(i).about

    def worth(self, i: int, reading: Reading, scale: Fraction = Fraction(1)) -> Worth:
        node = self.nodes[i]
        assert node is not None
        return Worth(unfolded(node, reading.nodes), reading.names, scale)

    def entries(self, i: int, reading: Reading) -> list[list[Real]]:
        """The value of side i. Raises NotComputed."""
        worth = self.worth(i, reading)
        return worth.entries(worth.vocabulary())

    def scales(self, number: int, expression: int) -> list[Scale]:
        """How the units of an expression may be read beside those of a number."""
        two_bytes = any(sign.text.endswith("B") and sign.text[:-1].isdigit() for sign in self.side(expression).signs)
        found = list(scales(self.side(expression).units, self.side(number).units, self.types, two_bytes=two_bytes))
        thousands = sum(sign.role is Role.FIGURE and sign.text in _CONTEXTS for sign in self.side(expression).signs)
        if thousands and self.side(number).units:
            found += [(scale * Fraction(1024, 1000) ** thousands, binary) for scale, binary in found]
        return found
