"""Card 4 of lesson 2: residuals and LayerNorm."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Mistake, Reading, Value
from derivations.given_values import GivenValues
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(
    givens=("v_1", "v_2", "v_3", "v_4", "g"),
    letters={
        "n": "1 + 1 + 1 + 1",  # one for each entry
        "μ": "(v_1 + v_2 + v_3 + v_4) / n",
        "c": "(v_1 - μ, v_2 - μ, v_3 - μ, v_4 - μ)",
        "σ": r"\sqrt{(c_{1}^{2} + c_{2}^{2} + c_{3}^{2} + c_{4}^{2}) / n}",
        "u": r"\frac{1}{σ} c",
    },
)
"""LayerNorm of the card's vector v: mean, centred numbers c, standard deviation, result u.

Of the tables of gradients: the multiplier g of a layer.
"""

PLAIN = Setting(sizes="d", shapes={"x": "1 d", "W": "d d"}, functions=frozenset({"f"}), forward=("y = f (x W)",))
"""A layer without residual: any smooth function after a linear map."""

RESIDUAL = Setting(sizes="d", shapes={"x": "1 d", "W": "d d"}, functions=frozenset({"f"}), forward=("y = x + f (x W)",))
"""The same layer with its input added."""

_YEAR = Label(Text("a year", "年份"))
_LAYERS = Label(Text("a number of layers", "层数"))
_OUTPUT = "output = LayerNorm(x + Sublayer(x))"
_WITHOUT = "x_l = F_l(x_{l-1})"
_WITH = "x_l = x_{l-1} + F_l(x_{l-1})"
_CHAIN_WITHOUT = "∂loss/∂x_{l-1} = ∂loss/∂x_l × ∂F_l/∂x_{l-1}"
_CHAIN_WITH = "∂loss/∂x_{l-1} = ∂loss/∂x_l × (I + ∂F_l/∂x_{l-1})"


def _decay(layers: int, power: str, printed: str, words: str, inventory: tuple[str, ...]) -> Claim:
    """A row of the table without residuals: the multiplier g once a layer."""
    of = f"g^{{{layers}}}"
    reads: dict[int, Reading] = {0: _LAYERS, 1: Value("g"), 2: Value(str(layers)), 3: Value(of)}
    if "%" in words:
        reads[4] = Value(f"1 - {of}")
    row = f"{layers}␟0.85{power}␟{printed}（{words}）"
    return Claim(id=f"lesson02.4.decay-over-{layers}-layers", inventory=inventory, says=(row,), reads=reads)


def _growth(layers: int, power: str, printed: str, inventory: tuple[str, ...]) -> Claim:
    """A row of the table with residuals: the multiplier 1 + g once a layer."""
    row = f"{layers}␟1.85{power}␟{printed}（"
    reads: dict[int, Reading] = {0: _LAYERS, 1: Value("1 + g"), 2: Value(str(layers)), 3: Value(f"(1 + g)^{{{layers}}}")}
    return Claim(id=f"lesson02.4.growth-over-{layers}-layers", inventory=inventory, says=(row,), reads=reads)


CLAIMS = (
    Claim(
        id="lesson02.4.after-every-sublayer",
        inventory=("card4-question", "card4-resnet", "card4-intro-tf"),
        says=("每个子层后面", "2016", "2017"),
        reads={0: _YEAR, 1: _YEAR},
        declared=Declared(Verdict.EXTERNAL, Text("who introduced what", "由谁提出")),
    ),
    Claim(
        id="lesson02.4.post-norm",
        inventory=("card4-formula",),
        says=(_OUTPUT,),
        assumes=(_OUTPUT,),
        declared=Declared(Verdict.DEFINITION, Text("defines Add & Norm", "定义 Add & Norm")),
    ),
    Claim(
        id="lesson02.4.the-gradient-is-at-least-1",
        inventory=("card4-grad1", "card4-grad-atleast1"),
        says=("至少为 1",),
        reads={0: Label(Text("the bound that is refuted", "被否证的下界"))},
        means=("1 + (- 1) ≥ 1",),
        mistake=Mistake(
            why=Text(
                "the Jacobian is I + ∂F/∂x, and nothing keeps ∂F/∂x from cancelling I: for F(x) = −x it is 0.",
                "Jacobian 是 I + ∂F/∂x，而 ∂F/∂x 可以抵消 I：当 F(x) = −x 时它等于 0。",
            ),
            repair=Text(
                "say that the path of the identity contributes I to the gradient, without “at least”.",
                "可改为“恒等路径为梯度贡献一个 I”，去掉“至少”。",
            ),
        ),
    ),
    Claim(
        id="lesson02.4.only-the-difference-is-learned",
        inventory=("card4-learn-residual",),
        says=("只需学习", "输入和输出的差"),
        setting=RESIDUAL,
        means=("y - x = f (x W)",),
        must_refuse=("y = f (x W)",),
    ),
    Claim(
        id="lesson02.4.layer-norm",
        inventory=("card4-layernorm-ref", "card4-layernorm-def"),
        says=("Ba et al., 2016", "减均值/除标准差"),
        reads={0: _YEAR},
        means=("c_{1} + c_{2} + c_{3} + c_{4} = 0", "u_{1}^{2} + u_{2}^{2} + u_{3}^{2} + u_{4}^{2} = 4"),
    ),
    Claim(
        id="lesson02.4.a-useless-layer-lets-pass",
        inventory=("card4-residual-def",),
        says=("x + F(x)", "接近零", "直接穿过"),
        setting=RESIDUAL,
        means=("y = x + f (x W)",),
        must_refuse=("y = x",),
    ),
    Claim(
        id="lesson02.4.why-a-norm",
        inventory=("card4-no-ln", "card4-analogy"),
        says=("越来越大或越来越小", "旁通管"),
        condition=Condition(
            says=Text("the gain of a layer stays away from 1", "每层增益不接近 1"),
            without=("0.9999^{48} > 0.995",),
            repair=Text("A gain near 1 keeps the scale at any depth met.", "增益接近 1 时，常见深度都保持尺度。"),
            fair=Text("“Tends to” is meant, not “always”.", "这里说的是倾向，而非必然。"),
        ),
    ),
    Claim(
        id="lesson02.4.chain-without-residual",
        inventory=("card4-chain-no",),
        says=(_WITHOUT, _CHAIN_WITHOUT),
        assumes=(_WITHOUT, _CHAIN_WITHOUT),
        proves=(Identity(setting=PLAIN, formula=r"\frac{\partial y_{r}}{\partial x_{s}} = f^{'} ((x W)_{r}) W_{s r}"),),
        declared=Declared(Verdict.DEFINITION, Text("the chain rule, in the card's letters", "链式法则，用本卡片的记号")),
    ),
    Claim(
        id="lesson02.4.columns-of-the-first-table",
        inventory=("card4-layer1-count",),
        says=("假设每层梯度乘子=0.85", "第1层的梯度"),
        fixes=("g",),
        reads={0: Value("g"), 1: Label(Text("number of a layer", "层号"))},
        condition=Condition(
            says=Text("the gradient at the input of layer 1 is meant", "指第 1 层输入处的梯度"),
            without=("g^{11} > g^{12}",),
            repair=Text(
                "At the output of layer 1 there are 11 factors of 12; say “at the input of layer 1”.",
                "若指第 1 层的输出，则 12 层只有 11 个因子；请写明“第 1 层输入处”。",
            ),
            fair=Text("The tables count one factor a layer.", "两表均按每层一个因子计。"),
        ),
    ),
    _decay(12, "¹²", "0.14", "衰减 86%", ("card4-085-12", "card4-085-12-pct")),
    _decay(24, "²⁴", "0.02", "衰减 98%", ("card4-085-24", "card4-085-24-pct")),
    _decay(48, "⁴⁸", "0.0004", "几乎为零", ("card4-085-48", "card4-085-48-zero")),
    Claim(
        id="lesson02.4.chain-with-residual",
        inventory=("card4-chain-res",),
        says=(_WITH, _CHAIN_WITH),
        assumes=(_WITH, _CHAIN_WITH),
        proves=(
            Identity(setting=RESIDUAL, formula=r"\frac{\partial y_{r}}{\partial x_{s}} = δ_{r s} + f^{'} ((x W)_{r}) W_{s r}"),
        ),
        declared=Declared(Verdict.DEFINITION, Text("the chain rule, in the card's letters", "链式法则，用本卡片的记号")),
    ),
    Claim(
        id="lesson02.4.multiplier-with-residual",
        inventory=("card4-185",),
        says=("I + 0.85×I = 1.85␟传到第1层的梯度",),
        reads={
            0: Value("g"),
            1: Value("1 + g"),
            2: Label(Text("number of a layer", "层号")),
        },
        means=("1 + g > g",),
        must_refuse=("1 + g = g",),
        remark=Text("Of the matrices: I + 0.85 I = 1.85 I.", "就矩阵而言：I + 0.85 I = 1.85 I。"),
    ),
    _growth(12, "¹²", "1607", ("card4-185-12", "card4-185-12-toolarge")),
    _growth(24, "²⁴", "2.6e6", ("card4-185-24",)),
    Claim(
        id="lesson02.4.made-up-on-purpose",
        inventory=("card4-note", "card4-note-vanish", "card4-note-accumulate"),
        says=("刻意构造的示意", "不会自动爆炸", "压回合理范围"),
        means=("(1 - g)^{24} < 1",),
        remark=Text(
            "With F(x) = −0.85 x the same residual shrinks the gradient.", "当 F(x) = −0.85 x 时，同样的残差使梯度缩小。"
        ),
    ),
    Claim(
        id="lesson02.4.the-vector",
        inventory=("card4-ln-two-steps", "card4-ln-vec"),
        says=("步骤␟公式␟示例（向量 [2, 6, 4, 8]）",),
        fixes=("v_1", "v_2", "v_3", "v_4"),
        reads={number: Value(f"v_{{{number + 1}}}") for number in range(4)},
    ),
    Claim(
        id="lesson02.4.mean-taken-off",
        inventory=("card4-ln-mu", "card4-ln-center"),
        says=("减均值␟x_i - μ␟μ=(2+6+4+8)/4=5 → [-3, 1, -1, 3]",),
        reads={
            **{number: Value(f"v_{{{number + 1}}}") for number in range(4)},
            4: Value("n"),
            5: Value("μ"),
            **{number + 6: Value(f"c_{{{number + 1}}}") for number in range(4)},
        },
    ),
    Claim(
        id="lesson02.4.divided-by-the-deviation",
        inventory=("card4-ln-sigma", "card4-ln-out", "card4-ln-eps"),
        says=("除标准差␟(x_i-μ)/σ␟σ=√((9+1+1+9)/4)=√5≈2.24 → [-1.34, 0.45, -0.45, 1.34]",),
        reads={
            **{number: Value(f"c_{{{number + 1}}}^{{2}}") for number in range(4)},
            4: Value("n"),
            5: Value("σ^{2}"),
            6: Value("σ"),
            **{number + 7: Value(f"u_{{{number + 1}}}") for number in range(4)},
        },
        remark=Text("Without ε; the vector is not constant, so σ > 0.", "未加 ε；该向量不是常向量，故 σ > 0。"),
    ),
    Claim(
        id="lesson02.4.scale-and-shift",
        inventory=("card4-ln-affine",),
        says=("缩放平移␟γ×norm + β␟γ 和 β 是可学习参数",),
        declared=Declared(Verdict.DEFINITION, Text("defines scale and shift", "定义缩放与平移")),
    ),
    Claim(
        id="lesson02.4.summary",
        inventory=("card4-sum-nores", "card4-sum-noln"),
        says=("24 层梯度衰减 98%", "24 层梯度放大 2.6e6 倍"),
        reads={0: _LAYERS, 1: Value("1 - g^{24}"), 2: _LAYERS, 3: Value("(1 + g)^{24}")},
        condition=Condition(
            says=Text(
                "every layer multiplies by 0.85, or by 1.85, as the tables assume", "每层乘子恒为 0.85 或 1.85（两表的假设）"
            ),
            without=("(1 - g)^{24} < 1", "(1 + g / 100)^{24} < 2"),
            repair=Text(
                "The note under the tables calls this made up; repeat the caveat here.",
                "表下的注已说明这是刻意构造的；请在此重申。",
            ),
        ),
    ),
    Claim(
        id="lesson02.4.deep-models-train",
        inventory=("card4-sum-deep", "card4-sum-premise"),
        says=("6 层、24 层甚至 96 层", "6 层扩展到千亿"),
        reads=dict.fromkeys(range(4), _LAYERS),
        declared=Declared(Verdict.EMPIRICAL, Text("an observation about training", "关于训练的观察")),
    ),
)
