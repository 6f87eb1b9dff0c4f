"""Canonical names.

`{\\bar{S}}_{21}` and `S̄₂₁` are `bar(S)_21`, `θ_{n e w}` is `θ_new`, `p_{i, t_{i + 1}}` is `p_i,t_(i+1)`.
"""

from __future__ import annotations

from derivations.formula import alphabet
from derivations.formula.cursor import Cursor
from derivations.formula.tokens import Kind

_SINGLE = frozenset({Kind.NAME, Kind.FIGURE, Kind.CJK, Kind.COMMAND, Kind.DOTS})


def read_name(cursor: Cursor) -> str:
    """The text of a subscript or of the argument of \\mathrm: one token or one brace group, joined without white space.

    An inner group of several tokens keeps round brackets, so that t_{i+1} inside a subscript is not t_i + 1 there.
    """
    parts: list[str] = []
    closing: list[str] = []
    bracketed = False  # the argument of an accent keeps its brackets whatever its length
    while True:
        token = cursor.token
        if not closing and token.text != "{" and token.kind not in _SINGLE:
            raise cursor.wrong("expected a name or a numeral")
        cursor.next()
        if token.text == "{":
            alone = not closing or (cursor.closed_by.get(cursor.at - 1) == cursor.at + 1 and not bracketed)
            parts.append("" if alone else "(")
            closing.append("" if alone else ")")
        elif token.text == "}":
            parts.append(closing.pop())
        elif token.kind is Kind.COMMAND:
            parts.append("" if token.text == "\\mathrm" else token.text[1:])
        else:
            parts.append(token.text)
        bracketed = token.kind is Kind.COMMAND and token.text != "\\mathrm"
        if not closing and token.kind is not Kind.COMMAND:
            break
    name = "".join(parts)
    if not name:
        raise cursor.wrong("expected a name inside the braces")
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
