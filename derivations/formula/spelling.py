"""One formula in its many spellings.

`A V`, `AV`, `A \\cdot V` and `\\mathbf{A}\\mathbf{V}` are one product, `\\frac{1}{e + 1}` and `1/(1 + e)` one quotient. What is
equal here is equal by notation alone: no value and no rule of algebra takes part but the order of the terms of a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from derivations.formula import tree
from derivations.formula.pretty import pretty
from derivations.formula.tree import Node
from lessonproof.patterns import pattern
from lessonproof.records import dataclass

# Letters that authors take for one another; where a lesson uses both, they stay two.
_VARIANTS = str.maketrans("εϑφ", "ϵθϕ")
_ALPHABETS = ("bold(", "cal(")
_RELATIONS = {"≃": "≈", "≅": "≈", "≐": "≈", "≡": "=", ":=": "="}
_INDEX = pattern(r"_([1-9]),([1-9])$")
_PLAIN_PRODUCTS = frozenset({"", "·", "×", "*"})


@dataclass(frozen=True, slots=True)
class Spelled:
    """A formula in the one spelling: `key` with `#` for each figure, and the figures' numbers in the order of the key.

    A sign that belongs to a figure is part of its `#`. One that does not stays in the key: of `e − 1`, of `−1/2` set as a
    fraction, of an exponent whose sign the tree keeps in the number and the page does not.
    """

    key: str
    order: tuple[int, ...]


class Spelling:
    """The letters of a chapter, and how its formulas are brought into one spelling."""

    def __init__(self, letters: Iterable[str], entries: Mapping[str, Sequence[str]] | None = None) -> None:
        """entries: by what the entries of a row are called, where not by number: p of A, B, C."""
        self.letters = frozenset(letters)
        self.entries = entries or {}
        by_sound: dict[str, set[str]] = {}
        for letter in self.letters:
            by_sound.setdefault(_sound(letter), set()).add(letter)
        self._alone = {sound: next(iter(found)) for sound, found in by_sound.items() if len(found) == 1}

    def plain(self, node: Node) -> Node:
        """The same formula with the chapter's own letters, products written apart, and no alphabets of fonts."""
        return tree.mapped(node, self._plain)

    def spelled(self, node: Node, unsigned: frozenset[int] | None = None) -> Spelled:
        """unsigned: negative numbers whose sign is no part of the printed figure; by default those that begin an exponent."""
        ordered = tree.mapped(self.plain(node), _ordered)
        order = tuple(found.figure for found in tree.figures(ordered) if found.figure is not None)
        return Spelled(_shape(ordered, _beginning_exponents(ordered) if unsigned is None else unsigned), order)

    def _plain(self, node: Node) -> Node:
        match node:
            case tree.Symbol():
                return self._symbol(node)
            case tree.Call(function="bold", arguments=(only,)):
                return only
            case tree.Call(function="log"):
                return replace(node, function="ln")
            case tree.Product(factors=(tree.Symbol(name=nabla), tree.Symbol(name=loss))) if nabla.startswith("∇_"):
                return self._derivative(f"∂{loss}", "∂" + nabla.removeprefix("∇_"), node)
            case tree.Product():
                return _flattened(node)
            case tree.Table(rows=(only_row,)) if len(only_row) > 1:
                return tree.Row(only_row, span=node.span)
            case tree.Row() if (whole := self._whole(node)) is not None:
                return tree.Symbol(whole, span=node.span)
            case tree.Transpose(of=tree.Row(items=items)):
                return tree.Table(tuple((item,) for item in items), span=node.span)
            case tree.Quotient(numerator=tree.Symbol(name=over), denominator=tree.Symbol(name=under)):
                return self._derivative(over, under, node)
            case tree.Chain():
                return replace(node, relations=tuple(_RELATIONS.get(sign, sign) for sign in node.relations))
        return node

    def _derivative(self, over: str, under: str, node: Node) -> Node:
        """∂L/∂W and ∇_W L are W̄, where the lesson calls them so."""
        base, underscore, index = under.removeprefix("∂").partition("_")
        barred = f"bar({base})" + underscore + index
        named = _sound(over) == "∂L" and under.startswith("∂") and barred in self.letters
        return tree.Symbol(barred, span=node.span) if named else node

    def _whole(self, row: tree.Row) -> str | None:
        """The letter of which a row names all entries, as (h_1, h_2) does of h."""
        names = [item.name.rpartition("_") for item in row.items if isinstance(item, tree.Symbol)]
        wholes = {whole for whole, _, _ in names}
        if len(names) != len(row.items) or len(names) < 2 or len(wholes) != 1:
            return None
        [whole] = wholes
        wanted = self.entries.get(whole, [str(number) for number in range(1, len(names) + 1)])
        return whole if whole in self.letters and [index for _, _, index in names] == list(wanted) else None

    def _symbol(self, node: tree.Symbol) -> Node:
        if node.name in self.letters:
            return node
        if (joined := _INDEX.sub(r"_\1\2", node.name)) != node.name and joined in self.letters:
            return replace(node, name=joined)
        if (same := self._alone.get(_sound(node.name))) is not None:
            return replace(node, name=same)
        parts = self._split(node.name)
        if parts is None:
            return node
        factors = tuple(tree.Symbol(part, span=node.span) for part in parts)
        return tree.Product(factors, ("",) * (len(parts) - 1), span=node.span)

    def _split(self, name: str) -> list[str] | None:
        """The letters that a word is the product of, as `AV` and `ZW_O`."""
        word, underscore, subscript = name.partition("_")
        if not (word.isascii() and word.isalpha() and 1 < len(word) <= 4):
            return None
        parts = [*word[:-1], word[-1] + underscore + subscript]
        return parts if all(part in self.letters for part in parts) else None


