"""How often each tower runs, how many layers that are, and what they depend on."""

from __future__ import annotations

from derivations.claim import Claim, Condition, Declared, Mistake, Step, Value
from derivations.lesson02.visibility import ALL_WORDS_SEEN, DECODER, LATER_WORDS_SEEN, LATER_WORDS_UNSEEN
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

LAYERS_RUN = Setting(sizes="n t N c", calls=(r"r (x, y) = \frac{y N}{N}",))
"""The ratio r of passes of layers, of the Decoder to the Encoder, for x source and y target words and N layers in each."""

LAYER_PASSES = Setting(
    sizes="d",
    shapes=dict.fromkeys(("n", "t", "N"), ""),
    positive=frozenset({"N"}),
    where=(r"r = \frac{t N}{N}",),
)
"""The same ratio for n source and t target words, to be differentiated by them."""

WITHOUT_AN_END = Condition(
    says=Text("the end of the sentence is not generated", "句子结束符不算在生成之内"),
    without=("(t + 1) N = 24",),
    repair=Text("Say that the pass which yields the end of the sentence is left out.", "可注明未计产生结束符的那一次。"),
    fair=Text("The card counts words.", "卡片按词计数。"),
)

RUNS = (
    Claim(
        id="lesson02.1.encoder-reads-all-once",
        inventory=("card1-step3-encoder",),
        says=("双向", '全可见"1 次'),
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
            "The left includes the position itself, or the first word would see nothing; cross-attention is apart.",
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

TABLE = (
    Claim(
        id="lesson02.1.layers-of-the-encoder",
        inventory=("card1-step4-encoder",),
        says=("Encoder␟1␟6␟1 × 6 = 6",),
        columns=(
            Text("tower", "塔"),
            Text("forward passes", "前向次数"),
            Text("layers", "层数"),
            Text("passes of layers", "层计算次数"),
        ),
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
        must_refuse=("(t + 1) N = t N",),
    ),
    Claim(
        id="lesson02.1.ratio",
        inventory=("card1-step4-ratio",),
        says=("合计␟—␟—␟18 ÷ 6 = 3 倍",),
        reads={0: Value("t N"), 1: Value("N"), 2: Value("t N / N", name="ratio")},
        must_refuse=("t N / N = 4",),
    ),
    Claim(
        id="lesson02.1.total-row",
        inventory=("card1-step4-total-label",),
        says=("合计—",),
        condition=Condition(
            says=Text(
                "the last row is read as the ratio of the rows above and not as their total",
                "末行读作上两行之比（而非其合计）",
            ),
            without=("N + t N = 24",),
            repair=Text("Call the row 倍数, or print the total 24.", "行名改为“倍数”，或给出合计 24。"),
        ),
    ),
    Claim(
        id="lesson02.1.longer-source",
        inventory=("card1-longer-source",),
        says=("源句越长", "越大"),
        proves=(Ordered(setting=LAYERS_RUN, formula="r (n + c, t) > r (n, t)"),),
        setting=LAYER_PASSES,
        derivation=(
            Step(
                r"\frac{\partial r}{\partial n} = 0",
                by=Text("the Encoder runs once, however long the source is", "无论源句多长，Encoder 只运行一次"),
            ),
            Step(
                r"\frac{\partial r}{\partial t} = 1",
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
            says=Text(
                "positions within a pass are counted (and not the passes of layers, as in the table)",
                "按每次前向中的位置数计（而非按表中的层计算次数计）",
            ),
            without=("t N = 18", r"(1 + 2 + 3) N = 36"),
            repair=Text(
                "With a cache the Decoder still makes 18 passes of layers; what falls is the work within them, from "
                "(1 + 2 + 3) × 6 = 36 positions to 18. Say so, or count positions in the table.",
                "用缓存后 Decoder 仍是 18 次层计算；减少的是其中的位置数：由 (1 + 2 + 3) × 6 = 36 降到 18。"
                "宜写明，或表中改计位置数。",
            ),
        ),
    ),
)

LAYERS = (*RUNS, *TABLE)
