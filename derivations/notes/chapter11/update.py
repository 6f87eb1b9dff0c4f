"""Section 11.6: one simultaneous update of all 24 parameters, and the second forward pass."""

from __future__ import annotations

from derivations.claim import Claim, Step, Value
from derivations.verdict import Text

_NEW_FORWARD = Text("forward pass with all updated parameters", "用全部更新后的参数重新前向")

UPDATE = (
    Claim(
        id="notes.11.6.learning-rate",
        inventory=("11.6-eta",),
        says=("η = 0.1", "同时使用旧参数"),
        fixes=("η",),
    ),
    Claim(
        id="notes.11.6.update-rule",
        inventory=("11.6-upd",),
        says=(r"θ_{n e w} = θ_{o l d} - 0.1 \nabla L (θ_{o l d})",),
        derivation=(
            Step(r"θ_{new} = θ_{old} - η \bar{θ}", by=Text("gradient descent (notes §10.1)", "梯度下降（讲义 §10.1）")),
        ),
        must_refuse=(r"θ_{new} = θ_{old} + η \bar{θ}", r"θ_{new} = θ_{old} - \bar{θ}"),
    ),
    Claim(
        id="notes.11.6.second-entry-of-W_Q",
        inventory=("11.6-WQnew",),
        says=("W_{Q} 第二元素从 1", "0.986644"),
        reads={0: Value("(W_{Q})_{21}"), 1: Value("(W_{Q,new})_{21}", "W_Q,new[2]")},
        derivation=(Step("(W_{Q,new})_{21} = (W_{Q})_{21} - 2 η a c p_{A}", by=Text("gradient in closed form", "梯度的闭式")),),
        must_refuse=("(W_{Q,new})_{21} = (W_{Q})_{21}",),
    ),
    Claim(
        id="notes.11.6.entry-of-U",
        inventory=("11.6-Unew",),
        says=("U 第二行 C 列从 0", "0.116906"),
        reads={0: Value("entry(U, 2, id_{C})", "U[2,C]"), 1: Value("entry(U_{new}, 2, id_{C})", "U_new[2,C]")},
        derivation=(
            Step("entry(U_{new}, 2, id_{C}) = η (1 + c) (1 - p_{C})", by=Text("gradient in closed form", "梯度的闭式")),
        ),
        must_refuse=("entry(U_{new}, 2, id_{C}) = entry(U, 2, id_{C})",),
    ),
    Claim(
        id="notes.11.6.do-not-update-U-first",
        inventory=("11.6-simul",),
        says=("不能先改完 U", "新 U", "旧前向", "不同计算点"),
        means=(r"\bar{W}_{O,Ufirst} ≠ \bar{W}_{O}", r"\bar{E}_{Ufirst} ≠ \bar{E}", r"L_{Ufirst} ≠ L_{new}"),
        remark=Text(
            "With U changed first, the gradient of W_O and the loss after the update come out different.",
            "若先改 U，W_O 的梯度与更新后的损失都会不同。",
        ),
        must_refuse=(r"L_{Ufirst} = L_{new}",),
    ),
    Claim(
        id="notes.11.6.forward-again-with-everything-updated",
        inventory=("11.6-all",),
        says=("全部更新后的参数", "重新前向", "而非只修改最终概率"),
        means=(r"L_{Uonly} ≠ L_{new}",),
        remark=Text(
            "Updating U alone would give another loss: the table does need all updated matrices.",
            "只更新 U 会得到另一个损失：表中数值确实需要全部更新。",
        ),
        must_refuse=(r"L_{new} = L",),
    ),
    Claim(
        id="notes.11.6.before-and-after",
        inventory=(
            "11.6-tab-a21-before",
            "11.6-tab-a21-after",
            "11.6-tab-pA-before",
            "11.6-tab-pA-after",
            "11.6-tab-pB-before",
            "11.6-tab-pB-after",
            "11.6-tab-pC-before",
            "11.6-tab-pC-after",
            "11.6-tab-L-before",
            "11.6-tab-L-after",
        ),
        says=(
            "更新前 更新后",
            "a_{21} 0.731059 0.713748",
            "p_{A} 0.339660 0.271374",
            "p_{B} 0.581626 0.556819",
            "p_{C} 0.078714 0.171807",
            "目标损失 L 2.541928 1.761382",
        ),
        reads={
            0: Value("a_{21}"),
            1: Value("a_{21,new}"),
            2: Value("p_{A}"),
            3: Value("p_{A,new}"),
            4: Value("p_{B}"),
            5: Value("p_{B,new}"),
            6: Value("p_{C}"),
            7: Value("p_{C,new}"),
            8: Value("L"),
            9: Value("L_{new}"),
        },
        columns=(Text("before the update", "更新前"), Text("after the update", "更新后")),
        derivation=(
            Step("a_{21,new} = (A_{new})_{21}", by=_NEW_FORWARD),
            Step("p_{A,new} = entry(softmax(h_{new} U_{new}), 1, id_{A})", by=_NEW_FORWARD),
            Step(r"L_{new} = - \ln p_{C,new}", by=_NEW_FORWARD),
        ),
        must_refuse=("p_{C,new} = p_{C}", "a_{21,new} = a_{21}"),
    ),
    Claim(
        id="notes.11.6.target-rises-but-is-not-largest",
        inventory=("11.6-pCup",),
        says=("正确目标概率提高", "仍不是最大项", "不必立刻"),
        wordings={
            0: {"正确目标概率提高": ("p_{C,new} > p_{C}",), "正确目标概率降低": ("p_{C,new} < p_{C}",)},
            1: {
                "仍不是最大项": ("p_{C,new} < largest(p_{new})",),
                "已是最大项": ("p_{C,new} > p_{A,new}", "p_{C,new} > p_{B,new}"),
            },
        },
        must_refuse=("p_{C,new} > p_{B,new}", "p_{C,new} < p_{C}"),
    ),
    Claim(
        id="notes.11.6.attention-to-the-first-position-falls",
        inventory=("11.6-a21down",),
        says=("第一个位置的比例反而下降", "不成立"),
        wordings={
            0: {
                "第一个位置的比例反而下降": ("a_{21,new} < a_{21}", "L_{new} < L"),
                "第一个位置的比例也上升": ("a_{21,new} > a_{21}", "L_{new} < L"),
                "第一个位置的比例也下降": ("a_{21,new} < a_{21}", "L_{new} > L"),
                "第一个位置的比例反而上升": ("a_{21,new} > a_{21}", "L_{new} > L"),
            }
        },
        must_refuse=("a_{21,new} > a_{21}",),
    ),
    Claim(
        id="notes.11.6.update-changes-everything-at-once",
        inventory=("11.6-joint",),
        says=("更新同时改变内容", "匹配、输入表示", "输出打分"),
        means=(
            "W_{V,new} ≠ W_{V}",
            "W_{O,new} ≠ W_{O}",
            "W_{Q,new} ≠ W_{Q}",
            "W_{K,new} ≠ W_{K}",
            "E_{new} ≠ E",
            "U_{new} ≠ U",
        ),
        must_refuse=("U_{new} = U",),
    ),
)
