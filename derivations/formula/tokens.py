"""The tokens of printed mathematics, in LaTeX, plain Unicode or a mixture, with their offsets in the text.

Works on any text: prose gives one token a CJK character, so that a formula can be looked for inside a document by its
tokens. Linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from derivations.formula import alphabet
from lessonproof.patterns import pattern
from numeric.written import MAX_DIGITS, Written, scan


class Kind(StrEnum):
    FIGURE = "figure"  # a printed number; inside a subscript a numeral that is part of a name
    NAME = "name"  # a word, or one letter of another alphabet
    COMMAND = "command"  # a LaTeX command with arguments: \frac, \bar, \mathrm, …
    RELATION = "relation"
    OPERATOR = "operator"
    SCRIPT = "script"  # _ or ^
    OPEN = "open"  # a bracket or \begin{…}
    CLOSE = "close"
    BAR = "bar"  # | ∣ ‖
    COMMA = "comma"  # , ;
    CELL = "cell"  # & or \\
    PRIME = "prime"
    DOTS = "dots"
    STOP = "stop"  # .
    CJK = "cjk"
    OTHER = "other"


class Token(NamedTuple):
    """One token.

    `text` is normalised: one sign for each meaning, no white space. `text[start:end]` of the input is what is printed;
    the brackets around a run of Unicode superscripts or subscripts (x⁽⁰⁾, aᵢ₊₁) are not printed and have no width.
    `subscript`: inside `_` or `_{…}`, where numerals are names. `written` is there for figures outside subscripts; its
    text is what is printed, except that a raised numeral (512²) has plain digits there.
    """

    kind: Kind
    text: str
    start: int
    end: int
    subscript: bool = False
    written: Written | None = None


_SPACE = r" \t\r\n\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000"
_SUPERSCRIPT = "".join(alphabet.SUPERSCRIPTS)
_SUBSCRIPT = "".join(alphabet.SUBSCRIPTS)
_MARK = r"[\u0300-\u036f\u20d7]"
_LETTER = (
    r"\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u037d\u037f-\u03ff"
    r"\u2102-\u2138\u2145-\u2149∞∅⊤†\U0001d400-\U0001d7cb𝟙"
)
_PIECE = pattern(
    rf"""
    (?P<space>[{_SPACE}$~]+)
  | (?P<figure>[0-9]+(?:\.[0-9]+|(?:,|\{{,\}}|\\,|[\u00a0\u2009\u202f])[0-9]{{3}}(?![0-9])){{0,{MAX_DIGITS}}}+)
  | (?P<name>[A-Za-z]{_MARK}{{1,8}}|[A-Za-z][A-Za-z0-9]*(?!{_MARK})|[{_LETTER}]{_MARK}{{0,8}}[0-9]*)
  | (?P<superscript>[{_SUPERSCRIPT}]+)
  | (?P<subscript>[{_SUBSCRIPT}]+)
  | \\(?P<environment>(?:begin|end)[ ]*\{{[a-z]+\*?\}})
  | \\(?P<command>[A-Za-z]+)
  | (?P<escaped>\\[^A-Za-z0-9])
  | (?P<pair><=|>=|!=|->|:=|\*\*|\.\.\.)
  | (?P<cjk>[\u2e80-\u2fdf\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
# A minus belongs to the number after it (see `tokens`) unless a power follows the number: −2² is −(2²).
_MINUS = pattern(r"[-−－][ \t\u00a0\u2009\u202f]*(?=\.?[0-9])")
# A number without its leading zero, `.34`: after a sign that nothing but a new number may follow.
_POINT_FIRST = pattern(r"(?<![0-9A-Za-z.)\]}%\u00c0-\u024f\u0370-\u03ff\u2e80-\u9fff'\"”’_])\.[0-9]")
_POWER = pattern(rf"[{_SPACE}]*(?:\^|\*\*|[{_SUPERSCRIPT}])")
_WORDS = pattern(r"[A-Za-z ]+")
_DIGITS = "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹"
_FIGURE_BEGINS = frozenset("0123456789-−－.")
_LINE_END = pattern(r"\r\n|\r|\n")
_NUMERAL = pattern(r"[0-9]+(?:\.[0-9]+)?")

_SIGNS: dict[str, tuple[Kind, str]] = (
    {sign: (Kind.RELATION, sign) for sign in (*"=<>:", *alphabet.RELATIONS.values(), *"←↔")}
    | {sign: (Kind.OPERATOR, sign) for sign in ("+", "/", *alphabet.OPERATORS.values())}
    | dict.fromkeys("-−", (Kind.OPERATOR, "-"))
    | dict.fromkeys("⋅∙•", (Kind.OPERATOR, "·"))
    | dict.fromkeys("✕⨯", (Kind.OPERATOR, "×"))
    | dict.fromkeys("∕⁄", (Kind.OPERATOR, "/"))
    | {sign: (Kind.SCRIPT, sign) for sign in "_^"}
    | {sign: (Kind.OPEN, sign) for sign in "([{"}
    | {sign: (Kind.CLOSE, sign) for sign in ")]}"}
    | {sign: (Kind.COMMA, sign) for sign in ",;"}
    | {sign: (Kind.PRIME, "′" * count) for sign, count in (("'", 1), ("’", 1), ("′", 1), ("″", 2))}
    | {sign: (Kind.DOTS, sign) for sign in "…⋮⋱"}
    | {"|": (Kind.BAR, "|"), "∣": (Kind.BAR, "∣"), "‖": (Kind.BAR, "‖"), "∥": (Kind.BAR, "‖")}
    | {"⋯": (Kind.DOTS, "…"), ".": (Kind.STOP, "."), "&": (Kind.CELL, "&"), "⩽": (Kind.RELATION, "≤")}
)
# Full-width forms: ，（：＝ and the like.
_SIGNS |= {chr(ord(sign) + 0xFEE0): meaning for sign, meaning in _SIGNS.items() if "!" <= sign <= "~"}
_COMMANDS: dict[str, tuple[Kind, str]] = (
    {name: (Kind.NAME, text) for name, text in alphabet.LETTERS.items()}
    | {name: (Kind.RELATION, text) for name, text in alphabet.RELATIONS.items()}
    | {name: (Kind.OPERATOR, text) for name, text in alphabet.OPERATORS.items()}
    | {name: (Kind.DOTS, text) for name, text in alphabet.DOTS.items()}
    | {name: (Kind.BAR, text) for name, text in alphabet.BARS.items()}
    | {name: (Kind.COMMAND, "\\" + text) for name, text in alphabet.COMMANDS.items()}
    | {"prime": (Kind.PRIME, "′")}
)
_ESCAPED: dict[str, tuple[Kind, str]] = {
    "\\\\": (Kind.CELL, "\\\\"),
    "\\{": (Kind.OPEN, "\\{"),
    "\\}": (Kind.CLOSE, "\\}"),
    "\\|": (Kind.BAR, "‖"),
}
_BLANK_ESCAPES = frozenset({"\\,", "\\;", "\\:", "\\!", "\\>", "\\ "})
_PAIRS: dict[str, tuple[Kind, str]] = {
    "<=": (Kind.RELATION, "≤"),
    ">=": (Kind.RELATION, "≥"),
    "!=": (Kind.RELATION, "≠"),
    "->": (Kind.RELATION, "→"),
    ":=": (Kind.RELATION, ":="),
    "**": (Kind.SCRIPT, "^"),
    "...": (Kind.DOTS, "…"),
}
_BEFORE_SIGNED_FIGURE = frozenset(
    {Kind.OPEN, Kind.COMMA, Kind.CELL, Kind.COMMAND, Kind.RELATION, Kind.SCRIPT, Kind.STOP, Kind.CJK, Kind.OTHER}
)


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """All tokens of text[start:end]. White space, `$` and LaTeX spacing are no tokens.

    A minus directly before a number belongs to it at the start of a line or of `$`, and after an opening bracket, a
    comma, `&`, `\\\\`, a relation, `^`, a full stop, a CJK character or anything unknown; not if a power follows.
    """
    return list(each_token(text, start, end))


def figure_tokens(text: str) -> Iterator[Token]:
    """The printed numbers among the tokens of a text: those that have `written`. Plain words between them are passed over."""
    last = max(map(text.rfind, _DIGITS[:10] if text.isascii() else _DIGITS))
    if last < 0:
        return
    for token in each_token(text, hurried=True):
        if token.written is not None:
            yield token
        if token.end > last:
            return


def each_token(text: str, start: int = 0, end: int | None = None, *, hurried: bool = False) -> Iterator[Token]:
    """The tokens one by one, for readers that stop early.

    hurried: without words that a blank follows, unless something is open; no other token depends on them but by their kind.
    """
    end = len(text) if end is None else min(end, len(text))
    groups: list[bool] = []  # for each open brace: does a subscript contain it
    pending = False  # a `_` waits for its subscript
    previous: Kind | None = None
    position = start
    while position < end:
        if hurried and not pending and not groups and (words := _WORDS.match(text, position, end)):
            whole = words[0][: words[0].rfind(" ") + 1]  # the word behind the last blank may go on otherwise
            if whole and not whole.isspace():
                previous, position = Kind.NAME, position + len(whole)
                continue
        match = _PIECE.match(text, position, end)
        assert match is not None and match.lastgroup is not None  # the last alternative takes any character
        group, piece = match.lastgroup, match[match.lastgroup]
        if group == "space":
            if piece == " ":
                position += 1
                continue
            line_ends = len(_LINE_END.findall(piece))
            if line_ends or "$" in piece:
                previous = None
            # A formula may be broken over lines; a blank line or a `$` ends whatever was left open before it.
            if line_ends > 1 or "$" in piece:
                groups, pending = [], False
            position = match.end()
            continue
        subscript = pending or bool(groups and groups[-1])
        if group == "cjk":
            for offset, sign in enumerate(piece, position):
                yield Token(Kind.CJK, sign, offset, offset + 1, subscript)
                subscript = bool(groups and groups[-1])
            previous, pending, position = Kind.CJK, False, match.end()
            continue
        if group in ("superscript", "subscript"):
            yield from _run(text, match, group, subscript)
            previous, position = Kind.FIGURE, match.end()
            continue
        found = None if subscript or piece[0] not in _FIGURE_BEGINS else _figure(text, position, end, previous)
        if found is not None:
            token = found
        elif group == "figure" and subscript:
            numeral = _NUMERAL.match(text, position, end)
            assert numeral is not None
            token = Token(Kind.FIGURE, numeral[0], position, numeral.end(), True)
        else:
            meaning = _meaning(group, piece)
            if meaning is None:
                position = match.end()
                continue
            token = Token(meaning[0], meaning[1], position, match.end(), subscript)
        yield token
        position, previous = token.end, token.kind
        if token.text == "{":
            groups.append(subscript)
        elif token.text == "}" and groups:
            groups.pop()
        # `_\mathrm{row}`: the argument of the command is what the subscript is.
        pending = token.text == "_" or (pending and token.kind is Kind.COMMAND)


def _meaning(group: str, piece: str) -> tuple[Kind, str] | None:
    """Kind and normalised text; None for spacing."""
    if group == "sign":
        return _SIGNS.get(piece) or (Kind.OTHER, piece)
    if group == "name":
        return Kind.NAME, _name(piece)
    if group == "command":
        if piece in alphabet.BLANK:
            return None
        return _COMMANDS.get(piece, (Kind.OTHER, "\\" + piece))
    if group == "environment":
        return Kind.OPEN if piece.startswith("begin") else Kind.CLOSE, "\\" + piece.replace(" ", "")
    if group == "escaped":
        return None if piece in _BLANK_ESCAPES else _ESCAPED.get(piece, (Kind.OTHER, piece))
    if group == "pair":
        return _PAIRS[piece]
    return Kind.OTHER, piece  # a figure that is no number within the limits of `scan`: the run of digits is skipped as a whole


def _name(piece: str) -> str:
    """`S̄` is `bar(S)`; other letters with marks keep them (é)."""
    if piece.isascii():
        return piece
    decomposed = unicodedata.normalize("NFD", piece)
    letter, marks = decomposed[0], decomposed[1:]
    if any(mark not in alphabet.MARKS for mark in marks):
        return unicodedata.normalize("NFC", piece)
    for mark in marks:
        letter = f"{alphabet.MARKS[mark]}({letter})"
    return letter


def _figure(text: str, position: int, end: int, previous: Kind | None) -> Token | None:
    """The number at this place, with its minus where the minus belongs to it."""
    first = position
    if not "0" <= text[first] <= "9":
        if (previous is None or previous in _BEFORE_SIGNED_FIGURE) and (minus := _MINUS.match(text, position, end)):
            first = minus.end()
        if not "0" <= text[first] <= "9" and not _POINT_FIRST.match(text, first):
            return None
    found = scan(text, first)
    if found is not None and found[1] > end:
        shorter = scan(text[first:end])
        found = shorter and (shorter[0], first + shorter[1])
    if found is None:
        return None
    written, stop = found
    if first == position:
        return Token(Kind.FIGURE, _compact(written.text), position, stop, written=written)
    if _POWER.match(text, stop, end):
        return None
    signed = replace(written, text=text[position:stop], value=-written.value)
    return Token(Kind.FIGURE, "-" + _compact(written.text), position, stop, written=signed)


def _compact(printed: str) -> str:
    return printed if printed.isdigit() else "".join(printed.split()).replace("−", "-").replace("\\%", "%")


def _run(text: str, match: re.Match[str], group: str, subscript: bool) -> Iterator[Token]:
    """The tokens of a run of Unicode superscripts or subscripts, as `^{…}` or `_{…}` would give them."""
    raised = group == "superscript"
    signs = alphabet.SUPERSCRIPTS if raised else alphabet.SUBSCRIPTS
    start, end = match.span()
    yield Token(Kind.SCRIPT, "^" if raised else "_", start, start, subscript)
    subscript = subscript or not raised
    inner: list[Token] = []
    for token in each_token("".join(signs[sign] for sign in match[0])):
        written = None if subscript else token.written
        inner.append(Token(token.kind, token.text, start + token.start, start + token.end, subscript, written))
    if len(inner) > 1:
        yield Token(Kind.OPEN, "{", start, start, subscript)
    yield from inner
    if len(inner) > 1:
        yield Token(Kind.CLOSE, "}", end, end, subscript)