def _sound(name: str) -> str:
    """A name without its font: `bold(W)_Q` sounds like `W_Q`, `ε` like `ϵ`."""
    base, underscore, subscript = name.translate(_VARIANTS).partition("_")
    for alphabet in _ALPHABETS:
        while (start := base.find(alphabet)) >= 0:
            close = base.find(")", start)
            base = base[:start] + base[start + len(alphabet) : close] + base[close + 1 :]
    return base + underscore + subscript


def _flattened(node: tree.Product) -> tree.Product:
    """Products of products by plain signs as one; `⊙` and `⊗` stay."""
    operators = tuple("" if sign in _PLAIN_PRODUCTS else sign for sign in node.operators)
    factors: list[Node] = []
    signs: list[str] = []
    for position, factor in enumerate(node.factors):
        if position:
            signs.append(operators[position - 1])
        if isinstance(factor, tree.Product) and not any(factor.operators) and not any(operators):
            factors += factor.factors
            signs += factor.operators
        else:
            factors.append(factor)
    return replace(node, factors=tuple(factors), operators=tuple(signs))


def _ordered(node: Node) -> Node:
    return replace(node, terms=tuple(sorted(node.terms, key=_shape))) if isinstance(node, tree.Sum) else node


def _beginning_exponents(node: Node) -> frozenset[int]:
    powers = (found for found in tree.walk(node) if isinstance(found, tree.Power))
    firsts = (_first_number(power.exponent) for power in powers)
    return frozenset(first.figure for first in firsts if first is not None and first.figure is not None)


def _first_number(node: Node) -> tree.Number | None:
    """The negative number with which an expression begins, if it does: the sign is not its own where it follows `^`."""
    while isinstance(node, (tree.Product, tree.Quotient, tree.Sum, tree.Power)):
        match node:
            case tree.Product():
                node = node.factors[0]
            case tree.Quotient():
                node = node.numerator
            case tree.Sum():
                node = node.terms[0]
            case tree.Power():
                node = node.base
    return node if isinstance(node, tree.Number) and node.written.value < 0 else None


def _shape(node: Node, unsigned: frozenset[int] = frozenset()) -> str:
    count = 1 + max((found.figure or 0 for found in tree.figures(node)), default=-1)
    return pretty(node, ["−#" if number in unsigned else "#" for number in range(count)])
