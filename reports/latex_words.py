"""Plain words in LaTeX: nothing in them is a command, and the signs of the sentences are those of its formulas."""

from __future__ import annotations

import re

from lessonproof.patterns import pattern
from reports.neutral import neutral

_ESCAPES = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "\u2003": r"\quad{}", **{sign: "\\" + sign for sign in "&%$#_{}"},
}  # fmt: skip
# LaTeX has these in formulas only: pdfLaTeX stops at them, and most fonts of the others leave them out.
SIGNS = {
    "→": r"\to", "≈": r"\approx", "≠": r"\neq", "≤": r"\leq", "≥": r"\geq", "∞": r"\infty", "×": r"\times", "±": r"\pm",
    "−": "-", "√": r"\surd", "·": r"\cdot", "∇": r"\nabla", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
    "ϵ": r"\epsilon", "η": r"\eta", "θ": r"\theta", "ℓ": r"\ell", "Λ": r"\Lambda", "ᵀ": "^{T}",
}  # fmt: skip
"""How a formula of LaTeX writes a sign."""
_WRITTEN = _ESCAPES | {sign: f"${command}$" for sign, command in (SIGNS | {"²": "^2", "x\u0302": r"\hat{x}"}).items()}
_PIECE = pattern("|".join(re.escape(sign) for sign in sorted(_WRITTEN, key=len, reverse=True)))


def latex_words(text: str) -> str:
    return _PIECE.sub(lambda found: _WRITTEN[found[0]], neutral(text))
