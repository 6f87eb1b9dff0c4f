"""Card 2 before its numbers: the two sublayers, their order and what it is for."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Condition, Declared, Label
from derivations.notes.chapter08.feed_forward import FFN_ROW
from derivations.notes.settings import FFN
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

ONE_GAIN = Setting(sizes="d", shapes={"x": "1 d", "g": ""}, forward=("y = g x",))
"""A layer that multiplies by g."""

HERE_ALONE = (Identity(setting=replace(FFN, calls=FFN_ROW.calls), formula=r"Y_{i, :} = FFN (X_{i, :})"),)
"""The FFN at a position is one function, the same everywhere, of the vector there."""

SUBLAYER = Label(Text("number of a sublayer", "子层编号"))
STEP = Label(Text("number of a step", "步骤编号"))

IN_WORDS = (
    Claim(
        id="lesson02.2.must-the-order-be-this",
        inventory=("card2-q-order",),
        says=("非要按", "这个顺序来堆"),
        condition=Condition(
            says=Text("the layer is that of 2017 (Post-LN)", "指 2017 年原论文的层（Post-LN）"),
            without=("X_{1} + 0 p = X_{1}", "p ≠ X_{1}"),
            repair=Text(
                "Ask why the paper chose it. With the norm first, x + Sublayer (LayerNorm (x)) has the same parts, and there "
                "a sublayer of zeros does leave x as it is, which LayerNorm (x + 0) does not; most models after 2019 stack so.",
                "宜问“原论文为什么按这个顺序”。先归一化的 x + Sublayer(LayerNorm(x)) 部件相同，且子层为零时 x 原样通过，"
                "而 LayerNorm(x + 0) 并非 x；2019 年后的模型多用此序。",
            ),
        ),
        must_refuse=("p = X_{1}",),
    ),
    Claim(
        id="lesson02.2.two-sublayers",
        inventory=("card2-two-sublayers", "card2-postln"),
        says=("由两个子层组成", "Position-wise FFN", "每个子层后面紧跟 Add"),
        means=("P_{self} + P_{FFN} + P_{LN} = P_{enc}", "P_{LN} = 2 × 2 d"),
        must_refuse=("P_{LN} = 2 d",),
        remark=Text(
            "Two parts with matrices, and a norm of 2 d parameters behind each.",
            "两个带矩阵的部件，各跟一个 2 d 参数的归一化。",
        ),
    ),
    Claim(
        id="lesson02.2.position-wise",
        inventory=("card2-positionwise",),
        says=("独立应用相同的变换", "共享 FFN 参数", "互不影响"),
        proves=HERE_ALONE,
        must_refuse=(r"Y_{i, :} = X_{i, :}",),
    ),
    Claim(
        id="lesson02.2.three-parts-twice",
        inventory=("card2-trilogy", "card2-pipeline"),
        says=("三部曲", "论文里就是", "这个顺序"),
        means=("P_{LN} / (2 d) = 2",),
        must_refuse=("P_{LN} / (2 d) = 4",),
    ),
    Claim(
        id="lesson02.2.deeper-nets",
        inventory=("card2-scale-grad",),
        says=("网络越深，数值尺度越会逐层放大", "也越会逐层衰减"),
        proves=(Identity(setting=ONE_GAIN, formula=r"\bar{x} = g \bar{y}"),),
        condition=Condition(
            says=Text(
                "the gain of values is above 1 and that of gradients below 1, though a layer y = g x has one gain for both",
                "数值的增益大于 1、梯度的增益小于 1，尽管 y = g x 的一层对两者增益相同",
            ),
            without=(r"(\frac{11}{10})^{6} > 1", r"(\frac{9}{10})^{6} < 1"),
            repair=Text(
                "Say “grow or shrink”: through six layers of gain 1.1 values and gradients both grow, of 0.9 both shrink. "
                "Card 4 says so of the values, and shows gradients of both kinds.",
                "宜写“放大或衰减”：增益 1.1 的六层使数值与梯度都放大，0.9 的六层使两者都衰减。"
                "卡片 4 对数值即如此说，并列出两种梯度。",
            ),
        ),
        must_refuse=(r"\bar{y} = g \bar{x}",),
    ),
    Claim(
        id="lesson02.2.sublayer-1",
        inventory=("card2-sub1-title", "card2-sub1"),
        says=("子层 1：Self-Attention", "残差加法", "x + Attention(x)", "最后再过一层 LayerNorm"),
        reads={0: SUBLAYER},
        declared=Declared(Verdict.DEFINITION, Text("defines the sublayer; step 3 computes it", "定义子层；Step 3 按它计算")),
    ),
    Claim(
        id="lesson02.2.sublayer-2",
        inventory=("card2-sub2-title", "card2-sub2"),
        says=("子层 2：FFN", "两个线性层 + ReLU"),
        reads={0: SUBLAYER},
        means=("P_{FFN} = 2 d m",),
        must_refuse=("P_{FFN} = d m",),
    ),
)
