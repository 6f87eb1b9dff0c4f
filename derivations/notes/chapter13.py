"""Chapter 13 of the notes: what simple operations make possible, and what does not follow from them."""

from __future__ import annotations

from dataclasses import replace

from derivations.citing_values import CitingValues
from derivations.claim import Claim, Declared, Label, Step
from derivations.notes import NOTES
from derivations.notes.chapter03 import STEPS
from derivations.notes.settings import OUTPUT_LAYER, SOFTMAX
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

EXAMPLE = CitingValues(givens=(), lesson=NOTES, of="11", cites=("a_21", "a_21,new", "L", "L_new"))
"""What chapter 11 computes before and after its update."""

MAP = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "Y": "n d", "c": "", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v", "M": "n n"},
    calls=(r"F (X) = softmax_{row} (\frac{X W_{Q} W_{K}^{T} X^{T}}{\sqrt{d_{k}}} + M) X W_{V}",),
)
"""One head as a map of its input, with two inputs and a number."""

ONE_POSITION = Setting(
    sizes="d d_k d_v",
    shapes={"X": "1 d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    where=(r"S = X W_{Q} W_{K}^{T} X^{T} / \sqrt{d_{k}}", r"Z = \frac{e^{S}}{e^{S}} X W_{V}"),
)
"""The same head where there is only one position, and one score S."""

TWO_INPUTS = Setting(
    sizes="n d d_k",
    shapes={"X": "n d", "X_new": "n d", "W_Q": "d d_k", "W_K": "d d_k"},
    forward=(
        r"A = softmax_{row} (X W_{Q} W_{K}^{T} X^{T} / \sqrt{d_{k}})",
        r"A_{new} = softmax_{row} (X_{new} W_{Q} W_{K}^{T} X_{new}^{T} / \sqrt{d_{k}})",
    ),
)
"""Weights of two inputs by the same parameters."""

NEXT_LAYER = Setting(
    sizes="n d d_k",
    shapes={"X": "n d", "A": "n n", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_k"},
    masks={"≤": "n n"},
    rows={"a": "A", "x": "X", "y": "Y"},
    forward=(r"y_{i} = \sum_{j \leq i} a_{i j} x_{j}", "Q = Y W_{Q}", "K = Y W_{K}", "V = Y W_{V}"),
)
"""Queries, keys and values of a layer whose input Y has been mixed already, with any weights."""

RESIDUAL = Setting(sizes="n d d_v", shapes={"X": "n d", "Z": "n d_v", "W_O": "d_v d"}, forward=("R = X + Z W_{O}",))
"""One more module with its residual."""

ONE_HEAD = Setting(
    sizes="n d d_v N",
    shapes={"X": "n d", "A": "n n", "V": "n d_v", "W_O": "d_v d", "U": "d N", "c": ""},
    rows={"a": "A", "v": "V"},
    forward=("Z = A V", "R = X + Z W_{O}", "Λ = R U"),
)
"""From one head's weights to the scores, with the residual; c any number."""

SHARES = replace(SOFTMAX, shapes={"s": "m", "v": "m"})
"""Weights of m positions, and contents of one coordinate."""

TARGETS = Setting(
    sizes="d N",
    shapes=OUTPUT_LAYER.shapes,
    fixed={"y": "N"},
    where=(r"ℓ = h U + b", *OUTPUT_LAYER.where),
)
"""Scores and probabilities of one position, and its target y."""

LOSS = Setting(
    sizes="N",
    shapes={"ℓ": "N"},
    fixed={"y": "N"},
    where=(*OUTPUT_LAYER.where, r"L = - \ln p_{y}"),
)
"""Probabilities of N scores and the loss of the continuation y, whatever it says."""

_HEAD = r"Z = {softmax}_{r o w} (\frac{X W_{Q} W_{K}^{T} X^{T}}{\sqrt{d_{k}}} + M) X W_{V} ."
_INFLUENCE = r"\frac{\partial Λ_{k w}}{\partial a_{i j}} = δ_{i k} \sum_{r} \sum_{s} v_{j r} W_{O, r s} U_{s w}"

MIXING = (
    Claim(
        id="notes.13.1.one-head-without-rotation",
        inventory=("13.1-single",),
        says=("单头无位置旋转",),
        refers=("8.1", "8.6"),
        declared=Declared(
            Verdict.DEFINITION, Text("says for which head the next formula stands", "说明下一公式针对哪种注意力头")
        ),
    ),
    Claim(
        id="notes.13.1.one-head",
        inventory=("13.1-formula",),
        says=(_HEAD,),
        setting=STEPS,
        derivation=(
            Step("Z = A V", by=Text("mixture (§3.3)", "混合（§3.3）"), uses=("Z",)),
            Step("Z = softmax_{row} (S) V", by=Text("weights (§3.3)", "系数（§3.3）"), uses=("Z", "A")),
            Step(
                r"Z = softmax_{row} (\frac{Q K^{T}}{\sqrt{d_{k}}} + M) X W_{V}",
                by=Text("scores and values (§3.3)", "分数与 V（§3.3）"),
                uses=("Z", "A", "S", "V"),
            ),
        ),
        must_refuse=(
            r"Z = softmax_{row} (\frac{X W_{K} W_{Q}^{T} X^{T}}{\sqrt{d_{k}}} + M) X W_{V}",
            r"Z = softmax_{row} (\frac{X W_{Q} W_{K}^{T} X^{T}}{d_{k}} + M) X W_{V}",
            r"Z = softmax_{row} (\frac{X W_{Q} W_{K}^{T} X^{T}}{\sqrt{d_{k}}}) X W_{V}",
        ),
        refers=("3.3",),
    ),
    Claim(
        id="notes.13.1.weights-change-with-the-input",
        inventory=("13.1-head131", "13.1-Avaries"),
        says=("参数在推理中固定", "A (X)", "随输入改变"),
        fails=(Identity(setting=TWO_INPUTS, formula="A_{new} = A"),),
        proves=(Identity(setting=TWO_INPUTS, formula=r"\sum_{j} A_{i j} = 1"),),
        must_refuse=(r"\sum_{i} A_{i j} = 1",),
        remark=Text(
            "Not so for a single position, whose only weight is 1, nor where W_Q W_Kᵀ = 0.",
            "只有一个位置时唯一的权重恒为 1，W_Q W_Kᵀ = 0 时亦不变。",
        ),
    ),
    Claim(
        id="notes.13.1.neither-additive-nor-homogeneous",
        inventory=("13.1-nonlin",),
        says=("可加性与齐次性", "不是普通固定矩阵线性变换"),
        fails=(
            Identity(setting=MAP, formula="F (X + Y) = F (X) + F (Y)"),
            Identity(setting=MAP, formula="F (c X) = c F (X)"),
        ),
        proves=(Identity(setting=ONE_POSITION, formula="Z = X W_{V}"),),
        must_refuse=("Z = 2 X W_{V}",),
        remark=Text(
            "“In general”: a single position is mapped linearly, by W_V.",
            "“一般”二字是必要的：只有一个位置时，它就是线性映射 W_V。",
        ),
    ),
    Claim(
        id="notes.13.1.layers-compute-anew",
        inventory=("13.1-layers",),
        says=("每层重新", "已上下文化的表示", "后层", "前层构造的特征"),
        proves=(
            Identity(setting=NEXT_LAYER, formula=r"Q_{i r} = \sum_{j \leq i} \sum_{s} a_{i j} X_{j s} W_{Q, s r}"),
            Identity(setting=NEXT_LAYER, formula=r"K_{i r} = \sum_{j \leq i} \sum_{s} a_{i j} X_{j s} W_{K, s r}"),
            Identity(setting=NEXT_LAYER, formula=r"V_{i r} = \sum_{j \leq i} \sum_{s} a_{i j} X_{j s} W_{V, s r}"),
        ),
        fails=(Identity(setting=NEXT_LAYER, formula="Q = X W_{Q}"),),
        must_refuse=("K = X W_{K}",),
        remark=Text(
            "From the second layer on; the first one reads embeddings, which know nothing of each other.",
            "从第二层起成立；第一层读到的嵌入尚未相互混合。",
        ),
    ),
    Claim(
        id="notes.13.1.what-it-does-not-prove",
        inventory=("13.1-noproof",),
        says=("表达形式更灵活", "任何随机参数", "增加层数一定改善效果"),
        proves=(Identity(setting=RESIDUAL, formula="X + Z (0 W_{O}) = X"),),
        fails=(Ordered(setting=OUTPUT_LAYER, formula=r"p_{y} > \frac{1}{2}"),),
        must_refuse=("X + Z (0 W_{O}) = 0 X",),
        remark=Text(
            "A layer with W_O = 0 changes nothing, so one more layer need not help; and some parameters miss the target.",
            "W_O = 0 的层不改变任何东西，故多一层未必有益；也有参数使目标概率很低。",
        ),
    ),
)

SEMANTICS = (
    Claim(
        id="notes.13.2.where-features-come-from",
        inventory=("13.2-semantics",),
        says=("训练目标奖励", "可复用特征", "共同适应"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text("what training finds in real texts is found out by experiments", "训练从真实文本中学到什么，要靠实验得知"),
        ),
    ),
    Claim(
        id="notes.13.2.reasoning-does-not-follow",
        inventory=("13.2-fourq",),
        says=("必然具有可靠推理能力", "表达能力", "泛化是否可靠", "不同问题"),
        fails=(Ordered(setting=TARGETS, formula=r"p_{y} \geq p_{w}"),),
        proves=(Identity(setting=TARGETS, formula=r"\sum_{j} p_{j} = 1"),),
        must_refuse=(r"\sum_{j} p_{j} = N",),
        remark=Text(
            "The formulas hold for all parameters alike, and for some of them the wrong token is the likelier one.",
            "这些公式对一切参数都成立，而其中有些参数使错误的 Token 更可能。",
        ),
    ),
)

MAPS = (
    Claim(
        id="notes.13.3.a-larger-coefficient-is-no-larger-influence",
        inventory=("13.3-head133", "13.3-attnmap"),
        says=("较大注意力系数", "不直接量化", "Value 的方向与大小", "后续非线性"),
        proves=(Identity(setting=ONE_HEAD, formula=_INFLUENCE),),
        fails=(
            Ordered(setting=SHARES, formula="(a_{j} v_{j})^{2} > (a_{k} v_{k})^{2}", given={"larger": "s_{j} > s_{k}"}),
            Ordered(setting=SHARES, formula="a_{j} v_{j} > 0"),
            Identity(setting=ONE_HEAD, formula="X + c Z W_{O} = R"),
        ),
        must_refuse=(r"\frac{\partial Λ_{k w}}{\partial a_{i j}} = δ_{i k} \sum_{r} v_{j r}",),
        remark=Text(
            "How a weight moves a score depends on v_j, W_O and U, and not on the size of the weight.",
            "某个权重如何改变分数取决于 v_j、W_O 与 U，而不取决于该权重的大小。",
        ),
    ),
    Claim(
        id="notes.13.3.nothing-was-measured",
        inventory=("13.3-nohead",),
        says=("华法林与黑便有关", "未测真实模型", "某个头"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text("what a head of a real model has learned is found out by measuring", "真实模型的某个头学到什么，须经测量得知"),
        ),
    ),
    Claim(
        id="notes.13.3.less-attention-and-less-loss",
        inventory=("13.3-ch11again",),
        says=("第 11 章", "损失降低", "注意力比例下降"),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("11", "11.6"),
        wordings={
            1: {"损失降低": ("L_{new} < L",), "损失升高": ("L_{new} > L",)},
            2: {"注意力比例下降": ("a_{21,new} < a_{21}",), "注意力比例上升": ("a_{21,new} > a_{21}",)},
        },
        must_refuse=("a_{21,new} > a_{21}", "L_{new} > L"),
    ),
)

SHORTCUTS = (
    Claim(
        id="notes.13.4.the-loss-knows-no-truth",
        inventory=("13.4-nottruth",),
        says=("对数损失", "实际提供的后续", "命题真伪"),
        setting=LOSS,
        means=(
            r"L = - \ln p_{y}",
            r"\frac{\partial L}{\partial ℓ_{j}} = p_{j} - 1_{j = y}",
        ),
        must_refuse=(r"\frac{\partial L}{\partial ℓ_{j}} = p_{j}", r"L = \ln p_{y}"),
        refers=("9.2",),
        remark=Text("What the text says enters only as its id y.", "文本内容只以编号 y 的形式进入损失。"),
    ),
    Claim(
        id="notes.13.4.lower-loss-on-a-false-text",
        inventory=("13.4-shortcut",),
        says=("错误文本", "不等于提高事实可靠性", "表面共现"),
        proves=(
            Identity(setting=LOSS, formula=r"\frac{\partial p_{w}}{\partial ℓ_{j}} = p_{w} (δ_{w j} - p_{j})"),
            Ordered(setting=LOSS, formula="p_{w} p_{j} > 0"),
        ),
        must_refuse=(r"\frac{\partial p_{w}}{\partial ℓ_{j}} = p_{w} δ_{w j}",),
        remark=Text(
            "For w ≠ j the rate is −p_w p_j < 0. Where j is what a false text goes on with, raising its score lowers the "
            "probability of every other token, the true one among them. What real models rely on is for experiments to tell.",
            "w ≠ j 时变化率为 −p_w p_j < 0。若 j 是错误文本的后续，提高其分数会降低其余每个 Token 的概率，"
            "包括正确的那个。现实模型依赖什么，则由实验判断。",
        ),
    ),
    Claim(
        id="notes.13.4.what-the-text-can-establish",
        inventory=("13.4-scope13",),
        says=("严格建立", "怎样计算", "怎样产生", "怎样更新", "额外实验"),
        refers=("8.5", "10", "11.6"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "draws the line of the notes; what they compute, how gradients arise and how the example is updated is decided "
                "in chapters 8, 10 and 11",
                "划定讲义的范围；模型怎样计算、梯度怎样产生、例子怎样更新分别在第 8、10、11 章判定",
            ),
        ),
    ),
)

CLAIMS = (*MIXING, *SEMANTICS, *MAPS, *SHORTCUTS)
