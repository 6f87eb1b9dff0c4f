"""What a document has to print for a claim to stand there: the claim's pieces as tokens with holes for the figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from derivations.claim import Claim, Label
from derivations.formula.cursor import TABLES, FormulaError, aligns, is_frame
from derivations.formula.parser import parse
from derivations.formula.pretty import pretty
from derivations.formula.tokens import Kind, Token
from derivations.formula.tree import Node
from derivations.formula.tree import figures as figures_of
from derivations.pieces import printed_tokens
from derivations.same_words import in_chinese, other_words, with_digits
from lessonproof.records import dataclass
from lessons.formulas import computes, printed_chains
from lessons.joined_rows import JoinedRow, joined_row
from numeric.written import Written, read

# Braces group, and bars part the cells of a table: neither is part of what is said.
_GROUPING = frozenset("{}|")
_BRACKETED_MATRIX = {
    f"\\begin{{{shape}matrix}}": ("[", "\\begin{matrix}") for shape in ("b", "p")
} | {f"\\end{{{shape}matrix}}": ("\\end{matrix}", "]") for shape in ("b", "p")}  # fmt: skip
# The table of a LaTeX document: its cells and rules are no more part of what is said than the bars of another.
_TABULAR = frozenset({"\\begin{tabular}", "\\end{tabular}"})
_RULES = frozenset({"\\hline", "\\toprule", "\\midrule", "\\bottomrule"})
MOST_IN_NUMERALS = 100
SIGN_MAY_STAND = frozenset({Kind.OPEN, Kind.COMMA, Kind.CELL, Kind.RELATION, Kind.COMMAND, Kind.STOP, Kind.CJK, Kind.OTHER})


@dataclass(frozen=True, slots=True)
class Slot:
    """One token a piece asks for: a figure or any other. A hole takes any figure; `signed` where a minus may be part of it.

    stands: the figure that a Chinese numeral is, which begins here.   extra: a figure that the claim has as a word.
    """

    text: str
    subscript: bool
    figure: bool
    hole: bool
    signed: bool
    stands: Written | None = None
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """One piece of a claim: the tokens it asks for, and the shape and the chains of its formula, where it is one.

    row: of a table row whose cells an export may run together; it is looked for by its characters.   expression: of a formula
    that states nothing by itself.
    """

    slots: tuple[Slot, ...]
    shape: str | None
    chains: tuple[Node, ...]
    row: JoinedRow | None = None
    expression: Node | None = None

    @property
    def spells(self) -> bool:
        """Whether it is a formula, which other spellings may say."""
        return bool(self.chains) or self.expression is not None


@lru_cache(maxsize=4096)
def shape(text: str, functions: frozenset[str]) -> str | None:
    """A formula with every figure, sign included, as `#`; None for what is no formula. Equal shapes differ in figures only."""
    try:
        tree = parse(text.replace("$", " ").replace("|", " "), functions)  # bars may be those of a table
    except FormulaError:
        return None
    return pretty(tree, ["#"] * len(figures_of(tree))).replace("−#", "#")


def _chains(piece: str, functions: frozenset[str]) -> tuple[Node, ...]:
    """The chains of a piece that is a formula, each with figures counted from 0; none for anything else."""
    return (
        tuple(printed.chain for printed in printed_chains(piece, printed_tokens(piece), functions)) if _one_run(piece) else ()
    )


def _one_run(piece: str) -> bool:
    found = printed_tokens(piece)
    return any(token.kind is Kind.RELATION for token in found) and not any(
        token.kind in (Kind.CJK, Kind.OTHER) for token in found
    )


def _expression(piece: str, functions: frozenset[str]) -> Node | None:
    """The tree of a piece that is one expression, more than a number or a name."""
    try:
        whole = parse(piece, functions)
    except FormulaError:
        return None
    only = whole.chains[0]
    return only.sides[0] if len(whole.chains) == 1 and not only.relations and computes(only.sides[0]) else None


@lru_cache(maxsize=4096)
def _patterns_of(says: tuple[str, ...], labels: frozenset[int], functions: frozenset[str]) -> tuple[Pattern, ...]:
    pieces: list[Pattern] = []
    figure = 0
    for piece in says:
        first = figure
        slots: list[Slot] = []
        flat = list(without_grouping(printed_tokens(piece)))
        for position, token in enumerate(flat):
            following = flat[position + 1] if position + 1 < len(flat) else None
            may_sign = position == 0 or flat[position - 1].kind in SIGN_MAY_STAND
            if token.text == "-" and may_sign and following is not None and following.written is not None:
                continue  # the sign belongs to the hole that follows
            previous = position - 1
            if previous >= 0 and flat[previous].text == "-":
                previous -= 1
            signed = previous < 0 or flat[previous].kind in SIGN_MAY_STAND
            is_figure = token.written is not None
            hole = is_figure and figure not in labels
            slots.append(Slot(token.text, token.subscript, is_figure, hole, hole and signed))
            figure += is_figure
        chains = () if any(slot.figure and not slot.hole for slot in slots) else _chains(piece, functions)
        worded = any(token.kind is Kind.CJK for token in flat)
        row = joined_row(piece, frozenset(label - first for label in labels if label >= first))
        whole = None if worded or chains or row else _expression(piece, functions)
        pieces.append(Pattern(tuple(slots), None if worded else shape(piece, functions), chains, row, whole))
    return tuple(pieces)


def patterns(claim: Claim, functions: frozenset[str]) -> tuple[Pattern, ...]:
    labels = frozenset(index for index, reading in (claim.reads or {}).items() if isinstance(reading, Label))
    return _patterns_of(claim.says, labels, functions)


def reworded(claim: Claim, functions: frozenset[str]) -> tuple[tuple[Pattern, ...], ...]:
    """For every piece of a claim, itself and the same in other words and in numerals instead of digits, or the other way."""
    labels = frozenset(index for index, reading in (claim.reads or {}).items() if isinstance(reading, Label))
    found: list[tuple[Pattern, ...]] = []
    for number, piece in enumerate(claim.says):
        before, after = claim.says[:number], claim.says[number + 1 :]
        main = _patterns_of(claim.says, labels, functions)[number]
        if main.row is not None or not any("\u4e00" <= sign <= "\u9fff" for sign in piece):
            found.append((main,))
            continue
        texts = (piece, *other_words(piece))
        ways = [_patterns_of((*before, text, *after), labels, functions)[number] for text in texts]
        ways += [one for way in ways for one in _in_numerals(way)]
        for text in texts:
            for digits, value in with_digits(text):
                [way] = _patterns_of((digits,), frozenset(), functions)
                ways.append(replace(way, slots=tuple(_unnumbered(slot, value) for slot in way.slots)))
        found.append(tuple(dict.fromkeys(ways)))
    return tuple(found)


def _in_numerals(piece: Pattern) -> Iterator[Pattern]:
    for at, slot in enumerate(piece.slots):
        if slot.figure and slot.text.isdecimal() and int(slot.text) < MOST_IN_NUMERALS:
            written = read(slot.text)
            spelled = [Slot(sign, False, False, False, False) for sign in in_chinese(int(slot.text))]
            spelled[0] = replace(spelled[0], figure=True, stands=written)
            yield replace(piece, slots=(*piece.slots[:at], *spelled, *piece.slots[at + 1 :]))


def _unnumbered(slot: Slot, value: int) -> Slot:
    return Slot(slot.text, False, False, False, False, extra=True) if slot.figure and slot.text == str(value) else slot


def without_grouping(found: Sequence[Token]) -> Iterator[Token]:
    tabular = False
    tables = 0  # environments whose cells mean something
    for position, token in enumerate(found):
        tables += (token.text in TABLES) - (token.text.replace("end", "begin", 1) in TABLES and token.kind is Kind.CLOSE)
        if is_frame(token) or (not tables and aligns(found, position)):
            continue
        if token.kind in (Kind.OPEN, Kind.CLOSE, Kind.BAR) and token.text in _GROUPING:
            continue
        if token.text in _TABULAR:
            tabular = token.kind is Kind.OPEN
            continue
        if tabular and (token.kind is Kind.CELL or token.text in _RULES):
            continue
        if bracket := _BRACKETED_MATRIX.get(token.text):
            # \\begin{bmatrix} is another spelling of [\\begin{matrix}.
            spelled = [Token(token.kind, text, token.start, token.end, token.subscript) for text in bracket]
            yield from spelled
            continue
        if token.written is not None and token.text.startswith("-"):
            # A line break may part a sign from its number, so a sign is always a token of its own here.
            number = token.written.text.lstrip("-−－ \t\r\n\u00a0\u2009\u202f")
            start = token.end - len(number)
            yield Token(Kind.OPERATOR, "-", token.start, token.start + 1)
            unsigned = Written(number, -token.written.value, token.written.ulp, token.written.decimals)
            yield Token(Kind.FIGURE, token.text[1:], start, token.end, written=unsigned)
            continue
        yield token
