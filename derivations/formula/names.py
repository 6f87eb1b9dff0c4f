"""Canonical names.

`{\\bar{S}}_{21}` and `S̄₂₁` are `bar(S)_21`, `θ_{n e w}` is `θ_new`, `p_{i, t_{i + 1}}` is `p_i,t_(i+1)`.
"""

from __future__ import annotations

from derivations.formula import alphabet
from derivations.formula.cursor import Cursor, FormulaError
from derivations.formula.tokens import Kind

_OF_NAMES = frozenset({Kind.NAME, Kind.CJK, Kind.COMMAND})
_SINGLE = _OF_NAMES | frozenset({Kind.FIGURE, Kind.DOTS})


def read_name(cursor: Cursor) -> str:
    """The text of a subscript or of the argument of \\mathrm: one token or one brace group, joined without white space.

    An inner group of several tokens keeps round brackets, so that t_{i+1} inside a subscript is not t_i + 1 there.
    """
    parts: list[str] = []
    closing: list[str] = []
    bracketed = False  # the argument of an accent keeps its brackets whatever its length
    while True:
        token = cursor.token
        # Outside subscripts numerals are figures and signs are operators: no name may swallow them.
        allowed = _SINGLE if token.subscript else _OF_NAMES
        brace = token.text == "{" or (token.text == "}" and closing)
        if not brace and token.kind not in allowed and not (closing and token.subscript):
            raise cursor.wrong("expected a name")
        cursor.next()
        if token.text == "{":
            alone = not closing or (cursor.closed_by.get(cursor.at - 1) == cursor.at + 1 and not bracketed)
            parts.append("" if alone else "(")
            closing.append("" if alone else ")")
        elif token.text == "}":
            parts.append(closing.pop())
        elif token.kind is Kind.COMMAND:
            if token.text != "\\mathrm" and token.text[1:] not in alphabet.ACCENTS:
                raise FormulaError(f"{token.text} inside a name", token.start)
            parts.append("" if token.text == "\\mathrm" else token.text[1:])
        else:
            parts.append(f"({token.text})" if bracketed else token.text)
        bracketed = token.kind is Kind.COMMAND and token.text != "\\mathrm"
        if not closing and token.kind is not Kind.COMMAND:
            break
    name = "".join(parts)
    if not name:
        raise FormulaError("expected a name inside the braces", cursor.previous.start)
    return name


def accented(accent: str, name: str) -> str:
    """The accent belongs to the letter: `\\bar{W_Q}` and `{\\bar{W}}_Q` are both `bar(W)_Q`."""
    base, separator, subscript = name.partition("_")
    if accent == "bb" and base in alphabet.DOUBLE_STRUCK:
        return alphabet.DOUBLE_STRUCK[base] + separator + subscript
    return f"{accent}({base}){separator}{subscript}"


def primed(name: str, primes: str) -> str:
    """`σ′`, and `x′_i` whichever of the two was printed first."""
    base, separator, subscript = name.partition("_")
    return f"{base}{primes}{separator}{subscript}"


def is_function(name: str, functions: frozenset[str]) -> bool:
    """Whether a bracket after the name applies it: it, or its letter without subscript, primes, ∇, ∂, is known."""
    base = name.partition("_")[0]
    return not {name, base, base.rstrip("′"), base.lstrip("∇∂")}.isdisjoint(functions)
