"""A printed formula as MathML, made from our own tree. Brackets stand where the tree needs them, and only there.

Only elements of MathML Core are used, so that browsers draw it without any script or font of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from derivations.formula import alphabet, tree
from derivations.formula.pretty import pretty, printed
from derivations.formula.tree import Node
from lessonproof.patterns import pattern
from reports.html.element import Element, element

Decorate = Callable[[tree.Number, Element], Element]
"""What becomes of a printed number: itself, or itself with a mark around it."""

_LIST, _CHAIN, _SUM, _PRODUCT, _FACTOR, _ATOM = range(6)
UNBROKEN = 36  # signs of a chain that stays on one line

_ACCENTED = pattern(r"([a-z]+)\((.+)\)(′*)")
_ACCENT_SIGNS = {"bar": "¯", "hat": "^", "tilde": "~", "dot": "˙", "vec": "→"}
_INDEX = pattern(r"[0-9]+|[^\W\d_]+|.", re.DOTALL)
_POWER = pattern(r"(.*?)([×·])10([⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+)(.*)")
_FROM_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+−")
_LABELS_WITHOUT_BRACKETS = "*+†"


def in_pieces(node: tree.Formula | tree.Chain, decorate: Decorate | None = None) -> list[Element]:
    """A formula in the flow of the text. Browsers break no line inside a `math`, so a long one is several of them.

    Lines may break after its commas, before its relations, before the signs of its sums and between the entries of a row.
    """
    if len(pretty(node)) <= UNBROKEN:
        return [formula(node, decorate=decorate)]
    writer = _MathML(decorate)
    chains = node.chains if isinstance(node, tree.Formula) else (node,)
    pieces: list[tuple[list[Element], str]] = []
    for number, chain in enumerate(chains):
        for relation, side in zip(("", *chain.relations), chain.sides, strict=True):
            parts = writer.parts(side)
            if relation:
                row, text = parts[0]
                parts[0] = ([_mo(relation, form="infix"), *row], f"{relation} {text}")
            pieces += parts
        if number < len(chains) - 1:
            row, text = pieces[-1]
            pieces[-1] = ([*row, _mo(",", separator="true")], f"{text},")
    return [element("math", element("mrow", *row), alttext=text) for row, text in pieces]


def formula(node: Node, *, display: bool = False, decorate: Decorate | None = None) -> Element:
    """A tree as a `math` element; `decorate` may mark its printed numbers."""
    row = _MathML(decorate).show(node, _LIST, first=True)
    return element("math", row, display="block" if display else None, alttext=pretty(node))


def _mo(sign: str, **attributes: object) -> Element:
    return element("mo", sign, **attributes)


def _row(*children: Element) -> Element:
    return children[0] if len(children) == 1 else element("mrow", *children)


def _fenced(opening: str, inner: Sequence[Element], closing: str) -> Element:
    return element("mrow", _mo(opening), *inner, _mo(closing))


class _MathML:
    def __init__(self, decorate: Decorate | None) -> None:
        self.decorate = decorate

    def show(self, node: Node, level: int, first: bool = False) -> Element:
        """The node, in brackets where it holds together less than `level`.

        first: only an opening bracket, a comma or a relation stands before it, so that a negative figure needs none.
        """
        own = _holds(node, first)
        shown = self.piece(node, first or own < level)
        return shown if own >= level else _fenced("(", [shown], ")")

    def piece(self, node: Node, first: bool) -> Element:
        match node:
            case tree.Formula():
                return _row(*self.listed(node.chains))
            case tree.Chain():
                row = [self.show(node.sides[0], _SUM, True)]
                for relation, side in zip(node.relations, node.sides[1:], strict=True):
                    row += [_mo(relation), self.show(side, _SUM, True)]
                return _row(*row)
            case tree.Given():
                return _row(*self.listed(_unpacked(node.left)), _mo("∣"), *self.listed(_unpacked(node.right)))
            case tree.Sum():
                return self.sum(node.terms, first)
            case tree.Negative():
                return element("mrow", _mo("−"), self.show(node.of, _PRODUCT))
            case tree.Product():
                return self.product(node, first)
            case tree.Fold():
                return self.fold(node)
            case tree.Quotient():
                return element("mfrac", self.show(node.numerator, _LIST, True), self.show(node.denominator, _LIST, True))
            case tree.Number():
                shown = _number(printed(node.written))
                return self.decorate(node, shown) if self.decorate else shown
            case tree.Power():
                return element("msup", self.show(node.base, _ATOM), self.show(node.exponent, _LIST, True))
            case tree.Transpose():
                return element("msup", self.show(node.of, _ATOM), element("mi", "T", class_="upright"))
            case tree.Superscripted():
                return element("msup", self.show(node.of, _ATOM), self.label(node.label))
            case tree.Subscripted():
                return element("msub", self.show(node.of, _ATOM), _index(node.index))
            case tree.Indicator():
                return element("msub", self.show(node.number, _ATOM), self.show(node.condition, _CHAIN, True))
            case tree.Quantity():
                return element("mrow", self.show(node.of, _FACTOR, first), element("mtext", f" {node.unit}"))
            case tree.Call():
                return self.call(node)
            case _:
                return self.atom(node)

    def atom(self, node: Node) -> Element:
        match node:
            case tree.Symbol():
                return _name(node.name)
            case tree.Infinity():
                return element("mi", "∞")
            case tree.Dots():
                return _mo(node.sign)
            case tree.Row():
                return _fenced("(", self.listed(node.items), ")")
            case tree.Table():
                return _fenced("[", [self.table(node.rows)], "]")
            case tree.Cases():
                return element("mrow", _mo("{"), self.table(node.branches))
            case tree.Set():
                return _fenced("{", self.listed(node.items), "}")
            case _:
                raise TypeError(f"{type(node).__name__} is no node of a formula")

    def parts(self, side: Node) -> list[tuple[list[Element], str]]:
        """One side of a chain between the places where a line may break, each part with its text."""
        if isinstance(side, tree.Sum) and len(pretty(side)) > UNBROKEN:
            found = [([self.show(side.terms[0], _SUM, True)], pretty(side.terms[0]))]
            for term in side.terms[1:]:
                sign, of = ("−", term.of) if isinstance(term, tree.Negative) else ("+", term)
                found.append(([_mo(sign, form="infix"), self.show(of, _PRODUCT)], f"{sign} {pretty(of)}"))
            return found
        if isinstance(side, tree.Row) and len(pretty(side)) > UNBROKEN:
            found = [([self.show(item, _CHAIN, True), _mo(",", separator="true")], f"{pretty(item)},") for item in side.items]
            closing, ends = found[-1]
            found[-1] = ([*closing[:-1], _mo(")", form="postfix")], f"{ends[:-1]})")
            opening, begins = found[0]
            found[0] = ([_mo("(", form="prefix"), *opening], f"({begins}")
            return found
        return [([self.show(side, _SUM, True)], pretty(side))]

    def listed(self, items: Sequence[Node]) -> list[Element]:
        row: list[Element] = []
        for number, item in enumerate(items):
            row += [_mo(",", separator="true")] if number else []
            row.append(self.show(item, _LIST if len(items) == 1 else _CHAIN, True))
        return row

    def sum(self, terms: tuple[Node, ...], first: bool) -> Element:
        start = terms[0]
        row = [self.piece(start, first) if isinstance(start, tree.Negative) else self.show(start, _PRODUCT, first)]
        for term in terms[1:]:
            negative = isinstance(term, tree.Negative)
            row += [_mo("−" if negative else "+"), self.show(term.of if isinstance(term, tree.Negative) else term, _PRODUCT)]
        return _row(*row)

    def product(self, node: tree.Product, first: bool) -> Element:
        row: list[Element] = []
        for number, factor in enumerate(node.factors):
            last = number == len(node.factors) - 1
            # A sum sign takes all that follows it.
            level = _PRODUCT if isinstance(factor, tree.Fold) and last else _FACTOR
            shown = self.show(factor, level, first and number == 0)
            if number:
                row += _between(node.operators[number - 1], node.factors[number - 1], factor)
            row.append(shown)
        return _row(*row)

    def fold(self, node: tree.Fold) -> Element:
        sign = _mo(node.operator)
        under = _row(*self.listed(_unpacked(node.under))) if node.under is not None else None
        over = _row(*self.listed(_unpacked(node.over))) if node.over is not None else None
        if under is not None and over is not None:
            sign = element("munderover", sign, under, over)
        elif under is not None:
            sign = element("munder", sign, under)
        elif over is not None:
            sign = element("mover", sign, over)
        return element("mrow", sign, self.show(node.body, _PRODUCT))

    def label(self, node: Node) -> Element:
        if isinstance(node, tree.Symbol) and node.name in _LABELS_WITHOUT_BRACKETS:
            return _mo(node.name)
        return _fenced("(", self.listed(_unpacked(node)), ")")

    def call(self, node: tree.Call) -> Element:
        of = node.arguments[0]
        match node.function:
            case "sqrt":
                return element("msqrt", self.show(of, _LIST, True))
            case "root" if len(node.arguments) == 2:
                return element("mroot", self.show(node.arguments[1], _LIST, True), self.show(of, _LIST, True))
            case "abs" | "norm":
                bar = "|" if node.function == "abs" else "‖"
                return element("mrow", _mo(bar, form="prefix"), self.show(of, _LIST, True), _mo(bar, form="postfix"))
            case "factorial":
                return element("mrow", self.show(of, _ATOM), _mo("!"))
            case accent if accent in _ACCENT_SIGNS:
                return element("mover", self.show(of, _LIST, True), _mo(_ACCENT_SIGNS[accent]), accent="true")
            case "bold" | "cal" | "bb":
                return element("mrow", self.show(of, _LIST, True), class_=node.function)
        return element("mrow", _name(node.function), _fenced("(", self.listed(node.arguments), ")"))

    def table(self, rows: Sequence[Sequence[Node]]) -> Element:
        return element(
            "mtable",
            *(element("mtr", *(element("mtd", self.show(cell, _CHAIN, True)) for cell in row)) for row in rows),
        )


def _holds(node: Node, first: bool) -> int:
    """How tightly a node holds together, as it is drawn here."""
    match node:
        case tree.Formula() | tree.Given():
            return _LIST
        case tree.Chain():
            return _CHAIN if node.relations else _holds(node.sides[0], first)
        case tree.Sum() | tree.Negative():
            return _SUM
        case tree.Product() | tree.Fold():
            return _PRODUCT
        case tree.Number():
            text = printed(node.written)
            if text.startswith("−"):
                return _FACTOR if first else _SUM
            return _ATOM if re.fullmatch(r"[0-9][0-9.,]*", text) else _PRODUCT if _POWER.fullmatch(text) else _FACTOR
        case tree.Power() | tree.Transpose() | tree.Superscripted() | tree.Quantity() | tree.Quotient():
            return _FACTOR
        case tree.Call(function="factorial"):
            return _FACTOR
    return _ATOM


def _between(operator: str, left: Node, right: Node) -> list[Element]:
    """What stands between two factors: their sign; else a dot before a digit, and a space where names would run together."""
    if operator:
        return [_mo(operator)]
    if _begins_with_digit(right):
        return [_mo("·")]
    if isinstance(right, (tree.Row, tree.Sum)) or isinstance(left, tree.Number):
        return []
    return [element("mspace", width="0.17em")]


def _begins_with_digit(node: Node) -> bool:
    while isinstance(node, (tree.Power, tree.Product, tree.Quantity, tree.Indicator)):
        node = (
            node.base
            if isinstance(node, tree.Power)
            else node.factors[0]
            if isinstance(node, tree.Product)
            else node.of
            if isinstance(node, tree.Quantity)
            else node.number
        )
    return isinstance(node, tree.Number) and not printed(node.written).startswith("−")


def _number(text: str) -> Element:
    power = _POWER.fullmatch(text)
    if power is None:
        return element("mn", text)
    raised = element("msup", element("mn", "10"), element("mn", power[3].translate(_FROM_SUPERSCRIPT)))
    mantissa = [element("mn", power[1]), _mo(power[2])] if power[1] else []
    return element("mrow", *mantissa, raised, element("mtext", power[4]) if power[4] else None)


def _name(name: str) -> Element:
    base, _, subscript = name.partition("_")
    bare = base.lstrip("∂∇")
    letter = _letter(bare) if bare else element("mi", base)
    if bare and bare != base:
        letter = element("mrow", *(element("mi", sign, class_="upright") for sign in base[: len(base) - len(bare)]), letter)
    return element("msub", letter, _index(subscript)) if subscript else letter


def _letter(base: str) -> Element:
    accent = _ACCENTED.fullmatch(base)
    if accent and accent[1] in alphabet.ACCENTS:
        inner = _letter(accent[2])
        if accent[1] in _ACCENT_SIGNS:
            inner = element("mover", inner, _mo(_ACCENT_SIGNS[accent[1]]), accent="true")
        else:
            inner = element("mrow", inner, class_=accent[1])
        return _primed(inner, accent[3])
    bare = base.rstrip("′")
    return _primed(element("mn" if bare.isdigit() else "mi", bare), base[len(bare) :])


def _primed(letter: Element, primes: str) -> Element:
    return element("msup", letter, _mo(primes)) if primes else letter


def _index(subscript: str) -> Element:
    pieces = [piece for piece in _INDEX.findall(subscript.replace("-", "−")) if not piece.isspace()]
    # a_ij has two indices, θ_new one word.
    pieces = [sign for piece in pieces for sign in (piece if len(piece) == 2 and piece.islower() else [piece])]
    return _row(*(element("mn" if piece.isdigit() else "mi" if piece.isalpha() else "mo", piece) for piece in pieces))


def _unpacked(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, tree.Row) else (node,)
