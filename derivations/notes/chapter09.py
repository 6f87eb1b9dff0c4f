"""Chapter 9 of the notes: output probabilities and the training loss."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from derivations.claim import Claim, Declared, Label, Value
from derivations.given_values import GivenValues
from derivations.notes.chapter10.embedding import TIED
from derivations.notes.settings import EMBEDDING
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

OUTPUT = Setting(
    sizes="n d N",
    shapes={"H": "n d", "U": "d N", "b": "1 N"},
    rows={"ℓ": "Λ", "h": "H"},
    forward=("Λ = H U + b",),
    where=(r"p_{i, w} = \frac{e^{ℓ_{i, w}}}{\sum_{r = 1}^{N} e^{ℓ_{i, r}}}",),
)
"""Logits of every position and their softmax over the vocabulary (§9.1)."""

ONE_TARGET = replace(OUTPUT, fixed={"y": "N"}, where=(*OUTPUT.where, "r_{w} = 1_{w = y}", r"L_{i} = - \ln p_{i, y}"))
"""The target y, its one-hot row r, and the loss of one position (§9.2)."""

MEAN_LOSS = replace(
    OUTPUT,
    tokens={"t": "n N"},
    masks={"I": "n"},
    forward=(*OUTPUT.forward, r"L = \frac{1}{| I |} \sum_{i \in I} - \ln p_{i, t_{i + 1}}"),
    loss="L",
)
"""The mean over the positions of I, of which there is one (§9.2)."""

PROBABILITIES = Setting(sizes="n", shapes={"p": "n", "v": "", "w": ""}, positive=frozenset({"p", "v", "w"}))
"""Probabilities p of softmax, a probability v, and what is added to it, all positive."""

TEXT_OF_FOUR = Setting(sizes="n", shapes=dict.fromkeys(("g_1", "g_2", "g_3", "g_4"), ""))
"""The logarithms g_i of the probabilities of the first i tokens of a text of four (§9.2)."""

_LOGARITHMS = tuple(f"g_{{{name.removeprefix('g_')}}}" for name in TEXT_OF_FOUR.shapes)
_FACTORS = [rf"\frac{{e^{{{after}}}}}{{e^{{{before}}}}}" for before, after in pairwise(_LOGARITHMS)]

EXAMPLE = GivenValues(givens=(), letters={"τ": str(len(_LOGARITHMS)), "φ": str(len(_FACTORS))})
"""How many tokens that text has, and how many factors its probability, given the first one."""

TIED_OUTPUT = replace(OUTPUT, shapes={"H": "n d", "E": "N d", "b": "1 N"}, where=("U = E^{T}",))
"""The same scores with the transposed table of embeddings in the place of U (§9.4)."""

_LOGITS = r"ℓ_{i} = h_{i} U + b, U \in R^{d \times N}, b \in R^{1 \times N} ."
_HIDDEN = r"H \in R^{n \times d}"
_CHAIN = r"p_{θ} (t_{2}, \dots, t_{m} ∣ t_{1}) = \prod_{i = 1}^{m - 1} p_{θ} (t_{i + 1} ∣ t_{\leq i}) ."
_TABLE = r"E \in R^{N \times d}"
_PARAMETERS = Text("a rule of how training is set up", "训练设置的规则")

CLAIMS = (
    Claim(
        id="notes.9.1.hidden-rows",
        inventory=("9.1-Hrow",),
        says=(_HIDDEN, "h_{i}"),
        proves=(Typed(setting=OUTPUT, formula=_HIDDEN),),
    ),
    Claim(
        id="notes.9.1.logits",
        inventory=("9.1-logits",),
        says=(_LOGITS,),
        proves=(Typed(setting=OUTPUT, formula=_LOGITS),),
    ),
    Claim(
        id="notes.9.1.logits-are-no-probabilities",
        inventory=("9.1-notprob", "9.1-coldot"),
        says=("ℓ_{i}", "不是概率", "点积", "偏置"),
        setting=OUTPUT,
        means=(r"Λ_{i w} = \sum_{r} H_{i r} U_{r w} + b_{w}",),
        fails=(
            Ordered(setting=OUTPUT, formula=r"Λ_{i w} \geq 0"),
            Identity(setting=OUTPUT, formula=r"\sum_{w} Λ_{i w} = 1"),
        ),
        must_refuse=(r"Λ_{i w} = \sum_{r} H_{i r} U_{w r} + b_{w}", r"Λ_{i w} = \sum_{r} H_{i r} U_{r w}"),
    ),
    Claim(
        id="notes.9.1.probabilities",
        inventory=("9.1-p", "9.1-twosm", "9.1-unseen"),
        says=(
            r"p_{i, w} = \frac{e^{ℓ_{i, w}}}{\sum_{r = 1}^{N} e^{ℓ_{i, r}}} .",
            "归一化",
            "形式相同",
            "没出现过",
            "输出列与概率",
        ),
        setting=OUTPUT,
        means=(r"\sum_{w} p_{i, w} = 1",),
        proves=(Ordered(setting=OUTPUT, formula="p_{i, w} > 0"),),
        must_refuse=(r"\sum_{i} p_{i, w} = 1", r"\sum_{w} p_{i, w} = N"),
    ),
    Claim(
        id="notes.9.1.no-inverse-of-the-embedding",
        inventory=("9.1-notinv",),
        says=("不是", "求逆", "离散选择"),
        fails=(Identity(setting=EMBEDDING, formula="X E^{T} = X E^{T} E E^{T}"),),
        remark=Text(
            "E is not square in general, so that there is nothing to invert; not even E E^T is a unit matrix.",
            "E 一般不是方阵，无从求逆；E E^T 也不是单位矩阵。",
        ),
    ),
    Claim(
        id="notes.9.2.one-hot-target",
        inventory=("9.2-onehot",),
        says=("r_{w} = 1_{w = y}",),
        reads={0: Label(Text("the sign of an indicator", "示性记号"))},
        setting=ONE_TARGET,
        declared=Declared(Verdict.DEFINITION, Text("defines the target row", "定义目标行")),
        means=(r"\sum_{w} r_{w} = 1",),
    ),
    Claim(
        id="notes.9.2.cross-entropy",
        inventory=("9.2-ce",),
        says=(r"L_{i} = - \sum_{w} r_{w} \ln p_{i, w} = - \ln p_{i, y} .",),
        setting=ONE_TARGET,
        must_refuse=(r"L_{i} = \sum_{w} r_{w} \ln p_{i, w}", r"L_{i} = - \sum_{w} p_{i, w} \ln p_{i, w}"),
    ),
    Claim(
        id="notes.9.2.the-loss-falls-strictly",
        inventory=("9.2-strict",),
        says=("严格下降",),
        proves=(Ordered(setting=PROBABILITIES, formula=r"- \ln (v + w) < - \ln v"),),
    ),
    Claim(
        id="notes.9.2.punishing-alone-does-not-give-the-logarithm",
        inventory=("9.2-notuniq",),
        says=("罚得多", "不能唯一确定"),
        proves=(Ordered(setting=replace(PROBABILITIES, positive=frozenset({"w"})), formula="1 - (v + w) < 1 - v"),),
        fails=(Identity(setting=PROBABILITIES, formula=r"1 - v = - \ln v"),),
        remark=Text("1 − p punishes low probabilities as well.", "1 − p 同样对低概率惩罚更大。"),
    ),
    Claim(
        id="notes.9.2.likelihood-chain",
        inventory=("9.2-mlebase", "9.2-chain", "9.2-noindep"),
        says=("条件最大似然", _CHAIN, "不要求", "独立"),
        assumes=(_CHAIN,),
        reads={0: Value("τ - φ", name="tokens that no factor predicts")},
        setting=TEXT_OF_FOUR,
        means=(f"e^{{{_LOGARITHMS[-1]} - {_LOGARITHMS[0]}}} = {' '.join(_FACTORS)}",),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "the model defines the probability of a text by this product; that conditional probabilities multiply so is "
                "shown for four tokens, and is the definition of conditional probability m − 1 times",
                "模型以此乘积定义一段文本的概率；对四个 Token 已验证条件概率如此相乘，一般情形即条件概率定义用 m − 1 次",
            ),
        ),
    ),
    Claim(
        id="notes.9.2.product-and-sum-of-logarithms",
        inventory=("9.2-mle", "9.2-batch"),
        says=("等价于", "负对数之和", "求和或平均"),
        setting=PROBABILITIES,
        means=(r"- \ln \prod_{i} p_{i} = \sum_{i} - \ln p_{i}",),
        proves=(Ordered(setting=PROBABILITIES, formula=r"- \ln (v + w) < - \ln v"),),
    ),
    Claim(
        id="notes.9.2.source-of-neural-language-models",
        inventory=("9.2-src",),
        says=("来源 R2",),
        declared=Declared(Verdict.EXTERNAL, Text("a source of the literature", "文献来源")),
    ),
    Claim(
        id="notes.9.2.mean-loss",
        inventory=("9.2-chain442", "9.2-meanL"),
        says=("有效目标集合", r"L = \frac{1}{| I |} \sum_{i \in I} - \ln p_{i, t_{i + 1}} ."),
        setting=MEAN_LOSS,
        means=(r"{\bar{Λ}}_{i w} = \frac{1_{i \in I}}{| I |} (p_{i, w} - 1_{w = t_{i + 1}})",),
        declared=Declared(Verdict.DEFINITION, Text("defines the mean loss", "定义平均损失")),
    ),
    Claim(
        id="notes.9.2.two-masks",
        inventory=("9.2-padding", "9.2-twomasks"),
        says=("padding", "排除", "损失掩码", "因果注意力掩码"),
        setting=MEAN_LOSS,
        proves=(Identity(setting=MEAN_LOSS, formula=r"{\bar{Λ}}_{i w} = 0", provided=r"i \notin I"),),
        remark=Text(
            "A position that is not counted sends no gradient back through its own logits; it may still be read by others.",
            "不计分的位置不经自身 logits 传回梯度；但仍可被其他位置读取。",
        ),
    ),
    Claim(
        id="notes.9.3.one-pass-for-all-parameters",
        inventory=("9.3-joint",),
        says=("同一组当前参数", "一次反向传播", "然后更新"),
        declared=Declared(Verdict.DEFINITION, _PARAMETERS),
        remark=Text(
            "That updating one matrix first gives another result is computed in chapter 11.",
            "先更新其中一个矩阵会得到不同结果，见第 11 章的计算。",
        ),
    ),
    Claim(
        id="notes.9.3.some-gradients-are-zero",
        inventory=("9.3-zerograd", "9.3-frozen"),
        says=("梯度都非零", "梯度为零", "冻结参数"),
        setting=EMBEDDING,
        means=(r"{\bar{E}}_{w, :} = \sum_{i : t_{i} = w} {\bar{X}}_{i, :}",),
        must_refuse=(r"{\bar{E}}_{w, :} = \sum_{i} {\bar{X}}_{i, :}",),
        remark=Text(
            "For a token that does not occur the sum is empty and the row gets no gradient.",
            "未出现的 Token 对应空和，该行没有梯度。",
        ),
    ),
    Claim(
        id="notes.9.4.tied-logits",
        inventory=("9.4-tie", "9.4-head94", "9.4-notinverse"),
        says=(_TABLE, "U = E^{T}", r"h_{i} E_{w, :}^{T} + b_{w}", "不是", "也不要求"),
        setting=TIED_OUTPUT,
        means=(r"Λ_{i w} = h_{i} E_{w, :}^{T} + b_{w}",),
        proves=(Typed(setting=TIED_OUTPUT, formula=_TABLE),),
        fails=(Identity(setting=TIED_OUTPUT, formula=r"\sum_{r} E_{w r} E_{u r} = δ_{w u}"),),
        must_refuse=(r"Λ_{i w} = h_{w} E_{i, :}^{T} + b_{w}", r"Λ_{i w} = h_{i} E_{w, :}^{T}"),
    ),
    Claim(
        id="notes.9.4.both-paths-add",
        inventory=("9.4-addgrad",),
        says=("两条路径梯度相加",),
        setting=TIED,
        means=(r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r} + {\bar{U}}_{r w}",),
        must_refuse=(r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r}",),
    ),
    Claim(
        id="notes.9.4.without-sharing",
        inventory=("9.4-separate",),
        says=("各自更新", "第 11 章", "不共享"),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("11",),
    ),
    Claim(
        id="notes.9.4.source-of-weight-sharing",
        inventory=("9.4-src2",),
        says=("权重共享设计", "R1 §3.4"),
        reads={0: Label(Text("section of a source", "来源的节号"))},
        declared=Declared(Verdict.EXTERNAL, Text("a source of the literature", "文献来源")),
    ),
)
