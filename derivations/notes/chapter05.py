"""Chapter 5 of the notes: why there are queries, keys and values."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Step, Value
from derivations.given_values import GivenValues
from derivations.notes.settings import ATTENTION
from derivations.prover.differential import Differential
from derivations.prover.identity import Identity
from derivations.prover.matrices import Rank, Semidefinite
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(
    givens=("x_a", "x_b", "W_Q", "W_K", "a_1", "a_2", "v_1", "v_2"),
    letters={
        "q_a": "x_{a} W_{Q}",
        "q_b": "x_{b} W_{Q}",
        "k_a": "x_{a} W_{K}",
        "k_b": "x_{b} W_{K}",
        "z": "a_{1} v_{1} + a_{2} v_{2}",
        "y": "a_{1} (2 v_{1}) + a_{2} (2 v_{2})",
    },
)
"""The hand calculation of §5.2, and the two candidates of §5.3; y is z with every content doubled."""

APART = Setting(
    sizes="n d m",
    shapes={"X": "n d", "W": "d m"},
    functions=frozenset({"f"}),
    rows={"x": "X", "y": "Y"},
    forward=("Y = f (X W)",),
)
"""Every position computed for itself: any map of x_i, here a linear one and any smooth function after it."""

MIXING = Setting(
    sizes="n d_v",
    shapes={"A": "n n", "V": "n d_v"},
    rows={"a": "A", "v": "V", "z": "Z"},
    forward=("Z = A V",),
)
"""The contents V mixed with weights A (§5.1)."""

PLAIN = Setting(sizes="n d", shapes={"X": "n d"}, rows={"x": "X"})
"""Positions matched by their own dot products."""

BILINEAR = replace(ATTENTION, where=("B = W_{Q} W_{K}^{T}",))
"""The module of chapter 10 with the one matrix B that its unscaled scores depend on (§5.2)."""

DOUBLED = replace(ATTENTION, forward=(*ATTENTION.forward[:6], "P = X (2 W_{V})", "Y = A P"))
"""Once more with W_V doubled: the same weights A mix the contents P into Y (§5.3)."""

REMATCHED = replace(
    ATTENTION,
    shapes={**ATTENTION.shapes, "W_P": "d d_k"},
    masks={},
    rows={"x": "X", "v": "V"},
    forward=(
        "Q = X W_{Q}",
        "K = X W_{K}",
        "V = X W_{V}",
        r"A_{i j} = \frac{e^{(Q K^{T})_{i j}}}{\sum_{r} e^{(Q K^{T})_{i r}}}",
        "P = X W_{P}",
        r"C_{i j} = \frac{e^{(P K^{T})_{i j}}}{\sum_{r} e^{(P K^{T})_{i r}}}",
    ),
)
"""Weights A from W_Q and weights C from another matrix W_P in its place; the contents V are those of both (§5.3)."""

SHARED = replace(ATTENTION, shapes={"X": "n d", "W": "d d_k", "W_Q": "d d_k"}, masks={}, rows={}, forward=(
    "Q = X W_{Q}", "K = X W", "V = X W", r"A_{i j} = \frac{e^{(Q K^{T})_{i j}}}{\sum_{r} e^{(Q K^{T})_{i r}}}", "Z = A V",
))  # fmt: skip
"""One matrix W for keys and values."""

CLAIMS = (
    Claim(
        id="notes.5.1.positions-apart-do-not-see-each-other",
        inventory=("5.1-nomixing",),
        says=("f (x_{i})", "x_{i}", "不变", "结果都不变"),
        setting=APART,
        means=(r"\frac{\partial Y_{i r}}{\partial X_{k s}} = δ_{i k} f^{'} ((X W)_{i r}) W_{s r}",),
        must_refuse=(r"\frac{\partial Y_{i r}}{\partial X_{k s}} = f^{'} ((X W)_{i r}) W_{s r}",),
        remark=Text(
            "The derivative by another position is 0: what stands there does not enter.",
            "对其他位置的导数为 0：那里的内容不进入结果。",
        ),
    ),
    Claim(
        id="notes.5.1.mixing-with-weights",
        inventory=("5.1-zsum",),
        says=(r"z_{i} = \sum_{j \leq i} a_{i j} (X) v_{j} .",),
        assumes=(r"z_{i} = \sum_{j \leq i} a_{i j} (X) v_{j} .",),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "introduces the weights a_ij(X) before they are given; what they are is checked in chapters 6 and 7",
                "先引入权重 a_ij(X)，其具体形式在第 6、7 章核对",
            ),
        ),
    ),
    Claim(
        id="notes.5.1.weights-and-contents",
        inventory=("5.1-roles",),
        says=("从哪里读取多少", "a_{i j}", "得到什么向量", "v_{j}"),
        setting=MIXING,
        means=(
            r"\frac{\partial z_{i r}}{\partial v_{j s}} = a_{i j} δ_{r s}",
            r"\frac{\partial z_{k r}}{\partial a_{i j}} = δ_{k i} v_{j r}",
        ),
        must_refuse=(
            r"\frac{\partial z_{i r}}{\partial v_{j s}} = a_{j i} δ_{r s}",
            r"\frac{\partial z_{k r}}{\partial a_{i j}} = δ_{k i} v_{i r}",
        ),
    ),
    Claim(
        id="notes.5.1.shapes",
        inventory=("5.1-Ashape", "5.1-AVshape"),
        says=("形状是", r"n \times n", "A V", "形状是", r"n \times d_{v}"),
        setting=ATTENTION,
        proves=(
            Typed(setting=ATTENTION, formula=r"A \in R^{n \times n}"),
            Typed(setting=ATTENTION, formula=r"A V \in R^{n \times d_{v}}"),
        ),
        must_refuse=(r"A = V", "A V = V A"),
    ),
    Claim(
        id="notes.5.2.own-dot-products-restrict",
        inventory=("5.2-dotxx",),
        says=("直接点积", "限制匹配方式"),
        setting=PLAIN,
        means=(r"x_{i} \cdot x_{j} = x_{j} \cdot x_{i}",),
        proves=(Semidefinite(setting=PLAIN, formula="X X^{T}"),),
        fails=(Identity(setting=ATTENTION, formula=r"q_{i} \cdot k_{j} = q_{j} \cdot k_{i}"),),
        must_refuse=(r"x_{i} \cdot x_{j} = - x_{j} \cdot x_{i}",),
        remark=Text(
            "Own dot products are always symmetric and never negative on the diagonal; learned matching need not be.",
            "自身点积总是对称，且对角线不为负；学习得到的匹配不必如此。",
        ),
    ),
    Claim(
        id="notes.5.2.learned-scores",
        inventory=("5.2-bilin",),
        says=(r"q_{i} k_{j}^{T} = x_{i} W_{Q} W_{K}^{T} x_{j}^{T} .",),
        setting=ATTENTION,
        derivation=(
            Step(r"q_{i} = x_{i} W_{Q}", by=Text("row i of Q = X W_Q", "Q = X W_Q 的第 i 行"), uses=("Q",)),
            Step(r"k_{j} = x_{j} W_{K}", by=Text("row j of K = X W_K", "K = X W_K 的第 j 行"), uses=("K",)),
        ),
        must_refuse=(
            r"q_{i} k_{j}^{T} = x_{i} W_{K} W_{Q}^{T} x_{j}^{T}",
            r"q_{i} k_{j}^{T} = x_{j} W_{Q} W_{K}^{T} x_{i}^{T}",
        ),
    ),
    Claim(
        id="notes.5.2.bilinear-form",
        inventory=("5.2-Bform",),
        says=(r"B = W_{Q} W_{K}^{T}", "双线性形式", r"x_{i} B x_{j}^{T}"),
        setting=BILINEAR,
        means=(r"q_{i} k_{j}^{T} = x_{i} B x_{j}^{T}",),
        must_refuse=(r"q_{i} k_{j}^{T} = x_{j} B x_{i}^{T}", "B = W_{K} W_{Q}^{T}"),
    ),
    Claim(
        id="notes.5.2.rank",
        inventory=("5.2-rank",),
        says=("秩至多为", "d_{k}"),
        setting=ATTENTION,
        proves=(Rank(setting=ATTENTION, formula=r"rank (W_{Q} W_{K}^{T}) \leq d_{k}"),),
    ),
    Claim(
        id="notes.5.2.not-symmetric",
        inventory=("5.2-asym",),
        says=("不必对称", "不必等于"),
        setting=BILINEAR,
        fails=(
            Identity(setting=BILINEAR, formula="B = B^{T}"),
            Identity(setting=ATTENTION, formula="q_{i} k_{j}^{T} = q_{j} k_{i}^{T}"),
        ),
    ),
    Claim(
        id="notes.5.2.equal-projections-are-semidefinite",
        inventory=("5.2-psd",),
        says=(r"W_{Q} = W_{K}", r"B = W_{Q} W_{Q}^{T}", "对称半正定", "额外约束"),
        assumes=(r"W_{Q} = W_{K}",),
        setting=replace(BILINEAR, where=("B = W_{Q} W_{Q}^{T}",)),
        means=("B = B^{T}",),
        proves=(Semidefinite(setting=ATTENTION, formula="W_{Q} W_{K}^{T}", given={"W_Q = W_K": "W_{Q} = W_{K}"}),),
        must_refuse=("B = - B^{T}",),
    ),
    Claim(
        id="notes.5.2.two-positions",
        inventory=("5.2-ex-x",),
        says=("x_{a} = (1, 0), x_{b} = (0, 1)",),
        fixes=("x_a", "x_b"),
    ),
    Claim(
        id="notes.5.2.two-projections",
        inventory=("5.2-ex-W",),
        says=(r"W_{Q} = [\begin{matrix} 1 \\ 0 \end{matrix}], W_{K} = [\begin{matrix} 0 \\ 1 \end{matrix}] .",),
        fixes=("W_Q", "W_K"),
    ),
    Claim(
        id="notes.5.2.a-asks-and-b-answers",
        inventory=("5.2-ex-qa", "5.2-ex-kb", "5.2-ex-qakb"),
        says=("q_{a} = 1, k_{b} = 1", "q_{a} k_{b} = 1"),
        derivation=(
            Step("q_{a} = x_{a} W_{Q}", by=Text("projection of x_a", "x_a 的投影")),
            Step("k_{b} = x_{b} W_{K}", by=Text("projection of x_b", "x_b 的投影")),
        ),
        must_refuse=("q_{a} = 0", "q_{a} k_{b} = 0"),
    ),
    Claim(
        id="notes.5.2.b-does-not-ask-a",
        inventory=("5.2-ex-qb", "5.2-ex-ka", "5.2-ex-qbka"),
        says=("q_{b} = 0, k_{a} = 0", "q_{b} k_{a} = 0"),
        must_refuse=("q_{b} = 1", "q_{b} k_{a} = 1"),
    ),
    Claim(
        id="notes.5.2.orthogonal-and-yet-matched",
        inventory=("5.2-ex-xaxb", "5.2-ex-claim"),
        says=(r"x_{a} \cdot x_{b} = 0", "并不妨碍", "匹配为 1"),
        reads={1: Value("q_{a} k_{b}")},
        must_refuse=(r"x_{a} \cdot x_{b} = 1", r"x_{a} \cdot x_{b} = q_{a} k_{b}"),
    ),
    Claim(
        id="notes.5.2.no-synonym-of-similarity",
        inventory=("5.2-notsim",),
        says=("不是", "同义词", "天然高分", "也不是定理"),
        setting=ATTENTION,
        fails=(Identity(setting=ATTENTION, formula=r"q_{i} \cdot k_{j} = x_{i} \cdot x_{j}"),),
        remark=Text(
            "That training decides which matching is useful is no statement about these formulas.",
            "训练目标决定哪种匹配有用，这不是关于上述公式的命题。",
        ),
    ),
    Claim(
        id="notes.5.3.two-candidates",
        inventory=("5.3-w82", "5.3-z82"),
        says=("(0.8, 0.2)", "v_{1} = (1, 0), v_{2} = (0, 1)", "z = (0.8, 0.2)"),
        fixes=("a_1", "a_2", "v_1", "v_2"),
        reads={0: Value("a_{1}"), 1: Value("a_{2}")},
        means=("a_{1} + a_{2} = 1",),
        must_refuse=("z = v_{1}",),
    ),
    Claim(
        id="notes.5.3.doubled-contents",
        inventory=("5.3-double", "5.3-z164"),
        says=("只把", "W_{V}", "两倍", "A", "不变", "z", "(1.6, 0.4)"),
        reads={0: Value("y_{1}"), 1: Value("y_{2}")},
        means=("y = 2 z",),
        proves=(Identity(setting=DOUBLED, formula="Y = 2 Z"),),
        must_refuse=("y = z",),
    ),
    Claim(
        id="notes.5.3.rematched",
        inventory=("5.3-qkonly",),
        says=("只改变 Q/K", "改变比例", "不直接改变"),
        setting=REMATCHED,
        means=("V = X W_{V}",),
        fails=(Identity(setting=REMATCHED, formula="A = C"),),
        must_refuse=("V = X W_{Q}",),
    ),
    Claim(
        id="notes.5.3.separate-matrices",
        inventory=("5.3-sep",),
        says=("独立的", r"W_{K}, W_{V}", "如何被匹配", "传递什么"),
        setting=ATTENTION,
        proves=(
            Differential(setting=ATTENTION, formula="d K = d X W_{K} + X d W_{K}", of=("X", "W_K", "W_V")),
            Differential(setting=ATTENTION, formula="d V = d X W_{V} + X d W_{V}", of=("X", "W_K", "W_V")),
        ),
    ),
    Claim(
        id="notes.5.3.one-matrix-for-both",
        inventory=("5.3-sameKV",),
        says=("同一个矩阵", "不是数学错误", "约束"),
        setting=SHARED,
        means=("K = V", r"\sum_{j} A_{i j} = 1"),
        fails=(Identity(setting=ATTENTION, formula="X W_{Q} = X W_{K}"),),
        must_refuse=("K = Q",),
    ),
    Claim(
        id="notes.5.3.an-analogy",
        inventory=("5.3-analogy",),
        says=("检索类比", "数值特征"),
        declared=Declared(Verdict.EMPIRICAL, Text("says how to picture the three roles", "说明三个角色的比喻，不是数学命题")),
    ),
)
