"""Chapter 1 of the notes: what a language model computes, the line that training and generation share, and the example."""

from __future__ import annotations

from derivations.claim import Claim, Declared, Label, Stated, Value
from derivations.given_values import GivenValues
from derivations.notes.main_line import BLOCK, CAUSAL, EMBEDDED, HEAD, LEAKING, PREDICTED
from derivations.notes.sentence import LETTERS, TOKENS
from derivations.notes.settings import OUTPUT_LAYER
from derivations.prover.determined import Determined
from derivations.prover.identity import Identity
from derivations.prover.ordered import Ordered
from derivations.prover.setting import Setting
from derivations.prover.typed import Typed
from derivations.verdict import Text, Verdict

EXAMPLE = GivenValues(givens=(), letters=LETTERS)
"""The tokens of the example sentence, counted."""

TEXT = Setting(sizes="n N", tokens={"t": "n N"}, fixed={"w": "N"})
"""n tokens of a vocabulary of N, and any token w (§1.1)."""

DISTRIBUTION = Setting(
    sizes="N",
    shapes={"ℓ": "N"},
    where=(r"p_{w} = \frac{e^{ℓ_{w}}}{\sum_{r = 1}^{N} e^{ℓ_{r}}}",),
)
"""Probabilities made of N scores, as in §9.1."""

_SUM = r"\sum_{w = 1}^{N} p_{w} = 1"

TASK = (
    Claim(
        id="notes.1.1.questions-in-their-order",
        inventory=("1.1-fiveq",),
        says=("乘 V", "x 输出的 z", "一句话", "训练还是输出", "预测函数"),
        means=("7 < 9", "9 < 10", "10 < 15"),
        refers=("14.1",),
        must_refuse=("9 < 7",),
        remark=Text(
            "They are numbers 7, 9, 10 (two of them) and 15 of the list in §14.1, which keeps the order.",
            "依次为 §14.1 列表的第 7、9、10（含两问）、15 条，该表保留先后顺序。",
        ),
    ),
    Claim(
        id="notes.1.1.what-is-studied",
        inventory=("1.1-scope",),
        says=("因果 Transformer 语言模型", "不要把注意力公式", "架构", "聊天产品", "同一个对象"),
        refers=("8.7", "12.3"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "chooses what is studied; kinds of architectures follow in §8.7, chat products in §12.3",
                "选定研究对象；各类架构见 §8.7，聊天产品见 §12.3",
            ),
        ),
    ),
    Claim(
        id="notes.1.1.text-as-ids",
        inventory=("1.1-vocab",),
        says=("有限集合", "N", r"t_{1}, \dots, t_{n}", r"t_{i} \in {1, \dots, N}"),
        proves=(Typed(setting=TEXT, formula=r"t_{i} \in {1, \dots, N}"),),
        declared=Declared(
            Verdict.DEFINITION,
            Text("fixes N, n and t_i; each t_i is one id of the vocabulary", "规定 N、n 与 t_i；每个 t_i 恰为一个编号"),
        ),
        must_refuse=(r"t_{i} \in {1, \dots, n}", r"t_{i} \in {2, \dots, N}"),
    ),
    Claim(
        id="notes.1.1.conditional-probability",
        inventory=("1.1-cond",),
        says=(r"p_{θ} (w ∣ t_{1}, \dots, t_{n})", r"w \in {1, \dots, N} ."),
        proves=(Typed(setting=TEXT, formula=r"w \in {1, \dots, N} ."),),
        declared=Declared(
            Verdict.DEFINITION,
            Text("fixes what is computed: one number for each w of the vocabulary", "规定要计算的量：词表中每个 w 各一个数"),
        ),
        must_refuse=(r"w \in {1, \dots, n} .",),
    ),
    Claim(
        id="notes.1.1.nonnegative-with-sum-1",
        inventory=("1.1-nonneg", "1.1-sum1"),
        says=("非负概率", "总和为 1"),
        reads={0: Stated(_SUM)},
        proves=(
            Ordered(setting=DISTRIBUTION, formula=r"p_{w} \geq 0"),
            Identity(setting=DISTRIBUTION, formula=_SUM),
        ),
        refers=("9.1",),
        must_refuse=(r"p_{w} \leq 0", r"\sum_{w = 1}^{N} p_{w} = N", r"p_{w} = 1"),
    ),
    Claim(
        id="notes.1.1.all-parameters",
        inventory=("1.1-theta",),
        says=("θ", "全部可训练参数的集合"),
        refers=("9.3",),
        declared=Declared(Verdict.DEFINITION, Text("names what §9.3 lists", "命名 §9.3 所列的各参数")),
    ),
    Claim(
        id="notes.1.1.scores-of-the-whole-vocabulary-first",
        inventory=("1.1-scoresfirst",),
        says=("输出一个词", "整个词表", "一组分数与概率"),
        proves=(
            Identity(setting=DISTRIBUTION, formula=r"\frac{\partial p_{w}}{\partial ℓ_{r}} = p_{w} (δ_{w r} - p_{r})"),
            Ordered(setting=DISTRIBUTION, formula="p_{w} p_{r} > 0"),
        ),
        fails=(Identity(setting=DISTRIBUTION, formula=r"p_{w} = e^{ℓ_{w}}"),),
        must_refuse=(r"\frac{\partial p_{w}}{\partial ℓ_{r}} = p_{w} δ_{w r}", "p_{w} p_{r} < 0"),
        remark=Text(
            "Every probability moves with every score, at the rate −p_w p_r for r ≠ w: one word alone has none.",
            "每个概率随每个分数变化（r ≠ w 时变化率为 −p_w p_r）：单个词无从得到概率。",
        ),
    ),
)

