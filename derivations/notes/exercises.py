"""Section 14.3 of the notes: six exercises and their solutions."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Elsewhere, Label, Step, Value
from derivations.notes.decoding import SCORES
from derivations.notes.main_line import CAUSAL, NOT_CAUSAL, PREDICTED
from derivations.notes.sentence import PROMPT, TARGET, TOKENS
from derivations.notes.settings import EMBEDDING, OUTPUT_LAYER, SOFTMAX
from derivations.notes.transformer import HEADS
from derivations.prover.identity import Identity
from derivations.prover.limiting import Limiting
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text

SHIFTED = replace(SOFTMAX, where=(*SOFTMAX.where, r"b_{j} = \frac{e^{s_{j} + c}}{\sum_{r = 1}^{m} e^{s_{r} + c}}"))
"""Weights of scores, and of the scores with c added to each."""

SCALED = Setting(
    sizes="m",
    shapes={"s": "m", "t": "", "M": ""},
    positive=frozenset({"t"}),
    masks={"J": "m"},
    where=(
        r"a_{j} = \frac{e^{t s_{j}}}{\sum_{r = 1}^{m} e^{t s_{r}}}",
        r"H = - \sum_{j} a_{j} \ln a_{j}",
        r"μ = \sum_{j} a_{j} s_{j}",
        r"v = \sum_{j} a_{j} (s_{j} - μ)^{2}",
    ),
)
"""Weights of scores times t, their entropy H, mean and variance of the scores under them."""

LOOKED_UP = replace(EMBEDDING, fixed={"w": "N"}, shapes={**EMBEDDING.shapes, "g": "n d"})
"""The lookup at the input, and one token w."""

TIED = Setting(
    sizes="n N d",
    shapes={"E": "N d", "P": "n d", "H": "n d"},
    rows={"x": "X", "p": "P"},
    tokens={"t": "n N"},
    forward=(r"x_{i} = E_{t_{i}, :} + p_{i}", "U = E^{T}", "Λ = H U"),
)
"""E looked up and, transposed, the output matrix; H whatever the layers between have made."""

AFTER = Setting(
    sizes="n d d_v",
    shapes={"X": "n d", "A": "n n", "V": "n d_v", "W_O": "d_v d", "W_O,new": "d_v d"},
    forward=("Z = A V", "R = X + Z W_{O}", "R_{new} = X + Z W_{O, new}"),
)
"""The same weights and contents of one head with two output projections."""

LOSS = Setting(
    sizes="N",
    shapes={"ℓ": "N"},
    fixed={"y": "N"},
    where=(*OUTPUT_LAYER.where, r"L = - \ln p_{y}"),
)
"""Probabilities of N scores, and the loss."""

TIES = {"the largest": r"s_{r} = M, r \in J", "the others": r"s_{r} < M, r \notin J"}

_CHAPTER = Label(Text("number of a chapter", "章号"))
_EXERCISE = Label(Text("number of an exercise", "练习序号"))

SHAPES = (
    Claim(
        id="notes.14.3.sizes-of-exercise-1",
        inventory=("14.3-ex1q",),
        says=("练习 1", "n = 5, d = 12, d_{k} = 3, d_{v} = 4, H = 2, N = 100"),
        reads={0: _EXERCISE},
        fixes=("n", "d", "d_k", "d_v", "H", "N"),
        means=("n ≥ 1", "d ≥ 1", "d_{k} ≥ 1", "d_{v} ≥ 1", "H ≥ 1", "N ≥ 1"),
        must_refuse=("d = H d_{k}",),
    ),
    Claim(
        id="notes.14.3.shapes",
        inventory=("14.3-ex1-Q", "14.3-ex1-A", "14.3-ex1-concat", "14.3-ex1-WO", "14.3-ex1-U"),
        says=(r"5 \times 3", r"5 \times 5", r"5 \times 8", r"8 \times 12", r"12 \times 100"),
        reads={
            0: Value("n", name="rows of Q"),
            1: Value("d_{k}", name="columns of Q"),
            2: Value("n", name="rows of A"),
            3: Value("n", name="columns of A"),
            4: Value("n", name="rows of Concat"),
            5: Value("H d_{v}", name="columns of Concat"),
            6: Value("H d_{v}", name="rows of W_O"),
            7: Value("d", name="columns of W_O"),
            8: Value("d", name="rows of U"),
            9: Value("N", name="columns of U"),
        },
        proves=(
            Typed(setting=HEADS, formula=r"Q^{(r)} \in R^{n \times d_{k}}"),
            Typed(setting=HEADS, formula=r"A^{(r)} \in R^{n \times n}"),
            Typed(setting=HEADS, formula=r"Concat (Z^{(1)}, \dots, Z^{(H)}) \in R^{n \times H d_{v}}"),
            Typed(setting=HEADS, formula=r"W_{O} \in R^{H d_{v} \times d}"),
            Typed(setting=PREDICTED, formula=r"U \in R^{d \times N}"),
        ),
        refers=("8.1", "9.1"),
        must_refuse=(r"Q^{(r)} \in R^{n \times n}", r"W_{O} \in R^{d \times H d_{v}}"),
        remark=Text("Q and A are those of one head.", "Q 与 A 指每个头的。"),
    ),
    Claim(
        id="notes.14.3.scale",
        inventory=("14.3-ex1-sqrt3",),
        says=("缩放因子为", r"\sqrt{3}", "与 N 或 n 无关"),
        reads={0: Value("d_{k}")},
        means=(r"\sqrt{d_{k}} \sqrt{d_{k}} = d_{k}", "d_{k} ≠ n", "d_{k} ≠ N"),
        elsewhere=(Elsewhere(instead={"n": "7", "N": "50"}, means=(r"\sqrt{d_{k}} = \sqrt{3}",)),),
        refers=("3.3", "8.1"),
        must_refuse=(r"\sqrt{d_{k}} = \sqrt{n}", r"\sqrt{d_{k}} = d_{k}", r"\sqrt{d_{k}} = \sqrt{N}"),
        remark=Text("Scores are divided by it.", "分数除以它。"),
    ),
)

SOFTMAX_EXERCISE = (
    Claim(
        id="notes.14.3.scores-of-exercise-2",
        inventory=("14.3-ex2q",),
        says=("练习 2", "(2, 1, 0)", "加 100", "乘 100"),
        reads={
            0: _EXERCISE,
            1: Value("s_{1}"),
            2: Value("s_{2}"),
            3: Value("s_{3}"),
            4: Value("c"),
            5: Value("t"),
        },
        fixes=("s_1", "s_2", "s_3", "c", "t"),
        means=("s_{1} > s_{2}", "s_{2} > s_{3}", "t > 1"),
        must_refuse=("s_{1} = s_{2}",),
    ),
    Claim(
        id="notes.14.3.adding-a-constant",
        inventory=("14.3-ex2-add",),
        says=("加常数不变", "公共指数因子约去"),
        proves=(
            Identity(setting=SHIFTED, formula="b_{j} = a_{j}"),
            Identity(setting=SHIFTED, formula=r"b_{j} = \frac{e^{c} e^{s_{j}}}{e^{c} \sum_{r = 1}^{m} e^{s_{r}}}"),
        ),
        means=("α = β",),
        refers=("6.2",),
        must_refuse=("b_{j} = e^{c} a_{j}",),
    ),
    Claim(
        id="notes.14.3.multiplying-by-a-constant",
        inventory=("14.3-ex2-mul",),
        says=("乘 100", "扩大 100 倍", "更尖锐"),
        reads={
            0: Value("t"),
            1: Value(r"\frac{t s_{1} - t s_{2}}{s_{1} - s_{2}}", name="(100 s₁ − 100 s₂)/(s₁ − s₂)"),
        },
        proves=(
            Identity(setting=SCALED, formula=r"\frac{\partial H}{\partial t} = - t v"),
            Ordered(setting=SCALED, formula=r"t v \geq 0"),
        ),
        means=(r"\frac{t s_{2} - t s_{3}}{s_{2} - s_{3}} = t", "γ_{1} > α_{1}", "γ_{3} < α_{3}"),
        must_refuse=(r"\frac{\partial H}{\partial t} = t v", r"t v < 0"),
        remark=Text(
            "The entropy falls as t grows, and stays only where all scores are equal: hence “usually”.",
            "熵随 t 增大而减小，仅当各分数全相等时不变：故曰“通常”。",
        ),
    ),
    Claim(
        id="notes.14.3.ties",
        inventory=("14.3-ex2-lim",),
        says=("相同最大值并列时", "趋大尺度极限", "均分"),
        proves=(Limiting(setting=SCALED, formula=r"\lim_{t \to \infty} a_{j} = \frac{1_{j \in J}}{| J |}", given=TIES),),
        must_refuse=(r"\lim_{t \to \infty} a_{j} = 1_{j \in J}", r"\lim_{t \to \infty} a_{j} = \frac{1}{m}"),
    ),
)

CAUSAL_EXERCISE = (
    Claim(
        id="notes.14.3.question-of-exercise-3",
        inventory=("14.3-ex3q",),
        says=("练习 3", f"训练输入含“{TOKENS[TARGET - 1]}”", f"用“{TOKENS[PROMPT - 1]}”预测"),
        reads={0: _EXERCISE},
        means=("i + 1 = j", "j ≤ κ"),
        must_refuse=("j ≤ i",),
    ),
    Claim(
        id="notes.14.3.no-detour-for-the-future",
        inventory=("14.3-ex3",),
        says=("每一层都禁止", "逐位置运算", "不能绕路进入", "不等于"),
        proves=(CAUSAL,),
        fails=(NOT_CAUSAL,),
        refers=("7.5", "8.5"),
        remark=Text(
            "Whatever stands after position i, in the array or not, p_i is the same.",
            "位置 i 之后无论有什么、数组里有没有，p_i 都相同。",
        ),
    ),
)

ZERO_ROW = (
    Claim(
        id="notes.14.3.question-of-exercise-4",
        inventory=("14.3-ex4q",),
        says=("练习 4", "第 11 章输入 C 行梯度为零", "输出 C 列非零"),
        reads={0: _EXERCISE, 1: _CHAPTER},
        refers=("11", "11.5"),
        means=(r"row (\bar{E}, id_{C}) = (0, 0)", r"column (\bar{U}, id_{C}) ≠ 0 column (\bar{U}, id_{C})"),
        must_refuse=(r"row (\bar{E}, t_{1}) = (0, 0)", r"column (\bar{U}, id_{C}) = 0 column (\bar{U}, id_{C})"),
    ),
    Claim(
        id="notes.14.3.an-unused-row",
        inventory=("14.3-ex4-zero",),
        says=("输入只查 A/B 行", "C 行未被使用"),
        proves=(
            Identity(setting=LOOKED_UP, formula=r"{\bar{E}}_{w, :} = \sum_{i} 1_{t_{i} = w} {\bar{X}}_{i, :}"),
            Identity(setting=LOOKED_UP, formula=r"\frac{\partial x_{i r}}{\partial E_{w k}} = 1_{t_{i} = w} δ_{r k}"),
        ),
        means=("t_{1} ≠ id_{C}", "t_{2} ≠ id_{C}"),
        must_refuse=(r"{\bar{E}}_{w, :} = \sum_{i} {\bar{X}}_{i, :}",),
        refers=("10.9",),
        remark=Text(
            "Every term of the gradient of row w has a factor that is 0 unless t_i = w.",
            "第 w 行梯度的每一项都含因子 1_{t_i = w}，查不到即为 0。",
        ),
    ),
    Claim(
        id="notes.14.3.every-column-is-scored",
        inventory=("14.3-ex4-nz",),
        says=("整个词表打分", "C 列直接参与目标概率"),
        proves=(
            Identity(setting=OUTPUT_LAYER, formula=r"\bar{U} = h^{T} \bar{ℓ}"),
            Identity(setting=OUTPUT_LAYER, formula=r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y}"),
        ),
        means=(r"column (\bar{U}, id_{C}) = (p_{C} - 1) h^{T}", "p_{C} - 1 < 0"),
        refers=("10.4",),
        must_refuse=(r"{\bar{ℓ}}_{j} = p_{j}", r"\bar{U} = \bar{ℓ}^{T} h"),
    ),
    Claim(
        id="notes.14.3.shared-matrices",
        inventory=("14.3-ex4-tied",),
        says=("若共享 E 与 U", "两条路径的梯度会合并"),
        setting=TIED,
        means=(r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r} + {\bar{U}}_{r w}",),
        fails=(Identity(setting=TIED, formula=r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r}"),),
        refers=("9.4", "10.9"),
        must_refuse=(r"{\bar{E}}_{w r} = {\bar{U}}_{r w}",),
        remark=Text(
            "A row that no position looks up then has the output's gradient, which is not 0 in general.",
            "此时未被查到的行仍有输出端的梯度，一般不为 0。",
        ),
    ),
)

LAST_EXERCISES = (
    Claim(
        id="notes.14.3.question-of-exercise-5",
        inventory=("14.3-ex5q",),
        says=("练习 5", "知道", "A", "V", "最终文字"),
        reads={0: _EXERCISE},
        fails=(Identity(setting=AFTER, formula="R_{new} = R"),),
        remark=Text("The answer is no.", "答案是不能。"),
    ),
    Claim(
        id="notes.14.3.a-head-is-not-the-text",
        inventory=("14.3-ex5",),
        says=("只能算出该头 Z", "多头投影、残差", "最终输出打分与解码", "不唯一确定文字"),
        proves=(
            Identity(setting=AFTER, formula="Z = A V"),
            Ordered(setting=SCORES, formula="p_{w} > 0"),
        ),
        fails=(Identity(setting=AFTER, formula="R_{new} = R"),),
        refers=("8.5", "12.2"),
        must_refuse=("Z = V A", "Z = A^{T} V"),
        remark=Text(
            "With A and V given, W_O still decides what follows; and of all tokens each can be drawn.",
            "给定 A 与 V，结果仍取决于 W_O；而词表中每个 Token 都可能被抽中。",
        ),
    ),
    Claim(
        id="notes.14.3.question-of-exercise-6",
        inventory=("14.3-ex6q",),
        says=("练习 6", "最小化 L", "每次都能提高准确率"),
        reads={0: _EXERCISE},
        means=("L_{new} < L", "p_{C} < p_{B}", "p_{C,new} < p_{B,new}"),
        must_refuse=("L_{new} > L",),
    ),
    Claim(
        id="notes.14.3.a-smooth-objective",
        inventory=("14.3-ex6-smooth",),
        says=("L 是平滑的概率目标",),
        setting=LOSS,
        means=(
            r"\frac{\partial L}{\partial ℓ_{j}} = p_{j} - 1_{j = y}",
            r"\frac{\partial p_{j}}{\partial ℓ_{k}} = p_{j} (δ_{j k} - p_{k})",
        ),
        must_refuse=(r"\frac{\partial L}{\partial ℓ_{j}} = 1_{j = y} - p_{j}",),
        remark=Text(
            "As a function of the logits: every derivative is a polynomial in the probabilities, so all exist. With ReLU "
            "inside it is not smooth in the parameters (§8.2).",
            "指作为 logits 的函数：各阶导数都是概率的多项式，故均存在。内部若用 ReLU，对参数则并非处处可微（§8.2）。",
        ),
    ),
    Claim(
        id="notes.14.3.accuracy-is-discrete",
        inventory=("14.3-ex6-acc",),
        says=("准确率", "离散最大项", "第 11 章目标概率提高", "仍不是最大项"),
        reads={0: _CHAPTER},
        refers=("11", "11.6"),
        wordings={
            2: {
                "第 11 章目标概率提高": ("p_{C,new} > p_{C}", "L_{new} < L"),
                "第 11 章目标概率降低": ("p_{C,new} < p_{C}", "L_{new} > L"),
            },
            3: {"仍不是最大项": ("p_{C,new} < p_{B,new}",), "已是最大项": ("p_{C,new} > p_{A,new}", "p_{C,new} > p_{B,new}")},
        },
        must_refuse=("p_{C,new} > p_{B,new}", "p_{C,new} < p_{C}"),
    ),
    Claim(
        id="notes.14.3.large-steps-and-other-samples",
        inventory=("14.3-ex6-big",),
        says=("过大步长", "增加损失", "批次改善也不保证"),
        means=("(1 - 2 × 2)^{2} > 1^{2}", "(1 - 1) + (0 + 1/2) < 1 + 0", "0 + 1/2 > 0"),
        derivation=(
            Step(
                "1 - 2 × 2 = - 3",
                by=Text("L(θ) = θ² at θ = 1 with η = 2: the step leads to −3", "取 L(θ) = θ²，θ = 1，η = 2：一步到 −3"),
            ),
            Step(
                "(0 + 1 / 2) - 0 = 1 / 2",
                by=Text(
                    "losses θ and 1/2 − θ/2 of two samples, θ from 1 to 0: the sum falls, the second one rises by 1/2",
                    "两个样本的损失为 θ 与 1/2 − θ/2，θ 由 1 到 0：和下降，第二个上升 1/2",
                ),
            ),
        ),
        refers=("10.1",),
        must_refuse=("(1 - 2 × 2)^{2} < 1^{2}",),
    ),
)

EXERCISES = (*SHAPES, *SOFTMAX_EXERCISE, *CAUSAL_EXERCISE, *ZERO_ROW, *LAST_EXERCISES)
