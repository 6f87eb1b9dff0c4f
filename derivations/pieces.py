"""The printed pieces of a claim: which are formulas, and what the formulas that a claim writes are worth by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from derivations.claim import Claim, Value
from derivations.example import Rows
from derivations.formula import tree
from derivations.formula.cursor import FormulaError
from derivations.formula.parser import parse
from derivations.formula.pretty import pretty
from derivations.formula.tokens import Kind, Token, tokens
from derivations.values import EXACT, Values
from lessonproof.records import dataclass
from numeric.written import Written

JOINT = "␟"
"""Between the cells of a table row in a claim: an export may print them with something or with nothing between them."""


_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_RAISED = str.maketrans("0123456789-−", f"{_SUPERSCRIPTS}⁻")


@dataclass(frozen=True, slots=True)
class Piece:
    """One printed piece of a claim. `formula` is None for words; its figures are number `first` to `first + count − 1`."""

    text: str
    formula: tree.Formula | None
    first: int
    count: int

    def of(self, printed: Sequence[Written]) -> tuple[Written, ...]:
        """The piece's own figures among all figures of its claim."""
        return tuple(printed[index] for index in self.indices)

    @property
    def indices(self) -> range:
        """The numbers of the piece's figures among those of its claim."""
        return range(self.first, self.first + self.count)


@lru_cache(maxsize=2048)
def formula(text: str, functions: frozenset[str] = frozenset()) -> tree.Formula:
    """The tree of what a claim writes. Raises FormulaError: a claim that cannot be read is a fault of ours."""
    return parse(text, functions)


def written_out(node: tree.Node, functions: frozenset[str]) -> str | None:
    """What a document prints, as a claim may say it; None where it has more brackets, or more of anything, than one may."""
    text = pretty(node)
    try:
        formula(text, functions)
    except FormulaError:
        return None
    return text


@lru_cache(maxsize=2048)
def printed_tokens(text: str) -> tuple[Token, ...]:
    """The tokens of what a claim writes."""
    return tuple(tokens(text))


def recorded(claim: Claim) -> tuple[Written, ...]:
    """The figures as the claim records them, in reading order over its pieces."""
    return tuple(written for piece in claim.says for written in numerals(piece))


def numerals(text: str) -> tuple[Written, ...]:
    """The printed figures of a text, in reading order; those of subscripts are parts of names."""
    return tuple(token.written for token in printed_tokens(text) if token.written is not None)


def said(claim: Claim, printed: Sequence[Written]) -> str:
    """What the claim says, with the figures of the document in its holes."""
    figures = iter(printed)
    return " … ".join(filled(piece, figures) for piece in claim.says)


def filled(piece: str, figures: Iterable[Written]) -> str:
    """A piece with these figures in its holes, raised where the piece's own are (512²); of an iterator, as many are taken as
    the piece has holes."""
    waiting = iter(figures)
    text, end = "", 0
    for token in printed_tokens(piece):
        if token.written is not None:
            figure = next(waiting).text
            text += piece[end : token.start] + (figure.translate(_RAISED) if piece[token.start] in _SUPERSCRIPTS else figure)
            end = token.end
    return text + piece[end:]


def side(text: str, functions: frozenset[str] = frozenset()) -> tree.Node:
    """The tree of one expression."""
    return formula(text, functions).chains[0].sides[0]


@lru_cache(maxsize=1024)
def pieces(says: tuple[str, ...], functions: frozenset[str]) -> tuple[Piece, ...]:
    """The pieces of a claim; those that have a relation sign and no words are formulas."""
    found: list[Piece] = []
    first = 0
    for text in says:
        printed = printed_tokens(text)
        count = sum(token.written is not None for token in printed)
        worded = any(token.kind in (Kind.CJK, Kind.OTHER) for token in printed)
        related = any(token.kind is Kind.RELATION and not token.subscript for token in printed)
        found.append(Piece(text, formula(text, functions) if related and not worded else None, first, count))
        first += count
    return tuple(found)


def rows_of(text: str, printed: Sequence[Written] = ()) -> Rows:
    """The exact entries of a matrix or number that is written out, with other figures in it where they are given."""
    return _rows(side(text), printed)


def given_values(claim: Claim, printed: Sequence[Written], functions: frozenset[str]) -> dict[str, Rows]:
    """The exact values that a claim fixes, read from its printed figures.

    A figure that reads as a given's name is that given; otherwise the last side of the printed chain is the value of
    every name that stands before it.
    """
    values: dict[str, Rows] = {}
    for index, reading in (claim.reads or {}).items():
        if isinstance(reading, Value):
            node = side(reading.expression, functions)
            if isinstance(node, tree.Symbol) and node.name in claim.fixes:
                values[node.name] = ((printed[index].value,),)
    for piece in pieces(claim.says, functions):
        for chain in piece.formula.chains if piece.formula else ():
            names = [symbol.name for symbol in chain.sides[:-1] if isinstance(symbol, tree.Symbol)]
            fixed = [name for name in names if name in claim.fixes and name not in values]
            if fixed:
                rows = _rows(chain.sides[-1], piece.of(printed))
                values.update(dict.fromkeys(fixed, rows))
    return values


def _rows(node: tree.Node, printed: Sequence[Written]) -> Rows:
    entries = _CONSTANTS.entries(node, tuple(printed), EXACT)
    return tuple(tuple(number.rational() for number in row) for row in entries)


_CONSTANTS = Values(None, {})
