"""From the tree of a printed formula to terms, in a setting. Shapes are checked as the lesson's own notation asks for."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from typing import Self

from derivations.formula import tree
from derivations.formula.parser import parse
from derivations.formula.tree import Node
from derivations.prover.letters import label_letters
from derivations.prover.naming import Index, Scope, Term, pieces
from derivations.prover.setting import Axis, Setting
from derivations.prover.shaped import (
    IllTyped,
    Shaped,
    entrywise,
    inverse,
    letters,
    number,
    plus,
    scalar,
    shown,
    simplified,
    slots,
    times,
    transposed,
)  # fmt: skip
from derivations.prover.sums import Sums

ELEMENTARY = {"exp": "exp", "ln": "log", "log": "log", "sin": "sin", "cos": "cos"}
LARGEST_EXPONENT = 100
MOST_CALLS = 200
NO_BRACES = str.maketrans("", "", "{}\\")


class Reading(Sums):
    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.calls: dict[str, tuple[tuple[str, ...], list[str], Node]] = {}  # parameters, indices on the left, right side
        self.called_times = 0
        for text in setting.calls:
            self.defines(*self.sides(text))

    def copy(self) -> Self:
        """The same names, to which others may be added."""
        made = copy(self)
        made.shapes, made.labels, made.masks = dict(self.shapes), dict(self.labels), dict(self.masks)
        made.shifted, made.counted, made.calls = set(self.shifted), set(self.counted), dict(self.calls)
        made.binder = copy(self.binder)
        return made

    def parsed(self, text: str) -> tuple[tree.Chain, ...]:
        called = {"".join(text.partition("(")[0].split()).translate(NO_BRACES) for text in self.setting.calls}
        return parse(text, functions=self.setting.functions | called | {"mean"}).chains

    def sides(self, text: str) -> tuple[Node, Node]:
        """The two sides of an equation."""
        chains = self.parsed(text)
        if len(chains) != 1 or chains[0].relations != ("=",):
            raise IllTyped(f"a definition is an equation with a name on its left: {text}")
        return chains[0].sides[0], chains[0].sides[1]

    def defines(self, left: Node, right: Node) -> None:
        """`R (θ) = …` or `LN (x)_{r} = …`: a function, read at what it is called with."""
        of, own = (left.of, pieces(left.index)) if isinstance(left, tree.Subscripted) else (left, [])
        if not isinstance(of, tree.Call) or not all(isinstance(argument, tree.Symbol) for argument in of.arguments):
            raise IllTyped("a function is defined as `f (x) = …`")
        parameters = tuple(argument.name for argument in of.arguments if isinstance(argument, tree.Symbol))
        self.calls[of.function] = parameters, own, right

    def read(self, node: Node, scope: Scope) -> Shaped:
        match node:
            case tree.Number(value=value):
                return scalar(number(value))
            case tree.Symbol(name=name):
                return self.symbol(name, scope)
            case tree.Superscripted(of=tree.Symbol(name=name), label=label):
                return self.labelled_entry(name, label, scope)
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
                power, found = str(bounded(constant(exponent))), self.read(base, scope)
                if len(found.axes) == 2 and None not in found.axes:  # entry by entry only where A^2 could not be A A
                    raise IllTyped(f"a power of {shown(found.axes)}")
                return entrywise(lambda term: ["power", term, power], found)
            case tree.Transpose(of=of):
                return simplified(transposed(self.read(of, scope)))
            case tree.Call(function="abs", arguments=(tree.Symbol(),)) if self.counted_mask(node):
                return self.count(node, scope)
            case tree.Call(function="Concat", arguments=arguments):
                return self.concatenated(arguments, scope)
            case tree.Call(function=function, arguments=arguments) if function in self.calls:
                return self.called(function, [self.read(argument, scope) for argument in arguments])
            case tree.Call(function=function, arguments=(argument,)):
                return self.call(function, self.read(argument, scope))
            case tree.Subscripted(of=of, index=index):
                return letters(self.read(of, scope), [self.letter(piece, scope) for piece in pieces(index)])
            case tree.Indicator(number=value, condition=condition):
                return scalar(times(number(value.value), self.condition(condition, scope)))
            case tree.Fold(operator="∑" | "∏"):
                return self.fold(node, scope)
            case tree.Cases(branches=branches):
                return self.cases(branches, scope)
            case tree.Table(rows=rows):
                return self.table(rows, scope)
            case tree.Call(function=function):
                raise IllTyped(f"{function} has no meaning here")
        raise IllTyped(f"{type(node).__name__} has no meaning here")

    # --- names

    def symbol(self, name: str, scope: Scope) -> Shaped:
        if name in scope.values:
            return scope.values[name]
        base, _, subscript = name.partition("_")
        if base in scope.values and subscript:
            return letters(scope.values[base], [self.letter(piece, scope) for piece in pieces(subscript)])
        if (axis := self.axis(name)) is not None:
            return scalar(self.size(axis))
        if (two := self.kronecker(name)) is not None:
            return scalar(self.equal(*two, scope))
        found = self.named(name)
        if found is None:
            as_number = self.as_number(name, scope)
            if as_number is None:
                raise IllTyped(f"{name} is not declared")
            return scalar(as_number)
        if self.labels.get(found[0]):
            raise IllTyped(f"{name} has a superscript for {', '.join(self.labels[found[0]])}")
        return self.entries(*found, (), scope)

    def entries(self, tensor: str, subscript: list[str], over: Sequence[Index], scope: Scope) -> Shaped:
        if tensor == f"bar({self.setting.loss})":
            return scalar(number(1))
        whole = Shaped(self.shapes[tensor], lambda at: self.entry(tensor, over, at))
        return letters(whole, [self.letter(piece, scope) for piece in subscript]) if subscript else whole

    def labelled_entry(self, name: str, label: Node, scope: Scope) -> Shaped:
        """Z^{(h)}, or the block W_O^{(h)}."""
        found, items = self.named(name), label_letters(label)
        if found is None:
            raise IllTyped(f"{name} is not declared")
        tensor, subscript = found
        at, over = self.block(tensor)
        declared = self.labels.get(tensor, ()) or over
        if not items or len(items) != len(declared):
            raise IllTyped(f"{name} has a superscript for {', '.join(declared) or 'nothing'}")
        chosen = [index for item in items for index in self.letter(item, scope) or ()]
        for item, sort in zip(items, declared, strict=True):
            if self.axis_of(item, scope) != sort:
                raise IllTyped(f"{item} runs over {shown((self.axis_of(item, scope),))}, not over {sort}")
        if self.labels.get(tensor):
            return self.entries(tensor, subscript, chosen, scope)
        shape = self.shapes[tensor]
        rest = slots(shape[at])[1:]
        axes = (*shape[:at], rest[0] if len(rest) == 1 else rest, *shape[at + 1 :])
        before = sum(len(slots(axis)) for axis in shape[:at])
        block = Shaped(axes, lambda inner: self.entry(tensor, (), [*inner[:before], *chosen, *inner[before:]]))
        return letters(block, [self.letter(piece, scope) for piece in subscript]) if subscript else block

    # --- expressions

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
        if function in ELEMENTARY:
            return entrywise(lambda term: ["apply", ELEMENTARY[function], term], argument)
        if function == "mean":
            return self.binder.mean(argument, self.size)
        if function in ("softmax", "softmax_row"):
            return self.binder.softmax(argument)
        if function.rstrip("′") in self.setting.functions:
            return entrywise(lambda term: ["apply", function, term], argument)
        raise IllTyped(f"{function} has no meaning here")

    def called(self, function: str, arguments: Sequence[Shaped]) -> Shaped:
        """The right side of a function's definition, where its parameters are what it is called with."""
        parameters, own, body = self.calls[function]
        if len(parameters) != len(arguments):
            raise IllTyped(f"{function} takes {len(parameters)} arguments")
        self.called_times += 1
        if self.called_times > MOST_CALLS:
            raise IllTyped(f"functions call functions more than {MOST_CALLS} times: does {function} call itself?")
        scope = Scope(values=dict(zip(parameters, arguments, strict=True)))
        if not own:
            return self.read(body, scope)
        used = self.free_sorts(body)  # LN (x)_r = …: a row, entry by entry
        axis = used.get(own[0])
        if len(own) != 1 or axis is None:
            raise IllTyped(f"what the indices of {function} run over is not said")
        return Shaped((None, axis), lambda at: self.read(body, scope.having({own[0]: (tuple(at), axis)})).term)

    def concatenated(self, arguments: tuple[Node, ...], scope: Scope) -> Shaped:
        """Concat(Z^{(1)}, …, Z^{(H)}): side by side, one block of columns for each label."""
        if len(arguments) == 3 and isinstance(arguments[1], tree.Dots):
            (first, one), (last, end) = (self.split_label(arguments[k]) for k in (0, 2))
            if first == last and isinstance(one, tree.Number) and one.value == 1 and isinstance(end, tree.Symbol):
                letter = tree.Symbol("·", span=end.span)
                placed = tree.Superscripted(last, letter, span=end.span)
                if end.name not in self.setting.sorts:
                    raise IllTyped(f"{end.name} is no size")
                part = self.read(placed, scope.having({"·": (("·",), end.name)}))
                if len(part.axes) != 2:
                    raise IllTyped(f"{shown(part.axes)} side by side")
                before, columns = len(slots(part.axes[0])), slots(part.axes[1])

                def entry(at: Sequence[Index]) -> Term:
                    inner = scope.having({"·": ((at[before],), end.name)})
                    return self.read(placed, inner).at([*at[:before], *at[before + 1 :]])

                return Shaped((part.axes[0], (end.name, *columns)), entry)
        raise IllTyped("Concat is read as Concat(Z^{(1)}, …, Z^{(H)})")

    def split_label(self, node: Node) -> tuple[Node, Node]:
        if not isinstance(node, tree.Superscripted):
            raise IllTyped("Concat is read as Concat(Z^{(1)}, …, Z^{(H)})")
        return node.of, node.label

    def table(self, rows: tuple[tuple[Node, ...], ...], scope: Scope) -> Shaped:
        """A printed matrix of numbers."""
        entries = [[self.read(entry, scope).term for entry in row] for row in rows]
        axes: tuple[Axis, ...] = tuple(length if length > 1 else None for length in (len(rows), len(rows[0])))

        def entry(at: Sequence[Index]) -> Term:
            places = iter(at)
            row, column = (next(places) if axis else 1 for axis in axes)
            return entries[row - 1][column - 1]

        return Shaped(axes, entry)


def constant(node: Node) -> Fraction:
    match node:
        case tree.Number(value=value):
            return value
        case tree.Negative(of=of):
            return -constant(of)
        case tree.Quotient(numerator=above, denominator=below) if constant(below):
            return constant(above) / constant(below)
    raise IllTyped("an exponent that is no number")


def bounded(exponent: Fraction) -> Fraction:
    """Documents are untrusted: powers are multiplied out."""
    if max(abs(exponent.numerator), exponent.denominator) > LARGEST_EXPONENT:
        raise IllTyped(f"an exponent beyond {LARGEST_EXPONENT}")
    return exponent
