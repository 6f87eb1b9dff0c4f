"""Chapter 14 of the notes: the list of questions, three kinds of learning, six exercises, and sources."""

from __future__ import annotations

from derivations.citing_values import CitingValues
from derivations.claim import Claim, Declared, Label, Numbered, Value
from derivations.notes import NOTES
from derivations.notes.decoding import TWO_CONTEXTS
from derivations.notes.exercises import EXERCISES
from derivations.notes.sentence import PROMPT, TARGET, TOKENS
from derivations.prover.expected import Expected
from derivations.prover.identity import Identity
from derivations.prover.setting import Setting
from derivations.verdict import Text, Verdict

_FROM_11 = (
    "row",
    "column",
    "bar(E)",
    "bar(U)",
    "h",
    "t_1",
    "t_2",
    "id_C",
    "p_B",
    "p_C",
    "p_A,new",
    "p_B,new",
    "p_C,new",
    "L",
    "L_new",
)

EXAMPLE = CitingValues(
    givens=("n", "d", "d_k", "d_v", "H", "N", "m", "s_1", "s_2", "s_3", "c", "t"),
    letters={
        "α": "softmax ((s_{1}, s_{2}, s_{3}))",
        "β": "softmax ((s_{1} + c, s_{2} + c, s_{3} + c))",
        "γ": "softmax ((t s_{1}, t s_{2}, t s_{3}))",
        "i": str(PROMPT),
        "j": str(TARGET),
        "κ": str(len(TOKENS)),
    },
    functions=frozenset({"softmax", "row", "column"}),
    lesson=NOTES,
    of="11",
    cites=_FROM_11,
)
"""Sizes and scores of the exercises, a sum of m terms, the κ tokens of the example sentence, and what chapter 11 computes."""

SCORE = Setting(sizes="d_k", shapes={"q": "d_k", "k": "d_k"}, where=("Y_{r} = q_{r} k_{r}",))
"""One query and one key, whose entries are random (§7.1)."""

MOMENTS = {"zero mean": "E q_{r} = 0, E k_{r} = 0", "unit variance": "Var (q_{r}) = 1, Var (k_{r}) = 1"}

_YEAR = Label(Text("year of a publication", "发表年份"))
_QUESTION = Label(Text("number of a question", "题号"))


def _question(number: int, asked: str, topic: str, answered: str) -> Claim:
    """A row of the list; the sections that answer it exist."""
    return Claim(
        id=f"notes.14.1.question-{number}",
        inventory=(f"14.1-t141-{number}",),
        says=(f"{number} {asked}", topic),
        reads={0: _QUESTION},
        refers=tuple(answered.split()),
    )


QUESTIONS = (
    _question(1, "用我会的知识解释", "完整任务、完整模块", "1 8"),
    _question(2, "点积变权重", "逐项点积与", "6.1 6.2"),
    _question(4, "为什么方差可写成", "均值为零的条件", "7.2"),
    _question(5, "等等 dk 是什么", "统一维度表", "3.2"),
    _question(6, "这一步是在算 WQ", "参数与中间结果", "3.3"),
    _question(7, "为什么又乘上了 V", "混合规则与内容", "5.1 6.4"),
    _question(8, "没理解这个东西", "输入决定混合", "13.1"),
    _question(9, "x 输出的 z", "上下文化表示及边界", "6.5"),
    _question(10, "输入是一句话吧", "序列矩阵、共用前向", "2.2 4"),
    _question(11, "继续：最后一个位置", "最后位置与缓存", "12.1 12.4"),
    _question(12, "没有 M", "允许集合", "7.4 7.5"),
    _question(13, "用医学句子展示", "固定目标对齐", "4.1 12.3"),
    _question(14, "解释损失、梯度", "一般反向推导", "10 11"),
    _question(15, "还得有个预测函数", "词表输出层", "9.1"),
    _question(16, "输出层单独训练", "统一目标与共享参数", "9.3 9.4 10.9"),
)

