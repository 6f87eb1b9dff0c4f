"""The numbers that card 2 takes through one Encoder layer, and what follows from them."""

from __future__ import annotations

from derivations.lesson02.parameter_account import ParameterAccount
from derivations.lesson02.visibility import SOURCE, TARGET

WALKED = ("我", "爱", "你")
"""The sentence that the card puts into the Encoder."""

_WORDS = range(1, 4)
_WIDTH = range(1, 5)
_HIDDEN = range(1, 9)


def name(letter: str, row: int, column: int) -> str:
    """An entry as formulas write it: x_{12}."""
    return f"{letter}_{{{row}{column}}}"


def _matrix(rows: list[list[str]]) -> str:
    return r"\begin{pmatrix} " + r" \\ ".join(" & ".join(row) for row in rows) + r" \end{pmatrix}"


def _of_entries(letter: str, columns: range = _WIDTH) -> str:
    return _matrix([[name(letter, row, column) for column in columns] for row in _WORDS])


def _adjugate_of_symmetric(letter: str) -> str:
    """Of a symmetric 3 × 3 matrix: entry i, j is the cofactor of i, j; indices run 1, 2, 3, 1, 2, …"""
    after = {1: (2, 3), 2: (3, 1), 3: (1, 2)}

    def cofactor(row: int, column: int) -> str:
        (a, b), (c, d) = after[row], after[column]
        return f"{name(letter, a, c)} {name(letter, b, d)} - {name(letter, a, d)} {name(letter, b, c)}"

    return _matrix([[cofactor(row, column) for column in _WORDS] for row in _WORDS])


def _inverse(letter: str) -> str:
    """Of a symmetric 2 × 2 matrix."""
    a, b, c = name(letter, 1, 1), name(letter, 1, 2), name(letter, 2, 2)
    return rf"{_matrix([[c, f'- {b}'], [f'- {b}', a]])} / ({a} {c} - {b}^{{2}})"


_GIVENS = tuple(
    f"{letter}_{row}{column}"
    for letter, columns in {"x": _WIDTH, "t": _WIDTH, "y": _WIDTH, "h": _HIDDEN, "f": _WIDTH}.items()
    for row in _WORDS
    for column in columns
)
_FIRST_NORM = {letter: rf"C_{{{row}}} / \sqrt{{C_{{{row}}} · C_{{{row}}} / 4}}" for row, letter in enumerate("uvw", 1)}
_SECOND_NORM = {letter: rf"R_{{{row}}} / \sqrt{{R_{{{row}}} · R_{{{row}}} / 4}}" for row, letter in enumerate("klo", 1)}
_WITH_EPSILON = {
    letter: rf"{row} / \sqrt{{{row} · {row} / 4 + 10^{{- 5}}}}"
    for letter, row in zip("αβγξστ", ("C_{1}", "C_{2}", "C_{3}", "R_{1}", "R_{2}", "R_{3}"), strict=True)
}
_UNROUNDED_SUMS = {letter: f"{row} + F_{{{number}}}" for number, (letter, row) in enumerate(zip("abc", "uvw", strict=True), 1)}
_UNROUNDED = {
    letter: rf"({row} - {row} J) / \sqrt{{({row} - {row} J) · ({row} - {row} J) / 4}}"
    for letter, row in zip("κλω", "abc", strict=True)
}

EXAMPLE = ParameterAccount(
    givens=("d_model", "n", *_GIVENS),
    letters={
        "c_s": str(sum(word in SOURCE for word in WALKED)),
        "c_t": str(sum(word in TARGET for word in WALKED)),
        "X": _of_entries("x"),
        "T": _of_entries("t"),
        "Y": _of_entries("y"),
        "H": _of_entries("h", _HIDDEN),
        "F": _of_entries("f"),
        "J": _matrix([[r"\frac{1}{4}"] * 4] * 4),
        "S": "X + T",
        "C": "S - S J",
        **_FIRST_NORM,
        "Q": "Y + F",
        "R": "Q - Q J",
        **_SECOND_NORM,
        **_UNROUNDED_SUMS,
        **_UNROUNDED,
        **_WITH_EPSILON,
        "E": "X_{1} - X_{1} J",
        "p": r"E / \sqrt{E · E / 4}",
        "Z": "2 X_{1} + (1, 1, 1, 1)",
        "D": "Z - Z J",
        "q": r"D / \sqrt{D · D / 4}",
        "z": r"C_{1} / \sqrt{C_{1} · C_{1} / 3}",
        "A": _matrix([[r"\frac{1}{2}" if i == j else r"\frac{1}{4}" for j in _WORDS] for i in _WORDS]),
        "L": f"4 T - {_matrix([['1'] * 3] * 3)} T",
        "Γ": "X X^{T}",
        "Δ": _adjugate_of_symmetric("Γ"),
        "δ": "Γ_{11} Δ_{11} + Γ_{12} Δ_{12} + Γ_{13} Δ_{13}",
        "W": "X^{T} Δ L / δ",
        "O": _matrix([["1"]] * 3),
        "P": _matrix([["- 1", "1", "0"], ["- 1", "0", "1"]]),
        "Φ": "P Y Y^{T} P^{T}",
        "Ψ": "P H H^{T} P^{T}",
        "η": _inverse("Φ"),
        "ζ": _inverse("Ψ"),
        "W_1": "Y^{T} P^{T} η P H",
        "b_1": "H_{1} - Y_{1} W_{1}",
        "W_2": "H^{T} P^{T} ζ P F",
        "b_2": "F_{1} - H_{1} W_{2}",
    },
)
"""The n words of width d_model: x_ij, t_ij of the attention and their sums S, centred C, normalised u, v, w; y_ij as u, v, w
are printed, h_ij inside the FFN, f_ij its output, the sums Q, centred R, normalised k, l, o; κ, λ, ω are the same from the
unrounded u, v, w, and α, β, γ, ξ, σ, τ all six norms with an ε of 10⁻⁵. p is the norm of the first word alone and q that of Z,
twice it plus one; z divides by 3 for the variance. A L = T and X W = L show an attention, and W_1, b_1, W_2, b_2 an FFN, that
give what is printed (least squares, exactly)."""
