"""From the tree of a printed formula to terms, in a setting. Shapes are checked as the lesson's own notation asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from derivations.formula import tree
from derivations.formula.tree import Node
from derivations.prover.setting import Setting, axes
from derivations.prover.shaped import (
    Axes,
    Binder,
    IllTyped,
    Shaped,
    entrywise,
    inverse,
    letters,
    number,
    plus,
    scalar,
    simplified,
    times,
    transposed,
)  # fmt: skip

Index = Any
Term = Any


@dataclass(frozen=True, slots=True)
class Scope:
    """Letters that are indices here: the index each stands for, and its sort."""

    letters: Mapping[str, tuple[Index, str]] = field(default_factory=dict)

    def having(self, letters: Mapping[str, tuple[Index, str]]) -> Scope:
        return Scope({**self.letters, **letters})


def free(sorts: Mapping[str, str]) -> Scope:
    """Letters that stand for themselves."""
    return Scope({letter: (letter, sort) for letter, sort in sorts.items()})


class Reading:
    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.binder = Binder()
        self.shapes: dict[str, Axes] = {name: axes(text) for name, text in setting.shapes.items()}

    # --- names

    def tensor(self, name: str) -> str | None:
        """The tensor a name stands for: itself, what `rows` calls it, or an adjoint of such."""
        if name in self.shapes:
            return name
        if name in self.setting.rows:
            return self.setting.rows[name]
        if name.startswith("bar(") and name.endswith(")"):
            return self.adjoint(name[4:-1])
        base, separator, subscript = name.partition("_")  # bar(W)_Q is the adjoint of W_Q
        if separator and base.startswith("bar(") and base.endswith(")"):
            return self.adjoint(f"{base[4:-1]}_{subscript}")
        return None

    def adjoint(self, name: str) -> str | None:
        of = self.setting.rows.get(name, name)
        if of not in self.shapes:
            return None
        self.shapes.setdefault(f"bar({of})", self.shapes[of])
        return f"bar({of})"

    def named(self, name: str) -> tuple[str, list[str]] | None:
        """A tensor and the pieces of its subscript, `W_Q` before `W` with subscript Q."""
        if (whole := self.tensor(name)) is not None:
            return whole, []
        cuts = [at for at, sign in enumerate(name) if sign in "_,"]
        for at in reversed(cuts):
            if (of := self.tensor(name[:at])) is not None:
                return of, pieces(name[at + 1 :])
        return None

    def symbol(self, name: str, scope: Scope) -> Shaped:
        if name in self.setting.sorts:
            return scalar(["size", name])
        if (two := self.kronecker(name)) is not None:
            return scalar(self.equal(*two, scope))
        found = self.named(name)
        if found is None:
            raise IllTyped(f"{name} is not declared")
        tensor, subscript = found
        if tensor == f"bar({self.setting.loss})":
            return scalar(number(1))
        shape = self.shapes[tensor]
        whole = Shaped(shape, lambda at: ["entry", tensor, list(at)])
        return letters(whole, (self.letter(piece, scope) for piece in subscript)) if subscript else whole

    def letter(self, piece: str, scope: Scope) -> Index | None:
        if piece == ":":
            return None
        function, _, of = piece.partition("_")
        if of and function in self.setting.tokens:
            return ["at", function, self.letter(of.strip("()"), scope)]
        if piece not in scope.letters:
            raise IllTyped(f"{piece} is no index here")
        return scope.letters[piece][0]

    def sort_of(self, piece: str, scope: Scope) -> str | None:
        return self.sort_of_token(piece) if "_" in piece else scope.letters[piece][1]

    def free_sorts(self, *nodes: Node) -> dict[str, str]:
        """The letters that are indices outside every sum that binds them, each with the sort of the places it takes."""
        found = dict(self.setting.fixed)
        equal: list[tuple[str, str]] = []

        def note(letter: str, sort: str | None) -> None:
            if sort is not None and letter != ":" and found.setdefault(letter, sort) != sort:
                raise IllTyped(f"{letter} runs over {found[letter]} and over {sort}")

        def visit(node: Node, bound: frozenset[str]) -> None:
            if isinstance(node, tree.Fold):
                bound |= set(self.bound(node)[0])
            for place, sort_there in self.places(node, equal):
                letter, sort = self.inside(place, sort_there)
                if letter not in bound:
                    note(letter, sort)
            for child in tree.children(node):
                visit(child, bound)

        for node in nodes:
            visit(node, frozenset())
        for inner in (inner for node in nodes for inner in outside_sums(node)):
            if isinstance(inner, tree.Subscripted):  # (A V)_{i r}: the axes of what stands in the brackets
                for place, axis in zip(pieces(inner.index), self.read(inner.of, free(found)).sorts, strict=False):
                    note(*self.inside(place, axis))
        for left, right in equal:  # j = y: both run over the same sort
            for one, other in ((left, right), (right, left)):
                if one in found and "_" not in other and other not in self.shapes:
                    note(other, found[one])
        return found

    def inside(self, place: str, sort: str | None) -> tuple[str, str | None]:
        """t_i at a place of a tensor uses i, and i runs over what t is a function of."""
        function, _, of = place.partition("_")
        if of and function in self.setting.tokens:
            return self.inside(of.strip("()"), axes(self.setting.tokens[function])[0])
        return place, sort

    def places(self, node: Node, equal: list[tuple[str, str]]) -> Iterator[tuple[str, str | None]]:
        """The letters that this node itself, not its parts, uses as indices."""
        if isinstance(node, tree.Symbol) and (named := self.named(node.name)):
            yield from zip(named[1], (sort for sort in self.shapes[named[0]] if sort is not None), strict=False)
        if isinstance(node, tree.Symbol) and (letters_of_delta := self.kronecker(node.name)):
            equal.append(letters_of_delta)
        pairs = zip(node.sides, node.relations, node.sides[1:], strict=False) if isinstance(node, tree.Chain) else ()
        for left, relation, right in pairs:
            if not isinstance(left, tree.Symbol) or not isinstance(right, tree.Symbol):
                continue
            mask = self.mask_of(right.name) if relation in ("∈", "∉") else (relation, right.name)
            if mask and mask[0] in self.setting.masks:
                row, column = axes(self.setting.masks[mask[0]])
                yield from ((left.name, column), (mask[1], row))
            elif relation == "=" and left.name.partition("_")[0] in self.setting.tokens:
                yield from ((left.name, None), (right.name, self.sort_of_token(left.name)))
            elif relation == "=":
                equal.append((left.name, right.name))

    def sort_of_token(self, name: str) -> str | None:
        return axes(self.setting.tokens[name.partition("_")[0]])[1]

    def kronecker(self, name: str) -> tuple[str, str] | None:
        """δ_{j k}, unless δ is declared."""
        sign, _, subscript = name.partition("_")
        letters_of_delta = pieces(subscript) if sign == "δ" and self.named(name) is None else []
        return (letters_of_delta[0], letters_of_delta[1]) if len(letters_of_delta) == 2 else None

    def mask_of(self, name: str) -> tuple[str, str] | None:
        """J_i → ("J", "i")."""
        mask, _, letter = name.partition("_")
        return (mask, letter) if mask in self.setting.masks and letter else None

    # --- nodes

    def read(self, node: Node, scope: Scope) -> Shaped:
        match node:
            case tree.Number(value=value):
                return scalar(number(value))
            case tree.Symbol(name=name):
                return self.symbol(name, scope)
            case tree.Negative(of=of):
                return self.binder.product(scalar(number(-1)), self.read(of, scope))
            case tree.Sum(terms=terms):
                return entrywise(plus, *(self.filling(term, scope) for term in terms))
            case tree.Product(factors=factors, operators=operators):
                return self.product(factors, operators, scope)
            case tree.Quotient(numerator=numerator, denominator=denominator):
                below = inverse(self.read(denominator, scope).term)
                return self.binder.product(self.read(numerator, scope), scalar(below))
            case tree.Power(base=tree.Symbol(name="e"), exponent=exponent):
                return entrywise(lambda term: ["apply", "exp", term], self.read(exponent, scope))
            case tree.Power(base=base, exponent=exponent):
                power = str(constant(exponent))
                return scalar(["power", self.read(base, scope).term, power])
            case tree.Transpose(of=of):
                return simplified(transposed(self.read(of, scope)))
            case tree.Call(function=function, arguments=(argument,)):
                return self.call(function, self.read(argument, scope))
            case tree.Subscripted(of=of, index=index):
                found = pieces(index)
                return letters(self.read(of, scope), (self.letter(piece, scope) for piece in found))
            case tree.Indicator(number=value, condition=condition):
                return scalar(times(number(value.value), self.condition(condition, scope)))
            case tree.Fold(operator="∑"):
                return self.fold(node, scope)
            case tree.Cases(branches=branches):
                return self.cases(branches, scope)
        raise IllTyped(f"{type(node).__name__} has no meaning here")

    def filling(self, node: Node, scope: Scope) -> Shaped:
        """A term of a sum. A scalar times the literal 1, as in mean(u) 1, or named, as μ, stands for a row of equal entries."""
        inner = node.of if isinstance(node, tree.Negative) else node
        found = self.read(node, scope)
        last = inner.factors[-1] if isinstance(inner, tree.Product) else inner
        ones = (isinstance(last, tree.Number) and last.value == 1 and last is not inner) or isinstance(inner, tree.Symbol)
        return Shaped((), found.at, fills=True) if ones and not found.axes else found

    def product(self, factors: tuple[Node, ...], operators: tuple[str, ...], scope: Scope) -> Shaped:
        found = self.read(factors[0], scope)
        for operator, factor in zip(operators, factors[1:], strict=True):
            other = self.read(factor, scope)
            if operator == "⊙":
                found = entrywise(times, found, other)
            elif operator == "·" and found.axes and other.axes:
                found = self.binder.dot(found, other)
            else:
                found = self.binder.product(found, other)
        return found

    def call(self, function: str, argument: Shaped) -> Shaped:
        if function == "sqrt":
            return scalar(["power", argument.term, "1/2"])
        if function in ("exp", "ln", "log"):
            name = "exp" if function == "exp" else "log"
            return entrywise(lambda term: ["apply", name, term], argument)
        if function == "mean":
            return self.binder.mean(argument)
        if function in ("softmax", "softmax_row"):
            return self.binder.softmax(argument)
        if function.rstrip("′") in self.setting.functions:
            return entrywise(lambda term: ["apply", function, term], argument)
        raise IllTyped(f"{function} has no meaning here")

    def fold(self, node: tree.Fold, scope: Scope) -> Shaped:
        """A sum over letters: a new index for each, and the masks that its conditions name."""
        sorts, conditions = self.bound(node)
        new = {letter: (self.binder.fresh(), sort) for letter, sort in sorts.items()}
        inner = scope.having(new)
        body = self.read(node.body, inner)
        masks = [self.condition(condition, inner) for condition in conditions]

        def entry(at: Any) -> Term:
            term = times(*masks, body.at(at))
            for index, sort in reversed(new.values()):
                term = ["sum", index, sort, term]
            return term

        return Shaped(body.axes, entry)

    def bound(self, node: tree.Fold) -> tuple[dict[str, str], list[Node]]:
        """The letters a sum binds with their sorts, and the conditions on them."""
        under = node.under
        conditions: list[Node] = []
        match under:
            case tree.Symbol(name=name):
                names = [name]
            case tree.Product(factors=factors) if all(isinstance(factor, tree.Symbol) for factor in factors):
                names = [factor.name for factor in factors if isinstance(factor, tree.Symbol)]
            case tree.Chain(sides=(tree.Symbol(name=name), tree.Number(value=first)), relations=("=",)) if first == 1:
                names = [name]
            case tree.Chain(sides=(tree.Symbol(name=name), *rest), relations=(":", *relations)):
                names = [name]
                conditions = [tree.Chain(tuple(rest), tuple(relations), span=node.span)]
            case tree.Chain(sides=(tree.Symbol(name=name), _), relations=("∈" | "≤" | "<",)):
                names, conditions = [name], [under]
            case _:
                raise IllTyped("a sum over what is not read")
        used = self.free_sorts(node.body, *conditions)
        sorts = {}
        for name in names:
            limit = node.over.name if isinstance(node.over, tree.Symbol) else None
            sort = limit or used.get(name)
            if sort is None or sort not in self.setting.sorts:
                raise IllTyped(f"what {name} runs over is not said")
            if used.get(name, sort) != sort:
                raise IllTyped(f"{name} runs over {used[name]}, not over {sort}")
            sorts[name] = sort
        return sorts, conditions

    def condition(self, node: Node, scope: Scope) -> Term:
        """1 where the condition holds, else 0."""
        match node:
            case tree.Chain(sides=(tree.Symbol(name=left), tree.Symbol(name=right)), relations=("=",)):
                return self.equal(left, right, scope)
            case tree.Chain(sides=(tree.Symbol(name=left), tree.Symbol(name=right)), relations=("∈" | "∉" as sign,)):
                mask = self.mask_of(right)
                if mask is not None:
                    entry = ["entry", mask[0], [self.letter(mask[1], scope), self.letter(left, scope)]]
                    return entry if sign == "∈" else plus(number(1), times(number(-1), entry))
            case tree.Chain(sides=(tree.Symbol(name=left), tree.Symbol(name=right)), relations=("≤" | "<" as sign,)):
                if sign in self.setting.masks:
                    return ["entry", sign, [self.letter(right, scope), self.letter(left, scope)]]
        raise IllTyped("a condition that is not read")

    def equal(self, left: str, right: str, scope: Scope) -> Term:
        one, other = self.letter(left, scope), self.letter(right, scope)
        if self.sort_of(left, scope) != self.sort_of(right, scope):
            raise IllTyped(f"{left} and {right} run over different sizes")
        return ["delta", one, other]

    def cases(self, branches: tuple[tuple[Node, Node], ...], scope: Scope) -> Shaped:
        parts = [times(self.condition(where, scope), self.read(value, scope).term) for value, where in branches
                 if not (isinstance(value, tree.Number) and value.value == 0)]  # fmt: skip
        return scalar(parts[0] if len(parts) == 1 else plus(*parts))


def outside_sums(node: Node) -> Iterator[Node]:
    """The node and what is under it, but not what a sum binds letters in."""
    yield node
    if not isinstance(node, tree.Fold):
        for child in tree.children(node):
            yield from outside_sums(child)


def pieces(subscript: str) -> list[str]:
    """`ij` → i, j; `t_i,:` → t_i, :; a prime stays with its letter."""
    if "," in subscript:
        return subscript.split(",")
    found: list[str] = []
    for sign in subscript:
        if sign in "′'" and found:
            found[-1] += sign
        else:
            found.append(sign)
    return found if "_" not in subscript else [subscript]


def constant(node: Node) -> Fraction:
    match node:
        case tree.Number(value=value):
            return value
        case tree.Negative(of=of):
            return -constant(of)
        case tree.Quotient(numerator=above, denominator=below):
            return constant(above) / constant(below)
    raise IllTyped("an exponent that is no number")
