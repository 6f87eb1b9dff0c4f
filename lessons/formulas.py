"""The formulas that a stretch of a document prints, found without knowing what they say.

A run of signs without words between them may be a formula: `$` ends it, a blank line does, and a line end does unless the
formula cannot end there. What the parser does not read whole is read part by part between its commas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from derivations.formula import tree
from derivations.formula.cursor import CLOSING, MAX_TOKENS, FormulaError, is_frame
from derivations.formula.parser import parse
from derivations.formula.tokens import Kind, Token
from lessonproof.patterns import pattern
from lessonproof.records import dataclass

CANNOT_END = frozenset({Kind.RELATION, Kind.OPERATOR, Kind.SCRIPT})
BLANK_LINE = pattern(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
SHORTEST_EXPRESSION = 3  # tokens
_GOES_ON = CANNOT_END | {Kind.COMMA, Kind.CELL, Kind.OPEN}
_GOES_WITH_FORMULA = frozenset("!@^~")
_LOOSE = frozenset({Kind.COMMA, Kind.STOP, Kind.DOTS})
_LOOSE_SIGNS = frozenset({":", "→", "⇒"})


@dataclass(frozen=True, slots=True)
class PrintedChain:
    """One chain of relations of the document: its offsets, its text, and its tree (whose places count from `start`)."""

    start: int
    end: int
    text: str
    chain: tree.Chain


def printed_chains(
    text: str, found: Sequence[Token], functions: frozenset[str], apart: frozenset[int] = frozenset()
) -> list[PrintedChain]:
    """The chains that state something, in order.

    found: the tokens of the stretch of `text`, in order.   apart: offsets where what stands before is no part of a formula,
    such as the ends of the numbers of headings.
    """
    chains: list[PrintedChain] = []
    for run in _runs(text, found, apart):
        if any(token.kind is Kind.RELATION for token in run):
            chains += _read(text, run, functions)
    return chains


def printed_expressions(
    text: str,
    found: Sequence[Token],
    functions: frozenset[str],
    letters: frozenset[str],
    apart: frozenset[int] = frozenset(),
) -> list[PrintedChain]:
    """The expressions that a stretch prints without stating anything of them, each as a chain of one side, in order.

    So does `g ≈ (f(x + h) − f(x))/h` where nobody knows a g: a side counts whose other sides have none of the known letters.
    """
    expressions: list[PrintedChain] = []
    for run in _runs(text, found, apart):
        run = _trimmed(run)
        if not SHORTEST_EXPRESSION <= len(run) <= MAX_TOKENS:
            continue
        start = run[0].start
        whole = _parsed(text[start : run[-1].end], functions)
        for chain in whole.chains if whole else ():
            for side in chain.sides:
                others = [other for other in chain.sides if other is not side]
                if computes(side) and not any(_speaks_of(other, letters) for other in others):
                    first, last = start + side.span[0], start + side.span[1]
                    alone = _parsed(text[first:last], functions)
                    for one in alone.chains if alone else ():
                        expressions.append(PrintedChain(first, last, text[first:last], one))
    return expressions


def computes(node: tree.Node) -> bool:
    """Whether an expression is more than a number or a name."""
    return isinstance(node, (tree.Sum, tree.Product, tree.Quotient, tree.Power, tree.Call))


def _speaks_of(node: tree.Node, letters: frozenset[str]) -> bool:
    return any(isinstance(one, tree.Symbol) and one.name in letters for one in tree.walk(node))


def _runs(text: str, found: Sequence[Token], apart: frozenset[int]) -> Iterator[list[Token]]:
    run: list[Token] = []
    for token in found:
        if run and (run[-1].end in apart or _ends(text, run[-1], token)):
            yield run
            run = []
        if token.kind is Kind.CJK or is_frame(token) or (token.kind is Kind.OTHER and token.text not in _GOES_WITH_FORMULA):
            if run:
                yield run
            run = []
            continue
        run.append(token)
    if run:
        yield run


def _ends(text: str, left: Token, right: Token) -> bool:
    between = text[left.end : right.start]
    if "$" in between or BLANK_LINE.search(between) or (left.kind is Kind.STOP and between):
        return True
    return left.kind not in _GOES_ON and right.kind is not Kind.CELL and any(sign in between for sign in "\r\n")


def _read(text: str, run: list[Token], functions: frozenset[str]) -> Iterator[PrintedChain]:
    """The chains of a run; where it is no formula as a whole, those of its parts between commas."""
    run = _trimmed(run)
    if not run or len(run) > MAX_TOKENS:
        return
    start, end = run[0].start, run[-1].end
    whole = _parsed(text[start:end], functions)
    if whole is None:
        for part in _parts(run):
            if len(part) < len(run) and any(token.kind is Kind.RELATION for token in part):
                yield from _read(text, part, functions)
        return
    for chain in whole.chains:
        if chain.relations:
            first, last = start + chain.span[0], start + chain.span[1]
            # Read by itself, its figures are counted from 0 and its places from its own start.
            alone_read = _parsed(text[first:last], functions)
            for alone in alone_read.chains if alone_read else ():
                yield PrintedChain(first, last, text[first:last], alone)


@lru_cache(maxsize=4096)
def _parsed(text: str, functions: frozenset[str]) -> tree.Formula | None:
    """The formula that a text is; None where it is none. Kept, for whoever reads an edited text again."""
    try:
        return parse(text, functions)
    except FormulaError:
        return None


def _trimmed(run: list[Token]) -> list[Token]:
    """Without the punctuation of the sentence, and without brackets that the formula does not close or open."""
    first, last = 0, len(run)
    while first < last and (run[first].kind in _LOOSE or run[first].text in _LOOSE_SIGNS):
        first += 1
    while first < last and (run[last - 1].kind in _LOOSE or run[last - 1].text in _LOOSE_SIGNS):
        last -= 1
    run = run[first:last]
    open_brackets: list[int] = []
    stray: list[int] = []
    for place, token in enumerate(run):
        if token.text in CLOSING:
            open_brackets.append(place)
        elif token.text in CLOSING.values() and not open_brackets:
            stray.append(place)
        elif token.text in CLOSING.values():
            open_brackets.pop()
    inner = run
    if stray:
        inner = inner[: stray[0]]
    if open_brackets:
        after = open_brackets[-1] + 1
        inner = inner[after:] if after < len(inner) else []
    return inner if inner is run else _trimmed(inner)


def _parts(run: list[Token]) -> Iterator[list[Token]]:
    depth = 0
    part: list[Token] = []
    for token in run:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if token.kind is Kind.COMMA and depth <= 0:
            yield part
            part = []
        else:
            part.append(token)
    yield part
