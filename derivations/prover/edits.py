"""A formula with one thing changed: the slips that authors make, as edits of the tree.

Applied to a true formula they make its false neighbours, applied to a false one they may mend it. An edit knows the setting
only as far as names go: which letters are indices of which axis, which tensors have the same shape. Whether what comes out
has a meaning is for the reading to say, and whether it is true for the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.pretty import latex, pretty
from derivations.formula.rebuilt import NOWHERE, factors, negated, number, places, summed, without
from derivations.formula.tree import Node
from derivations.prover.identity import CONDITIONS
from derivations.prover.naming import free, pieces
from derivations.prover.setting import Axis
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import Writing
from lessonproof.records import dataclass

KINDS = (
    "sign", "transpose", "operator", "index", "order", "prime", "letter", "numeral", "factor", "root", "function", "divisor",
    "mask", "sum", "term", "branch",
)  # fmt: skip
"""The kinds of edits, the smallest first."""

_MOST_LETTERS = 8  # other letters that are tried in one place


@dataclass(frozen=True, slots=True)
class Edit:
    """`before` became `after`; both are parts of an equation, `equation` is all of it with the change made.

    size: its place among KINDS, and then the letters that changed.
    """

    kind: str
    before: Node
    after: Node
    equation: tree.Chain

    @property
    def size(self) -> tuple[int, int]:
        return KINDS.index(self.kind), abs(len(pretty(self.after)) - len(pretty(self.before)))


@dataclass(frozen=True, slots=True)
class Stated:
    """One equation of a formula, and the conditions that are printed beside it."""

    equation: tree.Chain
    conditions: tuple[tree.Chain, ...]

    @property
    def text(self) -> str:
        """In LaTeX, as `Identity` reads it."""
        return ", ".join(latex(part) for part in (self.equation, *self.conditions))

    @property
    def shown(self) -> str:
        return ", ".join(pretty(part) for part in (self.equation, *self.conditions))


LOSSES = frozenset({"L", "ℒ", "J", "ℓ", "loss", "cal(L)"})
"""What a loss is called that a question does not name."""


def stated(writing: Writing, formula: str) -> list[Stated]:
    """The equations of a formula, each with its two sides. Raises FormulaError, and IllTyped where it states anything else."""
    chains = writing.parsed(formula)
    conditions = tuple(chain for chain in chains if chain.relations in CONDITIONS)
    found = []
    for chain in chains:
        if chain in conditions:
            continue
        if set(chain.relations) != {"="}:
            raise IllTyped(f"only equations are stated, not {pretty(chain)}")
        whole = [tree.mapped(side, partial(_as_adjoint, writing)) for side in chain.sides]
        for sides in pairwise(whole):
            span = (sides[0].span[0], sides[1].span[1])
            found.append(Stated(tree.Chain(sides, ("=",), span=span), conditions))
    if not found:
        raise IllTyped("it states no equation")
    return found


def _as_adjoint(writing: Writing, node: Node) -> Node:
    """`\\bar{W}` for ∂L/∂W by a whole tensor W, where L is the loss of the graph, or the usual letter for one, undeclared."""
    if not isinstance(node, tree.Quotient) or not writing.is_derivative(node):
        return node
    loss, of = (side.name[1:] for side in (node.numerator, node.denominator) if isinstance(side, tree.Symbol))
    base, _, subscript = of.partition("_")
    adjoint = f"bar({base})_{subscript}" if subscript else f"bar({base})"
    setting, shapes = writing.setting, writing.reading.shapes
    is_whole = bool(shapes.get(of))
    known = {*shapes, *setting.sizes.split(), *setting.masks, *setting.rows, *setting.fixed}
    is_new = setting.loss is None and loss in LOSSES - known
    if (is_whole and loss == setting.loss) or (is_new and (is_whole or base in shapes)):
        return tree.Symbol(adjoint, span=node.span)
    return node


def edits(writing: Writing, of: Stated) -> Iterator[Edit]:
    """Every equation that is one edit away, none twice. A name on the left stays: it says what the equation is about."""
    seen = {of.equation}
    left, right = of.equation.sides
    maker = _Maker(writing, of)
    for at, side in enumerate((left, right)):
        if side is left and (isinstance(left, (tree.Symbol, tree.Superscripted)) or _is_derivative(left)):
            continue
        for kind, before, after, new in maker.side(side):
            sides = (new, right) if at == 0 else (left, new)
            equation = replace(of.equation, sides=sides)
            if equation not in seen and sides[0] != sides[1] and _reads_back(writing, equation):
                seen.add(equation)
                yield Edit(kind, before, after, equation)


def _is_derivative(node: Node) -> bool:
    return isinstance(node, tree.Quotient) and pretty(node.numerator).startswith("∂")


def _reads_back(writing: Writing, equation: tree.Chain) -> bool:
    """Whether the edited formula can be printed: what is shown has to be what was decided."""
    try:
        return writing.parsed(latex(equation)) == (equation,)
    except FormulaError:
        return False


Change = tuple[str, Node, Node]  # kind, before, after
Changed = tuple[str, Node, Node, Node]  # … and the node around it with the change made


class _Maker:
    def __init__(self, writing: Writing, of: Stated) -> None:
        self.reading = writing.reading
        self.setting = writing.setting
        self.letters = self.indices(of)
        self.free = frozenset(self.letters)
        for node in tree.walk(of.equation):
            if isinstance(node, tree.Fold):
                try:
                    self.letters |= self.reading.bound(node, self.letters)[0]
                except IllTyped:  # a sum that binds nothing lends no letters
                    continue
        self.sizes = self.setting.sizes.split()

    def indices(self, of: Stated) -> dict[str, Axis]:
        """The free letters; where one runs over two sizes, which an edit may mend, over the first of them."""
        try:
            return self.reading.free_sorts(*_sides(of), *of.conditions)
        except IllTyped:
            pairs = [pair for node in tree.walk(of.equation) for pair in self.reading.places(node, [])]
            return {letter: axis for letter, axis in reversed(pairs) if axis is not None and letter != ":"}

    def side(self, node: Node) -> Iterator[Changed]:
        for kind, before, after in self.whole(node):
            yield kind, before, after, after
        yield from self.inside(node)

    def inside(self, node: Node) -> Iterator[Changed]:
        for kind, before, after in self.changes(node):
            yield kind, before, after, after
        for child, put in places(node):
            for kind, before, after, new in self.inside(child):
                yield kind, before, after, put(new)

    # --- what may happen to a side, or to a term of it

    def whole(self, node: Node) -> Iterator[Change]:
        yield "sign", node, negated(node)
        yield from self.scaled(node)
        for letter in self.letters:
            if letter not in self.free:
                continue
            yield "sum", node, tree.Fold("∑", tree.Symbol(letter, span=NOWHERE), None, node, span=NOWHERE)
        for kind, term in self.missing(node):
            for signed in (term, negated(term)):
                terms = (*node.terms, signed) if isinstance(node, tree.Sum) else (node, signed)
                yield kind, node, tree.Sum(terms, span=node.span)

    def scaled(self, term: Node) -> Iterator[Change]:
        """A term with a number or a size as a factor too many."""
        bare = term.of if isinstance(term, tree.Negative) else term
        for made in (*(number(text) for text in ("2", "3")), *self.size_factors()):
            times = tree.Product((made, *factors(bare)[0]), ("", *factors(bare)[1]), span=NOWHERE)
            for new in (times, tree.Quotient(bare, made, span=NOWHERE)):
                yield "factor", term, negated(new) if bare is not term else new

    def size_factors(self) -> Iterator[Node]:
        for size in self.sizes:
            symbol = tree.Symbol(size, span=NOWHERE)
            yield tree.Call("sqrt", (symbol,), span=NOWHERE)
            yield symbol

    def missing(self, side: Node) -> Iterator[tuple[str, Node]]:
        """What a sum may lack: a letter of its shape, or an adjoint times a transpose, one branch of a gradient."""
        try:
            wanted = self.reading.read(side, free(self.letters)).axes
        except IllTyped:  # what has no shape lacks something else
            return
        shapes = {name: axes for name, axes in self.reading.shapes.items() if not self.reading.labels.get(name)}
        for name in (name for name, axes in shapes.items() if axes == wanted):
            yield "term", tree.Symbol(name, span=NOWHERE)
        matrices = [name for name, axes in shapes.items() if len(axes) == 2]
        for one in (name for name in matrices if name.startswith("bar(")):
            for other in (name for name in matrices if not name.startswith("bar(")):
                adjoint, weight = tree.Symbol(one, span=NOWHERE), tree.Symbol(other, span=NOWHERE)
                turned = tree.Transpose(weight, span=NOWHERE)
                (n, m), (k, r) = shapes[one], shapes[other]
                if m == r and (n, k) == wanted:
                    yield "branch", tree.Product((adjoint, turned), ("",), span=NOWHERE)
                if k == n and (r, m) == wanted:
                    yield "branch", tree.Product((turned, adjoint), ("",), span=NOWHERE)

    # --- what may happen to a node

    def changes(self, node: Node) -> Iterator[Change]:
        match node:
            case tree.Symbol():
                yield from ((kind, node, new) for kind, new in self.symbol(node))
            case tree.Negative(of=of):
                yield "sign", node, of
            case tree.Transpose(of=of):
                yield "transpose", node, of
            case tree.Sum(terms=terms):
                for at, term in enumerate(terms):
                    yield "sign", node, summed([*terms[:at], negated(term), *terms[at + 1 :]])
                    yield "term", node, summed([*terms[:at], *terms[at + 1 :]])
                    for kind, _, new in self.scaled(term):
                        yield kind, node, summed([*terms[:at], new, *terms[at + 1 :]])
            case tree.Product():
                yield from ((kind, node, new) for kind, new in self.product(node))
            case tree.Quotient(numerator=above, denominator=below):
                yield "divisor", node, above
                yield "divisor", node, replace(node, numerator=below, denominator=above)
            case tree.Power(base=tree.Symbol(name="e"), exponent=exponent):
                yield "sign", node, replace(node, exponent=negated(exponent))
                yield "function", node, exponent
            case tree.Power(base=base, exponent=exponent):
                yield "sign", node, replace(node, exponent=negated(exponent))
                yield "numeral", node, base
            case tree.Number(value=value, figure=figure) if figure is not None and value.denominator == 1 and value < 100:
                for other in sorted({value + 1, abs(value - 1), value * 2} - {value}):
                    yield "numeral", node, number(str(other))
            case tree.Indicator(number=one):
                yield "mask", node, one
            case tree.Call(function="sqrt", arguments=(of,)):
                yield "root", node, of
            case tree.Call(function="ln" | "log" | "exp" | "softmax", arguments=(of,)):
                yield "function", node, of
            case tree.Call(function=function) if function.rstrip("′") in self.setting.functions:
                primes = function[:-1] if function.endswith("′") else f"{function}′"
                yield "prime", node, replace(node, function=primes)
            case tree.Fold(body=body, operator="∑"):
                yield from ((kind, node, new) for kind, new in self.fold(node))
                yield "sum", node, body
            case tree.Subscripted(index=index):
                for places in self.index(pieces(index)):
                    yield "index", node, replace(node, index=_joined(index, places))

    def product(self, node: tree.Product) -> Iterator[tuple[str, Node]]:
        factors, signs = node.factors, node.operators
        plain = not any(signs)
        for at, sign in enumerate(signs):
            new = {"": "⊙", "·": "⊙", "⊙": ""}.get(sign)
            if new is not None:
                yield "operator", replace(node, operators=(*signs[:at], new, *signs[at + 1 :]))
            swapped = (*factors[:at], factors[at + 1], factors[at], *factors[at + 2 :])
            yield "order", replace(node, factors=swapped)
        if plain:
            turned = tuple(self.turned(factor) for factor in reversed(factors))
            yield "transpose", replace(node, factors=turned)
        for at, one in enumerate(factors):
            for further in range(at + 1, len(factors)):  # a transpose on the wrong factor
                if isinstance(one, tree.Transpose) != isinstance(factors[further], tree.Transpose):
                    moved = list(factors)
                    moved[at], moved[further] = self.turned(one), self.turned(factors[further])
                    yield "transpose", replace(node, factors=tuple(moved))
            yield "factor", without(node, at)

    def turned(self, node: Node) -> Node:
        if isinstance(node, tree.Transpose):
            return node.of
        return node if isinstance(node, tree.Number) else tree.Transpose(node, span=node.span)

    def symbol(self, node: tree.Symbol) -> Iterator[tuple[str, Node]]:
        if node.name in self.sizes:
            yield from (("letter", replace(node, name=size)) for size in self.sizes if size != node.name)
            yield "root", tree.Call("sqrt", (node,), span=NOWHERE)
            yield "numeral", tree.Sum((node, tree.Negative(number("1"), span=NOWHERE)), span=NOWHERE)
            return
        named = self.reading.named(node.name)
        if named is None:
            return
        tensor, own = named
        shape, over = self.reading.shapes[tensor], self.reading.labels.get(tensor, ())
        if not own and len(shape) == 2 and not over:
            yield "transpose", tree.Transpose(node, span=node.span)
        cut = next((at for at in range(len(node.name) - 1, 0, -1) if own and self.is_base(node.name, at)), len(node.name))
        base, sign, index = node.name[:cut], node.name[cut : cut + 1], node.name[cut + 1 :]
        for new in self.index(own):
            yield "index", replace(node, name=f"{base}{sign}{_joined(index, new)}")
        bar = tensor[4:-1] if tensor.startswith("bar(") else f"bar({tensor})"
        same = [name for name in self.reading.shapes if self.reading.shapes[name] == shape
                and self.reading.labels.get(name, ()) == over and name != tensor]  # fmt: skip
        for name in sorted(same, key=lambda name: name != bar)[:_MOST_LETTERS]:
            if not (own and "_" in name):
                yield "letter", replace(node, name=f"{name}_{index}" if own else name)

    def is_base(self, name: str, at: int) -> bool:
        return name[at] in "_," and self.reading.tensor(name[:at]) is not None

    def index(self, own: Sequence[str]) -> Iterator[list[str]]:
        """Two indices exchanged, or one of them another letter over the same axis."""
        for at in range(len(own) - 1):
            yield [*own[:at], own[at + 1], own[at], *own[at + 2 :]]
        for at, letter in enumerate(own):
            for other, axis in self.letters.items():
                if other != letter and letter in self.letters and self.letters[letter] == axis:
                    yield [*own[:at], other, *own[at + 1 :]]

    def fold(self, node: tree.Fold) -> Iterator[tuple[str, Node]]:
        under = node.under
        match under:
            case tree.Chain(sides=(tree.Symbol(name=name) as letter, *_), relations=(":", *_) | ("∈" | "≤" | "<",)):
                yield "mask", replace(node, under=letter)
            case tree.Symbol(name=name):
                letter = under
            case tree.Chain(sides=(tree.Symbol(name=name) as letter, _), relations=("=",)):
                pass
            case _:
                return
        for mask, axes in self.setting.masks.items():
            if not mask.isalpha() or (isinstance(under, tree.Chain) and under.relations != ("=",)):
                continue
            rows = [other for other, axis in self.letters.items() if other != name and axis == self.letters.get(name)]
            for row in rows if len(axes.split()) == 2 else [""]:
                of = tree.Symbol(f"{mask}_{row}".rstrip("_"), span=NOWHERE)
                yield "mask", replace(node, under=tree.Chain((letter, of), ("∈",), span=NOWHERE), over=None)


def _sides(of: Stated) -> tuple[Node, ...]:
    left, right = of.equation.sides
    if isinstance(left, tree.Quotient) and _is_derivative(left):
        both = [side for side in (left.numerator, left.denominator) if isinstance(side, tree.Symbol)]
        return (*(replace(side, name=side.name[1:]) for side in both), right)
    return left, right


def _joined(printed: str, letters: Sequence[str]) -> str:
    """Subscript letters as they were printed: with commas, or side by side."""
    return ("," if "," in printed else "").join(letters)
