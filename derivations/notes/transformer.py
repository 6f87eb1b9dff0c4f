"""The whole model of chapters 8 to 10 of the notes, declared in the lesson's letters: layer, input, output, positions.

A layer stands without its (ℓ): X^{(ℓ)} is X, X^{(ℓ + 1)} is Y, and the second normalisation has primes.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.prover.layered import Layered, Part
from derivations.prover.setting import Setting

_NORM = (
    r"μ_{i} = \frac{1}{d} \sum_{r = 1}^{d} X_{i r}",
    r"v_{i} = \frac{1}{d} \sum_{r = 1}^{d} (X_{i r} - μ_{i})^{2}",
    r"s_{i} = \sqrt{v_{i} + ε}",
    r"\hat{X}_{i r} = (X_{i r} - μ_{i}) / s_{i}",
)
_SECOND_NORM = (
    r"μ'_{i} = \frac{1}{d} \sum_{r = 1}^{d} T_{i r}",
    r"v'_{i} = \frac{1}{d} \sum_{r = 1}^{d} (T_{i r} - μ'_{i})^{2}",
    r"s'_{i} = \sqrt{v'_{i} + ε}",
    r"\hat{T}_{i r} = (T_{i r} - μ'_{i}) / s'_{i}",
)

HEADS = Setting(
    sizes="n d H d_k d_v",
    shapes={"X": "n d", "W_Q": "d H·d_k", "W_K": "d H·d_k", "W_V": "d H·d_v", "W_O": "H·d_v d"},
    masks={"J": "n n"},
    rows={"x": "X", "q": "Q", "k": "K", "v": "V", "z": "Z", "a": "A"},
    forward=(
        r"Q^{(r)} = X W_{Q}^{(r)}",
        r"K^{(r)} = X W_{K}^{(r)}",
        r"V^{(r)} = X W_{V}^{(r)}",
        r"S^{(r)} = Q^{(r)} {K^{(r)}}^{T} / \sqrt{d_{k}}",
        r"A_{i j}^{(r)} = {\begin{cases} \frac{e^{S_{i j}^{(r)}}}{\sum_{l \in J_{i}} e^{S_{i l}^{(r)}}}, & j \in J_{i}, \\ "
        r"0, & j \notin J_{i} . \end{cases}",
        r"Z^{(r)} = A^{(r)} V^{(r)}",
        r"O = Concat (Z^{(1)}, \dots, Z^{(H)}) W_{O}",
        "R = X + O",
    ),
)
"""H heads, each with a block of columns of W_Q, W_K, W_V and a block of rows of W_O, and the residual (§8.1, §10.5)."""

LAYER = Setting(
    sizes="n d H d_k d_v m",
    shapes={
        "X": "n d",
        "W_Q": "d H·d_k",
        "W_K": "d H·d_k",
        "W_V": "d H·d_v",
        "W_O": "H·d_v d",
        "W_1": "d m",
        "b_1": "1 m",
        "W_2": "m d",
        "b_2": "1 d",
        "γ": "d",
        "β": "d",
        "γ′": "d",
        "β′": "d",
        "ε": "",
    },
    masks={"J": "n n"},
    positive=frozenset({"ε"}),
    functions=frozenset({"σ"}),
    forward=(
        r"N_{i r} = γ_{r} \hat{X}_{i r} + β_{r}",
        *(line.replace("= X W", "= N W") for line in HEADS.forward[:-2]),
        r"T = X + Concat (Z^{(1)}, \dots, Z^{(H)}) W_{O}",
        r"M_{i r} = γ'_{r} \hat{T}_{i r} + β'_{r}",
        "B = M W_{1} + b_{1}",
        "C = σ (B)",
        "Y = T + C W_{2} + b_{2}",
    ),
    where=(*_NORM, *_SECOND_NORM),
)
"""One Pre-LN layer (§8.5): T = X + MHA(LN(X)), Y = T + FFN(LN(T)), σ any smooth function."""

LAYER_BACKWARD = ", ".join((
    r"{\bar{W}}_{2} = C^{T} \bar{Y}",
    r"{\bar{b}}_{2, r} = \sum_{i} {\bar{Y}}_{i r}",
    r"\bar{C} = \bar{Y} W_{2}^{T}",
    r"\bar{B} = \bar{C} ⊙ σ^{'} (B)",
    r"{\bar{W}}_{1} = M^{T} \bar{B}",
    r"{\bar{b}}_{1, r} = \sum_{i} {\bar{B}}_{i r}",
    r"\bar{M} = \bar{B} W_{1}^{T}",
    r"{\bar{γ}}'_{r} = \sum_{i} {\bar{M}}_{i r} \hat{T}_{i r}",
    r"{\bar{β}}'_{r} = \sum_{i} {\bar{M}}_{i r}",
    r"{\bar{T}}_{i, :} = {\bar{Y}}_{i, :} + \frac{1}{s'_{i}} [u'_{i, :} - mean (u'_{i, :}) 1 "
    r"- \hat{T}_{i, :} mean (u'_{i, :} ⊙ \hat{T}_{i, :})]",
    r"{\bar{W}}_{O}^{(r)} = {Z^{(r)}}^{T} \bar{T}",
    r"{\bar{Z}}^{(r)} = \bar{T} {W_{O}^{(r)}}^{T}",
    r"{\bar{A}}^{(r)} = {\bar{Z}}^{(r)} {V^{(r)}}^{T}",
    r"{\bar{V}}^{(r)} = {A^{(r)}}^{T} {\bar{Z}}^{(r)}",
    r"{\bar{S}}_{i j}^{(r)} = A_{i j}^{(r)} ({\bar{A}}_{i j}^{(r)} - \sum_{l \in J_{i}} A_{i l}^{(r)} {\bar{A}}_{i l}^{(r)})",
    r"{\bar{Q}}^{(r)} = {\bar{S}}^{(r)} K^{(r)} / \sqrt{d_{k}}",
    r"{\bar{K}}^{(r)} = ({\bar{S}}^{(r)})^{T} Q^{(r)} / \sqrt{d_{k}}",
    r"{\bar{W}}_{Q}^{(r)} = N^{T} {\bar{Q}}^{(r)}",
    r"{\bar{W}}_{K}^{(r)} = N^{T} {\bar{K}}^{(r)}",
    r"{\bar{W}}_{V}^{(r)} = N^{T} {\bar{V}}^{(r)}",
    r"\bar{N} = \sum_{r} ({\bar{Q}}^{(r)} {W_{Q}^{(r)}}^{T} + {\bar{K}}^{(r)} {W_{K}^{(r)}}^{T} "
    r"+ {\bar{V}}^{(r)} {W_{V}^{(r)}}^{T})",
    r"{\bar{γ}}_{r} = \sum_{i} {\bar{N}}_{i r} \hat{X}_{i r}",
    r"{\bar{β}}_{r} = \sum_{i} {\bar{N}}_{i r}",
    r"{\bar{X}}_{i, :} = {\bar{T}}_{i, :} + \frac{1}{s_{i}} [u_{i, :} - mean (u_{i, :}) 1 "
    r"- \hat{X}_{i, :} mean (u_{i, :} ⊙ \hat{X}_{i, :})]",
))  # fmt: skip
"""The formulas of §§10.5–10.8 at every node of the layer, with u = N̄ ⊙ γ."""

INPUT = Setting(
    sizes="n d N",
    shapes={"E": "N d", "P": "n d"},
    tokens={"t": "n N"},
    rows={"x": "X", "p": "P"},
    forward=(r"x_{i} = E_{t_{i}, :} + p_{i}",),
)
"""Lookup and positions (§2.1, §8.6)."""

OUTPUT = Setting(
    sizes="n d N",
    shapes={"X": "n d", "U": "d N", "b": "1 N", "γ": "d", "β": "d", "ε": ""},
    positive=frozenset({"ε"}),
    masks={"I": "n"},
    tokens={"t": "n N"},
    rows={"h": "G", "ℓ": "Λ"},
    forward=(
        r"G_{i r} = γ_{r} \hat{X}_{i r} + β_{r}",
        r"ℓ_{i} = h_{i} U + b",
        r"L = \frac{1}{| I |} \sum_{i \in I} - \ln p_{i, t_{i + 1}}",
    ),
    where=(*_NORM, r"p_{i, w} = \frac{e^{ℓ_{i, w}}}{\sum_{r = 1}^{N} e^{ℓ_{i, r}}}"),
    loss="L",
)
"""The last normalisation, logits, and the mean loss over the positions I that count (§8.5, §§9.1–9.2); G has the rows h_i."""

TIED = replace(
    OUTPUT,
    shapes={name: shape for name, shape in OUTPUT.shapes.items() if name != "U"} | {"E": "N d"},
    forward=(OUTPUT.forward[0], "U = E^{T}", *OUTPUT.forward[1:]),
)
"""The output with U = Eᵀ (§9.4)."""

OUTPUT_BACKWARD = ", ".join((
    r"{\bar{Λ}}_{i w} = \frac{1_{i \in I}}{| I |} (p_{i, w} - 1_{w = t_{i + 1}})",
    r"\bar{U} = G^{T} \bar{Λ}",
    r"{\bar{b}}_{w} = \sum_{i} {\bar{Λ}}_{i w}",
    r"\bar{G} = \bar{Λ} U^{T}",
    r"{\bar{γ}}_{r} = \sum_{i} {\bar{G}}_{i r} \hat{X}_{i r}",
    r"{\bar{β}}_{r} = \sum_{i} {\bar{G}}_{i r}",
    r"{\bar{X}}_{i, :} = \frac{1}{s_{i}} [u_{i, :} - mean (u_{i, :}) 1 - \hat{X}_{i, :} mean (u_{i, :} ⊙ \hat{X}_{i, :})]",
))  # fmt: skip

GRADIENT = Layered(
    formula=LAYER_BACKWARD,
    layer=Part(
        setting=replace(LAYER, where=(*LAYER.where, r"u_{i r} = {\bar{N}}_{i r} γ_{r}", r"u'_{i r} = {\bar{M}}_{i r} γ'_{r}")),
        enters="X",
        leaves="Y",
    ),
    first=Part(
        setting=INPUT,
        formula=r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :}, \bar{P} = \bar{X}",
        leaves="X",
    ),
    last=Part(
        setting=replace(OUTPUT, where=(*OUTPUT.where, r"u_{i r} = {\bar{G}}_{i r} γ_{r}")),
        formula=OUTPUT_BACKWARD,
        enters="X",
        leaves="L",
    ),
)
"""The gradient of the whole model with any number of layers (§10.8): every parameter, from the loss to the embedding."""

TIED_GRADIENT = replace(
    GRADIENT,
    last=Part(
        setting=replace(TIED, where=(*TIED.where, r"u_{i r} = {\bar{G}}_{i r} γ_{r}")),
        formula=OUTPUT_BACKWARD + r", \bar{E} = {\bar{U}}^{T}",
        enters="X",
        leaves="L",
    ),
)
"""The same with U = Eᵀ: Ē is the sum of the two paths (§9.4, §10.9)."""

_TURN = r"R (θ) = \begin{pmatrix} \cos θ & - \sin θ \\ \sin θ & \cos θ \end{pmatrix}"

ROTARY_BLOCK = Setting(
    sizes="n",
    shapes={"q": "n 2 1", "k": "n 2 1", "R": "n 2 2", "ω": ""},
    numbered=frozenset({"n"}),
    calls=(_TURN,),
    where=(r"R_{i} = R (i ω)", r"{\tilde{q}}_{i} = R_{i} q_{i}", r"{\tilde{k}}_{j} = R_{j} k_{j}"),
)
"""One two-dimensional block of RoPE, with column vectors as in §8.6."""

ROTARY = Setting(
    sizes="n m",
    shapes={"q": "n m 2 1", "k": "n m 2 1", "ω": "m"},
    numbered=frozenset({"n"}),
    calls=(_TURN,),
    where=(r"{\tilde{q}}_{i r} = R (i ω_{r}) q_{i r}", r"{\tilde{k}}_{j r} = R (j ω_{r}) k_{j r}"),
)
"""Whole vectors of m = d/2 blocks, each with a frequency of its own."""

SINUSOIDS = Setting(
    sizes="m",
    shapes={"i": "", "c": "", "ω": "m"},
    calls=(
        r"p (x) = \begin{pmatrix} \sin x \\ \cos x \end{pmatrix}",
        r"M (x) = \begin{pmatrix} \cos x & \sin x \\ - \sin x & \cos x \end{pmatrix}",
    ),
)
"""A pair of sinusoidal coordinates at any position i, and the matrix that shifts it by c positions."""

LIKELIHOOD = Setting(
    sizes="n N",
    shapes={"Λ": "n N"},
    masks={"I": "n"},
    tokens={"t": "n N"},
    rows={"ℓ": "Λ"},
    where=(r"p_{i, w} = \frac{e^{ℓ_{i, w}}}{\sum_{r = 1}^{N} e^{ℓ_{i, r}}}",),
)
"""Probabilities of the next token at n positions (§9.2)."""

PERMUTED = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    permutations={"P": "n"},
    where=(
        *("Q = X W_{Q}", "K = X W_{K}", "V = X W_{V}", r"S = Q K^{T} / \sqrt{d_{k}}", "A = softmax (S)", "Z = A V"),
        *("X' = P X", "Q' = X' W_{Q}", "K' = X' W_{K}", "V' = X' W_{V}"),
        *(r"S' = Q' {K'}^{T} / \sqrt{d_{k}}", "A' = softmax (S')", "Z' = A' V'"),
    ),
)
"""Attention without mask and positions, of X and of P X (§8.6)."""
