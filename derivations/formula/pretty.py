"""A tree as one line of Unicode, or as LaTeX. Reading the line back gives the same tree (`parse(pretty(t)) == t`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from derivations.formula import alphabet, tree
from derivations.formula.tree import Node
from lessonproof.patterns import pattern
from numeric.written import Written

Shown = Written | Fraction | str

# How tightly a printed piece holds together; what holds less than its place asks for gets brackets.
_LIST, _CHAIN, _SUM, _PRODUCT, _FACTOR, _ATOM = range(6)

_ACCENTED = pattern(r"([a-z]+)\((.+)\)(′*)")
_LETTER = pattern(r"[A-Za-z\u0370-\u03ff\u2102-\u2138][\u0300-\u036f\u20d7]*")
_WORD = pattern(r"[A-Za-z][A-Za-z0-9]*|[\u0370-\u03ffℓ]")
_PLAIN = pattern(r"[0-9][0-9.,]*")
# After a command: becomes a space where a letter follows.
_END = "\ue000"
_LATEX_NAMES = {text: f"\\{name}{_END}" for name, text in reversed(alphabet.LETTERS.items())}
_SIGN_COMMANDS = alphabet.RELATIONS | alphabet.OPERATORS | alphabet.DOTS
_LATEX_SIGNS = {text: f"\\{name}{_END}" for name, text in reversed(_SIGN_COMMANDS.items())} | {sign: sign for sign in ":<>"}
# Alone, these would take the name that follows.
_DIFFERENTIALS = ("∂", "∇", f"\\partial{_END}", f"\\nabla{_END}")


def pretty(node: Node, figures: Sequence[Shown] | None = None) -> str:
    """One line of Unicode: `S̄₂₁ = a(1.260945 − a·1.260945 − c·0.581626)`, `d_k`, `[[1, 0], [0, 1]]`.

    figures: what to print for each figure, by its number, in place of what the formula printed; figures beyond its end
    stay.
    """
    return _Unicode(figures).show(node, _LIST, first=True)


def latex(node: Node, figures: Sequence[Shown] | None = None) -> str:
    """The formula in LaTeX."""
    text = _Latex(figures).show(node, _LIST, first=True)
    return re.sub(f"{_END}(?=[A-Za-z])", " ", text).replace(_END, "")


def printed(figure: Shown) -> str:
    """A printed number as Unicode: `3 \\times 10^{- 11}` is `3×10⁻¹¹`, `- 0.5` is `−0.5`. A Fraction is p/q."""
    if isinstance(figure, Fraction):
        return str(figure).replace("-", "−")
    text = figure.text if isinstance(figure, Written) else figure
    text = "".join(text.replace("\\times", "×").replace("\\cdot", "·").replace("\\%", "%").split())
    text = text.replace("{,}", ",").replace("\\,", ",").replace("－", "−").replace("-", "−")
    return re.sub(r"\^\{?([+−]?[0-9]+)\}?", lambda power: power[1].translate(alphabet.TO_SUPERSCRIPT), text)


class _Unicode:
    minus, comma, open_set, close_set, norm = "−", ", ", "{", "}", "‖"

    def __init__(self, figures: Sequence[Shown] | None) -> None:
        self.figures = figures
        self.pieces: dict[tuple[int, bool], tuple[str, int]] = {}  # of nodes, once each: brackets in brackets ask again

    def show(self, node: Node, level: int, first: bool = False) -> str:
        """The node, in brackets where it holds together less than `level`.

        first: only an opening bracket, a comma or a relation stands before it, so that a negative figure needs none.
        """
        text, own = self.known(node, first)
        return text if own >= level else f"({self.known(node, True)[0]})"

    def known(self, node: Node, first: bool) -> tuple[str, int]:
        if (found := self.pieces.get((id(node), first))) is None:
            found = self.pieces[id(node), first] = self.piece(node, first)
        return found

    def piece(self, node: Node, first: bool) -> tuple[str, int]:
        """The text without outer brackets, and how tightly it holds together."""
        match node:
            case tree.Formula():
                return self.listed(node.chains), _LIST
            case tree.Chain():
                sides = [self.show(side, _SUM, first=True) for side in node.sides]
                joined = "".join(f" {self.sign(r)} {side}" for r, side in zip(node.relations, sides[1:], strict=True))
                return sides[0] + joined, _CHAIN
            case tree.Given():
                left, right = self.listed(_unpacked(node.left)), self.listed(_unpacked(node.right))
                return f"{left} {self.sign('∣')} {right}", _LIST
            case tree.Sum():
                return self.sum(node.terms, first), _SUM
            case tree.Negative():
                text = self.show(node.of, _PRODUCT)
                # −(2), because −2 is read as one figure; −2² is not
                power = isinstance(node.of, tree.Power) and isinstance(node.of.base, tree.Number)
                if first and "0" <= text[0] <= "9" and not power:
                    text = f"({text})"
                return self.minus + text, _SUM
            case tree.Product():
                return self.product(node, first), _PRODUCT
            case tree.Fold():
                return self.fold(node), _PRODUCT
            case tree.Quotient():
                return self.quotient(node, first)
            case tree.Number():
                text = self.number(node)
                if text.startswith(self.minus):
                    return text, _FACTOR if first else _SUM
                return text, _ATOM if _PLAIN.fullmatch(text) else _PRODUCT if "/" in text else _FACTOR
            case tree.Power():
                base = self.show(node.base, _ATOM)
                if base == "10" and isinstance(node.exponent, (tree.Number, tree.Negative)):
                    base = "(10)"  # 10² is one figure
                return base + self.exponent(node.exponent), _FACTOR
            case tree.Transpose():
                return self.show(node.of, _ATOM) + self.raised("T"), _FACTOR
            case tree.Superscripted():
                return self.show(node.of, _ATOM) + self.label(node.label), _FACTOR
            case tree.Subscripted():
                return f"{self.show(node.of, _ATOM)}_{{{self.index(node.index)}}}", _ATOM
            case tree.Indicator():
                return f"{self.show(node.number, _ATOM)}_{{{self.show(node.condition, _CHAIN, True)}}}", _ATOM
            case tree.Quantity():
                text, level = self.piece(node.of, first)
                return f"{text} {node.unit}", min(level, _FACTOR)
            case tree.Call():
                return self.call(node)
            case _:
                return self.atom(node), _ATOM

    def atom(self, node: Node) -> str:
        match node:
            case tree.Symbol():
                return self.name(node.name)
            case tree.Infinity():
                return self.sign("∞")
            case tree.Dots():
                return self.sign(node.sign)
            case tree.Row():
                return f"({self.listed(node.items)})"
            case tree.Table():
                return self.table(node.rows)
            case tree.Cases():
                branches = [f"{self.show(value, _CHAIN, True)}, & {self.show(on, _CHAIN, True)}" for value, on in node.branches]
                return " ".join(("\\begin{cases}", " \\\\ ".join(branches), "\\end{cases}"))
            case tree.Set():
                return self.set(node.items)
            case _:
                raise TypeError(f"{type(node).__name__} is no node of a formula")

    def listed(self, items: Sequence[Node]) -> str:
        return self.comma.join(self.show(item, _LIST if len(items) == 1 else _CHAIN, first=True) for item in items)

    def sum(self, terms: tuple[Node, ...], first: bool) -> str:
        start = terms[0]
        text = self.piece(start, first)[0] if isinstance(start, tree.Negative) else self.show(start, _PRODUCT, first)
        for term in terms[1:]:
            if isinstance(term, tree.Negative):
                text += f" {self.minus} {self.show(term.of, _PRODUCT)}"
            else:
                text += f" + {self.show(term, _PRODUCT)}"
        return text

    def product(self, node: tree.Product, first: bool) -> str:
        text = ""
        for i, factor in enumerate(node.factors):
            operator = node.operators[i - 1] if i else ""
            last = i == len(node.factors) - 1
            # A sum sign would take all that follows; a quotient stands bare only before × and the like.
            bare = last if isinstance(factor, tree.Fold) else i == 0 and not last and node.operators[0] != ""
            level = _PRODUCT if bare and isinstance(factor, (tree.Fold, tree.Quotient)) else _FACTOR
            piece = self.show(factor, level, first and i == 0)
            text = self.joined(text, operator, piece) if i else piece
        return text

    def joined(self, left: str, operator: str, right: str) -> str:
        # 3 × (10⁵), because 3 × 10⁵ is read as one figure; and x (|y|), because the bar might close another.
        power_of_ten = right.startswith("10") and not _PLAIN.fullmatch(right) and left[-1].isdigit()
        clings = right[0] == "|" or "\u2e80" <= right[0] <= "\u9fff" or left.endswith(_DIFFERENTIALS)
        if power_of_ten or (clings and not operator):
            right = f"({right})"
        if operator:
            return f"{left} {self.sign(operator)} {right}"
        if "0" <= right[0] <= "9":
            return self.times(left, right)
        return left + ("" if right[0] == "(" else " ") + right

    def times(self, left: str, right: str) -> str:
        return f"{left}·{right}"

    def fold(self, node: tree.Fold) -> str:
        text = self.sign(node.operator)
        for script, limit in (("_", node.under), ("^", node.over)):
            if limit is not None:
                text += f"{script}{{{self.listed(_unpacked(limit))}}}"
        return f"{text} {self.show(node.body, _PRODUCT)}"

    def quotient(self, node: tree.Quotient, first: bool) -> tuple[str, int]:
        over = self.show(node.numerator, _ATOM if _ends_with_fold(node.numerator) else _PRODUCT, first)
        under = self.show(node.denominator, _FACTOR)
        if "×" in under and under[0] != "(":
            under = f"({under})"
        return f"{over}/{under}", _PRODUCT

    def number(self, node: tree.Number) -> str:
        given = node.figure is not None and self.figures is not None and node.figure < len(self.figures)
        return printed(self.figures[node.figure] if given else node.written)  # type: ignore[index]

    def exponent(self, node: Node) -> str:
        text = self.show(node, _CHAIN, first=True)
        plain = isinstance(node, tree.Number) and re.fullmatch(r"−?[0-9]+", text)
        if plain or (isinstance(node, tree.Symbol) and text in alphabet.SUPERSCRIPTS.values()):
            return self.raised(text)
        return f"^{text}" if isinstance(node, tree.Number) and _PLAIN.fullmatch(text) else f"^({text})"

    def raised(self, text: str) -> str:
        return text.translate(alphabet.TO_SUPERSCRIPT)

    def label(self, node: Node) -> str:
        if isinstance(node, tree.Symbol) and node.name in "*+†":
            return f"^{{{node.name}}}"
        text = self.show(node, _LIST, first=True) if not isinstance(node, tree.Row) else self.listed(node.items)
        return self.raised(f"({text})") if re.fullmatch(r"[0-9]+", text) else f"^{{({text})}}"

    def call(self, node: tree.Call) -> tuple[str, int]:
        of = node.arguments[0]
        if node.function in ("abs", "norm"):
            bar = "|" if node.function == "abs" else self.norm
            nested = any(isinstance(part, (tree.Call, tree.Given)) for part in tree.walk(of))
            return bar + self.show(of, _ATOM if nested else _CHAIN) + bar, _ATOM
        if node.function == "sqrt":
            return self.root(of), _FACTOR
        return f"{self.name(node.function)}({self.listed(node.arguments)})", _ATOM

    def root(self, of: Node) -> str:
        simple = isinstance(of, tree.Number) or (isinstance(of, tree.Symbol) and "′" not in of.name)
        return "√" + (self.show(of, _ATOM) if simple else f"({self.show(of, _LIST, first=True)})")

    def table(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        return f"[{', '.join(f'[{self.listed(row)}]' for row in rows)}]"

    def set(self, items: tuple[Node, ...]) -> str:
        first = items[0]
        condition = isinstance(first, tree.Given) or (isinstance(first, tree.Chain) and first.relations[0] == ":")
        if len(items) > 1 or condition:
            return self.open_set + self.listed(items) + self.close_set
        return f"\\{{{self.listed(items)}\\}}"

    def sign(self, sign: str) -> str:
        return sign

    def name(self, name: str) -> str:
        base, _, subscript = name.partition("_")
        bare = base.lstrip("∂∇")
        prefix = "".join(self.prefix(sign) for sign in base[: len(base) - len(bare)])
        return prefix + self.letter(bare) + (self.subscript(subscript) if subscript else "")

    def prefix(self, sign: str) -> str:
        return sign

    def letter(self, base: str) -> str:
        accent = _ACCENTED.fullmatch(base)
        if accent and accent[1] in alphabet.MARK_OF:
            inner = self.letter(accent[2])
            if _LETTER.fullmatch(inner):
                return inner + alphabet.MARK_OF[accent[1]] + accent[3]
        return base

    def subscript(self, subscript: str) -> str:
        if subscript.isascii() and subscript.isdigit():
            return subscript.translate(alphabet.TO_SUBSCRIPT)
        return f"_{subscript}" if _WORD.fullmatch(subscript) else f"_{{{self.index(subscript)}}}"

    def index(self, subscript: str) -> str:
        return subscript.replace("-", "−")


class _Latex(_Unicode):
    minus, open_set, close_set, norm = "-", "\\{", "\\}", "\\|"

    def times(self, left: str, right: str) -> str:
        return f"{left} \\cdot {right}"

    def quotient(self, node: tree.Quotient, first: bool) -> tuple[str, int]:
        over, under = self.show(node.numerator, _LIST, True), self.show(node.denominator, _LIST, True)
        return f"\\frac{{{over}}}{{{under}}}", _ATOM

    def number(self, node: tree.Number) -> str:
        text = super().number(node).replace("−", "-").replace("%", "\\%")
        text = text.replace("×", " \\times ").replace("·", " \\cdot ")
        return re.sub(
            f"[{''.join(alphabet.SUPERSCRIPTS)}]+",
            lambda power: f"^{{{''.join(alphabet.SUPERSCRIPTS[sign] for sign in power[0])}}}",
            text,
        )

    def exponent(self, node: Node) -> str:
        return f"^{{{self.show(node, _CHAIN, first=True)}}}"

    def raised(self, text: str) -> str:
        return f"^{{{text}}}"

    def root(self, of: Node) -> str:
        return f"\\sqrt{{{self.show(of, _LIST, first=True)}}}"

    def table(self, rows: tuple[tuple[Node, ...], ...]) -> str:
        lines = " \\\\ ".join(" & ".join(self.show(cell, _CHAIN, first=True) for cell in row) for row in rows)
        return f"\\begin{{bmatrix}} {lines} \\end{{bmatrix}}"

    def sign(self, sign: str) -> str:
        return {"∣": "\\mid", "∞": "\\infty"}.get(sign) or _LATEX_SIGNS.get(sign, sign)

    def letter(self, base: str) -> str:
        accent = _ACCENTED.fullmatch(base)
        if accent and accent[1] in alphabet.ACCENTS:
            command = {"bold": "mathbf", "cal": "mathcal", "bb": "mathbb"}.get(accent[1], accent[1])
            return f"\\{command}{{{self.letter(accent[2])}}}" + "'" * len(accent[3])
        bare = base.rstrip("′")
        primes = "'" * (len(base) - len(bare))
        if bare in _LATEX_NAMES:
            return _LATEX_NAMES[bare] + primes
        if len(bare) <= 1:
            return bare + primes
        return f"\\{'mathrm' if bare.isascii() else 'text'}{{{bare}}}" + primes

    def prefix(self, sign: str) -> str:
        return self.sign(sign)

    def subscript(self, subscript: str) -> str:
        return f"_{{{self.index(subscript)}}}"

    def index(self, subscript: str) -> str:
        signs = _LATEX_NAMES | _LATEX_SIGNS | {"-": "-", "+": "+"}
        return "".join(signs.get(sign, sign) for sign in subscript)


def _unpacked(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, tree.Row) else (node,)


def _ends_with_fold(node: Node) -> bool:
    return isinstance(node, tree.Fold) or (isinstance(node, tree.Product) and isinstance(node.factors[-1], tree.Fold))