LIST = (
    Claim(
        id="notes.14.1.order-of-the-questions",
        inventory=("14.1-order14",),
        says=("提问的先后顺序", "只摘要"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "says how the list was made; that its numbers run on is checked row by row",
                "说明列表的编法；其序号连续，逐行核对",
            ),
        ),
    ),
    *QUESTIONS[:2],
    Claim(
        id="notes.14.1.question-3",
        inventory=("14.1-t141-3",),
        says=("3 为什么 64 项",),
        reads={0: _QUESTION, 1: Value("m")},
        fixes=("m",),
        means=("m ≥ 1",),
        refers=("7.1",),
        must_refuse=("m < 1",),
    ),
    Claim(
        id="notes.14.1.variance-and-standard-deviation",
        inventory=("14.1-var64",),
        says=("方差是 64", "标准差是 8", "概率假设与推导"),
        reads={0: Value("m", name="Var(q·k)"), 1: Value(r"\sqrt{m}", name="SD(q·k)")},
        proves=(
            Expected(
                setting=SCORE,
                formula=r"Var (\sum_{r = 1}^{d_{k}} Y_{r}) = d_{k}, SD (q \cdot k) = \sqrt{d_{k}}",
                given=MOMENTS,
                random="q k",
                independent="q_{r}, k_{r}",
            ),
        ),
        refers=("7.1",),
        must_refuse=(r"Var (\sum_{r = 1}^{d_{k}} Y_{r}) = d_{k}^{2}", r"SD (q \cdot k) = d_{k}"),
        remark=Text("Under the assumptions of §7.1, for d_k = 64.", "在 §7.1 的假设下，取 d_k = 64。"),
    ),
    *QUESTIONS[2:],
)

LEARNING = (
    Claim(
        id="notes.14.2.three-kinds-of-learning",
        inventory=("14.2-three",),
        says=("参数训练", "上下文适应", "参数固定", "工程记忆", "不能互相替代"),
        fails=(Identity(setting=TWO_CONTEXTS, formula="Λ_{new} = Λ"),),
        refers=("10", "12.5"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "tells three words apart; an instance shows that another context changes predictions while parameters stay",
                "区分三个词；参数不变时换上下文可改变预测，有实例为证",
            ),
        ),
    ),
)


def _source(name: str, inventory: str, says: tuple[str, ...], *, dated: bool) -> Claim:
    """A source: that it exists and says what it is cited for is a fact outside the notes."""
    return Claim(
        id=f"notes.14.4.{name}",
        inventory=(inventory,),
        says=says,
        reads={0: _YEAR} if dated else None,
        declared=Declared(
            Verdict.EXTERNAL,
            Text("names a publication; nothing here is proved by citing it", "指明一篇文献；此处没有任何结论靠引用它来证明"),
        ),
    )


SOURCES = (
    Claim(
        id="notes.14.4.sixteen-questions",
        inventory=("14.4-q16b",),
        says=("16 次用户提问", "插件输出被隐去的消息"),
        reads={0: Numbered("14.1", name="m")},
        refers=("14.1",),
    ),
    _source("attention", "14.4-R1", ("R1 Vaswani", "2017", "Attention Is All You Need"), dated=True),
    _source("language-models", "14.4-R2", ("R2 Bengio", "2003", "A Neural Probabilistic Language Model"), dated=True),
    _source("layer-normalization", "14.4-R3", ("R3 Ba", "2016", "Layer Normalization"), dated=True),
    _source("rotary-positions", "14.4-R4", ("R4 Su", "RoFormer"), dated=False),
    _source("bidirectional-encoders", "14.4-R5", ("R5 Devlin", "BERT"), dated=False),
    _source("shared-matrices", "14.4-R6", ("R6 Press 与 Wolf",), dated=False),
    Claim(
        id="notes.14.4.what-is-presupposed",
        inventory=("14.4-deps",),
        says=("有限维矩阵乘法", "多元链式法则", "概率链式法则", "有限二阶矩"),
        declared=Declared(
            Verdict.DEFINITION,
            Text(
                "lists what is presupposed; the proofs name the theorems that each rests on, and these are among them",
                "列出所依赖的基础；各证明都注明所用定理，均属此列",
            ),
        ),
    ),
    Claim(
        id="notes.14.4.nothing-was-trained",
        inventory=("14.4-norealmodel",),
        says=("真实模型训练", "真实 tokenizer 验证", "不会把本版的数值示例"),
        declared=Declared(
            Verdict.EMPIRICAL,
            Text(
                "says what was not done; no figure of the notes comes from a trained model",
                "说明未做之事；讲义没有数值来自训练好的模型",
            ),
        ),
    ),
)

CLAIMS = (*LIST, *LEARNING, *EXERCISES, *SOURCES)
