r"""Printed mathematics on one line of Unicode: `{\bar{W}}_{Q} \approx \frac{1}{2}` reads `W̄_Q ≈ 1/2`.

For showing only: nothing is understood here, and whatever is not known is shown as it is written. Never raises, and
takes time linear in the text.
"""

from __future__ import annotations

import re

from lessonproof.patterns import pattern
from reports.neutral import neutral

_SIGNS = {
    "approx": "≈", "neq": "≠", "ne": "≠", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "lt": "<", "gt": ">",
    "equiv": "≡", "times": "×", "cdot": "·", "div": "÷", "odot": "⊙", "pm": "±", "to": "→", "rightarrow": "→",
    "in": "∈", "sim": "∼", "infty": "∞", "nabla": "∇", "partial": "∂", "sum": "∑", "prod": "∏", "ldots": "…",
    "cdots": "…", "dots": "…", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ",
    "varepsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "omega": "ω", "Delta": "Δ", "ell": "ℓ", "mid": "|", "vert": "|", "top": "⊤",
    "left": "", "right": "", "displaystyle": "", "quad": " ", "qquad": " ", ",": "", ";": " ", ":": " ", "!": "",
    " ": " ",
}  # fmt: skip
_ACCENTS = {"bar": "\u0304", "overline": "\u0304", "hat": "\u0302", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307"}
_WORDS = {"text", "mathrm", "mathbf", "mathit", "operatorname", "mathcal", "mathbb"}
_BELOW = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_ABOVE = str.maketrans("0123456789+-−T", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ᵀ")
_TOKEN = pattern(r"\\[A-Za-z]+|\\.|[_^]|[A-Za-z]+|[0-9]+|\s+|.")
_CELL = "\ue000"  # ends an entry of a matrix, until the signs are set
_RANGE = pattern(r"[^,]{1,8},\s*…")  # {1, …, N} is a set: its braces are no grouping
_UNARY = pattern(rf"(^|[(\[,;=≈≠<>≤≥→/·×÷^{_CELL}])(\s*)−\s+")
_DEEPEST = 40


def plain(source: str) -> str:
    """`source`, LaTeX as the lessons export it or Unicode already, on one line of Unicode. Safe to print."""
    text = _Reader(_TOKEN.findall(neutral(source))).sequence(0)
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"([(\[]) ", r"\1", text)
    text = re.sub(r" ([)\],;.])", r"\1", text)
    return re.sub(f" ?{_CELL} ?", " ", _UNARY.sub(r"\1\2−", text))


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.tables = 0  # how many \\begin{…} are open

    def sequence(self, depth: int, end: str = "") -> str:
        """Everything up to the token `end`, which is passed."""
        pieces: list[str] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token == end:
                break
            pieces.append(self.piece(token, depth))
        return "".join(pieces)

    def piece(self, token: str, depth: int) -> str:
        if depth >= _DEEPEST:
            return token
        if token == "{":
            inside = self.sequence(depth + 1, "}")
            return f"{{{inside}}}" if _RANGE.match(inside) else inside
        if token in ("_", "^"):
            return _script(token, self.argument(depth))
        if token.startswith("\\") and len(token) > 1:
            return self.command(token[1:], depth)
        if token == "&" and self.tables:
            return _CELL
        if token == "$":
            return ""
        return "−" if token == "-" else token

    def command(self, name: str, depth: int) -> str:
        if name in _ACCENTS:
            letters = self.argument(depth)
            return letters[:1] + _ACCENTS[name] + letters[1:]
        if name == "frac":
            return f"{_grouped(self.argument(depth))}/{_grouped(self.argument(depth))}"
        if name == "sqrt":
            return "√" + _grouped(self.argument(depth))
        if name in _WORDS:
            return self.argument(depth)
        if name in ("begin", "end"):
            self.argument(depth)  # the name of the environment
            self.tables += 1 if name == "begin" else -1
            return ""
        if name == "\\":
            return ";"
        if name in _SIGNS:
            return _SIGNS[name]
        return name

    def argument(self, depth: int) -> str:
        """The group or single token that follows, as text."""
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        if self.at == len(self.tokens):
            return ""
        self.at += 1
        token = self.tokens[self.at - 1]
        return (self.sequence(depth + 2, "}") if token == "{" else self.piece(token, depth + 1)).strip()


def _script(sign: str, text: str) -> str:
    """Digits go below or above the line; words stay behind the sign."""
    letters = text.split(" ")
    if len(letters) > 1 and all(len(letter) == 1 and letter.isalpha() for letter in letters):
        text = "".join(letters)  # exports print \theta_{n e w}
    compact = text.replace(" ", "")
    if sign == "_":
        if compact.isdigit() and compact.isascii():
            return compact.translate(_BELOW)
        return "_{" + compact + "}" if "," in compact else "_" + compact
    if compact and all(character in "0123456789+-−T" for character in compact):
        return compact.translate(_ABOVE)
    return "^" + (text if len(text) <= 1 else f"({text})")


def _grouped(text: str) -> str:
    """`text` in brackets, where it is more than one factor."""
    simple = re.fullmatch(r"[\w.\u0302-\u0307\u20d7√]*", text)
    return text if simple else f"({text})"
