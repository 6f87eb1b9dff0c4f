"""Section 8.5: one block of all that."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label
from derivations.notes.chapter08.feed_forward import FFN_ROW
from derivations.notes.chapter08.heads import CONCAT
from derivations.notes.chapter08.layer_norm import NORM_CALL
from derivations.notes.settings import FFN
from derivations.notes.transformer import LAYER, OUTPUT
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

_SOURCE = Text("a source of the literature", "文献来源")

FIRST_HALF = replace(LAYER, forward=LAYER.forward[:-4], where=LAYER.where[:4], calls=(NORM_CALL,))
"""The layer up to T, and LayerNorm as a function with the parameters of the first one (§8.5)."""

SECOND_HALF = replace(
    LAYER,
    shapes={**LAYER.shapes, "T": "n d"},
    masks={},
    forward=LAYER.forward[-4:],
    where=LAYER.where[4:],
    calls=(NORM_CALL.replace("γ_{r}", "γ'_{r}").replace("β_{r}", "β'_{r}"), *FFN_ROW.calls),
)
"""The layer from T on, with the second LayerNorm and the FFN of §8.2 as functions."""

LAST_NORM = replace(OUTPUT, calls=(NORM_CALL,))
"""The last normalisation."""

ORDER_OF_NORMS = Setting(
    sizes="d m",
    shapes={"x": "1 d", "γ": "d", "β": "d", "ε": "", "W": "d m", "U": "m d"},
    positive=frozenset({"ε"}),
    functions=frozenset({"σ"}),
    calls=(NORM_CALL, r"F (x) = σ (x W) U"),
)
"""Normalised before the branch, or after the sum."""

_PRE_1 = r"T^{(ℓ)} = X^{(ℓ)} + {MHA}_{ℓ} ({LN}_{ℓ, 1} (X^{(ℓ)})),"

_PRE_2 = r"X^{(ℓ + 1)} = T^{(ℓ)} + {FFN}_{ℓ} ({LN}_{ℓ, 2} (T^{(ℓ)})) ."

_FINAL = r"H = {LN}_{f} (X^{(L)})"

COMPLETE_BLOCK = (
    Claim(
        id="notes.8.5.what-is-left-out",
        inventory=("8.5-omit",),
        says=("Pre-LN", "省略 dropout", "投影偏置"),
        declared=Declared(Verdict.DEFINITION, Text("chooses what is shown", "选定所示的架构")),
    ),
    Claim(
        id="notes.8.5.pre-norm",
        inventory=("8.5-preln1", "8.5-preln2"),
        says=(_PRE_1, _PRE_2),
        assumes=(_PRE_1, _PRE_2),
        reads={0: Label(Text("the next layer", "下一层"))},
        proves=(
            Identity(setting=FIRST_HALF, formula=r"N_{i, :} = LN (X_{i, :})"),
            Identity(setting=FIRST_HALF, formula=rf"T = X + {CONCAT} W_{{O}}"),
            Identity(setting=SECOND_HALF, formula=r"Y_{i, :} = T_{i, :} + FFN (LN (T_{i, :}))"),
            Typed(setting=LAYER, formula=r"Y \in R^{n \times d}"),
        ),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "defines a layer; the layer of all statements here is held against it, with the heads of §8.1, the FFN of "
                "§8.2 and the LayerNorm of §8.4",
                "定义一层；此处各命题所用的层已与之核对：头见 §8.1，FFN 见 §8.2，LayerNorm 见 §8.4",
            ),
        ),
        must_refuse=(r"Y_{i, :} = FFN (LN (T_{i, :}))", r"Y_{i, :} = T_{i, :} + LN (FFN (T_{i, :}))"),
    ),
    Claim(
        id="notes.8.5.last-norm",
        inventory=("8.5-final",),
        says=("最终归一化", _FINAL),
        assumes=(_FINAL,),
        proves=(
            Identity(setting=LAST_NORM, formula=r"h_{i} = LN (X_{i, :})"),
            Typed(setting=LAST_NORM, formula=r"G \in R^{n \times d}"),
        ),
        declared=Declared(Verdict.DEFINITION, Text("defines H, whose rows are h_i", "定义 H，其行为 h_i")),
        must_refuse=(r"h_{i} = X_{i, :}",),
    ),
    Claim(
        id="notes.8.5.shared-by-positions",
        inventory=("8.5-share",),
        says=("每层参数通常独立", "不同序列位置共享"),
        setting=FFN,
        means=(r"{\bar{W}}_{1, s k} = \sum_{i} X_{i s} {\bar{B}}_{i k}",),
        must_refuse=(r"{\bar{W}}_{1, s k} = X_{i s} {\bar{B}}_{i k}",),
        remark=Text(
            "A parameter that all positions share has the sum of their gradients.", "各位置共享的参数，其梯度是各位置之和。"
        ),
    ),
    Claim(
        id="notes.8.5.post-norm-is-another-order",
        inventory=("8.5-postln",),
        says=("2017", "Post-LN", "子层相加后归一化", "顺序不同", "原论文逐项原样结构"),
        reads={0: Label(Text("year of a source", "来源的年份"))},
        fails=(Identity(setting=ORDER_OF_NORMS, formula="LN (x + F (x)) = x + F (LN (x))"),),
    ),
    Claim(
        id="notes.8.5.sources",
        inventory=("8.5-src",),
        says=("来源 R1、R3]",),
        declared=Declared(Verdict.EXTERNAL, _SOURCE),
    ),
)
