"""Card 1 of lesson 2: why there are two towers, how often each runs, and what they cost in parameters."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Mistake, Step, Value
from derivations.lesson02.parameter_account import ParameterAccount
from derivations.lesson02.visibility import (
    ALL_WORDS_SEEN,
    DECODER,
    LATER_WORDS_SEEN,
    LATER_WORDS_UNSEEN,
    LETTERS,
    ONE_RULE_FOR_ALL,
    ONE_TOWER_DOES_BOTH,
)
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

EXAMPLE = ParameterAccount(
    givens=("N", "V"),
    letters={
        **LETTERS,
        "h": "1",
        "V_fr": "32000",
    },
)
"""The parameters of the base model with the N and V that the card prints, its two sentences and their masks; h words have been
heard when a simultaneous interpreter begins, and V_fr tokens are the vocabulary of English–French (the paper, §5.1)."""

LAYER_PASSES = Setting(
    sizes="d",
    shapes=dict.fromkeys(("n", "t", "N", "c"), ""),
    positive=frozenset({"n", "t", "N", "c"}),
    calls=(r"r (n, t) = \frac{t N}{N}",),
    where=("g = r (n, t)",),
)
"""Passes of N layers for t target words against one pass of N layers, with n source words; c more words."""

_PAPER = Text("a fact about a paper", "关于论文的事实")
_YEAR = Label(Text("year of a publication", "发表年份"))
_WORD = Label(Text("number of a word", "词的序号"))
_SQUARE = Value("2", name="the sides of a square matrix")

WITHOUT_AN_END = Condition(
    says=Text("the end of the sentence is not generated", "句子结束符不算在生成之内"),
    without=("(t + 1) N = 24",),
    repair=Text("Say that the pass which yields the end of the sentence is left out.", "可注明未计产生结束符的那一次。"),
    fair=Text("The card counts words.", "卡片按词计数。"),
)
NORMS_COUNTED = Condition(
    says=Text("LayerNorms are counted, three in a Decoder layer", "计入 LayerNorm（Decoder 每层三个）"),
    without=("W_{dec} = 4194304", "W_{towers} = 44040192"),
    repair=Text(
        "By matrices alone these are 4.19M and 44.0M; say that the norms are in.",
        "只计矩阵则为 4.19M 与 44.0M；可注明已含归一化参数。",
    ),
    fair=Text("The table has a row for LayerNorm.", "表中有 LayerNorm 一行。"),
)

BACKGROUND = (
    Claim(
        id="lesson02.1.question",
        inventory=("card1-q-must",),
        says=("为什么结构必须分成",),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
    Claim(
        id="lesson02.1.paper",
        inventory=("card1-paper",),
        says=('出自 "Attention Is All You Need"（Vaswani et al., Google, 2017）',),
        reads={0: _YEAR},
        declared=Declared(Verdict.EXTERNAL, _PAPER),
    ),
    Claim(
        id="lesson02.1.machine-translation",
        inventory=("card1-mt",),
        says=("为机器翻译设计",),
        declared=Declared(Verdict.EXTERNAL, _PAPER),
    ),
    Claim(
        id="lesson02.1.English-and-French",
        inventory=("card1-en-fr",),
        says=("英语", "法语"),
        condition=Condition(
            says=Text(
                "V = 37000 is not the vocabulary of this pair: in the paper (§5.1) it is that of English–German, and "
                "English–French has 32000",
                "V = 37000 并非这一对语言的词表：论文 §5.1 中它属于英德，英法为 32000",
            ),
            without=("P_{towers} + d V_{fr} = 60454912",),
            repair=Text(
                "Say German here, or count the table of the parameters with V = 32000, which gives 60M.",
                "此处改为德语，或参数表改用 V = 32000（合计约 60M）。",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.six-layers-each",
        inventory=("card1-N6",),
        says=("由 N=6 层", "堆叠 + N=6 层"),
        reads={0: Value("N"), 1: Value("N")},
        fixes=("N",),
        means=("N P_{enc} + N P_{dec} = P_{towers}",),
        must_refuse=("2 N P_{enc} = P_{towers}",),
    ),
    Claim(
        id="lesson02.1.one-tower-alone",
        inventory=("card1-bert-gpt",),
        says=("BERT 只用 Encoder", "GPT 只用 Decoder"),
        means=("D_{BERT} = 0", "C_{GPT} = 0"),
        declared=Declared(
            Verdict.EXTERNAL,
            Text(
                "facts about models; in their accounts BERT has no decoder, and a layer of GPT, unlike the Decoder here, no "
                "cross-attention",
                "模型的事实；参数账中 BERT 没有 Decoder，GPT 的层与此处的 Decoder 不同，没有交叉注意力",
            ),
        ),
        must_refuse=("P_{cross} = C_{GPT}",),
    ),
)

TWO_REQUIREMENTS = (
    Claim(
        id="lesson02.1.opposite-requirements",
        inventory=("card1-opposite-reqs",),
        says=("这两个位置", "方向相反"),
        condition=Condition(
            says=Text(
                "one requirement is about source words and the other about target words; 我 and 爱 both have both",
                "一个要求针对源词、另一个针对目标词；“我”与“爱”两者都有",
            ),
            without=("M_{41} M_{42} M_{43} = M_{51} M_{52} M_{53}", "M_{45} = 0", "M_{56} = 0"),
            repair=Text(
                "Oppose the two sentences, as the line below the table does, not the two words: each sees the whole source and "
                "no later target word.",
                "宜像表下那句一样对比两个句子，而不是两个词：每个词都要看全源句，也都不能看后面的目标词。",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.two-towers-needed",
        inventory=("card1-two-towers-needed",),
        says=("两种可见范围分开", "也就是分成"),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
    Claim(
        id="lesson02.1.interpreters",
        inventory=("card1-interpreter",),
        says=("同声传译", "先把整段话听完"),
        condition=Condition(
            says=Text(
                "consecutive interpreting is meant; a simultaneous interpreter begins when h of the s words are heard",
                "指交替传译；同声传译在听到 s 个词中的 h 个时就开口",
            ),
            without=("h < s",),
            repair=Text("Write 交替传译.", "宜写“交替传译”。"),
            fair=Text("The picture is only to show two jobs.", "比喻只为说明两种职责。"),
        ),
    ),
    Claim(
        id="lesson02.1.three-source-words",
        inventory=("card1-src3",),
        says=("源句 3 个词",),
        reads={0: Value("s", name="words of the source")},
        must_refuse=("s = 2",),
    ),
    Claim(
        id="lesson02.1.two-kinds-of-words",
        inventory=("card1-step1-title",),
        says=("可见范围", "两个相反要求"),
        means=("C_{43} = 1", "C_{34} = 0"),
        proves=ONE_TOWER_DOES_BOTH,
        remark=Text(
            "Of the source everything is to be seen, of the target nothing that comes later.",
            "源句全部可见，目标句后面的不可见。",
        ),
    ),
    Claim(
        id="lesson02.1.first-word",
        inventory=("card1-step1-wo",),
        says=("我", "第 1 个", "整句 3 个源词"),
        reads={0: _WORD, 1: Value("M_{41} + M_{42} + M_{43}", name="source words that 我 sees")},
        means=("M_{45} + M_{46} = 2",),
        mistake=Mistake(
            why=Text(
                "by the rule of the rows below, which hides 你 from 爱, the words 爱 and 你 are hidden from 我; the cell is empty.",
                "按下一行“爱”看不见“你”的规则，“我”看不见“爱”和“你”；此格却为空。",
            ),
            repair=Text("write 爱 and 你 into the cell.", "此格填“爱”“你”。"),
        ),
    ),
    Claim(
        id="lesson02.1.second-word",
        inventory=("card1-step1-ai",),
        says=("第 2 个", "你", "自己还没生成"),
        reads={0: _WORD},
        means=("M_{51} + M_{52} + M_{53} = s", "M_{56} = 0"),
        must_refuse=("M_{56} = 1",),
    ),
    Claim(
        id="lesson02.1.third-word",
        inventory=("card1-step1-ni",),
        says=("第 3 个", "已是最后一个"),
        reads={0: _WORD},
        means=("M_{61} + M_{62} + M_{63} = s", "3 = t"),
        must_refuse=("2 = t",),
    ),
    Claim(
        id="lesson02.1.one-set-of-weights",
        inventory=("card1-same-weights",),
        says=("同一组注意力权重",),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
)

ONE_TOWER_TRIED = (
    Claim(
        id="lesson02.1.learned-in-training",
        inventory=("card1-step2-train-allow", "card1-step2-train-forbid"),
        says=("P(我 | I love you 全句)", "P(我 | 只有前缀)"),
        condition=Condition(
            says=Text(
                "the source counts as the future, although 我 is to see it, or the tower reads the target alone",
                "把“我”必须看到的源句也算作未来，或这座塔只读目标句",
            ),
            without=("C_{31} + C_{32} + C_{33} = s", "C_{34} = 0"),
            repair=Text(
                "With the source before the target, the prefix of 我 is I love you (C is the mask of what is on the left): to "
                "forbid the future leaves P(我 | I love you), and to allow it shows 我 爱 你 as well.",
                "源句排在目标句之前时，“我”的前缀就是 I love you（C 为只看左边的掩码）：禁止看未来得到的正是 "
                "P(我 | I love you)，允许看未来则连“我爱你”也看见。",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.prefix-in-generation",
        inventory=("card1-step2-infer",),
        says=("只能拿到前缀", "与训练一致"),
        proves=(LATER_WORDS_UNSEEN,),
        must_refuse=(r"Z_{\leq i} \to X_{i}",),
    ),
    Claim(
        id="lesson02.1.training-and-generation-differ",
        inventory=("card1-step2-result",),
        says=("输入分布不一致", "输出崩坏"),
        proves=(LATER_WORDS_UNSEEN,),
        fails=(LATER_WORDS_SEEN,),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "how bad the output gets is a matter of experiment; that it changes without a mask, and not with one, is decided",
                "输出坏到何种程度属于实验；无掩码时输出会变、有掩码时不变，已判定",
            ),
        ),
    ),
    Claim(
        id="lesson02.1.one-tower-cannot",
        inventory=("card1-step2-conclusion",),
        says=("两者直接冲突", "必须按可见范围"),
        proves=ONE_TOWER_DOES_BOTH,
        condition=ONE_RULE_FOR_ALL,
    ),
    Claim(
        id="lesson02.1.encoder-reads-all-once",
        inventory=("card1-step3-encoder",),
        says=("双向", '全可见"␟1 次'),
        reads={0: Value("N / N", name="passes of the Encoder")},
        proves=(ALL_WORDS_SEEN,),
        must_refuse=("a_{i j} < 0",),
    ),
    Claim(
        id="lesson02.1.decoder-reads-the-left",
        inventory=("card1-step3-decoder-left",),
        says=("单向", "只看左边"),
        proves=(LATER_WORDS_UNSEEN, Ordered(setting=DECODER, formula="a_{i j} > 0", given={"j ≤ i": r"j \leq i"})),
        fails=(LATER_WORDS_SEEN,),
        must_refuse=(r"Z_{\leq i} \to X_{i}",),
        remark=Text(
            "What is on the left includes the position itself, or the first word would see nothing; the cross-attention is apart.",
            "“左边”含自身位置，否则首词无可看；交叉注意力另计。",
        ),
    ),
    Claim(
        id="lesson02.1.decoder-runs",
        inventory=("card1-step3-decoder-runs",),
        says=("逐词，3 次",),
        reads={0: Value("t", name="passes of the Decoder")},
        condition=WITHOUT_AN_END,
    ),
)

LAYERS = (
    Claim(
        id="lesson02.1.layers-of-the-encoder",
        inventory=("card1-step4-encoder",),
        says=("Encoder␟1␟6␟1 × 6 = 6",),
        reads={0: Value("N / N"), 1: Value("N"), 2: Value("N / N"), 3: Value("N"), 4: Value("N", name="layers run")},
        must_refuse=("N / N = 2",),
    ),
    Claim(
        id="lesson02.1.layers-of-the-decoder",
        inventory=("card1-step4-decoder",),
        says=("Decoder␟3（3 个词）␟6␟3 × 6 = 18",),
        reads={
            **dict.fromkeys((0, 1, 3), Value("t")),
            **dict.fromkeys((2, 4), Value("N")),
            5: Value("t N", name="layers run"),
        },
        condition=WITHOUT_AN_END,
    ),
    Claim(
        id="lesson02.1.total-row",
        inventory=("card1-step4-ratio", "card1-step4-total-label"),
        says=("合计␟—␟—␟18 ÷ 6 = 3 倍",),
        reads={0: Value("t N"), 1: Value("N"), 2: Value("t N / N", name="ratio")},
        condition=Condition(
            says=Text(
                "the last row is read as the ratio of the rows above and not as their total",
                "末行读作上两行之比，而非其合计",
            ),
            without=("N + t N = 24",),
            repair=Text("Call the row 倍数, or print the total 24.", "行名改为“倍数”，或给出合计 24。"),
        ),
    ),
    Claim(
        id="lesson02.1.longer-source",
        inventory=("card1-longer-source",),
        says=("源句越长", "越大"),
        proves=(Ordered(setting=LAYER_PASSES, formula="r (n + c, t) > r (n, t)"),),
        setting=LAYER_PASSES,
        derivation=(
            Step(
                r"\frac{\partial g}{\partial n} = 0",
                by=Text("the Encoder runs once, however long the source is", "无论源句多长，Encoder 只运行一次"),
            ),
            Step(
                r"\frac{\partial g}{\partial t} = 1",
                by=Text("the Decoder runs once for each target word", "Decoder 每个目标词运行一次"),
            ),
        ),
        mistake=Mistake(
            why=Text(
                "the ratio is the number of target words; the length of the source does not enter it.",
                "这个比值就是目标词数，与源句长度无关。",
            ),
            repair=Text("the longer the target sentence.", "“目标句越长”。"),
        ),
    ),
    Claim(
        id="lesson02.1.cache",
        inventory=("card1-kv-def",),
        says=("KV Cache", "存下来复用"),
        declared=Declared(
            Verdict.DEFINITION,
            Text("says what is stored; that it may be used again is proved", "说明存什么；可复用已证明"),
        ),
        proves=(LATER_WORDS_UNSEEN,),
    ),
    Claim(
        id="lesson02.1.what-a-cache-saves",
        inventory=("card1-kv-reason",),
        says=("的重复计算", "的原因"),
        condition=Condition(
            says=Text("positions within a pass are counted, not the passes of layers of the table", "计的是每次前向中的位置数，而非表中的层计算次数"),
            without=("t N = 18", r"(1 + 2 + 3) N = 36"),
            repair=Text(
                "With a cache the Decoder still makes 18 passes of layers; what falls is the work within them, from "
                "(1 + 2 + 3) × 6 = 36 positions to 18. Say so, or count positions in the table.",
                "用缓存后 Decoder 仍是 18 次层计算；减少的是其中的位置数：由 (1 + 2 + 3) × 6 = 36 降到 18。宜写明，或表中改计位置数。",
            ),
        ),
    ),
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
        says=("始终占每层参数的大头", "67%"),
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
        says=("Self-Attention（4 个投影矩阵）␟4 × 512² ≈ 1.05M␟33%",),
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
        says=("一层合计␟≈ 3.15M␟100%",),
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
        says=("额外␟4 × 512² ≈ 1.05M",),
        reads={0: Value("k_{att}"), 1: Value("d"), 2: _SQUARE, 3: Value("P_{cross}", name="cross-attention")},
        means=("P_{cross} + 2 d = P_{dec} - P_{enc}",),
        must_refuse=("P_{cross} = P_{dec} - P_{enc}",),
        remark=Text("The third norm of a Decoder layer is the 2 d.", "多出的 2 d 是 Decoder 每层的第三个归一化。"),
    ),
    Claim(
        id="lesson02.1.decoder-layer",
        inventory=("card1-tab-dec",),
        says=("一层合计␟≈ 4.20M",),
        reads={0: Value("P_{dec}", name="a Decoder layer")},
        condition=NORMS_COUNTED,
    ),
    Claim(
        id="lesson02.1.both-towers",
        inventory=("card1-tab-stack",),
        says=("6 层 Encoder + 6 层 Decoder␟6 × 3.15M + 6 × 4.20M ≈ 44.1M",),
        reads={
            **dict.fromkeys((0, 1, 2, 4), Value("N")),
            3: Value("P_{enc}", name="an Encoder layer"),
            5: Value("P_{dec}", name="a Decoder layer"),
            6: Value("P_{towers}", name="both towers"),
        },
        condition=NORMS_COUNTED,
    ),
    Claim(
        id="lesson02.1.one-table",
        inventory=("card1-tab-emb", "card1-tab-pe", "card1-tab-shared"),
        says=("与输出层共享权重", "正弦函数，无参数", "V × 512 = 18.94M"),
        reads={0: Value("d"), 1: Value("P_{table}", name="the table of embeddings")},
        means=("P_{pos} = 0", "P_{out} = 0", "P_{all} - P_{towers} = P_{table}"),
        must_refuse=("P_{all} - P_{towers} = 2 P_{table}",),
    ),
    Claim(
        id="lesson02.1.vocabulary",
        inventory=("card1-V37000",),
        says=("总计␟（V = 37000",),
        reads={0: Value("V")},
        fixes=("V",),
    ),
    Claim(
        id="lesson02.1.total",
        inventory=("card1-tab-total",),
        says=("BPE）␟≈ 44.1M + 18.9M ≈ 63M",),
        reads={
            0: Value("P_{towers}", name="both towers"),
            1: Value("P_{table}", name="the table of embeddings"),
            2: Value("P_{all}", name="all parameters"),
        },
        must_refuse=("P_{towers} + 2 P_{table} = P_{all}",),
    ),
    Claim(
        id="lesson02.1.sum",
        inventory=("card1-sum63",),
        says=("按 V=37000 逐项", "相加得 ≈63M"),
        reads={0: Value("V"), 1: Value("P_{all}", name="all parameters")},
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
        means=("V_{least} > V", "N (2 P_{LN} + 2 d) + B_{FFN} + B_{att} > P_{paper} - P_{all}"),
        mistake=Mistake(
            why=Text(
                "all norms and all biases of linear layers together are less than 0.1M, and the norms are in the table, and in "
                "its 44.1M, already; only a vocabulary of 39,841 to 41,793 would give 65M.",
                "全部归一化与全部线性层偏置之和不到 0.1M，且 LayerNorm 已列入本表、已含在 44.1M 中；词表须有 39,841 至 41,793 个词才得 65M。",
            ),
            repair=Text(
                "say that biases explain less than 0.1M, and that the paper does not say where the rest comes from.",
                "写明偏置只占不到 0.1M，其余差额的来源论文未说明。",
            ),
        ),
    ),
)

CLAIMS = (*BACKGROUND, *TWO_REQUIREMENTS, *ONE_TOWER_TRIED, *LAYERS, *PARAMETERS)
