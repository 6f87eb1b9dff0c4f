"""Arithmetic in running text: the signs of a stretch, where words and units stand among the figures.

"784 inputs times 100 neurons is 78,400 weights" is figure, label, ×, figure, label, =, figure, label. Every sign keeps its
place in the text and what stands for it in a formula. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from derivations.formula import alphabet
from derivations.formula.tokens import Kind, Token, each_token
from lessonproof.patterns import pattern
from lessons.byte_units import BYTES, STORED
from lessons.passage import Passage, Span
from lessons.sign import APPROXIMATE, FUNCTIONS, LOGARITHMS, POWER_OF_TEN, Role, Sign
from lessons.upright import JOINING, UPRIGHT, counting
from lessons.words import PHRASE, POWERS, is_time, sign_of

_CROSS = pattern(r"(?<=[0-9)\]KMBTkB%²³⁴])(?P<before>\s?)(?<!\b0)[xX](?P<after>\s?)(?=[0-9(])")
_TILDE = pattern(r"~=|=~|(?<=[0-9])~(?=[0-9])|~|==")
# In an export without cell marks: a unit letter or a lone zero is the end of a cell where a digit follows.
_CELL_END = pattern(r"(?<=[0-9])[KMBTk万亿%](?=[0-9])|(?<![0-9.,])0(?=[0-9])")
_WORD_AND_FIGURE = pattern(r"([A-Za-z]{4,})([0-9]{1,12})")
_OPERATOR_NEXT = pattern(r"\s*[×·÷+*^⁰¹²³⁴-⁹]")
_FACTORIAL = pattern(r"\s*[-=≈+*/×÷·)]")
_BULLET = pattern(r"\s*(?:[-*+•·]\s+|[0-9]{1,3}[.)、]\s+|[(（][0-9]{1,3}[)）]\s*|#{1,6}\s|>\s)")
_ISO_DATE = pattern(r"(?<![0-9])[12][0-9]{3}-[01]?[0-9]-[0-3]?[0-9](?![0-9])")
_PROSE_ENDS = frozenset("│├└┌┐┘┤┬┴┼─━┃║═╔╗╚╝←\"'“”‘’「」『』《》!?;；。、，,：:—…·•–|✓✗✅❌*`#🎯🧮①②③④⑤⑥⑦⑧⑨")
_OPERATORS = frozenset("+-/×·÷*⊙")
_FACTOR_FOLLOWS = frozenset("×·*/÷⊙")
_RANGE = frozenset("–~±∓")
# A type of numbers alone in brackets, `2 字节（FP16）`, says something of the figure before it.
_TYPES = frozenset({*STORED, "FP8", "fp8", "INT4", "int4", "FP4", "fp4", "NF4", "nf4", "TF32", "tf32"})
_REMARK = "type"
# What a word that counts may follow.
_COUNTED = frozenset({Role.FIGURE, Role.LABEL, Role.CLOSE, Role.UNIT})
# A bracket or an equality sign that touches a word makes it a function or a name, not what a figure counts.
_NAME_NEXT = pattern(r"[(\[=]")
_DEFINED = pattern(r"\s?:?=(?!=)")
_BARE = pattern(r"\s?[(\[（0-9√]")
_BRACKETED = pattern(r"\s?[(\[（]")
# 3,14 is a decimal in half of the world: what touches such a comma is no figure by itself.
_DECIMAL_COMMA = pattern(r"(?<=[0-9]),(?=[0-9])")
_GROUP = pattern(r"[0-9]{3}(?![0-9])")  # in an export also the end of a cell and 37,000
_UNIT_BEHIND = pattern(
    rf"[\s~]?(?P<unit>(?:{'|'.join(sorted((*BYTES, *POWERS), key=len, reverse=True))}))(?![A-Za-z0-9]|(?<=[^A-Za-z])[分一])"
)
_GOES_ON = pattern(r"\s*[-=≈+*/×÷·(（]|\s*字节")
_NOUN = pattern(r"\s([A-Za-z]{2,})(?![A-Za-z0-9_(^\[])")
_RATIO = pattern(r":[0-9]|\s:\s?[0-9]")  # 8 : 1 : 1, and no step 1: 2 + 3 = 5
# What a rate is of: `512 KB/token`, `900 GB/s`, `16 字节 / 参数`. A name that is applied or computed with divides.
_EACH = pattern(r"/(?:[A-Za-z]+|\s(?P<word>[A-Za-z]{2,24})|\s?[一-鿿])(?![A-Za-z0-9_^(\[{=⁰-⁹²³])")


def signs(passage: Passage, span: Span, names: frozenset[str] = frozenset()) -> list[Sign]:
    """The signs of one stretch, in order. names: what the document defines, so that a word may be an operand."""
    found: list[Sign] = []
    text = passage.text
    start = span[0]
    if not passage.formulas and (bullet := _BULLET.match(text, *span)):
        start = bullet.end()
    for first, last, tex in _pieces(passage, start, span[1]):
        if tex:
            inside = list(_tex_signs(text, first, last, names))
            # “0.02 divided by √24 ≈ 4.9”: the formula states something of its own.
            if found and found[-1].worded and found[-1].role is Role.OPERATOR and any(s.role is Role.RELATION for s in inside):
                found.append(Sign(Role.END, "", first, first))
            found += inside
        else:
            if found and found[-1].tex and (behind := _UNIT_BEHIND.match(text, first, last)):
                found += _unit_behind(behind, found[-1])
                first = behind.end()
            found += _plain_signs(_levelled(text[first:last]), first, names, passage.run_together)
            if passage.run_together and last < span[1] and not _in_formula(passage, last):
                found.append(Sign(Role.END, "", last, last))
    return found


def _unit_behind(unit: re.Match[str], last: Sign) -> list[Sign]:
    """A unit of bytes or a power of ten in the prose behind a formula that ends in a figure: `$2 · 7 = 14$ GB`."""
    start, end = unit.span("unit")
    if last.role not in (Role.FIGURE, Role.CLOSE):
        return []
    if (word := unit["unit"]) in POWERS:
        sign = Sign(Role.PART, f"{POWER_OF_TEN}{POWERS[word]}", start, end, True)
    else:
        sign = Sign(Role.UNIT, word, start, end, True)
    return [sign] if _GOES_ON.match(unit.string, end) else [sign, Sign(Role.END, "", end, end)]


def _in_formula(passage: Passage, offset: int) -> bool:
    return any(start <= offset + 1 and offset <= end for start, end in passage.formulas)


def _pieces(passage: Passage, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """The text in turns of prose and TeX; the prose of an export is cut where its cells certainly end."""
    for first, last in (*passage.formulas, (end, end)):
        if last <= start or first > end:
            continue
        yield from _cells(passage, start, min(first, end))
        if first < end:
            yield max(first, start), min(last, end), True
        start = max(start, last)


def _cells(passage: Passage, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    if passage.run_together:
        for cut in _CELL_END.finditer(passage.text, start, end):
            if cut.end() < end and passage.text[cut.end()] in "0123456789":
                yield start, cut.end(), False
                start = cut.end()
    if start < end:
        yield start, end, False


def _levelled(text: str) -> str:
    """The text with one sign for each meaning, letter for letter: `28x28`, `~ 5`, `==`."""
    if "x" in text or "X" in text:
        text = _CROSS.sub(lambda match: f"{match['before']}×{match['after']}", text)
    if "~" not in text and "==" not in text:
        return text

    def tilde(match: re.Match[str]) -> str:
        if len(match[0]) == 2:
            return "= " if match[0] == "==" else "≈ "
        inside = match.start() > 0 and match.end() < len(text)
        glued = inside and text[match.start() - 1].isdigit() and text[match.end()].isdigit()
        return "–" if glued else "≈"

    return _TILDE.sub(tilde, text)


def _tex_signs(text: str, start: int, end: int, names: frozenset[str]) -> Iterator[Sign]:
    upright = False
    previous = skip_to = start
    last: Sign | None = None
    for token in each_token(text, start, end):
        if token.start < skip_to:
            continue
        spaced = token.start > previous
        previous = token.end
        if token.kind is Kind.COMMAND and last is not None and (word := UPRIGHT.match(text, token.start, end)):
            made = list(counting(word, last))
            if made:
                yield from made
                last, previous = made[-1], word.end()
                skip_to = previous
                continue
        may_be_special = not token.subscript and (token.text == "log" or text[token.start : token.end] in _SPECIAL)
        if may_be_special and (special := list(_special(text, token, end, names, spaced))):
            yield from special
            last, previous = special[-1], special[-1].end
            skip_to = previous
            continue
        if (
            token.kind is Kind.NAME
            and not token.subscript
            and not upright
            and are_factors(text[token.start : token.end], names)
        ):
            for at in range(token.start, token.end):
                last = Sign(Role.PART, text[at], at, at + 1, True, tex=True, said=JOINED)
                yield last
            continue
        upright = token.text == "\\mathrm" or (upright and token.text == "{")
        role = Role.PART if token.subscript and token.kind is Kind.RELATION else _ROLES.get(token.kind, Role.PART)
        if token.kind is Kind.COMMA and _DECIMAL_COMMA.match(text, token.start):
            role = Role.BREAK
        printed = _printed(text, token)
        if token.kind is Kind.FIGURE and last is not None and last.text in _FRACTIONS and len(printed) == 2:
            printed = f"{{{printed[0]}}}{{{printed[1]}}}"  # \\tfrac14
        last = Sign(role, printed, token.start, token.end, spaced, tex=True)
        yield last


_LOGARITHM = pattern(
    r"(?:\\log|(?<![A-Za-z])log)\s?(?:_\s?(?:\{\s?([0-9]{1,2})\s?\}|([0-9])(?![0-9])|(10)(?![0-9]))|([₀-₉]{1,2}))"
)
_BINOMIAL = pattern(r"\\[dt]?binom\s*\{(?P<above>[^{}]{1,40})\}\s*\{(?P<below>[^{}]{1,40})\}")
_WHOLE = {
    "\\lfloor": (Role.OPEN, "floor("), "\\lceil": (Role.OPEN, "ceil("), "⌊": (Role.OPEN, "floor("), "⌈": (Role.OPEN, "ceil("),
    "\\rfloor": (Role.CLOSE, ")"), "\\rceil": (Role.CLOSE, ")"), "⌋": (Role.CLOSE, ")"), "⌉": (Role.CLOSE, ")"),
}  # fmt: skip
_SPECIAL = frozenset({*_WHOLE, "\\binom", "\\dbinom", "\\tbinom"})


def _special(text: str, token: Token, end: int, names: frozenset[str], spaced: bool) -> Iterator[Sign]:
    """Signs of what the parser of formulas writes otherwise: log with a base, ⌊x⌋ and ⌈x⌉, binomial coefficients."""
    printed = text[token.start : token.end]
    if printed in _WHOLE:
        role, stands = _WHOLE[printed]
        yield Sign(role, stands, token.start, token.end, spaced, tex=True)
    elif token.text == "log" and (log := _logarithm(text, token.start, end)):
        yield Sign(Role.PART, log[0], token.start, log[1], True, tex=True)
    elif printed in _SPECIAL and (binomial := _BINOMIAL.match(text, token.start, end)):
        yield Sign(Role.OPEN, "binom(", token.start, binomial.start("above"), spaced, tex=True)
        yield from _tex_signs(text, *binomial.span("above"), names)
        yield Sign(Role.END, ",", binomial.end("above"), binomial.start("below"), tex=True)
        yield from _tex_signs(text, *binomial.span("below"), names)
        yield Sign(Role.CLOSE, ")", binomial.end("below"), binomial.end(), tex=True)


def _logarithm(text: str, start: int, end: int) -> tuple[str, int] | None:
    """`log2` for a logarithm with its base, and where the base ends; None without a base that is read."""
    match = _LOGARITHM.match(text, start, end)
    if match is None:
        return None
    base = next(group for group in match.groups() if group)
    name = "log" + "".join(alphabet.SUBSCRIPTS.get(digit, digit) for digit in base)
    return (name, match.end()) if name in LOGARITHMS else None


JOINED = "a product"
"""What is said of the letters of AB, where A and B are names and AB is none."""


def are_factors(run: str, names: frozenset[str]) -> bool:
    """Whether letters that a formula prints side by side are a product of names."""
    return (
        1 < len(run) <= MOST_FACTORS
        and run not in names
        and run not in FUNCTIONS
        and run not in alphabet.FUNCTIONS
        and all(letter in names for letter in run)
    )


_FRACTIONS = frozenset({"\\frac", "\\tfrac", "\\dfrac"})
MOST_FACTORS = 4

_ROLES = {
    Kind.FIGURE: Role.FIGURE, Kind.RELATION: Role.RELATION, Kind.OPERATOR: Role.OPERATOR, Kind.OPEN: Role.OPEN,
    Kind.CLOSE: Role.CLOSE, Kind.COMMA: Role.END, Kind.DOTS: Role.DOTS, Kind.STOP: Role.END, Kind.CJK: Role.END,
    Kind.OTHER: Role.BREAK,
}  # fmt: skip


def _printed(text: str, token: Token) -> str:
    return token.text if token.kind is Kind.RELATION else text[token.start : token.end]


def _plain_signs(text: str, base: int, names: frozenset[str], run_together: bool) -> list[Sign]:
    dates = {match.start(): match.end() for match in _ISO_DATE.finditer(text)}
    found: list[Sign] = []
    skip_to = 0
    previous_end = 0
    for token in each_token(text):
        if token.start < skip_to:
            continue
        spaced = token.start > previous_end or token.start == 0
        if token.start in dates:
            skip_to = previous_end = dates[token.start]
            found.append(Sign(Role.BREAK, "", base + token.start, base + skip_to, spaced))
            continue
        if run_together and token.kind is Kind.NAME and token.start > 0 and (glued := _glued(text, token, base, found)):
            found += glued
            previous_end = skip_to = token.end
            if glued[-1].role is Role.FIGURE:
                continue
            spaced = True
        if token.text == "log" and not token.subscript and (log := _logarithm(text, token.start, len(text))):
            found.append(Sign(Role.PART, log[0], base + token.start, base + log[1], True))
            previous_end = skip_to = log[1]
            continue
        rated = token.text == "/" and found and found[-1].role in (Role.UNIT, Role.LABEL)
        if rated and (each := _EACH.match(text, token.start)) and each["word"] not in names:
            previous_end = skip_to = each.end()
            found.append(Sign(Role.LABEL, each[0], base + token.start, base + skip_to))
            continue
        phrase = PHRASE.match(text, token.start) if token.kind in (Kind.NAME, Kind.CJK) else None
        if phrase and phrase.lastgroup and (token.kind is Kind.CJK or phrase.end() >= token.end):
            sign = sign_of(phrase, base, spaced, found[-1] if found else None)
        else:
            sign = _plain_sign(text, token, base, spaced, found, names, run_together)
        found.append(sign)
        previous_end = skip_to = sign.end - base
    return found


def _glued(text: str, token: Token, base: int, before: list[Sign]) -> list[Sign]:
    """A word that ends or begins a cell: a function after a figure, 0.54sin(2), and a figure after a word, Decoder3."""
    start, end = base + token.start, base + token.end
    if text[token.start - 1].isdigit() and token.text in alphabet.FUNCTIONS:
        return [Sign(Role.END, "", start, start)]
    if (parts := _WORD_AND_FIGURE.fullmatch(token.text)) and _OPERATOR_NEXT.match(text, token.end):
        middle = start + parts.start(2)
        return [Sign(Role.END, parts[1], start, middle), Sign(Role.FIGURE, parts[2], middle, end)]
    return []


def _plain_sign(
    text: str, token: Token, base: int, spaced: bool, before: list[Sign], names: frozenset[str], run_together: bool
) -> Sign:
    start, end = base + token.start, base + token.end
    printed = text[token.start : token.end]
    following = text[token.end : token.end + 1]
    last = before[-1] if before else None

    def sign(role: Role, stands: str = printed) -> Sign:
        return Sign(role, stands, start, end, spaced)

    if printed in _WHOLE:
        return sign(*_WHOLE[printed])
    if token.subscript or token.kind is Kind.SCRIPT:
        return sign(Role.PART, "" if token.start == token.end else printed)
    match token.kind:
        case Kind.FIGURE:
            # A number glued to a letter before it is part of a name: v2, GPT-4.
            glued = last is not None and not spaced and last.role is Role.BREAK
            return sign(Role.BREAK if glued else Role.FIGURE)
        case Kind.RELATION:
            if token.text in APPROXIMATE and (last is None or last.role in (Role.RELATION, Role.END, Role.LABEL)):
                return sign(Role.ABOUT, "")
            if token.text == ":" and last is not None and last.role is Role.FIGURE and _RATIO.match(text, token.start - spaced):
                return sign(Role.BREAK)
            return sign(Role.END if token.text == ":" else Role.RELATION, token.text)
        case Kind.NAME:
            if spaced and printed in ("s", "h") and printed not in names and is_time(text, token.start, before):
                return sign(Role.LABEL)
            return _name(text, token, spaced, last, names, sign)
        case Kind.CJK:
            if printed == "成" and last is not None and last.role is Role.FIGURE:
                return sign(Role.PART, "0%")
            if following == "节" and printed == "字":
                return Sign(Role.UNIT, "字节", start, end + 1, spaced)
            if printed in _PROSE_ENDS:
                return sign(Role.END)
            labelled = last is not None and (last.role in _COUNTED or last.text.startswith(POWER_OF_TEN))
            return sign(Role.LABEL if labelled else Role.END, printed)
        case Kind.OPERATOR:
            words = last is not None and last.role is Role.END and last.text.isalpha()
            if words and token.text in "+-" and (not spaced or following.isspace()):
                return sign(Role.BREAK)  # GPT-4, loss - 5
            return sign(Role.OPERATOR, token.text if token.text != "√" and token.text in _OPERATORS else printed)
        case Kind.COMMAND | Kind.PRIME | Kind.BAR:
            return sign(Role.PART)
        case Kind.COMMA if _DECIMAL_COMMA.match(text, token.start) and not (run_together and _GROUP.match(text, token.end)):
            return sign(Role.BREAK)
        case Kind.COMMA | Kind.STOP | Kind.CELL:
            return sign(Role.END)
        case Kind.DOTS | Kind.OPEN | Kind.CLOSE:
            return sign(_ROLES[token.kind])
    if printed == "!" and last is not None and last.role in (Role.FIGURE, Role.CLOSE) and _FACTORIAL.match(text, token.end):
        return sign(Role.PART)
    return sign(Role.END if printed in _PROSE_ENDS and printed not in _RANGE else Role.BREAK)


def _article(text: str, end: int) -> bool:
    """Whether the letter a is the word: “a layer has”. “a times b” and “a is 3” are about a name."""
    noun = _NOUN.match(text, end)
    return noun is not None and noun[1] not in JOINING and PHRASE.match(text, noun.start(1)) is None


def _name(text: str, token: Token, spaced: bool, last: Sign | None, names: frozenset[str], sign: object) -> Sign:
    assert callable(sign)
    printed, following = token.text, text[token.end : token.end + 1]
    glued = last is not None and not spaced
    figure_before = last is not None and last.role in _COUNTED
    made: Sign
    if (printed in BYTES or printed in STORED) and figure_before:
        made = sign(Role.UNIT, printed)
    elif printed in _TYPES and last is not None and last.role is Role.OPEN:
        made = sign(Role.END, _REMARK)
    elif printed == "of" and last is not None and last.text.endswith("%"):
        made = sign(Role.OPERATOR, "×")
    elif printed in alphabet.FUNCTIONS or printed in FUNCTIONS:
        applied = (_BARE if printed in alphabet.PREFIX_FUNCTIONS else _BRACKETED).match(text, token.end)
        minutes = printed == "min" and figure_before and spaced and not applied and following not in ("_", "^")
        role = Role.LABEL if minutes else Role.PART if applied else Role.BREAK if following in ("_", "^") else Role.END
        made = sign(role, printed)
    elif printed in JOINING or (printed in "aA" and spaced and _article(text, token.end)):
        made = sign(Role.END, printed)
    elif figure_before and spaced and printed.isalpha() and len(printed) > 1 and not _NAME_NEXT.match(text, token.end):
        made = sign(Role.LABEL, printed)
    elif printed in names or len(printed) == 1 or following == "_" or _DEFINED.match(text, token.end):
        made = sign(Role.PART, printed)
    elif following in ("(", "^", "[") or (glued and last is not None and last.role is Role.FIGURE):
        made = sign(Role.BREAK)
    elif last is not None and last.role is Role.OPERATOR and last.text in _FACTOR_FOLLOWS:
        made = sign(Role.BREAK)  # “2048 × hidden 4096 × 2”: the product goes on behind the word
    else:
        made = sign(Role.END if printed.isalpha() and not (glued and last and last.text == "-") else Role.BREAK)
    return made
