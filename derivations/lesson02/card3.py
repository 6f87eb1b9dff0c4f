"""Card 3 of lesson 2: the sublayers of a Decoder layer, and cross-attention at the first step of a translation."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Step, Value
from derivations.lesson02.decoder_by_hand import CROSS, EXAMPLE, WIDTH, entries
from derivations.lesson02.visibility import DECODER, LATER_WORDS_SEEN, LATER_WORDS_UNSEEN, ONE_TOWER_DOES_BOTH
from derivations.prover.determined import Determined
from derivations.prover.ordered import Ordered
from derivations.verdict import Text, Verdict

__all__ = ["CLAIMS", "EXAMPLE"]

_WORDS = ("I", "love", "you")
_STEP = Label(Text("number of a sublayer or of a step", "子层或步骤的编号"))
_LESSON = Label(Text("number of a lesson", "课次"))
_Q = "Q = x' × W_Q = [−0.51, 0.17, 1.52, −1.18] × W_Q"
_K = "K = encoder_output × W_K"
_V = "V = encoder_output × W_V"


def _encoded(row: int) -> Claim:
    """A row of what the Encoder gives."""
    printed = {1: "[0.9, 0.5, 0.1, 1.1]", 2: "[0.5, 1.0, 0.6, 0.4]", 3: "[0.4, 0.4, 0.7, 1.2]"}[row]
    word = _WORDS[row - 1]
    return Claim(
        id=f"lesson02.3.encoder-output-{word}",
        inventory=(f"card3-encout-{word}",),
        says=(f"{word}␟{printed}",),
        fixes=tuple(f"x_{row}{column}" for column in WIDTH),
        reads={column - 1: Value(f"x_{{{row}{column}}}") for column in WIDTH},
    )


def _weight(row: int) -> Claim:
    """A row of the table of scores, weights, and weighted values."""
    score, weight = {1: ("0.42", "0.355"), 2: ("0.35", "0.331"), 3: ("0.30", "0.315")}[row]
    word = _WORDS[row - 1]
    return Claim(
        id=f"lesson02.3.weight-of-{word}",
        inventory=(f"card3-score-{word}", f"card3-softmax-{word}", f"card3-weighted-{word}"),
        says=(f"Q·K_{word} = {score}␟exp({score})/Σ = {weight}␟{weight} × V_{word}",),
        fixes=(f"z_{row}",),
        reads={
            0: Value(f"z_{{{row}}}"),
            1: Value(f"z_{{{row}}}"),
            2: Value(f"a_{{{row}}}"),
            3: Value(f"a_{{{row}}}"),
        },
    )


SUBLAYERS = (
    Claim(
        id="lesson02.3.two-attentions",
        inventory=("card3-two-attn",),
        says=("需要两个注意力子层，一个不够",),
        proves=ONE_TOWER_DOES_BOTH,
        condition=Condition(
            says=Text(
                "the words of the Encoder must not stand in the keys of the Decoder's own attention",
                "Encoder 的词不能并入 Decoder 自注意力的 K、V",
            ),
            without=(r"M_{41} M_{42} M_{43} M_{44} = 1", "M_{45} = 0"),
            repair=Text(
                "One attention over the source and the own prefix together, with the mask M of card 1, sees every source word "
                "and no later target word (GPT translates so): say that the original Transformer chooses two, because each "
                "tower keeps weights of its own.",
                "把源句与已生成前缀放进同一个注意力（掩码 M，见卡片 1），就既看全源句、又不看后面的词（GPT 即如此翻译）："
                "宜写成两个子层是原始 Transformer 的选择。",
            ),
        ),
    ),
    Claim(
        id="lesson02.3.question-and-answer",
        inventory=("card3-hint",),
        says=("「问题（Q）从哪来」", "可以是不同来源"),
        setting=CROSS,
        means=("Q = Y W_{Q}", "K = X W_{K}"),
        must_refuse=("Q = X W_{Q}",),
    ),
    Claim(
        id="lesson02.3.two-differences",
        inventory=("card3-two-differences",),
        says=("最大区别有两点", "多了 Cross-Attention", "加了 Mask（Causal Mask，第 1 课"),
        reads={0: _LESSON},
        proves=(LATER_WORDS_UNSEEN,),
        fails=(LATER_WORDS_SEEN,),
        means=("P_{dec} - P_{enc} = P_{cross} + 2 d",),
        must_refuse=("P_{dec} - P_{enc} = 2 P_{cross}",),
        remark=Text("With the sublayer comes a third LayerNorm.", "随该子层还多出第三个 LayerNorm。"),
    ),
    Claim(
        id="lesson02.3.source-of-Q",
        inventory=("card3-Q-source",),
        says=("Q 来自 Decoder 当前层输入",),
        condition=Condition(
            says=Text("“layer” means the sublayer", "“层”指子层"),
            without=("u ≠ g", "y = g + o"),
            repair=Text(
                "The input of the Decoder layer is decoder_input = [0.2, 0.3, 0.6, 0.1], but the example below takes Q from "
                "x', which is what sublayer 1 and its Add & Norm make of it: say, here and under “sublayer 2”, that Q comes "
                "from the output of sublayer 1.",
                "Decoder 层的输入是 decoder_input = [0.2, 0.3, 0.6, 0.1]，而下例中 Q 取自 x'，即子层 1 经 Add & Norm 之后的"
                "结果：此处与“子层 2”一段均宜改为“Q 来自子层 1 的输出”。",
            ),
        ),
    ),
    Claim(
        id="lesson02.3.source-of-K-and-V",
        inventory=("card3-KV-source", "card3-only-channel"),
        says=("K 和 V 来自 Encoder 的最后一层输出", "唯一的信息通道"),
        proves=(
            Determined(setting=DECODER, formula=r"X_{\leq i} \to Z_{i}", prefix=True),
            Ordered(setting=CROSS, formula="a_{i j} > 0"),
        ),
        remark=Text(
            "Without cross-attention a Decoder layer is determined by its own prefix; with it, every source word has a weight.",
            "没有 Cross-Attention 时 Decoder 一层由自身前缀决定；有了它，每个源词都有正权重。",
        ),
    ),
    Claim(
        id="lesson02.3.no-cascade",
        inventory=("card3-no-cascade",),
        says=("6 层 Decoder 每一层都独立地", "不是级联"),
        reads={0: Value("N", name="layers")},
        means=("N (P_{dec} - P_{enc}) = N (P_{cross} + 2 d)", "P_{towers} = N P_{enc} + N P_{dec}"),
        must_refuse=("P_{towers} = N P_{enc} + N P_{dec} - P_{cross}",),
        remark=Text("Each layer has its own W_K and W_V for the same rows.", "同样的行，各层有自己的 W_K、W_V。"),
    ),
    Claim(
        id="lesson02.3.three-sublayers",
        inventory=("card3-recap-four", "card3-three-sublayers"),
        says=("上一张卡片", "内部四步", "三个子层（比 Encoder 多一个）"),
        means=("P_{dec} = P_{self} + P_{cross} + P_{FFN} + 3 × 2 d", "P_{enc} = P_{self} + P_{FFN} + 2 × 2 d"),
        refers=("2",),
        promises=(("2", "LayerNorm"),),
        must_refuse=("P_{dec} = P_{self} + P_{FFN} + 3 × 2 d",),
        remark=Text("The four are Steps 2 to 5 of card 2.", "四步即卡片 2 的 Step 2 至 Step 5。"),
    ),
    Claim(
        id="lesson02.3.two-actions",
        inventory=("card3-analogy",),
        says=("先回想自己", "再回头翻原文", "两个注意力子层"),
        means=("k = 2", "P_{self} + P_{cross} = k P_{self}"),
        must_refuse=("P_{self} + P_{cross} = 3 P_{self}",),
    ),
    Claim(
        id="lesson02.3.sublayer-1",
        inventory=("card3-sub1",),
        says=("子层 1：Masked Self-Attention", "下三角 Mask"),
        reads={0: _STEP},
        proves=(LATER_WORDS_UNSEEN,),
        means=("C_{12} = 0", "C_{21} = 1"),
        must_refuse=("C_{12} = 1",),
    ),
    Claim(
        id="lesson02.3.sublayer-2",
        inventory=("card3-sub2-Q",),
        says=("子层 2：Cross-Attention", "Q 来自本层输入", "对整个输入句子"),
        reads={0: _STEP},
        setting=CROSS,
        means=("Q = Y W_{Q}", "K = X W_{K}", "V = X W_{V}"),
        proves=(Ordered(setting=CROSS, formula="a_{i j} > 0"),),
        must_refuse=("K = Y W_{K}",),
        remark=Text("Y is the input of this sublayer; every source word has a weight.", "Y 是该子层的输入；每个源词都有权重。"),
    ),
    Claim(
        id="lesson02.3.sublayer-3",
        inventory=("card3-sub3-ffn",),
        says=("子层 3：FFN", "完全一样"),
        reads={0: _STEP},
        means=("P_{dec} - P_{self} - P_{cross} - 3 × 2 d = P_{FFN}", "P_{FFN} = 2 d m"),
        must_refuse=("P_{FFN} = d m",),
        remark=Text(
            "Of the same form and size; the weights are its own, as the account of card 1 counts them.",
            "结构与大小相同；权重各自独立，卡片 1 的账也是分开计的。",
        ),
    ),
    Claim(
        id="lesson02.3.without-cross-attention",
        inventory=("card3-drop-cross",),
        says=("省掉 Cross-Attention 行不行？不行：第 1 步", "这 3 个源词", "必须保留一个"),
        reads={0: _STEP, 1: Value("s", name="source words")},
        proves=(LATER_WORDS_UNSEEN,),
        must_refuse=("s = 4",),
        remark=Text(
            "What is left is determined by the prefix [BOS], so the first word is the same for every source. True of this "
            "Decoder; a tower that has the source in its own rows needs no such sublayer (see the question of the card).",
            "余下部分由前缀 [BOS] 决定，因此任何源句都得到同一个首词。这是就此 Decoder 而言；"
            "若源句本就在同一座塔里，则无须此子层（见本卡片的提问）。",
        ),
    ),
    Claim(
        id="lesson02.3.a-norm-after-each",
        inventory=("card3-addnorm-each",),
        says=("每个子层后面都跟着 Add & Norm",),
        means=("P_{dec} - P_{self} - P_{cross} - P_{FFN} = 3 × 2 d",),
        must_refuse=("P_{dec} - P_{self} - P_{cross} - P_{FFN} = 2 × 2 d",),
    ),
)

FIRST_STEP = (
    Claim(
        id="lesson02.3.direction",
        inventory=("card3-direction",),
        says=('翻译 "I love you" → "我 爱 你"', "第 1 步"),
        reads={0: _STEP},
        means=("s = 3", "t = 3"),
        remark=Text(
            "The direction of card 1 and of the route; card 2 puts 我 爱 你 into the Encoder.",
            "方向与卡片 1、路线一致；卡片 2 则把“我 爱 你”放进 Encoder。",
        ),
    ),
    Claim(
        id="lesson02.3.shape-of-the-encoder-output",
        inventory=("card3-encout-shape",),
        says=("encoder_output [3, 4]",),
        fixes=("n",),
        reads={0: Value("n"), 1: Value("w", name="numbers in a printed row")},
        means=("n = s",),
        must_refuse=("n = s + 1",),
    ),
    Claim(
        id="lesson02.3.encoder-output",
        inventory=("card3-header",),
        says=("Encoder 位置␟编码后的向量",),
        means=tuple(
            f"(A · A - A_{{{column}}}^{{2}}) (B · B - B_{{{column}}}^{{2}}) ≠ (A · B - A_{{{column}}} B_{{{column}}})^{{2}}"
            for column in WIDTH
        ),
        derivation=(
            Step(
                "κ_{1} κ_{2} κ_{3} κ_{4} ≠ 0",
                by=Text(
                    "κ is orthogonal to A and B and has no 0, so γ ∝ 1/κ exists", "κ 与 A、B 正交且无零元素，故 γ ∝ 1/κ 存在"
                ),
            ),
            *(
                Step(
                    f"{' + '.join(entries(row))} = {' + '.join(entries('v'))}",
                    by=Text("the row times κ has the sum of v = κ β", "该行乘 κ 之后与 v = κ β 同和"),
                )
                for row in "pqr"
            ),
            *(
                Step(
                    f"(p - v) · (p - v) = ({row} - v) · ({row} - v)",
                    by=Text("the rows times κ are equally far from v: one variance", "各行乘 κ 之后到 v 等距：方差相同"),
                )
                for row in "qr"
            ),
        ),
        condition=Condition(
            says=Text(
                "γ and β of the Encoder are not 1 and 0, as they are in card 2 and for x'",
                "Encoder 的 γ、β 不是卡片 2 与 x' 所用的 1 与 0",
            ),
            without=tuple(f"x_{{{row}1}} + x_{{{row}2}} + x_{{{row}3}} + x_{{{row}4}} ≠ 0" for row in (1, 2, 3)),
            repair=Text(
                "With γ = 1 and β = 0 every row sums to 0, as all outputs of card 2 do: say that these rows are made up.",
                "γ = 1、β = 0 时每行之和应为 0（卡片 2 的输出均如此）：请注明这些行是示意。",
            ),
            fair=Text(
                "Some γ and β do give them: β = v/κ and γ = ‖p − v‖/(2 κ), entry by entry.",
                "确有 γ、β 能得到它们：逐元素 β = v/κ、γ = ‖p − v‖/(2 κ)。",
            ),
        ),
    ),
    _encoded(1),
    _encoded(2),
    _encoded(3),
    Claim(
        id="lesson02.3.input-of-the-decoder",
        inventory=("card3-bos",),
        says=("Decoder 第 1 步", "[BOS]（起始符）", "decoder_input = [0.2, 0.3, 0.6, 0.1]"),
        fixes=("decoder_input",),
        reads={0: _STEP},
    ),
    Claim(
        id="lesson02.3.self-attention-of-BOS",
        inventory=("card3-sa-out",),
        says=("子层 1 — Masked Self-Attention", "输出 [0.3, 0.4, 0.5, 0.2]"),
        fixes=tuple(f"o_{column}" for column in WIDTH),
        reads={0: _STEP, **{column: Value(name) for column, name in enumerate(entries("o"), 1)}},
        means=("G (G^{T} O) / (g · g) = O",),
        must_refuse=("G (G^{T} O) = O",),
        remark=Text(
            "A single word has weight 1, so the output is its value: W_V W_O = Gᵀ O/‖G‖² gives it.",
            "只有一个词时权重为 1，输出就是它的 V：例如 W_V W_O = Gᵀ O/‖G‖²。",
        ),
    ),
    Claim(
        id="lesson02.3.sum",
        inventory=("card3-sum",),
        says=("x + 子层输出 = [0.5, 0.7, 1.1, 0.3]",),
        reads={column - 1: Value(name) for column, name in enumerate(entries("y"), 1)},
        means=("y = g + o",),
        must_refuse=("y = g",),
    ),
    Claim(
        id="lesson02.3.norm",
        inventory=("card3-ln",),
        says=("LayerNorm 后 → x' = [−0.51, 0.17, 1.52, −1.18]", "由公式真实复算"),
        reads={column - 1: Value(name) for column, name in enumerate(entries("u"), 1)},
        means=("u_{1} + u_{2} + u_{3} + u_{4} = 0", "u · u = 4"),
        must_refuse=("u · u = 3",),
        remark=Text("With the variance over 4, γ = 1, β = 0, ε = 0.", "方差除以 4，γ = 1、β = 0、ε = 0。"),
    ),
    Claim(
        id="lesson02.3.who-asks-whom",
        inventory=("card3-q-kv", "card3-Q", "card3-illustrative", "card3-K"),
        says=("子层 2 — Cross-Attention：x' 作为 Q", _Q, "均为示意", _K, _V),
        assumes=(_Q, _K, _V),
        reads={0: _STEP, **{column: Value(name) for column, name in enumerate(entries("u"), 1)}},
        declared=Declared(Verdict.DEFINITION, Text("names queries, keys and values", "定义 Q、K、V")),
    ),
    Claim(
        id="lesson02.3.scores",
        inventory=("card3-scale",),
        says=("Q·K 得分␟Softmax␟加权 V",),
        condition=Condition(
            says=Text("the scores are already divided by √d_k", "得分已除以 √d_k"),
            without=("e^{z_{1} / 2} / H ≠ a_{1}",),
            repair=Text(
                "Call the column Q·K/√d_k. If they are plain products, 0.42, 0.35, 0.30 are first divided by √4, which makes "
                "the weights 0.344, 0.332, 0.324.",
                "该列宜写作 Q·K/√d_k。若 0.42、0.35、0.30 只是点积，则须先除以 √4，权重变为 0.344、0.332、0.324。",
            ),
        ),
        means=(
            "S_{11} (S_{22} S_{33} - S_{23}^{2}) - S_{12} (S_{12} S_{33} - S_{23} S_{13})"
            " + S_{13} (S_{12} S_{23} - S_{22} S_{13}) > 0",
        ),
        remark=Text(
            "The three rows X of the Encoder are independent (S = X Xᵀ has a determinant above 0), so some W_Q and W_K give "
            "whatever scores.",
            "Encoder 的三行 X 线性无关（S = X Xᵀ 的行列式大于 0），故任何得分都有 W_Q、W_K 可以实现。",
        ),
    ),
    _weight(1),
    _weight(2),
    _weight(3),
    Claim(
        id="lesson02.3.the-larger-score-gets-more",
        inventory=("card3-focus",),
        says=("更多关注", "最相关的源词"),
        proves=(Ordered(setting=CROSS, formula="a_{i j} > a_{i k}", given={"S_{i j} > S_{i k}": "S_{i j} > S_{i k}"}),),
        remark=Text("That relevant words score higher is learned.", "相关的词得分更高，是学出来的。"),
    ),
    Claim(
        id="lesson02.3.output",
        inventory=("card3-softmax-sum", "card3-output"),
        says=("Cross-Attention 输出 = 0.355×V_I + 0.331×V_love + 0.315×V_you → Add & Norm → FFN → Add & Norm",),
        reads={0: Value("a_{1}"), 1: Value("a_{2}"), 2: Value("a_{3}")},
        means=("a_{1} + a_{2} + a_{3} = 1",),
        condition=Condition(
            says=Text("there is one head and W_O is left out", "只有一个头，且未写 W_O"),
            without=("P_{cross} = 4 d^{2}", "P_{cross} ≠ 3 d^{2}"),
            repair=Text(
                "Card 1 counts four matrices for cross-attention: multiply the sum by W_O, the fourth.",
                "卡片 1 为 Cross-Attention 计了四个矩阵：请把求和结果再乘第四个，即 W_O。",
            ),
            fair=Text(
                "The projections are called illustrative. The printed weights add up to 1.001, by rounding.",
                "投影已注明为示意。所印权重之和为 1.001，是舍入所致。",
            ),
        ),
    ),
    Claim(
        id="lesson02.3.inside-and-between",
        inventory=("card3-summary-self",),
        says=("同一序列内部", "译者和原文对话"),
        setting=CROSS,
        means=("Z = A X W_{V}", r"S = Y W_{Q} (X W_{K})^{T} / \sqrt{d_{k}}"),
        must_refuse=("Z = A Y W_{V}",),
    ),
    Claim(
        id="lesson02.3.base-of-information",
        inventory=("card3-summary-db",),
        says=("信息库", "去库中检索"),
        declared=Declared(Verdict.DEFINITION, Text("a picture for K, V and Q", "对 K、V、Q 的比喻")),
    ),
)

CLAIMS = (*SUBLAYERS, *FIRST_STEP)
