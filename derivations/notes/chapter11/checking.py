"""Section 11.7: central differences over all 24 parameters, and what such a check is worth."""

from __future__ import annotations

from derivations.claim import Bound, Claim, Declared, Label, Value
from derivations.verdict import Text, Verdict

CHECKING = (
    Claim(
        id="notes.11.7.all-24-parameters",
        inventory=("11.7-all24",),
        says=("全部 24 个参数元素", "中心差分"),
        reads={0: Value("count(θ_{old})")},
        must_refuse=("count(θ_{old}) = 25",),
    ),
    Claim(
        id="notes.11.7.central-difference",
        inventory=("11.7-cdiff",),
        says=(r"\frac{L (θ + ϵ e_{r}) - L (θ - ϵ e_{r})}{2 ϵ}", r"ϵ = 10^{- 5}"),
        fixes=("ϵ",),
        for_each="r",
        means=(r"| #1 - \bar{θ}_{r} | ≤ \frac{M_{3}}{6} ϵ^{2}",),
        remark=Text(
            "The printed quotient itself is evaluated for each of the 24 unit vectors e_r. By Taylor's formula a central "
            "difference is off by at most ϵ² M₃/6, M₃ being a certified bound of |∂³L/∂θ_r³| within ϵ of the parameters; a "
            "one-sided difference, or another divisor, is off by far more.",
            "对 24 个单位向量 e_r 逐一计算所印的差商本身。按泰勒公式，中心差分的误差不超过 ϵ² M₃/6，其中 M₃ 是参数附近 ϵ 之内 "
            "|∂³L/∂θ_r³| 的已证上界；单侧差分或换一个除数，误差要大得多。",
        ),
    ),
    Claim(
        id="notes.11.7.difference-to-the-gradient",
        inventory=("11.7-3e11",),
        says=(r"最大绝对差小于 3 \times 10^{- 11}",),
        reads={0: Bound("gap", "<", "max |Δ|")},
        remark=Text(
            "Certified for exact arithmetic. The printed sentence is about a floating-point program; its figure depends on "
            "rounding noise and on the order of the operations, so it can be reproduced but not certified.",
            "精确算术下已证。原句说的是浮点程序：其数值取决于舍入噪声与运算次序，可以复现，不能证明。",
        ),
    ),
    Claim(
        id="notes.11.7.loss-falls",
        inventory=("11.7-lossdown",),
        says=("重新前向", "损失下降"),
        wordings={1: {"损失下降": ("L_{new} < L",), "损失上升": ("L_{new} > L",)}},
        must_refuse=("L_{new} > L",),
    ),
    Claim(
        id="notes.11.7.a-check-is-no-proof",
        inventory=("11.7-notproof",),
        says=("舍入和截断误差", "不能替代第 10 章", "不能验证"),
        reads={0: Label(Text("number of a chapter", "章号"))},
        refers=("10",),
        means=("gap > 0",),
        remark=Text(
            "The truncation error is there even in exact arithmetic: the largest gap is certainly above zero.",
            "即使在精确算术中也有截断误差：最大差确实大于零。",
        ),
        must_refuse=("gap = 0",),
    ),
    Claim(
        id="notes.11.7.companion-files",
        inventory=("11.7-files",),
        says=("配套资料", "参数、梯度与更新结果"),
        declared=Declared(
            Verdict.EXTERNAL,
            Text(
                "the lesson's companion files are not part of the document; `export chapter11` writes such a file afresh",
                "讲义的配套文件不在文档内；`export chapter11` 可重新生成这样一份",
            ),
        ),
    ),
    Claim(
        id="notes.11.7.six-decimals",
        inventory=("11.7-six",),
        says=("显示六位小数", "未四舍五入值"),
        decimals=6,
    ),
)
