"""Section 8.2: the network at every position."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Stated
from derivations.notes.settings import FFN
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

FFN_ROW = Setting(
    sizes="d m",
    shapes={"x": "1 d", "y": "1 d", "W_1": "d m", "b_1": "1 m", "W_2": "m d", "b_2": "1 d"},
    functions=frozenset({"σ"}),
    calls=(r"FFN (x) = σ (x W_{1} + b_{1}) W_{2} + b_{2}",),
)
"""Two layers at one position, σ any smooth function (§8.2)."""

AFFINE_ROW = replace(FFN_ROW, functions=frozenset(), calls=(r"FFN (x) = (x W_{1} + b_{1}) W_{2} + b_{2}",))
"""The same without activation."""

RELU = Setting(
    sizes="n",
    shapes={"h": ""},
    positive=frozenset({"h"}),
    where=(r"m = \sqrt{h^{2}}", r"a = \frac{1}{2} (h + m)", r"b = \frac{1}{2} (- h + m)"),
)
"""max (0, u) = (u + |u|) / 2 on both sides of 0: a is its value at h > 0, b at −h, and m = |h| = |−h|."""

IN_CONTEXT = Setting(
    sizes="n d m",
    shapes={"A": "n n", "V": "n d", "W_1": "d m", "b_1": "1 m", "W_2": "m d"},
    functions=frozenset({"σ"}),
    rows={"a": "A", "v": "V", "z": "Z"},
    forward=("Z = A V", "B = Z W_{1} + b_{1}", "Y = σ (B) W_{2}"),
)
"""A network at every position of contents that any weights have mixed."""

DOUBLED = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    calls=(r"Att (x) = softmax_{row} (x W_{Q} (x W_{K})^{T} / \sqrt{d_{k}}) x W_{V}",),
)
"""Attention as a function of its input."""

_FFN = r"FFN (x) = σ (x W_{1} + b_{1}) W_{2} + b_{2},"

_FFN_SHAPES = r"W_{1} \in R^{d \times m}, W_{2} \in R^{m \times d}"

_ADDITIVE = r"FFN (x + y) + FFN (0 x) = FFN (x) + FFN (y)"

_HERE = r"\frac{\partial Y_{i r}}{\partial X_{j s}} = δ_{i j} \sum_{k} W_{1, s k} σ^{'} (B_{i k}) W_{2, k r}"

_READ = r"\frac{\partial z_{i r}}{\partial v_{j s}} = a_{i j} δ_{r s}"

_READ_BEHIND = r"\frac{\partial Y_{i r}}{\partial v_{j s}} = a_{i j} \sum_{k} W_{1, s k} σ^{'} (B_{i k}) W_{2, k r}"

FEED_FORWARD = (
    Claim(
        id="notes.8.2.ffn",
        inventory=("8.2-ffn",),
        says=(_FFN,),
        setting=FFN_ROW,
        declared=Declared(Verdict.DEFINITION, Text("defines the network; shapes are checked", "定义前馈网络；已核对形状")),
        must_refuse=(
            r"FFN (x) = σ (x W_{2} + b_{1}) W_{1} + b_{2}",
            r"FFN (x) = σ (x W_{1}) W_{2} + b_{2}",
            r"FFN (x) = (x W_{1} + b_{1}) W_{2} + b_{2}",
        ),
    ),
    Claim(
        id="notes.8.2.shapes",
        inventory=("8.2-ffnshape",),
        says=(_FFN_SHAPES,),
        proves=(Typed(setting=FFN_ROW, formula=_FFN_SHAPES), Typed(setting=FFN_ROW, formula=r"FFN (x) \in R^{1 \times d}")),
        must_refuse=(r"W_{1} \in R^{m \times d}, W_{2} \in R^{d \times m}",),
    ),
    Claim(
        id="notes.8.2.position-by-position",
        inventory=("8.2-ffnshared",),
        says=("同一组参数", "混合位置", "当前位置变换特征", "不等于脱离上下文"),
        proves=(
            Identity(setting=replace(FFN, calls=FFN_ROW.calls), formula=r"Y_{i, :} = FFN (X_{i, :})"),
            Identity(setting=FFN, formula=_HERE),
            Identity(setting=IN_CONTEXT, formula=_READ),
            Identity(setting=IN_CONTEXT, formula=_READ_BEHIND),
        ),
        must_refuse=(r"\frac{\partial Y_{i r}}{\partial X_{j s}} = 0",),
        remark=Text(
            "The network at position i sees row i alone; behind a head that row depends on every v_j that has a weight a_ij.",
            "位置 i 的前馈网络只看第 i 行；而注意力之后该行依赖每个权重 a_ij 不为零的 v_j。",
        ),
    ),
    Claim(
        id="notes.8.2.relu",
        inventory=("8.2-relu",),
        says=("ReLU", "σ (u) = max (0, u)", "逐坐标"),
        reads={0: Label(Text("the bound of ReLU, by definition", "ReLU 定义中的下界"))},
        assumes=("σ (u) = max (0, u)",),
        proves=(Identity(setting=RELU, formula="a = h"), Identity(setting=RELU, formula="b = 0")),
        declared=Declared(
            Verdict.DEFINITION,
            Text("names an activation; max (0, u) is (u + |u|) / 2", "命名一种激活函数；max (0, u) 即 (u + |u|) / 2"),
        ),
        must_refuse=("a = 0", "b = - h"),
    ),
    Claim(
        id="notes.8.2.two-affine-maps-are-one",
        inventory=("8.2-collapse",),
        says=("若删除激活", "合并成一次仿射变换"),
        setting=AFFINE_ROW,
        means=(r"FFN (x) = x (W_{1} W_{2}) + (b_{1} W_{2} + b_{2})",),
        must_refuse=(r"FFN (x) = x (W_{1} W_{2}) + b_{2}", r"FFN (x) = x (W_{2} W_{1}) + (b_{1} W_{2} + b_{2})"),
    ),
    Claim(
        id="notes.8.2.not-with-an-activation",
        inventory=("8.2-nocollapse",),
        says=("有激活则一般不能",),
        proves=(
            Identity(setting=AFFINE_ROW, formula=_ADDITIVE),
            Identity(setting=RELU, formula="a + b = h"),
        ),
        fails=(Identity(setting=FFN_ROW, formula=_ADDITIVE),),
        must_refuse=("a + b = 0",),
        remark=Text(
            "Every affine map has FFN (x + y) + FFN (0) = FFN (x) + FFN (y); with ReLU both sides differ at x = h, y = −h.",
            "仿射映射都满足 FFN (x + y) + FFN (0) = FFN (x) + FFN (y)；用 ReLU 时，两边在 x = h、y = −h 处不同。",
        ),
    ),
    Claim(
        id="notes.8.2.attention-is-not-linear",
        inventory=("8.2-attnnl",),
        says=("Attention 自身", "非线性", "不能因此声称"),
        proves=(Identity(setting=DOUBLED, formula="Att (0 X) = 0 Att (X)"),),
        fails=(Identity(setting=DOUBLED, formula="Att (2 X) = 2 Att (X)"),),
        remark=Text(
            "At 0 attention gives 0, so that it would be linear if it were affine; but it does not double with its input.",
            "输入 0 时注意力输出 0，故若为仿射则必线性；但输入加倍时输出并不加倍。",
        ),
    ),
    Claim(
        id="notes.8.2.relu-has-no-derivative-at-0",
        inventory=("8.2-relu0",),
        says=("ReLU 在 0 不可微", "约定值", "平滑激活"),
        reads={0: Stated("a - 0 = h - 0")},
        proves=(
            Identity(setting=RELU, formula=r"\frac{a - 0}{h} = 1"),
            Identity(setting=RELU, formula="a - 0 = h - 0"),
            Identity(setting=RELU, formula=r"\frac{0 - b}{h} = 0"),
            Identity(setting=FFN, formula=r"\bar{B} = \bar{C} ⊙ σ^{'} (B)"),
        ),
        must_refuse=(r"\frac{0 - b}{h} = 1",),
        remark=Text(
            "From the right the difference quotients at 0 are 1, from the left 0.", "在 0 处，右侧差商恒为 1，左侧恒为 0。"
        ),
    ),
    Claim(
        id="notes.8.2.other-networks",
        inventory=("8.2-gated",),
        says=("门控 FFN", "精确配置"),
        declared=Declared(Verdict.EMPIRICAL, Text("which networks models of today use", "当今模型使用何种前馈网络")),
    ),
)