LINES = (
    Claim(
        id="notes.1.2.shared-forward-pass",
        inventory=("1.2-mainline",),
        says=("编号", "嵌入向量与位置信息", "多层", "最后隐藏表示", "词表分数", "概率分布"),
        proves=(
            CAUSAL,
            Typed(setting=EMBEDDED, formula=r"X \in R^{n \times d}"),
            Typed(setting=BLOCK, formula=r"Y \in R^{n \times d}"),
            Typed(setting=PREDICTED, formula=r"Λ \in R^{n \times N}"),
            Typed(setting=PREDICTED, formula=r"p \in R^{n \times N}"),
        ),
        refers=("2.1", "2.2", "8.5", "9.1"),
        must_refuse=(r"p \in R^{n \times d}", r"Y \in R^{n \times m}"),
    ),
    Claim(
        id="notes.1.2.training-goes-on",
        inventory=("1.2-trainline",),
        says=("正确", "计算损失", "反向传播求梯度", "更新参数"),
        setting=OUTPUT_LAYER,
        means=(r"L = - \ln p_{y}", r"{\bar{ℓ}}_{j} = p_{j} - 1_{j = y}", r"\bar{U} = h^{T} \bar{ℓ}"),
        refers=("9.2", "10", "11.6"),
        must_refuse=(r"{\bar{ℓ}}_{j} = p_{j}", r"\bar{U} = \bar{ℓ}^{T} h"),
    ),
    Claim(
        id="notes.1.2.generation-goes-on",
        inventory=("1.2-genline",),
        says=("按解码规则选一个", "追加到前缀", "再预测下一个", "停止条件"),
        refers=("12.2", "12.3", "12.5"),
        declared=Declared(
            Verdict.DEFINITION, Text("fixes the order of the steps that chapter 12 takes up", "规定第 12 章展开的各步顺序")
        ),
    ),
    Claim(
        id="notes.1.2.attention-serves-both",
        inventory=("1.2-attnboth",),
        says=("不是某一种特殊的 Attention 公式", "训练和生成都会使用它"),
        proves=(Determined(setting=HEAD, formula=r"X_{\leq i} \to Z_{i}", prefix=True),),
        refers=("4.3",),
        fails=(LEAKING,),
        remark=Text(
            "The rows of a prefix come out the same whether a longer text follows, as in training, or not, as in generation.",
            "前缀各行的结果相同，无论其后还有文本（训练）与否（生成）。",
        ),
    ),
    Claim(
        id="notes.1.2.back-propagation-and-optimizer",
        inventory=("1.2-bpvsopt",),
        says=("反向传播计算导数", "优化器才负责实际改参数"),
        refers=("10.1", "11.6"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "tells two words apart: derivatives (chapter 10), and the rule that uses them (§11.6)",
                "区分两个词：导数（第 10 章）与使用导数的更新规则（§11.6）",
            ),
        ),
    ),
    Claim(
        id="notes.1.2.two-paths-in-the-figure",
        inventory=("1.2-fig1",),
        says=("图 1", "共同的前向计算", "训练与生成"),
        reads={0: Label(Text("number of a figure", "图号"))},
        declared=Declared(Verdict.DEFINITION, Text("points to a drawing of the lines above", "指向上述各线的示意图")),
    ),
)

SENTENCE = (
    Claim(
        id="notes.1.3.sentence",
        inventory=("1.3-sentence",),
        says=("".join(TOKENS[:-1]),),
        declared=Declared(
            Verdict.DEFINITION,
            Text("fixes the sentence: the tokens of the toy tokenisation, joined", "规定例句：玩具分词各 Token 相接即为此句"),
        ),
    ),
    Claim(
        id="notes.1.3.seven-tokens",
        inventory=("1.3-tok7",),
        says=(rf"(t_{{1}}, \dots, t_{{{len(TOKENS)}}}) = ({', '.join(TOKENS)})",),
        means=("n = 7", "i + 1 = j", "j + 1 = k", "k = n"),
        must_refuse=("n = 6", "j = n"),
    ),
    Claim(
        id="notes.1.3.real-tokenizers-differ",
        inventory=("1.3-realtok",),
        says=("真实 tokenizer", "不由语义词语边界决定"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text("how a tokenizer cuts a text depends on what it was trained on", "tokenizer 如何切分取决于其训练数据"),
        ),
    ),
    Claim(
        id="notes.1.3.no-tokenizer-was-called",
        inventory=("1.3-noreal",),
        says=("没有调用真实 tokenizer", "教学示例"),
        declared=Declared(
            Verdict.ILLUSTRATIVE,
            Text(
                "declares the tokens made up; what follows from their number is decided",
                "声明该切分为虚构；由其个数推出的结论均已判定",
            ),
        ),
    ),
    Claim(
        id="notes.1.3.position-before-the-target",
        inventory=("1.3-pos5",),
        says=("第 5 个位置",),
        reads={0: Value("j - 1")},
        means=("j - 1 = i",),
        must_refuse=("j = i",),
    ),
    Claim(
        id="notes.1.3.after-the-full-stop",
        inventory=("1.3-afterfull",),
        says=("句号之后的内容",),
        means=("k + 1 = n + 1", "n + 1 = 8"),
        must_refuse=("k + 1 = j",),
        remark=Text("The last position is that of the full stop; it predicts token 8.", "末位置即句号；它预测第 8 个 Token。"),
    ),
)

CLAIMS = (*TASK, *LINES, *SENTENCE)
