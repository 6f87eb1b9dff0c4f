"""How tokens are chosen and what a cache keeps, in the notes' letters: what chapter 12 declares before its claims."""

from __future__ import annotations

from dataclasses import replace

from derivations.notes.main_line import BLOCK, CAUSAL, EMBEDDED, PREDICTED, UNMASKED_BLOCK
from derivations.prover.setting import Setting

COUNTED = replace(
    PREDICTED,
    tokens={"t": "n N"},
    masks={"I": "n"},
    sparse=frozenset({"I"}),
    forward=(*PREDICTED.forward, r"L = \sum_{i \in I} - \ln p_{i, t_{i + 1}}"),
    loss="L",
)
"""The loss of §9.2 without its constant factor: the positions I have the next token as their target."""

MIXING = Setting(
    sizes="n d_v",
    shapes={"A": "n n", "V": "n d_v"},
    masks={"≤": "n n"},
    rows={"a": "A", "v": "V"},
    forward=(r"z_{i} = \sum_{j \leq i} a_{i j} v_{j}",),
)
"""Contents of the positions up to i, mixed with any weights."""

MIXED = Setting(
    sizes="n d_v",
    shapes={"a": "n", "V": "n d_v", "w": "1 d_v"},
    rows={"v": "V"},
    where=(r"z = \sum_{r} a_{r} v_{r}",),
)
"""One position's mixture of n contents, and any vector w."""

TWO_LAYERS = Setting(
    sizes="n d d_k",
    shapes={"X": "n d", "A": "n n", "B": "n n", "W_K": "d d_k"},
    masks={"≤": "n n"},
    rows={"a": "A", "b": "B", "x": "X", "y": "Y", "z": "Z"},
    forward=(r"y_{i} = \sum_{j \leq i} b_{i j} x_{j}", r"z_{i} = \sum_{j \leq i} a_{i j} y_{j}"),
)
"""Contents mixed twice with any weights; Y W_K are keys of the second layer, and Z is what the last layer leaves."""

SCORES = Setting(
    sizes="N",
    shapes={"ℓ": "N"},
    where=(r"p_{w} = \frac{e^{ℓ_{w}}}{\sum_{r = 1}^{N} e^{ℓ_{r}}}",),
)
"""Probabilities of N scores (§9.1)."""

TEMPERATURE = Setting(
    sizes="N",
    shapes={"ℓ": "N", "T": "", "M": ""},
    positive=frozenset({"T"}),
    masks={"J": "N"},
    where=(
        r"p_{w} = \frac{e^{ℓ_{w} / T}}{\sum_{r = 1}^{N} e^{ℓ_{r} / T}}",
        r"H = - \sum_{w} p_{w} \ln p_{w}",
        r"m = \sum_{w} p_{w} ℓ_{w}",
        r"v = \sum_{w} p_{w} (ℓ_{w} - m)^{2}",
    ),
)
"""softmax (ℓ / T), its entropy H, the mean m and the variance v of the scores under it."""

UNIQUE = {"unique maximum": r"ℓ_{r} < ℓ_{y}, r \neq y"}
"""One score ℓ_y is the greatest."""

EVEN = replace(TEMPERATURE, shapes={"T": "", "M": "", "x": "N"}, masks={}, where=("ℓ_{w} = M + 0 x_{w}", *TEMPERATURE.where))
"""The same where all scores are M."""

TRUNCATED = replace(
    PREDICTED,
    masks={"J": "n N"},
    where=(
        *PREDICTED.where,
        r"q_{i w} = {\begin{cases} \frac{p_{i w}}{\sum_{r \in J_{i}} p_{i r}}, & w \in J_{i}, \\ "
        r"0, & w \notin J_{i} . \end{cases}",
    ),
)
"""The candidates J_i that are kept at position i, and their probabilities renormalised."""

MOVED = Setting(
    sizes="n d d_k",
    shapes={"X": "n d", "P": "n d", "P_new": "n d", "W_K": "d d_k", "W_K,new": "d d_k", "A": "n n"},
    masks={"J": "n n"},
    rows={"x": "X", "a": "A"},
    where=(
        "K = (X + P) W_{K}",
        r"y_{i} = \sum_{j} a_{i j} x_{j}",
        r"\tilde{y}_{i} = \sum_{j \in J_{i}} a_{i j} x_{j}",
    ),
)
"""Keys of positions P; rows of the next layer that read everything, y, or a window J_i, ỹ."""

LENGTH_READ = replace(EMBEDDED, forward=(*EMBEDDED.forward, r"K_{i r} = \frac{1}{n} X_{i r}"), rows={**EMBEDDED.rows, "k": "K"})
"""Keys in which the length of the text is read."""

TWO_CONTEXTS = Setting(
    sizes="n d N",
    shapes={"X": "n d", "X_new": "n d", "U": "d N"},
    forward=("Λ = X U", r"Λ_{new} = X_{new} U"),
)
"""Scores from two contexts by the same parameters."""

CACHED = replace(CAUSAL, last=BLOCK, formula=r"t_{\leq i} \to K_{i}, V_{i}")
"""What CAUSAL says of probabilities, of the keys and values of the layer that comes next, whichever it is."""

NOT_CACHED = replace(CACHED, layers=UNMASKED_BLOCK, last=UNMASKED_BLOCK)
