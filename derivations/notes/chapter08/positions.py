"""Section 8.6: what a layer knows of the order of its input."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared
from derivations.notes.main_line import HEAD
from derivations.notes.settings import EMBEDDING
from derivations.notes.transformer import LAYER, PERMUTED, ROTARY_BLOCK
from derivations.prover.equivariant import Equivariant
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

_SOURCE = Text("a source of the literature", "文献来源")

PERMUTABLE = replace(
    LAYER,
    masks={},
    permutations={"P": "n"},
    forward=tuple(r"A^{(r)} = softmax (S^{(r)})" if line.startswith("A") else line for line in LAYER.forward),
)
"""The layer without a mask, and any permutation of its positions (§8.6)."""

MASKED = replace(HEAD, permutations={"P": "n"})
"""A causal head and any permutation of its positions."""

PLACED = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "p": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    permutations={"P": "n"},
    forward=(
        "E = X + p",
        "Q = E W_{Q}",
        "K = E W_{K}",
        "V = E W_{V}",
        r"S = Q K^{T} / \sqrt{d_{k}}",
        "A = softmax (S)",
        "Z = A V",
    ),
)
"""Position vectors p added before a head without a mask."""

_EQUIVARIANT = Equivariant(setting=PERMUTABLE, formula=r"X \mapsto P X, Y \mapsto P Y", again="Y")

POSITIONS = (
    Claim(
        id="notes.8.6.permuted-attention",
        inventory=("8.6-permQKV", "8.6-permS", "8.6-permA", "8.6-permZ"),
        says=("没有位置编码", "P", "作用于 X", "都左乘 P", r"P S P^{T}", "重排", "P Z"),
        setting=PERMUTED,
        means=(
            r"Q' = P Q, K' = P K, V' = P V",
            r"S' = P S P^{T}",
            r"softmax (P S P^{T}) = P softmax (S) P^{T}",
            r"A' = P A P^{T}",
            r"Z' = P Z",
        ),
        must_refuse=(r"S' = P^{T} S P", r"S' = P S", r"A' = P A", r"Z' = Z", r"Z' = P^{T} Z"),
    ),
    Claim(
        id="notes.8.6.no-label-of-order",
        inventory=("8.6-noorder",),
        says=("置换等变", "相应交换输出", "绝对顺序标签"),
        proves=(_EQUIVARIANT,),
        must_refuse=(r"X \mapsto P X, Y \mapsto Y",),
        remark=Text(
            "For layers with FFN, LayerNorm and residuals, any number of them.", "对含 FFN、LayerNorm、残差的任意多层成立。"
        ),
    ),
    Claim(
        id="notes.8.6.the-mask-brings-order",
        inventory=("8.6-maskorder",),
        says=("因果掩码", "方向与可见范围", "原封不动"),
        fails=(Equivariant(setting=MASKED, formula=r"X \mapsto P X, Z \mapsto P Z"),),
        refers=("7.4",),
    ),
    Claim(
        id="notes.8.6.positions-add-structure",
        inventory=("8.6-posmore",),
        says=("显式位置信息", "距离或位置结构"),
        proves=(Identity(setting=PLACED, formula=r"S = (X + p) W_{Q} W_{K}^{T} (X + p)^{T} / \sqrt{d_{k}}"),),
        fails=(Equivariant(setting=PLACED, formula=r"X \mapsto P X, Z \mapsto P Z"),),
        must_refuse=(r"S = X W_{Q} W_{K}^{T} X^{T} / \sqrt{d_{k}}",),
    ),
    Claim(
        id="notes.8.6.added-or-rotated",
        inventory=("8.6-addref",),
        says=(r"e_{i} + p_{i}", "RoPE", r"{\tilde{q}}_{i} = R_{i} q_{i}, {\tilde{k}}_{j} = R_{j} k_{j}"),
        setting=ROTARY_BLOCK,
        refers=("2.2",),
        proves=(Identity(setting=EMBEDDING, formula=r"x_{i} = E_{t_{i}, :} + p_{i}"),),
        declared=Declared(
            Verdict.DEFINITION, Text("defines the rotated vectors; shapes are checked", "定义旋转后的向量；已核对形状")
        ),
        must_refuse=(r"{\tilde{q}}_{i} = R_{i}^{T} q_{i}", r"{\tilde{q}}_{i} = q_{i} R_{i}"),
    ),
    Claim(
        id="notes.8.6.rotated-product",
        inventory=("8.6-rope1",),
        says=(r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R_{i}^{T} R_{j} k_{j} .",),
        setting=ROTARY_BLOCK,
        must_refuse=(
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R_{i} R_{j} k_{j}",
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} k_{j}",
        ),
    ),
    Claim(
        id="notes.8.6.relative-rotation",
        inventory=("8.6-rope2", "8.6-roperel"),
        says=(r"R_{i} = R (i ω)", r"R_{i}^{T} R_{j} = R ((j - i) ω)", "相对位置差"),
        setting=ROTARY_BLOCK,
        means=(
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R ((j - i) ω) k_{j}",
            r"{\tilde{q}}_{i}^{T} {\tilde{q}}_{i} = q_{i}^{T} q_{i}",
        ),
        must_refuse=(
            r"R_{i}^{T} R_{j} = R ((i - j) ω)",
            r"R_{i} R_{j} = R ((j - i) ω)",
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R ((i + j) ω) k_{j}",
        ),
    ),
    Claim(
        id="notes.8.6.columns-here",
        inventory=("8.6-roperow",),
        says=("采用列向量", "换回前文行向量时相应转置"),
        setting=ROTARY_BLOCK,
        means=(
            r"{\tilde{q}}_{i}^{T} = q_{i}^{T} R_{i}^{T}",
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = (q_{i}^{T} R_{i}^{T}) (k_{j}^{T} R_{j}^{T})^{T}",
        ),
        must_refuse=(r"{\tilde{q}}_{i}^{T} = q_{i}^{T} R_{i}",),
    ),
    Claim(
        id="notes.8.6.source",
        inventory=("8.6-ropesrc",),
        says=("来源 R4]",),
        declared=Declared(Verdict.EXTERNAL, _SOURCE),
    ),
)
