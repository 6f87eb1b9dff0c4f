"""The computation that training and generation share (§1.2): tokens, embeddings, L causal layers, scores, probabilities."""

from __future__ import annotations

from dataclasses import replace

from derivations.prover.determined import Determined
from derivations.prover.setting import Setting

EMBEDDED = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d"},
    rows={"x": "X", "p": "P"},
    tokens={"t": "n N"},
    forward=(r"e_{i} = E_{t_{i}, :}", r"x_{i} = e_{i} + p_{i}"),
)
"""Rows of E looked up, and position vectors added: X^{(0)} (§§2.1–2.2)."""

HEAD = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    masks={"≤": "n n"},
    rows={"a": "A", "q": "Q", "k": "K", "v": "V", "x": "X", "z": "Z"},
    forward=(
        "Q = X W_{Q}",
        "K = X W_{K}",
        "V = X W_{V}",
        r"S = Q K^{T} / \sqrt{d_{k}}",
        r"a_{i j} = {\begin{cases} \frac{e^{S_{i j}}}{\sum_{r \leq i} e^{S_{i r}}}, & j \leq i, \\ 0, & j > i . \end{cases}",
        "Z = A V",
    ),
)
"""One causal head (§§3.3, 7.4)."""

BLOCK = Setting(
    sizes="n d d_k d_v m",
    shapes={
        **{name: HEAD.shapes[name] for name in ("X", "W_Q", "W_K", "W_V")},
        "W_O": "d_v d",
        "W_1": "d m",
        "b_1": "1 m",
        "W_2": "m d",
        "b_2": "1 d",
        **dict.fromkeys(("γ_1", "β_1", "γ_2", "β_2"), "1 d"),
        "ε": "",
    },
    masks=HEAD.masks,
    positive=frozenset({"ε"}),
    functions=frozenset({"σ"}),
    rows={"a": "A"},
    forward=(
        r"B_{i r} = γ_{1, r} (X_{i r} - μ_{i}) / \sqrt{v_{i} + ε} + β_{1, r}",
        "Q = B W_{Q}",
        "K = B W_{K}",
        "V = B W_{V}",
        *HEAD.forward[3:],
        "T = X + Z W_{O}",
        r"C_{i r} = γ_{2, r} (T_{i r} - ν_{i}) / \sqrt{w_{i} + ε} + β_{2, r}",
        "Y = T + σ (C W_{1} + b_{1}) W_{2} + b_{2}",
    ),
    where=(
        r"μ_{i} = \frac{1}{d} \sum_{r} X_{i r}",
        r"v_{i} = \frac{1}{d} \sum_{r} (X_{i r} - μ_{i})^{2}",
        r"ν_{i} = \frac{1}{d} \sum_{r} T_{i r}",
        r"w_{i} = \frac{1}{d} \sum_{r} (T_{i r} - ν_{i})^{2}",
    ),
)
"""A Pre-LN layer with its input X and its output Y (§8.5)."""

PREDICTED = Setting(
    sizes="n d N",
    shapes={"X": "n d", "U": "d N", "b": "1 N"},
    rows={"ℓ": "Λ", "h": "X"},
    forward=("Λ = X U + b",),
    where=(r"p_{i w} = \frac{e^{ℓ_{i w}}}{\sum_{r} e^{ℓ_{i r}}}",),
)
"""Scores and probabilities of the next token at every position, X whatever the last layer has left (§9.1)."""

_UNMASKED = r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}"

UNMASKED_BLOCK = replace(BLOCK, forward=tuple(_UNMASKED if line == HEAD.forward[4] else line for line in BLOCK.forward))
"""The same layer without a mask."""

UNMASKED_PREDICTED = replace(PREDICTED, where=tuple(line.replace("p_{i w}", r"\tilde{p}_{i w}") for line in PREDICTED.where))
"""Probabilities under another letter, for models without a mask."""

CAUSAL = Determined(setting=EMBEDDED, layers=BLOCK, last=PREDICTED, formula=r"t_{\leq i} \to p_{i}", prefix=True)
"""Two texts with the same first i tokens, of any lengths, have the same p_i, through any number of layers."""

NOT_CAUSAL = replace(CAUSAL, layers=UNMASKED_BLOCK, last=UNMASKED_PREDICTED, formula=r"t_{\leq i} \to \tilde{p}_{i}")
"""What holds for no model without a mask; p̃ are its probabilities."""

LEAKING = Determined(
    setting=replace(HEAD, forward=(*HEAD.forward[:4], _UNMASKED, r"\tilde{Z} = A V")), formula=r"X_{\leq i} \to \tilde{Z}_{i}"
)
"""What does not even hold for one head without a mask."""
