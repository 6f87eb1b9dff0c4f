"""Section 10.8, the end: the local rules of the chapter, one for each node of the block of chapter 8."""

from __future__ import annotations

from derivations.claim import Claim, Label
from derivations.notes.transformer import GRADIENT, TIED_GRADIENT
from derivations.prover.setting import Setting
from derivations.verdict import Text

BLOCK = Setting(
    sizes="n d H d_k d_v m",
    shapes={
        "X": "n d",
        "W_Q": "(H) d d_k",
        "W_K": "(H) d d_k",
        "W_V": "(H) d d_v",
        "W_O": "(H) d_v d",
        "W_1": "d m",
        "b_1": "1 m",
        "W_2": "m d",
        "b_2": "1 d",
        "γ_1": "1 d",
        "β_1": "1 d",
        "γ_2": "1 d",
        "β_2": "1 d",
        "ε": "",
    },
    masks={"J": "n n"},
    positive=frozenset({"ε"}),
    functions=frozenset({"σ"}),
    where=(
        r"μ_{i} = \frac{1}{d} \sum_{r} X_{i r}",
        r"v_{i} = \frac{1}{d} \sum_{r} (X_{i r} - μ_{i})^{2}",
        r"\hat{X}_{i r} = (X_{i r} - μ_{i}) / \sqrt{v_{i} + ε}",
        r"ν_{i} = \frac{1}{d} \sum_{r} T_{i r}",
        r"w_{i} = \frac{1}{d} \sum_{r} (T_{i r} - ν_{i})^{2}",
        r"\hat{T}_{i r} = (T_{i r} - ν_{i}) / \sqrt{w_{i} + ε}",
    ),
    forward=(
        r"N_{i r} = γ_{1, r} \hat{X}_{i r} + β_{1, r}",
        r"Q^{(h)} = N W_{Q}^{(h)}",
        r"K^{(h)} = N W_{K}^{(h)}",
        r"V^{(h)} = N W_{V}^{(h)}",
        r"S^{(h)} = Q^{(h)} (K^{(h)})^{T} / \sqrt{d_{k}}",
        r"A_{i j}^{(h)} = {\begin{cases} \frac{e^{S_{i j}^{(h)}}}{\sum_{r \in J_{i}} e^{S_{i r}^{(h)}}}, & j \in J_{i}, \\ "
        r"0, & j \notin J_{i} . \end{cases}",
        r"Z^{(h)} = A^{(h)} V^{(h)}",
        r"T = X + \sum_{h} Z^{(h)} W_{O}^{(h)}",
        r"M_{i r} = γ_{2, r} \hat{T}_{i r} + β_{2, r}",
        "B = M W_{1} + b_{1}",
        "C = σ (B)",
        "Y = T + C W_{2} + b_{2}",
    ),
)
"""One Pre-LN block (§8.5): H heads, allowed sets, two LayerNorms, FFN, residuals; W_O^{(h)} are the rows of W_O for head h."""


def _through_norm(of: str, above: str, scale: str, normed: str, variance: str, residual: str) -> str:
    """The LayerNorm rule of §10.8 at every row, with the gradient that the residual adds."""
    u = f"{{\\bar{{{above}}}}}_{{i k}} {scale}_{{, k}}".replace("_{1}_{, k}", "_{1, k}").replace("_{2}_{, k}", "_{2, k}")
    at_r = u.replace("i k", "i r").replace(", k", ", r")
    return (
        f"{{\\bar{{{of}}}}}_{{i r}} = {{\\bar{{{residual}}}}}_{{i r}} + \\frac{{1}}{{\\sqrt{{{variance}_{{i}} + ε}}}} "
        f"({at_r} - \\frac{{1}}{{d}} \\sum_{{k}} {u} - {normed}_{{i r}} \\frac{{1}}{{d}} \\sum_{{k}} {u} {normed}_{{i k}})"
    )


