"""Chapter 8 of the notes: from one head to a complete Transformer."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Stated, Unstated, Value
from derivations.given_values import GivenValues
from derivations.notes.chapter07 import NORMALISED, UNMASKED
from derivations.notes.chapter10.embedding import EMBEDDING
from derivations.notes.main_line import HEAD
from derivations.notes.settings import FFN, LAYER_NORM
from derivations.notes.transformer import HEADS, LAYER, OUTPUT, PERMUTED, ROTARY_BLOCK
from derivations.prover.determined import Determined
from derivations.prover.differential import Differential
from derivations.prover.equivariant import Equivariant
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

CLASSES = {
    "encoder-only": ("every position reads every other",),
    "decoder-only": ("a position reads what stands before it",),
    "encoder–decoder": ("the encoder reads everything", "the decoder what stands before", "and the encoding"),
}
"""The classes of §8.7 by what their positions read."""

EXAMPLE = GivenValues(givens=(), letters={"κ": str(len(CLASSES))})
"""Nothing is given: κ is the number of classes."""

WIDTHS = Setting(sizes="H d_v d")
"""The two widths that a sum with the input has to make equal (§8.1)."""

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

RESIDUAL = Setting(
    sizes="d m",
    shapes={"x": "1 d", "W": "d m", "c": "1 m", "U": "m d"},
    functions=frozenset({"σ"}),
    calls=(r"F (x) = σ (x W + c) U",),
    forward=("y = x + F (x)",),
)
"""A residual around a network of any width, σ any smooth function (§8.3)."""

COLUMNS = Setting(
    sizes="d m",
    shapes={"x": "d 1", "W": "m d", "c": "m 1", "U": "d m", "I": "d d"},
    functions=frozenset({"σ"}),
    forward=("F = U σ (W x + c)", "y = x + F"),
    where=(
        r"I_{r s} = δ_{r s}",
        r"G = σ^{'} (W x + c)",
        r"D_{r k} = U_{r k} G_{k}",
        r"J_{F} = D W",
        r"J_{y} = I + J_{F}",
    ),
)
"""The same with columns, as the section announces. That J_F and J_y are the Jacobians is proved: dF = J_F dx, dy = J_y dx."""

ANY_BRANCH = Setting(sizes="d", shapes={"x": "d 1", "F": "d 1"}, forward=("y = x + F",))
"""The branch whatever it is."""

CANCELLED = Setting(sizes="d", shapes={"x": "1 d"}, calls=("F (x) = - x",), forward=("y = x + F (x)",))
"""The branch that takes the input away again."""

_NORM_CALL = (
    r"LN (x)_{r} = γ_{r} \frac{x_{r} - mean (x)}{\sqrt{mean ((x - mean (x) 1)^{2}) + ε}} + β_{r}"
)

NORM = replace(LAYER_NORM, shapes={**LAYER_NORM.shapes, "c": ""}, calls=(_NORM_CALL,))
"""LayerNorm of one row, also as a function that is made of means (§8.4)."""

RMS = Setting(
    sizes="d",
    shapes={"x": "1 d", "γ": "d", "β": "d", "ε": "", "c": ""},
    positive=frozenset({"ε"}),
    calls=(_NORM_CALL, r"RMS (x)_{r} = γ_{r} \frac{x_{r}}{\sqrt{mean (x^{2}) + ε}} + β_{r}"),
)
"""LayerNorm beside RMSNorm, with the same scale and shift."""

FIRST_HALF = replace(LAYER, calls=(_NORM_CALL,))
"""The layer, and LayerNorm as a function with the parameters of the first one (§8.5)."""

SECOND_HALF = replace(
    LAYER, calls=(_NORM_CALL.replace("γ_{r}", "γ'_{r}").replace("β_{r}", "β'_{r}"), *FFN_ROW.calls)
)
"""The layer, with the second LayerNorm and the FFN of §8.2 as functions."""

LAST_NORM = replace(OUTPUT, calls=(_NORM_CALL,))
"""The last normalisation."""

ORDER_OF_NORMS = Setting(
    sizes="d m",
    shapes={"x": "1 d", "γ": "d", "β": "d", "ε": "", "W": "d m", "U": "m d"},
    positive=frozenset({"ε"}),
    functions=frozenset({"σ"}),
    calls=(_NORM_CALL, r"F (x) = σ (x W) U"),
)
"""Normalised before the branch, or after the sum."""

PERMUTABLE = replace(
    LAYER,
    masks={},
    permutations={"P": "n"},
    forward=tuple(r"A^{(r)} = softmax (S^{(r)})" if line.startswith("A") else line for line in LAYER.forward),
)
"""The layer without a mask, and any permutation of its positions (§8.6)."""

MASKED = replace(HEAD, permutations={"P": "n"})
"""A causal head and any permutation of its positions."""

PLACED = Setting(
    sizes="n d d_k d_v",
    shapes={"X": "n d", "p": "n d", "W_Q": "d d_k", "W_K": "d d_k", "W_V": "d d_v"},
    permutations={"P": "n"},
    forward=(
        "E = X + p",
        "Q = E W_{Q}",
        "K = E W_{K}",
        "V = E W_{V}",
        r"S = Q K^{T} / \sqrt{d_{k}}",
        "A = softmax (S)",
        "Z = A V",
    ),
)
"""Position vectors p added before a head without a mask."""

ROTARY_ROWS = replace(
    ROTARY_BLOCK,
    shapes={**ROTARY_BLOCK.shapes, "q": "n 2 1", "k": "n 2 1"},
    where=(*ROTARY_BLOCK.where, r"a_{i} = q_{i}^{T}", r"\tilde{a}_{i} = {\tilde{q}}_{i}^{T}"),
)
"""The same queries as rows a_i."""

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

SELF = replace(UNMASKED, rows={**UNMASKED.rows, "a": "A"})

_CONCAT = r"Concat (Z^{(1)}, \dots, Z^{(H)})"
_HEAD_OUTPUT = r"Z^{(r)} \in R^{n \times d_{v}}"
_PROJECTED = rf"O = {_CONCAT} W_{{O}}, W_{{O}} \in R^{{H d_{{v}} \times d}} ."
_FFN = r"FFN (x) = σ (x W_{1} + b_{1}) W_{2} + b_{2},"
_FFN_SHAPES = r"W_{1} \in R^{d \times m}, W_{2} \in R^{m \times d}"
_LN = r"LN (x)_{r} = γ_{r} \frac{x_{r} - μ}{\sqrt{v + ε}} + β_{r} ."
_ADDITIVE = r"FFN (x + y) + FFN (0 x) = FFN (x) + FFN (y)"
_PRE_1 = r"T^{(ℓ)} = X^{(ℓ)} + {MHA}_{ℓ} ({LN}_{ℓ, 1} (X^{(ℓ)})),"
_PRE_2 = r"X^{(ℓ + 1)} = T^{(ℓ)} + {FFN}_{ℓ} ({LN}_{ℓ, 2} (T^{(ℓ)})) ."
_FINAL = r"H = {LN}_{f} (X^{(L)})"
_LESS_THAN_UNIT = r"mean ({\hat{x}}^{2}) < 1"
_SAMPLE = r"(d - 1) v = \sum_{r} (x_{r} - μ)^{2} - v"
_EQUIVARIANT = Equivariant(setting=PERMUTABLE, formula=r"X \mapsto P X, Y \mapsto P Y", again="Y")
_SOURCE = Text("a source of the literature", "文献来源")
_INDEX = Label(Text("number of a parameter", "参数的编号"))


_HERE = r"\frac{\partial Y_{i r}}{\partial X_{j s}} = δ_{i j} \sum_{k} W_{1, s k} σ^{'} (B_{i k}) W_{2, k r}"
_NORMED_HERE = (
    r"\frac{\partial Y_{i r}}{\partial X_{j s}} = δ_{i j} \frac{1}{\sqrt{v_{i} + ε}} (δ_{r s} - \frac{1}{d} - \frac{1}{d} Y_{i r} Y_{i s})"
)
_READ = r"\frac{\partial z_{i r}}{\partial v_{j s}} = a_{i j} δ_{r s}"
_READ_BEHIND = r"\frac{\partial Y_{i r}}{\partial v_{j s}} = a_{i j} \sum_{k} W_{1, s k} σ^{'} (B_{i k}) W_{2, k r}"

HEADS_JOINED = (
    Claim(
        id="notes.8.1.output-of-a-head",
        inventory=("8.1-heads",),
        says=("H", _HEAD_OUTPUT),
        proves=(Typed(setting=HEADS, formula=_HEAD_OUTPUT),),
        must_refuse=(r"Z^{(r)} \in R^{n \times d_{k}}", r"Z^{(r)} \in R^{d_{v} \times n}"),
    ),
    Claim(
        id="notes.8.1.side-by-side-and-projected",
        inventory=("8.1-concat",),
        says=(_PROJECTED,),
        proves=(
            Typed(setting=HEADS, formula=_PROJECTED),
            Identity(setting=HEADS, formula=r"O = \sum_{r = 1}^{H} Z^{(r)} W_{O}^{(r)}"),
        ),
        must_refuse=(
            r"W_{O} \in R^{d \times H d_{v}}",
            r"W_{O} \in R^{d_{v} \times d}",
            rf"O = W_{{O}} {_CONCAT}",
        ),
    ),
    Claim(
        id="notes.8.1.shapes",
        inventory=("8.1-catshape",),
        says=(r"n \times H d_{v}", "W_{O}", r"n \times d"),
        proves=(
            Typed(setting=HEADS, formula=rf"{_CONCAT} \in R^{{n \times H d_{{v}}}}"),
            Typed(setting=HEADS, formula=rf"{_CONCAT} W_{{O}} \in R^{{n \times d}}"),
        ),
        must_refuse=(rf"{_CONCAT} \in R^{{n \times d}}", rf"{_CONCAT} W_{{O}} \in R^{{n \times H d_{{v}}}}"),
    ),
    Claim(
        id="notes.8.1.added-only-after-the-projection",
        inventory=("8.1-onlythen",),
        says=("才能与原输入相加",),
        proves=(
            Identity(setting=HEADS, formula=rf"R = X + {_CONCAT} W_{{O}}"),
            Ordered(setting=WIDTHS, formula="(H d_{v} - d)^{2} > 0", given={"H d_v ≠ d": "(H d_{v} - d)^{2} > 0"}),
        ),
        fails=(Typed(setting=HEADS, formula=rf"{_CONCAT} \in R^{{n \times d}}"),),
        must_refuse=(rf"R = X + {_CONCAT}",),
        unstated=(
            Unstated(
                "H d_v ≠ d",
                repair=Text("Say: in general, for H d_v = d the shapes agree already.", "可说明：一般情形；H d_v = d 时形状已相同。"),
                fair=Text(
                    "H, d_v and d are chosen independently here; without W_O the shapes agree only where H d_v = d.",
                    "此处 H、d_v、d 各自独立；无 W_O 时仅当 H d_v = d 形状才相同。",
                ),
            ),
        ),
    ),
    Claim(
        id="notes.8.1.several-distributions-at-once",
        inventory=("8.1-manydist",),
        says=("多个混合分布同时存在", "不要求", "人为固定的语义分工"),
        setting=HEADS,
        means=(r"\sum_{j} A_{i j}^{(r)} = 1", r"O = \sum_{r = 1}^{H} Z^{(r)} W_{O}^{(r)}"),
        fails=(Identity(setting=HEADS, formula=r"A_{i j}^{(r)} = A_{i j}^{(s)}"),),
        must_refuse=(r"\sum_{r} A_{i j}^{(r)} = 1", r"O = \sum_{r = 1}^{H} Z^{(r)}"),
        remark=Text(
            "The heads enter a sum in which each has its own rows of W_O: no head is marked by its number.",
            "各头以自己的 W_O 行进入同一个和：没有哪个头因序号而特殊。",
        ),
    ),
)

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
        reads={0: Value("0", name="the bound of ReLU")},
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
        reads={0: Value("0", name="where the one-sided quotients differ")},
        proves=(
            Identity(setting=RELU, formula=r"\frac{a - 0}{h} = 1"),
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

RESIDUALS = (
    Claim(
        id="notes.8.3.residual",
        inventory=("8.3-res",),
        says=("y = x + F (x)", "形状相同"),
        setting=RESIDUAL,
        declared=Declared(Verdict.DEFINITION, Text("defines the residual; shapes are checked", "定义残差；已核对形状")),
        must_refuse=("y = x + σ (x W + c)", "y = x - F (x)", "y = F (x)"),
    ),
    Claim(
        id="notes.8.3.direct-path",
        inventory=("8.3-respath",),
        says=("不必经过", "F", "直接路径"),
        proves=(Differential(setting=ANY_BRANCH, formula="d y = d x + d F", of=("x", "F")),),
        must_refuse=("d y = d F", "d y = d x"),
    ),
    Claim(
        id="notes.8.3.information-may-be-lost",
        inventory=("8.3-reslose",),
        says=("永远不丢失", "F (x) = - x", "得到零"),
        setting=CANCELLED,
        means=("y = 0 x",),
        fails=(Identity(setting=CANCELLED, formula="y = x"),),
        must_refuse=("F (x) = x", "y = 2 x"),
    ),
    Claim(
        id="notes.8.3.jacobian",
        inventory=("8.3-Jres",),
        says=("列向量", "J_{y} = I + J_{F} ."),
        setting=COLUMNS,
        proves=(
            Differential(setting=COLUMNS, formula="d F = J_{F} d x", of=("x",)),
            Differential(setting=COLUMNS, formula="d y = J_{y} d x", of=("x",)),
            Differential(setting=ANY_BRANCH, formula="d y = d x + d F", of=("x", "F")),
        ),
        must_refuse=("J_{y} = J_{F}", "J_{y} = I", "J_{y} = I - J_{F}"),
        remark=Text(
            "Stated for a branch with any smooth σ and any width; the differential holds for every branch that has one.",
            "对任意光滑 σ、任意宽度的分支给出；微分式对一切可微分支成立。",
        ),
    ),
    Claim(
        id="notes.8.3.no-proof-against-vanishing",
        inventory=("8.3-idpath",),
        says=("恒等路径", "不保证", "I + J_{F}", "绝不会梯度消失"),
        proves=(
            Identity(setting=COLUMNS, formula=r"\bar{F} = \bar{y}, \bar{x} = \bar{y} + J_{F}^{T} \bar{F}"),
            Identity(setting=CANCELLED, formula=r"\bar{x} = 0 \bar{y}"),
        ),
        fails=(Identity(setting=CANCELLED, formula=r"\bar{x} = \bar{y}"),),
        must_refuse=(r"\bar{x} = J_{F}^{T} \bar{F}", r"\bar{x} = 2 \bar{y}"),
        remark=Text("For F (x) = −x, I + J_F = 0, and no gradient comes through.", "F (x) = −x 时 I + J_F = 0，梯度全部消失。"),
    ),
)

NORMALISATION = (
    Claim(
        id="notes.8.4.layer-norm",
        inventory=("8.4-rowx", "8.4-mu", "8.4-ln"),
        says=(
            r"x = (x_{1}, \dots, x_{d})",
            r"μ = \frac{1}{d} \sum_{r = 1}^{d} x_{r}, v = \frac{1}{d} \sum_{r = 1}^{d} (x_{r} - μ)^{2},",
            _LN,
        ),
        setting=NORM,
        assumes=(r"x = (x_{1}, \dots, x_{d})",),
        means=("LN (x) = y",),
        declared=Declared(
            Verdict.DEFINITION,
            Text("defines LayerNorm; what is printed is held against means", "定义 LayerNorm；所印各式已与均值形式核对"),
        ),
        must_refuse=(
            r"v = \frac{1}{d} \sum_{r = 1}^{d} (x_{r} + μ)^{2}",
            r"LN (x)_{r} = γ_{r} \frac{x_{r} - μ}{v + ε} + β_{r}",
            r"LN (x)_{r} = \frac{x_{r} - μ}{\sqrt{v + ε}}",
        ),
    ),
    Claim(
        id="notes.8.4.epsilon",
        inventory=("8.4-eps",),
        says=(r"ε > 0", "防止分母为零", r"γ, β", "通常可训练"),
        reads={0: Value("0", name="the bound of ε")},
        assumes=(r"ε > 0",),
        proves=(
            Ordered(setting=LAYER_NORM, formula="v + ε > 0"),
            Identity(setting=LAYER_NORM, formula=r"\bar{γ} = g ⊙ \hat{x}"),
            Identity(setting=LAYER_NORM, formula=r"\bar{β} = g"),
        ),
        must_refuse=(r"v + ε < 0", r"\bar{β} = u"),
    ),
    Claim(
        id="notes.8.4.one-position-at-a-time",
        inventory=("8.4-lnlocal",),
        says=("同一位置的特征坐标", "不用全句未来位置的均值"),
        proves=(
            Determined(setting=NORMALISED, formula=r"X_{\leq i} \to Y_{i}"),
            Identity(setting=NORMALISED, formula=_NORMED_HERE),
        ),
        must_refuse=(r"\frac{\partial Y_{i r}}{\partial X_{j s}} = 0",),
    ),
    Claim(
        id="notes.8.4.divided-by-d",
        inventory=("8.4-pop",),
        says=("v", "总体平方偏差", "d - 1"),
        reads={0: Stated(_SAMPLE, 0)},
        setting=LAYER_NORM,
        means=(r"d v = \sum_{r} (x_{r} - μ)^{2}", _SAMPLE),
        fails=(Identity(setting=LAYER_NORM, formula=r"(d - 1) v = \sum_{r} (x_{r} - μ)^{2}"),),
        must_refuse=(r"d v = \sum_{r} x_{r}^{2}",),
    ),
    Claim(
        id="notes.8.4.more-stable-values",
        inventory=("8.4-stable",),
        says=("调整特征尺度", "更稳定"),
        declared=Declared(Verdict.EMPIRICAL, Text("an intuition about training", "关于训练的直觉")),
    ),
    Claim(
        id="notes.8.4.not-exactly-standardised",
        inventory=("8.4-notexact",),
        says=("可训练缩放", "不应声称", "均值 0、方差 1"),
        reads={0: Stated(r"mean (\hat{x}) = 0"), 1: Stated(_LESS_THAN_UNIT)},
        proves=(
            Identity(setting=LAYER_NORM, formula=r"mean (\hat{x}) = 0"),
            Identity(setting=LAYER_NORM, formula=r"mean ({\hat{x}}^{2}) = \frac{v}{v + ε}"),
            Ordered(setting=LAYER_NORM, formula=_LESS_THAN_UNIT, through=r"\frac{ε}{v + ε}"),
        ),
        fails=(
            Identity(setting=LAYER_NORM, formula="mean (y) = 0"),
            Identity(setting=LAYER_NORM, formula=r"mean ({\hat{x}}^{2}) = 1"),
        ),
        must_refuse=(r"mean ({\hat{x}}^{2}) = \frac{ε}{v + ε}",),
        remark=Text(
            "Before γ and β the mean is 0 exactly, and the variance v/(v + ε) is always below 1.",
            "乘 γ 加 β 之前均值恰为 0，而方差 v/(v + ε) 恒小于 1。",
        ),
    ),
    Claim(
        id="notes.8.4.rms-norm",
        inventory=("8.4-rms",),
        says=("RMSNorm", "另一种定义", "不加区分地互换"),
        proves=(Identity(setting=RMS, formula="LN (x + c 1) = LN (x)"),),
        fails=(
            Identity(setting=RMS, formula="RMS (x) = LN (x)"),
            Identity(setting=RMS, formula="RMS (x + c 1) = RMS (x)"),
        ),
        must_refuse=("LN (c x) = LN (x)",),
        remark=Text(
            "LayerNorm takes the mean off and does not see a constant that is added; RMSNorm does.",
            "LayerNorm 减去均值，因此看不到整体加上的常数；RMSNorm 看得到。",
        ),
    ),
)

BLOCK_CLAIMS = (
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
        reads={
            0: Label(Text("the first normalisation", "第一个归一化")),
            1: Label(Text("the next layer", "下一层")),
            2: Label(Text("the second normalisation", "第二个归一化")),
        },
        proves=(
            Identity(setting=FIRST_HALF, formula=r"N_{i, :} = LN (X_{i, :})"),
            Identity(setting=FIRST_HALF, formula=rf"T = X + {_CONCAT} W_{{O}}"),
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

POSITIONS = (
    Claim(
        id="notes.8.6.permuted-attention",
        inventory=("8.6-permQKV", "8.6-permS", "8.6-permA", "8.6-permZ"),
        says=("没有位置编码", "P", "作用于 X", "都左乘 P", r"P S P^{T}", "重排", "P Z"),
        setting=PERMUTED,
        means=(
            r"Q' = P Q, K' = P K, V' = P V",
            r"S' = P S P^{T}",
            r"softmax (P S P^{T}) = P softmax (S) P^{T}",
            r"A' = P A P^{T}",
            r"Z' = P Z",
        ),
        must_refuse=(r"S' = P^{T} S P", r"S' = P S", r"A' = P A", r"Z' = Z", r"Z' = P^{T} Z"),
    ),
    Claim(
        id="notes.8.6.no-label-of-order",
        inventory=("8.6-noorder",),
        says=("置换等变", "相应交换输出", "绝对顺序标签"),
        proves=(_EQUIVARIANT,),
        must_refuse=(r"X \mapsto P X, Y \mapsto Y",),
        remark=Text("For layers with FFN, LayerNorm and residuals, any number of them.", "对含 FFN、LayerNorm、残差的任意多层成立。"),
    ),
    Claim(
        id="notes.8.6.the-mask-brings-order",
        inventory=("8.6-maskorder",),
        says=("因果掩码", "方向与可见范围", "原封不动"),
        fails=(Equivariant(setting=MASKED, formula=r"X \mapsto P X, Z \mapsto P Z"),),
        refers=("7.4",),
    ),
    Claim(
        id="notes.8.6.positions-add-structure",
        inventory=("8.6-posmore",),
        says=("显式位置信息", "距离或位置结构"),
        proves=(Identity(setting=PLACED, formula=r"S = (X + p) W_{Q} W_{K}^{T} (X + p)^{T} / \sqrt{d_{k}}"),),
        fails=(Equivariant(setting=PLACED, formula=r"X \mapsto P X, Z \mapsto P Z"),),
        must_refuse=(r"S = X W_{Q} W_{K}^{T} X^{T} / \sqrt{d_{k}}",),
    ),
    Claim(
        id="notes.8.6.added-or-rotated",
        inventory=("8.6-addref",),
        says=(r"e_{i} + p_{i}", "RoPE", r"{\tilde{q}}_{i} = R_{i} q_{i}, {\tilde{k}}_{j} = R_{j} k_{j}"),
        setting=ROTARY_BLOCK,
        refers=("2.2",),
        proves=(Identity(setting=EMBEDDING, formula=r"x_{i} = E_{t_{i}, :} + p_{i}"),),
        declared=Declared(
            Verdict.DEFINITION, Text("defines the rotated vectors; shapes are checked", "定义旋转后的向量；已核对形状")
        ),
        must_refuse=(r"{\tilde{q}}_{i} = R_{i}^{T} q_{i}", r"{\tilde{q}}_{i} = q_{i} R_{i}"),
    ),
    Claim(
        id="notes.8.6.rotated-product",
        inventory=("8.6-rope1",),
        says=(r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R_{i}^{T} R_{j} k_{j} .",),
        setting=ROTARY_BLOCK,
        must_refuse=(
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R_{i} R_{j} k_{j}",
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} k_{j}",
        ),
    ),
    Claim(
        id="notes.8.6.relative-rotation",
        inventory=("8.6-rope2", "8.6-roperel"),
        says=(r"R_{i} = R (i ω)", r"R_{i}^{T} R_{j} = R ((j - i) ω)", "相对位置差"),
        setting=ROTARY_BLOCK,
        means=(
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R ((j - i) ω) k_{j}",
            r"{\tilde{q}}_{i}^{T} {\tilde{q}}_{i} = q_{i}^{T} q_{i}",
        ),
        must_refuse=(
            r"R_{i}^{T} R_{j} = R ((i - j) ω)",
            r"R_{i} R_{j} = R ((j - i) ω)",
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = q_{i}^{T} R ((i + j) ω) k_{j}",
        ),
    ),
    Claim(
        id="notes.8.6.columns-here",
        inventory=("8.6-roperow",),
        says=("采用列向量", "换回前文行向量时相应转置"),
        setting=ROTARY_BLOCK,
        means=(
            r"{\tilde{q}}_{i}^{T} = q_{i}^{T} R_{i}^{T}",
            r"{\tilde{q}}_{i}^{T} {\tilde{k}}_{j} = (q_{i}^{T} R_{i}^{T}) (k_{j}^{T} R_{j}^{T})^{T}",
        ),
        must_refuse=(r"{\tilde{q}}_{i}^{T} = q_{i}^{T} R_{i}",),
    ),
    Claim(
        id="notes.8.6.source",
        inventory=("8.6-ropesrc",),
        says=("来源 R4]",),
        declared=Declared(Verdict.EXTERNAL, _SOURCE),
    ),
)

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

CLAIMS = (
    *HEADS_JOINED,
    *FEED_FORWARD,
    *RESIDUALS,
    *NORMALISATION,
    *BLOCK_CLAIMS,
    *POSITIONS,
    *ARCHITECTURES,
)
