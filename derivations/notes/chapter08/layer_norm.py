"""Section 8.4: LayerNorm."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim import Claim, Declared, Label, Stated
from derivations.notes.chapter07 import NORMALISED
from derivations.notes.settings import LAYER_NORM
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

NORM_CALL = r"LN (x)_{r} = γ_{r} \frac{x_{r} - mean (x)}{\sqrt{mean ((x - mean (x) 1)^{2}) + ε}} + β_{r}"
"""LayerNorm of §8.4 as a function of a row, made of means."""

NORM = replace(LAYER_NORM, shapes={**LAYER_NORM.shapes, "c": ""}, calls=(NORM_CALL,))
"""LayerNorm of one row, also as a function that is made of means (§8.4)."""

RMS = Setting(
    sizes="d",
    shapes={"x": "1 d", "γ": "d", "β": "d", "ε": "", "c": ""},
    positive=frozenset({"ε"}),
    calls=(NORM_CALL, r"RMS (x)_{r} = γ_{r} \frac{x_{r}}{\sqrt{mean (x^{2}) + ε}} + β_{r}"),
)
"""LayerNorm beside RMSNorm, with the same scale and shift."""

_LN = r"LN (x)_{r} = γ_{r} \frac{x_{r} - μ}{\sqrt{v + ε}} + β_{r} ."

_SAMPLE = r"(d - 1) v = \sum_{r} (x_{r} - μ)^{2} - v"

_LESS_THAN_UNIT = r"mean ({\hat{x}}^{2}) < 1"

_NORMED_HERE = (
    r"\frac{\partial Y_{i r}}{\partial X_{j s}} = δ_{i j} \frac{1}{\sqrt{v_{i} + ε}} "
    r"(δ_{r s} - \frac{1}{d} - \frac{1}{d} Y_{i r} Y_{i s})"
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
        reads={0: Label(Text("the supposed bound of ε", "假设的 ε 下界"))},
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
