"""What the towers cost in parameters, and how that compares with the paper's count."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Mistake, Value
from derivations.verdict import Text, Verdict

_SQUARE = Label(Text("the exponent of a square matrix", "方阵的指数"))

NORMS_COUNTED = Condition(
    says=Text("LayerNorms are counted, three in a Decoder layer", "计入 LayerNorm（Decoder 每层三个）"),
    without=("W_{dec} = 4194304", "W_{towers} = 44040192"),
    repair=Text(
        "By matrices alone these are 4.19M and 44.0M; say that the norms are in.",
        "只计矩阵则为 4.19M 与 44.0M；可注明已含归一化参数。",
    ),
    fair=Text("The table has a row for LayerNorm.", "表中有 LayerNorm 一行。"),
)

PARAMETERS = (
    Claim(
        id="lesson02.1.four-more-matrices",
        inventory=("card1-cross4",),
        says=("4 个 512×512",),
        reads={0: Value("k_{att}", name="projections"), 1: Value("d"), 2: Value("d")},
        means=("k_{att} d^{2} = P_{cross}",),
        must_refuse=("3 d^{2} = P_{cross}",),
    ),
    Claim(
        id="lesson02.1.one-layer-grows",
        inventory=("card1-layer-growth",),
        says=("单层从 3.15M", "4.20M"),
        reads={0: Value("P_{enc}", name="an Encoder layer"), 1: Value("P_{dec}", name="a Decoder layer")},
        condition=NORMS_COUNTED,
    ),
    Claim(
        id="lesson02.1.six-layers-more",
        inventory=("card1-six-layers-more",),
        says=("6 层共多 6.3M",),
        reads={0: Value("N"), 1: Value("N (P_{dec} - P_{enc})", name="six Decoder layers beyond six Encoder layers")},
        must_refuse=("N (P_{dec} - P_{enc}) = N P_{cross}",),
    ),
    Claim(
        id="lesson02.1.FFN-always",
        inventory=("card1-ffn-67-always",),
        says=("始终占每层参数的大头（67%）",),
        reads={0: Value("P_{FFN} / P_{enc}", name="FFN in an Encoder layer")},
        means=(r"\frac{P_{FFN}}{P_{dec}} > \frac{1}{2}",),
        mistake=Mistake(
            why=Text(
                "of a Decoder layer, with its second attention, the FFN has a little less than half: as much as the two "
                "attentions together.",
                "Decoder 一层多一个注意力，FFN 占比略低于一半，与两个注意力之和相同。",
            ),
            repair=Text("67% of an Encoder layer and 50% of a Decoder layer.", "“Encoder 每层约 67%，Decoder 每层约 50%”。"),
        ),
    ),
    Claim(
        id="lesson02.1.self-attention-is-not-the-largest",
        inventory=("card1-sa-not-largest",),
        says=("并不是参数最多的部件",),
        means=("P_{self} < P_{FFN}", "P_{self} + P_{cross} = P_{FFN}"),
        must_refuse=("P_{self} > P_{FFN}",),
    ),
    Claim(
        id="lesson02.1.base-configuration",
        inventory=("card1-base-config",),
        says=("参数账", "配置"),
        means=("N P_{enc} + N P_{dec} + P_{table} = P_{all}",),
        declared=Declared(
            Verdict.EXTERNAL,
            Text("the sizes are those of the paper's Table 3; they are counted here", "尺寸取自论文表 3；此处逐项计数"),
        ),
    ),
    Claim(
        id="lesson02.1.self-attention",
        inventory=("card1-tab-sa", "card1-tab-sa-pct"),
        says=("Multi-Head Self-Attention（4 个投影矩阵）␟4 × 512² ≈ 1.05M␟33%",),
        columns=(
            Text("component", "组件"),
            Text("parameters", "参数量"),
            Text("share of an Encoder layer", "占 Encoder 一层比例"),
        ),
        reads={
            0: Value("k_{att}"),
            1: Value("k_{att}"),
            2: Value("d"),
            3: _SQUARE,
            4: Value("P_{self}", name="self-attention"),
            5: Value("P_{self} / P_{enc}", name="self-attention in an Encoder layer"),
        },
        means=("k_{att} d^{2} = P_{self}",),
        must_refuse=("3 d^{2} = P_{self}",),
    ),
    Claim(
        id="lesson02.1.FFN",
        inventory=("card1-tab-ffn", "card1-tab-ffn-pct"),
        says=("FFN（两个线性层）␟2 × 512 × 2048 ≈ 2.10M␟67%",),
        reads={
            0: Value("P_{FFN} / (d m)"),
            1: Value("d"),
            2: Value("m"),
            3: Value("P_{FFN}", name="FFN"),
            4: Value("P_{FFN} / P_{enc}", name="FFN in an Encoder layer"),
        },
        must_refuse=("3 d m = P_{FFN}",),
    ),
    Claim(
        id="lesson02.1.LayerNorm",
        inventory=("card1-tab-ln", "card1-tab-ln-negl"),
        says=("LayerNorm（2 个，各 512 缩放 + 偏置）␟2 × 1024 ≈ 2K␟可忽略",),
        reads={
            0: Value("P_{LN} / (2 d)"),
            1: Value("d"),
            2: Value("P_{LN} / (2 d)"),
            3: Value("2 d"),
            4: Value("P_{LN}", name="LayerNorm"),
        },
        means=(r"P_{LN} / P_{enc} < \frac{1}{1000}",),
        must_refuse=(r"P_{LN} / P_{enc} > \frac{1}{1000}",),
    ),
    Claim(
        id="lesson02.1.encoder-layer",
        inventory=("card1-tab-enc", "card1-tab-pctsum"),
        says=("Encoder 一层合计␟≈ 3.15M␟100%",),
        reads={
            0: Value("P_{enc}", name="an Encoder layer"),
            1: Value("(P_{self} + P_{FFN} + P_{LN}) / P_{enc}", name="the three shares together"),
        },
        means=("P_{self} + P_{FFN} + P_{LN} = P_{enc}",),
        must_refuse=("P_{self} + P_{FFN} = P_{enc}",),
    ),
    Claim(
        id="lesson02.1.cross-attention",
        inventory=("card1-tab-dec-extra",),
        says=("Decoder 一层（多 Cross-Attention）额外␟4 × 512² ≈ 1.05M␟—",),
        reads={0: Value("k_{att}"), 1: Value("d"), 2: _SQUARE, 3: Value("P_{cross}", name="cross-attention")},
        means=("P_{cross} + 2 d = P_{dec} - P_{enc}",),
        must_refuse=("P_{cross} = P_{dec} - P_{enc}",),
        remark=Text("The third norm of a Decoder layer is the 2 d.", "多出的 2 d 是 Decoder 每层的第三个归一化。"),
    ),
    Claim(
        id="lesson02.1.decoder-layer",
        inventory=("card1-tab-dec",),
        says=("Decoder 一层合计␟≈ 4.20M␟—",),
        reads={0: Value("P_{dec}", name="a Decoder layer")},
        must_refuse=("W_{dec} = P_{dec}",),
    ),
    Claim(
        id="lesson02.1.both-towers",
        inventory=("card1-tab-stack",),
        says=("6 层 Encoder + 6 层 Decoder␟6 × 3.15M + 6 × 4.20M ≈ 44.1M␟—",),
        reads={
            **dict.fromkeys((0, 1, 2, 4), Value("N")),
            3: Value("P_{enc}", name="an Encoder layer"),
            5: Value("P_{dec}", name="a Decoder layer"),
            6: Value("P_{towers}", name="both towers"),
        },
        must_refuse=("W_{towers} = P_{towers}",),
    ),
    Claim(
        id="lesson02.1.one-table",
        inventory=("card1-tab-emb", "card1-tab-pe", "card1-tab-shared"),
        says=("Embedding（与输出层共享权重）+ 位置编码（正弦函数，无参数）␟V × 512 = 18.94M␟—",),
        reads={0: Value("d"), 1: Value("P_{table}", name="the table of embeddings")},
        means=("P_{pos} = 0", "P_{out} = 0", "P_{all} - P_{towers} = P_{table}"),
        must_refuse=("P_{all} - P_{towers} = 2 P_{table}",),
    ),
    Claim(
        id="lesson02.1.total",
        inventory=("card1-tab-total",),
        says=("总计（V = 37000 BPE）␟≈ 44.1M + 18.9M ≈ 63M␟嵌入层与输出层共享权重",),
        reads={
            0: Value("V"),
            1: Value("P_{towers}", name="both towers"),
            2: Value("P_{table}", name="the table of embeddings"),
            3: Value("P_{all}", name="all parameters"),
        },
        must_refuse=("P_{towers} + 2 P_{table} = P_{all}",),
    ),
    Claim(
        id="lesson02.1.vocabulary",
        inventory=("card1-V37000",),
        says=("此处按 V=37000",),
        reads={0: Value("V")},
        fixes=("V",),
    ),
    Claim(
        id="lesson02.1.sum",
        inventory=("card1-sum63",),
        says=("逐项相加得 ≈63M",),
        reads={0: Value("P_{all}", name="all parameters")},
    ),
    Claim(
        id="lesson02.1.count-of-the-paper",
        inventory=("card1-65M",),
        says=("总参数约 65M",),
        reads={0: Value("P_{paper}", name="the paper's Table 3")},
        declared=Declared(Verdict.EXTERNAL, Text("printed in the paper's Table 3", "论文表 3 所印")),
    ),
    Claim(
        id="lesson02.1.what-the-difference-comes-from",
        inventory=("card1-gap2M", "card1-gap-attribution", "card1-not-itemised"),
        says=("差额（约 2M）", "来自词表取整", "本表未逐项计入"),
        reads={0: Value("P_{paper} - P_{all}", name="difference")},
        means=(
            "V_{least} > V",
            "V_{least} = 39841",
            "V_{most} = 41793",
            "N (2 P_{LN} + 2 d) + B_{FFN} + B_{att} > P_{paper} - P_{all}",
        ),
        mistake=Mistake(
            why=Text(
                "all norms and all biases of linear layers together are less than 0.1M, and the norms are in the table, and in "
                "its 44.1M, already; only a vocabulary of 39,841 to 41,793 would give 65M.",
                "全部归一化与全部线性层偏置之和不到 0.1M，且 LayerNorm 已列入本表、已含在 44.1M 中；"
                "词表须有 39,841 至 41,793 个词才得 65M。",
            ),
            repair=Text(
                "say that biases explain less than 0.1M, and that the paper does not say where the rest comes from.",
                "写明偏置只占不到 0.1M，其余差额的来源论文未说明。",
            ),
        ),
    ),
)
