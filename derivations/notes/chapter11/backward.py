"""Sections 11.4 and 11.5: from the loss back to the scores, and on to all 24 parameters."""

from __future__ import annotations

from derivations.claim import Claim, Elsewhere, Label, Step, Value
from derivations.verdict import Text

_RESIDUAL_AND_PROJECTION = Text("residual and output projection (notes §10.5)", "残差与输出投影（讲义 §10.5）")
_MIXING = Text("content mixing Z = A V (notes §10.5)", "内容混合 Z = A V（讲义 §10.5）")
_SCORES = Text("scaled scores (notes §10.7)", "缩放点积分数（讲义 §10.7）")
_PROJECTION = Text("projection (notes §10.7)", "投影（讲义 §10.7）")
_CLOSED = Text("closed form in a, c and p", "以 a、c、p 写成闭式")

BACKWARD = (
    Claim(
        id="notes.11.4.logit-gradient",
        inventory=("11.4-lbar1", "11.4-lbar2", "11.4-lbar3", "11.4-lbardef"),
        says=(r"\bar{ℓ} = p - (0, 0, 1) \approx (0.339660, 0.581626, - 0.921286)",),
        derivation=(
            Step(
                r"\bar{ℓ} = p - onehot(y)",
                by=Text("softmax and cross-entropy together (notes §10.3)", "softmax 与交叉熵合并（讲义 §10.3）"),
            ),
        ),
        must_refuse=(r"\bar{ℓ} = (0, 0, 1) - p",),
    ),
    Claim(
        id="notes.11.4.hidden-gradient",
        inventory=("11.4-hbar1", "11.4-hbar2", "11.4-hbarf"),
        says=(r"\bar{h} = \bar{ℓ} U^{T} \approx (1.260945, 0.581626)",),
        derivation=(
            Step(r"\bar{h} = \bar{ℓ} U^{T}", by=Text("output layer (notes §10.4)", "输出层（讲义 §10.4）")),
            Step(r"\bar{h} = (1 + p_{A} - p_{C}, p_{B})", by=_CLOSED),
        ),
        must_refuse=(r"\bar{h} = p U^{T}",),
    ),
    Claim(
        id="notes.11.4.only-the-last-row-counts",
        inventory=("11.4-Rbar",),
        says=(
            r"\bar{R}",
            "第一行为零",
            r"第二行为 \bar{h}",
            "W_{O} = I",
            r"\bar{Z} = \bar{R}",
            "V 为单位矩阵",
            r"\bar{A} = \bar{Z} V^{T} = \bar{Z}",
        ),
        wordings={
            5: {"V 为单位矩阵": ("V = I",), "V 不是单位矩阵": ("V ≠ I",)},
            6: {
                r"\bar{A} = \bar{Z} V^{T} = \bar{Z}": (r"\bar{Z} V^{T} = \bar{Z}",),
                r"\bar{A} = \bar{Z} V^{T} \neq \bar{Z}": (r"\bar{Z} V^{T} ≠ \bar{Z}",),
            },
        },
        means=(r"\bar{R}_{1} = (0, 0)", r"\bar{R}_{2} = \bar{h}"),
        derivation=(
            Step(r"\bar{Z} = \bar{R} W_{O}^{T}", by=_RESIDUAL_AND_PROJECTION),
            Step(r"\bar{A} = \bar{Z} V^{T}", by=_MIXING),
        ),
        must_refuse=(r"\bar{R}_{1} = \bar{h}", r"\bar{Z} = X"),
    ),
    Claim(
        id="notes.11.4.score-gradient-first-entry",
        inventory=("11.4-first640", "11.4-S21"),
        says=("第二行 Softmax", "第 1 项", r"{\bar{S}}_{21} = a (1.260945 - a 1.260945 - c 0.581626) \approx 0.133562"),
        reads={
            0: Label(Text("number of an entry", "第几项")),
            1: Value(r"\bar{A}_{21}"),
            2: Value(r"\bar{A}_{21}"),
            3: Value(r"\bar{A}_{22}"),
        },
        derivation=(
            Step(
                r"\bar{S}_{21} = A_{21} (\bar{A}_{21} - A_{21} \bar{A}_{21} - A_{22} \bar{A}_{22})",
                by=Text("softmax over the allowed positions (notes §10.6)", "允许位置上的 softmax（讲义 §10.6）"),
            ),
            Step(r"\bar{S}_{21} = a (\bar{h}_{1} - a \bar{h}_{1} - c \bar{h}_{2})", by=Text("Ā₂ = h̄", "Ā₂ = h̄")),
            Step(r"\bar{S}_{21} = 2 a c p_{A}", by=_CLOSED),
        ),
        remark=Text(
            "The printed operands stand for Ā₂₁ and Ā₂₂, here h̄₁ and h̄₂; "
            "the product of the printed ones rounds to the same six digits.",
            "所印操作数代表 Ā₂₁、Ā₂₂（此处即 h̄₁、h̄₂）；直接用印出的六位数相乘，结果也舍入到同样六位。",
        ),
        must_refuse=(r"\bar{S}_{21} = a (\bar{h}_{1} - c \bar{h}_{2})", r"\bar{S}_{21} = a c p_{A}"),
    ),
    Claim(
        id="notes.11.4.score-gradient-other-entry",
        inventory=("11.4-S22",),
        says=("另一项约为", "- 0.133562"),
        reads={0: Value(r"\bar{S}_{22}")},
        means=(r"\bar{S}_{22} = - \bar{S}_{21}",),
        derivation=(
            Step(
                r"\bar{S}_{22} = A_{22} (\bar{A}_{22} - A_{21} \bar{A}_{21} - A_{22} \bar{A}_{22})",
                by=Text("softmax over the allowed positions (notes §10.6)", "允许位置上的 softmax（讲义 §10.6）"),
            ),
        ),
        must_refuse=(r"\bar{S}_{22} = \bar{S}_{21}",),
    ),
    Claim(
        id="notes.11.4.first-row-has-no-gradient",
        inventory=("11.4-row1zero",),
        says=("第一行只有一个允许位置", "恒为 1", "不随", "第一行分数梯度为零"),
        reads={0: Value("A_{11}")},
        means=("A_{12} = 0", r"\bar{S}_{11} = 0", r"\bar{S}_{12} = 0"),
        derivation=(
            Step(
                r"\bar{S}_{11} = A_{11} (\bar{A}_{11} - A_{11} \bar{A}_{11})",
                by=Text("softmax over {1} alone (notes §10.6)", "只在 {1} 上的 softmax（讲义 §10.6）"),
            ),
        ),
        must_refuse=(r"\bar{S}_{21} = 0",),
    ),
    Claim(
        id="notes.11.4.score-gradient-matrix",
        inventory=("11.4-Sbar",),
        says=(r"\bar{S} \approx [\begin{matrix} 0 & 0 \\ 0.133562 & - 0.133562 \end{matrix}]",),
        must_refuse=(r"\bar{S} = 0 X",),
    ),
    Claim(
        id="notes.11.4.order-of-influence",
        inventory=("11.4-bridge",),
        says=("目标错误", "词表分数", "h", "内容混合比例", "匹配分数"),
        means=(
            r"\bar{h} = \bar{ℓ} U^{T}",
            r"\bar{R}_{2} = \bar{h}",
            r"\bar{Z} = \bar{R} W_{O}^{T}",
            r"\bar{A} = \bar{Z} V^{T}",
            r"\bar{S}_{21} = A_{21} (\bar{A}_{21} - A_{21} \bar{A}_{21} - A_{22} \bar{A}_{22})",
        ),
        must_refuse=(r"\bar{A} = V^{T} \bar{Z} - X",),
    ),
    Claim(
        id="notes.11.5.from-the-rules-of-chapter-10",
        inventory=("11.5-ref10",),
        says=("第 10 章",),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("10",),
    ),
    Claim(
        id="notes.11.5.W_Q-gradient",
        inventory=("11.5-WQbar-11", "11.5-WQbar-21"),
        says=(r"{\bar{W}}_{Q} \approx [\begin{matrix} 0 \\ 0.133562 \end{matrix}]",),
        routes=("W_Q",),
        derivation=(
            Step(r"\bar{Q} = \bar{S} K / \sqrt{d_{k}}", by=_SCORES),
            Step(r"\bar{W}_{Q} = X^{T} \bar{Q}", by=_PROJECTION),
            Step(r"\bar{W}_{Q} = [\begin{matrix} 0 \\ 2 a c p_{A} \end{matrix}]", by=_CLOSED),
        ),
        must_refuse=(r"\bar{W}_{Q} = X^{T} \bar{K}",),
    ),
    Claim(
        id="notes.11.5.W_K-gradient",
        inventory=("11.5-WKbar-11", "11.5-WKbar-21"),
        says=(r"{\bar{W}}_{K} \approx [\begin{matrix} 0.133562 \\ - 0.133562 \end{matrix}]",),
        routes=("W_K",),
        derivation=(
            Step(r"\bar{K} = \bar{S}^{T} Q / \sqrt{d_{k}}", by=_SCORES),
            Step(r"\bar{W}_{K} = X^{T} \bar{K}", by=_PROJECTION),
            Step(r"\bar{W}_{K} = [\begin{matrix} 2 a c p_{A} \\ - 2 a c p_{A} \end{matrix}]", by=_CLOSED),
        ),
        must_refuse=(r"\bar{K} = \bar{S} Q",),
    ),
    Claim(
        id="notes.11.5.W_V-and-W_O-gradients",
        inventory=(
            "11.5-WVbar-11",
            "11.5-WVbar-12",
            "11.5-WVbar-21",
            "11.5-WVbar-22",
            "11.5-WObar-11",
            "11.5-WObar-12",
            "11.5-WObar-21",
            "11.5-WObar-22",
            "11.5-WVeqWO",
        ),
        says=(
            r"{\bar{W}}_{V} = {\bar{W}}_{O} "
            r"\approx [\begin{matrix} 0.921825 & 0.425203 \\ 0.339120 & 0.156423 \end{matrix}]",
        ),
        routes=("W_V", "W_O"),
        derivation=(
            Step(r"\bar{W}_{O} = Z^{T} \bar{R}", by=_RESIDUAL_AND_PROJECTION),
            Step(r"\bar{V} = A^{T} \bar{Z}", by=_MIXING),
            Step(r"\bar{W}_{V} = X^{T} \bar{V}", by=_PROJECTION),
            Step(
                r"\bar{W}_{V} = [\begin{matrix} a (1 + p_{A} - p_{C}) & a p_{B} \\ "
                r"c (1 + p_{A} - p_{C}) & c p_{B} \end{matrix}]",
                by=_CLOSED,
            ),
        ),
        must_refuse=(r"\bar{W}_{V} = \bar{W}_{O}^{T}",),
    ),
    Claim(
        id="notes.11.5.equality-is-an-accident",
        inventory=("11.5-noteq",),
        says=("梯度相等", "不是普遍恒等式"),
        elsewhere=(
            Elsewhere(
                instead={"W_V": r"[\begin{matrix} 1 & 1/10 \\ 0 & 1 \end{matrix}]"},
                means=(r"\bar{W}_{V} ≠ \bar{W}_{O}",),
            ),
        ),
        remark=Text(
            "One entry of W_V moved by 1/10 is enough to part the two gradients.",
            "只把 W_V 的一个元素改动 1/10，两个梯度就不再相等。",
        ),
    ),
    Claim(
        id="notes.11.5.U-gradient",
        inventory=("11.5-Ubar-11", "11.5-Ubar-12", "11.5-Ubar-13", "11.5-Ubar-21", "11.5-Ubar-22", "11.5-Ubar-23"),
        says=(
            r"\bar{U} \approx [\begin{matrix} 0.248311 & 0.425203 & - 0.673514 \\ "
            r"0.431008 & 0.738049 & - 1.169057 \end{matrix}]",
        ),
        routes=("U",),
        derivation=(
            Step(r"\bar{U} = h^{T} \bar{ℓ}", by=Text("outer product (notes §10.4)", "外积（讲义 §10.4）")),
            Step(
                r"\bar{U} = [\begin{matrix} a p_{A} & a p_{B} & a (p_{C} - 1) \\ "
                r"(1 + c) p_{A} & (1 + c) p_{B} & (1 + c) (p_{C} - 1) \end{matrix}]",
                by=_CLOSED,
            ),
        ),
        must_refuse=(r"\bar{U} = h^{T} p",),
    ),
    Claim(
        id="notes.11.5.input-collects-four-paths",
        inventory=("11.5-sum664",),
        says=("残差、Q、K、V 路径梯度加到输入",),
        means=(
            r"\bar{X} = \bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",
            r"row(\bar{E}, t_{1}) = \bar{X}_{1}",
            r"row(\bar{E}, t_{2}) = \bar{X}_{2}",
        ),
        must_refuse=(
            r"\bar{X} = \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}",
            r"\bar{X} = \bar{R} + \bar{V} W_{V}^{T}",
        ),
    ),
    Claim(
        id="notes.11.5.E-gradient",
        inventory=("11.5-Ebar-11", "11.5-Ebar-12", "11.5-Ebar-21", "11.5-Ebar-22", "11.5-Ebar-31", "11.5-Ebar-32"),
        says=(r"\bar{E} \approx [\begin{matrix} 1.055387 & 0.425203 \\ 1.466503 & 0.871611 \\ 0 & 0 \end{matrix}]",),
        routes=("E",),
        derivation=(
            Step(
                r"row(\bar{E}, t_{1}) = \bar{X}_{1}",
                by=Text("scatter to the rows looked up (notes §10.9)", "加回被查到的行（讲义 §10.9）"),
            ),
            Step(
                r"row(\bar{E}, t_{2}) = \bar{X}_{2}",
                by=Text("scatter to the rows looked up (notes §10.9)", "加回被查到的行（讲义 §10.9）"),
            ),
            Step(
                r"\bar{E} = [\begin{matrix} 2 a c p_{A} + a (1 + p_{A} - p_{C}) & a p_{B} \\ "
                r"(1 + c) (1 + p_{A} - p_{C}) - 2 a c p_{A} & (1 + c) p_{B} + 2 a c p_{A} \\ 0 & 0 \end{matrix}]",
                by=_CLOSED,
            ),
        ),
        must_refuse=(r"row(\bar{E}, t_{1}) = \bar{X}_{2}",),
    ),
    Claim(
        id="notes.11.5.input-row-zero-output-column-not",
        inventory=("11.5-Czero",),
        says=("C 没有作为输入出现", "不共享权重", "C", "输入嵌入行梯度为零", "C", "输出列有非零梯度"),
        means=(r"row(\bar{E}, id_{C}) = (0, 0)", r"column(\bar{U}, id_{C}) ≠ 0 column(\bar{U}, id_{C})"),
        must_refuse=(r"row(\bar{E}, id_{B}) = (0, 0)",),
    ),
)
