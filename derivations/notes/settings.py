"""What the notes declare before their formulas mean anything: the computations of chapters 5–10, in the lesson's letters.

A name stands for one computation of the lesson; chapters share them, so that a formula cited elsewhere is the same formula.
"""

from __future__ import annotations

from derivations.prover.setting import Setting

SOFTMAX = Setting(
    sizes="m",
    shapes={"s": "m", "c": ""},
    where=(r"a_{j} = \frac{e^{s_{j}}}{\sum_{r = 1}^{m} e^{s_{r}}}",),
)
"""Softmax of m scores s, and a constant c (§6.2)."""

ATTENTION = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v", "W_O": "d_v d"},
    masks={"J": "n n"},
    rows={"a": "A", "q": "Q", "k": "K", "v": "V", "x": "X", "z": "Z"},
    forward=(
        "Q = X W_{Q}",
        "K = X W_{K}",
        "V = X W_{V}",
        r"S = Q K^{T} / \sqrt{d_{k}}",
        r"a_{i j} = {\begin{cases} \frac{e^{S_{i j}}}{\sum_{r \in J_{i}} e^{S_{i r}}}, & j \in J_{i}, \\ "
        r"0, & j \notin J_{i} . \end{cases}",
        "Z = A V",
        "R = X + Z W_{O}",
    ),
)
"""One head with a residual and allowed sets J_i that are never empty: the simplified module of §§10.5–10.7."""

OUTPUT_LAYER = Setting(
    sizes="d N",
    shapes={"h": "1 d", "U": "d N", "b": "1 N"},
    fixed={"y": "N"},
    forward=(r"ℓ = h U + b", r"L = - \ln p_{y}"),
    where=(r"p_{j} = \frac{e^{ℓ_{j}}}{\sum_{r = 1}^{N} e^{ℓ_{r}}}",),
    loss="L",
)
"""Logits of one position, their softmax, and the cross-entropy of the target y (§§9.1–9.2)."""

FFN = Setting(
    sizes="n d m",
    shapes={"X": "n d", "W_1": "d m", "b_1": "1 m", "W_2": "m d", "b_2": "1 d"},
    functions=frozenset({"σ"}),
    forward=("B = X W_{1} + b_{1}", "C = σ (B)", "Y = C W_{2} + b_{2}"),
)
"""Two layers at every position, σ any smooth function (§8.2)."""

LAYER_NORM = Setting(
    sizes="d",
    shapes={"x": "1 d", "γ": "1 d", "β": "1 d", "ε": "", "hat(x)": "1 d"},
    positive=frozenset({"ε"}),
    where=(
        r"μ = \frac{1}{d} \sum_{r = 1}^{d} x_{r}",
        r"v = \frac{1}{d} \sum_{r = 1}^{d} (x_{r} - μ)^{2}",
        r"s = \sqrt{v + ε}",
        r"\hat{x} = (x - μ) / s",
        r"u = g ⊙ γ",
        r"g = \bar{y}",
    ),
    forward=(r"y = γ ⊙ \hat{x} + β",),
)
"""LayerNorm of one row, with g the gradient of its output (§8.4, §10.8)."""

EMBEDDING = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d"},
    rows={"x": "X", "p": "P"},
    tokens={"t": "n N"},
    forward=(r"x_{i} = E_{t_{i}, :} + p_{i}",),
)
"""Rows of E looked up at tokens t_i, and position vectors added (§2.2)."""
