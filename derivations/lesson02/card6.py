"""Card 6 of lesson 2: one table for reading and writing; and the end of the lesson."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Label, Value
from derivations.lesson02.parameter_account import ParameterAccount
from derivations.notes.chapter10.embedding import TIED
from derivations.verdict import Text, Verdict

EXAMPLE = ParameterAccount(
    givens=("V", "d_model", "N", "D", "B", "G"),
    letters={"E": "V d_model", "F": "N D"},
    sizes={"V": "vocabulary"},
)
"""The vocabulary V and width d_model of the paper's base model, those of Llama 2 7B (N and D), the parameters that the two are
said to have (B and G), and one table of each: E and F."""

_LABEL_OF_MODEL = Label(Text("part of a model's name", "模型名称的一部分"))
_NUMBER = Label(Text("number of a section, a year, a lesson", "节号、年份、课号"))
_FACT = Text("a fact of the literature", "文献事实")

CLAIMS = (
    Claim(
        id="lesson02.6.can-the-tables-be-one",
        inventory=("card6-question",),
        says=("能不能", "共用"),
        setting=TIED,
        means=("U = E^{T}",),
        remark=Text(
            "They can where both speak of one vocabulary: U = Eᵀ has the shape of the output matrix.",
            "当两端使用同一词表时可以：U = Eᵀ 恰有输出矩阵的形状。",
        ),
    ),
    Claim(
        id="lesson02.6.origin",
        inventory=("card6-origin",),
        says=("出自", "2017", "第 3.4 节"),
        reads={0: _NUMBER, 1: _NUMBER},
        declared=Declared(
            Verdict.EXTERNAL,
            Text(
                "the paper uses weight tying in §3.4 and cites it from Press and Wolf (2016); it does not originate there",
                "论文在 §3.4 采用权重共享，并注明引自 Press 与 Wolf（2016）；并非由它首创",
            ),
        ),
    ),
    Claim(
        id="lesson02.6.three-matrices-are-named",
        inventory=("card6-quote", "card6-interpretation", "card6-sqrt", "card6-37000-words", "card6-saves-exactly"),
        says=("共用同一份权重", "词表有 37,000 个词", "d_model=512", "向量维度是 512", "37,000×512 个参数"),
        fixes=("V", "d_model"),
        reads={
            0: Value("V"),
            1: Value("d_model"),
            2: Value("d_model"),
            3: Value("V"),
            4: Value("d_model"),
        },
        condition=Condition(
            says=Text("the encoder and the decoder have one input table", "编码器与解码器共用一张输入表"),
            without=("3 E - E = 2 E", "2 E = 37888000"),
            repair=Text(
                "The quoted sentence names three matrices (two embedding layers and the linear map): say that the two "
                "embeddings count as one, or that sharing saves 2 × 37,000 × 512.",
                "所引句子说的是三个矩阵：请注明两个 embedding 视为一张，或写省下 2 × 37,000 × 512。",
            ),
        ),
        must_refuse=("E = 2 V d_model",),
        remark=Text("The 37,000 entries are byte-pair tokens, not words.", "37,000 个条目是 BPE 词元，而不是词。"),
    ),
    Claim(
        id="lesson02.6.from-a-vector-to-a-word",
        inventory=("card6-last-vector", "card6-pe-encoder", "card6-argmax"),
        says=("送进了 Encoder", "d_model 维的向量", "概率最大"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "tells the way of the data; taking the largest probability is greedy decoding",
                "说明数据流；取最大概率即贪心解码",
            ),
        ),
    ),
    Claim(
        id="lesson02.6.rows-of-the-output-matrix",
        inventory=("card6-rows", "card6-same-size", "card6-dictionary"),
        says=("词表有 37,000 个词", "37,000 行", "其实一样大"),
        reads={0: Value("V"), 1: Value("V")},
        condition=Condition(
            says=Text("the output matrix is written with one row a word", "输出矩阵按一词一行书写"),
            without=("d_model < V",),
            repair=Text(
                "The table below prints it as 512 × 37,000, which has 512 rows and 37,000 columns.",
                "下表写作 512 × 37,000，即 512 行、37,000 列。",
            ),
            fair=Text("Both tables have as many entries either way.", "两种写法的元素个数相同。"),
        ),
    ),
    Claim(
        id="lesson02.6.table-for-reading",
        inventory=("card6-read-shape", "card6-read-count"),
        says=("读（词→向量）␟查表 embedding␟37,000 × 512␟37,000×512 = 18.94M",),
        columns=(Text("rows", "行"), Text("columns", "列"), Text("rows", "行"), Text("columns", "列"), Text("entries", "元素")),
        reads={0: Value("V"), 1: Value("d_model"), 2: Value("V"), 3: Value("d_model"), 4: Value("E")},
    ),
    Claim(
        id="lesson02.6.table-for-writing",
        inventory=("card6-write-shape", "card6-write-count"),
        says=("写（向量→词）␟线性投影 + softmax␟512 × 37,000␟37,000×512 = 18.94M",),
        columns=(Text("rows", "行"), Text("columns", "列"), Text("columns", "列"), Text("rows", "行"), Text("entries", "元素")),
        reads={0: Value("d_model"), 1: Value("V"), 2: Value("V"), 3: Value("d_model"), 4: Value("d_model V")},
    ),
    Claim(
        id="lesson02.6.a-transpose-has-as-many-entries",
        inventory=("card6-transpose",),
        says=("转置不影响参数个数", "18.94M"),
        reads={0: Value("E")},
        means=("V d_model = d_model V",),
    ),
    Claim(
        id="lesson02.6.two-tables",
        inventory=("card6-step2-title", "card6-untied", "card6-untied-three"),
        says=("各学一遍（不共享）␟18.94M␟18.94M␟2 × 18.94M = 37.89M",),
        reads={0: Value("E"), 1: Value("E"), 2: Label(Text("number of tables", "表的个数")), 3: Value("E"), 4: Value("E + E")},
        condition=Condition(
            says=Text("18.94M stands for 18.944M", "18.94M 代表 18.944M"),
            without=("2 × 18.94 = 37.88",),
            repair=Text("Print 2 × 18.944M, or ≈.", "可印 2 × 18.944M，或用 ≈。"),
            fair=Text("The operand is itself a rounding of 18,944,000.", "该操作数本身是 18,944,000 的舍入。"),
        ),
        must_refuse=("2 E = 3 E",),
    ),
    Claim(
        id="lesson02.6.one-table",
        inventory=("card6-tied",),
        says=("共用一张（weight tying）␟18.94M␟同一份␟18.94M",),
        reads={0: Value("E"), 1: Value("E")},
    ),
    Claim(
        id="lesson02.6.what-is-saved",
        inventory=("card6-saved",),
        says=("省下␟—␟—␟18.94M",),
        reads={0: Value("2 E - E")},
    ),
    Claim(
        id="lesson02.6.the-model-would-swell",
        inventory=("card6-65M", "card6-84M", "card6-29pct", "card6-threetenths"),
        says=("约 65M 参数", "约 84M", "18.94M", "近三成", "18.94 ÷ 65 ≈ 29%"),
        fixes=("B",),
        reads={0: Value("B"), 1: Value("B + E"), 2: Value("E"), 3: Value("E / 1000000"), 4: Value("B / 1000000")},
        means=("E / B < 0.3", "E / B > 0.29"),
        condition=Condition(
            says=Text(
                "the 65M of the paper are meant, not the 63M that card 1 adds up", "以论文的 65M 而非卡片 1 相加所得的 63M 为准"
            ),
            without=("P_{all} < 63100000", "P_{all} + E < 82100000"),
            repair=Text("Say which total is meant; from 63M it would be about 82M.", "请注明所用总数；若按 63M 则约为 82M。"),
            fair=Text("The sentence names the paper's figure.", "句中写明是原论文的数字。"),
        ),
        must_refuse=("E / B > 0.3",),
    ),
    Claim(
        id="lesson02.6.base-row",
        inventory=("card6-base-row",),
        says=("原论文 base␟37,000␟512␟37,000×512 = 18.94M",),
        reads={0: Value("V"), 1: Value("d_model"), 2: Value("V"), 3: Value("d_model"), 4: Value("E")},
    ),
    Claim(
        id="lesson02.6.llama-row",
        inventory=("card6-llama-cfg", "card6-llama-table"),
        says=("Llama 2 7B␟32,000␟4,096␟32,000×4,096 = 131M",),
        fixes=("N", "D"),
        reads={
            0: _LABEL_OF_MODEL,
            1: _LABEL_OF_MODEL,
            2: Value("N"),
            3: Value("D"),
            4: Value("N"),
            5: Value("D"),
            6: Value("F"),
        },
    ),
    Claim(
        id="lesson02.6.share-of-the-table-in-llama",
        inventory=("card6-llama-total", "card6-llama-pct", "card6-llama-d"),
        says=("d_model=4096", "Llama 2 7B", "131M", "约 6.74B", "131M ÷ 6.74B ≈ 1.9%"),
        fixes=("G",),
        assumes=("d_model=4096",),
        reads={
            0: Value("D"),
            1: _LABEL_OF_MODEL,
            2: _LABEL_OF_MODEL,
            3: Value("F"),
            4: Value("G"),
            5: Value("F"),
            6: Value("G"),
        },
        means=("F / G < 0.02",),
        must_refuse=("F / G > 0.02",),
    ),
    Claim(
        id="lesson02.6.saved-in-both-models",
        inventory=("card6-most-like", "card6-save-base"),
        says=("最像哪个词", "省 18.94M", "Llama 2 7B", "131M"),
        reads={0: Value("E"), 1: _LABEL_OF_MODEL, 2: _LABEL_OF_MODEL, 3: Value("F")},
    ),
    Claim(
        id="lesson02.6.both-ends-send-gradients",
        inventory=("card6-both-gradients",),
        says=("同时收到", "梯度信号"),
        setting=TIED,
        means=(r"{\bar{E}}_{w r} = \sum_{i : t_{i} = w} {\bar{X}}_{i r} + {\bar{U}}_{r w}",),
        must_refuse=(r"{\bar{E}}_{w r} = {\bar{U}}_{r w}",),
    ),
    Claim(
        id="lesson02.6.who-ties",
        inventory=("card6-gpt2", "card6-llama-untied"),
        says=("GPT-2", "采用了它", "Llama 2", "并未使用"),
        reads={0: _LABEL_OF_MODEL, 1: _LABEL_OF_MODEL},
        declared=Declared(Verdict.EXTERNAL, _FACT),
    ),
    Claim(
        id="lesson02.6.end-of-the-lesson",
        inventory=("outro", "outro-nav"),
        says=("第 2 课完成", "第 3 课", "五大改造", "进入第 3 课", "Transformer 回顾"),
        reads={0: _NUMBER, 1: _NUMBER, 2: _NUMBER},
        declared=Declared(Verdict.EXTERNAL, Text("names other lessons", "指向其他课")),
    ),
)
