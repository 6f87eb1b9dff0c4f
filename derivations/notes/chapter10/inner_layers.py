"""Section 10.8: FFN and LayerNorm, and how the rules fit together."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Stated, Step
from derivations.notes.chapter10.block import THE_RULES_COVER_THE_NETWORK
from derivations.notes.settings import FFN, LAYER_NORM
from derivations.prover.differential import Differential
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

_OF_THE_MEAN = r"d μ = mean (d x)"
_OF_THE_VARIANCE = r"d v = 2 mean ((x - μ) ⊙ d x)"
_OF_THE_ROOT = r"d s = d v / (2 s)"
_OF_THE_QUOTIENT = r"d \hat{x} = (d x - d μ 1) / s - \hat{x} d s / s"

_PRODUCT = Text("differential of a product", "乘积的微分")
_OF_THE_FFN = (
    ("d Y = d C W_{2} + C d W_{2} + d b_{2}", ("C", "W_2", "b_2"), _PRODUCT),
    (r"d C = σ^{'} (B) ⊙ d B", ("B",), Text("σ acts entry by entry", "σ 逐元素作用")),
    ("d B = d X W_{1} + X d W_{1} + d b_{1}", ("X", "W_1", "b_1"), _PRODUCT),
)

_UNIT = r"mean ({\hat{x}}^{2}) = 1"
_WITH_EPSILON = r"mean ({\hat{x}}^{2}) = 1 \cdot \frac{v}{v + ε}"
"""What ε makes of it, and what it is without ε."""

WITH_RESIDUAL = replace(FFN, forward=(*FFN.forward[:-1], "Y = X + C W_{2} + b_{2}"))
"""FFN with a residual around it."""

ROWS = Setting(
    sizes="n d",
    shapes={"G": "n d", "γ": "1 d", "β": "1 d", "H": "n d"},
    where=(r"G = \bar{Y}",),
    forward=(r"Y_{i r} = γ_{r} H_{i r} + β_{r}",),
)
"""Scale and shift at n rows, H whatever the normalisation has made of them."""

INNER_LAYERS = (
    Claim(
        id="notes.10.8.ffn",
        inventory=("10.8-B", "10.8-W2bar", "10.8-Cbar", "10.8-Bbar", "10.8-W1bar", "10.8-Xbar2"),
        says=(
            "B = X W_{1} + b_{1}, C = σ (B), Y = C W_{2} + b_{2}",
            r"{\bar{W}}_{2} = C^{T} \bar{Y}, \bar{C} = \bar{Y} W_{2}^{T}, \bar{B} = \bar{C} ⊙ σ^{'} (B),",
            r"{\bar{W}}_{1} = X^{T} \bar{B}, \bar{X} = \bar{B} W_{1}^{T} .",
        ),
        setting=FFN,
        proves=tuple(Differential(setting=FFN, formula=formula, of=of) for formula, of, _ in _OF_THE_FFN),
        derivation=tuple(Step(formula, by=by) for formula, _, by in _OF_THE_FFN),
        must_refuse=(
            r"{\bar{W}}_{2} = \bar{Y}^{T} C",
            r"\bar{C} = \bar{Y} W_{2}",
            r"\bar{B} = \bar{C} ⊙ σ (B)",
            r"\bar{B} = \bar{C}",
            r"{\bar{W}}_{1} = \bar{B}^{T} X",
            r"\bar{X} = \bar{B} W_{2}",
        ),
        remark=Text(
            "σ is any function with a derivative at every entry of B; ReLU has none at 0 (notes §8.2).",
            "σ 为在 B 的每个元素处可导的任意函数；ReLU 在 0 处不可导（讲义 §8.2）。",
        ),
    ),
    Claim(
        id="notes.10.8.biases",
        inventory=("10.8-bias",),
        says=("偏置梯度对位置求和", "⊙", "逐元素乘法"),
        setting=FFN,
        means=(r"{\bar{b}}_{1, r} = \sum_{i} {\bar{B}}_{i r}", r"{\bar{b}}_{2, r} = \sum_{i} {\bar{Y}}_{i r}"),
        must_refuse=(
            r"{\bar{b}}_{1, r} = \frac{1}{n} \sum_{i} {\bar{B}}_{i r}",
            r"{\bar{b}}_{1, r} = \sum_{i} B_{i r}",
            r"{\bar{b}}_{2, r} = \sum_{i} {\bar{C}}_{i r}",
        ),
    ),
    Claim(
        id="notes.10.8.residual-around",
        inventory=("10.8-resout",),
        says=("残差外包", "直连梯度"),
        setting=WITH_RESIDUAL,
        means=(r"\bar{X} = \bar{Y} + \bar{B} W_{1}^{T}",),
        must_refuse=(r"\bar{X} = \bar{B} W_{1}^{T}", r"\bar{X} = \bar{Y}"),
    ),
    Claim(
        id="notes.10.8.layer-norm",
        inventory=("10.8-lnvars", "10.8-lnbar"),
        says=(
            r"s = \sqrt{v + ε}",
            r"\hat{x} = (x - μ) / s",
            "输出梯度 g",
            r"u = g ⊙ γ",
            r"\bar{x} = \frac{1}{s} [u - mean (u) 1 - \hat{x} mean (u ⊙ \hat{x})] .",
        ),
        setting=LAYER_NORM,
        proves=(Differential(setting=LAYER_NORM, formula=_OF_THE_QUOTIENT, of=("x",)),),
        derivation=(
            Step(
                _OF_THE_QUOTIENT,
                by=Text("derivative of a quotient; dμ and ds follow below", "商的微分；dμ 与 ds 见下文"),
            ),
        ),
        must_refuse=(
            r"\bar{x} = \frac{1}{s} [u - mean (u) 1]",
            r"\bar{x} = \frac{1}{s} [u - \hat{x} mean (u ⊙ \hat{x})]",
            r"\bar{x} = \frac{1}{s} [u - mean (u) 1 + \hat{x} mean (u ⊙ \hat{x})]",
            r"\bar{x} = \frac{1}{s} [g - mean (g) 1 - \hat{x} mean (g ⊙ \hat{x})]",
            r"\bar{x} = s [u - mean (u) 1 - \hat{x} mean (u ⊙ \hat{x})]",
        ),
    ),
    Claim(
        id="notes.10.8.scale-and-shift",
        inventory=("10.8-gbar",),
        says=(r"\bar{γ} = g ⊙ \hat{x}, \bar{β} = g", "多行时相加"),
        setting=LAYER_NORM,
        means=(r"{\bar{γ}}_{r} = \sum_{i} G_{i r} H_{i r}", r"{\bar{β}}_{r} = \sum_{i} G_{i r}"),
        proves=(
            Identity(setting=ROWS, formula=r"{\bar{γ}}_{r} = \sum_{i} G_{i r} H_{i r}"),
            Identity(setting=ROWS, formula=r"{\bar{β}}_{r} = \sum_{i} G_{i r}"),
        ),
        must_refuse=(r"\bar{γ} = g", r"\bar{γ} = u ⊙ \hat{x}", r"\bar{β} = u"),
    ),
    Claim(
        id="notes.10.8.no-unit-variance-needed",
        inventory=("10.8-noassume",),
        says=("保留了", "ε", "不需要假设", _UNIT),
        reads={0: Stated(_WITH_EPSILON, 0), 1: Stated(_WITH_EPSILON, 1)},
        proves=(Identity(setting=LAYER_NORM, formula=_WITH_EPSILON),),
        fails=(Identity(setting=LAYER_NORM, formula=_UNIT),),
        setting=LAYER_NORM,
        means=(r"mean (\hat{x}) = 0",),
        must_refuse=(r"mean ({\hat{x}}^{2}) = \frac{ε}{v + ε}", r"mean (\hat{x}) = 1"),
    ),
    Claim(
        id="notes.10.8.differentials",
        inventory=("10.8-dmu", "10.8-dv", "10.8-ds"),
        says=(_OF_THE_MEAN, _OF_THE_VARIANCE, _OF_THE_ROOT, r"d \hat{x}"),
        proves=tuple(
            Differential(setting=LAYER_NORM, formula=formula, of=("x",))
            for formula in (_OF_THE_MEAN, _OF_THE_VARIANCE, _OF_THE_ROOT)
        ),
        must_refuse=(r"d μ = 2 mean (d x)", r"d v = 2 mean (x ⊙ d x)", r"d v = mean ((x - μ) ⊙ d x)", r"d s = d v / s"),
    ),
    THE_RULES_COVER_THE_NETWORK,
    Claim(
        id="notes.10.8.automatic-differentiation",
        inventory=("10.8-autodiff",),
        says=("自动微分", "规则组合", "反复试错"),
        declared=Declared(
            Verdict.EXTERNAL,
            Text(
                "how software computes gradients: reverse accumulation (A. Griewank and A. Walther, Evaluating Derivatives, "
                "chapter 3)",
                "软件如何计算梯度：反向累积（A. Griewank、A. Walther, Evaluating Derivatives，第 3 章）",
            ),
        ),
    ),
)
