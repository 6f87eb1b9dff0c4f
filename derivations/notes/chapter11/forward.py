"""Sections 11.2 and 11.3: lookup, projections, mask; residual, logits, loss."""

from __future__ import annotations

from derivations.claim import Claim, Declared, Label, QuotedFrom, Step
from derivations.verdict import Text, Verdict

FORWARD = (
    Claim(
        id="notes.11.2.X",
        inventory=("11.2-X",),
        says=(r"X = [\begin{matrix} 1 & 0 \\ 0 & 1 \end{matrix}]",),
        derivation=(
            Step(
                "X_{1} = row(E, t_{1})", by=Text("lookup of the first token (notes §2.1)", "查第一个 Token 的行（讲义 §2.1）")
            ),
            Step(
                "X_{2} = row(E, t_{2})", by=Text("lookup of the second token (notes §2.1)", "查第二个 Token 的行（讲义 §2.1）")
            ),
        ),
        must_refuse=("X_{1} = row(E, t_{2})",),
    ),
    Claim(
        id="notes.11.2.Q",
        inventory=("11.2-Q",),
        says=(r"Q = [\begin{matrix} 0 \\ 1 \end{matrix}]",),
        derivation=(Step("Q = X W_{Q}", by=Text("projection (notes §3.3)", "投影（讲义 §3.3）")),),
        must_refuse=("Q = X W_{K}",),
    ),
    Claim(
        id="notes.11.2.K",
        inventory=("11.2-K",),
        says=(r"K = [\begin{matrix} 1 \\ 0 \end{matrix}]",),
        derivation=(Step("K = X W_{K}", by=Text("projection (notes §3.3)", "投影（讲义 §3.3）")),),
        must_refuse=("K = X W_{Q}",),
    ),
    Claim(
        id="notes.11.2.V",
        inventory=("11.2-V",),
        says=("V = X",),
        derivation=(
            Step("V = X W_{V}", by=Text("projection (notes §3.3)", "投影（讲义 §3.3）")),
            Step("V = X", by=Text("W_V is the identity", "W_V 是单位矩阵")),
        ),
        must_refuse=("V = - X",),
    ),
    Claim(
        id="notes.11.2.scaling-is-1",
        inventory=("11.2-sqrt1",),
        says=(r"\sqrt{d_{k}} = 1",),
        must_refuse=(r"\sqrt{d_{k}} = 2",),
    ),
    Claim(
        id="notes.11.2.scores",
        inventory=("11.2-S0",),
        says=(r"S_{0} = [\begin{matrix} 0 & 0 \\ 1 & 0 \end{matrix}]",),
        derivation=(
            Step(r"S_{0} = Q K^{T} / \sqrt{d_{k}}", by=Text("scaled dot product (notes §3.3)", "缩放点积（讲义 §3.3）")),
        ),
        must_refuse=(r"S_{0} = K Q^{T} / \sqrt{d_{k}}",),
    ),
    Claim(
        id="notes.11.2.masked-scores",
        inventory=("11.2-Smask",),
        says=(r"S = [\begin{matrix} 0 & - \infty \\ 1 & 0 \end{matrix}]",),
        remark=Text(
            "−∞ is shorthand for “not allowed”: the weights are computed over the allowed positions only (notes §7.4).",
            "−∞ 只是“不允许”的简写：权重只在允许位置上计算（讲义 §7.4）。",
        ),
        must_refuse=(r"S = [\begin{matrix} 0 & 0 \\ 1 & 0 \end{matrix}]",),
    ),
    Claim(
        id="notes.11.2.a",
        inventory=("11.2-a",),
        says=(r"a = e / (e + 1) \approx 0.731059",),
        derivation=(
            Step("a = A_{21}", by=Text("a names this attention weight", "a 即这一注意力权重")),
            Step(
                r"A_{21} = \frac{e^{1}}{e^{1} + e^{0}}",
                by=Text("softmax over {1, 2} (notes §7.4)", "在 {1, 2} 上作 softmax（讲义 §7.4）"),
            ),
        ),
        must_refuse=("a = 1 / (e + 1)",),
    ),
    Claim(
        id="notes.11.2.c",
        inventory=("11.2-c",),
        says=(r"c = 1 / (e + 1) \approx 0.268941",),
        derivation=(
            Step("c = A_{22}", by=Text("c names this attention weight", "c 即这一注意力权重")),
            Step("c = 1 - a", by=Text("a row of weights sums to 1 (notes §6.2)", "一行权重之和为 1（讲义 §6.2）")),
        ),
        must_refuse=("c = e / (e + 1)",),
    ),
    Claim(
        id="notes.11.2.A",
        inventory=("11.2-A",),
        says=(r"A = [\begin{matrix} 1 & 0 \\ a & c \end{matrix}]",),
        derivation=(
            Step(
                "A = softmax_{row}(S)",
                by=Text("weights over the allowed positions (notes §7.4)", "在允许位置上的权重（讲义 §7.4）"),
            ),
        ),
        must_refuse=(r"A = [\begin{matrix} 1 & 0 \\ c & a \end{matrix}]",),
    ),
    Claim(
        id="notes.11.2.Z",
        inventory=("11.2-Z",),
        says=(r"Z = A V = [\begin{matrix} 1 & 0 \\ a & c \end{matrix}]",),
        must_refuse=("Z = V A^{T}",),
    ),
    Claim(
        id="notes.11.2.position-2-reads-both",
        inventory=("11.2-reads",),
        says=("第 2 个位置", "读取了 A 的内容", "自己的内容"),
        reads={0: Label(Text("number of a position", "位置编号"))},
        means=("A_{21} > 0", "A_{22} > 0", "A_{12} = 0"),
        must_refuse=("A_{21} = 0", "A_{12} > 0"),
    ),
    Claim(
        id="notes.11.2.no-language-knowledge",
        inventory=("11.2-nolang",),
        says=("尚未代表任何语言知识",),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "what the numbers mean for language is not a statement about them", "数值对语言意味着什么，不是关于数值的命题"
            ),
        ),
    ),
    Claim(
        id="notes.11.3.residual",
        inventory=("11.3-Rdef",),
        says=("R = X + Z W_{O}", "取最后一行"),
        means=("h = R_{2}",),
        must_refuse=("R = Z W_{O}", "h = R_{1}"),
    ),
    Claim(
        id="notes.11.3.h",
        inventory=("11.3-h",),
        says=(r"h = (a, 1 + c) \approx (0.731059, 1.268941)",),
        derivation=(
            Step("h = X_{2} + Z_{2} W_{O}", by=Text("last row of R = X + Z W_O", "R = X + Z W_O 的末行")),
            Step("h = (0, 1) + (a, c)", by=Text("X₂ = (0, 1), Z₂ = (a, c), W_O = I₂", "X₂ = (0, 1)，Z₂ = (a, c)，W_O = I₂")),
        ),
        must_refuse=("h = (1 + a, c)",),
    ),
    Claim(
        id="notes.11.3.logits",
        inventory=("11.3-l",),
        says=("ℓ = h U = (a, 1 + c, - a)",),
        must_refuse=("ℓ = (a, 1 + c, a)",),
    ),
    Claim(
        id="notes.11.3.probabilities",
        inventory=("11.3-pA", "11.3-pB", "11.3-pC"),
        says=(r"p \approx (0.339660, 0.581626, 0.078714)",),
        derivation=(
            Step("p = softmax(ℓ)", by=Text("softmax over the vocabulary (notes §9.1)", "在词表上作 softmax（讲义 §9.1）")),
            Step(
                r"p = \frac{1}{1 + e^{2} + e^{2 a}} (e^{2 a}, e^{2}, 1)",
                by=Text("cancel e^(−a), and 1 + c + a = 2", "约去 e^(−a)，又 1 + c + a = 2"),
            ),
        ),
        must_refuse=("p = softmax(- ℓ)",),
    ),
    Claim(
        id="notes.11.3.B-is-largest-but-C-is-the-target",
        inventory=("11.3-argmaxB",),
        says=("概率最大的是 B", "目标是 C"),
        wordings={
            0: {
                "概率最大的是 A": ("p_{A} > p_{B}", "p_{A} > p_{C}"),
                "概率最大的是 B": ("p_{B} > p_{A}", "p_{B} > p_{C}"),
                "概率最大的是 C": ("p_{C} > p_{A}", "p_{C} > p_{B}"),
            }
        },
        means=("y = id_{C}",),
        must_refuse=("p_{A} > p_{B}", "y = id_{B}"),
    ),
    Claim(
        id="notes.11.3.loss",
        inventory=("11.3-L",),
        says=(r"L = - \ln p_{C} \approx 2.541928",),
        derivation=(
            Step(
                r"L = \ln (1 + e^{2} + e^{2 a})",
                by=Text("−ln of p_C in closed form (notes §9.2), in nats", "把 p_C 的闭式代入 −ln（讲义 §9.2），单位 nat"),
            ),
        ),
        must_refuse=(r"L = - \ln p_{B}",),
    ),
    Claim(
        id="notes.11.3.probabilities-come-from-h-U-and-softmax",
        inventory=("11.3-nosampling",),
        says=("没有跳过", "h、U、Softmax", "算出"),
        means=("p = softmax(h U)", r"\bar{ℓ} = p - (0, 0, 1)"),
        remark=Text(
            "Neither the loss nor its gradient mentions a chosen token: only the target and p enter.",
            "损失与梯度里都没有“选出的词”：只用到目标与 p。",
        ),
        must_refuse=(r"\bar{ℓ} = p - (0, 1, 0)",),
    ),
    Claim(
        id="notes.11.3.not-an-unexplained-30-percent",
        inventory=("11.3-p30",),
        says=("不是凭空给定 30%", "不需要真的选出 B", "目标 C 的概率"),
        reads={0: QuotedFrom("4.3", name="§4.3")},
        refers=("4.3",),
    ),
)
