"""Where a formula does not fit its shapes: the smallest part of it that cannot be read, and the two shapes that meet there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches

from derivations.formula import tree
from derivations.formula.pretty import pretty
from derivations.formula.tree import Node
from derivations.prover.instead import instead
from derivations.prover.naming import Scope, free
from derivations.prover.shaped import IllTyped, Shaped, shown
from derivations.prover.statements import Writing
from lessonproof.patterns import pattern
from lessonproof.records import dataclass

_UNDECLARED = pattern(r"(\S+) is not declared")
_TWO_SIZES = pattern(r"(\S+) runs over (.+?),? (?:and|not) over (.+)")


@dataclass(frozen=True, slots=True)
class Clash:
    """Two parts that meet, with their shapes, and the column (from 1) of the second one in the formula.

    kind: "product", "dot", "sum", "equation"; "letter": left runs over both; "undeclared": right is the declared name
    nearest to left; "new": no declared name is like left; "loss": nor like left, whose gradient is claimed; "joined": right are
    the letters that left is made of; or "other": `why` says what is wrong.
    """

    kind: str
    column: int
    left: str = ""
    left_shape: str = ""
    right: str = ""
    right_shape: str = ""
    why: str = ""

    @property
    def instead(self) -> str | None:
        """What an author may be told to write: a key of what the reports say."""
        if self.kind == "sum" and "a number" in (self.left_shape, self.right_shape):
            return "number"
        return instead(self.why or f"{self.left} is not declared")


def clash(writing: Writing, chain: tree.Chain, error: IllTyped) -> Clash:
    """What is wrong in an equation, or in one side alone, that the setting read as ill-typed."""
    if (undeclared := _UNDECLARED.fullmatch(str(error))) is not None:
        return _undeclared(writing, chain, undeclared[1])
    if (two := _TWO_SIZES.fullmatch(str(error))) is not None:
        return Clash("letter", chain.span[0] + 1, left=two[1], left_shape=two[2], right_shape=two[3])
    try:
        scope = free(writing.reading.free_sorts(*chain.sides))
    except IllTyped as unread:
        return _bracket(writing, chain) or _other(chain, unread)
    for side in chain.sides:
        if _shape(writing, side, scope) is None and not _is_symbolic_derivative(side):
            return _inside(writing, side, scope) or _other(side, error)
    for left, right in zip(chain.sides, chain.sides[1:], strict=False):
        one, other = _shape(writing, left, scope), _shape(writing, right, scope)
        if one and other and one.axes != other.axes:
            return _two("equation", left, one, right, other)
    return _other(chain, error)


def _bracket(writing: Writing, node: Node) -> Clash | None:
    """The clash in (A V)_{i r}, from whose brackets the letters should have got their axes."""
    brackets = [inner.of for inner in tree.walk(node) if isinstance(inner, tree.Subscripted)]
    within = next((of for of in brackets if _shape(writing, of, Scope()) is None), None)
    return _inside(writing, within, Scope()) if within is not None else None


def _other(node: Node, error: IllTyped) -> Clash:
    return Clash("other", node.span[0] + 1, left=pretty(node), why=str(error))


def _is_symbolic_derivative(node: Node) -> bool:
    return isinstance(node, tree.Quotient) and pretty(node.numerator).startswith("∂")


def _shape(writing: Writing, node: Node, scope: Scope) -> Shaped | None:
    try:
        found = writing.reading.read(node, scope)
        found.at([f"·{k}" for k in range(len(found.slots))])  # some shapes are only compared where an entry is made
    except IllTyped:
        return None
    return found


def _inside(writing: Writing, node: Node, scope: Scope) -> Clash | None:
    """The innermost clash in a node that cannot be read."""
    if isinstance(node, tree.Fold):
        try:
            around = {letter: axis for letter, (_, axis) in scope.letters.items()}
            scope = scope.having(free(writing.reading.bound(node, around)[0]).letters)
        except IllTyped as error:
            return _bracket(writing, node) or _other(node, error)
        return _inside(writing, node.body, scope) if _shape(writing, node.body, scope) is None else None
    for part in _expressions(node):
        if _shape(writing, part, scope) is None:
            return _inside(writing, part, scope)
    match node:
        case tree.Product(factors=factors, operators=operators):
            before: Node = factors[0]
            for at, factor in enumerate(factors[1:], 1):
                now = replace(node, factors=factors[: at + 1], operators=operators[:at])
                if _shape(writing, now, scope) is None:
                    kind = "product" if operators[at - 1] not in ("⊙", "·") else "dot" if operators[at - 1] == "·" else "sum"
                    return _met(writing, kind, before, factor, scope)
                before = now
        case tree.Sum(terms=terms):
            for at in range(1, len(terms)):
                if _shape(writing, replace(node, terms=terms[: at + 1]), scope) is None:
                    return _met(writing, "sum", terms[0], terms[at], scope)
    try:
        writing.reading.read(node, scope)
    except IllTyped as error:
        return _other(node, error)
    return None


def _expressions(node: Node) -> Iterator[Node]:
    """The parts of a node that have a shape of their own."""
    match node:
        case tree.Sum(terms=parts) | tree.Product(factors=parts) | tree.Call(arguments=parts):
            yield from parts
        case tree.Quotient(numerator=above, denominator=below):
            yield from (above, below)
        case tree.Negative(of=of) | tree.Transpose(of=of) | tree.Subscripted(of=of):
            yield of
        case tree.Power(base=base, exponent=exponent):
            yield exponent if isinstance(base, tree.Symbol) and base.name == "e" else base


def _met(writing: Writing, kind: str, left: Node, right: Node, scope: Scope) -> Clash | None:
    one, other = _shape(writing, left, scope), _shape(writing, right, scope)
    return _two(kind, left, one, right, other) if one and other else None


def _two(kind: str, left: Node, one: Shaped, right: Node, other: Shaped) -> Clash:
    return Clash(kind, right.span[0] + 1, pretty(left), shown(one.axes), pretty(right), shown(other.axes))


def _undeclared(writing: Writing, chain: tree.Chain, name: str) -> Clash:
    """The name where it stands first, and the declared one that is nearest to it, if one is like it."""
    setting = writing.setting
    symbols = [node for node in tree.walk(chain) if isinstance(node, tree.Symbol)]
    column = next((node.span[0] + 1 for node in symbols if node.name == name), 1)
    letters = {*writing.reading.shapes, *setting.sizes.split(), *setting.masks, *setting.rows}
    word, _, subscript = name.partition("_")
    apart = [*word[:-1], f"{word[-1]}_{subscript}" if subscript else word[-1]]
    if len(word) > 1 and all(part in letters for part in apart):
        return Clash("joined", column, left=_shown(name), right=" ".join(map(_shown, apart)))
    spelled = {spelling: letter for letter in sorted(letters) for spelling in _spellings(letter)}
    nearest = next(iter(get_close_matches(name, spelled, n=1)), None)
    if nearest is None:
        is_loss = f"∂{name}" in {node.name for node in symbols}
        return Clash("loss" if is_loss else "new", column, left=_shown(name))
    return Clash("undeclared", column, left=_shown(name), right=_shown(spelled[nearest]))


def _spellings(name: str) -> Iterator[str]:
    """How an author may have meant to write a name, or the adjoint of it, with what it then is."""
    yield from (name, name.replace("_", ""), name.replace("_", "").lower())
    accent, bracket, rest = name.partition("(")
    if bracket:
        of, _, after = rest.rpartition(")")
        yield from (f"{of}{accent}{after}", f"{accent}{of}{after}", f"d{of}{after}")


def _shown(name: str) -> str:
    return pretty(tree.Symbol(name, span=(0, 0))) if name else "—"
