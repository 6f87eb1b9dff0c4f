"""The numbers that card 3 takes through the first step of a Decoder layer, and what follows from them."""

from __future__ import annotations

from derivations.lesson02.parameter_account import ParameterAccount
from derivations.lesson02.visibility import LETTERS
from derivations.prover.setting import Setting

WIDTH = range(1, 5)


def entries(letter: str) -> tuple[str, ...]:
    """The numbers of a vector as formulas write them: x_{1}, x_{2}, …"""
    return tuple(f"{letter}_{{{column}}}" for column in WIDTH)


def _cells(row: int, between: str = " & ") -> str:
    return between.join(f"x_{{{row}{column}}}" for column in WIDTH)


def _row(row: int) -> str:
    return f"({_cells(row, ', ')})"


def _stretched(row: int) -> str:
    """A row of the Encoder times κ, entry by entry."""
    return f"(κ_{{1}} x_{{{row}1}}, κ_{{2}} x_{{{row}2}}, κ_{{3}} x_{{{row}3}}, κ_{{4}} x_{{{row}4}})"


_REALISED = {
    "A": f"{_row(1)} - {_row(2)}",
    "B": f"{_row(1)} - {_row(3)}",
    "α": "A_{1} + A_{3}",
    "β": "B_{1} + B_{3}",
    "κ_o": "A_{2} B_{4} - A_{4} B_{2}",
    "κ": "(κ_{o}, A_{4} β - α B_{4}, κ_{o}, α B_{2} - A_{2} β)",
    **{letter: _stretched(row) for row, letter in enumerate("pqr", 1)},
    "D": "q - p",
    "F": "r - p",
    "δ": "2 ((D · D) (F · F) - (D · F)^{2})",
    "v": r"p + \frac{(F · F) (D · D - D · F)}{δ} D + \frac{(D · D) (F · F - D · F)}{δ} F",
}
"""Weights that make the printed rows x outputs of LayerNorm; A and B are the differences of the rows. There are some if and
only if A and B stay independent whichever of the four numbers is left out: then some κ without a 0 is orthogonal to both. The
κ here has κ_1 = κ_3. The stretched rows p, q, r have one sum; v, the centre of the circle through them, has it. So p − v,
q − v and r − v sum to 0 and are of one length: they are, up to a factor, what LayerNorm makes before γ ∝ 1/κ and β = v/κ."""

EXAMPLE = ParameterAccount(
    givens=(
        "n",
        *(f"x_{row}{column}" for row in (1, 2, 3) for column in WIDTH),
        "decoder_input",
        *(f"o_{column}" for column in WIDTH),
        *("z_1", "z_2", "z_3"),
    ),
    letters={
        **LETTERS,
        "k": "2",
        "w": str(len(WIDTH)),
        "g": "(G_{11}, G_{12}, G_{13}, G_{14})",
        "o": "(o_{1}, o_{2}, o_{3}, o_{4})",
        "G": "decoder_input",
        "O": r"\begin{pmatrix} o_{1} & o_{2} & o_{3} & o_{4} \end{pmatrix}",
        "y": "g + o",
        "μ": "(y_{1} + y_{2} + y_{3} + y_{4}) / 4",
        "c": "(y_{1} - μ, y_{2} - μ, y_{3} - μ, y_{4} - μ)",
        "u": r"c / \sqrt{(c_{1}^{2} + c_{2}^{2} + c_{3}^{2} + c_{4}^{2}) / 4}",
        **_REALISED,
        "X": rf"\begin{{pmatrix}} {_cells(1)} \\ {_cells(2)} \\ {_cells(3)} \end{{pmatrix}}",
        "S": "X X^{T}",
        "T": "e^{z_{1}} + e^{z_{2}} + e^{z_{3}}",
        "a": "(e^{z_{1}} / T, e^{z_{2}} / T, e^{z_{3}} / T)",
        "H": "e^{z_{1} / 2} + e^{z_{2} / 2} + e^{z_{3} / 2}",
    },
)
"""n source words x of w numbers as the Encoder gives them, the input g of the Decoder and what its self-attention adds,
o; their sum y and its LayerNorm u; the scores z and their softmax a; k sublayers of attention in a Decoder layer; and H, the
denominator of the softmax with the scores divided by √w = 2."""

CROSS = Setting(
    sizes="m n d d_k d_v",
    shapes={"X": "m d", "Y": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    rows={"a": "A", "z": "Z"},
    forward=(
        *("Q = Y W_{Q}", "K = X W_{K}", "V = X W_{V}", r"S = Q K^{T} / \sqrt{d_{k}}"),
        r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}",
        "Z = A V",
    ),
)
"""Cross-attention: n rows Y of the Decoder ask, m rows X of the Encoder answer."""
