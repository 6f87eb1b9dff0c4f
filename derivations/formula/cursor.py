"""A place in a list of tokens, with the limits that keep any text harmless."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

from derivations.formula.tokens import Kind, Token, each_token
from derivations.formula.tree import Span
from lessonproof.patterns import pattern

MAX_TOKENS = 2_000
MAX_DEPTH = 64
MAX_NODES = 4_000

TABLES = frozenset(f"\\begin{{{name}}}" for name in ("matrix", "pmatrix", "bmatrix", "cases", "array", "tabular"))
"""The environments whose cells mean something; in `aligned` and its like `&` only says what stands below what."""

_FRAME = pattern(r"\\(?:begin|end)\{(?!(?:matrix|pmatrix|bmatrix|cases|array|tabular)\})")


def is_frame(token: Token) -> bool:
    """Whether the token opens or closes mathematics as `$` does: `\\(`, `\\begin{equation}`, `\\end{aligned}`."""
    return token.text in ("\\(", "\\)", "\\[", "\\]") or _FRAME.match(token.text) is not None


CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}


def closing(opening: str) -> str:
    """The text of the token that closes this one: a bracket or \\begin{…}."""
    return CLOSING.get(opening) or opening.replace("begin", "end")


def aligns(found: Sequence[Token], position: int) -> bool:
    """Whether the token, outside tables, is the `&` that aligns a relation, or the line break before one."""
    token = found[position]
    following = found[position + 1] if position + 1 < len(found) else None
    if token.kind is not Kind.CELL or following is None:
        return False
    if token.text == "&":
        return following.kind is Kind.RELATION or (position > 0 and found[position - 1].kind is Kind.RELATION)
    return following.text == "&" and position + 2 < len(found) and found[position + 2].kind is Kind.RELATION


def _unaligned(found: list[Token]) -> list[Token]:
    if not any(token.kind is Kind.CELL for token in found):
        return found
    kept: list[Token] = []
    tables = 0
    for position, token in enumerate(found):
        tables += (token.text in TABLES) - (token.kind is Kind.CLOSE and token.text.replace("end", "begin", 1) in TABLES)
        if tables or not aligns(found, position):
            kept.append(token)
    return kept


Made = TypeVar("Made")


class FormulaError(ValueError):
    """A text that is not read as a formula: why, and the offset in the text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"{message} (at offset {offset})")
        self.message = message
        self.offset = offset


class Cursor:
    """Reads the tokens of one formula from left to right, never back.

    `token` is the one to read next, at place `at`, and `previous` the one read last. `figures` counts the printed numbers
    read so far; `within` holds the brackets and bars that are open here.
    """

    def __init__(self, text: str) -> None:
        stripped = text.strip(" \t\r\n$")
        if "$" in stripped:
            raise FormulaError("a $ inside the formula", text.index(stripped) + stripped.index("$"))
        self.tokens = list(islice(each_token(text), MAX_TOKENS + 1))
        if len(self.tokens) > MAX_TOKENS:
            raise FormulaError(f"more than {MAX_TOKENS} tokens", self.tokens[-1].start)
        if not self.tokens:
            raise FormulaError("no formula here", 0)
        self.tokens = _unaligned(self.tokens)
        self.tokens.append(Token(Kind.STOP, "", len(text), len(text)))  # an end that is never consumed
        self.latex = "\\" in text or "{" in text
        self.at = 0
        self.token = self.tokens[0]
        self.previous = self.tokens[-1]
        self.figures = 0
        self.within: list[str] = []
        self._depth = 0
        self._nodes = 0
        self.closed_by, self.conditional = self._brackets()

    def _brackets(self) -> tuple[dict[int, int], set[int]]:
        """For each opening bracket the place of its closing one; and the brackets with a ∣ directly inside."""
        closed_by: dict[int, int] = {}
        conditional: set[int] = set()
        waiting: list[int] = []
        for place, token in enumerate(self.tokens):
            if token.kind is Kind.OPEN:
                waiting.append(place)
            elif token.kind is Kind.CLOSE and waiting and closing(self.tokens[waiting[-1]].text) == token.text:
                closed_by[waiting.pop()] = place
            elif token.text == "∣" and waiting:
                conditional.add(waiting[-1])
        return closed_by, conditional

    @property
    def ended(self) -> bool:
        return self.at == len(self.tokens) - 1

    def next(self) -> Token:
        if self.ended:
            raise FormulaError("the formula ends too early", self.token.start)
        self.at += 1
        self.previous, self.token = self.token, self.tokens[self.at]
        return self.previous

    def sees(self, *texts: str) -> bool:
        return self.token.text in texts

    def accept(self, *texts: str) -> Token | None:
        return self.next() if self.sees(*texts) else None

    def expect(self, text: str) -> Token:
        if not self.sees(text):
            raise self.wrong(f"expected {text!r}")
        return self.next()

    def wrong(self, message: str) -> FormulaError:
        found = "the end" if self.ended else repr(self.token.text[:40])
        return FormulaError(f"{message}, found {found}", self.token.start)

    def span(self, start: int) -> Span:
        """From `start` to the end of the token read last."""
        return start, max(start, self.previous.end)

    def made(self, node: Made) -> Made:
        """Counts a node; the same node back."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise FormulaError(f"more than {MAX_NODES} nodes", self.token.start)
        return node

    def descend(self) -> None:
        """One level down. Every recursion of the grammar passes here."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise FormulaError(f"nested deeper than {MAX_DEPTH}", self.token.start)

    def ascend(self) -> None:
        self._depth -= 1
