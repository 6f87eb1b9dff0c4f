"""From tokens to the tree: a recursive-descent parser with limits, in which nothing is dropped.

    formula := chain (, chain)*         chain    := sum (relation sum)*
    sum     := term (± term)*           term     := −? unary ((× · ⊙ / ÷ | juxtaposition) unary)*
    unary   := − unary | scripted       scripted := atom (_index | ^exponent | ′ | ! | arguments)*

Where notation is ambiguous:
- Juxtaposition is a product. In plain text `a/b c` is refused; in LaTeX it is (a/b) c.
- `a (…)` is a product unless `a` is a known function or a declared one. `\\ln x` applies; `\\ln x y` is refused.
- A sum sign takes the rest of its term: ∑ a b is ∑ (a b), and ∑ a + b is (∑ a) + b.
- `^{(…)}` on a symbol is a label (X^{(0)}), `^{T}` transposes anything but a number or e.
- Braces with a comma inside are a set, other braces only group. The letter Σ with an index is a sum sign.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from derivations.formula import alphabet, tree
from derivations.formula.cursor import Cursor, FormulaError
from derivations.formula.scripts import Scripts
from derivations.formula.tokens import Kind
from derivations.formula.tree import Node

__all__ = ["FormulaError", "parse"]

# Quotients of quotients make trees higher than brackets are deep; readers of trees recurse.
MAX_HEIGHT = 128

REPEATED = 200
"""Characters up to which a formula is remembered: claims and settings say the same short ones again and again."""

_MULTIPLY = {"×": "×", "*": "×", "·": "·", "⊙": "⊙", "⊗": "⊗"}


def parse(text: str, functions: Iterable[str] = frozenset(), operators: Iterable[str] = frozenset()) -> tree.Formula:
    """The tree of a formula as a lesson prints it, LaTeX or plain text, with or without `$`.

    functions: names that are applied, not multiplied, when a bracket follows (`L` makes `L (θ)` and `∇L (θ)` calls).
    operators: names applied to the factor after them even without brackets (`E` in E X Y is E(X) Y).
    Raises FormulaError for everything else, and for texts of more than 2,000 tokens, 4,000 nodes or depth 64.
    """
    found = _parsed if len(text) > REPEATED else _parsed_once
    return found(text, _canonical(frozenset(functions)), _canonical(frozenset(operators)))


def _parsed(text: str, functions: frozenset[str], bare: frozenset[str]) -> tree.Formula:
    try:
        formula = _Parser(Cursor(text), bare | functions, bare).formula()
    except RecursionError as error:  # the caller stands deep in the stack already
        raise FormulaError("nested too deep", 0) from error
    if len(text) > MAX_HEIGHT and tree.height(formula) > MAX_HEIGHT:
        raise FormulaError(f"a tree higher than {MAX_HEIGHT}", 0)
    return formula


_parsed_once = lru_cache(maxsize=4096)(_parsed)


@lru_cache(maxsize=256)
def _canonical(names: frozenset[str]) -> frozenset[str]:
    return frozenset("".join(name.replace("\\nabla", "∇").replace("\\partial", "∂").split()) for name in names)


def _is_numeric(node: Node) -> bool:
    """Beside such a factor a dot cannot be a scalar product of vectors."""
    return isinstance(node.base if isinstance(node, tree.Power) else node, (tree.Number, tree.Quantity, tree.Indicator))


class _Parser(Scripts):
    def formula(self) -> tree.Formula:
        cursor = self.cursor
        chains = [self.chain()]
        while cursor.accept(",", ";") and not cursor.ended and not cursor.sees("."):
            chains.append(self.chain())
        cursor.accept(".")
        if not cursor.ended:
            raise cursor.wrong("expected a relation, an operator or the end")
        return tree.Formula(tuple(chains), span=(chains[0].span[0], chains[-1].span[1]))

    def chain(self) -> tree.Chain:
        cursor, start = self.cursor, self.cursor.token.start
        sides, relations = [self.sum()], []
        while cursor.token.kind is Kind.RELATION:
            relations.append(cursor.next().text)
            sides.append(self.sum())
        return cursor.made(tree.Chain(tuple(sides), tuple(relations), span=cursor.span(start)))

    def element(self) -> Node:
        """A chain, or its only side."""
        chain = self.chain()
        return chain if chain.relations else chain.sides[0]

    def sum(self) -> Node:
        cursor, start = self.cursor, self.cursor.token.start
        terms = [self.term()]
        while True:
            if cursor.accept("+"):
                terms.append(self.product())
            elif cursor.sees("-") or self.sees_negative_figure():  # the figure where a line of the formula begins
                terms.append(self.term())
            else:
                break
        return terms[0] if len(terms) == 1 else cursor.made(tree.Sum(tuple(terms), span=cursor.span(start)))

    def sees_negative_figure(self) -> bool:
        return self.cursor.token.kind is Kind.FIGURE and self.cursor.token.text.startswith("-")

    def term(self) -> Node:
        cursor, start = self.cursor, self.cursor.token.start
        if cursor.accept("-"):
            return cursor.made(tree.Negative(self.product(), span=cursor.span(start)))
        return self.product()

    def product(self) -> Node:
        cursor, start = self.cursor, self.cursor.token.start
        factors, operators = [self.unary()], list[str]()
        divided = False  # whether the factor just read is a divisor
        while True:
            if sign := cursor.accept(*_MULTIPLY):
                divided = False
                operators.append(_MULTIPLY[sign.text])
                factors.append(self.unary())
            elif cursor.accept("/", "÷"):
                over = self.multiplied(factors, operators, start)
                factors, operators = [cursor.made(tree.Quotient(over, self.unary(), span=cursor.span(start)))], []
                divided = True
            elif self.sees_factor():
                if divided and not cursor.latex:
                    raise cursor.wrong("a/b c is ambiguous in plain text: write (a/b) c or a/(b c)")
                if self.bare_argument_ends == cursor.at and not cursor.sees(*self.prefixes):
                    raise cursor.wrong("where the argument ends is ambiguous: write brackets")
                if isinstance(factors[-1], tree.Symbol) and factors[-1].base in alphabet.FUNCTIONS:
                    raise cursor.wrong(f"the argument of {factors[-1].name} needs brackets")
                divided = False
                factor = self.unary()
                if isinstance(factors[-1], tree.Number) and factors[-1].value == 1 and isinstance(factor, tree.Chain):
                    # 1[j ∈ J], a bracket of Iverson, is 1_{j ∈ J}
                    span = (factors[-1].span[0], cursor.span(start)[1])
                    factors[-1] = cursor.made(tree.Indicator(factors[-1], factor, span=span))
                    continue
                operators.append("")
                factors.append(factor)
            else:
                return self.multiplied(factors, operators, start)

    def multiplied(self, factors: list[Node], operators: list[str], start: int) -> Node:
        if len(factors) == 1:
            return factors[0]
        for i, operator in enumerate(operators):
            if operator == "·" and (_is_numeric(factors[i]) or _is_numeric(factors[i + 1])):
                operators[i] = ""
        return self.cursor.made(tree.Product(tuple(factors), tuple(operators), span=self.cursor.span(start)))

    def sees_factor(self) -> bool:
        """Whether a factor may follow here by juxtaposition."""
        cursor = self.cursor
        token, within = cursor.token, cursor.within[-1:]
        if token.kind is Kind.FIGURE:
            if token.text.startswith("-"):
                return False
            if cursor.previous.kind is Kind.FIGURE:
                raise cursor.wrong("two numbers side by side")
            return True
        if token.kind is Kind.BAR:  # a bar that is open closes here; inside brackets `|` separates a condition
            return (token.text == "‖" and within != ["‖"]) or (token.text == "|" and within in ([], ["cell"]))
        return token.kind in (Kind.NAME, Kind.COMMAND, Kind.OPEN, Kind.DOTS) or token.text in ("√", "∑", "∏", "∂", "∇")

    def unary(self) -> Node:
        """Brackets, fractions and functions all come back to here, so the depth is counted here."""
        cursor, start = self.cursor, self.cursor.token.start
        cursor.descend()
        if cursor.accept("-"):
            node: Node = cursor.made(tree.Negative(self.unary(), span=cursor.span(start)))
        else:
            node = self.scripted()
        cursor.ascend()
        return node
