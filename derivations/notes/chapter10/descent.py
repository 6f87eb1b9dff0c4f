"""Section 10.1: why the negative gradient is a direction of descent, and what does not follow."""

from __future__ import annotations

from derivations.claim import Claim, Declared, Label, Step
from derivations.prover.first_order import FirstOrder
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

_EXPANSION = r"L (θ - η g) = L (θ) - η ‖ g ‖^{2} + o (η), g = \nabla L (θ) ."

LINEAR = Setting(sizes="M", shapes={"g": "M", "η": ""})
"""M parameters in one vector: a gradient and a learning rate."""

DESCENT = (
    Claim(
        id="notes.10.1.differentiable-loss",
        inventory=("10.1-diff",),
        says=("可微标量损失", "L (θ)", "展开成向量", "一阶展开"),
        declared=Declared(
            Verdict.DEFINITION,
            Text("fixes L and θ; that L is differentiable is used by the next claim", "规定 L 与 θ；可微性用于下一命题"),
        ),
    ),
    Claim(
        id="notes.10.1.first-order-expansion",
        inventory=("10.1-taylor",),
        says=(_EXPANSION,),
        proves=(
            FirstOrder(formula=_EXPANSION),
            Identity(setting=LINEAR, formula=r"g \cdot (- η g) = - η (g \cdot g)"),
        ),
        derivation=(
            Step(
                r"g \cdot (- η g) = - η (g \cdot g)",
                by=Text(
                    "the linear term of the expansion at θ − η g is the scalar product of g and −η g",
                    "在 θ − η g 处展开，一次项为 g 与 −η g 的内积",
                ),
            ),
        ),
        must_refuse=(
            r"L (θ - η g) = L (θ) + η ‖ g ‖^{2} + o (η)",
            r"L (θ - η g) = L (θ) - 2 η ‖ g ‖^{2} + o (η)",
            r"L (θ + η g) = L (θ) - η ‖ g ‖^{2} + o (η)",
        ),
    ),
    Claim(
        id="notes.10.1.small-steps-descend",
        inventory=("10.1-descent",),
        says=(r"g \neq 0", "充分小的正", "η", "使损失下降"),
        assumes=(r"g \neq 0",),
        proves=(FirstOrder(formula="L (θ - η g) < L (θ)"),),
        must_refuse=("L (θ + η g) < L (θ)",),
        remark=Text(
            "How small η has to be depends on L and θ; no number is claimed.", "η 需要多小取决于 L 与 θ；这里未给出具体数值。"
        ),
    ),
    Claim(
        id="notes.10.1.finite-steps-need-not-descend",
        inventory=("10.1-finite",),
        says=("有限步长不自动", "批次损失下降", "不保证"),
        means=("(1 - 2 × 2)^{2} > 1^{2}", "(1 - 1) + (0 + 1/2) < 1 + 0", "0 + 1/2 > 0"),
        derivation=(
            Step(
                "1 - 2 × 2 = - 3",
                by=Text("L(θ) = θ² at θ = 1 with η = 2: the step leads to −3", "取 L(θ) = θ²，θ = 1，η = 2：一步到 −3"),
            ),
            Step(
                "(- 3)^{2} > 1^{2}",
                by=Text("there the loss is 9, and it was 1", "该处损失为 9，原来为 1"),
            ),
            Step(
                "(0 + 1 / 2) - 0 = 1 / 2",
                by=Text(
                    "losses θ and −θ/2 of two samples, θ from 1 to 0: the sum falls by 1/2, the second one rises by 1/2",
                    "两个样本的损失为 θ 与 1/2 − θ/2，θ 由 1 到 0：和下降 1/2，第二个上升 1/2",
                ),
            ),
        ),
        must_refuse=("(1 - 2 × 2)^{2} < 1^{2}",),
    ),
    Claim(
        id="notes.10.1.what-back-propagation-is",
        inventory=("10.1-bp",),
        says=("反向传播", "链式法则", "局部导数", "梯度下降是更新规则", "Adam", "最简单的梯度下降"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "names what is used: the chain rule, a base theorem of every proof here, and plain descent (notes §11.6)",
                "说明所用之物：链式法则（此处各证明的基本定理）与最简单的梯度下降（讲义 §11.6）",
            ),
        ),
    ),
    Claim(
        id="notes.10.1.branches-in-the-figure",
        inventory=("10.1-fig3",),
        says=("图 3", "反向传递", "分支贡献相加"),
        reads={0: Label(Text("number of a figure", "图号"))},
        declared=Declared(
            Verdict.DEFINITION,
            Text("points to a drawing; that branches add is decided at §10.2", "指向一幅图；分支相加在 §10.2 判定"),
        ),
    ),
)
