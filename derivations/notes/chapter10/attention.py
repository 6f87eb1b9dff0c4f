"""Sections 10.5 to 10.7: through the residual, the mixing of contents, softmax, scores and projections of one head."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Step
from derivations.notes.settings import ATTENTION
from derivations.prover.differential import Differential
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

_PRODUCT = Text("differential of a product", "乘积的微分")
_MIXING = Text("contents are mixed by Z = A V", "内容混合为 Z = A V")
_SOFTMAX = Text("Jacobian of softmax (notes §7.3) over the allowed positions", "允许位置上 softmax 的 Jacobian（讲义 §7.3）")

_OF_R = "d R = d X + d Z W_{O} + Z d W_{O}"
_OF_Z = "d Z = d A V + A d V"
_OF_A = r"d a_{i j} = a_{i j} (d S_{i j} - \sum_{r \in J_{i}} a_{i r} d S_{i r})"
_OF_S = r"d S = (d Q K^{T} + Q (d K)^{T}) / \sqrt{d_{k}}"

RESIDUAL = Setting(
    sizes="n d d_v",
    shapes={"X": "n d", "Z": "n d_v", "W_O": "d_v d"},
    forward=("R = X + Z W_{O}",),
)
"""The residual alone, Z whatever the head has found."""

MIXING = Setting(
    sizes="n d_v",
    shapes={"A": "n n", "V": "n d_v"},
    rows={"a": "A", "v": "V", "z": "Z"},
    forward=("Z = A V",),
)
"""Mixing alone, with any weights A."""

SCORES = replace(ATTENTION, rows={**ATTENTION.rows, "S_0": "S"})
"""The same module; S_0 is another name for the finite scores, to which no mask has been applied."""

PRE_NORM = replace(
    ATTENTION,
    shapes={**ATTENTION.shapes, "γ": "1 d", "β": "1 d", "ε": ""},
    rows={"a": "A"},
    positive=frozenset({"ε"}),
    forward=(
        r"N_{i r} = γ_{r} (X_{i r} - μ_{i}) / \sqrt{v_{i} + ε} + β_{r}",
        "Q = N W_{Q}",
        "K = N W_{K}",
        "V = N W_{V}",
        *ATTENTION.forward[3:],
    ),
    where=(r"μ_{i} = \frac{1}{d} \sum_{r} X_{i r}", r"v_{i} = \frac{1}{d} \sum_{r} (X_{i r} - μ_{i})^{2}"),
)
"""The module with a LayerNorm before the projections, as in a Pre-LN block (§8.5)."""

ATTENTION_GRADIENTS = (
    Claim(
        id="notes.10.5.one-head-first",
        inventory=("10.5-mod512", "10.5-R"),
        says=("单头简化模块", r"R = X + Z W_{O}, Z = A V ."),
        setting=ATTENTION,
        declared=Declared(
            Verdict.DEFINITION,
            Text("fixes the module; its formulas are checked for shapes", "规定模块；已核对各式形状"),
        ),
    ),
    Claim(
        id="notes.10.5.residual-and-output-projection",
        inventory=("10.5-WObar", "10.5-Zbar"),
        says=(r"{\bar{W}}_{O} = Z^{T} \bar{R}, \bar{Z} = \bar{R} W_{O}^{T} .",),
        setting=RESIDUAL,
        proves=(Differential(setting=RESIDUAL, formula=_OF_R, of=("X", "Z", "W_O")),),
        derivation=(Step(_OF_R, by=_PRODUCT),),
        must_refuse=(
            r"{\bar{W}}_{O} = \bar{R}^{T} Z",
            r"{\bar{W}}_{O} = - Z^{T} \bar{R}",
            r"\bar{Z} = \bar{R} W_{O}",
            r"\bar{Z} = Z",
        ),
    ),
    Claim(
        id="notes.10.5.the-residual-reaches-the-input-directly",
        inventory=("10.5-direct",),
        says=("残差直连", r"\bar{R}"),
        setting=RESIDUAL,
        means=(r"\bar{X} = \bar{R}",),
        must_refuse=(r"\bar{X} = 2 \bar{R}", r"\bar{X} = X + \bar{R}"),
    ),
    Claim(
        id="notes.10.5.weights-and-values",
        inventory=("10.5-Abar", "10.5-Vbar"),
        says=("Z = A V", r"\bar{A} = \bar{Z} V^{T}, \bar{V} = A^{T} \bar{Z} ."),
        setting=MIXING,
        proves=(Differential(setting=MIXING, formula=_OF_Z, of=("A", "V")),),
        derivation=(Step(_OF_Z, by=_PRODUCT),),
        must_refuse=(
            r"\bar{A} = \bar{Z} V",
            r"\bar{A} = V \bar{Z}^{T}",
            r"\bar{V} = A \bar{Z}",
            r"\bar{V} = A^{T} V",
            r"\bar{A} = A ⊙ (\bar{Z} V^{T})",
        ),
    ),
    Claim(
        id="notes.10.5.why-values-count-for-weights",
        inventory=("10.5-Abarij", "10.5-whyV"),
        says=(r"{\bar{A}}_{i j}", "V", "a_{i j}", "v_{j}", "z_{i}", r"{\bar{A}}_{i j} = {\bar{z}}_{i} \cdot v_{j}"),
        setting=MIXING,
        derivation=(Step(r"\frac{\partial z_{k r}}{\partial a_{i j}} = δ_{k i} v_{j r}", by=_MIXING, uses=("Z",)),),
        must_refuse=(r"{\bar{A}}_{i j} = {\bar{z}}_{j} \cdot v_{i}", r"{\bar{A}}_{i j} = z_{i} \cdot v_{j}"),
    ),
    Claim(
        id="notes.10.6.softmax-over-the-allowed",
        inventory=("10.6-allowed", "10.6-Sbar"),
        says=(
            "第 7 章",
            r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}), j \in J_{i} .",
        ),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("7", "7.3"),
        setting=ATTENTION,
        proves=(Differential(setting=ATTENTION, formula=_OF_A, of=("S",)),),
        derivation=(Step(_OF_A, by=_SOFTMAX),),
        must_refuse=(
            r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} + \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}), j \in J_{i}",
            r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} {\bar{A}}_{i r}), j \in J_{i}",
            r"{\bar{S}}_{i j} = a_{i j} {\bar{A}}_{i j}, j \in J_{i}",
            r"{\bar{S}}_{i j} = a_{j i} ({\bar{A}}_{i j} - \sum_{r \in J_{i}} a_{i r} {\bar{A}}_{i r}), j \in J_{i}",
        ),
    ),
    Claim(
        id="notes.10.6.forbidden-positions",
        inventory=("10.6-forb",),
        says=("禁止位置", r"{\bar{S}}_{i j} = 0"),
        proves=(Identity(setting=ATTENTION, formula=r"{\bar{S}}_{i j} = 0", provided=r"j \notin J_{i}"),),
        fails=(Identity(setting=ATTENTION, formula=r"{\bar{S}}_{i j} = 0", provided=r"j \in J_{i}"),),
        must_refuse=(r"{\bar{S}}_{i j} = 1",),
    ),
    Claim(
        id="notes.10.6.own-effect-less-the-mean",
        inventory=("10.6-interp",),
        says=("它自己的影响", "当前混合影响的加权平均", "再乘其权重", "同一行其他候选"),
        setting=ATTENTION,
        means=(
            r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \sum_{r} a_{i r} {\bar{A}}_{i r})",
            r"\sum_{r} a_{i r} = 1",
            r"\sum_{j} a_{i j} ({\bar{A}}_{i j} - \sum_{r} a_{i r} {\bar{A}}_{i r}) = 0",
        ),
        must_refuse=(
            r"{\bar{S}}_{i j} = a_{i j} ({\bar{A}}_{i j} - \frac{1}{n} \sum_{r} {\bar{A}}_{i r})",
            r"{\bar{S}}_{i j} = {\bar{A}}_{i j} - \sum_{r} a_{i r} {\bar{A}}_{i r}",
        ),
    ),
    Claim(
        id="notes.10.7.scores-to-queries-and-keys",
        inventory=("10.7-S0", "10.7-Qbar", "10.7-Kbar"),
        says=(
            r"S_{0} = Q K^{T} / \sqrt{d_{k}}",
            r"\bar{Q} = \bar{S} K / \sqrt{d_{k}}, \bar{K} = {\bar{S}}^{T} Q / \sqrt{d_{k}} .",
        ),
        setting=SCORES,
        proves=(Differential(setting=ATTENTION, formula=_OF_S, of=("Q", "K")),),
        derivation=(Step(_OF_S, by=_PRODUCT),),
        must_refuse=(
            r"\bar{Q} = \bar{S} K",
            r"\bar{Q} = \bar{S} K / d_{k}",
            r"\bar{Q} = {\bar{S}}^{T} K / \sqrt{d_{k}}",
            r"\bar{K} = \bar{S} Q / \sqrt{d_{k}}",
            r"\bar{Q} = - \bar{S} K / \sqrt{d_{k}}",
        ),
    ),
    Claim(
        id="notes.10.7.projections",
        inventory=("10.7-qkv540", "10.7-WQbar", "10.7-WKbar", "10.7-WVbar"),
        says=(
            "Q = X W_{Q}, K = X W_{K}, V = X W_{V}",
            r"{\bar{W}}_{Q} = X^{T} \bar{Q}, {\bar{W}}_{K} = X^{T} \bar{K}, {\bar{W}}_{V} = X^{T} \bar{V} .",
        ),
        setting=ATTENTION,
        must_refuse=(
            r"{\bar{W}}_{Q} = X^{T} \bar{K}",
            r"{\bar{W}}_{K} = \bar{K}^{T} X",
            r"{\bar{W}}_{V} = X \bar{V}",
            r"{\bar{W}}_{V} = - X^{T} \bar{V}",
        ),
    ),
    Claim(
        id="notes.10.7.the-input-collects-four-paths",
        inventory=("10.7-Xbar",),
        says=(r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T} .",),
        setting=ATTENTION,
        must_refuse=(
            r"\bar{X} = \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",
            r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T}",
            r"\bar{X} = \bar{R} + \bar{Q} W_{K}^{T} + \bar{K} W_{Q}^{T} + \bar{V} W_{V}^{T}",
            r"\bar{X} = \bar{R} + \bar{Q} W_{Q} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",
            r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} - \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",
        ),
    ),
    Claim(
        id="notes.10.7.not-the-gradient-of-a-whole-block",
        inventory=("10.7-onlysimple",),
        says=("简化残差模块", "完整 Pre-LN Block", "归一化与 FFN"),
        fails=(
            Identity(
                setting=PRE_NORM,
                formula=r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",
            ),
        ),
        proves=(Identity(setting=PRE_NORM, formula=r"\bar{N} = \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}"),),
        must_refuse=(r"\bar{N} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",),
    ),
)
