"""Section 8.7: three classes of architecture."""

from __future__ import annotations

from derivations.claim import Claim, Declared
from derivations.given_values import GivenValues
from derivations.notes.chapter07 import UNMASKED
from derivations.notes.main_line import HEAD
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

_SOURCE = Text("a source of the literature", "文献来源")

CROSS = Setting(
    sizes="n m d d_k d_v",
    shapes={"Y": "n d", "X": "m d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    rows={"a": "A", "x": "X", "y": "Y", "z": "Z", "q": "Q", "k": "K", "v": "V"},
    forward=(
        "Q = Y W_{Q}",
        "K = X W_{K}",
        "V = X W_{V}",
        r"S = Q K^{T} / \sqrt{d_{k}}",
        r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}",
        "Z = A V",
    ),
)
"""Cross attention: n target positions Y read m source positions X (§8.7)."""

CLASSES = {
    "encoder-only": (UNMASKED,),
    "decoder-only": (HEAD,),
    "encoder–decoder": (UNMASKED, HEAD, CROSS),
}
"""The three classes by the attention that they have: without a mask, causal, from another text."""

EXAMPLE = GivenValues(givens=(), letters={"κ": str(len(CLASSES))})
"""Nothing is given: κ is the number of classes of architecture (§8.7)."""

ARCHITECTURES = (
    Claim(
        id="notes.8.7.three-classes",
        inventory=("8.7-three",),
        says=("架构", "主要信息流", "常见任务形式"),
        means=("κ = 3",),
        must_refuse=("κ = 2",),
    ),
    Claim(
        id="notes.8.7.encoder-only",
        inventory=("8.7-t87-encoder",),
        says=("Encoder-only", "输入位置双向互读", "掩码预测"),
        proves=(Ordered(setting=UNMASKED, formula="a_{i j} > 0"),),
        fails=(Determined(setting=UNMASKED, formula=r"X_{\leq i} \to Z_{i}"),),
        must_refuse=("a_{i j} < 0",),
        remark=Text("What models of the class are used for is no statement about them.", "该类模型的用途不是关于模型的命题。"),
    ),
    Claim(
        id="notes.8.7.decoder-only",
        inventory=("8.7-t87-decoder",),
        says=("Decoder-only", "因果自注意力", "自回归续写"),
        proves=(Determined(setting=HEAD, formula=r"X_{\leq i} \to Z_{i}"),),
    ),
    Claim(
        id="notes.8.7.encoder-decoder",
        inventory=("8.7-t87-encdec",),
        says=("Encoder–Decoder", "编码器双向", "解码器因果", "读取编码结果"),
        proves=(
            Ordered(setting=UNMASKED, formula="a_{i j} > 0"),
            Determined(setting=HEAD, formula=r"X_{\leq i} \to Z_{i}"),
            Determined(setting=CROSS, formula=r"Y_{\leq i} \to Z_{i}"),
        ),
        fails=(Identity(setting=CROSS, formula=r"\frac{\partial z_{i r}}{\partial x_{j s}} = 0"),),
        remark=Text(
            "Given the encoding, a position of the decoder is determined by its own prefix; the encoding is read in full.",
            "给定编码结果，解码器每个位置由自身前缀决定；编码结果则全部可读。",
        ),
    ),
    Claim(
        id="notes.8.7.cross-attention",
        inventory=("8.7-cross",),
        says=("交叉注意力", "Q 来自解码端", "K/V 来自编码端", "长度可以不同", "目标长度乘源长度"),
        proves=(
            Typed(setting=CROSS, formula=r"A \in R^{n \times m}"),
            Typed(setting=CROSS, formula=r"Z \in R^{n \times d_{v}}"),
            Identity(setting=CROSS, formula=r"\sum_{j} a_{i j} = 1"),
        ),
        must_refuse=(r"A \in R^{m \times n}", r"A \in R^{n \times n}", r"\sum_{i} a_{i j} = 1"),
    ),
    Claim(
        id="notes.8.7.no-self-attention",
        inventory=("8.7-notself",),
        says=("同一个 X 投影三次",),
        proves=(
            Identity(setting=CROSS, formula=r"\frac{\partial q_{i r}}{\partial x_{j s}} = 0"),
            Identity(setting=CROSS, formula=r"\frac{\partial k_{i r}}{\partial y_{j s}} = 0"),
        ),
        fails=(Identity(setting=UNMASKED, formula=r"\frac{\partial Q_{i r}}{\partial X_{j s}} = 0"),),
    ),
    Claim(
        id="notes.8.7.which-class",
        inventory=("8.7-origthird", "8.7-src87"),
        says=("原始 Transformer 属于第三类", "第二类", "来源 R1、R5]"),
        refers=("4", "12"),
        declared=Declared(Verdict.EXTERNAL, _SOURCE),
    ),
)
