"""Chapter 6 of the notes: from scores to convex combinations."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Elsewhere, Stated, Step, Value
from derivations.given_values import GivenValues
from derivations.notes.decoding import TEMPERATURE, UNIQUE
from derivations.notes.main_line import HEAD
from derivations.notes.settings import SOFTMAX
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.limiting import Limiting
from derivations.prover.matrices import InHull
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(
    givens=("t", "u", "r", "v_1", "v_2", "v_3"),
    letters={
        "s": r"(\ln t, u, r)",
        "a": "softmax (s)",
        "w": "(e^{s_{1}}, e^{s_{2}}, e^{s_{3}})",
        "z": "a_{1} v_{1} + a_{2} v_{2} + a_{3} v_{3}",
    },
)
"""The hand calculation of §6.3: scores s = (ln t, u, r), their exponentials w, weights a, three contents."""

VECTORS = Setting(sizes="d_k", shapes={"q": "1 d_k", "k": "1 d_k"})
"""Two rows of d_k numbers (§6.1)."""

ROWS = Setting(sizes="n d_k", shapes={"Q": "n d_k", "K": "n d_k"}, rows={"q": "Q", "k": "K"})
"""Queries and keys of n positions."""

SHIFTED = replace(SOFTMAX, where=(*SOFTMAX.where, r"b_{j} = \frac{e^{s_{j} + c}}{\sum_{r = 1}^{m} e^{s_{r} + c}}"))
"""Softmax, and softmax of the scores with a constant c added to each (§6.2)."""

STEEPER = replace(SOFTMAX, where=(*SOFTMAX.where, r"b_{j} = \frac{e^{2 s_{j}}}{\sum_{r = 1}^{m} e^{2 s_{r}}}"))
"""Softmax, and another rule: positive, of sum 1, larger for larger scores, and not softmax."""

WEIGHTED = Setting(
    sizes="n d_v",
    shapes={"S": "n n", "V": "n d_v", "W_O": "d_v d_v"},
    rows={"a": "A", "v": "V", "z": "Z", "y": "Y"},
    forward=(r"a_{i j} = \frac{e^{S_{i j}}}{\sum_{r} e^{S_{i r}}}", "Z = A V", "Y = Z W_{O}"),
)
"""Softmax weights A, the contents Z mixed with them, and an output projection Y (§6.3)."""

DROPPED = replace(
    WEIGHTED,
    masks={"D": "n n"},
    sparse=frozenset({"D"}),
    forward=(
        *WEIGHTED.forward,
        r"B_{i j} = {\begin{cases} a_{i j}, & j \in D_{i}, \\ 0, & j \notin D_{i} . \end{cases}",
    ),
)
"""The same with weights B, of which some are dropped and none is scaled up."""

MIXED = Setting(sizes="n d_v", shapes={"A": "n n", "V": "n d_v"}, rows={"a": "A", "v": "V", "z": "Z"}, forward=("Z = A V",))
"""Mixing with any weights (§6.4)."""

TWO_INPUTS = Setting(sizes="n d d_v", shapes={"X": "n d", "T": "n d", "W_V": "d d_v"}, forward=("V = X W_{V}", "P = T W_{V}"))
"""The contents of two inputs X and T by the same projection."""

_NO_BETTER_BOUND = r"1 - p_{y} \to 0, T \to 0"
"""Weights come as close to 0 as one likes: of scores ℓ / T, all but the greatest one together."""

CLAIMS = (
    Claim(
        id="notes.6.1.dot-product",
        inventory=("6.1-row", "6.1-dotdef"),
        says=(r"q_{i} = (q_{i 1}, \dots, q_{i d_{k}})", "k_{j}", r"q_{i} k_{j}^{T} = \sum_{r = 1}^{d_{k}} q_{i r} k_{j r} ."),
        setting=ROWS,
        assumes=(r"q_{i} = (q_{i 1}, \dots, q_{i d_{k}})",),
        must_refuse=(
            r"q_{i} k_{j}^{T} = \sum_{r = 1}^{d_{k}} q_{j r} k_{i r}",
            r"q_{i} k_{j}^{T} = \sum_{r = 1}^{d_{k}} (q_{i r} + k_{j r})",
        ),
        declared=Declared(
            Verdict.DEFINITION,
            Text("names the entries of a row; the sum is checked for all shapes", "规定一行元素的记号；求和式已对一切形状核对"),
        ),
    ),
    Claim(
        id="notes.6.1.real-and-perhaps-negative",
        inventory=("6.1-realneg", "6.1-neglow"),
        says=("实数分数", "可以为负", "不表示", "较低的相对分数"),
        setting=ROWS,
        fails=(Ordered(setting=ROWS, formula=r"q_{i} \cdot k_{j} \geq 0"),),
        proves=(
            Ordered(setting=SOFTMAX, formula="a_{j} > 0"),
            Ordered(setting=SOFTMAX, formula="a_{j} < a_{k}", given={"s_j < s_k": "s_{j} < s_{k}"}),
        ),
        remark=Text(
            "However negative a score, its weight is positive; it is smaller than that of a larger score.",
            "分数再负，其权重仍为正，只是小于更大分数的权重。",
        ),
    ),
    Claim(
        id="notes.6.1.cosine",
        inventory=("6.1-cos",),
        says=("非零", "模长乘积乘夹角余弦", "不要求单位向量"),
        setting=VECTORS,
        proves=(
            Ordered(
                setting=VECTORS,
                formula=r"(q \cdot k)^{2} \leq (q \cdot q) (k \cdot k)",
                through=r"\frac{1}{2} \sum_{r} \sum_{s} (q_{r} k_{s} - q_{s} k_{r})^{2}",
            ),
        ),
        fails=(Ordered(setting=VECTORS, formula=r"q \cdot q > 0"),),
        remark=Text(
            "The quotient by both norms lies between −1 and 1 (Cauchy–Schwarz), so it is a cosine; a zero vector has norm 0 "
            "and leaves it undefined.",
            "除以两个模长之积后介于 −1 与 1 之间（Cauchy–Schwarz），故为余弦；零向量的模为 0，该商无定义。",
        ),
    ),
    Claim(
        id="notes.6.2.softmax",
        inventory=("6.2-sm",),
        says=(r"s_{1}, \dots, s_{m}", r"a_{j} = \frac{e^{s_{j}}}{\sum_{r = 1}^{m} e^{s_{r}}} ."),
        setting=SOFTMAX,
        declared=Declared(Verdict.DEFINITION, Text("defines softmax", "softmax 的定义")),
        must_refuse=(r"a_{j} = \frac{e^{s_{j}}}{\sum_{r = 1}^{m} e^{- s_{r}}}",),
    ),
    Claim(
        id="notes.6.2.three-properties",
        inventory=("6.2-three", "6.2-pos", "6.2-sum", "6.2-ratio"),
        says=("a_{j} > 0", r"\sum_{j} a_{j} = 1", r"\frac{a_{j}}{a_{k}} = e^{s_{j} - s_{k}} ."),
        reads={0: Stated(_NO_BETTER_BOUND, 1)},
        setting=SOFTMAX,
        proves=(
            Ordered(setting=SOFTMAX, formula="a_{j} > 0"),
            Limiting(setting=TEMPERATURE, formula=_NO_BETTER_BOUND, given=UNIQUE),
        ),
        must_refuse=(
            r"\sum_{j} a_{j} = m",
            r"\frac{a_{j}}{a_{k}} = e^{s_{k} - s_{j}}",
            r"\frac{a_{j}}{a_{k}} = s_{j} - s_{k}",
        ),
    ),
    Claim(
        id="notes.6.2.larger-scores-weigh-more",
        inventory=("6.2-mono", "6.2-e1"),
        says=("分数更大者权重更大", "相差 1", "权重比为", "e"),
        reads={0: Value(r"\ln e", name="the difference of scores whose ratio is e")},
        proves=(Ordered(setting=SOFTMAX, formula="a_{j} > a_{k}", given={"s_j > s_k": "s_{j} > s_{k}"}),),
        derivation=(
            Step(
                r"\ln \frac{e^{s_{1} + 1}}{e^{s_{1}}} = 1",
                by=Text("the ratio of weights is e to the difference of scores", "权重比是 e 的分数差次方"),
            ),
        ),
    ),
    Claim(
        id="notes.6.2.a-constant-changes-nothing",
        inventory=("6.2-shiftinv",),
        says=("同时加常数", "c", "同乘", "e^{c}", "概率不变"),
        setting=SHIFTED,
        means=("b_{j} = a_{j}", r"e^{s_{j} + c} = e^{s_{j}} e^{c}"),
        must_refuse=("b_{j} = e^{c} a_{j}", r"e^{s_{j} + c} = e^{s_{j}} + e^{c}"),
    ),
    Claim(
        id="notes.6.2.the-largest-score-may-go",
        inventory=("6.2-maxsub",),
        says=("减去最大分数", "溢出"),
        proves=(
            Identity(setting=SHIFTED, formula="b_{j} = a_{j}"),
            Ordered(setting=SOFTMAX, formula=r"e^{s_{j} - s_{k}} \leq 1", given={"s_j ≤ s_k": r"s_{j} \leq s_{k}"}),
        ),
        remark=Text(
            "With the largest score taken off, every exponential is at most 1 and one of them is 1.",
            "减去最大分数后，各指数不超过 1，且其中之一等于 1。",
        ),
    ),
    Claim(
        id="notes.6.2.one-smooth-rule-of-several",
        inventory=("6.2-smooth",),
        says=("平滑的相对分配规则", "其他注意力变体"),
        setting=SOFTMAX,
        means=(r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} (δ_{j k} - a_{k})",),
        must_refuse=(r"\frac{\partial a_{j}}{\partial s_{k}} = a_{j} δ_{j k}",),
    ),
    Claim(
        id="notes.6.2.not-the-only-rule",
        inventory=("6.2-nounique",),
        says=("不能唯一推出",),
        proves=(
            Ordered(setting=STEEPER, formula="b_{j} > 0"),
            Identity(setting=STEEPER, formula=r"\sum_{j} b_{j} = 1"),
            Ordered(setting=STEEPER, formula="b_{j} > b_{k}", given={"s_j > s_k": "s_{j} > s_{k}"}),
        ),
        fails=(Identity(setting=STEEPER, formula="b_{j} = a_{j}"),),
        remark=Text(
            "True of positivity, the sum 1, the order and the shift. The printed ratio a_j/a_k = e^(s_j − s_k) is stronger: "
            "together with the sum 1 it does force the exponential, so it must not be counted among the properties meant.",
            "对正性、和为 1、保序与平移不变成立。所印的比 a_j/a_k = e^(s_j − s_k) 更强：它与和为 1 一起恰好推出指数形式，"
            "因此不能算在这里所说的“上述性质”之内。",
        ),
    ),
    Claim(
        id="notes.6.3.scores-and-exponentials",
        inventory=("6.3-ln2",),
        says=(r"(\ln 2, 0, 0)", "(2, 1, 1)"),
        fixes=("t", "u", "r"),
        reads={
            0: Value("t"),
            1: Value("u"),
            2: Value("r"),
            3: Value("w_{1}"),
            4: Value("w_{2}"),
            5: Value("w_{3}"),
        },
        must_refuse=("w = (1, 2, 1)",),
    ),
    Claim(
        id="notes.6.3.weights",
        inventory=("6.3-w",),
        says=("(1 / 2, 1 / 4, 1 / 4)",),
        means=("a = #1",),
        derivation=(Step(r"a = \frac{1}{w_{1} + w_{2} + w_{3}} w", by=Text("divided by their sum", "除以它们的和")),),
        must_refuse=("a = (1 / 3, 1 / 3, 1 / 3)",),
    ),
    Claim(
        id="notes.6.3.contents",
        inventory=("6.3-v",),
        says=("v_{1} = (0, 0), v_{2} = (4, 0), v_{3} = (0, 4)",),
        fixes=("v_1", "v_2", "v_3"),
    ),
    Claim(
        id="notes.6.3.z",
        inventory=("6.3-z11",),
        says=(r"z = \frac{1}{2} v_{1} + \frac{1}{4} v_{2} + \frac{1}{4} v_{3} = (1, 1) .",),
        elsewhere=(Elsewhere({"v_1": "(4, 4)"}, means=("z = #1.2",)),),  # v_1 is 0, and its weight would not be felt
        must_refuse=("z = (2, 1)", r"z = \frac{1}{4} v_{1} + \frac{1}{2} v_{2} + \frac{1}{4} v_{3}"),
    ),
    Claim(
        id="notes.6.3.convex-hull",
        inventory=("6.3-hull", "6.3-inhull"),
        says=("非负、和为 1", "凸包", "严格结论"),
        reads={0: Value("a_{1} + a_{2} + a_{3}")},
        proves=(InHull(setting=WEIGHTED, formula=r"z_{i} \in conv (v_{j})"),),
    ),
    Claim(
        id="notes.6.3.the-hull-itself-changes",
        inventory=("6.3-hullchanges",),
        says=("依赖输入与参数", "凸包本身会改变"),
        fails=(Identity(setting=TWO_INPUTS, formula="V = P"),),
    ),
    Claim(
        id="notes.6.3.no-hull-after-the-projection",
        inventory=("6.3-nohull",),
        says=("输出投影、残差和 FFN", "不受同一个凸包约束"),
        fails=(InHull(setting=WEIGHTED, formula=r"y_{i} \in conv (v_{j})"),),
    ),
    Claim(
        id="notes.6.3.dropped-weights-need-not-sum-to-1",
        inventory=("6.3-dropout",),
        says=("dropout", "不再直接适用", "和为 1"),
        reads={0: Value("a_{1} + a_{2} + a_{3}")},
        fails=(Identity(setting=DROPPED, formula=r"\sum_{j} B_{i j} = 1"),),
    ),
    Claim(
        id="notes.6.4.matrix-product",
        inventory=("6.4-rows", "6.4-AV"),
        says=("比例", "候选内容", r"(A V)_{i r} = \sum_{j = 1}^{n} a_{i j} V_{j r} ."),
        setting=MIXED,
        must_refuse=(
            r"(A V)_{i r} = \sum_{j = 1}^{n} a_{j i} V_{j r}",
            r"(A V)_{i r} = \sum_{j = 1}^{n} a_{i j} V_{r j}",
        ),
    ),
    Claim(
        id="notes.6.4.row-by-row",
        inventory=("6.4-zi",),
        says=("固定", r"z_{i} = \sum_{j} a_{i j} v_{j}", "逐元素严格相同"),
        setting=MIXED,
        must_refuse=(r"z_{i} = \sum_{j} a_{j i} v_{j}", r"z_{i} = \sum_{j} a_{i j} v_{i}"),
    ),
    Claim(
        id="notes.6.5.no-text-in-z",
        inventory=("6.5-noz",),
        says=("不是生成的文字", "人类可读"),
        declared=Declared(Verdict.EMPIRICAL, Text("what coordinates mean to a reader", "坐标对读者意味着什么，不是数学命题")),
    ),
    Claim(
        id="notes.6.5.the-same-token-reads-what-stands-before",
        inventory=("6.5-apple",),
        says=("前文不同", "表示可以不同"),
        fails=(Identity(setting=HEAD, formula=r"\frac{\partial z_{k r}}{\partial x_{j s}} = 0"),),
    ),
    Claim(
        id="notes.6.5.later-words-explain-nothing",
        inventory=("6.5-appleorder",),
        says=("因果模型", "不能用", "后面的"),
        proves=(Determined(setting=HEAD, formula=r"X_{\leq i} \to Z_{i}"),),
    ),
    Claim(
        id="notes.6.5.random-parameters-give-a-z-too",
        inventory=("6.5-randz", "6.5-randuse"),
        says=("随机参数", "不保证有用", "不能把"),
        proves=(Typed(setting=HEAD, formula=r"Z \in R^{n \times d_{v}}"),),
        remark=Text(
            "Z exists for all parameters; whether it is of use is not a statement about the formula.",
            "对任何参数 Z 都存在；是否有用不是关于公式的命题。",
        ),
    ),
)