_RULES = (
    r"{\bar{W}}_{2} = C^{T} \bar{Y}",
    r"{\bar{b}}_{2, r} = \sum_{i} {\bar{Y}}_{i r}",
    r"\bar{C} = \bar{Y} W_{2}^{T}",
    r"\bar{B} = \bar{C} ⊙ σ^{'} (B)",
    r"{\bar{W}}_{1} = M^{T} \bar{B}",
    r"{\bar{b}}_{1, r} = \sum_{i} {\bar{B}}_{i r}",
    r"\bar{M} = \bar{B} W_{1}^{T}",
    r"{\bar{γ}}_{2, r} = \sum_{i} {\bar{M}}_{i r} \hat{T}_{i r}",
    r"{\bar{β}}_{2, r} = \sum_{i} {\bar{M}}_{i r}",
    _through_norm("T", "M", "γ_{2}", r"\hat{T}", "w", "Y"),
    r"{\bar{W}}_{O}^{(h)} = (Z^{(h)})^{T} \bar{T}",
    r"{\bar{Z}}^{(h)} = \bar{T} (W_{O}^{(h)})^{T}",
    r"{\bar{A}}^{(h)} = {\bar{Z}}^{(h)} (V^{(h)})^{T}",
    r"{\bar{V}}^{(h)} = (A^{(h)})^{T} {\bar{Z}}^{(h)}",
    r"{\bar{S}}_{i j}^{(h)} = A_{i j}^{(h)} ({\bar{A}}_{i j}^{(h)} - \sum_{r} A_{i r}^{(h)} {\bar{A}}_{i r}^{(h)})",
    r"{\bar{Q}}^{(h)} = {\bar{S}}^{(h)} K^{(h)} / \sqrt{d_{k}}",
    r"{\bar{K}}^{(h)} = ({\bar{S}}^{(h)})^{T} Q^{(h)} / \sqrt{d_{k}}",
    r"{\bar{W}}_{Q}^{(h)} = N^{T} {\bar{Q}}^{(h)}",
    r"{\bar{W}}_{K}^{(h)} = N^{T} {\bar{K}}^{(h)}",
    r"{\bar{W}}_{V}^{(h)} = N^{T} {\bar{V}}^{(h)}",
    r"\bar{N} = \sum_{h} ({\bar{Q}}^{(h)} (W_{Q}^{(h)})^{T} + {\bar{K}}^{(h)} (W_{K}^{(h)})^{T}"
    r" + {\bar{V}}^{(h)} (W_{V}^{(h)})^{T})",
    r"{\bar{γ}}_{1, r} = \sum_{i} {\bar{N}}_{i r} \hat{X}_{i r}",
    r"{\bar{β}}_{1, r} = \sum_{i} {\bar{N}}_{i r}",
    _through_norm("X", "N", "γ_{1}", r"\hat{X}", "v", "T"),
)

THE_RULES_COVER_THE_NETWORK = Claim(
    id="notes.10.8.the-rules-cover-the-network",
    inventory=("10.8-cover",),
    says=("局部规则按逆序组合", "第 8 章"),
    reads={0: Label(Text("number of a chapter", "章号"))},
    refers=("8", "8.5"),
    setting=BLOCK,
    means=_RULES,
    proves=(GRADIENT, TIED_GRADIENT),
    must_refuse=(
        r"{\bar{Z}}^{(h)} = \frac{1}{H} \bar{T} (W_{O}^{(h)})^{T}",
        r"\bar{N} = \sum_{h} ({\bar{Q}}^{(h)} (W_{Q}^{(h)})^{T} + {\bar{K}}^{(h)} (W_{K}^{(h)})^{T})",
        r"{\bar{X}}_{i r} = {\bar{T}}_{i r} + {\bar{N}}_{i r}",
    ),
    remark=Text(
        "One rule for each node and each parameter of a block with H heads. Used from the loss backwards through any number of "
        "such layers, between the embedding and the last LayerNorm with the output layer, they give the derivative of the loss "
        "by every parameter: by induction over the layers, with U for itself and with U = Eᵀ.",
        "H 头模块的每个结点与每个参数各有一条规则。从损失出发，逆序经过最后的 LayerNorm 与输出层、任意多个这样的层直到嵌入，"
        "它们给出损失对全部参数的导数：对层数归纳，U 独立与 U = Eᵀ 两种情形均成立。",
    ),
)
