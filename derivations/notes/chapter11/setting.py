"""Section 11.1: the boundary of the example and everything that it fixes."""

from __future__ import annotations

from derivations.claim import Claim, Declared, Label, Step, Value
from derivations.verdict import Text, Verdict

SETTING = (
    Claim(
        id="notes.11.1.model-boundary",
        inventory=("11.1-bound",),
        says=("单头因果注意力", "输出投影", "残差", "词表输出", "省略", "位置编码", "归一化", "FFN", "不是完整 GPT"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "fixes which modules the example has; numeric/single_head.py holds exactly these",
                "规定例子含哪些模块；numeric/single_head.py 恰好只有这些",
            ),
        ),
    ),
    Claim(
        id="notes.11.1.whole-structure-is-in-chapter-8",
        inventory=("11.1-refch8",),
        says=("第 8 章",),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("8", "8.5"),
    ),
    Claim(
        id="notes.11.1.nothing-follows-for-large-models",
        inventory=("11.1-nodeduce",),
        says=("不能从两位置实验",),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "what a large model can do is not a mathematical statement about this example",
                "大模型能力如何，不是关于本例的数学命题",
            ),
        ),
    ),
    Claim(
        id="notes.11.1.vocabulary",
        inventory=("11.1-vocabABC",),
        says=("A、B、C，编号为 1、2、3",),
        reads={0: Value("id_{A}"), 1: Value("id_{B}"), 2: Value("id_{C}")},
        fixes=("id_A", "id_B", "id_C"),
        means=("id_{A} ≠ id_{B}", "id_{A} ≠ id_{C}", "id_{B} ≠ id_{C}", "N = 3"),
        must_refuse=("id_{A} = id_{B}", "N = 4"),
    ),
    Claim(
        id="notes.11.1.training-sample",
        inventory=("11.1-sample",),
        says=("输入前缀是 A、B", "C", "只对最后位置计损失"),
        means=("t_{1} = id_{A}", "t_{2} = id_{B}", "y = id_{C}", r"\bar{R}_{1} = (0, 0)"),
        declared=Declared(
            Verdict.DEFINITION, Text("fixes prefix, target and the position that counts", "规定前缀、目标与计损失的位置")
        ),
        must_refuse=("y = id_{B}",),
    ),
    Claim(
        id="notes.11.1.sizes",
        inventory=("11.1-dims",),
        says=("N = 3, n = 2, d = d_{v} = 2, d_{k} = 1",),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "fixes the sizes; each is checked against the shapes of the printed matrices",
                "规定尺寸；逐一与所印矩阵的形状核对",
            ),
        ),
        must_refuse=("N = 4", "n = 3", "d_{k} = 2", "d = 3"),
    ),
    Claim(
        id="notes.11.1.E",
        inventory=("11.1-E",),
        says=(r"E = [\begin{matrix} 1 & 0 \\ 0 & 1 \\ 1 & 1 \end{matrix}]",),
        fixes=("E",),
    ),
    Claim(
        id="notes.11.1.W_Q",
        inventory=("11.1-WQ",),
        says=(r"W_{Q} = [\begin{matrix} 0 \\ 1 \end{matrix}]",),
        fixes=("W_Q",),
    ),
    Claim(
        id="notes.11.1.W_K",
        inventory=("11.1-WK",),
        says=(r"W_{K} = [\begin{matrix} 1 \\ 0 \end{matrix}]",),
        fixes=("W_K",),
    ),
    Claim(
        id="notes.11.1.W_V-and-W_O",
        inventory=("11.1-WVWO",),
        says=("W_{V} = W_{O} = I_{2}",),
        fixes=("W_V", "W_O"),
    ),
    Claim(
        id="notes.11.1.U",
        inventory=("11.1-U",),
        says=(r"U = [\begin{matrix} 1 & 0 & - 1 \\ 0 & 1 & 0 \end{matrix}]",),
        fixes=("U",),
    ),
    Claim(
        id="notes.11.1.untied-without-bias",
        inventory=("11.1-untied",),
        says=("没有偏置，不共享 E 与 U",),
        means=("E ≠ U^{T}",),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "fixes that E and U are parameters of their own and that nothing is added to a projection",
                "规定 E 与 U 各是独立参数，投影不加偏置",
            ),
        ),
        must_refuse=("E = U^{T}",),
    ),
    Claim(
        id="notes.11.1.number-of-parameters",
        inventory=("11.1-n24",),
        says=("6 + 2 + 2 + 4 + 4 + 6 = 24",),
        reads={
            0: Value("count(E)"),
            1: Value("count(W_{Q})"),
            2: Value("count(W_{K})"),
            3: Value("count(W_{V})"),
            4: Value("count(W_{O})"),
            5: Value("count(U)"),
            6: Value("count(θ_{old})"),
        },
        derivation=(
            Step("count(E) = N d", by=Text("E is N × d (notes §2.1)", "E 是 N × d（讲义 §2.1）")),
            Step("count(W_{Q}) = d d_{k}", by=Text("W_Q is d × d_k (notes §3.2)", "W_Q 是 d × d_k（讲义 §3.2）")),
            Step("count(W_{K}) = d d_{k}", by=Text("W_K is d × d_k (notes §3.2)", "W_K 是 d × d_k（讲义 §3.2）")),
            Step("count(W_{V}) = d d_{v}", by=Text("W_V is d × d_v (notes §3.2)", "W_V 是 d × d_v（讲义 §3.2）")),
            Step(
                "count(W_{O}) = d_{v} d", by=Text("W_O is d_v × d, one head (notes §8.1)", "W_O 是 d_v × d，单头（讲义 §8.1）")
            ),
            Step("count(U) = d N", by=Text("U is d × N (notes §3.2)", "U 是 d × N（讲义 §3.2）")),
        ),
        must_refuse=("count(θ_{old}) = 23", "count(U) = 2 d"),
    ),
    Claim(
        id="notes.11.1.row-C-is-not-looked-up",
        inventory=("11.1-Cunused",),
        says=("C 的嵌入行", "未被输入查到"),
        means=("t_{1} ≠ id_{C}", "t_{2} ≠ id_{C}"),
        must_refuse=("t_{2} = id_{C}",),
    ),
)
