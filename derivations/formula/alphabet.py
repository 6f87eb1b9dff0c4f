"""The signs of printed mathematics: what LaTeX commands, Unicode signs and full-width forms stand for."""

from __future__ import annotations

# LaTeX commands that are letters or names.
LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ", "infty": "∞", "top": "⊤",
    "intercal": "⊤", "emptyset": "∅", "varnothing": "∅", "hbar": "ℏ", "ln": "ln", "log": "log", "exp": "exp",
    "sin": "sin", "cos": "cos", "tan": "tan", "max": "max", "min": "min", "det": "det", "lim": "lim",
    "arg": "arg", "tanh": "tanh", "Pr": "Pr",
}  # fmt: skip

RELATIONS = {
    "approx": "≈", "neq": "≠", "ne": "≠", "leq": "≤", "le": "≤", "leqslant": "≤", "geq": "≥", "ge": "≥",
    "geqslant": "≥", "lt": "<", "gt": ">", "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉", "subset": "⊂",
    "subseteq": "⊆", "equiv": "≡", "to": "→", "rightarrow": "→", "mapsto": "↦", "Rightarrow": "⇒",
    "implies": "⇒", "iff": "⇔", "sim": "∼", "simeq": "≃", "doteq": "≐", "approxeq": "≅", "cong": "≅",
    "propto": "∝", "colon": ":",
}  # fmt: skip

OPERATORS = {
    "times": "×", "cdot": "·", "div": "÷", "odot": "⊙", "otimes": "⊗", "ast": "*", "sqrt": "√", "sum": "∑",
    "prod": "∏", "partial": "∂", "nabla": "∇",
}  # fmt: skip

DOTS = {"dots": "…", "ldots": "…", "cdots": "…", "dotsc": "…", "dotsb": "…", "vdots": "⋮", "ddots": "⋱"}

BARS = {"mid": "∣", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "parallel": "‖"}

# Spacing and sizes of brackets: nothing mathematical is lost with them.
BLANK = frozenset({
    "quad", "qquad", "left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "displaystyle",
    "textstyle", "limits", "nolimits", "nonumber", "num",
})  # fmt: skip

# Commands with arguments, by their one name here. Alphabets that tell symbols apart (bold, cal, bb) are like accents.
COMMANDS = {
    "frac": "frac", "dfrac": "frac", "tfrac": "frac", "bar": "bar", "overline": "bar", "hat": "hat",
    "widehat": "hat", "tilde": "tilde", "widetilde": "tilde", "dot": "dot", "vec": "vec", "mathbf": "bold",
    "boldsymbol": "bold", "bm": "bold", "mathcal": "cal", "mathbb": "bb", "mathrm": "mathrm",
    "operatorname": "mathrm", "text": "mathrm", "textrm": "mathrm", "mathit": "mathrm", "rm": "mathrm", "mathsf": "mathrm",
    "textbf": "bold",
}  # fmt: skip

ACCENTS = frozenset({"bar", "hat", "tilde", "dot", "vec", "bold", "cal", "bb"})
MARKS = {"\u0304": "bar", "\u0305": "bar", "\u0302": "hat", "\u0303": "tilde", "\u0307": "dot", "\u20d7": "vec"}
MARK_OF = {"bar": "\u0304", "hat": "\u0302", "tilde": "\u0303", "dot": "\u0307", "vec": "\u20d7"}
DOUBLE_STRUCK = {"C": "ℂ", "E": "𝔼", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ", "1": "𝟙"}

_PLAIN = "0123456789+-=()"
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", _PLAIN, strict=True)) | dict(
    zip("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᴴ", "abcdefghijklmnoprstuvwxyzTH", strict=True)
)
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", _PLAIN, strict=True)) | dict(
    zip("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", "aehijklmnoprstuvxβγρφχ", strict=True)
)
TO_SUPERSCRIPT = {ord(plain): sign for sign, plain in SUPERSCRIPTS.items()} | {ord("−"): "⁻"}
TO_SUBSCRIPT = {ord(plain): sign for sign, plain in SUBSCRIPTS.items()}

# Functions whose name before a bracket is an application, not a product. Single letters (f, σ, L) must be declared.
FUNCTIONS = ACCENTS | {
    "ln", "log", "exp", "sin", "cos", "tan", "tanh", "sqrt", "root", "abs", "norm", "factorial", "max", "min", "det",
    "sign", "erf", "relu", "ReLU", "softmax", "argmax", "mean", "sum", "Var", "SD", "Cov", "Concat", "LN", "LayerNorm",
    "RMSNorm", "FFN", "MHA", "Attention", "Sublayer", "PE", "row", "column", "diag", "rank", "tr",
}  # fmt: skip
# Functions that may stand before an argument without brackets.
PREFIX_FUNCTIONS = frozenset({"ln", "log", "exp", "sin", "cos", "tan", "tanh"})
