"""Sections 10.3 and 10.4: from the loss to the logits, and from the logits to U, b and the hidden row."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Stated, Step, Unstated
from derivations.notes.decoding import TEMPERATURE, UNIQUE
from derivations.notes.settings import OUTPUT_LAYER
from derivations.prover.differential import Differential
from derivations.prover.identity import Identity
from derivations.prover.limiting import Limiting
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text

_LOSS = Text("the loss is the negative logarithm of p_y (notes §9.2)", "损失为 p_y 的负对数（讲义 §9.2）")
_SOFTMAX = Text("p is the softmax of the logits (notes §9.1)", "p 是 logits 的 softmax（讲义 §9.1）")

_AT_THE_TARGET = r"p_{y} - 1_{y = y} = p_{y} - 1"
_NO_BETTER_BOUND = r"p_{y} - 1 \to 0, T \to 0"
"""It comes as close to 0 as one likes: with logits ℓ / T."""
_ENTRY = r"\partial L / \partial U_{r j} = h_{r} {\bar{ℓ}}_{j}"

WITH_LOGIT_GRADIENT = replace(OUTPUT_LAYER, where=(*OUTPUT_LAYER.where, r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y}"))
"""The output layer with ℓ̄ standing for what §10.3 finds."""

_PRODUCT = Text(
    "differential of a product; then dL = Σ ℓ̄ dℓ is compared with Σ Ū dU",
    "乘积的微分；再以 dL = Σ ℓ̄ dℓ 与 Σ Ū dU 比较",
)

ONE_STEP = replace(WITH_LOGIT_GRADIENT, shapes={**OUTPUT_LAYER.shapes, "η": ""}, positive=OUTPUT_LAYER.positive | {"η"})
"""The same, and a positive learning rate."""

_WRONG = {"j ≠ y": r"j \neq y"}
_TWO_TOKENS = {"N ≥ 2": r"w \neq y"}
_SAY_TWO_TOKENS = Text("Say that the vocabulary has at least two tokens.", "应说明词表至少有两个 Token。")
_NOTHING_TO_PREDICT = Text(
    "A vocabulary of one token leaves nothing to predict, so this may go without saying.",
    "词表只有一个 Token 时无可预测，故可不言自明。",
)

POSITIONS = Setting(
    sizes="n d N",
    shapes={"H": "n d", "U": "d N", "b": "1 N"},
    rows={"λ": "Λ"},
    forward=("Λ = H U + b",),
)
"""The output layer at n positions, Λ the logits of all of them (§10.4)."""

OUTPUT_GRADIENTS = (
    Claim(
        id="notes.10.3.loss-of-logits",
        inventory=("10.3-Llogit",),
        says=(r"L = - ℓ_{y} + \ln \sum_{r} e^{ℓ_{r}} .",),
        setting=OUTPUT_LAYER,
        derivation=(
            Step(r"L = - \ln p_{y}", by=_LOSS, uses=("L",)),
            Step(r"\ln p_{y} = ℓ_{y} - \ln \sum_{r} e^{ℓ_{r}}", by=_SOFTMAX, uses=("p",)),
        ),
        must_refuse=(r"L = ℓ_{y} - \ln \sum_{r} e^{ℓ_{r}}", r"L = - ℓ_{y}", r"L = - ℓ_{y} + \sum_{r} ℓ_{r}"),
    ),
    Claim(
        id="notes.10.3.gradient-of-logits",
        inventory=("10.3-lbar",),
        says=(r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y} .",),
        setting=OUTPUT_LAYER,
        derivation=(
            Step(
                r"\frac{\partial p_{j}}{\partial ℓ_{k}} = p_{j} (δ_{j k} - p_{k})",
                by=Text("derivative of a quotient (notes §7.3)", "商的求导（讲义 §7.3）"),
                uses=("p",),
            ),
        ),
        must_refuse=(
            r"{\bar{ℓ}}_{j} = 1_{j = y} - p_{j}",
            r"{\bar{ℓ}}_{j} = p_{j}",
            r"{\bar{ℓ}}_{j} = p_{j} - 1",
            r"{\bar{ℓ}}_{j} = p_{y} - 1_{j = y}",
            r"{\bar{ℓ}}_{j} = 2 (p_{j} - 1_{j = y})",
        ),
    ),
    Claim(
        id="notes.10.3.signs-of-the-gradient",
        inventory=("10.3-signs",),
        says=("错误候选的导数是正数", "目标的导数是", "p_{y} - 1 < 0"),
        proves=(
            Ordered(setting=WITH_LOGIT_GRADIENT, formula=r"{\bar{ℓ}}_{j} > 0", given=_WRONG, through="p_{j}"),
            Ordered(setting=OUTPUT_LAYER, formula="p_{y} - 1 < 0", given=_TWO_TOKENS),
            Identity(setting=OUTPUT_LAYER, formula=_AT_THE_TARGET),
            Limiting(setting=TEMPERATURE, formula=_NO_BETTER_BOUND, given=UNIQUE),
        ),
        reads={0: Stated(_AT_THE_TARGET), 1: Stated(_NO_BETTER_BOUND, 1)},
        unstated=(Unstated("N ≥ 2", repair=_SAY_TWO_TOKENS, fair=_NOTHING_TO_PREDICT),),
        must_refuse=(r"{\bar{ℓ}}_{j} < 0", "p_{y} - 1 > 0", r"{\bar{ℓ}}_{y} > 0"),
    ),
    Claim(
        id="notes.10.3.independent-logits",
        inventory=("10.3-indeplogits",),
        says=("logits 本身是独立参数", "降低错误分数、提高目标分数"),
        proves=(
            Ordered(setting=ONE_STEP, formula=r"ℓ_{j} - η {\bar{ℓ}}_{j} < ℓ_{j}", given=_WRONG, through="η p_{j}"),
            Ordered(setting=ONE_STEP, formula=r"ℓ_{y} - η {\bar{ℓ}}_{y} > ℓ_{y}", given=_TWO_TOKENS),
        ),
        unstated=(Unstated("N ≥ 2", repair=_SAY_TWO_TOKENS, fair=_NOTHING_TO_PREDICT),),
        must_refuse=(r"ℓ_{j} - η {\bar{ℓ}}_{j} > ℓ_{j}", r"ℓ_{y} - η {\bar{ℓ}}_{y} < ℓ_{y}"),
    ),
    Claim(
        id="notes.10.3.logits-share-parameters",
        inventory=("10.3-sharedlogits",),
        says=("真实网络中 logits 共享上游参数", "不能逐项照搬"),
        means=("1 - e^{2} / (e + e^{2}) < 1",),
        derivation=(
            Step(
                "e / (e + e^{2}) - 1 < 0",
                by=Text(
                    "logits h and 2 h of one hidden number h = 1, target the first: as an independent parameter it would rise",
                    "隐藏数 h = 1，两个 logits 为 h 与 2 h，目标为第一个：若独立，它会升高",
                ),
            ),
            Step(
                "(e / (e + e^{2}) - 1) 1 + (e^{2} / (e + e^{2})) 2 = e^{2} / (e + e^{2})",
                by=Text(
                    "h̄ = ℓ̄ Uᵀ (notes §10.4) is positive, so h falls, and with it the score of the target",
                    "h̄ = ℓ̄ Uᵀ（讲义 §10.4）为正，故 h 下降，目标分数随之下降",
                ),
            ),
        ),
        must_refuse=("1 - e^{2} / (e + e^{2}) > 1",),
    ),
    Claim(
        id="notes.10.4.gradients-of-the-output-layer",
        inventory=("10.4-Ubar", "10.4-hbar", "10.4-bbar"),
        says=(r"ℓ = h U + b", r"\bar{U} = h^{T} \bar{ℓ}, \bar{h} = \bar{ℓ} U^{T}, \bar{b} = \bar{ℓ} ."),
        setting=OUTPUT_LAYER,
        proves=(Differential(setting=OUTPUT_LAYER, formula="d ℓ = d h U + h d U + d b", of=("h", "U", "b")),),
        derivation=(Step("d ℓ = d h U + h d U + d b", by=_PRODUCT),),
        must_refuse=(
            r"\bar{U} = \bar{ℓ}^{T} h",
            r"\bar{U} = - h^{T} \bar{ℓ}",
            r"\bar{h} = \bar{ℓ} U",
            r"\bar{h} = 2 \bar{ℓ} U^{T}",
            r"\bar{b} = - \bar{ℓ}",
        ),
    ),
    Claim(
        id="notes.10.4.outer-product",
        inventory=("10.4-entry",),
        says=(
            r"ℓ_{j} = \sum_{r} h_{r} U_{r j} + b_{j}",
            _ENTRY,
            "外积",
        ),
        setting=OUTPUT_LAYER,
        means=(r"(h^{T} \bar{ℓ})_{r j} = h_{r} {\bar{ℓ}}_{j}",),
        proves=(Identity(setting=WITH_LOGIT_GRADIENT, formula=_ENTRY),),
        must_refuse=(r"(h^{T} \bar{ℓ})_{r j} = h_{j} {\bar{ℓ}}_{r}", r"\partial L / \partial U_{r j} = h_{r}"),
    ),
    Claim(
        id="notes.10.4.several-positions",
        inventory=("10.4-multipos",),
        says=("多个位置", r"\bar{U} = H^{T} \bar{Λ}", r"\bar{b}", "求和"),
        setting=POSITIONS,
        means=(r"{\bar{b}}_{j} = \sum_{i} {\bar{Λ}}_{i j}",),
        must_refuse=(
            r"\bar{U} = \bar{Λ}^{T} H",
            r"\bar{U} = \frac{1}{n} H^{T} \bar{Λ}",
            r"{\bar{b}}_{j} = \frac{1}{n} \sum_{i} {\bar{Λ}}_{i j}",
        ),
    ),
)
